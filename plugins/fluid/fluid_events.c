/* SPDX-License-Identifier: MIT
 *
 * fluid_events - what scripts and bodies do to the fluid and hear from it.
 */
#include "fluid_effect.h"

#include <math.h>
#include <string.h>

#define AIR_DENSITY 1.2f /* kg/m^3 */
#define SURFACE 0.93f    /* below this density a particle feels the wind */

/* ---- forces */

/* Drag of the air on one particle's face, at most half of the difference a substep. */
static void blow(const fluid *f, const float wind[3], float dt, float v[3]) {
    float d[3], size = 0.0f;
    for (int k = 0; k < 3; k++) {
        d[k] = wind[k] / f->h - v[k];
        size += d[k] * d[k];
    }
    float share = fluid_number(f, FLUID_P_WIND) * 0.5f * AIR_DENSITY * sqrtf(size) * f->h * dt /
                  (fluid_number(f, FLUID_P_DENSITY) * f->spacing);
    if (share > 0.5f) share = 0.5f;
    for (int k = 0; k < 3; k++) v[k] += share * d[k];
}

static void brush(const fluid *f, const float p[3], float dt, float v[3]) {
    float radius = fluid_number(f, FLUID_P_BRUSH_RADIUS) / f->h, d[3], r = 0.0f;
    const float *center = fluid_vector(f, FLUID_P_BRUSH_POSITION);
    for (int k = 0; k < 3; k++) {
        d[k] = (center[k] - f->origin[k]) / f->h - p[k];
        r += d[k] * d[k];
    }
    r = sqrtf(r);
    if (!(r < radius) || r < 1e-6f) return;
    float fall = 1.0f - r / radius;
    float pull = fluid_number(f, FLUID_P_BRUSH_STRENGTH) / f->h * dt * fall / r;
    for (int k = 0; k < 3; k++) v[k] += pull * d[k];
}

#define WIND_BLOCK 64u

static void blow_block(const fluid *f, const fluid_vec4 *position, fluid_vec4 *velocity,
                       uint64_t begin, uint32_t n, float dt) {
    float p[3][WIND_BLOCK], w[3][WIND_BLOCK];
    uint32_t at[WIND_BLOCK], count = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (f->solver.a.density[begin + i] > SURFACE) continue;
        const float *q = fluid_xyz_of(&position[begin + i]);
        for (int k = 0; k < 3; k++) p[k][count] = q[k] * f->h + f->origin[k];
        at[count++] = i;
    }
    if (count == 0) return;
    const float *const points[3] = {p[0], p[1], p[2]};
    float *const winds[3] = {w[0], w[1], w[2]};
    f->self->host->world->wind(f->self, count, points, f->time, winds);
    for (uint32_t i = 0; i < count; i++) {
        const float wind[3] = {w[0][i], w[1][i], w[2][i]};
        blow(f, wind, dt, fluid_xyz(&velocity[begin + at[i]]));
    }
}

void fluid_force(void *context, const fluid_vec4 *position, fluid_vec4 *velocity,
                 uint64_t begin, uint64_t end, float dt) {
    const fluid *f = context;
    int windy = f->windy && fluid_number(f, FLUID_P_WIND) > 0.0f;
    for (uint64_t i = begin; windy && i < end; i += WIND_BLOCK) {
        uint64_t n = end - i < WIND_BLOCK ? end - i : WIND_BLOCK;
        blow_block(f, position, velocity, i, (uint32_t)n, dt);
    }
    if (fluid_number(f, FLUID_P_BRUSH_STRENGTH) == 0.0f) return;
    for (uint64_t i = begin; i < end; i++) {
        brush(f, fluid_xyz_of(&position[i]), dt, fluid_xyz(&velocity[i]));
    }
}

/* ---- commands */

/* Add to the velocity of what is in a ball: away from its centre, or `velocity`. */
static void kick(fluid *f, const float center[3], float radius, float speed,
                 const float *velocity) {
    for (uint32_t i = 0; i < *f->state.alive; i++) {
        const float *p = f->state.position + (size_t)3 * i;
        float *v = f->state.velocity + (size_t)3 * i;
        float d[3] = {p[0] - center[0], p[1] - center[1], p[2] - center[2]};
        float r = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        if (!(r < radius)) continue;
        float fall = 1.0f - r / radius;
        for (int k = 0; k < 3; k++) {
            v[k] += fall * (velocity ? velocity[k] : r > 1e-6f ? speed * d[k] / r : 0.0f);
        }
    }
}

void fluid_run_commands(wisp_instance *self, fluid *f, const wisp_step *step) {
    for (uint32_t e = 0; e < step->event_count; e++) {
        const wisp_event *event = &step->events[e];
        const wisp_value *args = event->args;
        switch (event->command) {
        case FLUID_COMMAND_ADD:
            fluid_fill_ball(self, f, args[0].v, args[1].v[0], args[2].v);
            break;
        case FLUID_COMMAND_SPLASH:
            kick(f, args[0].v, args[1].v[0], args[2].v[0], NULL);
            break;
        case FLUID_COMMAND_PUSH:
            kick(f, args[0].v, args[1].v[0], 0.0f, args[2].v);
            break;
        case FLUID_COMMAND_CLEAR:
            *f->state.alive = 0;
            break;
        default:
            break;
        }
    }
}

/* ---- bodies */

