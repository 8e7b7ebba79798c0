// SPDX-License-Identifier: MIT
// The picture of the fluid: normals from the smoothed depth, what is behind bent and dimmed by
// the way through the fluid, the sky mirrored by Fresnel's share, a glint of the sun. Other
// stages are shown when u_absorb.w says so.
#include "lib/frame.glsl"
#include "fluid/fluid.glsl"
#include "lib/sky.glsl"

uniform sampler2D u_depth; // smoothed
uniform sampler2D u_raw_depth;
uniform sampler2D u_thickness;
uniform sampler2D u_scene_color;
uniform sampler2D u_scene_depth;

in vec2 v_uv;

layout(location = 0) out vec4 o_color; // linear, premultiplied

// Depth at a pixel of the picture from an image that may be coarser: the near texels that hold
// fluid and lie on one surface, by their share.
float surface_depth(vec2 uv) {
    if (u_tint.w == 1.0) return texture(u_depth, uv).r;
    vec2 size = vec2(textureSize(u_depth, 0)), at = uv * size - 0.5, f = fract(at);
    ivec2 p = ivec2(floor(at));
    float near = texelFetch(u_depth, clamp(ivec2(floor(uv * size)), ivec2(0), ivec2(size) - 1), 0).r;
    if (near <= 0.0) return 0.0;
    vec2 sum = vec2(0.0);
    for (int k = 0; k < 4; k++) {
        ivec2 d = ivec2(k & 1, k >> 1);
        float z = texelFetch(u_depth, clamp(p + d, ivec2(0), ivec2(size) - 1), 0).r;
        float w = (d.x == 1 ? f.x : 1.0 - f.x) * (d.y == 1 ? f.y : 1.0 - f.y);
        if (z > 0.0 && abs(z - near) < u_sprite.w) sum += vec2(z, 1.0) * w;
    }
    return sum.y > 0.0 ? sum.x / sum.y : near;
}

// Slope along one axis: the side with the smaller step, unless both cross an edge.
vec3 slope(vec3 p, vec2 d, out float edge) {
    float a = surface_depth(v_uv + d), b = surface_depth(v_uv - d);
    vec3 forth = eye_point(v_uv + d, a) - p, back = p - eye_point(v_uv - d, b);
    float step_forth = a <= 0.0 ? 1e9 : abs(a + forth.z - forth.z - (-p.z));
    float step_back = b <= 0.0 ? 1e9 : abs(b - (-p.z));
    edge = min(step_forth, step_back) > u_sprite.w ? 1.0 : 0.0;
    return step_forth < step_back ? forth : back;
}

vec3 normal_at(vec3 p) {
    vec2 px = 1.0 / u_viewport.xy / min(u_tint.w, 1.0), edge;
    vec3 dx = slope(p, vec2(px.x, 0.0), edge.x), dy = slope(p, vec2(0.0, px.y), edge.y);
    vec3 n = cross(dx, dy), view = -normalize(p);
    n = edge.x + edge.y > 0.0 || dot(n, n) < 1e-20 ? view : normalize(n);
    // A surface that seems to turn away is bent back until it just faces the eye.
    float facing = dot(n, view);
    if (facing < 0.02) n = normalize(n + (0.02 - facing) * view);
    return n;
}

// Blurred over a particle's width, so that outlines are not strings of beads.
float thickness_at(vec2 uv) {
    vec2 size = vec2(textureSize(u_thickness, 0));
    float reach = clamp(0.25 * u_smooth.x / u_tint.w * size.y / u_viewport.y / max(surface_depth(uv), 1e-3), 0.7, 4.0);
    float sum = 0.0, weights = 0.0;
    for (int k = 0; k < 9; k++) {
        vec2 d = vec2(k % 3, k / 3) - 1.0;
        float w = exp(-0.7 * dot(d, d));
        sum += w * texture(u_thickness, uv + d * reach / size).r;
        weights += w;
    }
    return sum / weights;
}

// Depth beside a point of the surface; beyond an edge it goes on flat.
float level_with(float z, vec2 uv) {
    float s = surface_depth(uv);
    return s <= 0.0 ? z : z + clamp(s - z, -u_sprite.w, u_sprite.w) *
                              (1.0 - smoothstep(0.5, 1.0, abs(s - z) / u_sprite.w));
}

