/* SPDX-License-Identifier: MIT
 *
 * flock - birds, fish or midges that move as one body, flee, feed and court.
 *
 * One step: hatch, commands, hunters; then in parallel what each wants by itself, what the
 * neighbours make it want, and the move. A bird writes to its own place only, so that threads do
 * not matter.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "drive.h"
#include "flock_own.h"

static bool take_state(wisp_instance *self, struct flock *f) {
    uint64_t n = f->count;
    uint32_t planar = WISP_BUFFER_PLANAR;
    float *pos = wisp_take(self, "pos", WISP_TYPE_F32, n, 3, planar | WISP_BUFFER_SPATIAL);
    float *vel = wisp_take(self, "vel", WISP_TYPE_F32, n, 3, planar);
    float *drive = wisp_take(self, "drive", WISP_TYPE_F32, n, FLOCK_DRIVES, planar);
    f->roll = wisp_take(self, "roll", WISP_TYPE_F32, n, 1, 0);
    f->phase = wisp_take(self, "phase", WISP_TYPE_F32, n, 1, 0);
    f->hunters = wisp_take(self, "hunter", WISP_TYPE_F32, FLOCK_HUNTERS,
                           sizeof *f->hunters / sizeof(float), 0);
    f->core = wisp_take(self, "core", WISP_TYPE_F32, 1, sizeof *f->core / sizeof(float), 0);
    if (!pos || !vel || !drive || !f->roll || !f->phase || !f->hunters || !f->core)
        return false;
    for (uint64_t c = 0; c < 3; c++) {
        f->pos[c] = pos + c * n;
        f->vel[c] = vel + c * n;
        f->drive[c] = drive + c * n;
    }
    return true;
}

static bool take_scratch(wisp_instance *self, struct flock *f) {
    const wisp_state_1 *state = self->host->state;
    size_t plane = ((size_t)f->count + 15) & ~(size_t)15;
    float *at = state->frame(self, 10 * plane * sizeof *at);
    f->color = state->frame(self, plane);
    f->grid_memory = state->frame(self, flock_grid_bytes(f->count));
    if (!at || !f->color || !f->grid_memory) return false;
    float **planes[10] = {&f->urge[0], &f->urge[1], &f->urge[2], &f->want[0], &f->want[1],
                          &f->want[2], &f->panic,   &f->reach,   &f->heat,    &f->mate};
    for (size_t k = 0; k < 10; k++) *planes[k] = at + k * plane;
    return true;
}

static struct flock_rules rules_of(const wisp_value *v) {
    float half = fminf(v[FLOCK_VIEW].v[0] * 0.5f, 3.14159265f);
    bool range = v[FLOCK_SPEED].kind == WISP_VALUE_RANGE;
    struct flock_rules r = {.mode = v[FLOCK_MODE].i,
                            .neighbours = (uint32_t)v[FLOCK_NEIGHBOURS].i,
                            .radius = v[FLOCK_RADIUS].v[0],
                            .spacing = v[FLOCK_SPACING].v[0],
                            .cohesion = v[FLOCK_COHESION].v[0],
                            .alignment = v[FLOCK_ALIGNMENT].v[0],
                            .separation = v[FLOCK_SEPARATION].v[0],
                            .speed_min = v[FLOCK_SPEED].v[0],
                            .speed_max = v[FLOCK_SPEED].v[range ? 1 : 0],
                            .acceleration = v[FLOCK_ACCELERATION].v[0],
                            .turn = v[FLOCK_TURN].v[0],
                            .cos_view = half >= 3.1415f ? -1.0f : cosf(half),
                            .other = v[FLOCK_REPEL].v[0],
                            .courtship = 0.6f * v[FLOCK_ACCELERATION].v[0]};
    if (r.spacing <= 0.0f) r.spacing = 0.25f * r.radius;
    return r;
}

static void set_bounds(struct flock *f, const wisp_value *v, const float origin[3]) {
    for (int c = 0; c < 3; c++) {
        float a = c == 1 ? 0.0f : -v->v[c], b = c == 1 ? 2.0f * v->v[c] : v->v[c];
        if (v->kind == WISP_VALUE_POINTS) {
            a = v->v[c];
            b = v->table[c];
        }
        f->low[c] = origin[c] + fminf(a, b);
        f->high[c] = origin[c] + fmaxf(a, b);
    }
}

struct work {
    wisp_instance *self;
    struct flock *flock;
};

static void urge_block(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct work *w = context;
    (void)chunk;
    flock_urges(w->self, w->flock, begin, end);
}

static void think_block(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct flock *f = ((struct work *)context)->flock;
    (void)chunk;
    flock_think(&f->rules, &f->grid, &f->birds, begin, end);
}

/* Lean into the turn: as a plane does, by the sideways part of its acceleration. */
static void bank(struct flock *f, const float before[3][FLOCK_GRAIN], uint64_t begin,
                 uint64_t end) {
    float follow = f->dt / (f->dt + 0.18f), beat = f->values[FLOCK_BEAT].v[0];
    for (uint64_t i = begin; i < end; i++) {
        float vx = f->vel[0][i], vy = f->vel[1][i], vz = f->vel[2][i];
        float flat = fmaxf(sqrtf(vx * vx + vz * vz), 1e-6f);
        float ax = (vx - before[0][i - begin]) / f->dt,
              az = (vz - before[2][i - begin]) / f->dt;
        float side = (-ax * vz + az * vx) / (flat * 9.81f);
        float lean = 1.25f * side / sqrtf(1.0f + side * side);
        f->roll[i] += follow * (lean - f->roll[i]);
        /* Climbing takes more beats than gliding down. */
        float effort = fmaxf(0.35f, 1.0f + 1.2f * vy / fmaxf(f->rules.speed_max, 1e-6f));
        float phase =
            f->phase[i] + beat * f->dt * effort * (0.9f + 0.2f * (float)(i % 16) / 15);
        f->phase[i] = phase - floorf(phase);
    }
}

