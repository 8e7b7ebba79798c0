/* SPDX-License-Identifier: MIT
 *
 * The few things around the many: commands, hunters, food, dangers.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "flock_own.h"
#include "steer.h"

enum { STREAM_HATCH = 1, STREAM_RETURN = 2 };
#define CATCH_DISTANCE 0.5f

/* Birds begin near the middle in one loose cloud per colour, heading roughly one way each. */
void flock_hatch(wisp_instance *self, struct flock *f, uint64_t begin, uint64_t end) {
    uint64_t key = wisp_rng_key(self->seed, STREAM_HATCH);
    uint64_t colors = (uint64_t)f->values[FLOCK_COLORS].i;
    for (uint64_t i = begin; i < end; i++) {
        float v[3], square = 0.0f;
        for (uint64_t c = 0; c < 3; c++) {
            float u = wisp_rng_f01(key, 8 * i + c), side = f->high[c] - f->low[c];
            float middle = 0.5f;
            if (colors > 1 && c == 0) middle = ((float)(i % colors) + 0.5f) / (float)colors;
            float wide = c == 0 && colors > 1 ? 0.6f / (float)colors : 0.6f;
            f->pos[c][i] = f->low[c] + side * (middle + wide * (u - 0.5f));
            v[c] = wisp_rng_f01(key, 8 * i + 3 + c) - 0.5f;
            if (c == 1) v[c] *= 0.3f;
            square += v[c] * v[c];
        }
        float speed = 0.5f * (f->rules.speed_min + f->rules.speed_max);
        for (int c = 0; c < 3; c++) f->vel[c][i] = v[c] / sqrtf(fmaxf(square, 1e-9f)) * speed;
        f->phase[i] = wisp_rng_f01(key, 8 * i + 6);
        f->roll[i] = 0.0f;
        /* Not all hungry at once. */
        f->drive[FLOCK_HUNGER][i] = 0.5f * wisp_rng_f01(key, 8 * i + 7);
        f->drive[FLOCK_FEAR][i] = f->drive[FLOCK_LIBIDO][i] = 0.0f;
    }
}

static void centre_of(const struct flock *f, float out[3]) {
    for (int c = 0; c < 3; c++) {
        double sum = 0;
        for (uint64_t i = 0; i < f->count; i++) sum += (double)f->pos[c][i];
        out[c] = f->count ? (float)(sum / (double)f->count) : 0.5f * (f->low[c] + f->high[c]);
    }
}

static void lay_food(struct flock_core *core, const float at[3], float amount) {
    uint32_t least = 0;
    for (uint32_t k = 1; k < FLOCK_PILES; k++)
        if (core->piles[k][3] < core->piles[least][3]) least = k;
    memcpy(core->piles[least], at, 3 * sizeof *at);
    core->piles[least][3] = amount;
}

static void on_event(struct flock *f, const wisp_event *e) {
    struct flock_core *core = f->core;
    float at[3];
    centre_of(f, at);
    if (e->command == FLOCK_HUNT) {
        for (uint32_t k = 0; k < FLOCK_HUNTERS; k++) {
            f->hunters[k].hunts = 1.0f;
            f->hunters[k].clock = 0.6f * f->values[FLOCK_PREDATOR_PERIOD].v[0];
        }
        return;
    }
    if (e->given & 1u) memcpy(at, e->args[0].v, sizeof at);
    if (e->command == FLOCK_FEED) {
        lay_food(core, at, e->args[1].v[0]);
        return;
    }
    memcpy(core->scare, at, sizeof at);
    core->scare[3] = e->args[2].v[0];
    core->scare[4] = e->args[1].v[0];
    core->scare[5] = 1.0f;
}

void flock_events(wisp_instance *self, struct flock *f, const wisp_step *step) {
    struct flock_core *core = f->core;
    float given = f->values[FLOCK_FOOD_AMOUNT].v[0];
    (void)self;
    if (given != core->food_given) {
        float at[3];
        for (int c = 0; c < 3; c++) at[c] = step->pose.position[c] + f->values[FLOCK_FOOD].v[c];
        if (given > 0.0f) lay_food(core, at, given);
        core->food_given = given;
    }
    core->scare[5] = fmaxf(0.0f, core->scare[5] - step->dt);
    for (uint32_t k = 0; k < step->event_count; k++) on_event(f, &step->events[k]);
}

static uint64_t nearest_bird(const struct flock *f, const float at[3], float *distance) {
    uint64_t best = f->count;
    float least = INFINITY;
    for (uint64_t i = 0; i < f->count; i++) {
        float square = 0.0f;
        for (int c = 0; c < 3; c++) square += (f->pos[c][i] - at[c]) * (f->pos[c][i] - at[c]);
        if (square >= least) continue;
        least = square;
        best = i;
    }
    *distance = sqrtf(least);
    return best;
}

