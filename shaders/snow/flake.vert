// SPDX-License-Identifier: MIT
// One flake as a sprite drawn out along its way while the shutter is open. It sinks on a small
// spiral of its own, blurs near the lens, and thins out towards the borders of its box.
#include "lib/lighting.glsl"
#include "lib/sprite.glsl"

layout(std140) uniform Effect {
    vec4 u_color; // linear, straight alpha
    vec4 u_low;   // m: lower corner of the box; w: 1 when the box follows the camera
    vec4 u_size;  // m: its size; w: aperture of the lens
    vec4 u_look;  // shutter s; flutter m at 1 m/s; 0 feathery .. 1 hard
    vec4 u_eye_speed; // m/s, of the camera
};

layout(location = 0) in vec4 a_place;   // m, world; w: diameter
layout(location = 1) in vec4 a_velocity; // m/s; w: phase 0..1
layout(location = 2) in float a_opacity;

out vec2 v_corner;
flat out vec4 v_light; // light the flake sends on; w: opacity
flat out float v_detail; // radius in px
flat out vec2 v_turn; // rad; how much it faces the eye

const float TAU = 6.2831853;

// 1 inside the box, 0 at its sides and its top.
float inside(vec3 p) {
    vec3 d = abs((p - u_low.xyz) / u_size.xyz - 0.5) * 2.0;
    float width = u_low.w > 0.5 ? 0.25 : 0.08;
    vec2 side = 1.0 - smoothstep(1.0 - width, 1.0, d.xz);
    float up = (p.y - u_low.y) / u_size.y;
    return side.x * side.y * (1.0 - smoothstep(1.0 - 0.5 * width, 1.0, up));
}

void main() {
    v_corner = sprite_corner(gl_VertexID);
    float phase = a_velocity.w;
    vec3 velocity = a_velocity.xyz;
    vec3 center = a_place.xyz + velocity * (u_alpha * u_step_dt);
    float pace = max(length(velocity), 0.3);
    float angle = TAU * (phase + u_time * (0.5 + 1.5 * fract(phase * 7.31)));
    float swing = u_look.y * (0.5 + fract(phase * 3.77)) / max(-velocity.y, 0.4);
    center.xz += swing * vec2(cos(angle), sin(angle));

    float away = dot(center - u_camera, -vec3(u_view[0][2], u_view[1][2], u_view[2][2]));
    float radius = 0.5 * a_place.w, opacity;
    // Nearer than the focus at 3 m the lens spreads it out: same light, larger disc.
    float blur = 0.5 * u_size.w * clamp((3.0 - away) / 3.0, 0.0, 1.0);
    float spread = radius / (radius + blur);
    float shown = sprite_radius(radius + blur, max(away, 0.05), opacity);
    vec3 half_way = 0.5 * (velocity - u_eye_speed.xyz) * u_look.x;
    float drawn = length(half_way) / max(shown, 1e-5);
    opacity *= spread * spread / (1.0 + 0.5 * drawn);
    opacity *= a_opacity * inside(a_place.xyz) * smoothstep(0.08, 0.35, away);

    vec4 clip = u_view_proj * vec4(center, 1.0);
    if (opacity <= 0.0 || any(greaterThan(abs(clip.xy), vec2(1.2 * clip.w + 0.5)))) {
        v_light = vec4(0.0); // out of the picture: no light needs to be asked for
        v_turn = vec2(0.0, 1.0);
        v_detail = 0.0;
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
        return;
    }
    // A flake is thin: what falls on its back shines through, so it gives twice a ball's light.
    v_light = vec4(2.4 * u_color.rgb * light_scatter(center, 1.0), u_color.a * opacity);
    v_light.rgb = mix(u_fog_color, v_light.rgb, fog_left(length(center - u_camera)));
    v_detail = shown / sprite_pixel(max(away, 0.05));
    v_turn = vec2(angle * 0.7, 0.35 + 0.65 * abs(cos(angle * 0.31 + TAU * phase)));
    gl_Position = sprite_streak(center - half_way, center + half_way, v_corner, shown);
}
