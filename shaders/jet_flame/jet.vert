// SPDX-License-Identifier: MIT
// One particle of the jet: a square that looks at the eye, its centre drawn out toward it.
#include "lib/frame.glsl"
#include "lib/noise.glsl"
#include "jet_flame/jet.glsl"

layout(location = 0) in vec3 a_vertex; // texture u, v; 1 at the apex
layout(location = 1) in vec4 a_place;  // m; w: side, m
layout(location = 2) in vec4 a_life;   // share of life; m from the nozzle; m radius of the jet; 0..1
layout(location = 3) in vec4 a_axis;   // unit axis of the jet; w: distance in cores

out vec2 v_uv;
flat out vec3 v_weight;  // of the early, middle and late texture
flat out vec2 v_frame;   // frame of the flip-book and share of the next
flat out vec4 v_state;   // share of life; ignition; random; fade near the eye
out float v_depth;       // m before the eye
out float v_center;      // 1 at the apex

float past(float t, float boundary, float low, float high) {
    float width = min(0.5 * u_stage.z, min(boundary - low, high - boundary));
    return width <= 0.0 ? step(boundary, t) : smoothstep(boundary - width, boundary + width, t);
}

float apex_height(float t) {
    if (u_form.y < 0.5 || u_form.x <= 0.0) return u_form.x;
    float t1 = u_stage.x, t2 = u_stage.y, scale = u_form.x * 0.5;
    if (t > t2) {
        float s = (t - t2) / (1.0 - t2);
        return scale * 2.5 * (1.0 - s * s);
    }
    return scale * (1.5 + smoothstep(t1, t2, t));
}

void main() {
    float t = a_life.x, random = a_life.w;
    float middle = 0.5 * (u_stage.x + u_stage.y);
    float early = u_stage.w > 0.5 ? past(t, u_stage.x, 0.0, middle) : 1.0;
    float late = u_stage.w > 0.5 ? past(t, u_stage.y, middle, 1.0) : 0.0;
    v_weight = u_stage.w > 1.5 ? vec3(1.0, 0.0, 0.0) : vec3(1.0 - early, early - late, late);

    // Eddies grow with the jet: the swirl is a fraction of its radius and drifts along it.
    vec3 place = a_place.xyz;
    float eddy = max(2.2 * a_life.z, 1e-3);
    float grown = smoothstep(0.5, 4.0, a_axis.w);
    vec3 flow = (place - a_axis.xyz * (u_flow.x * 0.35 * u_flow.y / u_form.w)) / eddy;
    vec3 swirl = curl3(flow, 7u);
    swirl *= 3.0 / max(length(swirl), 3.0);
    place += swirl * (0.2 * u_look.w * a_life.z * grown);

    // Toward the eye, not the screen, so that no face turns away at the side.
    vec3 to_eye = u_camera - place;
    float eye = length(to_eye);
    vec3 z = to_eye / eye;
    vec3 along = a_axis.xyz - z * dot(a_axis.xyz, z);
    float seen = length(along);
    vec3 y = seen > 1e-3 ? along / seen : normalize(cross(z, vec3(0.0, 1.0, 0.01)));
    // Spin about the view axis: a constant random rate and a bounded wobble. Strips keep to the
    // jet's direction.
    float age = t * u_form.w;
    float spin = u_form.z * (2.0 * random - 1.0) * age +
                 0.3 * sin(6.2831853 * (random + 1.7 * age)) + 6.2831853 * fract(random * 61.7);
    // Fast gas is drawn out along its way.
    float speed = 0.965 / (0.671 * max(a_axis.w, 1.0) + 0.294);
    spin *= smoothstep(0.0, 0.6, early) * (1.0 - 0.85 * speed * speed);
    if (u_stage.w > 1.5) spin = 0.0;
    if (u_stage.w < 0.5) spin = 6.2831853 * fract(random * 61.7) + age;
    vec3 x = cross(y, z);
    float c = cos(spin), s = sin(spin);
    vec3 right = c * x + s * y, up = c * y - s * x;

    vec2 corner = a_vertex.xy - 0.5;
    float stretch = 1.0 + 1.6 * speed * seen * step(0.5, u_stage.w);
    float height = min(apex_height(t) * a_place.w, 0.6 * eye);
    vec3 world = place + a_place.w * (corner.x * right + corner.y * stretch * up) +
                 a_vertex.z * height * z * 0.5;
    vec4 view = u_view * vec4(world, 1.0);
    gl_Position = u_proj * view;
    v_depth = -view.z;
    v_uv = a_vertex.xy;
    v_center = a_vertex.z;
    float frame = 15.0 * fract(random * 17.3 + 0.8 * t + 0.6 * age);
    v_frame = vec2(floor(frame), fract(frame));
    float lit = u_look.z > 0.5 ? smoothstep(0.3, 1.0, a_axis.w) : 1.0;
    // Before the apex reaches the near plane the particle is gone.
    v_state = vec4(t, lit, random, clamp((eye - height - u_clip.x) / (0.5 * a_place.w + 0.05), 0.0, 1.0));
}
