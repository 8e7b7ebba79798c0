-- A fireworks show over a dark plain. Shells rise with a trail of sparks, break, and some of the stars break
-- again. The timeline alone decides what happens when, so the show can be sought through.
local palette = { "#ff5a4d", "#ffd166", "#5ad1ff", "#c08bff", "#7dff9a", "#ffffff" }

local function shell(s, at, color)
  s:get("stars"):burst {
    count = 420, position = at, speed = { 9, 12.5 },
    color = wisp.gradient { { 0, "#ffffff" }, { 0.08, color }, { 0.6, color }, { 1, "#00000000" } },
  }
  s:get("flash"):burst { count = 1, position = at }
  s.state.shots = (s.state.shots or 0) + 1
end

local function boom(s)
  shell(s, { s.random() * 26 - 13, 13 + s.random() * 9, s.random() * 8 - 8 }, palette[s.random(#palette)])
end

local function volley(s)
  for k = -2, 2 do shell(s, { k * 6, 16 + 2 * math.cos(k), -4 }, palette[(k + 2) % #palette + 1]) end
end

return wisp.scene {
  title = "Fireworks", seed = 2024, duration = 30, loop = true,
  background = wisp.sky { color = wisp.gradient { { 0, "#2a2547" }, { 0.15, "#161a3a" }, { 0.5, "#0a0d20" }, { 1, "#04050f" } }, ambient = 0.25 },
  camera = wisp.fixed { position = { 0, 2.2, 34 }, look_at = { 0, 12, 0 }, fov = 52 },
  post = { exposure = 1.1, bloom = { threshold = 0.7, strength = 0.6, radius = 0.7 } },
  bodies = {
    wisp.ground { id = "plain", color = "#1d2430", roughness = 0.35 },
    wisp.box { id = "mortar_left", position = { -7, 0.3, 0 }, size = { 0.5, 0.6, 0.5 }, color = "#20242c" },
    wisp.box { id = "mortar", position = { 0, 0.3, 0 }, size = { 0.5, 0.6, 0.5 }, color = "#20242c" },
    wisp.box { id = "mortar_right", position = { 7, 0.3, 0 }, size = { 0.5, 0.6, 0.5 }, color = "#20242c" },
  },
  effects = {
    -- the rising shells: few, fast, each a source of sparks
    wisp.particles { id = "rockets", shape = "line", line = { { -8, 0, 0 }, { 8, 0, 0 } }, position = { 0, 0.6, 0 },
      rate = 0.6, life = { 1.35, 1.7 }, speed = { 17, 20 }, spread = 5, drag = 0.15, size = 0.16,
      color = "#ffe2b0", brightness = 6, additive = 1, sprite = "spark", stretch = 0.03, max = 64 },
    wisp.particles { id = "tail", source = "rockets", source_on = "flight", rate = 160, life = { 0.4, 0.9 },
      speed = { 0, 0.5 }, emit = "sphere", inherit = 0.1, gravity = 0.4, drag = 1.5,
      size = wisp.curve { { 0, 0.09 }, { 1, 0.02 } }, brightness = 3, additive = 1, max = 20000,
      color = wisp.gradient { { 0, "#ffd9a0" }, { 0.4, "#ff8a3c" }, { 1, "#40100000" } } },
    -- the break at the end of each rise
    wisp.particles { id = "breaks", source = "rockets", source_on = "death", source_count = 260, source_variance = 60,
      life = { 1.2, 1.9 }, speed = { 7, 9 }, emit = "sphere", drag = 1.1, gravity = 0.55, size = wisp.curve { { 0, 0.14 }, { 0.7, 0.1 }, { 1, 0.02 } },
      stretch = 0.05, brightness = 10, additive = 1, sprite = "spark", max = 60000, light = 900,
      color = wisp.gradient { { 0, "#ffffff" }, { 0.1, "#ffc861" }, { 0.65, "#ff9a2e" }, { 1, "#30080000" } } },
    -- every break's stars shed crackling sparks when they die
    wisp.particles { id = "crackle", source = "breaks", source_on = "death", source_count = 2, source_variance = 1,
      life = { 0.15, 0.4 }, speed = { 1, 3 }, emit = "sphere", drag = 2, size = 0.08, brightness = 8, additive = 1,
      sprite = "spark", max = 20000, color = wisp.gradient { { 0, "#ffffff" }, { 1, "#ffe9b000" } } },
    -- shells fired by the timeline
    wisp.particles { id = "stars", rate = 0, max = 60000, life = { 1.3, 2.4 }, emit = "sphere", drag = 1.0, gravity = 0.6,
      size = wisp.curve { { 0, 0.15 }, { 0.7, 0.11 }, { 1, 0.03 } }, stretch = 0.05, brightness = 12, additive = 1,
      sprite = "spark", light = 1500 },
    -- and the sparks that those shed on their way: willows of gold
    wisp.particles { id = "willow", source = "stars", source_on = "flight", rate = 22, life = { 0.5, 1.1 }, speed = { 0, 0.4 },
      emit = "sphere", inherit = 0.15, drag = 2, gravity = 0.35, max = 60000, size = wisp.curve { { 0, 0.085 }, { 1, 0.03 } },
      brightness = 2.2, additive = 1, color = wisp.gradient { { 0, "#ffe0a8" }, { 0.3, "#ffab4a" }, { 1, "#3a140000" } } },
    wisp.particles { id = "embers", source = "breaks", source_on = "flight", rate = 26, life = { 0.4, 1.0 }, speed = { 0, 0.3 },
      emit = "sphere", inherit = 0.15, drag = 2, gravity = 0.35, max = 60000, size = wisp.curve { { 0, 0.08 }, { 1, 0.03 } },
      brightness = 2, additive = 1, color = wisp.gradient { { 0, "#ffd08a" }, { 0.3, "#ff8f3a" }, { 1, "#3a100000" } } },
    wisp.particles { id = "flash", rate = 0, max = 64, life = 0.22, speed = 0, gravity = 0,
      size = wisp.curve { { 0, 2 }, { 0.3, 7 }, { 1, 9 } }, brightness = 3, additive = 1,
      color = wisp.gradient { { 0, "#fff6e0" }, { 1, "#20180000" } } },
    wisp.particles { id = "smoke", source = "breaks", source_on = "birth", source_count = 0.12, life = { 4, 7 }, speed = { 0, 1 },
      emit = "sphere", inherit = 0.35, drag = 2.2, gravity = -0.01, wind = 1, sprite = "smoke", rotation_random = 180, max = 3000,
      size = wisp.curve { { 0, 0.6 }, { 1, 4.5 } }, lit = 1, soft = 0.5,
      color = wisp.gradient { { 0, "#3a3f4a00" }, { 0.1, "#3a3f4a22" }, { 1, "#30343c00" } } },
  },
  timeline = {
    { at = 1.5, to = 18, every = 1.3, run = boom },
    { at = 18, label = "storm", to = 24, every = 0.4, run = boom },
    { at = 25, label = "finale", to = 27, every = 0.8, run = volley },
  },
  on = { key_b = { boom, help = "one shell" }, key_r = { function(s) s:seek(0) end, help = "from the start" } },
}
