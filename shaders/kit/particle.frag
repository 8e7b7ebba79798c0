// SPDX-License-Identifier: MIT
// A particle's picture: a cell of a sheet, blended with the next one, or a computed sprite; soft where it cuts
// into solids. Premultiplied: alpha 0 adds, alpha 1 covers.
#include "lib/depth.glsl"
#include "kit/particle_block.glsl"

uniform sampler2D u_depth;
#ifdef PICTURE
uniform sampler2D u_picture;
#endif

in vec2 v_corner;
in vec2 v_cell;
flat in vec4 v_color;
flat in float v_additive;
flat in vec2 v_frame;
flat in float v_variant;

layout(location = 0) out vec4 o_color; // linear HDR, premultiplied

#ifdef PICTURE
vec4 cell(float frame) {
    vec2 grid = u_sheet.xy;
    vec2 at = vec2(mod(frame, grid.x), floor(frame / grid.x));
    return texture(u_picture, (at + clamp(v_cell, 0.01, 0.99)) / grid);
}
#endif

float wave(vec2 p, float phase) {
    return sin(p.x * 2.3 + phase) * sin(p.y * 2.9 - 1.7 * phase) +
           0.5 * sin(p.x * 5.1 - 2.0 * phase) * sin(p.y * 4.7 + phase);
}

float ragged(float r) {
    float phase = v_variant * 40.0;
    float edge = r + 0.16 * wave(v_corner * 1.6, phase) + 0.06 * wave(v_corner * 4.0, 3.0 * phase);
    float body = 1.0 - smoothstep(0.15, 0.92, edge);
    return body * (1.0 - smoothstep(0.75, 1.0, r)) * (0.75 + 0.25 * wave(v_corner * 2.6, phase));
}

float flake(float r) {
    float a = atan(v_corner.y, v_corner.x) + v_variant * 6.2832;
    float arm = abs(cos(3.0 * a));
    float star = smoothstep(0.1, 0.9, pow(arm, 4.0) * (1.2 - r)) + smoothstep(0.45, 0.2, r);
    return clamp(star, 0.0, 1.0) * (1.0 - smoothstep(0.8, 1.0, r));
}

float shape() {
    float r = length(v_corner), w = fwidth(r);
    float glow = max(1.0 - r * r, 0.0);
    int kind = int(u_sheet.z + 0.5);
    if (kind == 2) return clamp((1.0 - r) / max(w, 1e-4) + 0.5, 0.0, 1.0);
    if (kind == 3) return smoothstep(0.55, 0.8, r) * (1.0 - smoothstep(0.85, 1.0, r));
    if (kind == 4) return max(ragged(r), 0.0);
    if (kind == 5) return glow * glow * glow + 2.0 * pow(glow, 24.0);
    if (kind == 6) return flake(r);
    return glow * glow;
}

void main() {
#ifdef PICTURE
    vec4 picture = mix(cell(v_frame.x), cell(min(v_frame.x + 1.0, u_sheet.x * u_sheet.y - 1.0)), v_frame.y);
    vec4 color = v_color * picture;
#else
    vec4 color = v_color * shape();
#endif
    if (u_motion.y > 0.0) {
        float behind = texelFetch(u_depth, ivec2(gl_FragCoord.xy), 0).r;
        color *= depth_soft(behind, gl_FragCoord.z, u_motion.y);
    }
    o_color = vec4(color.rgb, color.a * (1.0 - v_additive));
}
