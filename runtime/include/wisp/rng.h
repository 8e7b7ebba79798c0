/* SPDX-License-Identifier: MIT
 *
 * wisp/rng.h - random numbers as a pure function of a key and a counter.
 *
 * There is no generator object: number i of a stream is f(key, i), so a particle's numbers
 * depend on its own counter and not on which thread asked first. Loops over counters vectorise.
 * Make a key per purpose with wisp_rng_key(seed, stream) and count from 0.
 *
 * Errors   None. Not for secrets.
 * Threads  Pure.
 * Source   Counter-based generation: Salmon et al., Parallel Random Numbers: As Easy as 1, 2,
 * 3, 2011. The mixer is of the xor-shift-multiply kind (Stafford's mix 13 constants), keyed
 * twice so that streams which meet at one counter part at the next.
 */
#ifndef WISP_RNG_H
#define WISP_RNG_H

#include <stdint.h>

/* 64 uniform bits. For one key, different counters give different results. */
static inline uint64_t wisp_rng_u64(uint64_t key, uint64_t counter) {
    uint64_t x = (counter * UINT64_C(0x9e3779b97f4a7c15) + UINT64_C(0xd1b54a32d192ed03)) ^ key;
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x += (key << 32) | (key >> 32);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* 32 uniform bits. */
static inline uint32_t wisp_rng_u32(uint64_t key, uint64_t counter) {
    return (uint32_t)(wisp_rng_u64(key, counter) >> 32);
}

/* Uniform in [0,1), a multiple of 2^-24, never 1. */
static inline float wisp_rng_f01(uint64_t key, uint64_t counter) {
    return (float)(int32_t)(wisp_rng_u32(key, counter) >> 8) * (1.0f / 16777216.0f);
}

/* Uniform between lo and hi; rounding may give hi itself. */
static inline float wisp_rng_range(uint64_t key, uint64_t counter, float lo, float hi) {
    return lo + (hi - lo) * wisp_rng_f01(key, counter);
}

/* The key of one stream of a seed: any numbers will do for both, also 0, 1, 2. */
static inline uint64_t wisp_rng_key(uint64_t seed, uint64_t stream) {
    uint64_t a = wisp_rng_u64(UINT64_C(0x2545f4914f6cdd1d), seed);
    return wisp_rng_u64(a, stream ^ UINT64_C(0x6a09e667f3bcc909));
}

#endif