/* Whoever is caught is gone; another comes in from the edge. */
static void catch_bird(wisp_instance *self, struct flock *f, uint64_t i) {
    uint64_t key = wisp_rng_key(self->seed, STREAM_RETURN);
    uint64_t n = (uint64_t)f->core->caught;
    wisp_signal s = {.struct_size = sizeof s, .name = "caught", .value = (float)i};
    for (int c = 0; c < 3; c++) s.position[c] = f->pos[c][i];
    self->host->report->signal(self, &s);
    float around = wisp_rng_f01(key, 2 * n), across = wisp_rng_f01(key, 2 * n + 1);
    f->pos[0][i] = around < 0.5f ? f->low[0] : f->high[0];
    f->pos[1][i] = 0.5f * (f->low[1] + f->high[1]);
    f->pos[2][i] = f->low[2] + across * (f->high[2] - f->low[2]);
    for (int c = 0; c < FLOCK_DRIVES; c++) f->drive[c][i] = 0.0f;
    f->core->caught += 1.0f;
}

static void circle_above(const struct flock *f, const struct flock_hunter *h, uint32_t k,
                         const struct steer_agent *a, float pull[3]) {
    float centre[3], at[3], angle = 0.35f * (float)f->time + 2.1f * (float)k;
    centre_of(f, centre);
    float wide = 0.3f * fminf(f->high[0] - f->low[0], f->high[2] - f->low[2]);
    (void)h;
    at[0] = 0.5f * (f->low[0] + f->high[0]) + wide * cosf(angle);
    at[1] = f->kind == FLOCK_FISH ? 0.5f * (f->low[1] + f->high[1])
                                  : centre[1] + 0.8f * (f->high[1] - centre[1]);
    at[2] = 0.5f * (f->low[2] + f->high[2]) + wide * sinf(angle);
    steer_arrive(a, at, 2.0f, pull);
}

static void hunter_move(struct flock *f, struct flock_hunter *h, const float pull[3],
                        float fastest) {
    float old[3], speed = 0.0f;
    for (int c = 0; c < 3; c++) {
        old[c] = h->vel[c];
        h->vel[c] += pull[c] * f->dt;
        speed += h->vel[c] * h->vel[c];
    }
    speed = sqrtf(speed);
    float kept = fminf(fastest, fmaxf(0.4f * fastest, speed));
    for (int c = 0; c < 3; c++) {
        h->vel[c] *= speed > 1e-6f ? kept / speed : 1.0f;
        h->pos[c] += h->vel[c] * f->dt;
        h->pos[c] = fminf(f->high[c], fmaxf(f->low[c], h->pos[c]));
    }
    float flat = fmaxf(sqrtf(h->vel[0] * h->vel[0] + h->vel[2] * h->vel[2]), 1e-6f);
    float side = (-(h->vel[0] - old[0]) * h->vel[2] + (h->vel[2] - old[2]) * h->vel[0]) /
                 (flat * 9.81f * f->dt);
    h->roll += f->dt / (f->dt + 0.2f) * (side / sqrtf(1.0f + side * side) - h->roll);
    h->phase += f->dt * 0.5f * f->values[FLOCK_BEAT].v[0];
    h->phase -= floorf(h->phase);
}

static void hunter_step(wisp_instance *self, struct flock *f, uint32_t k) {
    struct flock_hunter *h = &f->hunters[k];
    float fastest = f->values[FLOCK_PREDATOR_SPEED].v[0];
    if (fastest <= 0.0f) fastest = 1.4f * f->rules.speed_max;
    struct steer_agent a = {
        .speed = fastest, .acceleration = 1.3f * f->rules.acceleration, .response = 0.3f};
    memcpy(a.pos, h->pos, sizeof a.pos);
    memcpy(a.vel, h->vel, sizeof a.vel);
    h->clock -= f->dt;
    if (h->clock <= 0.0f) {
        h->hunts = 1.0f - h->hunts;
        h->clock = (h->hunts > 0.0f ? 0.4f : 0.6f) * f->values[FLOCK_PREDATOR_PERIOD].v[0];
    }
    float pull[3] = {0}, distance;
    uint64_t prey = nearest_bird(f, h->pos, &distance);
    if (h->hunts > 0.0f && prey < f->count) {
        const float at[3] = {f->pos[0][prey], f->pos[1][prey], f->pos[2][prey]};
        const float vel[3] = {f->vel[0][prey], f->vel[1][prey], f->vel[2][prey]};
        float centre[3];
        centre_of(f, centre);
        /* From afar it dives at the crowd, near by it picks one. */
        if (distance > 2.0f * f->rules.radius)
            steer_seek(&a, centre, pull);
        else
            steer_pursue(&a, at, vel, pull);
        if (distance < CATCH_DISTANCE) {
            catch_bird(self, f, prey);
            h->hunts = 0.0f;
            h->clock = 0.6f * f->values[FLOCK_PREDATOR_PERIOD].v[0];
        }
    } else {
        circle_above(f, h, k, &a, pull);
    }
    hunter_move(f, h, pull, fastest);
}

