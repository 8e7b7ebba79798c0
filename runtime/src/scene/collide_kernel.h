/* SPDX-License-Identifier: MIT
 *
 * What collide.c prepares for the inner loops: one collider in its own frame.
 */
#ifndef SCENE_COLLIDE_KERNEL_H
#define SCENE_COLLIDE_KERNEL_H

#include <stdint.h>

struct collide_kernel {
    uint32_t shape;   /* WISP_SHAPE_, never MESH */
    float axis[3][3]; /* local axes in world space */
    float center[3];
    float size[3];
};

/* normal: three arrays, or three NULL. */
typedef void collide_kernel_fn(const struct collide_kernel *k, uint64_t n,
                               const float *const xyz[3], float *distance,
                               float *const normal[3]);
collide_kernel_fn collide_kernel_run_simd0;
#if defined(__x86_64__)
collide_kernel_fn collide_kernel_run_simd1;
collide_kernel_fn collide_kernel_run_simd2;
#endif

#endif
