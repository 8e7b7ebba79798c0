// SPDX-License-Identifier: MIT
// A triangle on the far plane. v_ray: world direction, not of unit length.
#include "lib/frame.glsl"

out vec3 v_ray;

void main() {
    vec2 p = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2)) * 2.0 - 1.0;
    gl_Position = vec4(p, 1.0, 1.0);
    vec3 view = vec3(p.x / u_proj[0][0], p.y / u_proj[1][1], -1.0);
    v_ray = mat3(u_inverse_view) * view;
}
