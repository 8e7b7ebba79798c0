-- An explosion with all its parts: flash, fireball, shock ring along the ground, debris with smoke trails, embers,
-- and a column of smoke that the wind takes away. Space sets it off again.
local function boom(s)
  s:get("flash"):burst(1)
  s:get("fireball"):burst(260)
  s:get("ring"):burst(420)
  s:get("debris"):burst(46)
  s:get("sparks"):burst(500)
  s:get("smoke"):burst(120)
  s.camera:shake { amount = 0.12, time = 0.6 }
end

return wisp.scene {
  title = "Explosion", seed = 5, duration = 8, loop = true, wind = { 1.6, 0, 0.4 },
  background = wisp.sky { color = wisp.gradient { { 0, "#d8b08a" }, { 0.25, "#8a93a8" }, { 1, "#3c4f74" } }, ambient = 0.55,
    fog_density = 0.008, fog_color = "#b79f8c" },
  sun = wisp.sun { direction = { 0.6, 0.35, 0.4 }, color = "#ffdcb0", intensity = 1.6 },
  camera = wisp.orbit { target = { 0, 2.6, 0 }, distance = 15, yaw = 20, pitch = 9, fov = 48 },
  post = { exposure = 1.0, bloom = { threshold = 1.1, strength = 0.5, radius = 0.65 } },
  bodies = {
    wisp.ground { id = "ground", color = "#6f6657", roughness = 1 },
    wisp.box { id = "wall", position = { -4.5, 1.1, -3 }, size = { 0.4, 2.2, 5 }, rotation = { 0, 20, 0 }, color = "#8d8274" },
    wisp.box { id = "crate", position = { 3.1, 0.5, -1.6 }, size = { 1, 1, 1 }, rotation = { 0, 33, 0 }, color = "#7a5f3e" },
    wisp.cylinder { id = "drum", position = { 2.4, 0.6, 2.2 }, radius = 0.4, height = 1.2, color = "#5c6b73" },
  },
  effects = {
    wisp.particles { id = "smoke", rate = 0, max = 2000, position = { 0, 0.6, 0 }, shape = "sphere", radius = 0.7, emit = "outward",
      life = { 3.5, 6 }, speed = { 0.5, 4.5 }, spread = 40, drag = 1.6, gravity = -0.16, wind = 0.6, turbulence = 2.2, turbulence_size = 2.5,
      size = wisp.curve { { 0, 0.9 }, { 0.25, 2.4 }, { 1, 4.2 }, ease = "out" }, sprite = "smoke", rotation_random = 180, spin = 25, lit = 1, soft = 0.6,
      color = wisp.gradient { { 0, "#2a241e00" }, { 0.08, "#2d2720d0" }, { 0.5, "#4a443eb0" }, { 1, "#77706a00" } } },
    wisp.particles { id = "trails", source = "debris", source_on = "flight", rate = 75, life = { 0.8, 1.8 }, speed = { 0, 0.3 }, emit = "sphere",
      drag = 2, gravity = -0.05, wind = 0.8, size = wisp.curve { { 0, 0.16 }, { 1, 0.75 } }, sprite = "smoke", rotation_random = 180, lit = 1, max = 6000, soft = 0.2,
      color = wisp.gradient { { 0, "#3a302a90" }, { 0.3, "#55504a70" }, { 1, "#70686000" } } },
    wisp.particles { id = "debris", rate = 0, max = 200, position = { 0, 0.5, 0 }, life = { 2.2, 3.2 }, speed = { 5, 13 }, spread = 62,
      collide = "bounce", restitution = 0.35, friction = 0.3, contact_radius = 0.06, size = { 0.1, 0.26 }, sprite = "disc", color = "#2b2520", lit = 1,
      rotation_random = 180, spin = 350 },
    wisp.particles { id = "ring", rate = 0, max = 1000, position = { 0, 0.25, 0 }, shape = "ring", radius = 0.8, inner_radius = 0.6, emit = "outward",
      attractor = "line", attractor_position = { 0, 0, 0 }, attractor_strength = -50, attractor_radius = 0.9,
      life = { 0.6, 1.1 }, speed = 0.2, drag = 4.5, gravity = 0, size = wisp.curve { { 0, 0.35 }, { 1, 1.5 } }, sprite = "smoke", rotation_random = 180, lit = 1,
      soft = 0.3, color = wisp.gradient { { 0, "#c2ad92a0" }, { 1, "#b3a28e00" } } },
    wisp.particles { id = "fireball", rate = 0, max = 1000, position = { 0, 0.7, 0 }, shape = "sphere", radius = 0.5, emit = "outward", spread = 30,
      life = { 0.5, 1.25 }, speed = { 1, 8.5 }, drag = 4.2, gravity = -0.35, turbulence = 16, turbulence_size = 1.3, turbulence_octaves = 3,
      size = wisp.curve { { 0, 0.5 }, { 0.3, 1.7 }, { 1, 2.1 }, ease = "out" }, sprite = "smoke", rotation_random = 180, spin = 60, brightness = 9, soft = 0.5,
      additive = wisp.curve { { 0, 1 }, { 0.45, 0.75 }, { 1, 0.1 } }, light = 900,
      color = wisp.gradient { { 0, "#fff3c4" }, { 0.2, "#ffb84a" }, { 0.5, "#d9501a" }, { 0.75, "#431408d0" }, { 1, "#0d060400" } } },
    wisp.particles { id = "sparks", rate = 0, max = 4000, position = { 0, 0.6, 0 }, life = { 0.6, 2.2 }, speed = { 4, 16 }, spread = 80, drag = 1.1,
      collide = "bounce", restitution = 0.4, friction = 0.2, size = { 0.02, 0.045 }, stretch = 0.03, brightness = 12, additive = 1, sprite = "spark",
      color = wisp.gradient { { 0, "#fff0c0" }, { 0.4, "#ffa63a" }, { 1, "#50100000" } } },
    wisp.particles { id = "flash", rate = 0, max = 4, position = { 0, 1, 0 }, life = 0.16, speed = 0, gravity = 0, brightness = 14, additive = 1,
      size = wisp.curve { { 0, 4 }, { 1, 12 } }, color = wisp.gradient { { 0, "#fff4d8" }, { 1, "#40200000" } } },
  },
  timeline = { { at = 0.4, label = "boom", run = boom } },
  on = { key_space = { boom, help = "again" } },
}
