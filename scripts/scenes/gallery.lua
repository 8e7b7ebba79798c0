-- The gallery: still bodies in evening light, dust in the air.
return wisp.scene {
  title = "Gallery",
  seed = 7,
  background = wisp.gradient { { 0, "#e8b07a" }, { 0.35, "#8f8fb0" }, { 1, "#24355c" } },
  camera = wisp.orbit { target = { 0, 0.9, 0 }, distance = 7, yaw = 24, pitch = 11, fov = 42 },
  wind = { 0.35, 0, 0.1 }, -- m/s
  bodies = {
    wisp.ground { id = "ground", color = "#6a6f64", checker = 1 },
    wisp.box { id = "plinth", position = { 0, 0.35, 0 }, size = { 1.4, 0.7, 1.4 }, color = "#c9c2b4" },
    wisp.sphere { id = "globe", position = { 0, 1.2, 0 }, radius = 0.5, color = "#b5493a", roughness = 0.35 },
    wisp.cylinder { id = "drum", position = { -2, 0.6, -0.6 }, radius = 0.45, height = 1.2, color = "#4d6d8c" },
    wisp.capsule { id = "pill", position = { 1.9, 0.75, -0.4 }, radius = 0.35, height = 0.8, color = "#7d8f4e" },
  },
  effects = {
    wisp.dust { id = "motes", position = { 0, 1.5, 0 }, count = 1500 },
  },
}
