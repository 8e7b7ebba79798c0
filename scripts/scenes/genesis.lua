-- The wall of fire of Reeves' Genesis sequence: an impact on a dead planet, and rings of small systems, each an explosion,
-- that spread outward over the sphere. Green and blue fade fast, red slower.
local R = 6            -- m: radius of the planet
local rings, systems = 7, {}
local fire = wisp.gradient { { 0, "#ffd79a" }, { 0.1, "#ff9636" }, { 0.35, "#f24a0e" }, { 0.75, "#7a1405" }, { 1, "#14020000" } }

for ring = 0, rings do
  local angle = ring * 7.5                                   -- deg from the impact
  local count = ring == 0 and 1 or math.floor(ring * 3.2 + 0.5) -- so many per circumference
  for k = 1, count do
    local turn = 360 / count * (k + 0.37 * ring)
    local a, b = math.rad(angle), math.rad(turn)
    local n = { math.sin(a) * math.cos(b), math.cos(a), math.sin(a) * math.sin(b) }
    systems[#systems + 1] = wisp.particles { id = ("fire_%d_%d"):format(ring, k),
      position = { R * n[1], R * n[2], R * n[3] }, direction = n, shape = "disc", radius = 0.42, emit = "along", spread = 28,
      rate = 0, max = 2600, life = { 0.5, 1.15 }, speed = { 0.8 + 0.4 * (k % 3), 2.6 + 1.1 * (k * 7 % 4) }, gravity = 0,
      acceleration = { -1.6 * n[1], -1.6 * n[2], -1.6 * n[3] }, turbulence = 2.2, turbulence_size = 0.7, stretch = 0.03,
      size = wisp.curve { { 0, 0.06 }, { 0.5, 0.1 }, { 1, 0.05 } }, additive = 1, brightness = 0.7, color = fire, light = ring == 0 and 60 or 14 }
  end
end

local cues = {}
for ring = 0, rings do                                        -- each ring starts when the wall reaches it
  local set, off = {}, {}
  for _, e in ipairs(systems) do
    if tonumber(e.id:match("fire_(%d+)")) == ring then
      set[e.id], off[e.id] = { rate = 1500 }, { rate = 0 }
    end
  end
  cues[#cues + 1] = { at = 0.6 + 0.75 * ring, set = set, over = 0.5, ease = "out" }
  cues[#cues + 1] = { at = 2.6 + 0.75 * ring, set = off, over = 1.2 }
end

return wisp.scene {
  title = "Genesis", seed = 1982, duration = 10, loop = true, gravity = { 0, 0, 0 },
  background = wisp.sky { color = wisp.gradient { { 0, "#02030a" }, { 1, "#010105" } }, ambient = 0.12 },
  sun = wisp.sun { direction = { -0.7, 0.25, 0.5 }, color = "#cfd8ff", intensity = 0.7 },
  camera = wisp.orbit { target = { 0, 4.6, 0 }, distance = 13, yaw = 0, pitch = 24, fov = 46, spin = 2 },
  post = { exposure = 1.0, bloom = { threshold = 0.9, strength = 0.5, radius = 0.7 } },
  bodies = { wisp.sphere { id = "planet", radius = R, color = "#55504c", roughness = 1 } },
  effects = systems,
  timeline = cues,
}
