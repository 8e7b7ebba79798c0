// SPDX-License-Identifier: MIT
// Light of sun, sky and lamps on surfaces and in particles; fog. Shadows: lib/shadow.glsl.
// A white matte surface under illuminance E shines with E: 1/pi is part of the light's unit.
#ifndef LIB_LIGHTING_GLSL
#define LIB_LIGHTING_GLSL
#include "lib/frame.glsl"

// Illuminance of lamp i at a point, on a surface that faces it; to: direction to the lamp.
vec3 light_at(int i, vec3 position, out vec3 to) {
    vec3 d = u_lights[i].position.xyz - position;
    float square = dot(d, d);
    float radius = u_lights[i].position.w;
    float ratio = square / (u_lights[i].color.w * u_lights[i].color.w);
    float window = clamp(1.0 - ratio * ratio, 0.0, 1.0);
    to = d * inversesqrt(max(square, 1e-8));
    return u_lights[i].color.rgb * (window * window / (square + radius * radius + 1e-4));
}

vec3 light_sky(vec3 normal) {
    return mix(u_bounce, u_ambient, 0.5 + 0.5 * normal.y);
}

// Light that a matte surface gives back for an albedo of 1; sun: what shadows leave of it.
vec3 light_diffuse(vec3 position, vec3 normal, float sun) {
    vec3 sum = light_sky(normal) + u_sun_color * sun * max(dot(normal, u_sun_direction), 0.0);
    for (int i = 0; i < u_light_count; i++) {
        vec3 to;
        vec3 light = light_at(i, position, to);
        sum += light * max(dot(normal, to), 0.0);
    }
    return sum;
}

// Light in a small thing or a volume that scatters to all sides, for an albedo of 1.
vec3 light_scatter(vec3 position, float sun) {
    vec3 sum = 0.5 * (u_ambient + u_bounce) + 0.25 * u_sun_color * sun;
    for (int i = 0; i < u_light_count; i++) {
        vec3 to;
        sum += 0.25 * light_at(i, position, to);
    }
    return sum;
}

// Share of a colour that fog leaves over a distance in m.
float fog_left(float distance) {
    return exp(-u_fog_density * distance);
}

vec3 fog_apply(vec3 color, vec3 position) {
    return mix(u_fog_color, color, fog_left(length(position - u_camera)));
}

// The same for premultiplied colours that are blended over the picture.
vec4 fog_apply_blended(vec4 color, vec3 position) {
    float left = fog_left(length(position - u_camera));
    return vec4(mix(u_fog_color * color.a, color.rgb, left), color.a);
}
#endif
