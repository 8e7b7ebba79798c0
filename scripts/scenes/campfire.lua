-- Sparks over a campfire: fire of overlapping red particles (where many overlap it turns yellow and white), embers that
-- drift on turbulence, smoke lit by the fire. The flame itself is Reeves' fire: lone particles are dim red.
local P = wisp.params {
  { "fire", 1.0, min = 0, max = 2, group = "fire" },
  { "wind", 0.5, min = -3, max = 3, unit = "m/s", group = "air" },
}
local bodies = { wisp.ground { id = "clearing", color = "#2a261d", roughness = 1 } }
for k = 0, 9 do
  local a = math.rad(36 * k)
  bodies[#bodies + 1] = wisp.sphere { id = "stone" .. k, position = { 0.75 * math.cos(a), 0.08, 0.75 * math.sin(a) }, radius = 0.15 + 0.03 * (k % 3),
    color = "#59544d", roughness = 1 }
end
for k = 0, 4 do
  bodies[#bodies + 1] = wisp.capsule { id = "log" .. k, position = { 0.16 * math.cos(k * 1.256), 0.24, 0.16 * math.sin(k * 1.256) }, rotation = { 58 * math.cos(k * 1.256 + 1.57), 0, 58 * math.sin(k * 1.256 + 1.57) },
    radius = 0.07, height = 0.62, color = "#33231a", roughness = 1, collide = false }
end
for k = 0, 11 do
  local a = math.rad(30 * k + 11)
  local d = 5.5 + 2.6 * (k % 3)
  bodies[#bodies + 1] = wisp.cylinder { id = "trunk" .. k, position = { d * math.cos(a), 2.5, d * math.sin(a) - 2 }, radius = 0.16 + 0.05 * (k % 4), height = 5.4, color = "#2b221b", roughness = 1 }
end

return wisp.scene {
  title = "Campfire sparks", seed = 8, wind = function(s) return { s.p.wind, 0, 0.2 } end,
  background = wisp.sky { color = wisp.gradient { { 0, "#1c2740" }, { 0.4, "#0c1428" }, { 1, "#040814" } }, ambient = 0.3, fog_density = 0.03, fog_color = "#101a2c" },
  sun = wisp.sun { direction = { -0.4, 0.6, -0.5 }, color = "#7f96d8", intensity = 0.16 },
  camera = wisp.orbit { target = { 0, 0.9, 0 }, distance = 4.6, yaw = 20, pitch = 9, fov = 46, spin = 1 },
  post = { exposure = 1.15, bloom = { threshold = 0.9, strength = 0.4, radius = 0.65 }, vignette = 0.35 },
  bodies = bodies,
  lights = { wisp.lamp { id = "glow", position = { 0, 0.55, 0 }, color = wisp.kelvin(2000), intensity = 6, radius = 0.25, flicker = 0.3 } },
  effects = {
    wisp.particles { id = "smoke", position = { 0, 1.2, 0 }, shape = "disc", radius = 0.18, rate = 16, life = { 3, 5 }, speed = { 0.5, 0.9 }, spread = 12, drag = 0.8, gravity = -0.05,
      wind = 0.9, turbulence = 0.7, turbulence_size = 1, size = wisp.curve { { 0, 0.35 }, { 1, 1.9 } }, sprite = "smoke", rotation_random = 180, spin = 20, lit = 1, soft = 0.4,
      color = wisp.gradient { { 0, "#3a363300" }, { 0.2, "#38353340" }, { 1, "#2f2d2c00" } }, max = 300 },
    wisp.particles { id = "fire", position = { 0, 0.12, 0 }, shape = "disc", radius = 0.26, rate = function(s) return 420 * s.p.fire end, life = { 0.45, 1.0 }, speed = { 0.9, 1.7 }, spread = 14,
      attractor = "line", attractor_position = { 0, 0, 0 }, attractor_strength = 1.6, attractor_radius = 0.3, gravity = -0.12, drag = 0.9, wind = 0.8, turbulence = 3.2, turbulence_size = 0.5,
      turbulence_octaves = 3, size = wisp.curve { { 0, 0.3 }, { 0.3, 0.42 }, { 1, 0.12 } }, additive = 1, sprite = "smoke", rotation_random = 180, spin = 80, soft = 0.15, brightness = 1.1,
      color = wisp.gradient { { 0, "#ff9a3c40" }, { 0.35, "#ff6a1a50" }, { 0.8, "#c42a0a38" }, { 1, "#40080000" } }, max = 1200 },
    wisp.particles { id = "sparks", position = { 0, 0.5, 0 }, shape = "disc", radius = 0.2, rate = function(s) return 34 * s.p.fire end, life = { 1.2, 3.4 }, speed = { 0.8, 2.4 }, spread = 20,
      gravity = -0.12, drag = 0.7, wind = 0.9, turbulence = 5, turbulence_size = 0.8, turbulence_octaves = 3, size = { 0.008, 0.02 }, stretch = 0.03, additive = 1, brightness = 14, sprite = "spark",
      color = wisp.gradient { { 0, "#ffd890" }, { 0.4, "#ff8a2a" }, { 1, "#40080000" } }, max = 600 },
  },
}
