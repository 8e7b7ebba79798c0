-- Snowfall as its source document has it: flakes born at a rate in a flat box above the view, triangular
-- spread, a life from the top of the box to the white ground, a sky around it. Two numbers make the scene.
local P = wisp.params {
    { "flakes_per_second", 2000, min = 0, max = 10000, step = 50, unit = "1/s" },
    { "flake_size", 0.05, min = 0.005, max = 0.15, unit = "m" },
}

return wisp.scene {
    title = "Snowfall after the document", seed = 2,
    background = wisp.gradient { { 0, "#8fa3c0" }, { 0.4, "#5e7fb0" }, { 1, "#31548c" } },
    sun = wisp.sun { direction = { 0.4, 0.7, 0.5 }, intensity = 0.5 },
    camera = wisp.fixed { position = { 0, 1.7, 0 }, look_at = { 0, 2.6, -10 }, fov = 60, near = 0.5, far = 200 },
    bodies = {
        wisp.ground { id = "ground", color = "#f4f6fa" },
        wisp.box { id = "block", position = { -2.2, 0.75, -8 }, rotation = { 0, 30, 0 }, size = { 1.5, 1.5, 1.5 }, color = "#a04f3c" },
        wisp.sphere { id = "ball", position = { 1.9, 0.8, -7 }, radius = 0.8, color = "#4d6d8c" },
    },
    effects = {
        wisp.snow { id = "snow", mode = "document", spawn = "triangular", rate = P.flakes_per_second, size = P.flake_size,
            fall_speed = { 2.5, 3.5 }, flutter = 0, extent = { 30, 12, 40 } },
    },
}
