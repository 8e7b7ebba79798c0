// SPDX-License-Identifier: MIT
// Bilateral filter of the depth along one direction (van der Laan, Green, Sainz 2009): weights
// fall with distance on the screen and with difference in depth.
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"

uniform sampler2D u_depth;

in vec2 v_uv;

layout(location = 0) out vec4 o_depth;

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy), size = textureSize(u_depth, 0), way = ivec2(u_smooth.zw);
    float z = texelFetch(u_depth, p, 0).r;
    o_depth = vec4(z, 0.0, 0.0, 1.0);
    if (z <= 0.0) return;
    float reach = min(u_smooth.x / z, 4.0 * u_smooth.y);
    int stride = max(int(ceil(reach / u_smooth.y)), 1), most = int(ceil(reach)) / stride;
    float falloff = 2.0 / max(reach * reach, 0.25);
    float range = 0.5 / (1.5 * 1.5 * u_sprite.x * u_sprite.x);
    vec2 sum = vec2(z, 1.0);
    for (int k = -most; k <= most; k++) {
        ivec2 q = p + way * k * stride;
        if (k == 0 || any(lessThan(q, ivec2(0))) || any(greaterThanEqual(q, size))) continue;
        float s = texelFetch(u_depth, q, 0).r;
        if (s <= 0.0) continue;
        float w = exp(-float(k * k * stride * stride) * falloff - (s - z) * (s - z) * range);
        sum += vec2(s, 1.0) * w;
    }
    o_depth.r = sum.x / sum.y;
}
