// SPDX-License-Identifier: MIT
// One particle as a square that faces the eye, or with STREAK as a ribbon along its way. Positions are relative
// to the system's anchor, and the eye is taken from that first: far from the origin nothing trembles.
#include "lib/frame.glsl"
#include "lib/sprite.glsl"
#include "lib/lighting.glsl"
#include "kit/particle_block.glsl"

layout(location = 0) in float a_x; // m, from the anchor
layout(location = 1) in float a_y;
layout(location = 2) in float a_z;
layout(location = 3) in float a_size; // m, full width; 0 is dead
layout(location = 4) in vec4 a_color; // linear, straight alpha
layout(location = 5) in uint a_seed;
layout(location = 6) in float a_age; // share of life lived
#ifdef STREAK
layout(location = 7) in vec3 a_velocity; // m/s
#endif

out vec2 v_corner;
out vec2 v_cell; // place in the sheet's cell, 0..1
flat out vec4 v_color; // premultiplied
flat out float v_additive;
flat out vec2 v_frame; // frame and share of the next one
flat out float v_variant; // 0..1, own to each particle

float own_random(uint salt) {
    uint h = (a_seed ^ salt) * 0x9e3779b1u;
    h = (h ^ (h >> 15)) * 0x85ebca77u;
    return float((h ^ (h >> 13)) >> 8) / 16777216.0;
}

float additive_at(float t) {
    float x = clamp(t, 0.0, 1.0) * 15.0;
    int k = int(min(x, 14.0));
    float a = u_additive[k >> 2][k & 3], b = u_additive[(k + 1) >> 2][(k + 1) & 3];
    return mix(a, b, x - float(k));
}

void main() {
    vec3 from_eye = vec3(a_x, a_y, a_z) + u_offset.xyz;
    vec3 eye = mat3(u_view) * from_eye;
    float opacity;
    float size = a_size * mix(u_shape.x, u_shape.y, own_random(1u));
    float radius = sprite_radius(0.5 * size, max(-eye.z, 1e-3), opacity);
    v_corner = sprite_corner(gl_VertexID);
    v_variant = own_random(2u);
    v_additive = additive_at(a_age);
#ifdef STREAK
    // The light of the dot is spread over the streak.
    vec3 way = mat3(u_view) * a_velocity * u_motion.x * 0.5;
    vec3 tail = eye - way, head = eye + way;
    vec2 along = head.xy / max(-head.z, 1e-3) - tail.xy / max(-tail.z, 1e-3);
    float long_px = length(along);
    along = long_px > 1e-6 ? along / long_px : vec2(0.0, 1.0);
    opacity *= radius / (radius + 0.5 * length(way.xy));
    vec3 p = v_corner.y < 0.0 ? tail : head;
    p.xy += radius * (vec2(-along.y, along.x) * v_corner.x + along * v_corner.y);
#else
    float turn = u_shape.z * (2.0 * own_random(3u) - 1.0);
    turn += u_shape.w * a_age * (own_random(4u) < 0.5 ? -1.0 : 1.0);
    float c = cos(turn), s = sin(turn);
    vec3 p = eye;
    p.xy += radius * vec2(c * v_corner.x - s * v_corner.y, s * v_corner.x + c * v_corner.y);
#endif
    v_cell = vec2(0.5 + 0.5 * v_corner.x, 0.5 - 0.5 * v_corner.y);
    float frames = u_sheet.x * u_sheet.y;
    float frame = clamp(a_age * u_motion.w, 0.0, u_motion.w) * frames;
    frame = u_motion.w <= 1.0 ? min(frame, frames - 1.0) : mod(frame, frames);
    v_frame = vec2(floor(frame), fract(frame));
    vec3 light = vec3(u_offset.w);
    if (u_motion.z > 0.0) {
        vec3 world = from_eye + u_camera;
        light *= mix(vec3(1.0), light_scatter(world, 1.0), u_motion.z);
    }
    // Without the near plane's cut: a sprite at the lens fades instead.
    float alpha = a_color.a * opacity * smoothstep(0.05, 0.4, -eye.z);
    v_color = vec4(a_color.rgb * light, 1.0) * alpha;
    v_color = fog_apply_blended(v_color, from_eye + u_camera);
    gl_Position = a_size > 0.0 ? u_proj * vec4(p, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
