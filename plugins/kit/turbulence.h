/* SPDX-License-Identifier: MIT
 *
 * turbulence - a divergence-free random field of acceleration, in octaves.
 *
 * Shapes     accel: planes of block->n floats, added to.
 * Units      m, m/s^2.
 * Threads    Pure. Every level gives the same bits.
 * Source     Bridson, Hourihan, Nordenstam, Curl-Noise for Procedural Fluid Flow, 2007. The
 * curl is taken as the cross product of two noise gradients, which is free of divergence as
 * well and needs two noises instead of three (DeWolf, Divergence-Free Noise, 2005).
 */
#ifndef KIT_TURBULENCE_H
#define KIT_TURBULENCE_H

#include "kit/motion.h"

struct kit_turbulence {
    float strength;   /* m/s^2: root mean square of the first octave */
    float size;       /* m: of its eddies */
    float drift[3];   /* m: how far the field has moved (wind times time) */
    uint32_t octaves; /* 1..6; each half the size and half the strength of the one before */
    uint32_t seed;
};

/* Root mean square of the cross product before scaling; measured over 1e7 points, tested. */
#define KIT_TURBULENCE_RMS 1.16f

void kit_turbulence_add(int level, const struct kit_block *block,
                        const struct kit_turbulence *t, float *const accel[3]);

#endif
