// SPDX-License-Identifier: MIT
// Marches the pixel's ray through the fire in object space, from where it enters the box to
// where it leaves it or meets the scene. o_color: premultiplied HDR. u_scene_depth: window depth
// of what is already drawn. With HALF, o_depth is the eye depth (m) that stopped the ray.
#include "simplex_fire/fire.glsl"

uniform sampler2D u_scene_depth;
#ifdef PROFILE
uniform sampler2D u_profile; // colour of the outline, u across, v up
#endif

in vec3 v_object;
in float v_eye_depth;
layout(location = 0) out vec4 o_color;
#ifdef HALF
layout(location = 1) out vec4 o_depth;
#endif

const int SAMPLES_MAX = 512;

// Emission (rgb) and extinction (a) per unit length of flame.
vec4 flame(float radius, float v) {
#ifdef PROFILE
    if (radius > 1.0 || v < 0.0 || v > 1.0) return vec4(0.0);
    vec4 texel = texture(u_profile, vec2(radius, 1.0 - v));
    return vec4(texel.rgb * u_glow.z, texel.a * u_glow.w);
#else
    float width = fire_width(v);
    if (radius >= width) return vec4(0.0);
    float across = radius / width;
    float burning = smoothstep(1.0, 0.2, across);
    float heat = (1.0 - across) * (1.0 - 0.7 * v);
    float kelvin = mix(u_glow.y, u_glow.x, heat);
    return burning * vec4(blackbody_emission(kelvin, 0.35) * u_glow.z, u_glow.w);
#endif
}

#ifdef SMOKE
vec4 smoke(vec3 p, float h) {
    float top = u_smoke.y + 0.5;
    float widening = 0.35 + 0.35 * (h - 0.6);
    float radius = fire_radius(p) * 0.5 / widening;
    float veil = smoothstep(0.55, 0.95, h) * smoothstep(top, mix(0.9, top, 0.4), h);
    if (radius >= 1.0 || veil <= 0.0) return vec4(0.0);
    vec3 q = fire_pattern(p) * vec3(1.3, 0.9, 1.3);
    float billow = fbm3(q, 3, u_seed.x + 41u) * 0.7 + 0.35;
    float density = u_smoke.x * veil * smoothstep(1.0, 0.3, radius) * clamp(billow, 0.0, 1.0);
    vec3 lit = vec3(0.028, 0.026, 0.025) * u_smoke.z +
               0.25 * smoothstep(1.3, 0.7, h) * blackbody_color(1500.0) * u_glow.z * 0.1;
    return vec4(lit * density, density);
}
#endif

// Emission and extinction at a point, and how far to leap when nothing can burn nearby.
vec4 medium(vec3 p, out float leap) {
    leap = 0.0;
    float h = p.y + 0.5;
    if (u_wind.z < 1.5) p.xz -= fire_bend(h);
    float radius = fire_radius(p);
    vec4 sum = vec4(0.0);
#ifdef SMOKE
    sum = smoke(p, h);
#endif
    if (u_depth.w > 0.5) {
#ifndef PROFILE
        if (radius >= fire_hull(h)) {
#ifndef SMOKE
            float slope = 1.0 + 2.0 * length(u_wind.xy);
            leap = 0.5 * u_low.w * (radius - fire_width(WIDEST)) / slope;
#endif
            return sum;
        }
#endif
    }
    if (h >= u_state.x || h < 0.0) return sum;
    float v = fire_anchored(h, fire_noise(p), u_noise.y);
    // The ridge of a sea of fire is 60 to 100 % high.
    float low = u_state.x;
    if (u_high.w > 0.0)
        low *= 1.0 - u_high.w * (0.2 - 0.2 * simplex2(vec2(p.x * 0.9, 3.5), u_seed.x));
    return sum + sqrt(u_state.x) * flame(radius, v / low);
}

// The part of the ray inside the box; x > y when it misses.
vec2 box_span(vec3 origin, vec3 direction) {
    vec3 safe = mix(direction, vec3(1e-9), lessThan(abs(direction), vec3(1e-9)));
    vec3 t0 = (u_low.xyz - origin) / safe;
    vec3 t1 = (u_high.xyz - origin) / safe;
    vec3 lo = min(t0, t1), hi = max(t0, t1);
    return vec2(max(max(lo.x, lo.y), lo.z), min(min(hi.x, hi.y), hi.z));
}

// Light gathered and light let through along a ray.
struct Ray {
    vec3 origin, direction;
    vec3 light;
    float through;
};

void gather(inout Ray ray, float t, float span, out float leap) {
    vec4 m = medium(ray.origin + t * ray.direction, leap);
    if (u_seed.y == 0u || m.a * span < 1e-5) {
        ray.light += ray.through * m.rgb * span;
    } else {
        float kept = exp(-m.a * span);
        ray.light += ray.through * m.rgb * (1.0 - kept) / m.a;
        ray.through *= kept;
    }
}

// One loop for all depth modes, since each copy of the medium costs compile time. Midpoints: the
// middle of each segment, the last one shortened, and so is the first when jittered. Else the
// ends of whole segments, as the source has it; `extra` adds a sample at the surface with the
// weight of what is left.
void march(inout Ray ray, vec2 span, float start) {
    float size = u_march.x, leap;
    bool midpoint = u_march.y > 2.5, extra = u_march.y > 1.5;
    float segment = midpoint && start > 0.0 ? start * size : size;
    float t = midpoint ? span.x : span.x - start * size;
    for (int i = 0; i < SAMPLES_MAX && t < span.y && ray.through > 0.01; i++) {
        bool whole = t + segment <= span.y;
        if (!whole && !extra) break;
        if (!whole) segment = span.y - t;
        gather(ray, midpoint ? t + 0.5 * segment : t + segment, segment, leap);
        // What a leap passes is empty.
        t += segment + (midpoint ? max(leap - 0.5 * segment, 0.0)
                                 : floor(max(leap, 0.0) / size) * size);
        segment = size;
    }
}

void main() {
    vec3 to_back = v_object - u_eye.xyz;
    float size = length(to_back);
    Ray ray = Ray(u_eye.xyz, to_back / size, vec3(0.0), 1.0);
    ivec2 pixel = ivec2(gl_FragCoord.xy * u_depth.z);
    float scene = fire_eye_depth(texelFetch(u_scene_depth, pixel, 0).r);
    // Eye depth grows in proportion along a ray: no sample needs projecting.
    float per_depth = size / v_eye_depth;
    vec2 span = box_span(ray.origin, ray.direction);
    span.x = max(span.x, u_depth.x * per_depth);
    span.y = min(span.y, scene * per_depth);
    if (u_wind.z > 1.5) { // a sheared flame is straight again under a sheared ray
        ray.origin.xz -= u_wind.xy * (ray.origin.y + 0.5);
        ray.direction.xz -= u_wind.xy * ray.direction.y;
    }
    if (span.x < span.y) {
        float start = u_march.z * noise_dither(gl_FragCoord.xy, u_march.w);
        march(ray, span, start);
    }
    o_color = vec4(ray.light, 1.0 - ray.through);
#ifdef HALF
    o_depth = vec4(scene, 0.0, 0.0, 0.0);
#endif
}
