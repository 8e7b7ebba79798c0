/* SPDX-License-Identifier: MIT
 *
 * force - what accelerates particles besides gravity and linear drag, one block at a time.
 *
 * Shapes     Planes of block->n floats; accel planes are added to.
 * Units      m, m/s, m/s^2, s; drag 1/s, quadratic drag 1/m.
 * Threads    Pure.
 * Source     Quadratic drag: v' = v / (1 + q |v| dt), exact. Vortex: a rational stand-in for
 * Lamb-Oseen.
 */
#ifndef KIT_FORCE_H
#define KIT_FORCE_H

#include "kit/motion.h"

enum kit_attractor_kind { KIT_ATTRACT_POINT = 1, KIT_ATTRACT_LINE, KIT_ATTRACT_VORTEX };

/* Point and line pull with strength at distance `radius`, falling with 1/(d^2 + radius^2)
 * scaled to it; vortex turns around the axis with the Lamb-Oseen profile of core radius
 * `radius`. */
struct kit_attractor {
    enum kit_attractor_kind kind;
    float position[3], axis[3]; /* axis: unit; line and vortex */
    float strength; /* m/s^2 for point and line (negative repels), m/s^2 of swirl for vortex */
    float radius;   /* m */
};

/* A plane that bounces: n.p >= offset + particle radius stays free. */
struct kit_plane {
    float normal[3], offset;
    float velocity[3];
    float restitution, friction;
};

struct kit_forces {
    void (*attract)(const struct kit_block *block, const struct kit_attractor *a,
                    float *const accel[3]);
    void (*drag_quadratic)(const struct kit_block *block, float q, float dt,
                           const float wind[3]);
    void (*limit_speed)(const struct kit_block *block, float limit);
    /* Returns how many touched. radius: m, of every particle. */
    uint32_t (*bounce)(const struct kit_block *block, const struct kit_plane *plane,
                       float radius);
};
const struct kit_forces *kit_forces(int level);

#endif
