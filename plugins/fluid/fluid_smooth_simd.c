/* SPDX-License-Identifier: MIT
 *
 * fluid_smooth - XSPH viscosity, vorticity confinement and the foam potential.
 *
 * Weights are V0 W, the same for both particles of a pair, so smoothing conserves momentum.
 *
 * Source     Macklin and Mueller 2013, equations 15 to 17; Ihmsen et al. 2012 (trapped air).
 */
#include "fluid_lanes.h"
#include "fluid_levels.h"

#include "fluid_kernel.h"

/* What a pass knows of its particle or pair: position a, velocity or other vector b. */
typedef struct seat {
    const uint32_t *list[2];
    uint32_t length[2], longest;
    lanes a[3], b[4];
} seat;

static inline seat seat_at(const fluid_solver *s, const fluid_vec4 *second, uint64_t i,
                           const uint32_t *dummies) {
    const uint64_t other = LANES_PAIR == 2 && i + 1 < s->count ? i + 1 : i;
    const fluid_vec4 *pa = s->a.position + i, *pb = s->a.position + other;
    const fluid_vec4 *va = second + i, *vb = second + other;
    seat t;
    t.list[0] = s->a.list + s->a.list_start[i];
    t.longest = t.length[0] = s->a.neighbours[i];
    t.list[1] = dummies;
    t.length[1] = 0;
    if (other != i) {
        t.list[1] = s->a.list + s->a.list_start[other];
        t.length[1] = s->a.neighbours[other];
        if (t.length[1] > t.longest) t.longest = t.length[1];
    }
    t.a[0] = lanes_pair(pa->x, pb->x);
    t.a[1] = lanes_pair(pa->y, pb->y);
    t.a[2] = lanes_pair(pa->z, pb->z);
    t.b[0] = lanes_pair(va->x, vb->x);
    t.b[1] = lanes_pair(va->y, vb->y);
    t.b[2] = lanes_pair(va->z, vb->z);
    t.b[3] = lanes_pair(va->w, vb->w);
    return t;
}

/* Differences to eight neighbours: d = own position - theirs, e = their second - own. */
static inline lanes seat_group(const fluid_solver *s, const seat *t, const fluid_vec4 *second,
                               uint32_t k, const uint32_t *dummies, lanes d[3], lanes e[4]) {
    const uint32_t *la = LANES_PAIR == 1 || k < t->length[0] ? t->list[0] + k : dummies;
    const uint32_t *lb = LANES_PAIR == 1 || k < t->length[1] ? t->list[1] + k : dummies;
    lanes j[4];
    lanes_load(s->a.position, la, lb, j);
    lanes_load(second, la, lb, e);
    for (int c = 0; c < 3; c++) d[c] = lanes_sub(t->a[c], j[c]);
    for (int c = 0; c < 4; c++) e[c] = lanes_sub(e[c], t->b[c]);
    lanes r2 = lanes_add(lanes_add(lanes_mul(d[0], d[0]), lanes_mul(d[1], d[1])),
                         lanes_mul(d[2], d[2]));
    return lanes_max(r2, lanes_all(1e-12f));
}

/* (1 - r)^2 / r: the spiky kernel's slope over distance, without its constant. */
static inline lanes spiky_over_r(lanes r2) {
    lanes r = lanes_sqrt(r2);
    lanes q = lanes_max(lanes_sub(lanes_all(1.0f), r), lanes_all(0.0f));
    return lanes_div(lanes_mul(q, q), r);
}

static inline void add_scaled(lanes sum[3], lanes f, const lanes v[3]) {
    for (int c = 0; c < 3; c++) sum[c] = lanes_add(sum[c], lanes_mul(f, v[c]));
}

static inline void add_cross(lanes sum[3], lanes f, const lanes e[3], const lanes d[3]) {
    for (int c = 0; c < 3; c++) {
        int u = (c + 1) % 3, v = (c + 2) % 3;
        lanes x = lanes_sub(lanes_mul(e[u], d[v]), lanes_mul(e[v], d[u]));
        sum[c] = lanes_add(sum[c], lanes_mul(f, x));
    }
}

static inline void put_smoothed(fluid_solver *s, uint64_t i, fluid_vec4 sum) {
    const float c = (float)(315.0 / (64.0 * FLUID_PI)) * s->set.volume * s->set.smoothing;
    fluid_vec4 v = s->a.velocity[i];
    s->a.smoothed[i] = (fluid_vec4){v.x + c * sum.x, v.y + c * sum.y, v.z + c * sum.z, v.w};
}

static inline void put_curl(fluid_solver *s, uint64_t i, fluid_vec4 sum) {
    const float c = (float)(45.0 / FLUID_PI) * s->set.volume;
    float x = c * sum.x, y = c * sum.y, z = c * sum.z;
    s->a.start[i] = (fluid_vec4){x, y, z, sqrtf(x * x + y * y + z * z)};
}

