-- A blizzard across open country: gust fronts that come as waves, a hut that hardly shows.
local winter = require "wisp.winter"
local P = wisp.params {
    { "wind", 13, min = 0, max = 25, step = 0.5, unit = "m/s" },
    { "gusts", 0.7, min = 0, max = 2 },
    { "snowfall", 14000, min = 0, max = 30000, step = 100, unit = "1/s" },
}
local bodies = { wisp.ground { id = "ground", color = winter.white, roughness = 0.95 } }
local lamps = {}
winter.hut(bodies, lamps, "hut", -1.6, -4.2, 24, "#5f4432", true)
winter.lantern(bodies, lamps, "lamp", 2.0, -1.2, 8)
winter.fir(bodies, "fir1", 4.2, -6.5, 1.2, 20, "fir_tall")
winter.fir(bodies, "fir2", -5.8, -7.5, 1.3, 90, "fir_tall")
winter.fir(bodies, "fir3", 6.5, -9.5, 1.3, 190)

return wisp.scene {
    title = "Blizzard", seed = 3,
    background = wisp.sky {
        color = wisp.gradient { { 0, "#7f8aa0" }, { 0.4, "#66728c" }, { 1, "#4d5872" } },
        fog_density = 0.085, fog_color = "#7c869c", ambient = 0.8,
    },
    sun = wisp.sun { intensity = 0 },
    wind = { velocity = function(s) return { s.p.wind, 0, 2 } end, gust = P.gusts, gust_period = 3.5, gust_length = 30,
        turbulence = 2.5, turbulence_size = 2.5 },
    camera = wisp.orbit { target = { 0, 1.5, -2.5 }, distance = 7.5, yaw = 6, pitch = 2, fov = 48 },
    bodies = bodies,
    lights = lamps,
    effects = { wisp.snow { id = "snow", preset = "blizzard", rate = P.snowfall, shutter = 0.02 } },
    post = { exposure = 1.1, bloom = { threshold = 1, strength = 0.3, radius = 0.6 }, vignette = 0.3 },
}
