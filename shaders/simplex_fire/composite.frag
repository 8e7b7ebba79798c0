// SPDX-License-Identifier: MIT
// Brings the fire from its smaller target to the scene: of the four texels around a pixel those
// count whose ray was stopped at this pixel's depth. u_fire: premultiplied; u_fire_depth: eye
// depth (m) per texel; u_scene_depth: window depth.
#include "simplex_fire/fire.glsl"

uniform sampler2D u_fire;
uniform sampler2D u_fire_depth;
uniform sampler2D u_scene_depth;

layout(location = 0) out vec4 o_color;

void main() {
    float scene = fire_eye_depth(texelFetch(u_scene_depth, ivec2(gl_FragCoord.xy), 0).r);
    ivec2 last = textureSize(u_fire, 0) - 1;
    vec2 at = gl_FragCoord.xy / u_depth.z - 0.5;
    ivec2 base = ivec2(floor(at));
    vec2 f = at - vec2(base);
    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (int k = 0; k < 4; k++) {
        ivec2 step = ivec2(k & 1, k >> 1);
        ivec2 texel = clamp(base + step, ivec2(0), last);
        vec2 side = mix(1.0 - f, f, vec2(step));
        float gap = abs(texelFetch(u_fire_depth, texel, 0).r - scene) / scene;
        float weight = (side.x * side.y + 1e-4) / (0.01 + gap);
        sum += weight * texelFetch(u_fire, texel, 0);
        total += weight;
    }
    o_color = sum / total;
}
