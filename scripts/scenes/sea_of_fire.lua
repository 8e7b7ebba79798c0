-- A sea of fire: one cuboid of flame nine metres long with rounded ends, bodies standing in it.
local P = wisp.params {
  { "length", 9, min = 1, max = 20, unit = "m", group = "fire" },
  { "wind", 0.8, min = -4, max = 4, unit = "m/s", group = "air" },
}
return wisp.scene {
  title = "Sea of fire", seed = 6, wind = function(s) return { 0.2, 0, s.p.wind } end,
  background = wisp.sky { color = wisp.gradient { { 0, "#231d28" }, { 0.4, "#100f1c" }, { 1, "#05060d" } }, ambient = 0.25 },
  sun = wisp.sun { direction = { -0.5, 0.5, 0.5 }, color = "#8fa3d8", intensity = 0.12 },
  camera = wisp.orbit { target = { 0, 1.0, 0 }, distance = 11, yaw = 24, pitch = 9, fov = 46, spin = 3 },
  post = { exposure = 1.0, bloom = { threshold = 1.0, strength = 0.3, radius = 0.6 }, vignette = 0.3 },
  bodies = {
    wisp.ground { id = "field", color = "#35322c", roughness = 1, checker = 1 },
    wisp.cylinder { id = "stump", position = { -2.6, 0.45, 0.1 }, radius = 0.3, height = 0.9, color = "#3a2a1e", roughness = 1 },
    wisp.sphere { id = "rock", position = { 0.6, 0.45, 0.15 }, radius = 0.5, color = "#5c5850", roughness = 1 },
    wisp.box { id = "crate", position = { 2.8, 0.5, 0 }, rotation = { 0, 24, 0 }, size = { 0.9, 1.0, 0.9 }, color = "#4a3726", roughness = 1 },
  },
  effects = { wisp.simplex_fire { id = "sea", size = { 2.2, 2.6 }, length = P.length, scale = 2.2, quality = "high", light = 1.4 } },
}