void flock_hunters(wisp_instance *self, struct flock *f) {
    f->hunter_count = (uint32_t)f->values[FLOCK_PREDATORS].i;
    for (uint32_t k = 0; k < f->hunter_count; k++) {
        struct flock_hunter *h = &f->hunters[k];
        float moves = h->vel[0] * h->vel[0] + h->vel[1] * h->vel[1] + h->vel[2] * h->vel[2];
        if (moves == 0.0f) { /* a new one, from the upper edge */
            for (int c = 0; c < 3; c++) h->pos[c] = f->high[c];
            h->vel[0] = h->vel[2] = -0.7f * f->rules.speed_max;
            h->clock = (0.2f + 0.3f * (float)k) * f->values[FLOCK_PREDATOR_PERIOD].v[0];
        }
        hunter_step(self, f, k);
    }
    memset(f->hunters + f->hunter_count, 0,
           (FLOCK_HUNTERS - f->hunter_count) * sizeof *f->hunters);
}

void flock_meals(wisp_instance *self, struct flock *f) {
    float near = f->values[FLOCK_FOOD_RADIUS].v[0], fed = 0.0f;
    const float *place = NULL;
    for (int k = 0; k < FLOCK_PILES; k++) {
        float *pile = f->core->piles[k];
        for (uint64_t i = 0; pile[3] > 0.0f && i < f->count; i++) {
            float square = 0.0f;
            for (int c = 0; c < 3; c++)
                square += (f->pos[c][i] - pile[c]) * (f->pos[c][i] - pile[c]);
            if (square > near * near) continue;
            if (f->drive[FLOCK_HUNGER][i] <= flock_trait(self, i, FLOCK_HUNGER_THRESHOLD))
                continue;
            f->drive[FLOCK_HUNGER][i] = 0.0f;
            pile[3] -= 1.0f;
            fed += 1.0f;
            place = pile;
        }
    }
    if (fed <= 0.0f) return;
    f->core->meals += fed;
    wisp_signal s = {.struct_size = sizeof s, .name = "fed", .value = fed};
    memcpy(s.position, place, sizeof s.position);
    self->host->report->signal(self, &s);
}

static void add_threat(struct flock *f, const float at[3], float radius, float weight) {
    if (f->threat_count == FLOCK_THREATS || radius <= 0.0f || weight <= 0.0f) return;
    struct flock_threat *t = &f->threats[f->threat_count++];
    memcpy(t->pos, at, sizeof t->pos);
    t->radius = radius;
    t->weight = weight;
}

/* What the effect named by avoid_target moves: its buffer "pos". */
static void add_target(wisp_instance *self, struct flock *f, float radius, float weight) {
    wisp_peer peer = {.struct_size = sizeof peer};
    const char *id = f->values[FLOCK_AVOID_TARGET].text;
    if (!id[0] || !self->host->state->peer(self, id, "pos", &peer)) return;
    if (peer.type != WISP_TYPE_F32 || peer.components < 3 || !peer.data) return;
    const float *data = peer.data;
    bool planar = peer.flags & WISP_BUFFER_PLANAR;
    for (uint64_t i = 0; i < peer.used && i < FLOCK_HUNTERS; i++) {
        float at[3];
        for (uint64_t c = 0; c < 3; c++)
            at[c] = planar ? data[c * peer.count + i] : data[i * peer.components + c];
        add_threat(f, at, radius, weight);
    }
}

void flock_threats(wisp_instance *self, struct flock *f) {
    const wisp_value *v = f->values;
    float radius = v[FLOCK_AVOID_RADIUS].v[0], weight = v[FLOCK_AVOID_WEIGHT].v[0];
    f->threat_count = 0;
    if (f->core->scare[5] > 0.0f)
        add_threat(f, f->core->scare, f->core->scare[4], f->core->scare[3]);
    for (uint32_t k = 0; k < f->hunter_count; k++)
        add_threat(f, f->hunters[k].pos, v[FLOCK_PREDATOR_RADIUS].v[0],
                   f->hunters[k].hunts > 0.0f ? 3.0f : 0.7f);
    if (v[FLOCK_AVOID_TARGET].text[0])
        add_target(self, f, radius, weight);
    else
        add_threat(f, v[FLOCK_AVOID].v, radius, weight);
}
