-- Driving through a forest in snowfall: a camera at speed. The road repeats every 25 s.
local winter = require "wisp.winter"
local P = wisp.params {
    { "snowfall", 7000, min = 0, max = 16000, step = 50, unit = "1/s" },
    { "wind", 1, min = -8, max = 8, step = 0.1, unit = "m/s" },
}
local speed = 12 -- m/s
local bodies = { wisp.ground { id = "ground", color = winter.white, roughness = 0.95 } }
local seed = 5
local function random() -- 0..1, the same every time
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
end
for i = 1, 64 do
    local side = i % 2 == 0 and 1 or -1
    winter.fir(bodies, "fir" .. i, side * (3.4 + 6 * random() ^ 2), -6 * i + 3 * random(), 1.1 + 0.7 * random(),
        360 * random(), random() < 0.5 and "fir" or "fir_tall")
end
for i = 0, 24 do -- marks at the side of the road
    bodies[#bodies + 1] = wisp.cylinder { id = "mark" .. i, position = { 2.3, 0.5, -14 * i }, radius = 0.03, height = 1,
        color = "#b5493a", collide = false }
end

return wisp.scene {
    title = "Forest road", seed = 8, duration = 25, loop = true,
    background = wisp.sky {
        color = wisp.gradient { { 0, "#8d95a8" }, { 0.3, "#66718a" }, { 1, "#454f68" } },
        fog_density = 0.028, fog_color = "#868ea2",
    },
    sun = wisp.sun { direction = { 0.3, 0.6, 0.4 }, color = "#d9e2f5", intensity = 0.35, shadow_softness = 0.8 },
    wind = { velocity = function(s) return { s.p.wind, 0, 0 } end, gust = 0.5, turbulence = 0.4, turbulence_size = 2 },
    camera = wisp.fixed {
        position = function(s) return { 0.25 * math.sin(s.time * 0.5), 1.5, -speed * s.time } end,
        look_at = function(s) return { 0, 1.45, -speed * s.time - 20 } end,
        fov = 55,
    },
    bodies = bodies,
    effects = { wisp.snow { id = "snow", preset = "heavy", rate = P.snowfall, size = { 0.01, 0.026 } } },
    post = { exposure = 1.1, vignette = 0.25 },
}