static inline void smooth_range(fluid_solver *s, uint64_t begin, uint64_t end, int curl) {
    const lanes one = lanes_all(1.0f), zero = lanes_all(0.0f);
    uint32_t dummies[8];
    for (int k = 0; k < 8; k++) dummies[k] = s->count * (uint32_t)sizeof(fluid_vec4);
    for (uint64_t i = begin; i < end; i += LANES_PAIR) {
        seat t = seat_at(s, s->a.velocity, i, dummies);
        lanes sum[3] = {zero, zero, zero}, spin[3] = {zero, zero, zero};
        for (uint32_t k = 0; k < t.longest; k += 8) {
            lanes d[3], e[4];
            lanes r2 = seat_group(s, &t, s->a.velocity, k, dummies, d, e);
            lanes q = lanes_max(lanes_sub(one, r2), zero);
            add_scaled(sum, lanes_mul(lanes_mul(q, q), q), e);
            if (curl) add_cross(spin, spiky_over_r(r2), e, d);
        }
        lanes4 out = lanes_sums(sum[0], sum[1], sum[2], zero);
        put_smoothed(s, i, out.of[0]);
        if (LANES_PAIR == 2 && i + 1 < end) put_smoothed(s, i + 1, out.of[1]);
        if (!curl) continue;
        out = lanes_sums(spin[0], spin[1], spin[2], zero);
        put_curl(s, i, out.of[0]);
        if (LANES_PAIR == 2 && i + 1 < end) put_curl(s, i + 1, out.of[1]);
    }
}

void FLUID_SIMD(fluid_smooth)(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    (void)chunk;
    if (s->set.confinement > 0.0f) {
        smooth_range(s, begin, end, 1);
    } else {
        smooth_range(s, begin, end, 0);
    }
}

/* Spin up what smoothing slowed: a force around the gradient of |curl|. */
static inline void put_confined(fluid_solver *s, uint64_t i, fluid_vec4 eta) {
    const float f = s->set.confinement * s->set.dt;
    float size = sqrtf(eta.x * eta.x + eta.y * eta.y + eta.z * eta.z);
    if (size < 1e-6f) return;
    fluid_vec4 w = s->a.start[i], *v = &s->a.smoothed[i];
    float x = -eta.x / size, y = -eta.y / size, z = -eta.z / size;
    v->x += f * (y * w.z - z * w.y);
    v->y += f * (z * w.x - x * w.z);
    v->z += f * (x * w.y - y * w.x);
}

void FLUID_SIMD(fluid_confine)(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    const lanes zero = lanes_all(0.0f);
    uint32_t dummies[8];
    (void)chunk;
    for (int k = 0; k < 8; k++) dummies[k] = s->count * (uint32_t)sizeof(fluid_vec4);
    for (uint64_t i = begin; i < end; i += LANES_PAIR) {
        seat t = seat_at(s, s->a.start, i, dummies);
        lanes sum[3] = {zero, zero, zero};
        for (uint32_t k = 0; k < t.longest; k += 8) {
            lanes d[3], e[4];
            lanes r2 = seat_group(s, &t, s->a.start, k, dummies, d, e);
            add_scaled(sum, lanes_mul(spiky_over_r(r2), e[3]), d);
        }
        lanes4 out = lanes_sums(sum[0], sum[1], sum[2], zero);
        put_confined(s, i, out.of[0]);
        if (LANES_PAIR == 2 && i + 1 < end) put_confined(s, i + 1, out.of[1]);
    }
}

/* Trapped air: sum of |v_ij| (1 - cos(v_ij, x_ij)) (1 - r), h/s. Particles that run into each
 * other score twice their closing speed, those that part score nothing. */
void FLUID_SIMD(fluid_foam)(fluid_solver *s, uint64_t begin, uint64_t end, uint32_t chunk) {
    const lanes one = lanes_all(1.0f), zero = lanes_all(0.0f), tiny = lanes_all(1e-12f);
    uint32_t dummies[8];
    (void)chunk;
    for (int k = 0; k < 8; k++) dummies[k] = s->count * (uint32_t)sizeof(fluid_vec4);
    for (uint64_t i = begin; i < end; i += LANES_PAIR) {
        seat t = seat_at(s, s->a.velocity, i, dummies);
        lanes sum = zero;
        for (uint32_t k = 0; k < t.longest; k += 8) {
            lanes d[3], e[4];
            lanes r2 = seat_group(s, &t, s->a.velocity, k, dummies, d, e);
            lanes r = lanes_sqrt(r2);
            lanes e2 = lanes_add(lanes_add(lanes_mul(e[0], e[0]), lanes_mul(e[1], e[1])),
                                 lanes_mul(e[2], e[2]));
            lanes speed = lanes_sqrt(lanes_max(e2, tiny));
            /* v_i - v_j = -e and x_i - x_j = d: the cosine is -e.d / (|e| r). */
            lanes along = lanes_add(lanes_add(lanes_mul(e[0], d[0]), lanes_mul(e[1], d[1])),
                                    lanes_mul(e[2], d[2]));
            lanes closing = lanes_add(speed, lanes_div(along, r));
            sum = lanes_add(sum, lanes_mul(closing, lanes_max(lanes_sub(one, r), zero)));
        }
        float out[2];
        lanes_sum(sum, out);
        s->a.foam[i] = out[0];
        if (LANES_PAIR == 2 && i + 1 < end) s->a.foam[i + 1] = out[1];
    }
}
