-- A boat, a crate and a stone in a wave tank. The wave maker is the wall on the left; the boat
-- floats at a third of its height because of its mass, and nothing else.
local P = wisp.params {
  { "waves", 0.22, min = 0, max = 0.6, unit = "m", label = "stroke of the wave maker" },
}
return wisp.scene {
  title = "Boat",
  seed = 4,
  background = wisp.gradient { { 0, "#e2cdb2" }, { 0.3, "#a3b4c9" }, { 1, "#2f5488" } },
  camera = wisp.orbit { target = { 0, 0.45, 0 }, distance = 4.6, yaw = 30, pitch = 18, fov = 42 },
  bodies = {
    wisp.ground { id = "ground", color = "#3c4046", checker = 0.5, roughness = 0.85 },
    wisp.box { id = "boat", position = { 0, 0.75, 0 }, size = { 0.8, 0.2, 0.4 }, mass = 22, color = "#a5552d" },
    wisp.box { id = "crate", position = { 0.85, 0.9, 0.25 }, size = { 0.26, 0.26, 0.26 }, mass = 9, color = "#caa66a" },
    wisp.sphere { id = "stone", position = { -0.7, 1.1, -0.2 }, radius = 0.13, mass = 23, color = "#6d6f74" },
  },
  effects = {
    wisp.fluid {
      id = "sea", spacing = 0.05, max = 20000,
      size = { 3.0, 1.6, 1.2 }, show_container = true,
      fill = { 3.0, 0.5, 1.2 }, viscosity = 0.2, foam = 0.3,
      wave_travel = P.waves, wave_period = 1.9,
    },
  },
  on = {
    splash = function(s, e) s.state.splashes = (s.state.splashes or 0) + 1 end,
  },
}
