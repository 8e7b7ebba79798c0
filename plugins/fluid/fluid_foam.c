/* SPDX-License-Identifier: MIT
 *
 * fluid_foam - spray, foam and bubbles: small particles that ride on the fluid, one way.
 *
 * Born where fluid runs into itself (trapped air) with energy to spare. What a particle is
 * follows from the fluid around it: few neighbours, spray that flies; many, a bubble that
 * rises; between them foam that goes along and ages.
 *
 * Source     Ihmsen, Akinci, Akinci, Teschner 2012.
 */
#include "fluid_effect.h"

#include "fluid_levels.h"

#include <wisp/rng.h>

#include <math.h>
#include <string.h>

#define LEAST_AIR 6.0f   /* m/s of closing speeds below which no air is trapped */
#define MOST_AIR 30.0f   /* above which as much as can be */
#define LEAST_SPEED 1.0f /* m/s, of the fluid */
#define MOST_SPEED 4.0f
#define BIRTHS 60.0f /* per particle and second at full potential */
#define SPRAY_BELOW 6
#define BUBBLE_ABOVE 20
#define BUOYANCY 2.0f /* g's a bubble rises with */
#define DRAG 20.0f    /* 1/s, of a bubble in the fluid */

wisp_status fluid_open_foam(wisp_instance *self, fluid *f) {
    uint32_t most = fluid_number(f, FLUID_P_FOAM) > 0.0f ? FLUID_MOST_FOAM : 1u;
    fluid_foam *m = &f->foam;
    m->alive = wisp_take(self, "foam.alive", WISP_TYPE_U32, 1, 1, 0);
    if (m->alive && *m->alive > 0) most = FLUID_MOST_FOAM;
    m->position = wisp_take(self, "foam.pos", WISP_TYPE_F32, most, 3, WISP_BUFFER_SPATIAL);
    m->velocity = wisp_take(self, "foam.vel", WISP_TYPE_F32, most, 3, 0);
    m->life = wisp_take(self, "foam.life", WISP_TYPE_F32, most, 1, 0);
    m->near = wisp_take(self, "foam.near", WISP_TYPE_F32, most, 1, 0);
    m->most = most;
    return m->alive && m->position && m->velocity && m->life && m->near ? WISP_OK
                                                                        : WISP_E_NOMEM;
}

static float ramp(float x, float lo, float hi) {
    return x <= lo ? 0.0f : x >= hi ? 1.0f : (x - lo) / (hi - lo);
}

static void measure_chunk(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid *f = context;
    fluid_level_at(f->solver.level)->foam(&f->solver, begin, end, chunk);
}

static void add_foam(fluid *f, uint32_t i, uint64_t key, uint64_t counter) {
    fluid_foam *m = &f->foam;
    uint32_t k = *m->alive;
    if (k >= m->most) return;
    const float *p = fluid_xyz_of(&f->solver.a.position[i]);
    const float *v = fluid_xyz_of(&f->solver.a.velocity[i]);
    for (uint32_t c = 0; c < 3; c++) {
        float off = wisp_rng_range(key, counter * 8 + c, -0.5f, 0.5f) * f->spacing;
        m->position[3 * k + c] = p[c] * f->h + f->origin[c] + off;
        m->velocity[3 * k + c] =
            v[c] * f->h * wisp_rng_range(key, counter * 8 + 3 + c, 0.9f, 1.15f);
    }
    m->life[k] =
        fluid_number(f, FLUID_P_FOAM_LIFE) * wisp_rng_range(key, counter * 8 + 6, 0.5f, 1.0f);
    m->near[k] = 0.0f;
    *m->alive = k + 1;
}

static void bear(wisp_instance *self, fluid *f, uint64_t step, float dt) {
    const fluid_solver *s = &f->solver;
    const uint64_t key = wisp_rng_key(self->seed, 2);
    float amount = fluid_number(f, FLUID_P_FOAM) * BIRTHS * dt;
    for (uint32_t i = 0; i < s->count; i++) {
        float air = ramp(s->a.foam[i] * f->h, LEAST_AIR, MOST_AIR);
        if (air <= 0.0f) continue;
        const fluid_vec4 *v = &s->a.velocity[i];
        float speed = sqrtf(v->x * v->x + v->y * v->y + v->z * v->z) * f->h;
        float births = amount * air * ramp(speed, LEAST_SPEED, MOST_SPEED);
        uint64_t counter = step * 4194304u + s->a.id[i];
        float whole = floorf(births + wisp_rng_f01(key, counter * 8 + 7));
        for (float n = 0.0f; n < whole && n < 4.0f; n += 1.0f) {
            add_foam(f, i, key, counter * 4 + (uint64_t)n);
        }
    }
}

