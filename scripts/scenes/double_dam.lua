-- Two columns of different liquids' colours fall towards each other and meet in the middle.
return wisp.scene {
  title = "Double dam",
  seed = 2,
  duration = 8,
  background = wisp.gradient { { 0, "#d8c7b0" }, { 0.3, "#9aa6bd" }, { 1, "#2c4675" } },
  camera = wisp.orbit { target = { 0, 0.45, 0 }, distance = 4.2, yaw = 28, pitch = 20, spin = 4, fov = 42 },
  bodies = {
    wisp.ground { id = "ground", color = "#34393f", checker = 0.5, roughness = 0.8 },
    wisp.sphere { id = "stone", position = { 0, 0.22, 0 }, radius = 0.22, color = "#c9b79c" },
  },
  effects = {
    wisp.fluid {
      id = "water", spacing = 0.05, max = 20000,
      size = { 3.2, 2.2, 1.0 }, show_container = true,
      fill = { 0.7, 1.1, 1.0 }, fill_position = { -1.25, 0, 0 }, foam = 0.8,
    },
  },
  timeline = {
    { at = 0.02, run = function(s)
      for _, p in ipairs { { 1.2, 0.3 }, { 1.2, 0.7 } } do
        for _, z in ipairs { -0.25, 0.25 } do
          s:get("water"):add { position = { p[1], p[2], z }, radius = 0.26 }
        end
      end
    end },
  },
}
