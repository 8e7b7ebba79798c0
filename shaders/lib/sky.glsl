// SPDX-License-Identifier: MIT
// The sky as a map: longitude across, height up; row 0 is straight down.
#ifndef LIB_SKY_GLSL
#define LIB_SKY_GLSL

uniform sampler2D w_sky;

vec2 sky_place(vec3 direction) {
    return vec2(atan(direction.z, direction.x) * 0.15915494 + 0.5,
                asin(clamp(direction.y, -1.0, 1.0)) * 0.31830989 + 0.5);
}

vec3 sky_direction(vec2 place) {
    float around = (place.x - 0.5) * 6.2831853, up = (place.y - 0.5) * 3.14159265;
    return vec3(cos(around) * cos(up), sin(up), sin(around) * cos(up));
}

// Radiance from a direction (unit).
vec3 sky_radiance(vec3 direction) {
    return textureLod(w_sky, sky_place(direction), 0.0).rgb;
}
#endif
