-- A jet rises from a basin and falls back into it; a drain keeps the level.
local P = wisp.params {
  { "jet", 4.2, min = 0, max = 6, unit = "m/s", label = "speed of the jet" },
}
return wisp.scene {
  title = "Fountain",
  seed = 3,
  background = wisp.gradient { { 0, "#cfd6d2" }, { 0.35, "#84a9c4" }, { 1, "#27538a" } },
  camera = wisp.orbit { target = { 0, 0.45, 0 }, distance = 3.6, yaw = 15, pitch = 17, spin = 3, fov = 42 },
  wind = { 0.6, 0, 0.2 }, -- m/s
  bodies = {
    wisp.ground { id = "ground", color = "#5a5f55", checker = 1, roughness = 0.9 },
    wisp.box { id = "north", position = { 0, 0.14, -0.84 }, size = { 1.76, 0.28, 0.08 }, color = "#b9b2a4" },
    wisp.box { id = "south", position = { 0, 0.14, 0.84 }, size = { 1.76, 0.28, 0.08 }, color = "#b9b2a4" },
    wisp.box { id = "west", position = { -0.84, 0.14, 0 }, size = { 0.08, 0.28, 1.6 }, color = "#b9b2a4" },
    wisp.box { id = "east", position = { 0.84, 0.14, 0 }, size = { 0.08, 0.28, 1.6 }, color = "#b9b2a4" },
  },
  effects = {
    wisp.fluid {
      id = "water", spacing = 0.04, max = 16000, container = "open",
      size = { 3.2, 2.4, 3.2 }, shape = "block", fill = { 1.6, 0.16, 1.6 },
      source_radius = 0.06, source_speed = P.jet, source_position = { 0, 0.24, 0 },
      source_direction = { 0, 1, 0 }, drain_position = { 0.7, 0.14, 0.7 }, drain_radius = 0.07,
      foam = 1.0, cohesion = 0.12,
    },
  },
}