/* The bounds are soft, but not without end: who is past them loses the part of its speed that leads
 * further out, all of it within FENCE metres. */
#define FENCE 3.0f
static void hold_back(struct flock *f, uint64_t begin, uint64_t end) {
    for (int c = 0; c < 3; c++) {
        float *v = f->birds.vel[c], *p = f->birds.pos[c];
        for (uint64_t i = begin; i < end; i++) {
            float past = p[i] > f->high[c]  ? p[i] - f->high[c]
                         : p[i] < f->low[c] ? p[i] - f->low[c]
                                            : 0.0f;
            if (past * v[i] > 0.0f) v[i] *= fmaxf(0.0f, 1.0f - fabsf(past) / FENCE);
        }
    }
}

static void move_block(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct work *w = context;
    struct flock *f = w->flock;
    float before[3][FLOCK_GRAIN];
    (void)chunk;
    for (int c = 0; c < 3; c++)
        memcpy(before[c], f->vel[c] + begin, (size_t)(end - begin) * sizeof(float));
    flock_move(&f->rules, &f->birds, f->dt, begin, end);
    hold_back(f, begin, end);
    flock_collide(w->self, f, begin, end);
    bank(f, (const float(*)[FLOCK_GRAIN])before, begin, end);
    for (uint64_t i = begin; i < end; i++)
        if (f->heat[i] > 0.0f && f->mate[i] < f->rules.spacing)
            f->drive[FLOCK_LIBIDO][i] = 0.0f;
}

static void report(wisp_instance *self, const struct flock *f) {
    const wisp_report_1 *r = self->host->report;
    float low[3], high[3];
    for (int c = 0; c < 3; c++) {
        low[c] = f->count ? f->pos[c][0] : f->low[c];
        high[c] = f->count ? f->pos[c][0] : f->high[c];
        for (uint64_t i = 1; i < f->count; i++) {
            low[c] = fminf(low[c], f->pos[c][i]);
            high[c] = fmaxf(high[c], f->pos[c][i]);
        }
        for (uint32_t k = 0; k < f->hunter_count; k++) {
            low[c] = fminf(low[c], f->hunters[k].pos[c]);
            high[c] = fmaxf(high[c], f->hunters[k].pos[c]);
        }
        low[c] -= 2.0f;
        high[c] += 2.0f;
    }
    r->bounds(self, low, high);
    r->count(self, "alive", (double)f->count);
    r->count(self, "order", (double)flock_order(&f->birds));
    r->count(self, "caught", (double)f->core->caught);
    r->count(self, "meals", (double)f->core->meals);
}

