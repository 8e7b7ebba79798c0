// SPDX-License-Identifier: MIT
// The fire's uniforms and formulas. C twins: plugins/simplex_fire/fire_{map,profile,wind}.c.
// Object space: base at y = -1/2, top at y = 1/2, the flame's wall at radius 1/2.
#include "lib/blackbody.glsl"
#include "lib/noise.glsl"

layout(std140) uniform Effect {
    mat4 u_object_to_clip;
    vec4 u_eye;   // object space; w: centre of the end caps (sea of fire), 0 for a single flame
    vec4 u_low;   // corner of the box to march; w: width of the flame, breathing about 1
    vec4 u_high;  // other corner; w: how much the ridge of a sea varies, 0..1
    vec4 u_wind;  // lean at the top x, z (box heights); 1 bend or 2 shear; scroll (box heights)
    vec4 u_noise; // scale; roughness; octaves; buoyancy: growth of the speed with height
    vec4 u_march; // step; depth mode 1 stop, 2 extra, 3 midpoint; jitter 0..1; frame
    vec4 u_glow;  // K at the heart; K at the tips; brightness; extinction (per unit length)
    vec4 u_smoke; // amount; top (object y); light on it; domain warp of the flame
    vec4 u_depth; // near, far (m); scene pixels per pixel of this pass; 1: skip empty space
    vec4 u_state; // how far it burns 0..1; share of this picture in the average
    uvec4 u_seed; // noise seed; 0: pure sum of colours, 1: emission and absorption
};

const float WIDEST = 1.0 / 6.0 - 0.03; // v where the profile is widest

float fire_width(float v) {
    if (v < 0.0 || v >= 1.0) return 0.0;
    return 0.9 * pow(1.0 - v, 0.6) * sqrt(min(1.0, 6.0 * (v + 0.03)));
}

float fire_hull(float h) { return fire_width(max(h, WIDEST)); }

// Distance to the axis, or to the line between the end caps, in units of the wall.
float fire_radius(vec3 p) {
    float past = max(abs(p.x) - u_eye.w, 0.0);
    return 2.0 * length(vec2(past, p.z)) / u_low.w;
}

float fire_anchored(float h, float noise, float roughness) {
    return h + roughness * abs(noise) * sqrt(max(h, 0.0));
}

vec2 fire_bend(float h) { return u_wind.xy * h * h; }

// Pattern coordinates: what burns climbs at scroll speed, faster with height when buoyant.
vec3 fire_pattern(vec3 p) {
    float h = p.y + 0.5;
    float b = u_noise.w;
    float climbed = b > 0.0 ? log(1.0 + b * max(h, 0.0)) / b : h;
    return u_noise.x * vec3(p.x, climbed - 0.5 - u_wind.w, p.z);
}

float fire_noise(vec3 p) {
    vec3 q = fire_pattern(p);
#ifdef WARP
    q += u_smoke.w * curl3(q * 0.7, u_seed.x + 17u);
#endif
    return fbm3(q, int(u_noise.z), u_seed.x);
}

float fire_eye_depth(float depth) {
    float n = u_depth.x, f = u_depth.y;
    return 2.0 * n * f / ((f + n) - (2.0 * depth - 1.0) * (f - n));
}
