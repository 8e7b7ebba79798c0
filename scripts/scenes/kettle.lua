-- A camp fire of logs with a kettle hanging in it: the march ends at every body, so the fire wraps around wood and iron
-- without slices. Sparks by the particle kit.
local P = wisp.params {
  { "wind", 0.4, min = -4, max = 4, unit = "m/s", group = "air" },
  { "intensity", 1.0, min = 0, max = 1, group = "fire" },
  { "roughness", 1.6, min = 0, max = 4, group = "fire" },
}
local bodies = { wisp.ground { id = "clearing", color = "#2b271f", roughness = 1 } }
for k = 0, 10 do
  local a = math.rad(32.7 * k)
  bodies[#bodies + 1] = wisp.sphere { id = "stone" .. k, position = { 0.78 * math.cos(a), 0.07, 0.78 * math.sin(a) },
    radius = 0.13 + 0.03 * (k % 3), color = "#5a554e", roughness = 1 }
end
for k = 0, 4 do
  local a = k * 1.2566
  bodies[#bodies + 1] = wisp.capsule { id = "log" .. k, position = { 0.2 * math.cos(a), 0.2, 0.2 * math.sin(a) },
    rotation = { 60 * math.cos(a + 1.57), 0, 60 * math.sin(a + 1.57) }, radius = 0.065, height = 0.66, color = "#35251b", roughness = 1 }
end
bodies[#bodies + 1] = wisp.sphere { id = "kettle", position = { 0, 0.78, 0 }, radius = 0.19, color = "#30343a", roughness = 0.4, metallic = 0.7 }
bodies[#bodies + 1] = wisp.cylinder { id = "lid", position = { 0, 0.96, 0 }, radius = 0.1, height = 0.05, color = "#30343a", roughness = 0.4, metallic = 0.7 }
bodies[#bodies + 1] = wisp.cylinder { id = "chain", position = { 0, 1.5, 0 }, radius = 0.012, height = 1.05, color = "#22252a", roughness = 0.6 }
bodies[#bodies + 1] = wisp.capsule { id = "bar", position = { 0, 2.03, 0 }, rotation = { 0, 0, 90 }, radius = 0.03, height = 2.2, color = "#3a2a1e", roughness = 1 }
bodies[#bodies + 1] = wisp.capsule { id = "post1", position = { -1.1, 1.0, 0 }, radius = 0.04, height = 2.0, color = "#3a2a1e", roughness = 1 }
bodies[#bodies + 1] = wisp.capsule { id = "post2", position = { 1.1, 1.0, 0 }, radius = 0.04, height = 2.0, color = "#3a2a1e", roughness = 1 }

return wisp.scene {
  title = "Kettle in the fire", seed = 5, wind = function(s) return { s.p.wind, 0, 0.1 } end,
  background = wisp.sky { color = wisp.gradient { { 0, "#1a2338" }, { 0.4, "#0b1122" }, { 1, "#04070f" } }, ambient = 0.25 },
  sun = wisp.sun { direction = { -0.4, 0.6, -0.5 }, color = "#7f96d8", intensity = 0.12 },
  camera = wisp.orbit { target = { 0, 0.85, 0 }, distance = 3.6, yaw = 25, pitch = 8, fov = 45, spin = 4 },
  post = { exposure = 1.0, bloom = { threshold = 1.0, strength = 0.3, radius = 0.6 }, vignette = 0.3 },
  bodies = bodies,
  effects = {
    wisp.simplex_fire { id = "fire", size = { 1.25, 1.7 }, intensity = P.intensity, roughness = P.roughness, quality = "high" },
    wisp.particles { id = "sparks", position = { 0, 0.5, 0 }, shape = "disc", radius = 0.25, rate = 26, life = { 1.2, 3.2 }, speed = { 0.8, 2.2 }, spread = 18,
      gravity = -0.12, drag = 0.7, wind = 0.9, turbulence = 5, turbulence_size = 0.8, turbulence_octaves = 3, size = { 0.006, 0.014 }, stretch = 0.03, additive = 1,
      brightness = 12, sprite = "spark", color = wisp.gradient { { 0, "#ffd890" }, { 0.4, "#ff8a2a" }, { 1, "#40080000" } }, max = 500 },
  },
}
