-- A fountain in a stone basin: jets of drops that bounce on the stone, and a fine spray that the wind carries.
local P = wisp.params {
  { "jet", 7.2, min = 2, max = 12, unit = "m/s", group = "water" },
  { "wind", 0.8, min = -6, max = 6, unit = "m/s", group = "air" },
}
local drops = wisp.gradient { { 0, "#dcefff" }, { 0.7, "#a9cfee" }, { 1, "#8fb8dd00" } }
local stone = "#a59f92"

return wisp.scene {
  title = "Fountain", seed = 3, wind = function(s) return { s.p.wind, 0, 0 } end,
  background = wisp.sky { color = wisp.gradient { { 0, "#dfe9f2" }, { 0.2, "#9fc4e6" }, { 1, "#3d78c0" } }, ambient = 0.75, fog_density = 0.006, fog_color = "#c9dcec" },
  sun = wisp.sun { direction = { 0.5, 0.7, 0.45 }, color = "#fff1d8", intensity = 2.4, shadow_softness = 0.3 },
  camera = wisp.orbit { target = { 0, 1.5, 0 }, distance = 8.5, yaw = 25, pitch = 14, fov = 45, spin = 3 },
  post = { exposure = 0.85, bloom = { threshold = 1.3, strength = 0.25, radius = 0.5 } },
  bodies = {
    wisp.ground { id = "court", color = "#8f8a7c", roughness = 0.9, checker = 1.2 },
    wisp.cylinder { id = "basin", position = { 0, 0.22, 0 }, radius = 2.3, height = 0.44, color = stone },
    wisp.cylinder { id = "water", position = { 0, 0.43, 0 }, radius = 2.08, height = 0.06, color = "#2c6a8c", roughness = 0.08, collide = false },
    wisp.cylinder { id = "foot", position = { 0, 0.8, 0 }, radius = 0.22, height = 0.9, color = stone },
    wisp.cylinder { id = "bowl", position = { 0, 1.25, 0 }, radius = 0.85, height = 0.14, color = stone },
    wisp.sphere { id = "ball", position = { 0, 1.4, 0 }, radius = 0.16, color = "#c9a24a", metallic = 1, roughness = 0.3 },
  },
  effects = {
    wisp.particles { id = "jet", position = { 0, 1.55, 0 }, rate = 2600, life = { 1.6, 2.1 }, speed = P.jet, spread = 5, drag = 0.25, wind = 0.5,
      collide = "bounce", restitution = 0.28, friction = 0.25, contact_radius = 0.01, size = { 0.02, 0.045 }, stretch = 0.022, color = drops, lit = 0.6,
      additive = 0.35, brightness = 1.4, max = 12000 },
    wisp.particles { id = "ring", position = { 0, 1.36, 0 }, shape = "ring", radius = 0.72, inner_radius = 0.68, emit = "along", rate = 1500, life = 0.9,
      speed = { 1.2, 1.9 }, spread = 34, drag = 0.2, wind = 0.5, collide = "bounce", restitution = 0.25, friction = 0.2, size = { 0.015, 0.03 }, stretch = 0.02, color = drops,
      lit = 0.6, additive = 0.35, max = 4000 },
    wisp.particles { id = "splash", source = "jet", source_on = "hit", source_count = 1.1, source_variance = 0.8, life = { 0.15, 0.4 }, speed = { 0.4, 1.5 },
      spread = 65, size = { 0.008, 0.02 }, color = drops, lit = 0.6, additive = 0.4, max = 8000 },
    wisp.particles { id = "spray", source = "jet", source_on = "flight", rate = 0.9, life = { 0.9, 2.2 }, speed = { 0.1, 0.5 }, emit = "sphere", inherit = 0.3, drag = 2.5,
      gravity = 0.06, wind = 1, turbulence = 0.8, turbulence_size = 0.8, size = wisp.curve { { 0, 0.1 }, { 1, 0.5 } }, color = wisp.gradient { { 0, "#ffffff18" }, { 1, "#ffffff00" } },
      lit = 1, soft = 0.3, max = 6000 },
  },
}
