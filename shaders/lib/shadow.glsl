// SPDX-License-Identifier: MIT
// The sun's shadow of bodies, softer the farther away its caster is.
// Source: Fernando, Percentage-closer soft shadows, 2005; points on a Vogel spiral.
#ifndef LIB_SHADOW_GLSL
#define LIB_SHADOW_GLSL
#include "lib/frame.glsl"

uniform sampler2DShadow w_shadow;
uniform sampler2D w_shadow_depth; // the same map, as numbers

const int SHADOW_SEARCH = 6;
const int SHADOW_TAPS = 12;

vec2 shadow_point(int i, int count, float turn) {
    float angle = 2.39996323 * float(i) + turn;
    return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// Place in the map, moved off the surface by about a texel so that it does not shade itself.
vec3 shadow_place(vec3 position, vec3 normal) {
    float texel = u_shadow_map.x * u_shadow_map.y;
    return (u_shadow * vec4(position + normal * texel * 1.5, 1.0)).xyz;
}

bool shadow_is_outside(vec3 at) {
    return u_sun_shadow <= 0.0 || any(lessThan(at.xy, vec2(0.0))) ||
           any(greaterThan(at.xy, vec2(1.0)));
}

// 1 in the sun, 0 in the dark: one look, for particles.
float shadow_hard(vec3 position) {
    vec3 at = shadow_place(position, vec3(0.0));
    if (shadow_is_outside(at)) return 1.0;
    return mix(1.0, texture(w_shadow, vec3(at.xy, min(at.z, 1.0) - 0.001)), u_sun_shadow);
}

// 1 in the sun, 0 in the dark, with a penumbra; turn: an angle that may differ per pixel.
float shadow_soft(vec3 position, vec3 normal, float turn) {
    vec3 at = shadow_place(position, normal);
    if (shadow_is_outside(at)) return 1.0;
    float own = min(at.z, 1.0) - 0.0005;
    float spread = tan(u_sun_softness) / u_shadow_map.y; // of uv, per m behind the caster
    float reach = clamp(own * u_shadow_map.z * spread, 2.0 * u_shadow_map.x, 0.08);
    float sum = 0.0, found = 0.0;
    for (int i = 0; i < SHADOW_SEARCH; i++) {
        vec2 uv = at.xy + reach * shadow_point(i, SHADOW_SEARCH, turn);
        float depth = textureLod(w_shadow_depth, uv, 0.0).r;
        float blocks = step(depth, own);
        sum += blocks * depth;
        found += blocks;
    }
    if (found < 0.5) return 1.0;
    float gap = (own - sum / found) * u_shadow_map.z;
    float radius = clamp(gap * spread, 1.2 * u_shadow_map.x, 0.08);
    float lit = 0.0;
    for (int i = 0; i < SHADOW_TAPS; i++)
        lit += texture(w_shadow, vec3(at.xy + radius * shadow_point(i, SHADOW_TAPS, turn), own));
    // Fade at the map's edge.
    vec2 edge = smoothstep(0.5, 0.46, abs(at.xy - 0.5));
    return mix(1.0, lit / float(SHADOW_TAPS), u_sun_shadow * edge.x * edge.y);
}
#endif
