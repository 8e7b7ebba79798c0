/* SPDX-License-Identifier: MIT
 *
 * What a bird wants by itself: bodies, dangers and walls first, then food, light and its own way.
 * Requests are granted in that order until its strength is used up.
 */
#include <math.h>
#include <string.h>

#include "drive.h"
#include "flock_own.h"
#include "steer.h"

enum { STREAM_TRAITS = 16, STREAM_WANDER = 64 };

float flock_trait(const wisp_instance *self, uint64_t bird, int param) {
    uint64_t key = wisp_rng_key(self->seed, STREAM_TRAITS + (uint64_t)param);
    return wisp_value_at(&self->values[param], 0.0f, wisp_rng_f01(key, bird));
}

/* Pushes off bodies for one run of birds. */
struct pushes {
    float sum[3][FLOCK_GRAIN];
};

/* Where each bird will be in a moment, for bodies ahead. */
static void look_ahead(const struct flock *f, uint64_t begin, uint64_t n, float time,
                       float out[3][FLOCK_GRAIN]) {
    for (int c = 0; c < 3; c++)
        for (uint64_t i = 0; i < n; i++)
            out[c][i] = f->pos[c][begin + i] + time * f->vel[c][begin + i];
}

static void add_bodies(wisp_instance *self, const struct flock *f, uint64_t begin, uint64_t n,
                       struct pushes *p) {
    float at[3][FLOCK_GRAIN], away[3][FLOCK_GRAIN], distance[FLOCK_GRAIN];
    float range = f->values[FLOCK_BARRIER].v[0];
    memset(p, 0, sizeof *p);
    if (range <= 0.0f) return;
    look_ahead(f, begin, n, 0.5f * range / fmaxf(f->rules.speed_max, 1e-6f), at);
    for (uint32_t k = 0; k < f->world->collider_count; k++) {
        const float *const xyz[3] = {at[0], at[1], at[2]};
        float *const normal[3] = {away[0], away[1], away[2]};
        self->host->world->distance(self, k, n, xyz, distance, normal);
        for (uint64_t i = 0; i < n; i++) {
            float near = 1.0f - distance[i] / range;
            if (near <= 0.0f) continue;
            float push = 2.0f * fminf(near, 1.0f) * f->rules.acceleration;
            for (int c = 0; c < 3; c++) p->sum[c][i] += push * away[c][i];
        }
    }
}

/* Fear of everything dangerous near one bird; returns how near danger is, 0..1. */
static float add_dangers(const struct flock *f, uint64_t i, float away[3]) {
    float danger = 0.0f;
    for (uint32_t k = 0; k < f->threat_count; k++) {
        const struct flock_threat *t = &f->threats[k];
        float d[3], square = 0.0f;
        for (int c = 0; c < 3; c++) {
            d[c] = f->pos[c][i] - t->pos[c];
            square += d[c] * d[c];
        }
        if (square >= t->radius * t->radius) continue;
        float length = fmaxf(sqrtf(square), 1e-4f);
        float weight = t->weight * (1.0f - length / t->radius);
        for (int c = 0; c < 3; c++) away[c] += weight * d[c] / length;
        danger = fmaxf(danger, weight);
    }
    return fminf(danger, 1.0f);
}

static void add_food(const struct flock *f, const struct steer_agent *a, float weight,
                     float out[3]) {
    const float *best = NULL;
    float least = INFINITY;
    for (int k = 0; k < FLOCK_PILES; k++) {
        const float *pile = f->core->piles[k];
        float square = 0.0f;
        for (int c = 0; c < 3; c++) square += (pile[c] - a->pos[c]) * (pile[c] - a->pos[c]);
        if (pile[3] <= 0.0f || square >= least) continue;
        least = square;
        best = pile;
    }
    if (!best) return;
    float pull[3];
    steer_arrive(a, best, a->speed * a->speed / (2.0f * a->acceleration), pull);
    for (int c = 0; c < 3; c++) out[c] += weight * pull[c];
}

/* Up the gradient of the lamps' light, weaker where it is dim. */
static void add_light(const struct flock *f, const struct steer_agent *a, float out[3]) {
    float weight = f->values[FLOCK_LIGHT].v[0];
    for (uint32_t k = 0; weight != 0.0f && k < f->world->light_count; k++) {
        const wisp_light *light = &f->world->lights[k];
        float pull[3], square = 0.01f;
        for (int c = 0; c < 3; c++) {
            float d = light->position[c] - a->pos[c];
            square += d * d;
        }
        float seen = (light->color[0] + light->color[1] + light->color[2]) / (3.0f * square);
        steer_seek(a, light->position, pull);
        for (int c = 0; c < 3; c++) out[c] += weight * seen / (seen + 0.05f) * pull[c];
    }
}

