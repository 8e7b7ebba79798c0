/* SPDX-License-Identifier: MIT
 *
 * The step of the jet's particles, in passes that vectorise.
 */
#include "jet_flame/jet_advance.h"

#include "jet_flame/jet_classic.h"
#include <math.h>

/* jet_position() and jet_radius() without branches, their constants worked out. */
struct forms {
    float speed, core, slow_time, core_time, slope, offset, quadratic, constant, per_time;
    float mid, peak, life, base, grown, inverse_span, closing, peak_radius, inverse_late;
};

static struct forms make_forms(const struct jet_model *m) {
    float slope = m->decay == JET_DECAY_TEXTBOOK ? 0.671f : 1.0f;
    float offset = m->decay == JET_DECAY_TEXTBOOK ? 0.294f : 0.0f;
    float span = m->peak_time - m->core_time;
    int grows = m->peak_radius > m->core_radius && span > 0.0f;
    return (struct forms){
        .speed = m->exit_velocity,
        .core = m->core,
        .slow_time = m->core / m->exit_velocity,
        .core_time = m->core_time,
        .slope = slope,
        .offset = offset,
        .constant = offset * offset + 2.0f * slope * (0.5f * slope + offset),
        .per_time = 2.0f * slope * (slope + offset) * m->exit_velocity / m->core,
        .mid = m->mid_time,
        .peak = m->peak_time,
        .life = m->life,
        .base = m->core_radius,
        .grown = grows ? m->peak_radius - m->core_radius : 0.0f,
        .inverse_span = grows ? 1.0f / span : 0.0f,
        .closing = grows ? m->tip_closing : 0.0f,
        .peak_radius = m->peak_radius,
        .inverse_late = m->life > m->peak_time ? 1.0f / (m->life - m->peak_time) : 0.0f,
    };
}

static void read_forms(const struct forms *f, const struct jet_particles *p, float dt,
                       uint64_t begin, uint64_t end) {
    float *restrict age = p->age, *restrict along = p->along, *restrict radius = p->radius;
    const float *restrict pace = p->pace;
    for (uint64_t i = begin; i < end; i++) {
        float a = age[i] + dt;
        age[i] = a;
        float t = a * pace[i];
        t = t < f->life ? t : f->life;
        float past = t - f->core_time;
        past = past > 0.0f ? past : 0.0f;
        float slowing = t - f->slow_time;
        slowing = slowing > 0.0f ? slowing : 0.0f;
        float far =
            f->core * (sqrtf(f->constant + f->per_time * slowing) - f->offset) / f->slope;
        along[i] = t <= f->slow_time ? f->speed * t : far;
        float up = past * f->inverse_span;
        float down = (f->peak - t) * f->inverse_span;
        float late = (t - f->peak) * f->inverse_late;
        float rising = f->base + 2.0f * f->grown * up * up;
        float reaching = f->base + f->grown - 2.0f * f->grown * down * down;
        float closing = f->peak_radius * (1.0f - f->closing * late * late);
        float r = t <= f->mid ? rising : reaching;
        radius[i] = t <= f->peak ? r : closing;
    }
}

static void spray(const struct jet_model *m, const struct jet_air *air,
                  const struct jet_particles *p, uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; i++) {
        if (air->outline) {
            p->radius[i] = jet_classic_radius(air->outline, m->reach, p->along[i]);
            continue;
        }
        float t = p->age[i] / m->life; /* evenly slowing down to the same reach */
        p->along[i] = m->reach * t * (2.0f - t) * p->pace[i];
        p->radius[i] = air->nozzle + air->cone * p->along[i];
    }
}

static void place(const struct forms *f, const struct jet_air *air,
                  const struct jet_particles *p, float dt, uint64_t begin, uint64_t end) {
    float inverse = f->life > f->core_time ? 1.0f / (f->life - f->core_time) : 0.0f;
    for (uint64_t c = 0; c < 3; c++) {
        const uint64_t at = c * p->capacity;
        float *restrict pos = p->pos + at, *restrict shift = p->shift + at;
        float *restrict drift = p->drift + at;
        const float *restrict origin = p->origin + at, *restrict dir = p->dir + at;
        const float *restrict lateral = p->lateral + at, *restrict along = p->along;
        const float *restrict radius = p->radius, *restrict age = p->age;
        float wind = air->wind[c], lift = c == 1 ? air->lift : 0.0f;
        for (uint64_t i = begin; i < end; i++) {
            float late = (age[i] - f->core_time) * inverse;
            late = late > 0.0f ? late : 0.0f;
            float v = drift[i] + ((wind - drift[i]) * air->response + lift) * late * dt;
            drift[i] = v;
            shift[i] += v * dt;
            pos[i] = origin[i] + dir[i] * along[i] + lateral[i] * radius[i] + shift[i];
        }
    }
}

void jet_advance(const struct jet_model *model, const struct jet_air *air,
                 const struct jet_particles *p, float dt, uint64_t begin, uint64_t end) {
    const struct forms f = make_forms(model);
    read_forms(&f, p, dt, begin, end);
    if (air->outline || air->cone > 0.0f) spray(model, air, p, begin, end);
    place(&f, air, p, dt, begin, end);
}

static void move(struct jet_particles *p, uint64_t to, uint64_t from) {
    float *const vectors[6] = {p->pos, p->origin, p->dir, p->lateral, p->shift, p->drift};
    float *const numbers[5] = {p->age, p->life, p->pace, p->along, p->radius};
    for (int v = 0; v < 6; v++)
        for (uint64_t c = 0; c < 3; c++)
            vectors[v][c * p->capacity + to] = vectors[v][c * p->capacity + from];
    for (int n = 0; n < 5; n++) numbers[n][to] = numbers[n][from];
    p->seed[to] = p->seed[from];
}

uint64_t jet_compact(struct jet_particles *p) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < p->count; i++) {
        if (p->age[i] >= p->life[i]) continue;
        if (kept != i) move(p, kept, i);
        kept++;
    }
    return p->count = kept;
}
