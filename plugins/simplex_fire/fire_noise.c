/* SPDX-License-Identifier: MIT
 *
 * Simplex noise. A point is skewed to a cubic lattice, where the order of its fractions names
 * the tetrahedron that holds it; each corner adds a gradient ramp under a compact kernel.
 */
#include "simplex_fire/fire_noise.h"

#include <assert.h>
#include <math.h>

static const float skew2 = 0.36602540378f;   /* (sqrt(3) - 1) / 2 */
static const float unskew2 = 0.21132486541f; /* (3 - sqrt(3)) / 6 */

uint32_t fire_pcg(uint32_t v) {
    uint32_t s = v * 747796405u + 2891336453u;
    uint32_t w = ((s >> ((s >> 28) + 4u)) ^ s) * 277803737u;
    return (w >> 22) ^ w;
}

uint32_t fire_hash2(int32_t i, int32_t j, uint32_t seed) {
    return fire_pcg((uint32_t)i + fire_pcg((uint32_t)j + seed));
}

uint32_t fire_hash3(int32_t i, int32_t j, int32_t k, uint32_t seed) {
    return fire_pcg((uint32_t)i + fire_pcg((uint32_t)j + fire_pcg((uint32_t)k + seed)));
}

/* Dot product with one of the twelve cube-edge directions. */
static float gradient3(uint32_t hash, const float d[3]) {
    uint32_t n = hash % 12u;
    float first = n < 8u ? d[0] : d[1];
    float second = n < 4u ? d[1] : d[2];
    return ((n & 1u) ? -first : first) + ((n & 2u) ? -second : second);
}

/* Dot product with one of eight unit directions, 45 degrees apart. */
static float gradient2(uint32_t hash, float x, float y) {
    static const float half = 0.70710678119f;
    static const float direction[8][2] = {{1, 0},  {half, half},   {0, 1},  {-half, half},
                                          {-1, 0}, {-half, -half}, {0, -1}, {half, -half}};
    const float *g = direction[hash % 8u];
    return g[0] * x + g[1] * y;
}

static float corner3(const float d[3], uint32_t hash, float radius2) {
    float w = radius2 - d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    if (w <= 0.0f) return 0.0f;
    w *= w;
    return w * w * gradient3(hash, d);
}

float fire_simplex3_kernel(const float p[3], uint32_t seed, float radius2) {
    float s = (p[0] + p[1] + p[2]) / 3.0f;
    int32_t cell[3];
    for (int a = 0; a < 3; a++) cell[a] = (int32_t)floorf(p[a] + s);
    float t = (float)(cell[0] + cell[1] + cell[2]) / 6.0f;
    float x[3];
    for (int a = 0; a < 3; a++) x[a] = p[a] - ((float)cell[a] - t);

    /* rank 2 is the axis with the largest fraction, the first to step along. */
    int rank[3] = {(x[0] >= x[1]) + (x[0] >= x[2]), (x[1] > x[0]) + (x[1] >= x[2]),
                   (x[2] > x[0]) + (x[2] > x[1])};
    float sum = 0.0f;
    for (int corner = 0; corner < 4; corner++) {
        int step[3];
        for (int a = 0; a < 3; a++) step[a] = rank[a] >= 3 - corner;
        float back = (float)corner / 6.0f;
        float d[3];
        for (int a = 0; a < 3; a++) d[a] = x[a] - (float)step[a] + back;
        uint32_t hash =
            fire_hash3(cell[0] + step[0], cell[1] + step[1], cell[2] + step[2], seed);
        sum += corner3(d, hash, radius2);
    }
    return sum;
}

float fire_simplex3(const float p[3], uint32_t seed) {
    return FIRE_NOISE_SCALE_3D * fire_simplex3_kernel(p, seed, 0.5f);
}

float fire_simplex2(float x, float y, uint32_t seed) {
    float s = (x + y) * skew2;
    int32_t i = (int32_t)floorf(x + s);
    int32_t j = (int32_t)floorf(y + s);
    float t = (float)(i + j) * unskew2;
    float fx = x - ((float)i - t);
    float fy = y - ((float)j - t);
    const int step[3][2] = {{0, 0}, {fx > fy, fx <= fy}, {1, 1}};
    float sum = 0.0f;
    for (int corner = 0; corner < 3; corner++) {
        float back = (float)corner * unskew2;
        float dx = fx - (float)step[corner][0] + back;
        float dy = fy - (float)step[corner][1] + back;
        float w = 0.5f - dx * dx - dy * dy;
        if (w <= 0.0f) continue;
        w *= w;
        sum += w * w *
               gradient2(fire_hash2(i + step[corner][0], j + step[corner][1], seed), dx, dy);
    }
    return FIRE_NOISE_SCALE_2D * sum;
}

float fire_fbm3(const float p[3], int octaves, uint32_t seed) {
    assert(octaves >= 0 && octaves <= FIRE_OCTAVES_MAX);
    float sum = 0.0f;
    float frequency = 1.0f;
    for (int o = 0; o < octaves; o++) {
        const float q[3] = {p[0] * frequency, p[1] * frequency, p[2] * frequency};
        sum += fire_simplex3(q, seed + (uint32_t)o) / frequency;
        frequency *= 2.0f;
    }
    return sum;
}

float fire_fbm_bound(int octaves) {
    assert(octaves >= 0 && octaves <= FIRE_OCTAVES_MAX);
    return 2.0f - 2.0f / (float)(1 << octaves);
}
