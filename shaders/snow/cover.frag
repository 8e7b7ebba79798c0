// SPDX-License-Identifier: MIT
// Lying snow: matte, a little bluish in its own shade, with crystals that flash as the eye moves.
#include "lib/color.glsl"
#include "lib/lighting.glsl"
#include "lib/shadow.glsl"

layout(std140) uniform Effect {
    vec4 u_place;
    vec4 u_color; // linear albedo
};

in vec3 v_position;
in vec3 v_normal;
in float v_height;

layout(location = 0) out vec4 o_color;

float noise(vec3 cell) {
    return fract(sin(dot(cell, vec3(12.9898, 78.233, 37.719))) * 43758.5453);
}

// A flash where one crystal of a grain happens to mirror light to the eye.
float sparkle(vec3 position, vec3 eye) {
    vec3 grain = floor(position * 90.0);
    vec3 facing = normalize(vec3(noise(grain), noise(grain + 7.0), noise(grain + 13.0)) - 0.5);
    float away = length(position - u_camera);
    return pow(abs(dot(facing, eye)), 110.0) * (1.0 - smoothstep(2.0, 9.0, away));
}

void main() {
    vec3 normal = normalize(v_normal);
    vec3 eye = normalize(u_camera - v_position);
    float turn = 6.2831853 * color_dither(gl_FragCoord.xy);
    float sun = shadow_soft(v_position, normal, turn, dot(normal, u_sun_direction));
    vec3 light = light_diffuse(v_position, normal, sun);
    vec3 color = u_color.rgb * light + light * sparkle(v_position, eye) * 1.5;
    o_color = vec4(fog_apply(color, v_position), 1.0);
}
