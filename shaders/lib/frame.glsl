// SPDX-License-Identifier: MIT
// Block Frame: what all draws of one picture share. Its C twin is render/frame_block.h.
// Units: m, s, rad, px; linear light. Positions and directions are in the world's space.
#ifndef LIB_FRAME_GLSL
#define LIB_FRAME_GLSL

const int FRAME_LIGHTS = 32;

struct FrameLight {
    vec4 position; // w: radius of the source
    vec4 color;    // radiant intensity; w: range, beyond which it is not seen
};

layout(std140) uniform Frame {
    mat4 u_view;
    mat4 u_proj;
    mat4 u_view_proj;
    mat4 u_inverse_view;
    mat4 u_inverse_proj;
    mat4 u_inverse_view_proj;
    mat4 u_shadow; // world to the shadow map: xy texture coordinates, z depth
    vec4 u_viewport; // width, height, 1 / width, 1 / height
    vec4 u_clip; // near, far, vertical field of view, aspect
    vec3 u_camera;
    float u_time;
    vec3 u_sun_direction; // towards the sun
    float u_sun_softness; // tangent of the half angle of the sun, as shadows see it
    vec3 u_sun_color; // 0 without a sun
    float u_sun_shadow; // 0: no shadow map
    vec3 u_ambient; // light of the whole sky on a surface that faces up
    float u_step_dt;
    vec3 u_bounce; // light from below, off the ground
    float u_alpha; // part of a step since the last one
    vec3 u_fog_color;
    float u_fog_density; // 1/m
    vec3 u_mean_wind; // m/s
    int u_light_count;
    vec4 u_shadow_map; // texel in texture coordinates; m across; depth in m; 0
    FrameLight u_lights[FRAME_LIGHTS];
};
#endif
