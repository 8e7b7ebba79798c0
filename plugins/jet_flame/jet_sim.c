/* SPDX-License-Identifier: MIT
 *
 * Births, step, contact with bodies and light of the jet.
 */
#include "jet_flame/jet_classic.h"
#include "jet_flame/jet_effect.h"

#include "kit/blackbody.h"
#include "kit/pose.h"
#include <math.h>

enum { ALIVE, BORN, COUNTERS };
enum { RANDOM_PER_BIRTH = 4, GRAIN = 4096, NEAR_BODIES = 16 };

wisp_status jet_open(wisp_instance *self, uint64_t limit) {
    struct jet_block *b = self->block;
    struct jet_particles *p = &b->particles;
    const uint32_t plane = WISP_BUFFER_PLANAR;
    const uint32_t place = plane | WISP_BUFFER_SPATIAL;
    p->pos = wisp_take(self, "pos", WISP_TYPE_F32, limit, 3, place);
    p->origin = wisp_take(self, "origin", WISP_TYPE_F32, limit, 3, plane);
    p->dir = wisp_take(self, "dir", WISP_TYPE_F32, limit, 3, plane);
    p->lateral = wisp_take(self, "lateral", WISP_TYPE_F32, limit, 3, plane);
    p->shift = wisp_take(self, "shift", WISP_TYPE_F32, limit, 3, plane);
    p->drift = wisp_take(self, "drift", WISP_TYPE_F32, limit, 3, plane);
    p->age = wisp_take(self, "age", WISP_TYPE_F32, limit, 1, 0);
    p->life = wisp_take(self, "life", WISP_TYPE_F32, limit, 1, 0);
    p->pace = wisp_take(self, "pace", WISP_TYPE_F32, limit, 1, 0);
    p->along = wisp_take(self, "along", WISP_TYPE_F32, limit, 1, 0);
    p->radius = wisp_take(self, "radius", WISP_TYPE_F32, limit, 1, 0);
    p->seed = wisp_take(self, "seed", WISP_TYPE_U32, limit, 1, 0);
    b->counters = wisp_take(self, "counters", WISP_TYPE_U64, COUNTERS, 1, 0);
    b->clock = wisp_take(self, "clock", WISP_TYPE_F64, 1, 1, 0);
    if (!p->pos || !p->origin || !p->dir || !p->lateral || !p->shift || !p->drift || !p->age ||
        !p->life || !p->pace || !p->along || !p->radius || !p->seed || !b->counters ||
        !b->clock)
        return WISP_E_NOMEM;
    p->capacity = limit;
    if (b->counters[ALIVE] > limit) b->counters[ALIVE] = limit;
    p->count = b->counters[ALIVE];
    return WISP_OK;
}

static void set3(float *planes, uint64_t capacity, uint64_t i, const float v[3]) {
    for (uint64_t c = 0; c < 3; c++) planes[c * capacity + i] = v[c];
}

/* Particle i, born `since` seconds before the end of the step at this pose. Its age is set so
 * that the step's own advance brings it to `since`. */
static void bear(wisp_instance *self, const wisp_step *step, uint64_t i, float since) {
    struct jet_block *b = self->block;
    struct jet_particles *p = &b->particles;
    const wisp_value *v = step->values;
    uint64_t key = wisp_rng_key(self->seed, 1), n = RANDOM_PER_BIRTH * b->counters[BORN]++;
    const wisp_pose pose =
        kit_pose_between(&step->prev_pose, &step->pose, 1 - since / step->dt);
    float angle = wisp_rng_f01(key, n) * 6.2831853f;
    float fraction = sqrtf(wisp_rng_f01(key, n + 1));
    const float across[3] = {fraction * cosf(angle), 0, fraction * sinf(angle)};
    const float up[3] = {0, 1, 0}, none[3] = {0, 0, 0};
    float lateral[3], dir[3];
    kit_pose_rotate(&pose, across, lateral);
    kit_pose_rotate(&pose, up, dir);
    set3(p->origin, p->capacity, i, pose.position);
    set3(p->pos, p->capacity, i, pose.position);
    set3(p->dir, p->capacity, i, dir);
    set3(p->lateral, p->capacity, i, lateral);
    set3(p->shift, p->capacity, i, none);
    set3(p->drift, p->capacity, i, none);
    p->age[i] = since - step->dt;
    p->life[i] = b->setup.model.life * (1 - v[JET_RAGGED].v[0] * wisp_rng_f01(key, n + 2));
    p->pace[i] = 1 + v[JET_LAG].v[0] * (jet_lag(fraction) - 1);
    p->along[i] = p->radius[i] = 0;
    p->seed[i] = wisp_rng_u32(key, n + 3);
}

