// SPDX-License-Identifier: MIT
// White light scattered by a fleck of foam, dimmed by the fluid between it and the eye.
#include "lib/frame.glsl"
#include "lib/lighting.glsl"
#include "fluid/fluid.glsl"

uniform sampler2D u_depth; // smoothed, of the fluid
uniform sampler2D u_scene_depth;

in vec2 v_corner;
flat in float v_opacity;
flat in vec3 v_world;
flat in float v_depth;

layout(location = 0) out vec4 o_color; // linear, premultiplied

void main() {
    vec2 uv = gl_FragCoord.xy / u_viewport.xy;
    if (v_depth > depth_in_metres(texture(u_scene_depth, uv).r)) discard;
    float surface = texture(u_depth, uv).r;
    float below = surface > 0.0 ? max(v_depth - surface - u_sprite.x, 0.0) : 0.0;
    vec3 left = exp(-2.0 * u_absorb.rgb * below);
    float alpha = v_opacity * max(1.0 - dot(v_corner, v_corner), 0.0) * u_foam.y *
                  exp(-4.0 * below);
    o_color = vec4(light_scatter(v_world, 1.0) * 1.6 * left * alpha, alpha);
}
