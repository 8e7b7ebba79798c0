/* SPDX-License-Identifier: MIT */
#include "kit/motion.h"

#include <math.h>

extern const struct kit_kernels kit_kernels_simd0;
#if WISP_SIMD_LEVELS > 1
extern const struct kit_kernels kit_kernels_simd1, kit_kernels_simd2;
#endif

struct kit_motion kit_motion_factors(double drag, double dt, const float accel[3]) {
    struct kit_motion m = {.dt = (float)dt, .accel = {accel[0], accel[1], accel[2]}};
    double kt = drag * dt;
    if (kt > 1e-4) {
        double b = -expm1(-kt) / drag;
        m.e = (float)exp(-kt);
        m.b = (float)b;
        m.c = (float)((dt - b) / drag);
    } else { /* The quotients lose their digits; three terms of the series keep them. */
        m.e = (float)(1.0 - kt + 0.5 * kt * kt);
        m.b = (float)(dt * (1.0 - 0.5 * kt + kt * kt / 6.0));
        m.c = (float)(dt * dt * (0.5 - kt / 6.0 + kt * kt / 24.0));
    }
    return m;
}

const struct kit_kernels *kit_kernels(int level) {
#if WISP_SIMD_LEVELS > 1
    if (level >= 2) return &kit_kernels_simd2;
    if (level == 1) return &kit_kernels_simd1;
#endif
    (void)level;
    return &kit_kernels_simd0;
}
