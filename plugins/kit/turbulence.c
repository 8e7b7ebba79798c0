/* SPDX-License-Identifier: MIT */
#include "kit/turbulence.h"

typedef void turbulence_add(const struct kit_block *, const struct kit_turbulence *,
                            float *const[3]);
turbulence_add kit_turbulence_add_simd0;
#if WISP_SIMD_LEVELS > 1
turbulence_add kit_turbulence_add_simd1, kit_turbulence_add_simd2;
#endif

void kit_turbulence_add(int level, const struct kit_block *block,
                        const struct kit_turbulence *t, float *const accel[3]) {
    turbulence_add *add = kit_turbulence_add_simd0;
#if WISP_SIMD_LEVELS > 1
    if (level >= 2)
        add = kit_turbulence_add_simd2;
    else if (level == 1)
        add = kit_turbulence_add_simd1;
#endif
    (void)level;
    add(block, t, accel);
}
