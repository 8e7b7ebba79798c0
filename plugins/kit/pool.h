/* SPDX-License-Identifier: MIT
 *
 * pool - the living particles of one system, as planes in the host's named buffers.
 *
 * Order is by birth and stays so: the dead are taken out by stable compaction, not by swapping
 * with the last, because draw order must not jump. Big pools let the dead lie until an eighth
 * is dead, since taking them out costs as much as a step.
 *
 * Shapes     pos, vel: three planes of `capacity` floats each (plane k begins at k * capacity).
 * Units      m, m/s, s.
 * Ownership  Buffers are the host's, named "pool", "pos", "vel", "age", "inv_life", "seed" and
 * those of `extra`; the struct holds lent pointers and lives in wisp_instance.block. Reload
 * kit_pool_open finds everything again. Errors     WISP_E_NOMEM when the budget is spent; the
 * pool is then unchanged.
 */
#ifndef KIT_POOL_H
#define KIT_POOL_H

#include <wisp/effect.h>

#define KIT_MAX_EXTRA 12u

/* One more plane set that follows every particle: 4-byte elements. */
struct kit_extra {
    const char *name;
    uint32_t type;       /* WISP_TYPE_F32, _U32 or _I32 */
    uint32_t components; /* planes */
    uint32_t *data;      /* out */
};

/* What the pool keeps in its state buffer "pool". */
struct kit_pool_head {
    uint64_t count;  /* slots in use, the dead among them */
    uint64_t dead;   /* of these, not yet taken out */
    uint64_t born;   /* ever: the number of the next birth, and its random stream */
    uint64_t killed; /* ever, by the cap's policy */
};

struct kit_pool {
    wisp_instance *self;
    uint64_t capacity, limit; /* plane length; most particles alive */
    struct kit_pool_head *head;
    float *pos, *vel, *age, *inv_life;
    uint32_t *seed; /* low 32 bits of the birth number: key of its own random numbers */
    struct kit_extra extra[KIT_MAX_EXTRA];
    uint32_t extra_count;
};

enum kit_full { KIT_FULL_REFUSE = 1, KIT_FULL_OLDEST, KIT_FULL_RANDOM };

/* Take or resize the buffers for `limit` particles. extra (count entries) is copied; its data
 * pointers are filled in. Survivors are kept: when the limit shrinks below the count, the
 * oldest stay. */
wisp_status kit_pool_open(struct kit_pool *pool, wisp_instance *self, uint64_t limit,
                          const struct kit_extra *extra, uint32_t extra_count);

uint64_t kit_pool_alive(const struct kit_pool *pool);

/* Room for n births at the end. Returns the first slot and sets *granted; births beyond the cap
 * push out others or are refused, as the policy says. The slots' content is undefined but for
 * seed, age 0 and vel 0. */
uint64_t kit_pool_push(struct kit_pool *pool, uint64_t n, enum kit_full full,
                       uint64_t *granted);

/* Mark slot i dead. It goes with the next compaction; counted once. */
void kit_pool_kill(struct kit_pool *pool, uint64_t i);

/* Tell the pool how many deaths by age the motion pass has found, and compact when it pays. */
void kit_pool_settle(struct kit_pool *pool, uint64_t dead_now);

/* Take all dead out, in order. */
void kit_pool_compact(struct kit_pool *pool);

void kit_pool_clear(struct kit_pool *pool);

#endif