void fluid_collect_push(fluid *f, float dt) {
    const fluid_solver *s = &f->solver;
    uint32_t chunks = (s->count + FLUID_CHUNK - 1) / FLUID_CHUNK;
    float linear = s->set.mass * f->h / dt, angular = linear * f->h;
    for (uint32_t c = 0; c < chunks; c++) {
        const fluid_push *push = s->a.push + (size_t)c * FLUID_MAX_PUSHED;
        for (uint32_t b = 0; b < f->mapped_count; b++) {
            for (int k = 0; k < 3; k++) {
                f->push[b][k] += linear * push[b].linear[k];
                f->push[b][3 + k] += angular * push[b].angular[k];
            }
        }
    }
}

/* An impulse at the body's origin and a pair of opposite ones for its moment. */
static void push_body(wisp_instance *self, uint32_t index, const wisp_collider *body,
                      const float push[6]) {
    const float *at = body->pose.position, *m = push + 3;
    self->host->world->push(self, index, at, push);
    float size = m[0] * m[0] + m[1] * m[1] + m[2] * m[2];
    if (!(size > 0.0f)) return;
    int least = fabsf(m[0]) < fabsf(m[1]) ? 0 : 1;
    if (fabsf(m[2]) < fabsf(m[least])) least = 2;
    float e[3] = {0.0f, 0.0f, 0.0f}, r[3], arm = 0.0f, a[3], b[3], j[3], back[3];
    e[least] = 1.0f;
    for (int k = 0; k < 3; k++) r[k] = e[k] - m[least] * m[k] / size;
    for (int k = 0; k < 3; k++) arm += r[k] * r[k];
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        j[k] = (m[u] * r[v] - m[v] * r[u]) / (2.0f * arm);
        back[k] = -j[k];
        a[k] = at[k] + r[k];
        b[k] = at[k] - r[k];
    }
    self->host->world->push(self, index, a, j);
    self->host->world->push(self, index, b, back);
}

static void splash(wisp_instance *self, const wisp_collider *body, float impulse) {
    wisp_signal signal = {
        .struct_size = sizeof signal, .name = "splash", .target = body->id, .value = impulse};
    memcpy(signal.position, body->pose.position, sizeof signal.position);
    self->host->report->signal(self, &signal);
}

static void push_bodies(wisp_instance *self, fluid *f, float dt) {
    const wisp_world *world = self->host->world->snapshot(self);
    float drop = fluid_number(f, FLUID_P_DENSITY) * 9.81f * f->h * f->h * f->h;
    for (uint32_t b = 0; world && b < f->mapped_count; b++) {
        const wisp_collider *body = &world->colliders[f->mapped[b]];
        float *push = f->push[b];
        float size = sqrtf(push[0] * push[0] + push[1] * push[1] + push[2] * push[2]);
        if (!isfinite(size)) continue;
        float *before = &f->state.impulse[b];
        if (size > 2.0f * *before + 4.0f * drop * dt) splash(self, body, size);
        *before = fmaxf(size, 0.9f * *before);
        if (body->mass <= 0.0f) continue;
        /* However hard the fluid hits, a body gains at most 0.4 h per step. */
        float most = body->mass * 0.4f * f->h / dt, scale = size > most ? most / size : 1.0f;
        for (int k = 0; k < 6; k++) push[k] *= scale;
        push_body(self, f->mapped[b], body, push);
    }
    for (uint32_t b = f->mapped_count; b < FLUID_MAX_PUSHED; b++) f->state.impulse[b] = 0.0f;
}

/* ---- region */

static void region_signal(wisp_instance *self, const char *name, const float at[3],
                          float value) {
    wisp_signal signal = {.struct_size = sizeof signal, .name = name, .value = value};
    memcpy(signal.position, at, sizeof signal.position);
    self->host->report->signal(self, &signal);
}

/* The level is what the fluid inside would reach if it stood still. */
static void watch_region(wisp_instance *self, fluid *f) {
    const float *size = fluid_vector(f, FLUID_P_REGION_SIZE);
    float base[3], inside = 0.0f;
    if (!(size[0] > 0.0f && size[1] > 0.0f && size[2] > 0.0f)) return;
    fluid_to_world(f, fluid_vector(f, FLUID_P_REGION_POSITION), base);
    for (uint32_t i = 0; i < *f->state.alive; i++) {
        const float *p = f->state.position + (size_t)3 * i;
        inside += fabsf(p[0] - base[0]) <= 0.5f * size[0] && p[1] >= base[1] &&
                          p[1] <= base[1] + size[1] && fabsf(p[2] - base[2]) <= 0.5f * size[2]
                      ? 1.0f
                      : 0.0f;
    }
    float volume = inside * f->spacing * f->spacing * f->spacing;
    float level = base[1] + volume / (size[0] * size[2]);
    if (inside > 0.0f && f->state.region[0] <= 0.0f)
        region_signal(self, "entered", base, inside);
    if (inside <= 0.0f && f->state.region[0] > 0.0f) region_signal(self, "left", base, 0.0f);
    if (fabsf(level - f->state.region[1]) > 0.25f * f->spacing) {
        region_signal(self, "level", base, level);
        f->state.region[1] = level;
    }
    f->state.region[0] = inside;
    self->host->report->meter(self, FLUID_P_LEVEL, level);
}

void fluid_tell(wisp_instance *self, fluid *f, float dt) {
    push_bodies(self, f, dt);
    watch_region(self, f);
}
