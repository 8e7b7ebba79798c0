-- A village street on a winter evening: roofs, lit windows, street lamps.
local winter = require "wisp.winter"
local P = wisp.params {
    { "fall", "moderate", choices = { "flurry", "light", "moderate", "heavy", "blizzard" }, group = "weather" },
    { "wind", 0.8, min = -12, max = 12, step = 0.1, unit = "m/s", group = "weather" },
    { "lamps", 5, min = 0, max = 20, group = "light" },
}

local bodies = {
    wisp.ground { id = "ground", color = winter.white, roughness = 0.95 },
    wisp.sphere { id = "hill", position = { 10, -52, -60 }, radius = 58, color = winter.white, shadow = false },
}
local lamps = {}
winter.hut(bodies, lamps, "baker", -4.2, -1.5, 68, "#6b4a33", true)
winter.hut(bodies, lamps, "smith", -4.8, -6.8, 80, "#54423a", false)
winter.hut(bodies, lamps, "miller", 4.4, -3.6, -74, "#7a5038", true)
winter.hut(bodies, lamps, "inn", 3.9, -9.8, -60, "#5d4a3f", true)
winter.hut(bodies, lamps, "chapel", -0.8, -14.5, 4, "#6a5648", true)
winter.lantern(bodies, lamps, "lamp_near", 1.9, 0.4, P.lamps)
winter.lantern(bodies, lamps, "lamp_middle", -1.6, -5.0, P.lamps)
winter.lantern(bodies, lamps, "lamp_far", 1.7, -10.6, P.lamps)
local firs = { { -8, -3, 1.1 }, { -9, -9, 1.4 }, { 8.5, -6.5, 1.2 }, { 9.5, -13, 1.5 }, { -6, -13, 1.2 }, { 3.4, -16, 1.3 },
    { -3.6, -18, 1.4 }, { 7, 1.5, 1 } }
for i, t in ipairs(firs) do
    winter.fir(bodies, "fir" .. i, t[1], t[2], t[3], i * 47, i % 2 == 0 and "fir" or "fir_tall")
end

return wisp.scene {
    title = "Village", seed = 24,
    background = wisp.sky {
        color = wisp.gradient { { 0, "#7c7698" }, { 0.12, "#5c6290" }, { 0.4, "#34436f" }, { 1, "#111830" } },
        fog_density = 0.03, fog_color = "#66638a", ambient = 0.6,
    },
    sun = wisp.sun { direction = { -0.6, 0.4, 0.5 }, color = "#8fa4d8", intensity = 0.1, shadow_softness = 0.6 },
    wind = { velocity = function(s) return { s.p.wind, 0, 0.2 * s.p.wind } end, gust = 0.6, gust_period = 5,
        gust_length = 14, turbulence = 0.35, turbulence_size = 1.8 },
    camera = wisp.orbit { target = { 0, 1.4, -3.5 }, distance = 8.5, yaw = 3, pitch = 6, fov = 45, spin = 0.3 },
    bodies = bodies,
    lights = lamps,
    effects = { wisp.snow { id = "snow", preset = P.fall, melt = { radius = 0.3, rate = 6 } } },
    post = { exposure = 1.3, bloom = { threshold = 1, strength = 0.3, radius = 0.6 }, vignette = 0.3 },
}
