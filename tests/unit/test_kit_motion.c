/* SPDX-License-Identifier: MIT
 *
 * The kit's inner loops: closed forms, and the same bits from every instruction set. */
#include "kit/bounds.h"
#include "kit/force.h"
#include "kit/sort.h"
#include "kit/turbulence.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>
#include <wisp/rng.h>

enum { N = 501, PLANES = 16 };

struct planes {
    float p[PLANES][KIT_BLOCK];
};

static struct kit_block fill(struct planes *s) {
    for (uint32_t k = 0; k < PLANES; k++)
        for (uint32_t i = 0; i < KIT_BLOCK; i++)
            s->p[k][i] = wisp_rng_range(k, i, k == 6 ? 0.0f : -9.0f, k == 7 ? 2.0f : 9.0f);
    for (uint32_t i = 0; i < KIT_BLOCK; i++) s->p[7][i] = 0.2f + 0.1f * fabsf(s->p[7][i]);
    return (struct kit_block){.n = N,
                              .pos = {s->p[0], s->p[1], s->p[2]},
                              .vel = {s->p[3], s->p[4], s->p[5]},
                              .age = s->p[6],
                              .inv_life = s->p[7]};
}

static void run_all(int level, struct planes *s) {
    const float accel[3] = {0.1f, -9.81f, 0.3f}, wind[3] = {1, 0, 2};
    const struct kit_motion m = kit_motion_factors(0.3, 1.0 / 60, accel);
    const struct kit_turbulence t = {.strength = 3, .size = 0.7f, .octaves = 3, .seed = 9};
    const struct kit_attractor a = {KIT_ATTRACT_VORTEX, {1, 2, 3}, {0, 1, 0}, 4, 0.5f};
    const struct kit_plane plane = {.normal = {0, 1, 0}, .restitution = 0.5f, .friction = 0.1f};
    const struct kit_look look = {.size = {1, 0.2f},
                                  .color = {{1, .8f, .3f, 1}, {.2f, .1f, 0, 0}}};
    struct kit_block b = fill(s);
    float *const out[3] = {s->p[8], s->p[9], s->p[10]};
    const float *const lent[3] = {s->p[8], s->p[9], s->p[10]};
    const struct kit_record r = {s->p[11], s->p[12], s->p[13], s->p[14],
                                 (uint32_t *)(void *)s->p[15]};
    kit_turbulence_add(level, &b, &t, out);
    kit_forces(level)->attract(&b, &a, out);
    kit_forces(level)->drag_quadratic(&b, 0.2f, 1.0f / 60, wind);
    kit_kernels(level)->move(&b, &m);
    kit_kernels(level)->move_by(&b, &m, lent);
    kit_forces(level)->limit_speed(&b, 8);
    kit_forces(level)->bounce(&b, &plane, 0.05f);
    kit_kernels(level)->record(&b, &look, &r);
}

START_TEST(every_instruction_set_gives_the_same_bits) {
    static struct planes want, have;
    run_all(0, &want);
    for (int level = 1; level <= wisp_simd_level(); level++) {
        run_all(level, &have);
        ck_assert_int_eq(memcmp(&want, &have, sizeof want), 0);
    }
}
END_TEST

static void one(struct planes *s, struct kit_block *b, float vx, float vy) {
    *b = fill(s);
    b->n = 1;
    for (int k = 0; k < 3; k++) b->pos[k][0] = b->vel[k][0] = 0;
    b->vel[0][0] = vx;
    b->vel[1][0] = vy;
    b->age[0] = 0;
}

/* A throw of (3, 8) m/s under 9.81 m/s^2 stands at (3, 3.095) after a second, at any frame
 * rate. */
START_TEST(an_arc_is_exact) {
    static const int hertz[] = {10, 30, 60, 144, 240};
    static struct planes s;
    const float accel[3] = {0, -9.81f, 0};
    struct kit_block b;
    const struct kit_motion m = kit_motion_factors(0, 1.0 / hertz[_i], accel);
    one(&s, &b, 3, 8);
    for (int k = 0; k < hertz[_i]; k++) kit_kernels(0)->move(&b, &m);
    ck_assert_double_eq_tol((double)b.pos[0][0], 3.0, 1e-4);
    ck_assert_double_eq_tol((double)b.pos[1][0], 3.095, 1e-4);
}
END_TEST

/* Fall with drag k: v(t) = g/k (1 - exp(-k t)), y by integration. */
START_TEST(drag_is_exact) {
    static const double drags[] = {1e-7, 1e-3, 0.5, 20};
    static struct planes s;
    const float accel[3] = {0, -9.81f, 0};
    const double k = drags[_i], t = 2;
    struct kit_block b;
    const struct kit_motion m = kit_motion_factors(k, 1.0 / 60, accel);
    double v = -9.81 * -expm1(-k * t) / k;
    double y =
        k < 1e-2 ? -9.81 * t * t * (0.5 - k * t / 6) : -9.81 * (t + expm1(-k * t) / k) / k;
    one(&s, &b, 0, 0);
    for (int n = 0; n < 120; n++) kit_kernels(0)->move(&b, &m);
    ck_assert_double_eq_tol((double)b.vel[1][0], v, 2e-4 * fabs(v));
    ck_assert_double_eq_tol((double)b.pos[1][0], y, 2e-4 * fabs(y));
}
END_TEST

