/* SPDX-License-Identifier: MIT */
#include "kit/emitter.h"

#include "kit/pose.h"
#include <math.h>
#include <string.h>

/* Streams of a particle's random numbers: see kit_random. */
enum { RANDOM_PLACE = 0, RANDOM_DIRECTION = 4, RANDOM_LIFE = 6, RANDOM_SPEED = 7 };

struct birth_context {
    const struct kit_emitter *emitter;
    struct kit_pool *pool;
    const wisp_step *step;
    const struct kit_birth_values *birth;
    const float *accel;
    double offset; /* s into the step at which the part being emitted begins */
};

wisp_status kit_emitter_open(struct kit_emitter *emitter, wisp_instance *self) {
    const wisp_buffer_desc desc = {.struct_size = sizeof desc,
                                   .type = WISP_TYPE_F64,
                                   .name = "emitter",
                                   .count = sizeof(struct kit_emitter_state) / sizeof(double)};
    emitter->self = self;
    emitter->key = wisp_rng_key(self->seed, 0x62697274);
    emitter->state = self->host->state->buffer(self, &desc, NULL);
    return emitter->state ? WISP_OK : WISP_E_NOMEM;
}

void kit_emitter_restart(struct kit_emitter *emitter) {
    double dropped = emitter->state->dropped;
    memset(emitter->state, 0, sizeof *emitter->state);
    emitter->state->dropped = dropped;
}

void kit_emitter_stop(struct kit_emitter *emitter) { emitter->state->stopped = 1.0; }

static void place(const struct birth_context *c, uint64_t slot, float f, float local[3],
                  float velocity[3]) {
    const uint32_t seed = c->pool->seed[slot];
    const uint64_t key = c->emitter->key;
    float u[8], normal[3], direction[3], speed;
    wisp_pose pose = kit_pose_between(&c->step->prev_pose, &c->step->pose, f);
    float *pos = c->pool->pos + slot;
    for (uint32_t k = 0; k < 8; k++) u[k] = kit_random(key, seed, k);
    kit_shape_sample(&c->birth->shape, u + RANDOM_PLACE, local, normal);
    kit_direction_sample(c->birth->direction, local, normal, c->birth->spread,
                         u + RANDOM_DIRECTION, direction);
    speed = wisp_value_at(c->birth->speed, 0.0f, u[RANDOM_SPEED]);
    if (c->birth->local) {
        for (int k = 0; k < 3; k++) velocity[k] = speed * direction[k];
        for (uint64_t k = 0; k < 3; k++) pos[k * c->pool->capacity] = local[k];
        return;
    }
    float place_world[3], ride[3];
    kit_pose_point(&pose, local, place_world);
    kit_pose_rotate(&pose, direction, velocity);
    kit_pose_velocity(&c->step->prev_pose, &c->step->pose, local, c->step->dt, ride);
    for (int k = 0; k < 3; k++) velocity[k] = speed * velocity[k] + c->birth->inherit * ride[k];
    for (uint64_t k = 0; k < 3; k++) pos[k * c->pool->capacity] = place_world[k];
}

static void bear(const struct birth_context *c, uint64_t slot, double at) {
    const double dt = (double)c->step->dt, lived = fmax(0.0, dt - at);
    const struct kit_motion m = kit_motion_factors((double)c->birth->drag, lived, c->accel);
    const float u = kit_random(c->emitter->key, c->pool->seed[slot], RANDOM_LIFE);
    const float life = wisp_value_at(c->birth->life, (float)c->emitter->state->age, u);
    float local[3], v[3];
    place(c, slot, dt > 0.0 ? (float)(at / dt) : 1.0f, local, v);
    for (uint64_t k = 0; k < 3; k++) {
        uint64_t i = k * c->pool->capacity + slot;
        c->pool->pos[i] += v[k] * m.b + c->accel[k] * m.c;
        c->pool->vel[i] = v[k] * m.e + c->accel[k] * m.b;
    }
    c->pool->age[slot] = (float)lived;
    c->pool->inv_life[slot] = life > 0.0f ? 1.0f / life : 0.0f;
    if (!(life > 0.0f) || lived >= (double)life) kit_pool_kill(c->pool, slot);
}

/* Thinning by the cap or the budget takes evenly from the whole group, so that spacing is kept.
 */
static uint64_t bear_group(const struct birth_context *c, struct kit_group group,
                           double share) {
    uint64_t want = group.count, granted, first;
    struct kit_emitter_state *state = c->emitter->state;
    if (share < 1.0) want = (uint64_t)floor((double)group.count * fmax(0.0, share) + 0.5);
    if (group.count == 0) return 0;
    first = kit_pool_push(c->pool, want, c->birth->full, &granted);
    for (uint64_t k = 0; k < granted; k++) {
        double rank = floor(((double)k + 0.5) * (double)group.count / (double)granted);
        bear(c, first + k, c->offset + group.first + rank * group.spacing);
    }
    state->dropped += (double)(group.count - granted);
    return granted;
}