static void births(wisp_instance *self, const wisp_step *step) {
    struct jet_block *b = self->block;
    struct jet_particles *p = &b->particles;
    double rate = step->values[JET_OPEN].i ? (double)b->setup.rate : 0.0;
    double budget = (double)self->host->report->budget(self);
    const struct kit_births n = kit_clock_advance(b->clock, rate * budget, (double)step->dt);
    for (uint64_t k = 0; k < n.count && p->count < p->capacity; k++) {
        double at = n.first + (double)k * n.spacing;
        bear(self, step, p->count++, step->dt - (float)at);
    }
}

struct advance_job {
    const struct jet_model *model;
    const struct jet_air *air;
    const struct jet_particles *particles;
    float dt;
};

static void run_advance(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    const struct advance_job *job = context;
    (void)chunk;
    jet_advance(job->model, job->air, job->particles, job->dt, begin, end);
}

static void advance(wisp_instance *self, const wisp_step *step) {
    struct jet_block *b = self->block;
    const struct jet_setup *s = &b->setup;
    float outline[JET_OUTLINE_POINTS];
    const float *const at[3] = {&b->tip[0], &b->tip[1], &b->tip[2]};
    struct jet_air air = {.lift = s->buoyancy,
                          .response = step->values[JET_WIND_RESPONSE].v[0],
                          .nozzle = 0.5f * s->nozzle_diameter};
    float *const wind[3] = {&air.wind[0], &air.wind[1], &air.wind[2]};
    self->host->world->wind(self, 1, at, step->time, wind);
    if (s->mode == JET_MODE_SINGLE || s->mode == JET_MODE_SPARSE)
        air.cone = tanf(0.5f * s->model.spray_angle * 0.01745329f);
    if (s->mode == JET_MODE_CLASSIC) {
        jet_classic_outline(s->model.reach, outline);
        air.outline = outline;
    }
    const struct advance_job job = {&s->model, &air, &b->particles, step->dt};
    self->host->jobs->parallel(self, b->particles.count, GRAIN, run_advance,
                               (void *)(uintptr_t)&job);
}

/* Push one particle out of a body; what came head-on goes on along the surface, outward. */
static void splash(const struct jet_particles *p, uint64_t i, const float n[3], float depth,
                   float speed, float dt) {
    const uint64_t c = p->capacity;
    float along = 0, side = 0, out[3];
    for (uint64_t a = 0; a < 3; a++) {
        along += p->dir[a * c + i] * n[a];
        side += p->lateral[a * c + i] * n[a];
    }
    float head_on = along < 0 ? -along : 0;
    for (uint64_t a = 0; a < 3; a++) {
        out[a] =
            p->lateral[a * c + i] - side * n[a] + 0.3f * (p->dir[a * c + i] - along * n[a]);
        p->shift[a * c + i] += n[a] * depth + out[a] * head_on * speed * dt * 1.2f;
        p->pos[a * c + i] += n[a] * depth;
        float normal = p->drift[a * c + i] * n[a];
        if (normal < 0) p->drift[a * c + i] -= normal * n[a];
    }
}

static uint64_t touch(wisp_instance *self, const wisp_step *step) {
    struct jet_block *b = self->block;
    struct jet_particles *p = &b->particles;
    const wisp_world *world = self->host->world->snapshot(self);
    if (!step->values[JET_COLLIDE].i || world->collider_count == 0 || p->count == 0) return 0;
    const uint64_t n = p->count, c = p->capacity;
    float *room = self->host->state->frame(self, 4 * n * sizeof *room);
    if (!room) return 0;
    float *const normal[3] = {room + n, room + 2 * n, room + 3 * n};
    const float *const xyz[3] = {p->pos, p->pos + c, p->pos + 2 * c};
    uint64_t touched = 0;
    for (uint32_t k = 0; k < world->collider_count; k++) {
        self->host->world->distance(self, k, n, xyz, room, normal);
        for (uint64_t i = 0; i < n; i++) {
            float gap = room[i] - 0.25f * p->radius[i];
            if (gap >= 0.0f || p->along[i] < b->setup.model.core_radius) continue;
            const float out[3] = {normal[0][i], normal[1][i], normal[2][i]};
            splash(p, i, out, -gap, jet_speed(&b->setup.model, p->along[i]), step->dt);
            touched++;
        }
    }
    return touched;
}

