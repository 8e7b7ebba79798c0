// SPDX-License-Identifier: MIT
// Shimmer of hot air: what lies behind, shifted by the gradient of the particle's texture.
#include "lib/depth.glsl"
#include "jet_flame/jet.glsl"
#include "jet_flame/jet_texel.glsl"

uniform sampler2D u_scene_color;
uniform sampler2D u_scene_depth;

in vec2 v_uv;
flat in vec3 v_weight;
flat in vec2 v_frame;
flat in vec4 v_state;
in float v_depth;
layout(location = 0) out vec4 o_color;

void main() {
    float scene = depth_linear(texelFetch(u_scene_depth, ivec2(gl_FragCoord.xy), 0).r);
    vec2 texel = jet_texel(v_weight, v_frame, v_uv);
    float mask = texel.x * v_state.w * step(v_depth, scene) * (1.0 - v_state.x);
    if (mask < 0.01) discard;
    vec2 slope = vec2(dFdx(texel.x), dFdy(texel.x)) * u_viewport.y / 60.0;
    vec2 at = gl_FragCoord.xy * u_viewport.zw + 0.004 * u_flow.z * clamp(slope, -1.0, 1.0);
    float alpha = clamp(mask * 0.7, 0.0, 1.0);
    o_color = vec4(texture(u_scene_color, at).rgb * alpha, alpha);
}
