/* SPDX-License-Identifier: MIT */
#include "kit/force.h"

extern const struct kit_forces kit_forces_simd0;
#if WISP_SIMD_LEVELS > 1
extern const struct kit_forces kit_forces_simd1, kit_forces_simd2;
#endif

const struct kit_forces *kit_forces(int level) {
#if WISP_SIMD_LEVELS > 1
    if (level >= 2) return &kit_forces_simd2;
    if (level == 1) return &kit_forces_simd1;
#endif
    (void)level;
    return &kit_forces_simd0;
}
