/* SPDX-License-Identifier: MIT
 *
 * fluid_step - one substep: predict, sort into cells, search, iterate, finish, smooth.
 *
 * Between the steps the arrays change roles instead of being copied: sort leaves the old
 * positions in `start`, finish turns the solved guess into `position`, smooth swaps the two
 * velocity arrays.
 */
#include "fluid_solver.h"

#include "fluid_kernel.h"
#include "fluid_levels.h"

#include <math.h>
#include <string.h>

#define GONE UINT32_MAX                /* cell of a particle that is dropped */
#define NEAR_MARGIN 0.5f               /* how far a particle may move in the iterations, h */
#define CALM_STEP (0.1f / FLUID_RATIO) /* farthest a new particle moves in a substep, h */

typedef struct task {
    fluid_solver *s;
    fluid_pass *pass;
} task;

static void run_pass(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    const task *t = context;
    t->pass(t->s, begin, end, chunk);
}

static void each_chunk(fluid_solver *s, fluid_pass *pass) {
    task t = {s, pass};
    if (s->count) s->jobs.parallel(s->jobs.self, s->count, FLUID_CHUNK, run_pass, &t);
}

static uint32_t chunk_count(const fluid_solver *s) {
    return (s->count + FLUID_CHUNK - 1) / FLUID_CHUNK;
}

void fluid_calibrate(fluid_settings *set) {
    const double ratio = (double)FLUID_RATIO;
    fluid_lattice sums = fluid_lattice_sums(ratio);
    set->volume = (float)(sums.volume / (ratio * ratio * ratio));
    set->lattice_slope = (float)(sums.gradient * ratio * ratio);
}

/* ---- predict */

static fluid_push *push_of(fluid_solver *s, uint32_t chunk) {
    return s->a.push ? s->a.push + (size_t)chunk * FLUID_MAX_PUSHED : NULL;
}

static void limit_speed(fluid_vec4 *v, float limit, uint32_t *capped) {
    float v2 = v->x * v->x + v->y * v->y + v->z * v->z;
    if (v2 <= limit * limit) return;
    float f = limit / sqrtf(v2);
    v->x *= f;
    v->y *= f;
    v->z *= f;
    ++*capped;
}

/* Also false for what is not a number. */
static int in_domain(const fluid_boundary *b, const fluid_vec4 *p) {
    return p->x >= 0.0f && p->x <= b->extent[0] && p->y >= 0.0f && p->y <= b->extent[1] &&
           p->z >= 0.0f && p->z <= b->extent[2];
}

static uint32_t cell_of(const fluid_solver *s, const fluid_vec4 *p) {
    uint32_t x = (uint32_t)p->x + 1, y = (uint32_t)p->y + 1, z = (uint32_t)p->z + 1;
    return (y * s->cells[2] + z) * s->cells[0] + x;
}

/* A thin solid could be jumped over: stop at the first of three points on the way that is in
 * one, as seen from the moving solid. */
static void stop_at_thin(const fluid_solver *s, const fluid_vec4 *from, float to[3]) {
    const fluid_boundary *b = &s->boundary;
    for (uint32_t i = 0; i < b->solid_count; i++) {
        const fluid_solid *body = &b->solids[i];
        if (body->hollow || body->shape == FLUID_PLANE) continue;
        float old[3] = {from->x + body->velocity[0] * s->set.dt,
                        from->y + body->velocity[1] * s->set.dt,
                        from->z + body->velocity[2] * s->set.dt};
        for (int step = 1; step < 4; step++) {
            float t = 0.25f * (float)step, p[3];
            fluid_contact c[3];
            for (int k = 0; k < 3; k++) p[k] = old[k] + t * (to[k] - old[k]);
            if (p[0] < body->lo[0] || p[0] > body->hi[0] || p[1] < body->lo[1] ||
                p[1] > body->hi[1] || p[2] < body->lo[2] || p[2] > body->hi[2]) {
                continue;
            }
            if (!fluid_solid_contacts(body, p, c) || c[0].distance > 0.0f) continue;
            memcpy(to, p, sizeof p);
            break;
        }
    }
}

