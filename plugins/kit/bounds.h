/* SPDX-License-Identifier: MIT
 *
 * bounds - the box around the points of a block. Pure; every level gives the same bits.
 */
#ifndef KIT_BOUNDS_H
#define KIT_BOUNDS_H

#include "kit/motion.h"

struct kit_bounds {
    float min[3], max[3];
};
#define KIT_BOUNDS_EMPTY                                  \
    {                                                     \
        {1e30f, 1e30f, 1e30f}, { -1e30f, -1e30f, -1e30f } \
    }

/* Grow the box to hold all of pos, the dead included. */
void kit_bounds_grow(int level, struct kit_bounds *bounds, const float *const pos[3],
                     uint32_t n);
void kit_bounds_join(struct kit_bounds *bounds, const struct kit_bounds *other);

#endif
