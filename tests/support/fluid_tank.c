/* SPDX-License-Identifier: MIT
 *
 * fluid_tank - see the header.
 */
#include "support/fluid_tank.h"

#include "fluid/fluid_kernel.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <wisp/rng.h>

struct share {
    fluid_job job;
    void *context;
    uint64_t count, grain;
    atomic_uint next;
};

static void *work(void *arg) {
    struct share *s = arg;
    uint64_t chunks = (s->count + s->grain - 1) / s->grain;
    for (;;) {
        uint32_t c = atomic_fetch_add(&s->next, 1u);
        if (c >= chunks) return NULL;
        uint64_t begin = c * s->grain, end = begin + s->grain;
        s->job(s->context, begin, end < s->count ? end : s->count, c);
    }
}

static void parallel(void *self, uint64_t count, uint64_t grain, fluid_job job, void *context) {
    const struct fluid_tank *t = self;
    struct share s = {.job = job, .context = context, .count = count, .grain = grain};
    pthread_t other;
    int two = t->threads > 1 && pthread_create(&other, NULL, work, &s) == 0;
    work(&s);
    if (two) pthread_join(other, NULL);
}

static void *block(size_t bytes) {
    size_t rounded = (bytes + 127) / 64 * 64;
    void *p = aligned_alloc(64, rounded);
    if (!p) abort();
    memset(p, 0, rounded);
    return p;
}

static void *keep(struct fluid_tank *t, size_t bytes) {
    return t->blocks[t->block_count++] = block(bytes);
}

static void widen(struct fluid_tank *t, uint32_t width) {
    free(t->list);
    t->list = block(((size_t)t->s.capacity * width + 64) * sizeof(uint32_t));
    t->s.a.list = t->list;
    t->s.list_width = width;
}

static void make_arrays(struct fluid_tank *t) {
    fluid_arrays *a = &t->s.a;
    size_t n = t->s.capacity + FLUID_DUMMIES, chunks = t->s.capacity / FLUID_CHUNK + 1;
    fluid_vec4 **vectors[] = {&a->position, &a->velocity, &a->start,    &a->guess,
                              &a->next,     &a->smoothed, &a->near_wall};
    float **floats[] = {&a->x, &a->y, &a->z, &a->density, &a->foam};
    uint32_t **words[] = {&a->id, &a->id_sorted, &a->cell, &a->list_start, &a->near};
    for (size_t k = 0; k < 7; k++) *vectors[k] = keep(t, n * sizeof **vectors[k]);
    for (size_t k = 0; k < 5; k++) *floats[k] = keep(t, n * sizeof **floats[k]);
    for (size_t k = 0; k < 5; k++) *words[k] = keep(t, n * sizeof **words[k]);
    a->neighbours = keep(t, n * sizeof *a->neighbours);
    a->near_count = keep(t, chunks * sizeof *a->near_count);
    a->sums = keep(t, chunks * sizeof *a->sums);
    a->push = keep(t, chunks * FLUID_MAX_PUSHED * sizeof *a->push);
    a->cell_start = keep(t, ((size_t)t->s.cell_capacity + 2) * sizeof *a->cell_start);
    widen(t, 44);
}

void fluid_tank_make(struct fluid_tank *t, float spacing, const float size[3],
                     uint32_t capacity, int walls) {
    *t = (struct fluid_tank){.spacing = spacing, .h = FLUID_RATIO * spacing, .threads = 1};
    fluid_solver *s = &t->s;
    s->capacity = (capacity + FLUID_CHUNK - 1) / FLUID_CHUNK * FLUID_CHUNK;
    s->jobs = (fluid_jobs){t, parallel};
    s->level = fluid_simd_level();
    t->origin = 1.5f * t->h;
    s->cell_capacity = 1;
    for (int k = 0; k < 3; k++) {
        s->boundary.extent[k] = size[k] / t->h + 3.0f;
        s->boundary.lo[k] = walls ? 1.5f : -FLUID_OPEN;
        s->boundary.hi[k] = walls ? 1.5f + size[k] / t->h : FLUID_OPEN;
        s->cells[k] = (uint32_t)s->boundary.extent[k] + 3;
        s->cell_capacity *= s->cells[k];
    }
    s->boundary.pad = 0.5f / FLUID_RATIO;
    make_arrays(t);
    fluid_calibrate(&s->set);
    s->set.softness = 0.01f;
    s->set.cohesion = 0.05f;
    s->set.relaxation = 0.75f;
    s->set.iterations = 4;
    s->set.clamp = 1;
    s->set.mass = 1000.0f * s->set.volume * t->h * t->h * t->h;
    fluid_tank_set(t, 9.81f, 0.05f, 1.0f / 120.0f);
}