static void run(wisp_instance *self, struct flock *f) {
    const wisp_jobs_1 *jobs = self->host->jobs;
    struct work w = {self, f};
    for (uint64_t i = 0, colors = (uint64_t)f->values[FLOCK_COLORS].i; i < f->count; i++)
        f->color[i] = (uint8_t)(i % (colors ? colors : 1));
    f->birds = (struct flock_birds){.count = f->count,
                                    .color = f->color,
                                    .reach = f->reach,
                                    .panic = f->panic,
                                    .heat = f->heat,
                                    .mate = f->mate};
    for (int c = 0; c < 3; c++) {
        f->birds.pos[c] = f->pos[c];
        f->birds.vel[c] = f->vel[c];
        f->birds.urge[c] = f->urge[c];
        f->birds.want[c] = f->want[c];
    }
    jobs->parallel(self, f->count, FLOCK_GRAIN, urge_block, &w);
    flock_grid_build(&f->grid, f->grid_memory, &f->birds, flock_cell(&f->rules));
    jobs->parallel(self, f->count, FLOCK_GRAIN, think_block, &w);
    jobs->parallel(self, f->count, FLOCK_GRAIN, move_block, &w);
}

static wisp_status flock_update(wisp_instance *self, const wisp_step *step) {
    struct flock *f = self->block;
    f->values = step->values;
    f->count = (uint64_t)step->values[FLOCK_COUNT].i;
    f->dt = step->dt;
    f->time = step->time;
    f->kind = (enum flock_kind)step->values[FLOCK_KIND].i;
    if (!take_state(self, f) || !take_scratch(self, f)) return WISP_E_NOMEM;
    f->world = self->host->world->snapshot(self);
    f->rules = rules_of(step->values);
    f->fear_left = drive_fade(step->values[FLOCK_FEAR_TIME].v[0], step->dt);
    set_bounds(f, &step->values[FLOCK_BOUNDS], step->pose.position);
    uint64_t born = (uint64_t)f->core->born;
    if (born < f->count) flock_hatch(self, f, born, f->count);
    f->core->born = (float)f->count;
    flock_events(self, f, step);
    flock_hunters(self, f);
    flock_threats(self, f);
    run(self, f);
    flock_meals(self, f);
    report(self, f);
    return WISP_OK;
}

static wisp_status flock_create(wisp_instance *self, uint32_t reason) {
    (void)reason;
    memset(self->block, 0, sizeof(struct flock));
    return WISP_OK;
}

#define COMMAND_PLACE                                                              \
    {                                                                              \
        .key = "position", .type = WISP_PARAM_VEC3, .unit = "m", .hard_min = -1e6, \
        .hard_max = 1e6, .doc = "In the world."                                    \
    }

static const wisp_param scatter_args[] = {COMMAND_PLACE,
                                          {.key = "radius",
                                           .type = WISP_PARAM_FLOAT,
                                           .unit = "m",
                                           .hard_min = 0,
                                           .hard_max = 1e4,
                                           .def = {20},
                                           .doc = "How far the scare reaches."},
                                          {.key = "strength",
                                           .type = WISP_PARAM_FLOAT,
                                           .hard_min = 0,
                                           .hard_max = 100,
                                           .def = {2},
                                           .doc = "How much it counts."}};
static const wisp_param feed_args[] = {COMMAND_PLACE,
                                       {.key = "amount",
                                        .type = WISP_PARAM_FLOAT,
                                        .hard_min = 0,
                                        .hard_max = 1e9,
                                        .def = {50},
                                        .doc = "Meals."}};
static const wisp_command commands[FLOCK_COMMANDS] = {
    [FLOCK_SCATTER] = {"scatter", "Frighten; without a place at the flock's middle.",
                       scatter_args, 3, 0},
    [FLOCK_FEED] = {"feed", "Lay out food; without a place at the flock's middle.", feed_args,
                    2, 0},
    [FLOCK_HUNT] = {"hunt", "Let the hunters attack now.", NULL, 0, 0}};
static const char *const signals[] = {"caught", "fed", NULL};

WISP_EFFECT = {
    WISP_EFFECT_HEAD,
    .draw_passes = WISP_PASS_OPAQUE,
    .id = "flock",
    .name = "Flock",
    .version = "1.0.0",
    .doc = "Birds, fish or midges that move as one body: they keep together, head the "
           "same way and keep their distance, pass barriers, flee hunters, look for food, "
           "light and mates.",
    .params = flock_params,
    .param_count = FLOCK_PARAMS,
    .param_size = sizeof(wisp_param),
    .commands = commands,
    .command_count = FLOCK_COMMANDS,
    .command_size = sizeof(wisp_command),
    .signals = signals,
    .instance_size = sizeof(struct flock),
    .create = flock_create,
    .update = flock_update,
    .draw = flock_draw};
