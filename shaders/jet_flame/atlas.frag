// SPDX-License-Identifier: MIT
// Draws the three flip-books of the jet once: strips, tongues, piling puffs; 4 x 4 frames each.
// o_color: density, heat.
#include "lib/noise.glsl"

in vec2 v_uv;
layout(location = 0) out vec4 o_color;

// Frame k of a loop: the pattern goes around a circle in two more dimensions' stead.
float cloud(vec2 p, float frame, uint seed) {
    float a = 6.2831853 * frame / 16.0;
    vec3 q = vec3(p.x + 0.6 * cos(a), p.y + 0.6 * sin(a), 0.5 * sin(a + 1.0));
    return fbm3(q, 4, seed);
}

void main() {
    vec2 at = v_uv * vec2(12.0, 4.0);
    float sheet = floor(at.x / 4.0);
    float frame = floor(mod(at.x, 4.0)) + 4.0 * floor(at.y);
    vec2 p = fract(at) * 2.0 - 1.0; // -1..1 in the cell
    float r = length(p);
    float density, heat;
    if (sheet < 0.5) { // a smooth strip along y
        float n = cloud(p * vec2(1.4, 0.5), frame, 3u);
        float across = abs(p.x + 0.08 * n) * 1.9;
        density = smoothstep(1.0, 0.1, across) * smoothstep(1.0, 0.3, abs(p.y));
        heat = smoothstep(0.9, 0.0, across);
    } else if (sheet < 1.5) { // tongues: a disc torn at its rim by ridges
        float n = cloud(p * 1.7, frame, 11u);
        float ridge = 1.0 - abs(cloud(p * 2.3 + 5.0, frame, 29u));
        float edge = r + 0.42 * n - 0.1;
        density = smoothstep(0.85, 0.15, edge) * smoothstep(1.0, 0.75, r) * (0.35 + 0.65 * ridge * ridge);
        heat = smoothstep(0.75, -0.15, edge) * (0.55 + 0.45 * ridge);
    } else { // puffs: slow and soft
        float n = cloud(p * 1.3, frame, 47u);
        float edge = r + 0.3 * n;
        density = smoothstep(0.85, 0.1, edge) * smoothstep(1.0, 0.7, r) * (0.55 + 0.4 * cloud(p * 3.0, frame, 53u));
        heat = smoothstep(0.7, 0.0, edge) * 0.75;
    }
    o_color = vec4(clamp(density, 0.0, 1.0), clamp(heat, 0.0, 1.0), 0.0, 1.0);
}
