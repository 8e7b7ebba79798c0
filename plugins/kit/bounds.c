/* SPDX-License-Identifier: MIT */
#include "kit/bounds.h"

typedef void range(const float *, uint32_t, float *, float *);
range kit_range_simd0;
#if WISP_SIMD_LEVELS > 1
range kit_range_simd1, kit_range_simd2;
#endif

void kit_bounds_grow(int level, struct kit_bounds *bounds, const float *const pos[3],
                     uint32_t n) {
    range *fn = kit_range_simd0;
#if WISP_SIMD_LEVELS > 1
    if (level >= 2)
        fn = kit_range_simd2;
    else if (level == 1)
        fn = kit_range_simd1;
#endif
    (void)level;
    for (int k = 0; k < 3; k++) fn(pos[k], n, &bounds->min[k], &bounds->max[k]);
}

void kit_bounds_join(struct kit_bounds *bounds, const struct kit_bounds *other) {
    for (int k = 0; k < 3; k++) {
        if (other->min[k] < bounds->min[k]) bounds->min[k] = other->min[k];
        if (other->max[k] > bounds->max[k]) bounds->max[k] = other->max[k];
    }
}
