-- A flamethrower sweeps past a ball and a wall at night: the jet splashes along both and lights them. Cut the fuel with
-- space: the column detaches and burns out.
local P = wisp.params {
  { "sweep", 26, min = 0, max = 60, unit = "deg", group = "nozzle" },
  { "pressure", 0.4, min = 0.05, max = 1.5, unit = "MPa", group = "nozzle" },
  { "open", true, group = "nozzle" },
  { "wind", 0.5, min = -6, max = 6, unit = "m/s", group = "air" },
}
return wisp.scene {
  title = "Flamethrower", seed = 3, wind = function(s) return { 0.3, 0, s.p.wind } end,
  background = wisp.sky { color = wisp.gradient { { 0, "#131c30" }, { 0.4, "#0a1020" }, { 1, "#04060d" } }, ambient = 0.3 },
  sun = wisp.sun { direction = { -0.4, 0.6, 0.5 }, color = "#7f96d8", intensity = 0.15 },
  camera = wisp.fixed { position = { 2.6, 2.6, 9.5 }, look_at = { 3.4, 1.3, 0 }, fov = 48 },
  post = { exposure = 1.0, bloom = { threshold = 1.0, strength = 0.3, radius = 0.6 }, vignette = 0.3 },
  bodies = {
    wisp.ground { id = "yard", color = "#3a3834", roughness = 1, checker = 1 },
    wisp.sphere { id = "ball", position = { 4.2, 0.9, 0.5 }, radius = 0.8, color = "#8a8f98", roughness = 0.6 },
    wisp.box { id = "wall", position = { 6.6, 1.4, -1.2 }, size = { 0.4, 2.8, 4.5 }, color = "#7a6a58", roughness = 1 },
    wisp.cylinder { id = "barrel", position = { -0.4, 1.2, 0 }, rotation = { 0, 0, -90 }, radius = 0.06, height = 0.8, color = "#2b2d30", roughness = 0.4, metallic = 0.8 },
  },
  effects = {
    wisp.jet_flame { id = "jet", preset = "flamethrower", position = { 0, 1.2, 0 }, pressure = function(s) return s.p.pressure * 1e6 end, open = P.open,
      direction = function(s) local a = math.rad(s.p.sweep * math.sin(s.time * 1.1)) return { math.cos(a), 0.06, math.sin(a) } end, max = 6000 },
  },
}
