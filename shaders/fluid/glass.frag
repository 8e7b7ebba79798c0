// SPDX-License-Identifier: MIT
// The container as thin glass: the ray's first and last meeting with its walls mirror the sky by
// Fresnel's share, and the rims catch some light. What the scene or the fluid hides is left out.
#include "lib/frame.glsl"
#include "lib/sky.glsl"

layout(std140) uniform Effect {
    vec4 u_center; // m, world; w: kind, 1 box, 2 ball, 3 cylinder
    vec4 u_half;   // m: half extents; a ball and a cylinder take x as their radius
    vec4 u_axes[3]; // local x, y, z in the world
    vec4 u_rim;    // x: m, width of a rim; y: its opacity
};

uniform sampler2D u_depth; // of the fluid, m, 0 is none
uniform sampler2D u_scene_depth;

in vec2 v_uv;

layout(location = 0) out vec4 o_color; // linear, premultiplied

// Where the ray is inside: x to y, empty when x > y.
vec2 within(vec3 o, vec3 d) {
    vec3 a = (-u_half.xyz - o) / d, b = (u_half.xyz - o) / d;
    vec3 lo = min(a, b), hi = max(a, b);
    if (u_center.w == 1.0) return vec2(max(lo.x, max(lo.y, lo.z)), min(hi.x, min(hi.y, hi.z)));
    vec3 k = u_center.w == 2.0 ? vec3(1.0) : vec3(1.0, 0.0, 1.0);
    float along = dot(o * k, d * k), size = dot(d * k, d * k);
    float room = along * along - size * (dot(o * k, o * k) - u_half.x * u_half.x);
    if (room < 0.0 || size < 1e-9) return vec2(1.0, 0.0);
    vec2 t = vec2(-along - sqrt(room), -along + sqrt(room)) / size;
    return u_center.w == 2.0 ? t : vec2(max(t.x, lo.y), min(t.y, hi.y));
}

// Normal at a point of the wall, out of the container, and how much of a rim it is on.
vec4 wall(vec3 p) {
    float radial = length(p.xz);
    if (u_center.w == 2.0) return vec4(p / u_half.x, 0.0);
    if (u_center.w == 3.0) {
        float side = u_half.x - radial, cap = u_half.y - abs(p.y);
        float rim = 1.0 - smoothstep(0.5, 1.0, max(side, cap) / u_rim.x);
        if (side < cap) return vec4(p.x / radial, 0.0, p.z / radial, rim);
        return vec4(0.0, sign(p.y), 0.0, rim);
    }
    vec3 left = u_half.xyz - abs(p);
    float first = min(left.x, min(left.y, left.z));
    float second = max(min(left.x, left.y), min(max(left.x, left.y), left.z));
    vec3 n = left.x == first ? vec3(1.0, 0.0, 0.0) : left.y == first ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0);
    return vec4(n * sign(p), 1.0 - smoothstep(0.5, 1.0, second / u_rim.x));
}

vec4 pane(vec3 o, vec3 d, float t, mat3 to_world) {
    vec4 w = wall(o + d * t);
    vec3 n = to_world * w.xyz, ray = to_world * d;
    // The open top of a vessel has no glass, only its rim.
    float solid = w.y > 0.5 ? 0.0 : 1.0;
    n = dot(n, ray) > 0.0 ? -n : n;
    float fresnel = (0.04 + 0.96 * pow(1.0 - clamp(dot(n, -ray), 0.0, 1.0), 5.0)) * 0.6 * solid;
    float rim = w.w * u_rim.y;
    vec3 color = sky_radiance(reflect(ray, n)) * fresnel + (u_ambient + 0.3 * u_sun_color) * rim;
    return vec4(color, clamp(fresnel + rim, 0.0, 1.0));
}

void main() {
    vec4 far = u_inverse_view_proj * vec4(v_uv * 2.0 - 1.0, 1.0, 1.0);
    mat3 to_world = mat3(u_axes[0].xyz, u_axes[1].xyz, u_axes[2].xyz);
    vec3 ray = normalize(far.xyz / far.w - u_camera);
    vec3 o = (u_camera - u_center.xyz) * to_world, d = ray * to_world;
    vec2 t = within(o, d);
    o_color = vec4(0.0);
    if (t.x > t.y || t.y <= 0.0) discard;
    float facing = -(mat3(u_view) * ray).z;
    float d01 = texture(u_scene_depth, v_uv).r;
    float scene = u_proj[3][2] / (d01 * 2.0 - 1.0 + u_proj[2][2]) / facing;
    float fluid = texture(u_depth, v_uv).r / facing;
    if (t.y < scene * 1.001 && (fluid <= 0.0 || t.y < fluid)) o_color = pane(o, d, t.y, to_world);
    if (t.x > 0.0 && t.x < scene) {
        vec4 front = pane(o, d, t.x, to_world);
        o_color = front + o_color * (1.0 - front.a);
    }
}