static void own_way(wisp_instance *self, const struct flock *f, uint64_t i, float out[3]) {
    uint64_t key = wisp_rng_key(self->seed, STREAM_WANDER);
    float wander = f->values[FLOCK_WANDER].v[0] * f->rules.acceleration;
    /* A new whim each half second, not at the same time for all. */
    uint64_t whim = ((uint64_t)(f->time * 2.0 + (double)(i % 32) / 32.0) << 24) + i;
    for (uint64_t c = 0; c < 3; c++)
        out[c] = wander * (2.0f * wisp_rng_f01(key, 3 * whim + c) - 1.0f);
    out[1] -= f->values[FLOCK_LEVEL].v[0] * f->vel[1][i];
}

static void feel(wisp_instance *self, struct flock *f, uint64_t i, float danger) {
    float *hunger = &f->drive[FLOCK_HUNGER][i], *fear = &f->drive[FLOCK_FEAR][i];
    float *libido = &f->drive[FLOCK_LIBIDO][i];
    *hunger = drive_grow(*hunger, flock_trait(self, i, FLOCK_HUNGER_RATE), f->dt);
    *libido = drive_grow(*libido, flock_trait(self, i, FLOCK_LIBIDO_RATE), f->dt);
    *fear = fmaxf(*fear * f->fear_left, danger);
    float afraid = drive_weight(flock_trait(self, i, FLOCK_FEAR_THRESHOLD), *fear);
    f->panic[i] = afraid * danger;
    f->reach[i] = 1.0f + 2.0f * afraid;
    f->heat[i] =
        (1.0f - afraid) * drive_weight(flock_trait(self, i, FLOCK_LIBIDO_THRESHOLD), *libido);
}

static void urge_one(wisp_instance *self, struct flock *f, uint64_t i, const float body[3]) {
    struct steer_agent a = {
        .speed = f->rules.speed_max, .acceleration = f->rules.acceleration, .response = 0.4f};
    float away[3] = {0}, wall[3], goal[3] = {0}, own[3], sum[3] = {0};
    for (int c = 0; c < 3; c++) {
        a.pos[c] = f->pos[c][i];
        a.vel[c] = f->vel[c][i];
    }
    float danger = add_dangers(f, i, away);
    feel(self, f, i, danger);
    float panic = f->panic[i], left = f->rules.acceleration * (1.0f + panic);
    for (int c = 0; c < 3; c++) away[c] *= 2.0f * panic * f->rules.acceleration;
    steer_contain(&a, f->low, f->high, f->values[FLOCK_WALL].v[0], wall);
    for (int c = 0; c < 3; c++) wall[c] *= 1.5f;
    float hungry =
        drive_weight(flock_trait(self, i, FLOCK_HUNGER_THRESHOLD), f->drive[FLOCK_HUNGER][i]);
    add_food(f, &a, hungry * (1.0f - 0.9f * panic), goal);
    add_light(f, &a, goal);
    own_way(self, f, i, own);
    if (steer_spend(sum, &left, body) && steer_spend(sum, &left, away) &&
        steer_spend(sum, &left, wall) && steer_spend(sum, &left, goal))
        steer_spend(sum, &left, own);
    for (int c = 0; c < 3; c++) f->urge[c][i] = sum[c];
}

void flock_urges(wisp_instance *self, struct flock *f, uint64_t begin, uint64_t end) {
    struct pushes p;
    add_bodies(self, f, begin, end - begin, &p);
    for (uint64_t i = begin; i < end; i++) {
        const float body[3] = {p.sum[0][i - begin], p.sum[1][i - begin], p.sum[2][i - begin]};
        urge_one(self, f, i, body);
    }
}

void flock_collide(wisp_instance *self, struct flock *f, uint64_t begin, uint64_t end) {
    float away[3][FLOCK_GRAIN], distance[FLOCK_GRAIN];
    float room = 0.3f * self->values[FLOCK_SIZE].v[0], wind = f->values[FLOCK_WIND].v[0];
    for (int c = 0; c < 3; c++)
        for (uint64_t i = begin; i < end; i++) f->pos[c][i] += wind * f->world->wind[c] * f->dt;
    if (f->values[FLOCK_BARRIER].v[0] <= 0.0f) return;
    for (uint32_t k = 0; k < f->world->collider_count; k++) {
        const float *const xyz[3] = {f->pos[0] + begin, f->pos[1] + begin, f->pos[2] + begin};
        float *const normal[3] = {away[0], away[1], away[2]};
        self->host->world->distance(self, k, end - begin, xyz, distance, normal);
        for (uint64_t i = begin; i < end; i++) {
            float in = room - distance[i - begin], toward = 0.0f;
            if (in <= 0.0f) continue;
            for (int c = 0; c < 3; c++) toward += f->vel[c][i] * away[c][i - begin];
            for (int c = 0; c < 3; c++) {
                f->pos[c][i] += in * away[c][i - begin];
                /* Slide along, and a little off. */
                if (toward < 0.0f) f->vel[c][i] -= 1.2f * toward * away[c][i - begin];
            }
        }
    }
}
