// SPDX-License-Identifier: MIT
// From light to the screen: smooth edges, bloom, exposure, tone curve, vignette, sRGB, dither.
// Source: Lottes, FXAA, 2009, in its shortest form, on light compressed so that a bright pixel
// does not win over its neighbours; the filmic curve is Hill's fit of the ACES reference
// transform (RRT and ODT).
#include "lib/color.glsl"

layout(std140) uniform Effect {
    vec4 u_tone; // exposure; curve: 1 filmic, 2 linear; bloom; saturation
    vec4 u_lens; // vignette; aspect; texel of the scene x, y
};

uniform sampler2D u_scene;
uniform sampler2D u_glow;

in vec2 v_uv;
layout(location = 0) out vec4 o_color;

vec3 filmic(vec3 c) {
    const mat3 to = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566,
                         0.83777);
    const mat3 from = mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276, -0.07367,
                           -0.00605, 1.07602);
    c = to * c;
    c = (c * (c + 0.0245786) - 0.000090537) / (c * (0.983729 * c + 0.4329510) + 0.238081);
    return from * c;
}

// Light compressed to 0..1, in a way that can be undone.
vec3 squeeze(vec3 c) {
    return c / (1.0 + max(c.r, max(c.g, c.b)));
}

vec3 unsqueeze(vec3 c) {
    return c / max(1.0 - max(c.r, max(c.g, c.b)), 1e-4);
}

vec3 look(vec2 at) {
    return squeeze(clamp(textureLod(u_scene, at, 0.0).rgb * u_tone.x, 0.0, 6e4));
}

vec3 smooth_edges() {
    vec2 d = 0.5 * u_lens.zw;
    vec3 here = look(v_uv);
    float nw = color_luminance(look(v_uv + vec2(-d.x, d.y)));
    float ne = color_luminance(look(v_uv + d));
    float sw = color_luminance(look(v_uv - d));
    float se = color_luminance(look(v_uv + vec2(d.x, -d.y)));
    float own = color_luminance(here);
    float low = min(own, min(min(nw, ne), min(sw, se)));
    float high = max(own, max(max(nw, ne), max(sw, se)));
    vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
    float weak = 1.0 / (min(abs(along.x), abs(along.y)) + max(0.03 * (nw + ne + sw + se), 0.008));
    along = clamp(along * weak, -6.0, 6.0) * u_lens.zw;
    int count = high - low > max(0.03, 0.12 * high) ? 1 : 0; // a loop: see lib/shadow.glsl
    for (int i = 0; i < count; i++) {
        vec3 near = 0.5 * (look(v_uv - along / 6.0) + look(v_uv + along / 6.0));
        vec3 wide = 0.5 * near + 0.25 * (look(v_uv - 0.5 * along) + look(v_uv + 0.5 * along));
        float l = color_luminance(wide);
        here = l < low || l > high ? near : wide;
    }
    return unsqueeze(here);
}

void main() {
    vec3 c = smooth_edges();
    if (u_tone.z > 0.0) c += u_tone.z * u_tone.x * textureLod(u_glow, v_uv, 0.0).rgb;
    vec2 p = (v_uv - 0.5) * vec2(u_lens.y, 1.0) / max(u_lens.y, 1.0);
    float corner = dot(p, p) * 4.0;
    c *= 1.0 - u_lens.x * smoothstep(0.1, 1.6, corner);
    c = color_saturate(c, u_tone.w);
    if (u_tone.y < 1.5) c = filmic(c * 1.5);
    c = color_to_srgb(c);
    c += (color_dither(gl_FragCoord.xy) - 0.5) / 255.0;
    o_color = vec4(c, 1.0);
}
