// SPDX-License-Identifier: MIT
// Length of the ray within a ball, in front of the scene; added up over all balls and scaled so
// that a full slab of fluid reads its own thickness in m.
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"

uniform sampler2D u_scene_depth;

in vec3 v_ray;
flat in vec3 v_center;

layout(location = 0) out vec4 o_thickness;

void main() {
    vec3 ray = normalize(v_ray);
    float along = dot(ray, v_center);
    float room = along * along - dot(v_center, v_center) + u_sprite.x * u_sprite.x;
    if (room < 0.0) discard;
    float half_chord = sqrt(room);
    vec2 uv = gl_FragCoord.xy / vec2(u_tint.w) / u_viewport.xy;
    float scene = depth_in_metres(texture(u_scene_depth, uv).r) / -ray.z;
    float chord = min(along + half_chord, scene) - max(along - half_chord, 0.0);
    if (chord <= 0.0) discard;
    o_thickness = vec4(chord * u_amount.x, 0.0, 0.0, 0.0);
}