/* Mean velocity of the fluid around q (solver space), and how many particles that is. */
static float around(const fluid_solver *s, const float q[3], float mean[3]) {
    float count = 0.0f, weight = 0.0f;
    mean[0] = mean[1] = mean[2] = 0.0f;
    for (int k = 0; k < 3; k++) {
        if (!(q[k] >= 0.0f && q[k] <= s->boundary.extent[k])) return 0.0f;
    }
    uint32_t x = (uint32_t)q[0] + 1, y = (uint32_t)q[1] + 1, z = (uint32_t)q[2] + 1;
    for (uint32_t row = 0; row < 9; row++) {
        uint32_t cell = ((y + row / 3 - 1) * s->cells[2] + z + row % 3 - 1) * s->cells[0] + x;
        for (uint32_t j = s->a.cell_start[cell - 1]; j < s->a.cell_start[cell + 2]; j++) {
            const fluid_vec4 *p = &s->a.position[j], *v = &s->a.velocity[j];
            float a = p->x - q[0], b = p->y - q[1], c = p->z - q[2];
            float w = 1.0f - (a * a + b * b + c * c);
            if (w <= 0.0f) continue;
            count += 1.0f;
            weight += w;
            mean[0] += w * v->x;
            mean[1] += w * v->y;
            mean[2] += w * v->z;
        }
    }
    for (int k = 0; k < 3 && weight > 0.0f; k++) mean[k] /= weight;
    return count;
}

static void ride_chunk(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid *f = context;
    fluid_foam *m = &f->foam;
    const float dt = m->dt;
    (void)chunk;
    for (uint64_t i = begin; i < end; i++) {
        float *p = m->position + 3 * i, *v = m->velocity + 3 * i, q[3], mean[3];
        for (int k = 0; k < 3; k++) q[k] = (p[k] - f->origin[k]) / f->h;
        float count = around(&f->solver, q, mean);
        m->near[i] = count;
        float share = DRAG * dt < 1.0f ? DRAG * dt : 1.0f;
        for (int k = 0; k < 3; k++) {
            float flow = mean[k] * f->h;
            if (count < (float)SPRAY_BELOW) {
                v[k] += f->gravity[k] * dt;
            } else if (count > (float)BUBBLE_ABOVE) {
                v[k] += -BUOYANCY * f->gravity[k] * dt + share * (flow - v[k]);
            } else {
                v[k] = flow;
            }
            q[k] += v[k] * dt / f->h;
        }
        fluid_boundary_collide(&f->solver.boundary, q, NULL);
        for (int k = 0; k < 3; k++) p[k] = q[k] * f->h + f->origin[k];
        m->life[i] -= count > (float)BUBBLE_ABOVE ? 0.25f * dt : dt;
    }
}

/* Close the gaps of what has burst or flown away. */
static void sweep(fluid *f) {
    fluid_foam *m = &f->foam;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < *m->alive; i++) {
        int inside = m->life[i] > 0.0f;
        for (int k = 0; k < 3; k++) {
            float q = m->position[3 * i + (uint32_t)k] - f->origin[k];
            inside = inside && q >= 0.0f && q <= f->domain[k];
        }
        if (!inside) continue;
        memmove(m->position + 3 * kept, m->position + 3 * i, 3 * sizeof(float));
        memmove(m->velocity + 3 * kept, m->velocity + 3 * i, 3 * sizeof(float));
        m->life[kept] = m->life[i];
        m->near[kept++] = m->near[i];
    }
    *m->alive = kept;
}

void fluid_run_foam(wisp_instance *self, fluid *f, const wisp_step *step) {
    static const char *const names[] = {"foam.pos", "foam.vel", "foam.life", "foam.near"};
    fluid_foam *m = &f->foam;
    fluid_solver *s = &f->solver;
    m->dt = step->dt;
    if (fluid_number(f, FLUID_P_FOAM) <= 0.0f && *m->alive == 0) return;
    if (s->count && fluid_number(f, FLUID_P_FOAM) > 0.0f) {
        s->jobs.parallel(s->jobs.self, s->count, FLUID_CHUNK, measure_chunk, f);
        bear(self, f, step->index, step->dt);
    }
    if (*m->alive && s->count) {
        s->jobs.parallel(s->jobs.self, *m->alive, FLUID_CHUNK, ride_chunk, f);
    } else {
        *m->alive = 0;
    }
    sweep(f);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        self->host->state->set_used(self, names[k], *m->alive);
    }
    self->host->report->count(self, "foam", (double)*m->alive);
}
