// SPDX-License-Identifier: MIT
// Half the size, each pixel the mean of a tent of 4x4; the first step keeps what is bright.
// Source: Jimenez, Next generation post processing in Call of Duty, 2014 (firefly weights).
#include "lib/color.glsl"

layout(std140) uniform Effect {
    vec4 u_bloom; // texel of the source x, y; threshold (0: keep all); knee
};

uniform sampler2D u_source;

in vec2 v_uv;
layout(location = 0) out vec4 o_color;

vec4 weigh(vec2 at) {
    // Bounded: one infinite pixel would spread over the whole picture.
    vec3 c = clamp(textureLod(u_source, at, 0.0).rgb, 0.0, 6e4);
    float w = u_bloom.z > 0.0 ? 1.0 / (1.0 + color_luminance(c)) : 1.0;
    return vec4(c * w, w);
}

void main() {
    vec2 d = u_bloom.xy;
    vec4 sum = weigh(v_uv + d) + weigh(v_uv - d) + weigh(v_uv + vec2(d.x, -d.y)) +
               weigh(v_uv + vec2(-d.x, d.y));
    vec3 c = sum.rgb / sum.w;
    if (u_bloom.z > 0.0) {
        float bright = max(c.r, max(c.g, c.b));
        float soft = clamp(bright - u_bloom.z + u_bloom.w, 0.0, 2.0 * u_bloom.w);
        soft = soft * soft / (4.0 * u_bloom.w + 1e-4);
        c *= max(soft, bright - u_bloom.z) / max(bright, 1e-4);
    }
    o_color = vec4(c, 1.0);
}
