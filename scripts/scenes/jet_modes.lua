-- Table 2 of the source: single texture with 700 and with 400 particles, staged, and half-tetrahedra, from left to right.
-- The counters of each are in the panel and in --stats.
local effects, bodies = {}, { wisp.ground { id = "floor", color = "#2c2b29", roughness = 1, checker = 1 } }
for k, mode in ipairs { "single", "sparse", "staged", "tetra" } do
  local x = 2.3 * (k - 2.5)
  bodies[#bodies + 1] = wisp.cylinder { id = "nozzle_" .. mode, position = { x, 0.15, 0 }, radius = 0.09, height = 0.3, color = "#40444a", roughness = 0.4, metallic = 0.7 }
  effects[#effects + 1] = wisp.jet_flame { id = mode, mode = mode, position = { x, 0.3, 0 }, direction = { 0, 1, 0 } }
end
return wisp.scene {
  title = "Jet: single, sparse, staged, tetra", seed = 1, background = wisp.sky { color = "#070a12", ambient = 0.2 },
  camera = wisp.fixed { position = { 0, 2.7, 11 }, look_at = { 0, 2.5, 0 }, fov = 40 },
  post = { exposure = 1.0, bloom = { threshold = 1.0, strength = 0.25, radius = 0.5 } },
  bodies = bodies, effects = effects,
}
