-- A rocket engine fires downward on its stand; the plume hits the ground, splashes and lights the pit. Space cuts it.
local P = wisp.params { { "open", true, group = "engine" }, { "haze", 0.8, min = 0, max = 2, group = "engine" } }
local bodies = {
  wisp.ground { id = "pad", color = "#55524d", roughness = 1, checker = 2 },
  wisp.cylinder { id = "tank", position = { 0, 12.2, 0 }, radius = 1.0, height = 4.4, color = "#c9ccd0", roughness = 0.4, metallic = 0.3 },
  wisp.cylinder { id = "bell", position = { 0, 9.55, 0 }, radius = 0.55, height = 0.9, color = "#4b4e54", roughness = 0.3, metallic = 0.9, collide = false },
}
for k = 0, 3 do
  local x, z = (k % 2) * 4 - 2, (k // 2) * 4 - 2
  bodies[#bodies + 1] = wisp.cylinder { id = "leg" .. k, position = { x, 5.5, z }, radius = 0.14, height = 11, color = "#8a4a32", roughness = 0.8 }
  bodies[#bodies + 1] = wisp.capsule { id = "beam" .. k, position = { x / 2, 10.8, z / 2 }, rotation = { 0, (k == 0 or k == 3) and -45 or 45, 90 }, radius = 0.12, height = 3.2, color = "#8a4a32", roughness = 0.8, collide = false }
end
return wisp.scene {
  title = "Rocket stand", seed = 2, wind = { 1, 0, 0.4 },
  background = wisp.sky { color = wisp.gradient { { 0, "#c98a5a" }, { 0.25, "#5a5a78" }, { 1, "#1d2742" } }, ambient = 0.6 },
  sun = wisp.sun { direction = { -0.7, 0.25, 0.4 }, color = "#ffb07a", intensity = 0.8 },
  camera = wisp.orbit { target = { 0, 6, 0 }, distance = 24, yaw = 30, pitch = 5, fov = 42, spin = 2 },
  post = { exposure = 0.9, bloom = { threshold = 1.0, strength = 0.3, radius = 0.6 } },
  bodies = bodies,
  effects = { wisp.jet_flame { id = "plume", preset = "rocket", position = { 0, 9.1, 0 }, direction = { 0, -1, 0 }, open = P.open, haze = P.haze, max = 4000 } },
  on = { key_space = function(s) local e = s:get("plume") e:set { open = false } end },
}
