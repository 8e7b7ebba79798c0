// SPDX-License-Identifier: MIT
// Depth of the scene as distance, and soft edges where things meet.
#ifndef LIB_DEPTH_GLSL
#define LIB_DEPTH_GLSL
#include "lib/frame.glsl"

// Distance along the view, m, from a depth value 0..1.
float depth_linear(float depth) {
    float n = u_clip.x, f = u_clip.y;
    return n * f / (f - depth * (f - n));
}

// 0..1: fades what lies within `distance` m before the surface at scene_depth (a value 0..1).
float depth_soft(float scene_depth, float own_depth, float distance) {
    return clamp((depth_linear(scene_depth) - depth_linear(own_depth)) / distance, 0.0, 1.0);
}

// 0..1: fades what comes nearer to the eye than `distance` m.
float depth_near_fade(float view_distance, float distance) {
    return clamp((view_distance - u_clip.x) / distance, 0.0, 1.0);
}

// World position of a pixel, from its place 0..1 and its depth value.
vec3 depth_world(vec2 uv, float depth) {
    vec4 p = u_inverse_view_proj * vec4(vec3(uv, depth) * 2.0 - 1.0, 1.0);
    return p.xyz / p.w;
}
#endif
