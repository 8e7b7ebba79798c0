// SPDX-License-Identifier: MIT
// An animal: its mesh beats its wings or bends its body, then heads along its way. One that is
// smaller than a pixel is drawn a pixel wide and as much fainter.
#include "lib/frame.glsl"
#include "lib/shadow.glsl"

layout(std140) uniform Effect {
    vec4 u_look; // x: 1 bird, 2 fish, 3 midge; y: gloss 0..1
};

layout(location = 0) in vec3 a_position; // body 1 m long, head toward +z
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_part; // span -1..1; 0 back .. 1 belly, 3 thin
layout(location = 3) in vec4 a_place; // m, world; w: length m
layout(location = 4) in vec4 a_forward; // w: phase of the beat 0..1
layout(location = 5) in vec4 a_up; // w: alarm 0..1
layout(location = 6) in vec4 a_color; // linear

out vec3 v_position;
out vec3 v_normal;
out vec2 v_part;
out vec3 v_local;
flat out vec3 v_color;
flat out float v_cover;
flat out float v_sun;

const float TURN = 6.2831853;

// Wings turn about the body's axis; the outer half lags behind and folds on the way up.
void beat(inout vec3 p, inout vec3 n) {
    float span = abs(a_part.x), side = sign(a_part.x);
    float wide = u_look.x > 2.5 ? 1.1 : 0.75;
    float inner = wide * sin(TURN * a_forward.w) + 0.08;
    float outer = inner + 0.55 * wide * sin(TURN * a_forward.w - 1.1);
    float elbow = 0.45;
    float x = abs(p.x), hinge = elbow * 0.95;
    float a = min(x, hinge), b = max(x - hinge, 0.0);
    float fold = 1.0 - 0.18 * max(0.0, cos(TURN * a_forward.w));
    float angle = span > elbow ? outer : inner;
    float y = sin(inner) * a + sin(outer) * b * fold;
    p = vec3(side * (cos(inner) * a + cos(outer) * b * fold), p.y + y,
             p.z - 0.12 * (1.0 - fold) * span);
    n = normalize(vec3(-side * sin(angle), cos(angle), 0.12 * side * 0.0));
}

// A wave runs down the body and grows toward the tail.
void swim(inout vec3 p, inout vec3 n) {
    float grows = 0.02 + 0.1 * pow(clamp(0.45 - p.z, 0.0, 1.0), 1.5);
    float wave = TURN * a_forward.w + 5.0 * p.z;
    p.x += grows * sin(wave);
    n = normalize(n + vec3(0.0, 0.0, -5.0 * grows * cos(wave) * n.x));
}

void main() {
    vec3 p = a_position, n = a_normal;
    if (u_look.x > 1.5 && u_look.x < 2.5)
        swim(p, n);
    else if (a_part.x != 0.0)
        beat(p, n);
    vec3 forward = a_forward.xyz, right = normalize(cross(a_up.xyz, forward));
    vec3 up = cross(forward, right);
    float depth = max(-(u_view * vec4(a_place.xyz, 1.0)).z, 0.01);
    float pixel = 2.0 * depth / (u_proj[1][1] * u_viewport.y);
    float size = max(a_place.w, 1.6 * pixel);
    v_cover = min(1.0, a_place.w / size);
    v_cover *= v_cover;
    v_local = a_position;
    v_position = a_place.xyz + size * (right * p.x + up * p.y + forward * p.z);
    v_normal = right * n.x + up * n.y + forward * n.z;
    v_part = a_part;
    v_color = a_color.rgb;
    v_sun = shadow_hard(a_place.xyz);
    gl_Position = u_view_proj * vec4(v_position, 1.0);
}
