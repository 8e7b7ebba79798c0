// SPDX-License-Identifier: MIT
// Skin or feathers in the light: dark above and pale below, thin parts let the sun through.
#include "lib/lighting.glsl"
#include "lib/sky.glsl"

layout(std140) uniform Effect {
    vec4 u_look;
};

in vec3 v_position;
in vec3 v_normal;
in vec2 v_part;
in vec3 v_local;
flat in vec3 v_color;
flat in float v_cover;
flat in float v_sun;

layout(location = 0) out vec4 o_color; // linear, premultiplied

void main() {
    bool fish = u_look.x > 1.5 && u_look.x < 2.5;
    bool thin = v_part.y > 2.5;
    vec3 n = normalize(v_normal);
    vec3 view = normalize(u_camera - v_position);
    if (thin && dot(n, view) < 0.0) n = -n;
    float belly = thin ? 0.0 : smoothstep(0.55, 0.9, v_part.y);
    vec3 albedo = v_color;
    if (fish) {
        // A dark back, a bright side, a pale belly, a band along the side.
        float back = thin ? 0.3 : 1.0 - smoothstep(0.1, 0.45, v_part.y);
        albedo = mix(v_color, v_color * 0.35, back);
        albedo = mix(albedo, mix(v_color, vec3(0.85), 0.6), belly);
        vec2 eye = vec2(v_local.z - 0.385, v_local.y - 0.025);
        float r = dot(eye, eye);
        if (!thin) albedo = mix(albedo, vec3(0.8, 0.75, 0.55), smoothstep(0.0011, 0.0008, r));
        if (!thin) albedo = mix(albedo, vec3(0.01), smoothstep(0.0005, 0.0003, r));
    } else {
        albedo = mix(albedo, albedo * 1.7 + 0.015, belly);
        // Flight feathers are darker toward the tip.
        if (thin) albedo *= 1.0 - 0.35 * abs(v_part.x);
        if (!thin && v_local.z > 0.425) albedo = vec3(0.12, 0.08, 0.03);
    }
    vec3 color = albedo * light_diffuse(v_position, n, v_sun);
    if (thin) {
        // The sun behind a wing.
        float through = max(dot(-n, u_sun_direction), 0.0);
        color += 0.6 * (albedo + 0.02) * u_sun_color * v_sun * through;
    }
    vec3 h = normalize(view + u_sun_direction);
    float power = fish ? 60.0 : 18.0;
    float shine = u_look.y * pow(max(dot(n, h), 0.0), power) * step(0.0, dot(n, u_sun_direction));
    float rim = u_look.y * pow(1.0 - max(dot(n, view), 0.0), 4.0);
    color += (fish ? 1.4 : 0.35) * shine * u_sun_color * v_sun;
    color += rim * 0.6 * sky_radiance(reflect(-view, n));
    o_color = vec4(fog_apply(color, v_position) * v_cover, v_cover);
}