void fluid_tank_free(struct fluid_tank *t) {
    for (unsigned k = 0; k < t->block_count; k++) free(t->blocks[k]);
    free(t->list);
}

void fluid_tank_put(struct fluid_tank *t, const float p[3], const float v[3]) {
    uint32_t i = t->s.count++;
    float inv = 1.0f / t->h;
    if (i >= t->s.capacity) abort();
    t->s.a.position[i] = (fluid_vec4){(p[0] + t->origin) * inv, (p[1] + t->origin) * inv,
                                      (p[2] + t->origin) * inv, 0.0f};
    t->s.a.velocity[i] = (fluid_vec4){v[0] * inv, v[1] * inv, v[2] * inv, 0.0f};
    t->s.a.id[i] = i;
}

void fluid_tank_block(struct fluid_tank *t, const float corner[3], const uint32_t counts[3]) {
    const float still[3] = {0.0f, 0.0f, 0.0f};
    for (uint32_t x = 0; x < counts[0]; x++) {
        for (uint32_t y = 0; y < counts[1]; y++) {
            for (uint32_t z = 0; z < counts[2]; z++) {
                const float p[3] = {corner[0] + ((float)x + 0.5f) * t->spacing,
                                    corner[1] + ((float)y + 0.5f) * t->spacing,
                                    corner[2] + ((float)z + 0.5f) * t->spacing};
                fluid_tank_put(t, p, still);
            }
        }
    }
}

void fluid_tank_shake(struct fluid_tank *t, float amount, uint64_t seed) {
    float reach = amount / FLUID_RATIO;
    for (uint32_t i = 0; i < t->s.count; i++) {
        float *p = fluid_xyz(&t->s.a.position[i]);
        for (uint32_t k = 0; k < 3; k++) {
            p[k] += wisp_rng_range(wisp_rng_key(seed, k), i, -reach, reach);
        }
    }
}

void fluid_tank_set(struct fluid_tank *t, float gravity, float smoothing, float dt) {
    t->s.set.acceleration[1] = -gravity / t->h;
    t->s.set.smoothing = smoothing;
    t->s.set.dt = dt;
    t->s.set.speed_limit = 1.0f / dt;
}

void fluid_tank_step(struct fluid_tank *t) {
    int result = fluid_substep(&t->s);
    while (result == FLUID_LIST_FULL) {
        widen(t, t->s.total.list_width);
        result = fluid_resume(&t->s);
    }
}

void fluid_tank_at(const struct fluid_tank *t, uint32_t i, double p[3], double v[3]) {
    const float *q = fluid_xyz_of(&t->s.a.position[i]), *u = fluid_xyz_of(&t->s.a.velocity[i]);
    for (int k = 0; k < 3; k++) {
        p[k] = ((double)q[k] - 1.5) * (double)t->h;
        if (v) v[k] = (double)u[k] * (double)t->h;
    }
}

uint64_t fluid_tank_hash(const struct fluid_tank *t) {
    uint64_t hash = t->s.count;
    for (uint32_t i = 0; i < t->s.count; i++) {
        uint32_t words[7];
        memcpy(words, &t->s.a.position[i], 12);
        memcpy(words + 3, &t->s.a.velocity[i], 12);
        words[6] = t->s.a.id[i];
        for (uint32_t k = 0; k < 7; k++) {
            hash += wisp_rng_u64(words[k], (uint64_t)words[6] * 8 + k);
        }
    }
    return hash;
}
