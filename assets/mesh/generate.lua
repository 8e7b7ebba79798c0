-- SPDX-License-Identifier: MIT
-- Writes the meshes of this folder: lua5.4 assets/mesh/generate.lua assets/mesh
-- Every mesh is closed (or made of closed parts), in metres, y up, standing on y = 0.
local folder = arg[1] or "."
local random = 7
local function noise() -- 0..1, the same on every machine
    random = (random * 1103515245 + 12345) % 2147483648
    return random / 2147483648
end

local function mesh() return { v = {}, f = {} } end
local function vertex(m, x, y, z)
    m.v[#m.v + 1] = { x, y, z }
    return #m.v
end
local function face(m, ...) m.f[#m.f + 1] = { ... } end

local function write(m, name, about)
    local out = assert(io.open(folder .. "/" .. name .. ".obj", "w"))
    out:write("# ", about, " Written by generate.lua.\n")
    for _, p in ipairs(m.v) do out:write(string.format("v %.4f %.4f %.4f\n", p[1], p[2], p[3])) end
    for _, f in ipairs(m.f) do out:write("f ", table.concat(f, " "), "\n") end
    out:close()
end

-- A ring of points about the y axis; radius is a function of the point's number.
local function ring(m, n, y, radius, sag)
    local r = {}
    for i = 1, n do
        local a, d = 2 * math.pi * i / n, radius(i)
        r[i] = vertex(m, d * math.cos(a), y - (sag and sag(i) or 0), d * math.sin(a))
    end
    return r
end
local function wall(m, low, high)
    local n = #low
    for i = 1, n do
        local k = i % n + 1
        face(m, low[i], high[i], high[k], low[k])
    end
end
local function cap(m, r, y, up)
    local c, n = vertex(m, 0, y, 0), #r
    for i = 1, n do
        local k = i % n + 1
        if up then face(m, r[k], r[i], c) else face(m, r[i], r[k], c) end
    end
end

-- A fir: a trunk and skirts of branches, each with a jagged hem; and the snow that lies on them.
local function fir(tiers, height, width)
    local tree, snow = mesh(), mesh()
    local foot, neck = ring(tree, 8, 0, function() return 0.09 * width end), nil
    neck = ring(tree, 8, 0.3 * height, function() return 0.06 * width end)
    wall(tree, foot, neck)
    cap(tree, foot, 0, false)
    cap(tree, neck, 0.3 * height, true)
    local n = 18
    for t = 1, tiers do
        local share = (t - 1) / tiers
        local y = height * (0.12 + 0.80 * share)
        local top = math.min(y + height * (0.32 - 0.13 * share), height)
        local r = width * (1 - share) ^ 0.85
        local jag, drop = {}, {}
        for i = 1, n do
            jag[i] = r * ((i % 2 == 0 and 1 or 0.72) + 0.16 * (noise() - 0.5))
            drop[i] = (i % 2 == 0 and 0.10 or -0.02) * r + 0.06 * r * noise()
        end
        local hem = ring(tree, n, y, function(i) return jag[i] end, function(i) return drop[i] end)
        local tip = ring(tree, n, top, function() return 0.02 * width end)
        wall(tree, hem, tip)
        cap(tree, hem, y + 0.12 * r, false)
        cap(tree, tip, top, true)
        -- snow: a thicker skirt that ends short of the hem
        local function along(k) return function(i) return jag[i] * k end end
        local function fall(k) return function(i) return drop[i] * k - (top - y) * (1 - k) end end
        local low = ring(snow, n, y - 0.005, along(0.80), fall(0.80))
        local edge = ring(snow, n, y + 0.05 * r + 0.03, along(0.84), fall(0.82))
        local peak = ring(snow, n, top + 0.05, function() return 0.035 * width end)
        wall(snow, low, edge)
        wall(snow, edge, peak)
        cap(snow, low, y + 0.15 * (top - y), false)
        cap(snow, peak, top + 0.06, true)
    end
    return tree, snow
end

-- A gabled roof over width (x) and depth (z), with eaves; thickness goes upwards.
local function roof(width, depth, rise, thick, shrink, lift)
    local m = mesh()
    local w, d = width / 2 - shrink, depth / 2 - shrink
    local slope = rise / (width / 2)
    local function y(x) return rise - slope * math.abs(x) + lift end
    local steps = 10
    local rows = {}
    for _, z in ipairs { -d, d } do
        local under, over = {}, {}
        for i = -steps, steps do
            local x = w * i / steps
            local ease = math.sqrt(1 - (math.abs(i) / steps) ^ 6 * 0.75)
            under[#under + 1] = vertex(m, x, y(x), z)
            over[#over + 1] = vertex(m, x, y(x) + thick * ease, z)
        end
        rows[#rows + 1] = { under = under, over = over }
    end
    local a, b, n = rows[1], rows[2], 2 * steps + 1
    for i = 1, n - 1 do
        face(m, a.over[i], b.over[i], b.over[i + 1], a.over[i + 1])
        face(m, a.under[i], a.under[i + 1], b.under[i + 1], b.under[i])
        face(m, a.under[i], a.over[i], a.over[i + 1], a.under[i + 1])
        face(m, b.under[i + 1], b.over[i + 1], b.over[i], b.under[i])
    end
    face(m, a.under[1], b.under[1], b.over[1], a.over[1])
    face(m, b.under[n], a.under[n], a.over[n], b.over[n])
    return m
end

-- The triangle of wall under a gable.
local function gable(width, rise, depth)
    local m = mesh()
    local p = {}
    for _, z in ipairs { -depth / 2, depth / 2 } do
        p[#p + 1] = { vertex(m, -width / 2, 0, z), vertex(m, width / 2, 0, z), vertex(m, 0, rise, z) }
    end
    local a, b = p[1], p[2]
    face(m, a[1], a[3], a[2])
    face(m, b[1], b[2], b[3])
    face(m, a[1], b[1], b[3], a[3])
    face(m, b[2], a[2], a[3], b[3])
    face(m, a[2], b[2], b[1], a[1])
    return m
end

local tree, snow = fir(5, 3.2, 1.05)
write(tree, "fir", "A fir, 3.2 m high.")
write(snow, "fir_snow", "The snow on that fir.")
tree, snow = fir(6, 4.6, 1.2)
write(tree, "fir_tall", "A fir, 4.6 m high.")
write(snow, "fir_tall_snow", "The snow on that fir.")
write(roof(3.2, 2.8, 1.15, 0.10, 0, 0), "roof", "A gabled roof, 3.2 m wide.")
write(roof(3.2, 2.8, 1.15, 0.22, 0.06, 0.09), "roof_snow", "The snow on that roof.")
write(gable(2.6, 0.94, 2.2), "gable", "The wall under that roof.")
