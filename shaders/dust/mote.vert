// SPDX-License-Identifier: MIT
// One mote as a small square that faces the eye, never so small that pixels miss it: what is lost in
// size is taken from its opacity, so that far dust thins out instead of flickering.
#include "lib/frame.glsl"

layout(std140) uniform Effect {
    vec4 u_size; // x: m
    vec4 u_color; // linear, straight alpha
};

layout(location = 0) in float a_x; // m, world
layout(location = 1) in float a_y;
layout(location = 2) in float a_z;

out vec2 v_corner;
flat out float v_opacity;
flat out float v_twinkle;

void main() {
    vec3 center = vec3(a_x, a_y, a_z);
    v_corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec4 eye = u_view * vec4(center, 1.0);
    float pixel = -2.0 * eye.z / (u_proj[1][1] * u_viewport.y);
    float radius = max(0.5 * u_size.x, 1.25 * pixel);
    v_opacity = min(1.0, (0.25 * u_size.x * u_size.x) / (radius * radius)) *
                smoothstep(0.1, 0.6, -eye.z);
    // Flakes turn as they drift and catch the light now and then.
    float own = fract(sin(float(gl_InstanceID) * 12.9898) * 43758.5453);
    v_twinkle = 0.6 + 0.4 * sin(u_time * (0.5 + 2.0 * own) + 40.0 * own);
    gl_Position = u_proj * (eye + vec4(v_corner * radius * (0.7 + 0.6 * own), 0.0, 0.0));
}
