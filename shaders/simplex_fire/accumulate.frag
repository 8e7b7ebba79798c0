// SPDX-License-Identifier: MIT
// Blends this frame's fire with the frames before it. u_fire: this frame; u_history: the sum so
// far, premultiplied.
#include "simplex_fire/fire.glsl"

uniform sampler2D u_fire;
uniform sampler2D u_history;

layout(location = 0) out vec4 o_color;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 fresh = texelFetch(u_fire, pixel, 0);
    // History is kept within what the neighbourhood shows now, so nothing trails.
    vec4 low = fresh, high = fresh;
    ivec2 last = textureSize(u_fire, 0) - 1;
    for (int k = 0; k < 9; k++) {
        ivec2 at = clamp(pixel + ivec2(k % 3 - 1, k / 3 - 1), ivec2(0), last);
        vec4 c = texelFetch(u_fire, at, 0);
        low = min(low, c);
        high = max(high, c);
    }
    vec4 before = clamp(texelFetch(u_history, pixel, 0), low, high);
    o_color = mix(before, fresh, u_state.y);
}
