-- Starlings at dusk above a field with a tower; a hawk circles, then dives into them.
local P = wisp.params {
  { "cohesion", 1.0, min = 0, max = 3, group = "rules" }, { "alignment", 1.0, min = 0, max = 3, group = "rules" },
  { "separation", 1.6, min = 0, max = 4, group = "rules" }, { "hawks", 1, min = 0, max = 4, step = 1, group = "danger" },
}

return wisp.scene {
  title = "Murmuration", seed = 11,
  background = wisp.sky { color = wisp.gradient { { 0, "#f7a65c" }, { 0.08, "#e8946a" }, { 0.28, "#8a7f9c" }, { 0.6, "#42598a" }, { 1, "#223a66" } },
    ambient = 0.7, fog_density = 0.004, fog_color = "#c58f78" },
  sun = wisp.sun { direction = { -0.3, 0.12, -1 }, color = "#ffb066", intensity = 1.1 },
  wind = { 1.5, 0, 0 },
  camera = wisp.orbit { target = { 0, 15, 0 }, distance = 46, yaw = 8, pitch = 2, fov = 46, spin = 1 },
  post = { exposure = 1, bloom = { threshold = 1.2, strength = 0.2, radius = 0.6 }, vignette = 0.2 },
  bodies = {
    wisp.ground { id = "field", color = "#3a3524", roughness = 1 },
    wisp.sphere { id = "hill", position = { -60, -148, -120 }, radius = 165, color = "#2c2b22", shadow = false },
    wisp.box { id = "tower", position = { 9, 6, -4 }, size = { 3, 12, 3 }, color = "#4c4038" },
  },
  effects = {
    wisp.flock { id = "birds", count = 2500, bounds = { { -24, 3, -20 }, { 24, 28, 20 } }, neighbours = 7, radius = 3.5, spacing = 0.8,
      cohesion = P.cohesion, alignment = P.alignment, separation = P.separation, speed = { 7, 12 }, turn = 220, acceleration = 16,
      wall = 9, barrier = 4, size = { 0.3, 0.36 }, wing_beat = 7,
      predators = P.hawks, predator_radius = 6, predator_period = 12 },
  },
  on = { key_space = { function(s) s:get("birds"):scatter() end, help = "clap" } },
}
