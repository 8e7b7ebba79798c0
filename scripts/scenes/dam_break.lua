-- Dam break: a column of water, twice as high as wide, let go at once. The posts stand where the
-- front was in Martin and Moyce's experiment of 1952; the water reaches each at the time below.
local a = 0.8                                -- m: half the column's height
local measured = {                           -- T in sqrt(a / 2g) and Z in a, column 2.25 in wide
  { 0.832, 1.217 }, { 1.997, 2.292 }, { 2.547, 2.995 }, { 3.345, 4.134 },
}
local length = 4.6 * a                       -- m: of the tank

local bodies = { wisp.ground { id = "ground", color = "#3a3f45", checker = 0.5, roughness = 0.8 } }
for i, point in ipairs(measured) do
  bodies[#bodies + 1] = wisp.box {
    id = "post" .. i, color = "#e0482e",
    position = { point[2] * a - length / 2, 0.15, 0.68 }, size = { 0.03, 0.3, 0.03 },
  }
end

return wisp.scene {
  title = "Dam break",
  seed = 1,
  duration = 6,
  background = wisp.gradient { { 0, "#aebfcc" }, { 0.3, "#6d94bb" }, { 1, "#1d3f73" } },
  camera = wisp.orbit { target = { 0, 0.6, 0 }, distance = 4.8, yaw = 22, pitch = 17, fov = 42 },
  bodies = bodies,
  effects = {
    wisp.fluid {
      id = "water", spacing = 0.05, max = 20000,
      size = { length, 2.4, 1.2 }, show_container = true,
      fill = { a, 2 * a, 1.2 }, fill_position = { (a - length) / 2, 0, 0 },
      relaxation = 0.8, viscosity = 0.05, foam = 0.6,
    },
  },
}