START_TEST(turbulence_has_its_strength_and_no_divergence) {
    static struct planes s;
    struct kit_block b = fill(&s);
    struct kit_turbulence t = {.strength = 2, .size = 1, .octaves = 1, .seed = 4};
    double square = 0, divergence = 0, slope = 0;
    const float h = 0.01f;
    for (int round = 0; round < 40; round++) {
        float f[7][3][KIT_BLOCK] = {{{0}}};
        for (int k = 0; k < 3; k++)
            for (uint32_t i = 0; i < KIT_BLOCK; i++)
                b.pos[k][i] = wisp_rng_range((uint64_t)(100 + k),
                                             i + (uint64_t)round * KIT_BLOCK, -50, 50);
        for (int shift = 0; shift < 7; shift++) {
            float *const out[3] = {f[shift][0], f[shift][1], f[shift][2]};
            for (int k = 0; k < 3; k++) t.drift[k] = 0;
            if (shift) t.drift[(shift - 1) / 2] = shift % 2 ? h : -h;
            kit_turbulence_add(0, &b, &t, out);
        }
        for (uint32_t i = 0; i < N; i++) {
            double div = 0;
            for (int k = 0; k < 3; k++) {
                double d = (double)(f[2 * k + 2][k][i] - f[2 * k + 1][k][i]) / (2 * (double)h);
                div += d;
                slope += d * d;
                square += (double)f[0][k][i] * (double)f[0][k][i];
            }
            divergence += div * div;
        }
    }
    ck_assert_double_eq_tol(sqrt(square / (40 * N)), 2, 0.1);
    ck_assert_double_lt(divergence, 1e-3 * slope);
}
END_TEST

START_TEST(records_run_from_birth_to_death) {
    static struct planes s;
    const struct kit_look look = {.size = {1, 0.2f}, .color = {{1, 0, 0, 1}, {0, 0, 1, 0}}};
    struct kit_block b = fill(&s);
    uint32_t rgba[KIT_BLOCK];
    const struct kit_record r = {s.p[11], s.p[12], s.p[13], s.p[14], rgba};
    b.n = 3;
    s.p[7][0] = s.p[7][1] = s.p[7][2] = 1;
    s.p[6][0] = 0;
    s.p[6][1] = 0.5f;
    s.p[6][2] = 1;
    kit_kernels(0)->record(&b, &look, &r);
    ck_assert_float_eq(r.size[0], 1);
    ck_assert_float_eq_tol(r.size[1], 0.6f, 1e-6f);
    ck_assert_float_eq(r.size[2], 0); /* dead */
    ck_assert_uint_eq(rgba[0], 0xff0000ffu);
    ck_assert_uint_eq(rgba[1], 0x80800080u);
}
END_TEST

START_TEST(sort_is_stable_from_far_to_near) {
    enum { COUNT = 3000 };
    static float key[COUNT];
    static uint32_t order[COUNT], room[3 * COUNT];
    for (uint32_t i = 0; i < COUNT; i++) key[i] = floorf(wisp_rng_range(5, i, -20, 20));
    kit_sort_descending(key, COUNT, order, room);
    for (uint32_t i = 0; i + 1 < COUNT; i++) {
        ck_assert_float_ge(key[order[i]], key[order[i + 1]]);
        if (key[order[i]] == key[order[i + 1]]) ck_assert_uint_lt(order[i], order[i + 1]);
    }
}
END_TEST

START_TEST(bounds_are_the_extremes) {
    static struct planes s;
    struct kit_block b = fill(&s);
    const float *const pos[3] = {b.pos[0], b.pos[1], b.pos[2]};
    for (int level = 0; level <= wisp_simd_level(); level++) {
        struct kit_bounds box = KIT_BOUNDS_EMPTY;
        float lo = 1e9f, hi = -1e9f;
        kit_bounds_grow(level, &box, pos, N);
        for (uint32_t i = 0; i < N; i++) lo = fminf(lo, pos[1][i]), hi = fmaxf(hi, pos[1][i]);
        ck_assert_float_eq(box.min[1], lo);
        ck_assert_float_eq(box.max[1], hi);
    }
}
END_TEST

SUITE_MAIN("kit_motion", TEST(every_instruction_set_gives_the_same_bits),
           TEST_LOOP(an_arc_is_exact, 0, 5), TEST_LOOP(drag_is_exact, 0, 4),
           TEST(turbulence_has_its_strength_and_no_divergence),
           TEST(records_run_from_birth_to_death), TEST(sort_is_stable_from_far_to_near),
           TEST(bounds_are_the_extremes))
