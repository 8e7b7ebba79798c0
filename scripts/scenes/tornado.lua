-- A tornado: a vortex that turns dust and debris, wider with height, under a torn cloud. It wanders.
local function walk(s) return { 5 * math.sin(s.time * 0.21), 0, 3 * math.sin(s.time * 0.33) } end
local swirl = { attractor = "vortex", attractor_axis = { 0, 1, 0 } }

local function funnel(t)
  for k, v in pairs(swirl) do t[k] = v end
  t.attractor_position, t.position = walk, walk
  return wisp.particles(t)
end

return wisp.scene {
  title = "Tornado", seed = 17, wind = { 3, 0, 1 },
  background = wisp.sky { color = wisp.gradient { { 0, "#a9a58c" }, { 0.2, "#7d8480" }, { 1, "#39434a" } }, ambient = 0.6, fog_density = 0.012, fog_color = "#98968a" },
  sun = wisp.sun { direction = { -0.6, 0.3, 0.4 }, color = "#ffe6bc", intensity = 0.9 },
  camera = wisp.orbit { target = { 0, 7, 0 }, distance = 32, yaw = 10, pitch = 3, fov = 50 },
  post = { exposure = 1.0, bloom = { threshold = 1.4, strength = 0.15, radius = 0.5 }, saturation = 0.95 },
  bodies = {
    wisp.ground { id = "plain", color = "#7c7455", roughness = 1 },
    wisp.box { id = "barn", position = { -9, 1.2, -3 }, size = { 4, 2.4, 3 }, rotation = { 0, 30, 0 }, color = "#7a3b30" },
    wisp.cylinder { id = "silo", position = { -6.4, 2, -5.5 }, radius = 0.9, height = 4, color = "#9a9ea0" },
  },
  effects = {
    funnel { id = "column", shape = "ring", radius = 0.9, inner_radius = 0.3, emit = "tangent", rate = 1300, life = { 3.4, 4.6 }, speed = { 3, 5 }, spread = 15,
      attractor_strength = 9, attractor_radius = 1.2, acceleration = { 0, 3.6, 0 }, gravity = 0, drag = 0.9, turbulence = 2.2, turbulence_size = 4,
      size = wisp.curve { { 0, 0.6 }, { 1, 2.6 } }, sprite = "smoke", rotation_random = 180, spin = 90, lit = 1, soft = 0.8, max = 9000,
      color = wisp.gradient { { 0, "#8d806300" }, { 0.08, "#857a6268" }, { 0.7, "#6d6a6060" }, { 1, "#565a5a00" } } },
    funnel { id = "skirt", shape = "disc", radius = 3.2, emit = "tangent", rate = 900, life = { 1.2, 2.4 }, speed = { 4, 7 }, spread = 20,
      attractor_strength = 7, attractor_radius = 2.2, acceleration = { 0, 0.7, 0 }, gravity = 0, drag = 1.4, turbulence = 5, turbulence_size = 1.5,
      size = wisp.curve { { 0, 0.5 }, { 1, 2.2 } }, sprite = "smoke", rotation_random = 180, spin = 60, lit = 1, soft = 0.6, max = 4000,
      color = wisp.gradient { { 0, "#a3906a00" }, { 0.15, "#9c8a6658" }, { 1, "#8f826600" } } },
    funnel { id = "debris", shape = "disc", radius = 1.6, emit = "tangent", rate = 60, life = { 3, 5 }, speed = { 6, 10 }, spread = 25,
      attractor_strength = 14, attractor_radius = 1.8, acceleration = { 0, 5.5, 0 }, gravity = 0.4, drag = 0.9, turbulence = 8, turbulence_size = 2,
      size = { 0.06, 0.22 }, sprite = "disc", color = "#3a3025", lit = 1, rotation_random = 180, spin = 350, max = 600 },
    wisp.particles { id = "cloud", position = { 0, 15, 0 }, shape = "disc", radius = 15, emit = "tangent", rate = 90, life = { 6, 9 }, speed = { 1, 3 }, gravity = 0, drag = 0.2,
      attractor = "vortex", attractor_strength = 3, attractor_radius = 6, attractor_position = { 0, 15, 0 }, turbulence = 0.4, turbulence_size = 6,
      size = wisp.curve { { 0, 4 }, { 1, 8 } }, sprite = "smoke", rotation_random = 180, spin = 10, lit = 1, max = 1200, prewarm = 6,
      color = wisp.gradient { { 0, "#4a505400" }, { 0.25, "#454b5078" }, { 0.75, "#3f454a78" }, { 1, "#3a404500" } } },
  },
}
