/* SPDX-License-Identifier: MIT */
#include "kit/source.h"

#include <math.h>
#include <stdbool.h>

/* The other system's planes. */
struct parents {
    uint64_t used, stride;
    const float *pos, *vel, *age, *inv_life, *anchor;
    const uint32_t *seed;
    const uint8_t *hit;
};

static const void *look(wisp_instance *self, const char *id, const char *name, uint32_t type,
                        uint32_t components, wisp_peer *peer) {
    *peer = (wisp_peer){.struct_size = sizeof *peer};
    if (!self->host->state->peer(self, id, name, peer)) return NULL;
    return peer->type == type && peer->components == components ? peer->data : NULL;
}

static bool find_parents(wisp_instance *self, const char *id, struct parents *p) {
    wisp_peer peer, pos;
    p->anchor = look(self, id, "anchor", WISP_TYPE_F32, 1, &peer);
    p->vel = look(self, id, "vel", WISP_TYPE_F32, 3, &peer);
    p->age = look(self, id, "age", WISP_TYPE_F32, 1, &peer);
    p->inv_life = look(self, id, "inv_life", WISP_TYPE_F32, 1, &peer);
    p->seed = look(self, id, "seed", WISP_TYPE_U32, 1, &peer);
    p->hit = look(self, id, "hit", WISP_TYPE_U8, 1, &peer);
    p->pos = look(self, id, "pos", WISP_TYPE_F32, 3, &pos);
    p->used = pos.used;
    p->stride = pos.count;
    return p->anchor && p->vel && p->age && p->inv_life && p->seed && p->pos;
}

/* Births that parent i causes in this step. Flight: whole numbers passed by age * rate + phase, so that spacing along
 * the way is even from step to step. */
static struct kit_group births_of(const struct parents *p, const struct kit_source *s,
                                  uint64_t key, uint64_t i, double dt) {
    const double age = (double)p->age[i], life = 1.0 / fmax(1e-9, (double)p->inv_life[i]);
    const bool dead = p->age[i] * p->inv_life[i] >= 1.0f, fresh = age <= dt;
    const double u = (double)wisp_rng_f01(key, 4 * (uint64_t)p->seed[i]);
    struct kit_group g = {0};
    if (s->on == KIT_ON_FLIGHT) {
        double from = fmax(0.0, age - dt), to = fmin(age, life), start = dt - (age - from);
        if (!(s->rate > 0.0) || to <= from) return g;
        double next = floor(from * s->rate + u) + 1.0;
        g.count = (uint64_t)(floor(to * s->rate + u) + 1.0 - next);
        g.first = start + (next - u) / s->rate - from;
        g.spacing = 1.0 / s->rate;
        return g;
    }
    bool now = s->on == KIT_ON_BIRTH   ? fresh && !dead
               : s->on == KIT_ON_DEATH ? dead && age - dt < life
                                       : p->hit && p->hit[i] && !dead;
    if (!now) return g;
    g.count = kit_births_per_frame(s->count, s->spread, 2.0 * u - 1.0,
                                   (double)wisp_rng_f01(key, 4 * (uint64_t)p->seed[i] + 1));
    g.first = s->on == KIT_ON_BIRTH   ? dt - age
              : s->on == KIT_ON_DEATH ? dt - fmin(dt, age - life)
                                      : dt;
    return g;
}

void kit_source_step(struct kit_emitter *emitter, struct kit_pool *pool, const wisp_step *step,
                     const struct kit_source *s, const struct kit_birth_values *birth,
                     const float accel[3]) {
    const uint64_t key = emitter->key ^ 0x736f7572;
    struct parents p;
    if (!s->id || !s->id[0] || !find_parents(emitter->self, s->id, &p)) return;
    for (uint64_t i = 0; i < p.used; i++) {
        struct kit_group g = births_of(&p, s, key, i, (double)step->dt);
        wisp_step at = *step;
        if (g.count == 0) continue;
        at.prev_pose = at.pose;
        for (uint64_t k = 0; k < 3; k++) {
            float here = p.pos[k * p.stride + i] + (p.anchor[k] - s->anchor[k]);
            at.pose.position[k] = here;
            at.prev_pose.position[k] = here - p.vel[k * p.stride + i] * step->dt;
        }
        g.count = (uint64_t)ceil((double)g.count * fmin(1.0, fmax(0.0, s->share)));
        kit_emitter_bear(emitter, pool, &at, birth, accel, g);
    }
}
