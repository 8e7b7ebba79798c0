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

// The next direction of the spiral: turned by the golden angle.
vec2 shadow_turn(vec2 d) {
    return vec2(-0.73736888 * d.x - 0.67549029 * d.y, 0.67549029 * d.x - 0.73736888 * d.y);
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

// 1 in the sun, 0 in the dark, with a penumbra; turn: an angle that may differ per pixel. Where
// `facing` is not above 0 nothing is looked up.
// The counts of the loops depend on the place, since software renderers run both sides of a
// branch but leave a loop that no pixel of a group is in any more.
float shadow_soft(vec3 position, vec3 normal, float turn, float facing) {
    vec3 at = shadow_place(position, normal);
    float own = min(at.z, 1.0) - 0.0005;
    float spread = u_sun_softness / u_shadow_map.y; // of uv, per m behind the caster
    float reach = clamp(own * u_shadow_map.z * spread, 2.0 * u_shadow_map.x, 0.08);
    int count = facing <= 0.0 || shadow_is_outside(at) ? 0 : SHADOW_SEARCH;
    float sum = 0.0, found = 0.0, away = 0.5 / float(SHADOW_SEARCH);
    vec2 d = vec2(cos(turn), sin(turn));
    for (int i = 0; i < count; i++) {
        float depth = textureLod(w_shadow_depth, at.xy + reach * sqrt(away) * d, 0.0).r;
        d = shadow_turn(d);
        away += 1.0 / float(SHADOW_SEARCH);
        float blocks = step(depth, own);
        sum += blocks * depth;
        found += blocks;
    }
    float gap = (own - sum / max(found, 1.0)) * u_shadow_map.z;
    float radius = clamp(gap * spread, 1.2 * u_shadow_map.x, 0.08);
    count = found < 0.5 ? 0 : SHADOW_TAPS;
    float dark = 0.0;
    away = 0.5 / float(SHADOW_TAPS);
    for (int i = 0; i < count; i++) {
        dark += 1.0 - texture(w_shadow, vec3(at.xy + radius * sqrt(away) * d, own));
        d = shadow_turn(d);
        away += 1.0 / float(SHADOW_TAPS);
    }
    // Fade at the map's edge.
    vec2 edge = smoothstep(0.5, 0.46, abs(at.xy - 0.5));
    return 1.0 - dark / float(SHADOW_TAPS) * u_sun_shadow * edge.x * edge.y;
}
#endif
