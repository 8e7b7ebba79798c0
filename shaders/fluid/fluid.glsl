// SPDX-License-Identifier: MIT
// What all passes of the fluid share. Depths are distances along the view axis in m, positive
// in front of the eye; 0 means that there is no fluid.

layout(std140) uniform Effect {
    vec4 u_sprite; // m: radius of a particle, band of the filter, push-back below it, edge step
    vec4 u_smooth; // x: reach of the filter in px at 1 m, y: most samples, zw: direction in texels
    vec4 u_amount; // x: m of fluid per m of chord, y: refractive index, z: reflection, w: caustics
    vec4 u_tint;   // rgb: colour of deep fluid; w: px of the depth image per px of the picture
    vec4 u_absorb; // rgb: 1/m; w: stage to show, 1 is the picture
    vec4 u_foam;   // x: m, radius of a bubble; y: light of foam; z: seconds a step has gone on
};

// Depth in m of a value of the depth image, by the projection's own numbers.
float depth_in_metres(float d) {
    return u_proj[3][2] / (d * 2.0 - 1.0 + u_proj[2][2]);
}

// Eye-space point at depth z behind uv in 0..1.
vec3 eye_point(vec2 uv, float z) {
    vec2 ndc = uv * 2.0 - 1.0;
    return vec3((ndc.x + u_proj[2][0]) / u_proj[0][0], (ndc.y + u_proj[2][1]) / u_proj[1][1], -1.0) *
           z;
}

vec2 screen_uv(vec3 eye) {
    vec4 clip = u_proj * vec4(eye, 1.0);
    return clip.xy / clip.w * 0.5 + 0.5;
}
