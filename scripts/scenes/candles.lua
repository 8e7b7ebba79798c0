-- Candles: the staged jet's evolution curve carried over to small flames, each with its own wax and its own light.
local P = wisp.params { { "draught", 0.0, min = -1, max = 1, unit = "m/s", group = "air" } }
local bodies = { wisp.ground { id = "table", color = "#4a3220", roughness = 0.7 } }
local effects = {}
local spot = { { -0.16, 0.02, 0.2 }, { -0.04, -0.05, 0.26 }, { 0.07, 0.03, 0.16 }, { 0.17, -0.04, 0.22 }, { 0.01, 0.12, 0.11 } }
for k, c in ipairs(spot) do
  bodies[#bodies + 1] = wisp.cylinder { id = "wax" .. k, position = { c[1], c[3] / 2, c[2] }, radius = 0.022, height = c[3], color = "#e8dcc0", roughness = 0.5, collide = false }
  bodies[#bodies + 1] = wisp.cylinder { id = "wick" .. k, position = { c[1], c[3] + 0.006, c[2] }, radius = 0.0015, height = 0.012, color = "#1c1712", roughness = 1, collide = false }
  effects[#effects + 1] = wisp.jet_flame { id = "flame" .. k, preset = "candle", position = { c[1], c[3] + 0.005, c[2] }, collide = false, soft = 0.002, light = 10 }
end
return wisp.scene {
  title = "Candles", seed = 4, wind = function(s) return { s.p.draught, 0, 0 } end, background = wisp.sky { color = "#0a0806", ambient = 0.15 },
  camera = wisp.orbit { target = { 0, 0.19, 0 }, distance = 0.85, yaw = 15, pitch = 14, fov = 36, near = 0.01 },
  post = { exposure = 1.0, bloom = { threshold = 1.0, strength = 0.35, radius = 0.6 }, vignette = 0.4 },
  bodies = bodies, effects = effects,
}
