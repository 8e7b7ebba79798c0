// SPDX-License-Identifier: MIT
// Flame adds, smoke covers, both in one premultiplied colour.
#include "lib/blackbody.glsl"
#include "lib/depth.glsl"
#include "jet_flame/jet.glsl"
#include "jet_flame/jet_texel.glsl"

uniform sampler2D u_scene_depth;

in vec2 v_uv;
flat in vec3 v_weight;
flat in vec2 v_frame;
flat in vec4 v_state;
in float v_depth;
in float v_center;
layout(location = 0) out vec4 o_color;

void main() {
    vec2 texel = jet_texel(v_weight, v_frame, v_uv);
    float scene = depth_linear(texelFetch(u_scene_depth, ivec2(gl_FragCoord.xy), 0).r);
    float soft = clamp((scene - v_depth) / max(u_look.y, 1e-4), 0.0, 1.0);
    float density = texel.x * soft * v_state.w;
    if (density < 0.002) discard;
    float t = v_state.x;
    float fade = smoothstep(0.0, 0.03, t) * (1.0 - smoothstep(0.72, 1.0, t));
    // Hottest in the young core, coolest at rim and end.
    float heat = clamp(texel.y * (1.05 - 0.9 * t), 0.0, 1.0);
    float kelvin = mix(u_glow.y, u_glow.x, heat);
    float cooled = 1.0 - smoothstep(0.35, 0.95, t + 0.25 * (v_state.z - 0.5));
    vec3 flame = blackbody_emission(kelvin, 0.33) * (0.75 * u_glow.z * cooled * fade * v_state.y);
    vec3 gap = vec3(0.05, 0.12, 0.5) * (0.2 * u_glow.z * (1.0 - v_state.y) * fade) * step(0.5, u_look.z);
    float smoke = u_look.x * smoothstep(0.45, 0.85, t) * (1.0 - smoothstep(0.85, 1.0, t));
    float cover = clamp(u_glow.w * cooled * fade * v_state.y + 0.6 * smoke, 0.0, 1.0);
    vec3 soot = (vec3(0.03) + u_ambient * 0.05) * 0.6 * smoke;
    o_color = vec4((flame + gap + soot) * density, cover * density);
}
