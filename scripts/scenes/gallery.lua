-- The first picture: a hut and a lantern on an evening in winter. Bodies, meshes, lamps, snow and
-- dust in one place; everything in the list of knobs can be turned while it runs.
local P = wisp.params {
    { "snowfall", 5200, min = 0, max = 16000, step = 50, unit = "1/s", group = "weather" },
    { "wind", 1.1, min = -8, max = 8, step = 0.1, unit = "m/s", group = "weather" },
    { "gusts", 0.6, min = 0, max = 2, group = "weather" },
    { "mist", 0.028, min = 0, max = 0.12, unit = "1/m", group = "weather" },
    { "lantern", 7, min = 0, max = 30, group = "light" },
    { "hearth", 3, min = 0, max = 12, group = "light" },
    { "exposure", 1.3, min = 0.2, max = 4, group = "light" },
}

local white = "#eef3fb"
local iron = "#22252a"
local timber = "#6b4a33"
local flame = wisp.kelvin(2500)
local glow = wisp.kelvin(2150)
local turned = { 0, 24, 0 } -- the hut stands askew to the path

local bodies = {
    wisp.ground { id = "ground", color = white, roughness = 0.95 },
    -- hills behind, sunk into the ground
    wisp.sphere { id = "hill_left", position = { -26, -33.5, -38 }, radius = 38, color = white, shadow = false },
    wisp.sphere { id = "hill_right", position = { 24, -42, -46 }, radius = 48, color = white, shadow = false },
    wisp.sphere { id = "drift", position = { 3.4, -2.6, -1.6 }, radius = 2.9, color = white },
    wisp.sphere { id = "drift_hut", position = { -3.9, -2.15, -1.0 }, radius = 2.4, color = white },

    -- the lantern
    wisp.cylinder { id = "pole", position = { 1.25, 1.15, 0.3 }, radius = 0.042, height = 2.3, color = iron, roughness = 0.5 },
    wisp.box { id = "arm", position = { 1.0, 2.2, 0.3 }, size = { 0.56, 0.035, 0.035 }, color = iron, roughness = 0.5 },
    wisp.box { id = "lantern_lid", position = { 0.78, 2.13, 0.3 }, size = { 0.24, 0.03, 0.24 }, color = iron, roughness = 0.5 },
    wisp.box { id = "lantern_snow", position = { 0.78, 2.165, 0.3 }, size = { 0.22, 0.05, 0.22 }, color = white, shadow = false },
    wisp.capsule { id = "lantern_glass", position = { 0.78, 1.99, 0.3 }, radius = 0.06, height = 0.2, color = flame,
        emission = 9, shadow = false, collide = false },

    -- the hut
    wisp.box { id = "hut", position = { -2.6, 0.85, -2.6 }, rotation = turned, size = { 2.6, 1.7, 2.2 }, color = timber, roughness = 0.9 },
    wisp.mesh { id = "gable", file = "mesh/gable.obj", position = { -2.6, 1.7, -2.6 }, rotation = turned, color = timber, collide = false },
    wisp.mesh { id = "roof", file = "mesh/roof.obj", position = { -2.6, 1.5, -2.6 }, rotation = turned, color = "#3b2a20" },
    wisp.mesh { id = "roof_snow", file = "mesh/roof_snow.obj", position = { -2.6, 1.5, -2.6 }, rotation = turned, color = white },
    wisp.box { id = "chimney", position = { -3.3, 2.5, -2.9 }, rotation = turned, size = { 0.34, 0.9, 0.34 }, color = "#5b4a45" },
    wisp.box { id = "chimney_snow", position = { -3.3, 2.98, -2.9 }, rotation = turned, size = { 0.38, 0.09, 0.38 }, color = white },
    wisp.box { id = "door", position = { -1.8, 0.6, -1.72 }, rotation = turned, size = { 0.62, 1.2, 0.08 }, color = "#472c1c" },
    wisp.box { id = "window", position = { -2.62, 0.98, -1.36 }, rotation = turned, size = { 0.5, 0.46, 0.06 }, color = glow,
        emission = 3.5, shadow = false },
    wisp.box { id = "bar_up", position = { -2.61, 0.98, -1.33 }, rotation = turned, size = { 0.03, 0.5, 0.04 }, color = "#472c1c" },
    wisp.box { id = "bar_across", position = { -2.61, 0.98, -1.33 }, rotation = turned, size = { 0.54, 0.03, 0.04 }, color = "#472c1c" },
}

