/* SPDX-License-Identifier: MIT
 *
 * collide - particles against the world's bodies, swept, moving bodies included.
 *
 * The ground is met in closed form. Every other body is met by walking along the particle's way
 * in the body's frame of motion with steps of the signed distance (sphere tracing), so that
 * nothing thin is tunnelled. Units      m, m/s, s. Threads    One block by one thread;
 * world->distance may be called from any. Source     Hart, Sphere Tracing, 1996; response as in
 * contact.h.
 */
#ifndef KIT_COLLIDE_H
#define KIT_COLLIDE_H

#include "kit/force.h"
#include <wisp/effect.h>

enum kit_collide_kind {
    KIT_COLLIDE_NONE = 1,
    KIT_COLLIDE_BOUNCE,
    KIT_COLLIDE_STICK,
    KIT_COLLIDE_KILL
};

struct kit_collide {
    enum kit_collide_kind kind;
    float radius;                /* m, of every particle */
    float restitution, friction; /* negative: the body's own */
    float dt;
    float origin[3]; /* m: world place of the block's zero */
};

/* before: where the particles were at the start of the step, planes of block->n. hit, if not
 * NULL, gets 1 for each that touched something, else 0. Returns how many touched. Killed ones
 * get an age past their life. */
uint32_t kit_collide(int level, wisp_instance *self, const wisp_world *world,
                     const struct kit_collide *settings, const struct kit_block *block,
                     const float *const before[3], uint8_t *hit);

#endif
