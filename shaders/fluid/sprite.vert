// SPDX-License-Identifier: MIT
// A square that covers a particle's ball exactly: it faces the eye, not the screen, and is as
// large as the cone that touches the ball, so that balls at the rim of the picture are whole.
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"

layout(location = 0) in vec3 a_position; // m, world
layout(location = 1) in vec3 a_velocity; // m/s

out vec3 v_ray; // through this corner, eye space
flat out vec3 v_center;
flat out float v_speed; // m/s

void main() {
    vec3 c = (u_view * vec4(a_position + a_velocity * u_foam.z, 1.0)).xyz;
    float r = u_sprite.x, d = length(c);
    vec3 n = c / max(d, 1e-6);
    vec3 x = normalize(cross(abs(n.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0), n));
    vec3 y = cross(n, x);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float reach = r * d / sqrt(max(d * d - r * r, 1e-8));
    v_center = c;
    v_speed = length(a_velocity);
    v_ray = c + (corner.x * x + corner.y * y) * reach;
    gl_Position = u_proj * vec4(v_ray, 1.0);
    // A ball around the eye has no outline: leave it out.
    if (d <= 1.05 * r || c.z > r) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