/* The point 60 % along, and a light there that flickers with the puffing of the jet. */
static void give_light(wisp_instance *self, const wisp_step *step) {
    struct jet_block *b = self->block;
    const struct jet_setup *s = &b->setup;
    const struct jet_particles *p = &b->particles;
    const float steady = fmaxf(s->rate * s->model.life * 0.85f, 1.0f);
    float strength = fminf((float)p->count / steady, 1.0f), sum = 0;
    float at[3] = {0, 0, 0};
    for (uint64_t i = 0; i < p->count; i += 1 + p->count / 256) {
        float x = p->along[i] / s->model.reach;
        if (x < 0.4f || x > 0.8f) continue;
        for (uint64_t a = 0; a < 3; a++) at[a] += p->pos[a * p->capacity + i];
        sum++;
    }
    const float ahead[3] = {0, 0.6f * s->model.reach, 0};
    float far[3];
    kit_pose_rotate(&step->pose, ahead, far);
    for (int a = 0; a < 3; a++)
        b->tip[a] = sum > 0 ? at[a] / sum : step->pose.position[a] + far[a];
    if (p->count == 0 || step->values[JET_LIGHT].v[0] <= 0.0f) return;
    float t = (float)fmod(step->time, 1000.0);
    float flicker = 1 + 0.12f * sinf(23.0f * t) * sinf(7.3f * t + 1) + 0.08f * sinf(41.0f * t);
    float area = 2 * s->model.reach * s->model.peak_radius;
    float power = step->values[JET_LIGHT].v[0] * step->values[JET_BRIGHTNESS].v[0] * 5.0f *
                  area * strength * flicker;
    wisp_light light = {.struct_size = sizeof light,
                        .radius = s->model.peak_radius,
                        .heat = 2e5f * area * strength};
    float rgb[3];
    kit_blackbody_color(0.5f * (s->temperature + s->tip_temperature), rgb);
    for (int a = 0; a < 3; a++) {
        light.position[a] = b->tip[a];
        light.color[a] = power * rgb[a];
    }
    self->host->world->light(self, &light);
}

static void give_bounds(wisp_instance *self, const wisp_step *step) {
    struct jet_block *b = self->block;
    const struct jet_particles *p = &b->particles;
    float low[3], high[3];
    float room = 2 * b->setup.model.peak_radius;
    for (uint64_t a = 0; a < 3; a++) {
        low[a] = high[a] = step->pose.position[a];
        const float *x = p->pos + a * p->capacity;
        for (uint64_t i = 0; i < p->count; i++) {
            low[a] = x[i] < low[a] ? x[i] : low[a];
            high[a] = x[i] > high[a] ? x[i] : high[a];
        }
        low[a] -= room;
        high[a] += room;
    }
    self->host->report->bounds(self, low, high);
}

wisp_status jet_step(wisp_instance *self, const wisp_step *step) {
    static const char *const counted[] = {"pos", "origin", "dir",  "lateral", "shift",  "drift",
                                          "age", "life",   "pace", "along",   "radius", "seed"};
    struct jet_block *b = self->block;
    uint64_t before = b->counters[BORN];
    if (jet_setup_from(&b->setup, step->values) != 0) {
        self->host->log->say(self, WISP_LOG_ERROR, "these numbers do not make a jet");
        return WISP_OK; /* the last good ones stay */
    }
    births(self, step);
    advance(self, step);
    uint64_t touched = touch(self, step);
    jet_compact(&b->particles);
    b->counters[ALIVE] = b->particles.count;
    for (size_t k = 0; k < sizeof counted / sizeof *counted; k++)
        self->host->state->set_used(self, counted[k], b->particles.count);
    give_light(self, step);
    give_bounds(self, step);
    const wisp_report_1 *report = self->host->report;
    report->count(self, "alive", (double)b->particles.count);
    report->count(self, "born", (double)(b->counters[BORN] - before));
    report->count(self, "touched", (double)touched);
    report->count(self, "reach", (double)b->setup.model.reach);
    return WISP_OK;
}
