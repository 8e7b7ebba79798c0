/* SPDX-License-Identifier: MIT
 *
 * fluid_solve - the two gather passes of a Jacobi iteration.
 *
 * lambda reads guess and writes next = {position, lambda}; delta reads next and writes guess.
 * Nothing is updated in place, so no order of particles or threads shows in the result.
 *
 * Source     Macklin and Mueller 2013, equations 8 to 14.
 */
#include "fluid_lanes.h"
#include "fluid_levels.h"

#include "fluid_kernel.h"

/* Positions and lists of the particle, or of the two, that a pass is at. */
typedef struct pair {
    const uint32_t *list[2];
    uint32_t length[2];
    uint32_t longest;
    lanes x, y, z, w;
} pair;

static inline pair pair_at(const fluid_solver *s, const fluid_vec4 *from, uint64_t i,
                           const uint32_t *dummies) {
    pair p;
    const fluid_vec4 *a = from + i, *b = from + i + LANES_PAIR - 1;
    p.list[0] = s->a.list + s->a.list_start[i];
    p.longest = p.length[0] = s->a.neighbours[i];
    p.list[1] = dummies;
    p.length[1] = 0;
    if (LANES_PAIR == 2 && i + 1 < s->count) {
        p.list[1] = s->a.list + s->a.list_start[i + 1];
        p.length[1] = s->a.neighbours[i + 1];
        if (p.length[1] > p.longest) p.longest = p.length[1];
    }
    p.x = lanes_pair(a->x, b->x);
    p.y = lanes_pair(a->y, b->y);
    p.z = lanes_pair(a->z, b->z);
    p.w = lanes_pair(a->w, b->w);
    return p;
}

static inline const uint32_t *group(const pair *p, int which, uint32_t k,
                                    const uint32_t *dummies) {
    return LANES_PAIR == 1 || k < p->length[which] ? p->list[which] + k : dummies;
}

static void fill_dummies(const fluid_solver *s, uint32_t dummies[8]) {
    for (int k = 0; k < 8; k++) dummies[k] = s->count * (uint32_t)sizeof(fluid_vec4);
}

/* What the lists of one chunk gave; the rest of a pass is a plain loop over it. */
typedef struct gathered {
    _Alignas(64) fluid_vec4 sum[FLUID_CHUNK];
    float squares[FLUID_CHUNK];
} gathered;

static const fluid_vec4 no_wall = {0.0f, 0.0f, 0.0f, 0.0f};

static inline void put_lambda(const fluid_solver *s, uint64_t i, fluid_vec4 sum, float squares,
                              fluid_vec4 wall) {
    const float cp = (float)(315.0 / (64.0 * FLUID_PI)) * s->set.volume;
    const float cg = (float)(45.0 / FLUID_PI) * s->set.volume;
    float density = cp * sum.x + cp + wall.w;
    float gx = wall.x - cg * sum.y, gy = wall.y - cg * sum.z, gz = wall.z - cg * sum.w;
    float slope = cg * cg * squares + (gx * gx + gy * gy + gz * gz);
    float c = density - 1.0f;
    if (s->set.clamp && c < 0.0f) c = 0.0f;
    fluid_vec4 p = s->a.guess[i];
    p.w = -c / (slope + s->set.softness * s->set.lattice_slope);
    s->a.density[i] = density;
    s->a.next[i] = p;
}

void FLUID_SIMD(fluid_lambda)(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    const lanes one = lanes_all(1.0f), zero = lanes_all(0.0f), tiny = lanes_all(1e-12f);
    uint32_t dummies[8];
    gathered found;
    fill_dummies(s, dummies);
    for (uint64_t i = begin; i < end; i += LANES_PAIR) {
        pair p = pair_at(s, s->a.guess, i, dummies);
        lanes density = zero, squares = zero, gx = zero, gy = zero, gz = zero;
        for (uint32_t k = 0; k < p.longest; k += 8) {
            lanes j[4];
            lanes_load(s->a.guess, group(&p, 0, k, dummies), group(&p, 1, k, dummies), j);
            lanes x = lanes_sub(p.x, j[0]), y = lanes_sub(p.y, j[1]), z = lanes_sub(p.z, j[2]);
            lanes r2 = lanes_add(lanes_add(lanes_mul(x, x), lanes_mul(y, y)), lanes_mul(z, z));
            r2 = lanes_max(r2, tiny);
            lanes t = lanes_max(lanes_sub(one, r2), zero);
            density = lanes_add(density, lanes_mul(lanes_mul(t, t), t));
            lanes r = lanes_sqrt(r2);
            lanes q = lanes_max(lanes_sub(one, r), zero);
            q = lanes_mul(q, q);
            squares = lanes_add(squares, lanes_mul(q, q));
            lanes g = lanes_div(q, r);
            gx = lanes_add(gx, lanes_mul(g, x));
            gy = lanes_add(gy, lanes_mul(g, y));
            gz = lanes_add(gz, lanes_mul(g, z));
        }
        lanes4 sums = lanes_sums(density, gx, gy, gz);
        memcpy(&found.sum[i - begin], &sums, LANES_PAIR * sizeof *found.sum);
        lanes_sum(squares, found.squares + (i - begin));
    }
    for (uint64_t i = begin; i < end; i++) {
        put_lambda(s, i, found.sum[i - begin], found.squares[i - begin], no_wall);
    }
    for (uint32_t k = chunk * FLUID_CHUNK, n = k + s->a.near_count[chunk]; k < n; k++) {
        uint64_t at = s->a.near[k] - begin;
        put_lambda(s, begin + at, found.sum[at], found.squares[at], s->a.near_wall[k]);
    }
}