static void predict_one(fluid_solver *s, uint64_t i, fluid_sums *sums, fluid_push *push) {
    fluid_vec4 p = s->a.position[i], *v = &s->a.velocity[i];
    int bad =
        !in_domain(&s->boundary, &p) || !isfinite(v->x) || !isfinite(v->y) || !isfinite(v->z);
    float q[3] = {p.x, p.y, p.z};
    if (!bad) {
        float pull = p.w > 0.0f ? 0.0f : s->set.dt;
        v->x += pull * s->set.acceleration[0];
        v->y += pull * s->set.acceleration[1];
        v->z += pull * s->set.acceleration[2];
        limit_speed(v, s->set.speed_limit, &sums->capped);
        q[0] += s->set.dt * v->x;
        q[1] += s->set.dt * v->y;
        q[2] += s->set.dt * v->z;
    }
    if (!bad && s->boundary.solid_count) stop_at_thin(s, &p, q);
    if (!bad) fluid_boundary_collide(&s->boundary, q, push);
    s->a.next[i] = (fluid_vec4){q[0], q[1], q[2], 0.0f};
    bad = bad || !in_domain(&s->boundary, &s->a.next[i]);
    s->a.cell[i] = bad ? GONE : cell_of(s, &s->a.next[i]);
    sums->dropped += (uint32_t)bad;
}

static void predict_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid_sums *sums = &s->a.sums[chunk];
    *sums = (fluid_sums){0};
    fluid_push *push = push_of(s, chunk);
    if (push) memset(push, 0, FLUID_MAX_PUSHED * sizeof *push);
    if (s->force) {
        s->force(s->force_context, s->a.position, s->a.velocity, begin, end, s->set.dt);
    }
    for (uint64_t i = begin; i < end; i++) predict_one(s, i, sums, push);
}

void fluid_predict(fluid_solver *s) { each_chunk(s, predict_chunk); }

/* ---- sort */

/* Count, sum up and turn each particle's cell into its place in the new order. */
static void rank_particles(fluid_solver *s) {
    uint32_t cells = s->cells[0] * s->cells[1] * s->cells[2];
    uint32_t *start = s->a.cell_start, alive = 0;
    memset(start, 0, ((size_t)cells + 2) * sizeof *start);
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->a.cell[i] != GONE) start[s->a.cell[i] + 2]++;
    }
    for (uint32_t c = 2; c < cells + 2; c++) start[c] += start[c - 1];
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->a.cell[i] == GONE) continue;
        s->a.cell[i] = start[s->a.cell[i] + 1]++;
        alive++;
    }
    s->total.count = alive;
}

static void scatter_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    (void)chunk;
    for (uint64_t i = begin; i < end; i++) {
        uint32_t k = s->a.cell[i];
        if (k == GONE) continue;
        fluid_vec4 q = s->a.next[i];
        s->a.start[k] = s->a.position[i];
        s->a.guess[k] = q;
        s->a.smoothed[k] = s->a.velocity[i];
        s->a.id_sorted[k] = s->a.id[i];
        s->a.x[k] = q.x;
        s->a.y[k] = q.y;
        s->a.z[k] = q.z;
    }
}

static void place_dummies(fluid_solver *s) {
    const fluid_vec4 far = {FLUID_FAR, FLUID_FAR, FLUID_FAR, 0.0f};
    const fluid_vec4 none = {0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t k = s->count; k < s->count + FLUID_DUMMIES; k++) {
        s->a.guess[k] = s->a.next[k] = s->a.position[k] = far;
        s->a.velocity[k] = s->a.smoothed[k] = s->a.start[k] = none;
        s->a.x[k] = s->a.y[k] = s->a.z[k] = FLUID_FAR;
        s->a.neighbours[k] = 0;
        s->a.list_start[k] = 0;
    }
}