-- firs: where, how tall, which way
local firs = {
    { 3.1, -3.4, 1.0, 10, "fir_tall" }, { 4.6, -5.2, 1.15, 80, "fir" }, { -5.6, -4.6, 1.1, 40, "fir_tall" },
    { -7.4, -6.8, 1.2, 200, "fir" }, { 0.9, -7.2, 0.95, 130, "fir" }, { 7.4, -8.4, 1.3, 20, "fir_tall" },
    { -1.6, -9.5, 1.25, 77, "fir_tall" }, { 2.6, -11.5, 1.3, 0, "fir" }, { -10.5, -9.6, 1.4, 120, "fir_tall" },
    { 10.8, -11.5, 1.4, 300, "fir_tall" },
}
for i, t in ipairs(firs) do
    local at, turn = { t[1], -0.05, t[2] }, { 0, t[4], 0 }
    local kind = "mesh/" .. t[5]
    bodies[#bodies + 1] = wisp.mesh { id = "fir" .. i, file = kind .. ".obj", position = at, rotation = turn,
        scale = t[3], color = "#24382e", roughness = 1, collide = false }
    bodies[#bodies + 1] = wisp.mesh { id = "fir_snow" .. i, file = kind .. "_snow.obj", position = at, rotation = turn,
        scale = t[3], color = white, collide = false }
end

return wisp.scene {
    title = "Gallery",
    seed = 12,
    background = wisp.sky {
        color = wisp.gradient { { 0, "#857b9e" }, { 0.1, "#696a94" }, { 0.35, "#3b4a78" }, { 1, "#141c38" } },
        fog_density = P.mist,
        fog_color = "#716b93",
        ambient = 0.62,
    },
    sun = wisp.sun { direction = { -0.7, 0.35, 0.5 }, color = "#8fa4d8", intensity = 0.12, shadow_softness = 0.6 },
    wind = {
        velocity = function(s) return { s.p.wind, 0, 0.3 * s.p.wind } end,
        gust = P.gusts, gust_period = 5, gust_length = 14,
        turbulence = 0.35, turbulence_size = 1.8,
    },
    camera = wisp.orbit { target = { -0.5, 1.25, -1 }, distance = 7.4, yaw = 14, pitch = 4, fov = 42, spin = 0.5 },
    bodies = bodies,
    lights = {
        wisp.lamp { id = "flame", position = { 0.78, 1.95, 0.3 }, color = flame, intensity = P.lantern,
            radius = 0.12, flicker = 0.1, heat = 60 },
        wisp.lamp { id = "hearth_light", position = { -2.4, 1.0, -0.9 }, color = glow, intensity = P.hearth,
            radius = 0.3, flicker = 0.22 },
    },
    effects = {
        wisp.snow { id = "snow", preset = "moderate", rate = P.snowfall, melt = { radius = 0.3, rate = 6 } },
        wisp.dust { id = "frost", position = { 0.78, 1.7, 0.3 }, box = { 3, 2.6, 3 }, count = 400,
            size = 0.006, fall = 0.05, color = "#ffe9cfa0" },
    },
    post = {
        exposure = P.exposure,
        bloom = { threshold = 1, strength = 0.3, radius = 0.6 },
        vignette = 0.3,
    },
    on = {
        key_space = { function(s) s.camera:shake { amount = 0.03, time = 0.3 } end, help = "knock on the lantern" },
    },
}
