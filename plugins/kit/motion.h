/* SPDX-License-Identifier: MIT
 *
 * motion - the inner loops over particles: move, age, and write what is drawn.
 *
 * Particles come in blocks that stay in the first cache through all passes, so that a feature
 * costs only where it is on. A block is cut from planar arrays. Shapes     Planes of n floats
 * each; n <= KIT_BLOCK. Nothing is aligned beyond 4 bytes by contract, 64 is faster. Units m,
 * m/s, s; inverse life 1/s. Threads    Pure: callers may split anywhere between blocks. Source
 * Linear drag and constant acceleration in closed form, so that positions do not depend on the
 *            frame rate: v' = v e + a b, p' = p + v b + a c with e = exp(-k dt), b = (1 - e) /
 * k, c = (dt - b) / k.
 */
#ifndef KIT_MOTION_H
#define KIT_MOTION_H

#include <stdint.h>
#include <wisp/simd.h>

#define KIT_BLOCK 512u /* 9 planes of state and 5 of records: 28 KiB */

struct kit_block {
    uint32_t n;
    float *pos[3], *vel[3], *age;
    const float *inv_life;
};

/* Factors of one step for one drag; see the head of this file. */
struct kit_motion {
    float dt, e, b, c;
    float accel[3]; /* m/s^2: gravity, and drag times wind */
};

/* drag k >= 0 (1/s). Exact for any dt, also for k = 0. */
struct kit_motion kit_motion_factors(double drag, double dt, const float accel[3]);

/* What is drawn, as planes: position, size (0: dead) and colour (8-bit RGBA, straight alpha).
 */
struct kit_record {
    float *x, *y, *z, *size;
    uint32_t *rgba;
};

/* Values over life as drawn: straight lines are computed, anything else is looked up. */
struct kit_look {
    float size[2];              /* at birth and at death */
    float color[2][4];          /* linear 0..1 at birth and at death */
    const float *size_table;    /* KIT_TABLE entries, or NULL for the line */
    const uint32_t *rgba_table; /* KIT_TABLE entries, or NULL for the line */
    const uint32_t
        *style; /* per particle of the block: which table of rgba_table; NULL: the first */
};
#define KIT_TABLE 256u

struct kit_kernels {
    /* Move under constant acceleration; returns how many are past their life. */
    uint32_t (*move)(const struct kit_block *block, const struct kit_motion *motion);
    /* The same with one acceleration per particle, planes of n floats, added to motion->accel.
     */
    uint32_t (*move_by)(const struct kit_block *block, const struct kit_motion *motion,
                        const float *const accel[3]);
    void (*record)(const struct kit_block *block, const struct kit_look *look,
                   const struct kit_record *out);
    /* Copy n 32-bit words past the caches; to must be 64-byte aligned, n a multiple of 16. */
    void (*stream)(uint32_t *to, const uint32_t *from, uint32_t n);
};

/* level: 0..WISP_SIMD_LEVELS-1; every level gives the same bits. */
const struct kit_kernels *kit_kernels(int level);

#endif