static double way_length(const wisp_step *step) {
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        double d = (double)step->pose.position[k] - (double)step->prev_pose.position[k];
        square += d * d;
    }
    return step->flags & WISP_STEP_TELEPORT ? 0.0 : sqrt(square);
}

static struct kit_group steady(struct kit_emitter *emitter, const wisp_step *step,
                               const struct kit_emission *e, double dt) {
    struct kit_clock clock = {emitter->state->rate_phase};
    double u = 2.0 * (double)wisp_rng_f01(emitter->key ^ 0x72617465, step->index) - 1.0;
    double rate = e->rate + u * e->rate_variance;
    struct kit_births births;
    if (e->per_pixel > 0.0) rate += e->per_pixel * e->screen_area / (double)step->dt;
    births = kit_clock_advance(&clock, rate, dt);
    emitter->state->rate_phase = clock.phase;
    return (struct kit_group){births.count, births.first, births.spacing};
}

static struct kit_group along_way(struct kit_emitter *emitter, const wisp_step *step,
                                  double per_metre) {
    struct kit_clock clock = {emitter->state->distance_phase};
    double dt = (double)step->dt, speed = dt > 0.0 ? way_length(step) / dt : 0.0;
    struct kit_births births = kit_clock_advance(&clock, per_metre * speed, dt);
    emitter->state->distance_phase = clock.phase;
    return (struct kit_group){births.count, births.first, births.spacing};
}

/* Every burst that falls into (from, to] of emitter age, exactly once, whatever the step. */
static void fire_bursts(const struct birth_context *c, const struct kit_emission *e,
                        double from, double to) {
    for (uint32_t k = 0; k < e->burst_count; k++) {
        const struct kit_burst *b = &e->bursts[k];
        double times = b->every > 0.0 ? fmax(1.0, b->times) : 1.0;
        for (double j = 0.0; j < times; j += 1.0) {
            double at = b->at + j * b->every;
            double u, dither;
            if (at > to) break;
            if (at < from || (at <= from && from > 0.0)) continue;
            u = 2.0 * (double)wisp_rng_f01(c->emitter->key ^ 0x62757273,
                                           (uint64_t)(k * 4096 + j)) -
                1.0;
            dither =
                (double)wisp_rng_f01(c->emitter->key ^ 0x64697468, (uint64_t)(k * 4096 + j));
            bear_group(c,
                       (struct kit_group){kit_births_per_frame(b->count, b->spread, u, dither),
                                          at - from, 0},
                       e->share);
        }
    }
}

/* The part of a step in one round of the emitter's life. */
static void emit_part(const struct birth_context *c, struct kit_emitter *emitter,
                      const struct kit_emission *e, double dt) {
    double from = emitter->state->age, to = from + dt;
    double open = e->duration > 0.0 ? fmin(dt, fmax(0.0, e->duration - from)) : dt;
    if (open > 0.0) bear_group(c, steady(emitter, c->step, e, open), e->share);
    fire_bursts(c, e, from, to);
    emitter->state->age = to;
}

uint64_t kit_emitter_bear(struct kit_emitter *emitter, struct kit_pool *pool,
                          const wisp_step *step, const struct kit_birth_values *birth,
                          const float accel[3], struct kit_group group) {
    const struct birth_context c = {emitter, pool, step, birth, accel, 0.0};
    return bear_group(&c, group, 1.0);
}

uint64_t kit_emitter_step(struct kit_emitter *emitter, struct kit_pool *pool,
                          const wisp_step *step, const struct kit_emission *e,
                          const struct kit_birth_values *birth, const float accel[3]) {
    struct birth_context c = {emitter, pool, step, birth, accel, 0.0};
    struct kit_emitter_state *state = emitter->state;
    double left = (double)step->dt;
    uint64_t before = pool->head->born, pushed;
    if (!(left > 0.0) || !isfinite(left)) return pool->head->count;
    if (state->stopped == 0.0) {
        bear_group(&c, along_way(emitter, step, e->per_metre), e->share);
        while (e->loop && e->duration > 0.0 && state->age + left > e->duration) {
            double part = fmax(0.0, e->duration - state->age);
            emit_part(&c, emitter, e, part);
            left -= part;
            c.offset += part;
            state->age = 0.0;
            state->loops += 1.0;
            if (e->duration < 1e-6) break;
        }
        emit_part(&c, emitter, e, left);
    }
    pushed = pool->head->born - before;
    return pool->head->count - (pushed < pool->head->count ? pushed : pool->head->count);
}
