// SPDX-License-Identifier: MIT
// One step of curvature flow: the surface moves along the view axis by its mean curvature, which
// flattens what bulges (van der Laan, Green, Sainz 2009). Steps across an edge are taken as flat.
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"

uniform sampler2D u_depth;

in vec2 v_uv;

layout(location = 0) out vec4 o_depth;

// Depth beside the pixel, or its own value beyond an edge.
float beside(ivec2 p, float z) {
    ivec2 size = textureSize(u_depth, 0);
    float s = texelFetch(u_depth, clamp(p, ivec2(0), size - 1), 0).r;
    return s <= 0.0 || abs(s - z) > u_sprite.w ? z : s;
}

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    float z = texelFetch(u_depth, p, 0).r;
    o_depth = vec4(z, 0.0, 0.0, 1.0);
    if (z <= 0.0) return;
    float l = beside(p - ivec2(1, 0), z), r = beside(p + ivec2(1, 0), z);
    float d = beside(p - ivec2(0, 1), z), u = beside(p + ivec2(0, 1), z);
    float corners = beside(p + ivec2(1, 1), z) + beside(p - ivec2(1, 1), z) -
                    beside(p + ivec2(1, -1), z) - beside(p + ivec2(-1, 1), z);
    float zx = 0.5 * (r - l), zy = 0.5 * (u - d);
    float zxx = r - 2.0 * z + l, zyy = u - 2.0 * z + d, zxy = 0.25 * corners;
    vec2 size = vec2(textureSize(u_depth, 0));
    float cx = 2.0 / (size.x * u_proj[0][0]), cy = 2.0 / (size.y * u_proj[1][1]);
    float D = cy * cy * zx * zx + cx * cx * zy * zy + cx * cx * cy * cy * z * z;
    float Dx = 2.0 * (cy * cy * zx * zxx + cx * cx * zy * zxy + cx * cx * cy * cy * z * zx);
    float Dy = 2.0 * (cy * cy * zx * zxy + cx * cx * zy * zyy + cx * cx * cy * cy * z * zy);
    float Ex = 0.5 * zx * Dx - zxx * D, Ey = 0.5 * zy * Dy - zyy * D;
    float H = (cy * Ex + cx * Ey) / (2.0 * max(D * sqrt(D), 1e-12));
    // Steep places flow faster, else balls seen from the side would stay balls; the step is
    // bounded by what an explicit scheme bears: half of the way to the neighbours' mean.
    float most = 0.5 * abs(0.25 * (l + r + u + d) - z);
    float pixel = z * cy; // m; H is in 1/px, for its derivatives are
    float steep = 1.0 + 6.0 * (abs(zx) + abs(zy)) / pixel;
    o_depth.r = z - clamp(0.5 * pixel * H * steep, -most, most);
}