static inline void put_delta(const fluid_solver *s, uint64_t i, fluid_vec4 sum,
                             fluid_vec4 wall) {
    const float cg = (float)(45.0 / FLUID_PI) * s->set.volume;
    fluid_vec4 p = s->a.next[i];
    fluid_vec4 q = {p.x + s->set.relaxation * (p.w * wall.x - cg * sum.x),
                    p.y + s->set.relaxation * (p.w * wall.y - cg * sum.y),
                    p.z + s->set.relaxation * (p.w * wall.z - cg * sum.z), 0.0f};
    s->a.guess[i] = q;
}

/* One group of eight neighbours; cohesion is a constant of the caller, so the branch folds. */
static inline void add_group(const pair *p, const lanes j[4], int cohesion, lanes strength,
                             lanes sum[3]) {
    const lanes one = lanes_all(1.0f), zero = lanes_all(0.0f), tiny = lanes_all(1e-12f);
    lanes x = lanes_sub(p->x, j[0]), y = lanes_sub(p->y, j[1]), z = lanes_sub(p->z, j[2]);
    lanes r2 = lanes_add(lanes_add(lanes_mul(x, x), lanes_mul(y, y)), lanes_mul(z, z));
    r2 = lanes_max(r2, tiny);
    const lanes at_spacing = lanes_all(0.0516988f); /* (0.75 / 0.96)^12 */
    lanes weight = lanes_add(p->w, j[3]);
    if (cohesion) {
        /* (W / W(0.2 h))^4 = (t / 0.96)^12 less its value at one spacing: what is nearer is
         * pushed, what is farther pulled, so that fluid in flight holds together. */
        lanes t = lanes_mul(lanes_max(lanes_sub(one, r2), zero), lanes_all(1.0f / 0.96f));
        t = lanes_mul(lanes_mul(t, t), t);
        t = lanes_mul(t, t);
        t = lanes_mul(t, t);
        weight = lanes_sub(weight, lanes_mul(strength, lanes_sub(t, at_spacing)));
    }
    lanes r = lanes_sqrt(r2);
    lanes q = lanes_max(lanes_sub(one, r), zero);
    lanes g = lanes_mul(lanes_div(lanes_mul(q, q), r), weight);
    sum[0] = lanes_add(sum[0], lanes_mul(g, x));
    sum[1] = lanes_add(sum[1], lanes_mul(g, y));
    sum[2] = lanes_add(sum[2], lanes_mul(g, z));
}

static inline void delta_range(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk,
                               int cohesion) {
    const lanes strength = lanes_all(s->set.cohesion / s->set.lattice_slope);
    uint32_t dummies[8];
    fluid_vec4 found[FLUID_CHUNK];
    fill_dummies(s, dummies);
    for (uint64_t i = begin; i < end; i += LANES_PAIR) {
        pair p = pair_at(s, s->a.next, i, dummies);
        lanes sum[3] = {lanes_all(0.0f), lanes_all(0.0f), lanes_all(0.0f)};
        for (uint32_t k = 0; k < p.longest; k += 8) {
            lanes j[4];
            lanes_load(s->a.next, group(&p, 0, k, dummies), group(&p, 1, k, dummies), j);
            add_group(&p, j, cohesion, strength, sum);
        }
        lanes4 sums = lanes_sums(sum[0], sum[1], sum[2], lanes_all(0.0f));
        memcpy(&found[i - begin], &sums, LANES_PAIR * sizeof *found);
    }
    for (uint64_t i = begin; i < end; i++) put_delta(s, i, found[i - begin], no_wall);
    for (uint32_t k = chunk * FLUID_CHUNK, n = k + s->a.near_count[chunk]; k < n; k++) {
        put_delta(s, s->a.near[k], found[s->a.near[k] - begin], s->a.near_wall[k]);
    }
}

void FLUID_SIMD(fluid_delta)(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    if (s->set.cohesion > 0.0f) {
        delta_range(s, begin, end, chunk, 1);
    } else {
        delta_range(s, begin, end, chunk, 0);
    }
}
