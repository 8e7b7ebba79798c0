// SPDX-License-Identifier: MIT
// A body's vertex as the sun sees it: depth only.
#include "lib/frame.glsl"

layout(location = 0) in vec4 a_position;
layout(location = 3) in vec4 a_row0;
layout(location = 4) in vec4 a_row1;
layout(location = 5) in vec4 a_row2;
layout(location = 6) in vec4 a_size;

void main() {
    vec4 p = vec4(a_position.xyz * a_size.xyz + vec3(0.0, a_position.w * a_size.w, 0.0), 1.0);
    vec3 world = vec3(dot(a_row0, p), dot(a_row1, p), dot(a_row2, p));
    gl_Position = vec4((u_shadow * vec4(world, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
