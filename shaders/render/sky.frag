// SPDX-License-Identifier: MIT
// The sky behind everything.
#include "render/sky_color.glsl"
#include "lib/lighting.glsl"

in vec3 v_ray;
layout(location = 0) out vec4 o_color;

void main() {
    vec3 d = normalize(v_ray);
    vec3 color = sky_color(d);
    // Fog is thick along the horizon and thins out upwards.
    float haze = 1.0 - exp(-u_fog_density * 120.0);
    color = mix(color, u_fog_color, haze * exp(-8.0 * max(d.y, 0.0)));
    o_color = vec4(color, 1.0);
}
