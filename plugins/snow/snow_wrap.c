/* SPDX-License-Identifier: MIT
 *
 * The wrap-around box: where it is, how many flakes it holds, and their step.
 *
 * A flake that comes to the ground or touches a body starts again at the top of the box, at a
 * place of its own: flakes then enter everywhere alike, whatever stands below.
 */
#include "snow_own.h"

#include <math.h>
#include <string.h>

struct fall_work {
    wisp_instance *self;
    struct snow *snow;
    const struct snow_box *box;
    const wisp_world *world;
    int32_t *round;
    double time;
    float dt;
    uint64_t turn; /* which blocks look at the wind in this step */
    bool all;      /* all do */
};

static void fall_block(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    const struct fall_work *w = context;
    struct snow *s = w->snow;
    struct snow_lanes l = {.fall = s->trait[SNOW_FALL] + begin, .round = w->round + begin};
    for (int k = 0; k < 3; k++) {
        l.pos[k] = s->pos[k] + begin;
        l.vel[k] = s->vel[k] + begin;
        l.wind[k] = s->wind[k] + begin;
    }
    if (w->all || (chunk + w->turn) % SNOW_WIND_EVERY == 0) {
        const float *const at[3] = {l.pos[0], l.pos[1], l.pos[2]};
        float *const to[3] = {s->wind[0] + begin, s->wind[1] + begin, s->wind[2] + begin};
        w->self->host->world->wind(w->self, end - begin, at, w->time, to);
    }
    snow_move(snow_level())(&l, (uint32_t)(end - begin), w->box, w->world->gravity, w->dt);
}

void snow_fall_all(wisp_instance *self, struct snow *s, const wisp_step *step,
                   const struct snow_box *box, int32_t *round) {
    struct fall_work w = {.self = self,
                          .snow = s,
                          .box = box,
                          .world = self->host->world->snapshot(self),
                          .round = round,
                          .time = step->time,
                          .dt = step->dt,
                          .turn = step->index,
                          .all = s->core->time == 0.0};
    self->host->jobs->parallel(self, s->core->alive, SNOW_GRAIN, fall_block, &w);
}

/* The box of this step: around the camera, a little ahead of it, on the ground; or as given. */
static void place_box(wisp_instance *self, struct snow *s, const wisp_step *step) {
    const wisp_world *w = self->host->world->snapshot(self);
    float low[3], high[3];
    s->follows = !snow_given_box(step->values, low, high);
    for (int k = 0; k < 3 && !s->follows; k++) {
        s->box.low[k] = step->pose.position[k] + low[k];
        s->box.size[k] = fmaxf(high[k] - low[k], 0.01f);
    }
    if (!s->follows) return;
    for (int k = 0; k < 3; k++) {
        float size = s->box.size[k] = step->values[SNOW_EXTENT].v[k];
        s->box.low[k] = w->eye[k] + 0.3f * size * w->forward[k] - 0.5f * size;
    }
    /* It stands on the ground; high above, it goes with the eye. */
    float ground = step->pose.position[1], eye = w->eye[1] - 0.6f * s->box.size[1];
    s->box.low[1] = ground > eye ? ground : eye;
}

static void put_anywhere(wisp_instance *self, struct snow *s, uint64_t i, uint64_t birth) {
    for (uint32_t k = 0; k < 3; k++)
        s->pos[k][i] = s->box.low[k] + s->box.size[k] * snow_random(self, birth, k);
}

/* New ones are anywhere: at first because it has been snowing, later as they fade in. Those
 * that are too many end when they land. */
static uint64_t populate(wisp_instance *self, struct snow *s, const wisp_step *step) {
    float share = self->host->report->budget(self);
    double wanted =
        (double)(snow_steady_count(s->preset.rate, s->box.size[1], s->preset.speed) * share);
    uint64_t target = wanted < (double)s->capacity ? (uint64_t)wanted : s->capacity;
    bool first = s->core->time == 0.0;
    while (s->core->alive < target) {
        uint64_t i = s->core->alive++, birth = s->core->births;
        snow_make(self, s, step->values, i);
        put_anywhere(self, s, i, birth);
        if (first) s->trait[SNOW_BIRTH][i] = -60.0f;
    }
    return target;
}

/* Again at the top, at another place. A key of its own keeps births apart from landings. */
static void restart(wisp_instance *self, struct snow *s, uint64_t i, uint64_t step) {
    uint64_t key = wisp_rng_key(self->seed, 0x746f70);
    uint64_t counter = (step << 24 ^ i) * 4;
    s->pos[0][i] = s->box.low[0] + s->box.size[0] * wisp_rng_f01(key, counter);
    s->pos[2][i] = s->box.low[2] + s->box.size[2] * wisp_rng_f01(key, counter + 1);
    for (int k = 0; k < 3; k++) s->vel[k][i] = s->wind[k][i];
    s->vel[1][i] -= s->trait[SNOW_FALL][i];
}

static void land(wisp_instance *self, struct snow *s, const wisp_step *step,
                 const int32_t *round, const uint8_t *hit, uint64_t target) {
    for (uint64_t i = s->core->alive; i-- > 0;) { /* backwards: the last may move to i */
        if (!hit[i] && round[i] <= 0) continue;
        if (s->core->alive > target) {
            snow_kill(s, i);
            continue;
        }
        if (hit[i]) s->pos[1][i] = s->box.low[1] + s->box.size[1] * (1.0f - 1e-4f);
        restart(self, s, i, step->index);
    }
}

wisp_status snow_wrap_step(wisp_instance *self, struct snow *s, const wisp_step *step) {
    place_box(self, s, step);
    uint64_t target = populate(self, s, step), n = s->core->alive;
    if (!n) return WISP_OK;
    const wisp_state_1 *state = self->host->state;
    int32_t *round = state->frame(self, n * sizeof *round);
    uint8_t *hit = state->frame(self, n);
    if (!round || !hit) return WISP_E_NOMEM;
    memset(hit, 0, n);
    snow_fall_all(self, s, step, &s->box, round);
    snow_touch(self, s, step, hit);
    land(self, s, step, round, hit, target);
    return WISP_OK;
}
