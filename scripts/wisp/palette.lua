-- Named colours and gradients: local palette = require "wisp.palette"
local M = {}

M.colors = {
    ember = "#ff7a2a", flame = "#ffb347", coal = "#3a1408", ash = "#8a8a86",
    snow = "#eef4fb", ice = "#bfe3f5", water = "#2f6f93", deep_water = "#0e2f44",
    leaf = "#4d8a3a", moss = "#6a7d3c", straw = "#cdb26a", bark = "#4a3728",
    night = "#0b1020", dusk = "#2a2140", dawn = "#f2a874", noon = "#7fb2e5",
}

-- Skies from the horizon to the zenith.
M.skies = {
    night = wisp.gradient { { 0, "#101a30" }, { 1, "#03050c" } },
    dusk = wisp.gradient { { 0, "#d97a4a" }, { 0.35, "#5a3a5e" }, { 1, "#12142c" } },
    dawn = wisp.gradient { { 0, "#f6c48a" }, { 0.4, "#a9a3c4" }, { 1, "#3c5c94" } },
    noon = wisp.gradient { { 0, "#c9def0" }, { 1, "#3f7fc4" } },
}

-- A colour with another opacity, 0 to 1: palette.with_alpha("#ff7a2a", 0.5)
function M.with_alpha(color, alpha)
    return color:sub(1, 7) .. ("%02x"):format(math.floor(255 * alpha + 0.5))
end

return M
