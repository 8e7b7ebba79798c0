// SPDX-License-Identifier: MIT
// Balls as they are, lit and coloured by speed: the view "particles".
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"

uniform sampler2D u_scene_depth;

in vec3 v_ray;
flat in vec3 v_center;
flat in float v_speed;

layout(location = 0) out vec4 o_color;

void main() {
    vec3 ray = normalize(v_ray);
    float along = dot(ray, v_center), r = u_sprite.x;
    float room = along * along - dot(v_center, v_center) + r * r;
    if (room < 0.0) discard;
    vec3 p = ray * (along - sqrt(room)), n = (p - v_center) / r;
    vec3 tone = mix(vec3(0.02, 0.15, 0.6), vec3(0.9, 0.95, 1.0), clamp(v_speed / 4.0, 0.0, 1.0));
    float sun = max(dot(transpose(mat3(u_view)) * n, u_sun_direction), 0.0);
    o_color = vec4(tone * (u_ambient + u_sun_color * sun + 0.05), 1.0);
    vec2 clip = vec2(u_proj[2][2] * p.z + u_proj[3][2], -p.z);
    gl_FragDepth = 0.5 * clip.x / clip.y + 0.5;
}
