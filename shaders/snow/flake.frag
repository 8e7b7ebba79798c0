// SPDX-License-Identifier: MIT
// A flake: far away a soft disc, close by a six-armed crystal, when hard a round grain.
#include "lib/sprite_shape.glsl"

layout(std140) uniform Effect {
    vec4 u_color;
    vec4 u_low;
    vec4 u_size;
    vec4 u_look;
    vec4 u_eye_speed;
};

in vec2 v_corner;
flat in vec4 v_light;
flat in float v_detail;
flat in vec2 v_turn;

layout(location = 0) out vec4 o_color; // linear, premultiplied

// Nearness to a segment from a to b, 1 on it.
float arm(vec2 p, vec2 a, vec2 b, float width) {
    vec2 d = b - a;
    float t = clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0);
    return 1.0 - smoothstep(0.4 * width, width, length(p - a - d * t));
}

// Six arms with side branches, folded out of one.
float crystal(vec2 p) {
    float sector = 1.04719755;
    float angle = mod(atan(p.y, p.x) + 0.5 * sector, sector) - 0.5 * sector;
    vec2 q = length(p) * vec2(cos(angle), abs(sin(angle)));
    float c = arm(q, vec2(0.0), vec2(0.92, 0.0), 0.10);
    c = max(c, arm(q, vec2(0.34, 0.0), vec2(0.52, 0.19), 0.08));
    c = max(c, arm(q, vec2(0.58, 0.0), vec2(0.74, 0.16), 0.07));
    return max(c, 1.0 - smoothstep(0.12, 0.22, length(q)));
}

void main() {
    float soft = sprite_glow(v_corner);
    float close = smoothstep(5.0, 12.0, v_detail) * (1.0 - u_look.z);
    float shape = soft;
    if (close > 0.0) {
        float c = cos(v_turn.x), s = sin(v_turn.x);
        vec2 p = vec2(c * v_corner.x - s * v_corner.y, s * v_corner.x + c * v_corner.y);
        p.y /= v_turn.y;
        float flat_disc = 1.0 - smoothstep(0.7, 1.0, length(v_corner));
        shape = mix(soft, 0.25 * flat_disc + 0.75 * crystal(p) * step(length(p), 1.0), close);
    }
    shape = mix(shape, sprite_disc(v_corner), u_look.z);
    float alpha = v_light.a * shape;
    o_color = vec4(v_light.rgb * alpha, alpha);
}
