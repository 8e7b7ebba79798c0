// SPDX-License-Identifier: MIT
// Light on a solid body: sun with shadow, sky with contact shade, lamps, a reflected sky, fog.
// Source: Karis, Real shading in Unreal Engine 4, 2013 (microfacets), and his 2014 fit of the
// environment's share; Quilez, box filtered checkers and sphere occlusion.
#include "render/body.glsl"
#include "lib/frame.glsl"
#include "lib/color.glsl"
#include "lib/lighting.glsl"
#include "lib/shadow.glsl"
#include "lib/sky.glsl"

#ifdef TEXTURED
uniform sampler2D u_texture;
#endif

in vec3 v_position;
in vec3 v_local;
in vec3 v_normal;
in vec2 v_uv;
flat in vec3 v_color;
flat in vec4 v_material;
flat in vec3 v_emission;

layout(location = 0) out vec4 o_color;

// -1 and 1 in turns, averaged over the pixel.
vec3 stripes(vec3 p, vec3 width) {
    vec3 w = max(width, vec3(1e-4));
    vec3 a = abs(fract((p - 0.5 * w) * 0.5) - 0.5);
    vec3 b = abs(fract((p + 0.5 * w) * 0.5) - 0.5);
    return 2.0 * (a - b) / w;
}

float checker(float size) {
    vec3 p = v_local / size + vec3(0.0, 0.5, 0.0);
    vec3 s = stripes(p, fwidth(p));
    return v_material.w > 0.5 ? s.x * s.z : s.x * s.y * s.z;
}

// Share of the sky that nearby bodies leave to a point.
float contact(vec3 position, vec3 normal) {
    float open = 1.0;
    for (int i = 0; i < BODY_OCCLUDERS; i++) {
        vec3 d = u_occluders[i].xyz - position;
        float q = u_occluders[i].w * u_occluders[i].w / dot(d, d);
        float facing = max(dot(normal, d), 0.0);
        // Of a ball of radius r at distance l: (r / l)^2 times the cosine, which is divided by
        // r instead of l: the same in touch, and gone sooner.
        open *= 1.0 - min(0.85 * q * q * facing / u_occluders[i].w, 0.85);
    }
    return open;
}

struct Surface {
    vec3 position, normal, view;
    vec3 albedo, mirror; // matte colour; reflectance straight on
    float alpha, facing;
};

// Light that one source gives to the eye: matte and glossy.
vec3 reflect_light(Surface s, vec3 to, vec3 light) {
    float nl = dot(s.normal, to);
    if (nl <= 0.0) return vec3(0.0);
    vec3 h = normalize(to + s.view);
    float nh = clamp(dot(s.normal, h), 0.0, 1.0);
    float a2 = s.alpha * s.alpha;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float k = 0.5 * s.alpha;
    float shape = a2 / (d * d * 4.0 * (nl * (1.0 - k) + k) * (s.facing * (1.0 - k) + k));
    float edge = 1.0 - clamp(dot(h, to), 0.0, 1.0);
    float edge2 = edge * edge;
    vec3 fresnel = s.mirror + (1.0 - s.mirror) * (edge2 * edge2 * edge);
    return light * nl * (s.albedo + fresnel * min(shape, 40.0));
}

vec3 environment(Surface s, float roughness, float open, vec3 r, vec3 mirrored) {
    vec3 sky = mix(u_bounce, mirrored, smoothstep(-0.1, 0.1, r.y));
    sky = mix(min(sky, vec3(8.0)), light_sky(r), roughness * roughness);
    vec4 k = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a = min(k.x * k.x, exp2(-9.28 * s.facing)) * k.x + k.y;
    vec2 ab = vec2(-1.04, 1.04) * a + k.zw;
    return sky * (s.mirror * ab.x + ab.y) * open;
}

void main() {
    vec3 base = v_color;
#ifdef TEXTURED
    base *= texture(u_texture, v_uv).rgb;
#endif
    if (v_material.z > 0.0) base *= 1.0 + 0.22 * checker(v_material.z);
    Surface s;
    s.position = v_position;
    s.normal = normalize(v_normal);
    vec3 to_eye = u_camera - v_position;
    float distance = length(to_eye);
    s.view = to_eye / distance;
    s.facing = max(dot(s.normal, s.view), 1e-3);
    float roughness = clamp(v_material.x, 0.04, 1.0);
    s.alpha = roughness * roughness;
    s.albedo = base * (1.0 - v_material.y);
    s.mirror = mix(vec3(0.04), base, v_material.y);

    float open = contact(v_position, s.normal);
    vec3 color = v_emission + s.albedo * light_sky(s.normal) * open;
    float turn = 6.2831853 * color_dither(gl_FragCoord.xy);
    float sun = shadow_soft(v_position, s.normal, turn, dot(s.normal, u_sun_direction));
    color += reflect_light(s, u_sun_direction, u_sun_color * sun);
    for (int i = 0; i < u_light_count; i++) {
        vec3 to;
        vec3 light = light_at(i, v_position, to);
        color += reflect_light(s, to, light);
    }
    vec3 r = reflect(-s.view, s.normal);
    vec3 mirrored = sky_radiance(r);
    color += environment(s, roughness, open, r, mirrored);
    // The ground ends in the sky, not in a line; far away it mirrors the sky behind its edge.
    float far = v_material.w * smoothstep(0.25, 0.95, distance / u_clip.y);
    color = mix(color, mirrored, far);
    o_color = vec4(mix(u_fog_color, color, fog_left(distance)), 1.0);
}
