-- The three ways a march can end at a body, side by side at the coarse step 1/16: stopping at depth shows slices on the
-- ball, the extra sample of the source and the clipped midpoint do not.
local bodies = { wisp.ground { id = "floor", color = "#3c3a36", roughness = 1, checker = 0.5 } }
local effects = {}
for k, mode in ipairs { "stop", "extra", "midpoint" } do
  local x = 1.5 * (k - 2)
  bodies[#bodies + 1] = wisp.sphere { id = "ball_" .. mode, position = { x, 0.5, 0 }, radius = 0.36, color = "#777d86", roughness = 0.8 }
  effects[#effects + 1] = wisp.simplex_fire { id = mode, position = { x, 0, 0 }, size = { 1.4, 1.6 }, depth_mode = mode, step = 0.0625, jitter = 0, absorption = 2, breathing = 0, lod = false }
end
return wisp.scene {
  title = "Banding: stop, extra, midpoint", seed = 9, background = wisp.sky { color = "#05070d", ambient = 0.2 },
  camera = wisp.fixed { position = { 0, 1.1, 5.2 }, look_at = { 0, 0.7, 0 }, fov = 40 },
  post = { exposure = 1.0 }, bodies = bodies, effects = effects,
}
