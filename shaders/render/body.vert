// SPDX-License-Identifier: MIT
// A body's vertex: stretched by its size, then moved by its pose. Units: m.
#include "lib/frame.glsl"

layout(location = 0) in vec4 a_position; // w: stretch along local y
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in vec4 a_row0; // rows of the pose's matrix
layout(location = 4) in vec4 a_row1;
layout(location = 5) in vec4 a_row2;
layout(location = 6) in vec4 a_size;
layout(location = 7) in vec4 a_color;
layout(location = 8) in vec4 a_material; // roughness, metallic, checker m, 1 for the ground
layout(location = 9) in vec4 a_emission;

out vec3 v_position;
out vec3 v_local;
out vec3 v_normal;
out vec2 v_uv;
flat out vec3 v_color;
flat out vec4 v_material;
flat out vec3 v_emission;

void main() {
    vec3 local = a_position.xyz * a_size.xyz + vec3(0.0, a_position.w * a_size.w, 0.0);
    vec4 p = vec4(local, 1.0);
    v_position = vec3(dot(a_row0, p), dot(a_row1, p), dot(a_row2, p));
    vec3 n = a_normal / a_size.xyz;
    v_normal = vec3(dot(a_row0.xyz, n), dot(a_row1.xyz, n), dot(a_row2.xyz, n));
    v_local = local;
    v_uv = a_uv;
    v_color = a_color.rgb;
    v_material = a_material;
    v_emission = a_emission.rgb;
    gl_Position = u_view_proj * vec4(v_position, 1.0);
}
