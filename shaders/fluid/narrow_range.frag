// SPDX-License-Identifier: MIT
// Narrow-range filter of the depth (Truong and Yuksel 2018) along one direction, or over a small
// square when the direction is zero. What is much nearer belongs to another surface: it and its
// mirror image are left out. What is much farther counts as just below. What is within the band
// counts as it is and widens the band, so that slopes are followed.
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"

uniform sampler2D u_depth;

in vec2 v_uv;

layout(location = 0) out vec4 o_depth;

float at(ivec2 p) {
    ivec2 size = textureSize(u_depth, 0);
    return texelFetch(u_depth, clamp(p, ivec2(0), size - 1), 0).r;
}

// The value a sample stands for and its weight; the band grows around what is in it.
vec2 judged(float s, float z, float weight, inout vec2 band) {
    if (s <= 0.0 || s > band.y) return vec2(z + u_sprite.z, weight);
    if (s < band.x) return vec2(0.0, 0.0);
    band = vec2(min(band.x, s - u_sprite.y), max(band.y, s + u_sprite.y));
    return vec2(s, weight);
}

void add_pair(ivec2 p, ivec2 d, float z, float weight, inout vec4 bands, inout vec2 sum) {
    vec2 a = judged(at(p + d), z, weight, bands.xy);
    vec2 b = judged(at(p - d), z, weight, bands.zw);
    if (a.y * b.y == 0.0) return;
    sum += vec2(a.x + b.x, 2.0) * weight;
}

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float z = at(p);
    o_depth = vec4(z, 0.0, 0.0, 1.0);
    if (z <= 0.0) return;
    vec4 bands = vec4(z - u_sprite.y, z + u_sprite.y, z - u_sprite.y, z + u_sprite.y);
    vec2 sum = vec2(z, 1.0);
    ivec2 way = ivec2(u_smooth.zw);
    if (way == ivec2(0)) {
        for (int k = 1; k < 13; k++) { // half of a 5 x 5 square, mirrored by the pair
            ivec2 d = ivec2(k % 5, k / 5);
            if (d.x > 2) d += ivec2(-5, 1);
            add_pair(p, d, z, exp(-float(d.x * d.x + d.y * d.y) / 4.5), bands, sum);
        }
    } else {
        // Near the eye the reach is long: at most u_smooth.y samples a side share it.
        float reach = min(u_smooth.x / z, 4.0 * u_smooth.y);
        int stride = max(int(ceil(reach / u_smooth.y)), 1);
        float falloff = 2.0 / max(reach * reach, 0.25); // sigma is half the reach
        for (int k = stride; float(k) < reach + 1.0; k += stride) {
            add_pair(p, way * k, z, exp(-float(k * k) * falloff), bands, sum);
        }
    }
    o_depth.r = sum.x / sum.y;
}
