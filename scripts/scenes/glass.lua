-- A glass is filled with raspberry juice from a tap, which closes when the juice is three
-- fingers below the rim.
return wisp.scene {
  title = "A glass of juice",
  seed = 5,
  duration = 9,
  background = wisp.gradient { { 0, "#f0e6d6" }, { 0.4, "#b7c0cc" }, { 1, "#5a728f" } },
  camera = wisp.orbit { target = { 0, 0.19, 0 }, distance = 0.95, yaw = 20, pitch = 14, fov = 38 },
  bodies = {
    wisp.ground { id = "table", color = "#7a5a3e", checker = 0.12, roughness = 0.45 },
    wisp.sphere { id = "lemon", position = { 0.24, 0.05, -0.08 }, radius = 0.05, color = "#e8c832" },
  },
  effects = {
    wisp.fluid {
      id = "juice", spacing = 0.012, max = 16000, container = "cylinder",
      size = { 0.2, 0.4, 0.2 }, show_container = true, shape = "none",
      source_radius = 0.022, source_speed = 1.1, source_position = { 0.02, 0.35, 0 },
      color = wisp.rgb(0.35, 0.01, 0.03), absorption = { 2, 30, 22 },
      cohesion = 0.15, viscosity = 0.15, refractive_index = 1.35,
      region_size = { 0.14, 0.4, 0.14 },
    },
  },
  on = {
    level = function(s, e)
      if e.effect == "juice" and e.value > 0.24 then s:get("juice"):set { source_radius = 0 } end
    end,
  },
}
