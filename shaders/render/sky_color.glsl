// SPDX-License-Identifier: MIT
// Radiance of the sky that a scene describes: a gradient or a picture, and the sun in it.
#include "lib/frame.glsl"
#include "lib/color.glsl"

layout(std140) uniform Effect {
    vec4 u_sky; // brightness; picture: 0 none, 1 lat-long, 2 lying cross, 3 standing cross; sun
};

uniform sampler2D u_gradient; // horizon to zenith, brightness included
uniform sampler2D u_picture;

// Place in a cross of six faces: +x right of the middle, the four sides in one row.
vec2 cross_place(vec3 d) {
    vec3 a = abs(d);
    vec2 cell, p;
    if (a.z >= a.x && a.z >= a.y) {
        cell = d.z < 0.0 ? vec2(1.0, 1.0) : vec2(3.0, 1.0);
        p = vec2(d.z < 0.0 ? d.x : -d.x, d.y) / a.z;
        if (d.z > 0.0 && u_sky.y > 2.5) {
            cell = vec2(1.0, 3.0); // below the others, upside down
            p = -p;
        }
    } else if (a.x >= a.y) {
        cell = d.x > 0.0 ? vec2(2.0, 1.0) : vec2(0.0, 1.0);
        p = vec2(d.x > 0.0 ? d.z : -d.z, d.y) / a.x;
    } else {
        cell = d.y > 0.0 ? vec2(1.0, 0.0) : vec2(1.0, 2.0);
        p = vec2(d.x, d.y > 0.0 ? d.z : -d.z) / a.y;
    }
    vec2 cells = u_sky.y > 2.5 ? vec2(3.0, 4.0) : vec2(4.0, 3.0);
    p = clamp(vec2(p.x, -p.y) * 0.5 + 0.5, 0.003, 0.997);
    return (cell + p) / cells;
}

vec3 sky_picture(vec3 d) {
    vec2 place = u_sky.y < 1.5
                     ? vec2(atan(d.z, d.x) * 0.15915494 + 0.5, 0.5 - asin(d.y) * 0.31830989)
                     : cross_place(d);
    return textureLod(u_picture, place, 0.0).rgb * u_sky.x;
}

// Disc and halo. u_sky.z fades both out in a dark sky, where the sun is only a studio's light.
vec3 sky_sun(vec3 d) {
    float c = dot(d, u_sun_direction);
    if (c < 0.0) return vec3(0.0);
    float halo = 0.010 / (1.02 - c) + 0.05 * c * c * c * c;
    float disc = smoothstep(0.99955, 0.9998, c) * 12.0;
    return u_sun_color * u_sky.z * (0.35 * halo + disc);
}

vec3 sky_color(vec3 d) {
    if (u_sky.y > 0.5) return sky_picture(d);
    float t = clamp(d.y, 0.0, 1.0);
    vec3 c = textureLod(u_gradient, vec2((t * 63.0 + 0.5) / 64.0, 0.5), 0.0).rgb;
    // Below the horizon the haze thickens into shade.
    return c * (1.0 - 0.35 * smoothstep(0.0, -0.6, d.y)) + sky_sun(d);
}
