// SPDX-License-Identifier: MIT
// Twice the size, smoothly, added to what is there.
layout(std140) uniform Effect {
    vec4 u_bloom; // texel of the source x, y; weight
};

uniform sampler2D u_source;

in vec2 v_uv;
layout(location = 0) out vec4 o_color;

void main() {
    vec2 d = u_bloom.xy * 0.75;
    vec3 c = textureLod(u_source, v_uv + d, 0.0).rgb + textureLod(u_source, v_uv - d, 0.0).rgb +
             textureLod(u_source, v_uv + vec2(d.x, -d.y), 0.0).rgb +
             textureLod(u_source, v_uv + vec2(-d.x, d.y), 0.0).rgb;
    o_color = vec4(c * 0.25 * u_bloom.z, 1.0);
}
