-- What winter scenes share: firs, huts and street lamps. Each function adds bodies (and lamps) to
-- the lists it is given; `name` keeps ids apart.
local M = {}

M.white = "#eef3fb"
M.flame = wisp.kelvin(2500)
M.glow = wisp.kelvin(2150)

-- A fir at x, z; kind "fir" (3.2 m) or "fir_tall" (4.6 m).
function M.fir(bodies, name, x, z, scale, turn, kind)
    local at, file = { x, -0.05, z }, "mesh/" .. (kind or "fir")
    bodies[#bodies + 1] = wisp.mesh { id = name, file = file .. ".obj", position = at, rotation = { 0, turn, 0 },
        scale = scale, color = "#24382e", roughness = 1, collide = false }
    bodies[#bodies + 1] = wisp.mesh { id = name .. "_snow", file = file .. "_snow.obj", position = at,
        rotation = { 0, turn, 0 }, scale = scale, color = M.white, collide = false }
end

-- A hut whose door looks along +z, turned by `turn` degrees; a lit window when `lit`.
function M.hut(bodies, lamps, name, x, z, turn, timber, lit)
    local r = math.rad(turn)
    local function at(dx, y, dz) -- from the hut's own place to the world's
        return { x + dx * math.cos(r) + dz * math.sin(r), y, z - dx * math.sin(r) + dz * math.cos(r) }
    end
    local turned = { 0, turn, 0 }
    local function box(part, where, size, color, more)
        local t = { id = name .. part, position = where, rotation = turned, size = size, color = color }
        for k, v in pairs(more or {}) do t[k] = v end
        bodies[#bodies + 1] = wisp.box(t)
    end
    box("", at(0, 0.85, 0), { 2.6, 1.7, 2.2 }, timber, { roughness = 0.9 })
    bodies[#bodies + 1] = wisp.mesh { id = name .. "_gable", file = "mesh/gable.obj", position = at(0, 1.7, 0),
        rotation = turned, color = timber, collide = false }
    bodies[#bodies + 1] = wisp.mesh { id = name .. "_roof", file = "mesh/roof.obj", position = at(0, 1.5, 0),
        rotation = turned, color = "#3b2a20" }
    bodies[#bodies + 1] = wisp.mesh { id = name .. "_roof_snow", file = "mesh/roof_snow.obj", position = at(0, 1.5, 0),
        rotation = turned, color = M.white }
    box("_door", at(0.55, 0.6, 1.1), { 0.62, 1.2, 0.08 }, "#472c1c")
    box("_window", at(-0.5, 0.98, 1.1), { 0.5, 0.46, 0.06 }, lit and M.glow or "#1d222b",
        { emission = lit and 3.5 or 0, shadow = false })
    box("_bar_up", at(-0.5, 0.98, 1.13), { 0.03, 0.5, 0.04 }, "#472c1c")
    box("_bar_across", at(-0.5, 0.98, 1.13), { 0.54, 0.03, 0.04 }, "#472c1c")
    if lit then
        lamps[#lamps + 1] = wisp.lamp { id = name .. "_light", position = at(-0.4, 1.0, 1.6), color = M.glow,
            intensity = 2.4, radius = 0.3, flicker = 0.2 }
    end
end

-- A street lamp of 2.3 m at x, z, its arm along -x.
function M.lantern(bodies, lamps, name, x, z, power)
    local iron = "#22252a"
    bodies[#bodies + 1] = wisp.cylinder { id = name .. "_pole", position = { x, 1.15, z }, radius = 0.042,
        height = 2.3, color = iron, roughness = 0.5 }
    bodies[#bodies + 1] = wisp.box { id = name .. "_arm", position = { x - 0.25, 2.2, z },
        size = { 0.56, 0.035, 0.035 }, color = iron, roughness = 0.5 }
    bodies[#bodies + 1] = wisp.box { id = name .. "_lid", position = { x - 0.47, 2.13, z },
        size = { 0.24, 0.05, 0.24 }, color = M.white }
    bodies[#bodies + 1] = wisp.capsule { id = name .. "_glass", position = { x - 0.47, 1.99, z }, radius = 0.06,
        height = 0.2, color = M.flame, emission = 9, shadow = false, collide = false }
    lamps[#lamps + 1] = wisp.lamp { id = name, position = { x - 0.47, 1.95, z }, color = M.flame, intensity = power,
        radius = 0.12, flicker = 0.08, heat = 60 }
end

return M
