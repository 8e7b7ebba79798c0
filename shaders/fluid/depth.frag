// SPDX-License-Identifier: MIT
// Depth of the nearest ball at this pixel, in m, where the scene does not hide it.
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"

uniform sampler2D u_scene_depth;

in vec3 v_ray;
flat in vec3 v_center;

layout(location = 0) out vec4 o_depth;

void main() {
    vec3 ray = normalize(v_ray);
    float along = dot(ray, v_center);
    float r = u_sprite.x;
    float room = along * along - dot(v_center, v_center) + r * r;
    if (room < 0.0) discard;
    vec3 p = ray * (along - sqrt(room));
    float z = -p.z;
    if (z <= 0.0) discard;
    vec2 uv = gl_FragCoord.xy / vec2(u_tint.w) / u_viewport.xy;
    if (z > depth_in_metres(texture(u_scene_depth, uv).r)) discard;
    o_depth = vec4(z, 0.0, 0.0, 1.0);
    vec2 clip = vec2(u_proj[2][2] * p.z + u_proj[3][2], z);
    gl_FragDepth = 0.5 * clip.x / clip.y + 0.5;
}