void fluid_sort(fluid_solver *s) {
    rank_particles(s);
    each_chunk(s, scatter_chunk);
    uint32_t *ids = s->a.id;
    s->a.id = s->a.id_sorted;
    s->a.id_sorted = ids;
    s->count = s->total.count;
    place_dummies(s);
}

/* ---- search */

/* Particles that can feel a wall during the iterations. */
static void find_near(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    uint32_t first = chunk * FLUID_CHUNK, n = first;
    for (uint64_t i = begin; i < end; i++) {
        float p[3] = {s->a.x[i], s->a.y[i], s->a.z[i]};
        if (fluid_boundary_near(&s->boundary, p, 1.0f + NEAR_MARGIN)) {
            s->a.near[n++] = (uint32_t)i;
        }
    }
    s->a.near_count[chunk] = n - first;
}

static void search_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid_level_at(s->level)->search(s, begin, end, chunk);
    find_near(s, begin, end, chunk);
}

int fluid_search(fluid_solver *s) {
    each_chunk(s, search_chunk);
    s->total.list_width = 0;
    for (uint32_t c = 0; c < chunk_count(s); c++) {
        uint32_t width = s->a.sums[c].list_width;
        if (width > s->total.list_width) s->total.list_width = width;
    }
    return s->total.list_width > s->list_width ? FLUID_LIST_FULL : FLUID_OK;
}

/* ---- iterate */

static void lambda_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    uint32_t first = chunk * FLUID_CHUNK;
    for (uint32_t k = first; k < first + s->a.near_count[chunk]; k++) {
        s->a.near_wall[k] =
            fluid_boundary_weigh(&s->boundary, fluid_xyz_of(&s->a.guess[s->a.near[k]]));
    }
    fluid_level_at(s->level)->lambda(s, begin, end, chunk);
}

static void delta_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid_push *push = push_of(s, chunk);
    uint32_t first = chunk * FLUID_CHUNK;
    fluid_level_at(s->level)->delta(s, begin, end, chunk);
    for (uint32_t k = first; k < first + s->a.near_count[chunk]; k++) {
        uint32_t i = s->a.near[k];
        const fluid_vec4 *was = &s->a.next[i];
        if (push) {
            fluid_boundary_react(&s->boundary, fluid_xyz_of(was), s->set.relaxation * was->w,
                                 push);
        }
        fluid_boundary_collide(&s->boundary, fluid_xyz(&s->a.guess[i]), push);
    }
}

void fluid_iterate(fluid_solver *s) {
    each_chunk(s, lambda_chunk);
    each_chunk(s, delta_chunk);
}

/* ---- finish */

static void note(fluid_sums *sums, const fluid_vec4 *p, const fluid_vec4 *v, float density) {
    const float q[3] = {p->x, p->y, p->z};
    for (int k = 0; k < 3; k++) {
        sums->position[k] += (double)q[k];
        if (sums->count == 0 || q[k] < sums->lo[k]) sums->lo[k] = q[k];
        if (sums->count == 0 || q[k] > sums->hi[k]) sums->hi[k] = q[k];
    }
    float speed = sqrtf(v->x * v->x + v->y * v->y + v->z * v->z);
    if (speed > sums->speed) sums->speed = speed;
    sums->density += (double)density;
    sums->count++;
}

/* A particle that has just been placed goes on as it was, but for a small move away from those
 * it overlaps, which gives it no speed. */
static fluid_vec4 calmed(const fluid_vec4 *way, const fluid_vec4 *to, float left) {
    float x = to->x - way->x, y = to->y - way->y, z = to->z - way->z;
    float r = sqrtf(x * x + y * y + z * z);
    float f = r > CALM_STEP ? CALM_STEP / r : 1.0f;
    return (fluid_vec4){way->x + f * x, way->y + f * y, way->z + f * z, left - 1.0f};
}

/* v = (p - start) / dt, written so that a particle nobody touched keeps its velocity to the
 * bit: what rounding takes from positions would else bend every flight. */
