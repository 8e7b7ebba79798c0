/* SPDX-License-Identifier: MIT
 *
 * Simplex noise with an integer lattice hash, the C twin of shaders/lib/noise.glsl.
 *
 * Units    Coordinates and results are dimensionless; results lie in [-1, 1].
 * Errors   None. Coordinates must stay under 2^30 in magnitude (lattice indices are int32).
 * Threads  Pure.
 * Source   Perlin's simplex grid with kernel radius^2 1/2, which is continuous (the older 0.6
 *          is not). Hash: PCG of Jarzynski and Olano, Hash Functions for GPU Rendering, 2020.
 *          The scales are one over the numerical supremum of the unscaled sums.
 */
#ifndef WISP_SIMPLEX_FIRE_NOISE_H
#define WISP_SIMPLEX_FIRE_NOISE_H

#include <stdint.h>

#define FIRE_NOISE_SCALE_2D 99.204335f
#define FIRE_NOISE_SCALE_3D 76.880750f

enum { FIRE_OCTAVES_MAX = 8 };

/* One PCG output permutation of v; a bijection on 32 bits. */
uint32_t fire_pcg(uint32_t v);

/* Lattice hashes: the point's indices wrap to unsigned. */
uint32_t fire_hash2(int32_t i, int32_t j, uint32_t seed);
uint32_t fire_hash3(int32_t i, int32_t j, int32_t k, uint32_t seed);

float fire_simplex2(float x, float y, uint32_t seed);
float fire_simplex3(const float p[3], uint32_t seed);

/* Signed sum of octaves: octave o has frequency 2^o, weight 2^-o and seed `seed + o`. */
float fire_fbm3(const float p[3], int octaves, uint32_t seed);

/* Largest magnitude fire_fbm3() can reach: 1.875 for four octaves. */
float fire_fbm_bound(int octaves);

/* The simplex sum without scale and with a free kernel radius: for the continuity test only. */
float fire_simplex3_kernel(const float p[3], uint32_t seed, float radius2);

#endif