// Light gathered below the surface: brighter where the surface above bulges towards the sun.
float caustics(vec3 bottom, float way) {
    vec3 sun = mat3(u_view) * u_sun_direction;
    vec2 uv = screen_uv(bottom + sun * way);
    float z = surface_depth(uv);
    if (z <= 0.0 || u_amount.w <= 0.0) return 1.0;
    // Wide enough to see waves, not what smoothing left of particles.
    float texels = clamp(1.5 * u_smooth.x / z, 3.0, 24.0);
    vec2 px = texels / u_viewport.xy;
    float l = level_with(z, uv - vec2(px.x, 0.0)), r = level_with(z, uv + vec2(px.x, 0.0));
    float d = level_with(z, uv - vec2(0.0, px.y)), u = level_with(z, uv + vec2(0.0, px.y));
    float wide = 2.0 * texels * z / (u_viewport.y * u_proj[1][1]);
    float bulge = (l + r + u + d - 4.0 * z) / (wide * wide);
    float gain = u_amount.w * (1.0 - 1.0 / u_amount.y) * min(way, 1.0) * bulge;
    return clamp(1.0 / max(1.0 - gain, 0.3), 0.7, 2.5);
}

// What lies behind, seen through the surface: bent, dimmed, tinted.
vec3 through(vec3 p, vec3 n, float way, vec3 light) {
    vec3 ray = normalize(p);
    vec3 bent = refract(ray, n, 1.0 / u_amount.y);
    vec2 uv = screen_uv(p + bent * min(way, 40.0 * u_sprite.x));
    float z = depth_in_metres(texture(u_scene_depth, uv).r);
    vec2 inside = step(vec2(0.0), uv) * step(uv, vec2(1.0));
    if (z < -p.z || inside.x * inside.y == 0.0) {
        uv = v_uv;
        z = depth_in_metres(texture(u_scene_depth, uv).r);
    }
    vec3 behind = texture(u_scene_color, uv).rgb;
    // Only what is really in the fluid gets its caustics.
    if (z < -p.z + 2.0 * way + u_sprite.x) behind *= caustics(eye_point(uv, z), way);
    return mix(u_tint.rgb * light, behind, exp(-u_absorb.rgb * way));
}

// A stage as a colour that tone mapping keeps readable.
vec3 stage(float z, float way, vec3 n, float fresnel, int which) {
    if (which == 2) return vec3(1.0 / (1.0 + 0.3 * texture(u_raw_depth, v_uv).r));
    if (which == 3) return vec3(1.0 / (1.0 + 0.3 * z));
    if (which == 4) return vec3(1.0 - exp(-2.0 * way));
    if (which == 5) return n * 0.5 + 0.5;
    return vec3(fresnel);
}

void main() {
    int which = int(u_absorb.w);
    float z = surface_depth(v_uv);
    if (z <= 0.0) discard;
    vec3 p = eye_point(v_uv, z), view = -normalize(p), n = normal_at(p);
    float way = thickness_at(v_uv);
    float f0 = (u_amount.y - 1.0) / (u_amount.y + 1.0);
    f0 *= f0;
    float fresnel = f0 + (1.0 - f0) * pow(1.0 - clamp(dot(n, view), 0.0, 1.0), 5.0);
    if (u_amount.y <= 1.0) fresnel = 0.0;
    if (which >= 2 && which <= 6) {
        o_color = vec4(stage(z, way, n, fresnel, which), 1.0);
        return;
    }
    mat3 to_world = transpose(mat3(u_view));
    vec3 n_world = to_world * n;
    vec3 light = u_ambient + u_sun_color * (0.25 + 0.25 * max(dot(n_world, u_sun_direction), 0.0));
    vec3 mirrored = reflect(-view, n), half_way = normalize(view + mat3(u_view) * u_sun_direction);
    vec3 up = to_world * mirrored;
    float glint = pow(max(dot(n, half_way), 0.0), 300.0) * 5.0;
    vec3 reflected = sky_radiance(up) + u_sun_color * glint;
    vec3 color = mix(through(p, n, way, light), reflected, min(fresnel * u_amount.z, 1.0));
    // Where the fluid thins out so does its skin: outlines are soft, not beaded.
    float skin = smoothstep(0.1, 0.9, way / u_sprite.x);
    o_color = vec4(color, 1.0) * skin;
}
