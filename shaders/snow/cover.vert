// SPDX-License-Identifier: MIT
// The snow that lies, as a net over its cells: each vertex is the middle of one. Squares over an edge
// of what is below, or without snow, are left out.
#include "lib/frame.glsl"

layout(std140) uniform Effect {
    vec4 u_place; // lowest x and z, m; size of a cell, m; cells a side
    vec4 u_color;
};

uniform sampler2D u_cover; // base m, height m, share that stays

out vec3 v_position;
out vec3 v_normal;
out float v_height;

vec2 cell(ivec2 at) {
    return texelFetch(u_cover, clamp(at, ivec2(0), ivec2(int(u_place.w) - 1)), 0).xy;
}

// Top of the snow at a cell as seen from `from`: over an edge there is no slope.
float top(ivec2 at, vec2 from) {
    vec2 c = cell(at);
    return abs(c.x - from.x) > 1.2 * u_place.z ? from.x + from.y : c.x + c.y;
}

void main() {
    int side = int(u_place.w) - 1;
    int square = gl_VertexID / 6, corner = gl_VertexID % 6;
    ivec2 first = ivec2(square % side, square / side);
    ivec2 shift = corner == 0 ? ivec2(0) : corner == 1 || corner == 4 ? ivec2(0, 1)
                  : corner == 2 || corner == 3 ? ivec2(1, 0) : ivec2(1);
    ivec2 at = first + shift;
    vec2 a = cell(first), b = cell(first + ivec2(1, 0)), c = cell(first + ivec2(0, 1)),
         d = cell(first + ivec2(1));
    float low = min(min(a.x, b.x), min(c.x, d.x)), high = max(max(a.x, b.x), max(c.x, d.x));
    float most = max(max(a.y, b.y), max(c.y, d.y));

    vec2 own = cell(at);
    v_height = own.y;
    v_position = vec3(u_place.x + (float(at.x) + 0.5) * u_place.z, own.x + own.y - 0.008,
                      u_place.y + (float(at.y) + 0.5) * u_place.z);
    float dx = top(at + ivec2(1, 0), own) - top(at - ivec2(1, 0), own);
    float dz = top(at + ivec2(0, 1), own) - top(at - ivec2(0, 1), own);
    v_normal = normalize(vec3(-dx, 2.0 * u_place.z, -dz));
    gl_Position = high - low > 1.2 * u_place.z || most < 0.009
                      ? vec4(0.0, 0.0, 2.0, 1.0)
                      : u_view_proj * vec4(v_position, 1.0);
}
