// SPDX-License-Identifier: MIT
// Simplex noise on an integer lattice hash. The C twin is plugins/simplex_fire/fire_noise.c; the
// two agree within 2e-5. Dimensionless; results lie in [-1, 1].
// Source: kernel radius^2 1/2 (continuous); PCG hash of Jarzynski and Olano, 2020.
#ifndef LIB_NOISE_GLSL
#define LIB_NOISE_GLSL

const float NOISE_SCALE_2D = 99.204335;
const float NOISE_SCALE_3D = 76.880750;

uint noise_pcg(uint v) {
    uint s = v * 747796405u + 2891336453u;
    uint w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
    return (w >> 22u) ^ w;
}

uint noise_hash2(ivec2 p, uint seed) {
    return noise_pcg(uint(p.x) + noise_pcg(uint(p.y) + seed));
}

uint noise_hash3(ivec3 p, uint seed) {
    return noise_pcg(uint(p.x) + noise_pcg(uint(p.y) + noise_pcg(uint(p.z) + seed)));
}

// Uniform in [0, 1).
float noise_unit(uint hash) {
    return float(hash >> 8u) * (1.0 / 16777216.0);
}

// One of the twelve cube-edge directions.
vec3 noise_gradient3(uint hash) {
    uint n = hash % 12u;
    float a = (n & 1u) != 0u ? -1.0 : 1.0;
    float b = (n & 2u) != 0u ? -1.0 : 1.0;
    return n < 4u ? vec3(a, b, 0.0) : n < 8u ? vec3(a, 0.0, b) : vec3(0.0, a, b);
}

vec2 noise_gradient2(uint hash) {
    float angle = 0.78539816339 * float(hash & 7u);
    return vec2(cos(angle), sin(angle));
}

// The four corners of the tetrahedron around p: offsets to them in d, their directions in g.
void noise_corners3(vec3 p, uint seed, out vec3 d[4], out vec3 g[4]) {
    vec3 cell = floor(p + (p.x + p.y + p.z) / 3.0);
    vec3 x = p - (cell - (cell.x + cell.y + cell.z) / 6.0);
    // rank 2 is the axis with the largest fraction, the first to step along.
    vec3 rank = vec3(float(x.x >= x.y) + float(x.x >= x.z), float(x.y > x.x) + float(x.y >= x.z),
                     float(x.z > x.x) + float(x.z > x.y));
    vec3 one = step(1.5, rank);
    vec3 two = step(0.5, rank);
    ivec3 base = ivec3(cell);
    d[0] = x;
    d[1] = x - one + 1.0 / 6.0;
    d[2] = x - two + 2.0 / 6.0;
    d[3] = x - 0.5;
    g[0] = noise_gradient3(noise_hash3(base, seed));
    g[1] = noise_gradient3(noise_hash3(base + ivec3(one), seed));
    g[2] = noise_gradient3(noise_hash3(base + ivec3(two), seed));
    g[3] = noise_gradient3(noise_hash3(base + 1, seed));
}

float simplex3(vec3 p, uint seed) {
    vec3 d[4], g[4];
    noise_corners3(p, seed, d, g);
    vec4 w = max(0.5 - vec4(dot(d[0], d[0]), dot(d[1], d[1]), dot(d[2], d[2]), dot(d[3], d[3])),
                 0.0);
    w *= w;
    w *= w;
    return NOISE_SCALE_3D *
           dot(w, vec4(dot(g[0], d[0]), dot(g[1], d[1]), dot(g[2], d[2]), dot(g[3], d[3])));
}

// Gradient of simplex3 in xyz, its value in w.
vec4 simplex3_gradient(vec3 p, uint seed) {
    vec3 d[4], g[4];
    noise_corners3(p, seed, d, g);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        float w = max(0.5 - dot(d[i], d[i]), 0.0);
        float ramp = dot(g[i], d[i]);
        sum += vec4(w * w * w * (w * g[i] - 8.0 * ramp * d[i]), w * w * w * w * ramp);
    }
    return NOISE_SCALE_3D * sum;
}

float simplex2(vec2 p, uint seed) {
    const float unskew = 0.21132486541;
    vec2 cell = floor(p + (p.x + p.y) * 0.36602540378);
    vec2 x = p - (cell - (cell.x + cell.y) * unskew);
    vec2 one = x.x > x.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
    vec2 d1 = x - one + unskew;
    vec2 d2 = x - 1.0 + 2.0 * unskew;
    ivec2 base = ivec2(cell);
    vec3 w = max(0.5 - vec3(dot(x, x), dot(d1, d1), dot(d2, d2)), 0.0);
    w *= w;
    w *= w;
    return NOISE_SCALE_2D *
           dot(w, vec3(dot(noise_gradient2(noise_hash2(base, seed)), x),
                       dot(noise_gradient2(noise_hash2(base + ivec2(one), seed)), d1),
                       dot(noise_gradient2(noise_hash2(base + 1, seed)), d2)));
}

// Signed sum of octaves: octave o has frequency 2^o, weight 2^-o and seed `seed + o`.
float fbm3(vec3 p, int octaves, uint seed) {
    float sum = 0.0;
    float weight = 1.0;
    for (int o = 0; o < octaves; o++) {
        sum += weight * simplex3(p, seed + uint(o));
        p *= 2.0;
        weight *= 0.5;
    }
    return sum;
}

// A swirling flow without divergence: the cross product of two noise gradients. Length is about
// 3 on average.
vec3 curl3(vec3 p, uint seed) {
    return cross(simplex3_gradient(p, seed).xyz, simplex3_gradient(p, seed + 101u).xyz);
}

// Start offset in [0, 1) per pixel, evenly spread among neighbours (Jimenez, 2014), turned by
// the golden ratio from frame to frame.
float noise_dither(vec2 pixel, float frame) {
    float x = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    return fract(x + 0.6180339887 * frame);
}
#endif
