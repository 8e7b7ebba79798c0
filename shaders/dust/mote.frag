// SPDX-License-Identifier: MIT
// A soft round speck in the light of sun and sky, brighter when the sun is behind it.
#include "lib/frame.glsl"

layout(std140) uniform Effect {
    vec4 u_size;
    vec4 u_color;
};

in vec2 v_corner;
flat in float v_opacity;
flat in float v_twinkle;

layout(location = 0) out vec4 o_color; // linear, premultiplied

void main() {
    float r = dot(v_corner, v_corner);
    float soft = max(0.0, 1.0 - r);
    float alpha = u_color.a * v_opacity * soft;
    vec3 light = u_ambient + u_sun_color * v_twinkle;
    o_color = vec4(u_color.rgb * light * alpha, alpha * 0.3);
}
