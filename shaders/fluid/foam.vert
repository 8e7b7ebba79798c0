// SPDX-License-Identifier: MIT
// A fleck of foam, spray or a bubble as a small square that faces the eye.
#include "lib/frame.glsl"
#include "lib/sprite.glsl"
#include "fluid/fluid.glsl"

layout(location = 0) in vec3 a_position; // m, world
layout(location = 1) in float a_life;    // s left
layout(location = 2) in float a_near;    // fluid particles around

out vec2 v_corner;
flat out float v_opacity;
flat out vec3 v_world;
flat out float v_depth; // m

void main() {
    vec4 eye = u_view * vec4(a_position, 1.0);
    float own = fract(sin(float(gl_InstanceID) * 12.9898) * 43758.5453);
    float spray = 1.0 - smoothstep(4.0, 8.0, a_near);
    float shown;
    float radius = sprite_radius(u_foam.x * (0.5 + own) * (1.0 - 0.4 * spray), -eye.z, shown);
    v_corner = sprite_corner(gl_VertexID);
    v_opacity = shown * min(1.0, 2.0 * a_life) * smoothstep(0.02, 0.2, -eye.z);
    v_world = a_position;
    v_depth = -eye.z;
    gl_Position = sprite_face(a_position, v_corner, radius, 0.0);
}
