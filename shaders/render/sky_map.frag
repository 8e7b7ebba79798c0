// SPDX-License-Identifier: MIT
// The whole sky as a map, for reflections (lib/sky.glsl).
#include "render/sky_color.glsl"

in vec2 v_uv;
layout(location = 0) out vec4 o_color;

vec3 direction_of(vec2 place) {
    float around = (place.x - 0.5) * 6.2831853, up = (place.y - 0.5) * 3.14159265;
    return vec3(cos(around) * cos(up), sin(up), sin(around) * cos(up));
}

void main() {
    o_color = vec4(min(sky_color(direction_of(v_uv)), vec3(64.0)), 1.0);
}
