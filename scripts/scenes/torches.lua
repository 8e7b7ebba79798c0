-- A colonnade of torches in a gusty wind: one volumetric flame each, all leaning with the air they stand in.
local P = wisp.params {
  { "wind", 2.2, min = -6, max = 6, unit = "m/s", group = "air" },
  { "gust", 2.5, min = 0, max = 8, unit = "m/s", group = "air" },
}
local bodies = { wisp.ground { id = "court", color = "#4a443b", roughness = 0.9, checker = 1 } }
local effects = {}
for k = 0, 5 do
  local x = 1.7 * (k - 2.5)
  bodies[#bodies + 1] = wisp.cylinder { id = "pole" .. k, position = { x, 0.75, -0.05 * k }, radius = 0.05, height = 1.5, color = "#3b2a1d", roughness = 1 }
  bodies[#bodies + 1] = wisp.cylinder { id = "bowl" .. k, position = { x, 1.53, -0.05 * k }, radius = 0.15, height = 0.08, color = "#4a4238", roughness = 0.6, metallic = 0.6 }
  bodies[#bodies + 1] = wisp.cylinder { id = "column" .. k, position = { x, 1.6, -1.6 }, radius = 0.32, height = 3.2, color = "#9a8f7c", roughness = 1 }
  effects[#effects + 1] = wisp.simplex_fire { id = "torch" .. k, position = { x, 1.55, -0.05 * k }, size = { 0.5, 0.95 }, speed = 1.3, quality = "high", light = 2 }
end
return wisp.scene {
  title = "Torches in the wind", seed = 12, wind = { velocity = function(s) return { s.p.wind, 0, 0.3 } end, gust = P.gust, turbulence = 0.5 },
  background = wisp.sky { color = wisp.gradient { { 0, "#1d2740" }, { 0.4, "#0d1428" }, { 1, "#050812" } }, ambient = 0.25 },
  sun = wisp.sun { direction = { 0.5, 0.5, 0.5 }, color = "#8fa3d8", intensity = 0.12 },
  camera = wisp.orbit { target = { 0, 1.45, -0.4 }, distance = 7.6, yaw = 18, pitch = 6, fov = 46 },
  post = { exposure = 1.0, bloom = { threshold = 1.0, strength = 0.3, radius = 0.6 }, vignette = 0.3 },
  bodies = bodies, effects = effects,
}
