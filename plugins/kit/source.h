/* SPDX-License-Identifier: MIT
 *
 * source - one system's particles as the emitters of another: trails, bursts at the end, splashes. A tree of any depth
 * is made of systems that name each other in the scene; what is named must come earlier there.
 *
 * Reads the other's buffers pos, vel, age, inv_life, seed, anchor and hit, as kit_system keeps them.
 * Units      m, s, 1/s.
 * Errors     An unknown or foreign source bears nothing.
 */
#ifndef KIT_SOURCE_H
#define KIT_SOURCE_H

#include "kit/emitter.h"

enum kit_source_on { KIT_ON_FLIGHT = 1, KIT_ON_BIRTH, KIT_ON_DEATH, KIT_ON_HIT };

struct kit_source {
    const char *id; /* of the other instance; "" is none */
    enum kit_source_on on;
    double rate;          /* 1/s per particle, for KIT_ON_FLIGHT */
    double count, spread; /* per event, for the others */
    double share;         /* of births the budget allows */
    float anchor[3];      /* m: this system's own zero */
};

/* Births of this step, appended to the pool. step: this system's, for dt and rotation. */
void kit_source_step(struct kit_emitter *emitter, struct kit_pool *pool, const wisp_step *step,
                     const struct kit_source *source, const struct kit_birth_values *birth,
                     const float accel[3]);

#endif
