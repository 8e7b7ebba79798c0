-- TEMPLATE: begin here. Save while `wisp run TEMPLATE.lua` shows it, and watch.
local P = wisp.params {
  { "motes", 600, min = 0, max = 5000, step = 1, label = "motes in the air" },
}

return wisp.scene {
  title = "TEMPLATE",
  seed = 1,
  background = wisp.gradient { { 0, "#8fa3b8" }, { 1, "#22364f" } },
  camera = wisp.orbit { target = { 0, 1, 0 }, distance = 6, yaw = 20, pitch = 12 }, -- m, deg
  wind = { 0.4, 0, 0 },                                                             -- m/s
  bodies = {
    wisp.ground { id = "ground", color = "#5a6158", checker = 1 },
    wisp.sphere { id = "ball", position = { 0, 0.5, 0 }, radius = 0.5, color = "#b8573c" },
  },
  effects = {
    wisp.dust { id = "motes", position = { 0, 1.5, 0 }, count = P.motes },
  },
}