static void finish_one(fluid_solver *s, uint64_t i, float inv_dt, fluid_sums *sums) {
    const fluid_vec4 x = s->a.start[i];
    const float dt = s->set.dt;
    fluid_vec4 p = s->a.guess[i], v = s->a.smoothed[i];
    const fluid_vec4 way = {x.x + dt * v.x, x.y + dt * v.y, x.z + dt * v.z, 0.0f};
    if (x.w > 0.0f) {
        p = calmed(&way, &p, x.w);
        fluid_boundary_collide(&s->boundary, fluid_xyz(&p), NULL);
    } else {
        fluid_boundary_collide(&s->boundary, fluid_xyz(&p), NULL);
        p.w = 0.0f;
        v.x += (p.x - way.x) * inv_dt;
        v.y += (p.y - way.y) * inv_dt;
        v.z += (p.z - way.z) * inv_dt;
        limit_speed(&v, s->set.speed_limit, &sums->capped);
        if (s->boundary.solid_count) {
            fluid_boundary_rub(&s->boundary, fluid_xyz(&p), dt, fluid_xyz(&v));
        }
    }
    s->a.guess[i] = p;
    s->a.velocity[i] = v;
    note(sums, &p, &v, s->a.density[i]);
}

static void finish_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid_sums *sums = &s->a.sums[chunk];
    for (uint64_t i = begin; i < end; i++) finish_one(s, i, 1.0f / s->set.dt, sums);
}

static void add_sums(fluid_sums *total, const fluid_sums *part) {
    for (int k = 0; k < 3; k++) {
        total->position[k] += part->position[k];
        if (part->count == 0) continue;
        if (total->count == 0 || part->lo[k] < total->lo[k]) total->lo[k] = part->lo[k];
        if (total->count == 0 || part->hi[k] > total->hi[k]) total->hi[k] = part->hi[k];
    }
    if (part->speed > total->speed) total->speed = part->speed;
    total->density += part->density;
    total->capped += part->capped;
    total->count += part->count;
}

void fluid_finish(fluid_solver *s) {
    each_chunk(s, finish_chunk);
    fluid_sums total = {.dropped = s->total.dropped, .list_width = s->total.list_width};
    for (uint32_t c = 0; c < chunk_count(s); c++) add_sums(&total, &s->a.sums[c]);
    s->total = total;
    fluid_vec4 *old = s->a.position;
    s->a.position = s->a.guess;
    s->a.guess = old;
}

/* ---- smooth */

static void smooth_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid_level_at(s->level)->smooth(s, begin, end, chunk);
}

static void confine_chunk(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    fluid_level_at(s->level)->confine(s, begin, end, chunk);
}

void fluid_smooth(fluid_solver *s) {
    if (s->set.smoothing <= 0.0f && s->set.confinement <= 0.0f) return;
    each_chunk(s, smooth_chunk);
    if (s->set.confinement > 0.0f) each_chunk(s, confine_chunk);
    fluid_vec4 *old = s->a.velocity;
    s->a.velocity = s->a.smoothed;
    s->a.smoothed = old;
}

int fluid_substep(fluid_solver *s) {
    if (s->count == 0) {
        s->total = (fluid_sums){0};
        return FLUID_OK;
    }
    fluid_predict(s);
    uint32_t dropped = 0;
    for (uint32_t c = 0; c < chunk_count(s); c++) dropped += s->a.sums[c].dropped;
    fluid_sort(s);
    s->total.dropped = dropped;
    return fluid_resume(s);
}

int fluid_resume(fluid_solver *s) {
    for (uint32_t k = 1; k < s->set.searches; k++) fluid_search(s);
    if (fluid_search(s) != FLUID_OK) return FLUID_LIST_FULL;
    for (uint32_t k = 0; k < s->set.iterations; k++) fluid_iterate(s);
    fluid_finish(s);
    fluid_smooth(s);
    return FLUID_OK;
}
