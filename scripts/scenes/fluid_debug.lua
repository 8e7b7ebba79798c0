-- Contact sheet: the same splash six times, each showing one stage on the way to the picture:
-- particles, depth, smoothed depth; thickness, normals, Fresnel's share.
local views = { "particles", "depth", "smoothed", "thickness", "normals", "fresnel" }
local effects = {}
for i, view in ipairs(views) do
  local column, row = (i - 1) % 3, (i - 1) // 3
  effects[i] = wisp.fluid {
    id = view, view = view, seed = 6, spacing = 0.05, max = 4000,
    position = { (column - 1) * 1.5, 0, row * 1.5 - 0.9 },
    size = { 1.1, 1.0, 1.0 }, fill = { 0.4, 0.7, 0.5 }, fill_position = { -0.35, 0, -0.25 },
  }
end
return wisp.scene {
  title = "Stages of the fluid's picture",
  seed = 6,
  duration = 3,
  background = wisp.gradient { { 0, "#30353b" }, { 1, "#14171a" } },
  camera = wisp.orbit { target = { 0, 0.3, 0 }, distance = 6.2, yaw = 0, pitch = 34, fov = 40 },
  bodies = { wisp.ground { id = "ground", color = "#26292d", checker = 0.5 } },
  effects = effects,
}
