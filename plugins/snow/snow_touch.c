/* SPDX-License-Identifier: MIT
 *
 * Where flakes end before the ground: on bodies and near warm lights.
 *
 * Only flakes within reach of a body ask it for its distance; they are gathered into short
 * runs, so that the question is asked for many at once.
 */
#include "snow_own.h"

#include <math.h>
#include <string.h>

enum { RUN = 256, WARM_MOST = 8 };

struct ball {
    float center[3], radius;
};

struct touch_work {
    wisp_instance *self;
    const struct snow *snow;
    const wisp_world *world;
    uint8_t *hit;
    struct ball warm[WARM_MOST];
    uint32_t warm_count;
    float chance;
    uint64_t step;
};

static float reach_of(const wisp_collider *c) {
    const float *h = c->size;
    switch (c->shape) {
    case WISP_SHAPE_PLANE:
        return HUGE_VALF;
    case WISP_SHAPE_SPHERE:
        return h[0];
    case WISP_SHAPE_CYLINDER:
        return sqrtf(h[0] * h[0] + h[1] * h[1]);
    case WISP_SHAPE_CAPSULE:
        return h[0] + h[1];
    default:
        return sqrtf(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
    }
}

static bool near(const struct snow *s, uint64_t i, const float center[3], float radius) {
    float sum = 0.0f;
    for (int k = 0; k < 3; k++) {
        float d = s->pos[k][i] - center[k];
        sum += d * d;
    }
    return sum < radius * radius;
}

/* Ask one body about a run of flakes. */
static void ask(const struct touch_work *w, uint32_t body, const uint64_t *index, uint32_t n) {
    const struct snow *s = w->snow;
    float at[3][RUN], d[RUN];
    for (uint32_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) at[k][i] = s->pos[k][index[i]];
    const float *const xyz[3] = {at[0], at[1], at[2]};
    w->self->host->world->distance(w->self, body, n, xyz, d, NULL);
    for (uint32_t i = 0; i < n; i++)
        if (d[i] < 0.5f * s->trait[SNOW_DIAMETER][index[i]]) w->hit[index[i]] = 1;
}

/* Ask for all flakes of [begin, end) that are marked. */
static void ask_marked(const struct touch_work *w, uint32_t body, uint64_t begin, uint64_t end,
                       const uint8_t *marked) {
    uint64_t index[RUN];
    uint32_t n = 0;
    for (uint64_t i = begin; i < end; i++) {
        uint64_t eight = 1;
        if (end - i >= 8) memcpy(&eight, marked + (i - begin), sizeof eight);
        if (!eight) { /* most flakes are nowhere near */
            i += 7;
            continue;
        }
        if (!marked[i - begin] || w->hit[i]) continue;
        index[n++] = i;
        if (n == RUN) {
            ask(w, body, index, n);
            n = 0;
        }
    }
    if (n) ask(w, body, index, n);
}

/* Level ground under the box: no flake can be below it. */
static bool below_all(const struct touch_work *w, const wisp_collider *c) {
    const float *q = c->pose.rotation;
    return c->shape == WISP_SHAPE_PLANE && fabsf(q[0]) < 1e-6f && fabsf(q[2]) < 1e-6f &&
           c->pose.position[1] <= w->snow->box.low[1] + 1e-4f;
}

static void touch_body(const struct touch_work *w, uint32_t body, uint64_t begin,
                       uint64_t end) {
    const wisp_collider *c = &w->world->colliders[body];
    uint8_t marked[SNOW_GRAIN];
    if (below_all(w, c)) return;
    float reach = reach_of(c) + 0.1f;
    if (reach < HUGE_VALF) {
        const float *const at[3] = {w->snow->pos[0] + begin, w->snow->pos[1] + begin,
                                    w->snow->pos[2] + begin};
        snow_near(snow_level())(at, (uint32_t)(end - begin), c->pose.position, reach, marked);
    } else {
        memset(marked, 1, end - begin);
    }
    ask_marked(w, body, begin, end, marked);
}

static void melt(const struct touch_work *w, uint64_t begin, uint64_t end) {
    uint64_t key = wisp_rng_key(w->self->seed, 0x6d656c74);
    for (uint64_t i = begin; i < end; i++)
        for (uint32_t k = 0; k < w->warm_count; k++) {
            const struct ball *b = &w->warm[k];
            if (!near(w->snow, i, b->center, b->radius)) continue;
            if (wisp_rng_f01(key, w->step << 24 ^ i) < w->chance) w->hit[i] = 1;
        }
}

static void touch_block(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    const struct touch_work *w = context;
    (void)chunk;
    for (uint32_t c = 0; c < w->world->collider_count; c++) touch_body(w, c, begin, end);
    if (w->warm_count) melt(w, begin, end);
}

void snow_touch(wisp_instance *self, struct snow *s, const wisp_step *step, uint8_t *hit) {
    struct touch_work w = {.self = self,
                           .snow = s,
                           .world = self->host->world->snapshot(self),
                           .hit = hit,
                           .chance = step->values[SNOW_MELT_RATE].v[0] * step->dt,
                           .step = step->index};
    float radius = step->values[SNOW_MELT_RADIUS].v[0];
    for (uint32_t i = 0; i < w.world->light_count && w.warm_count < WARM_MOST; i++) {
        const wisp_light *l = &w.world->lights[i];
        if (!(l->heat > 0.0f) || !(radius > 0.0f)) continue;
        struct ball *b = &w.warm[w.warm_count++];
        for (int k = 0; k < 3; k++) b->center[k] = l->position[k];
        b->radius = radius;
    }
    if (w.world->collider_count || w.warm_count)
        self->host->jobs->parallel(self, s->core->alive, SNOW_GRAIN, touch_block, &w);
}
