// SPDX-License-Identifier: MIT
// Sprites: squares that face the eye, and ribbons along a velocity. Draw a strip of 4 vertices.
#ifndef LIB_SPRITE_GLSL
#define LIB_SPRITE_GLSL
#include "lib/frame.glsl"

// Corner of vertex 0..3 of a strip: -1 or 1 on each axis.
vec2 sprite_corner(int vertex) {
    return vec2(float(vertex & 1), float(vertex >> 1)) * 2.0 - 1.0;
}

// m that one pixel covers at a distance along the view.
float sprite_pixel(float view_distance) {
    return 2.0 * view_distance / (u_proj[1][1] * u_viewport.y);
}

// Keeps a radius (m) at half a pixel or more; opacity gets what the area grew by.
float sprite_radius(float radius, float view_distance, out float opacity) {
    float least = 0.6 * sprite_pixel(view_distance);
    float kept = max(radius, least);
    opacity = (radius * radius) / (kept * kept);
    return kept;
}

// Clip position of a corner of a square that faces the eye; turn: rad.
vec4 sprite_face(vec3 center, vec2 corner, float radius, float turn) {
    float c = cos(turn), s = sin(turn);
    vec2 turned = vec2(c * corner.x - s * corner.y, s * corner.x + c * corner.y);
    return u_proj * (u_view * vec4(center, 1.0) + vec4(turned * radius, 0.0, 0.0));
}

// Clip position of a corner of a ribbon from tail to head, radius m to each side; corner.x goes
// across, corner.y along.
vec4 sprite_streak(vec3 tail, vec3 head, vec2 corner, float radius) {
    vec4 a = u_view * vec4(tail, 1.0), b = u_view * vec4(head, 1.0);
    vec2 along = b.xy / max(-b.z, 1e-3) - a.xy / max(-a.z, 1e-3);
    float size = length(along);
    along = size > 1e-6 ? along / size : vec2(0.0, 1.0);
    vec4 p = corner.y < 0.0 ? a : b;
    p.xy += radius * (vec2(-along.y, along.x) * corner.x + along * corner.y);
    return u_proj * p;
}
#endif
