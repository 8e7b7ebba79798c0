/* SPDX-License-Identifier: MIT
 *
 * One substep at a time: lists, constraint, free fall, bad input, and the same bits from every
 * instruction set and thread count.
 */
#include "fluid/fluid_kernel.h"
#include "support/fluid_tank.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static const float zero[3] = {0.0f, 0.0f, 0.0f};

/* A jittered block that fills a part of a closed box. */
static void dam(struct fluid_tank *t, uint64_t seed) {
    const float size[3] = {1.5f, 1.0f, 0.6f};
    fluid_tank_make(t, 0.05f, size, 12 * 14 * 12, 1);
    fluid_tank_block(t, zero, (const uint32_t[3]){12, 14, 12});
    fluid_tank_shake(t, 0.2f, seed);
}

static int is_listed(const fluid_solver *s, uint32_t i, uint32_t j) {
    const uint32_t *list = s->a.list + s->a.list_start[i];
    for (uint32_t k = 0; k < s->a.neighbours[i]; k++) {
        if (list[k] == j * sizeof(fluid_vec4)) return 1;
    }
    return 0;
}

START_TEST(lists_hold_all_neighbours_and_no_others) {
    struct fluid_tank t;
    dam(&t, 5);
    t.s.level = _i;
    fluid_predict(&t.s);
    fluid_sort(&t.s);
    ck_assert_int_eq(fluid_search(&t.s), FLUID_OK);
    for (uint32_t i = 0; i < t.s.count; i += 3) {
        uint32_t found = 0;
        for (uint32_t j = 0; j < t.s.count; j++) {
            double x = (double)t.s.a.x[i] - (double)t.s.a.x[j];
            double y = (double)t.s.a.y[i] - (double)t.s.a.y[j];
            double z = (double)t.s.a.z[i] - (double)t.s.a.z[j];
            double r2 = x * x + y * y + z * z;
            if (i == j || fabs(r2 - 1.0) < 1e-5) continue;
            ck_assert_int_eq(is_listed(&t.s, i, j), r2 < 1.0);
            found += r2 < 1.0;
        }
        ck_assert_uint_ge(t.s.a.neighbours[i], found);
        for (uint32_t k = t.s.a.neighbours[i]; k % 8 != 0; k++) {
            ck_assert_uint_eq(t.s.a.list[t.s.a.list_start[i] + k],
                              t.s.count * sizeof(fluid_vec4));
        }
    }
    fluid_tank_free(&t);
}
END_TEST

/* A full lattice squeezed by `squeeze`: what lambda does to its middle particle. */
static float middle_lambda(double squeeze, float *density) {
    struct fluid_tank t;
    const float size[3] = {1.0f, 1.0f, 1.0f};
    fluid_tank_make(&t, 0.05f, size, 729, 0);
    for (int k = 0; k < 729; k++) {
        float p[3] = {0.5f, 0.5f, 0.5f};
        p[0] += (float)((k % 9 - 4) * 0.05 * squeeze);
        p[1] += (float)((k / 9 % 9 - 4) * 0.05 * squeeze);
        p[2] += (float)((k / 81 - 4) * 0.05 * squeeze);
        fluid_tank_put(&t, p, zero);
    }
    fluid_tank_set(&t, 0.0f, 0.0f, 0.01f);
    fluid_predict(&t.s);
    fluid_sort(&t.s);
    ck_assert_int_eq(fluid_search(&t.s), FLUID_OK);
    uint32_t at = 0;
    for (uint32_t i = 0; i < 729; i++) {
        if (t.s.a.id[i] == 364) at = i;
    }
    float before = t.s.a.guess[at].x, lambda;
    fluid_iterate(&t.s);
    lambda = t.s.a.next[at].w;
    *density = t.s.a.density[at];
    ck_assert_float_eq_tol(t.s.a.guess[at].x, before, 1e-5f); /* in the middle nothing pulls */
    fluid_tank_free(&t);
    return lambda;
}

START_TEST(lattice_is_at_rest_and_squeezed_it_pushes) {
    float density;
    ck_assert_float_eq_tol(middle_lambda(1.0, &density), 0.0f, 1e-5f);
    ck_assert_float_eq_tol(density, 1.0f, 1e-5f);
    /* lambda = -C d^2 / (s (1 + eps)) in m^2; in h^2 with h = 2 d divide by 4. */
    float lambda = middle_lambda(0.9967, &density);
    float c = density - 1.0f;
    ck_assert_float_gt(c, 0.005f);
    ck_assert_float_eq_tol(lambda, -c / (0.3662f * 4.0f * 1.01f), 0.03f * fabsf(lambda));
}
END_TEST

START_TEST(free_fall_is_exact) {
    struct fluid_tank t;
    const float size[3] = {1.0f, 3.0f, 1.0f};
    const double dt = 1.0 / 120.0;
    double start = 0.0, end = 0.0, worst = 0.0, p[3];
    fluid_tank_make(&t, 0.05f, size, 512, 1);
    fluid_tank_block(&t, (const float[3]){0.3f, 2.4f, 0.3f}, (const uint32_t[3]){8, 8, 8});
    if (_i == 0) t.s.set.cohesion = 0.0f;
    double y0[512];
    for (uint32_t i = 0; i < 512; i++) {
        fluid_tank_at(&t, i, p, NULL);
        y0[i] = p[1];
        start += p[1] / 512;
    }
    for (int n = 0; n < 60; n++) fluid_tank_step(&t);
    double fallen = 9.81 * dt * dt * 60 * 61 / 2;
    for (uint32_t i = 0; i < 512; i++) {
        fluid_tank_at(&t, i, p, NULL);
        end += p[1] / 512;
        double off = fabs(p[1] - (y0[t.s.a.id[i]] - fallen));
        if (off > worst) worst = off;
    }
    ck_assert_double_eq_tol(end, start - fallen, 5e-6);
    if (_i == 0) ck_assert_double_le(worst, 2e-5);
    fluid_tank_free(&t);
}
END_TEST

static uint64_t hash_after(int32_t level, uint32_t threads, int steps) {
    struct fluid_tank t;
    dam(&t, 9);
    t.s.level = level;
    t.threads = threads;
    t.s.set.confinement = 2.0f;
    for (int n = 0; n < steps; n++) fluid_tank_step(&t);
    uint64_t hash = fluid_tank_hash(&t);
    fluid_tank_free(&t);
    return hash;
}

START_TEST(all_levels_and_thread_counts_give_the_same_bits) {
    uint64_t plain = hash_after(0, 1, 30);
    ck_assert_uint_ne(plain, hash_after(0, 1, 29));
    ck_assert_uint_eq(plain, hash_after(0, 2, 30));
    for (int32_t level = 1; level <= fluid_simd_level(); level++) {
        ck_assert_uint_eq(plain, hash_after(level, 1, 30));
        ck_assert_uint_eq(plain, hash_after(level, 2, 30));
    }
}
END_TEST

START_TEST(what_is_not_finite_is_dropped_and_counted) {
    struct fluid_tank t;
    dam(&t, 3);
    uint32_t count = t.s.count;
    t.s.a.position[7].y = NAN;
    t.s.a.position[99].x = INFINITY;
    t.s.a.velocity[200].z = NAN;
    t.s.a.position[300].z = -50.0f;
    fluid_tank_step(&t);
    ck_assert_uint_eq(t.s.count, count - 4);
    ck_assert_uint_eq(t.s.total.dropped, 4);
    for (int n = 0; n < 5; n++) fluid_tank_step(&t);
    ck_assert_uint_eq(t.s.count, count - 4);
    for (uint32_t i = 0; i < t.s.count; i++) {
        ck_assert(isfinite(t.s.a.position[i].x) && isfinite(t.s.a.velocity[i].y));
        uint32_t id = t.s.a.id[i];
        ck_assert(id != 7 && id != 99 && id != 200 && id != 300);
    }
    fluid_tank_free(&t);
}
END_TEST

START_TEST(no_particles_and_one_particle_are_fine) {
    struct fluid_tank t;
    const float size[3] = {0.5f, 0.5f, 0.5f}, p[3] = {0.2f, 0.3f, 0.2f};
    fluid_tank_make(&t, 0.05f, size, 8, 1);
    fluid_tank_step(&t);
    ck_assert_uint_eq(t.s.total.count, 0);
    fluid_tank_put(&t, p, zero);
    for (int n = 0; n < 240; n++) fluid_tank_step(&t);
    double q[3];
    fluid_tank_at(&t, 0, q, NULL);
    ck_assert_double_eq_tol(q[1], 0.025, 1e-4); /* half a spacing above the floor */
    fluid_tank_free(&t);
}
END_TEST

/* Everything in one place: lists are capped and widened, nothing hangs, nothing leaves. */
START_TEST(a_crushed_heap_comes_apart_without_harm) {
    struct fluid_tank t;
    const float size[3] = {1.0f, 1.0f, 1.0f}, p[3] = {0.5f, 0.5f, 0.5f};
    fluid_tank_make(&t, 0.05f, size, 3000, 1);
    for (int k = 0; k < 3000; k++) fluid_tank_put(&t, p, zero);
    fluid_tank_shake(&t, 0.8f, 4);
    for (int n = 0; n < 40; n++) {
        fluid_tank_step(&t);
        ck_assert_uint_eq(t.s.count, 3000);
        ck_assert_float_le(t.s.total.speed, t.s.set.speed_limit * 1.0001f);
        for (int k = 0; k < 3; k++) {
            ck_assert_float_ge(t.s.total.lo[k], t.s.boundary.lo[k]);
            ck_assert_float_le(t.s.total.hi[k], t.s.boundary.hi[k]);
        }
    }
    fluid_tank_free(&t);
}
END_TEST

START_TEST(new_particles_that_overlap_gain_no_speed) {
    struct fluid_tank t;
    const float size[3] = {1.0f, 1.0f, 1.0f};
    fluid_tank_make(&t, 0.05f, size, 2000, 1);
    fluid_tank_block(&t, (const float[3]){0.3f, 0.3f, 0.3f}, (const uint32_t[3]){8, 8, 8});
    fluid_tank_block(&t, (const float[3]){0.31f, 0.32f, 0.33f}, (const uint32_t[3]){4, 4, 4});
    fluid_tank_set(&t, 0.0f, 0.0f, 1.0f / 120.0f);
    for (uint32_t i = 0; i < t.s.count; i++) t.s.a.position[i].w = _i ? 8.0f : 0.0f;
    float fastest = 0.0f;
    for (int n = 0; n < 30; n++) {
        fluid_tank_step(&t);
        fastest = fmaxf(fastest, t.s.total.speed * t.h);
    }
    if (_i) {
        ck_assert_float_lt(fastest, 0.6f);
    } else {
        ck_assert_float_gt(fastest, 1.5f); /* what the calm steps are for */
    }
    fluid_tank_free(&t);
}
END_TEST

SUITE_MAIN("fluid_solver", TEST_LOOP(lists_hold_all_neighbours_and_no_others, 0, 3),
           TEST(lattice_is_at_rest_and_squeezed_it_pushes), TEST_LOOP(free_fall_is_exact, 0, 2),
           TEST(all_levels_and_thread_counts_give_the_same_bits),
           TEST(what_is_not_finite_is_dropped_and_counted),
           TEST(no_particles_and_one_particle_are_fine),
           TEST(a_crushed_heap_comes_apart_without_harm),
           TEST_LOOP(new_particles_that_overlap_gain_no_speed, 0, 2))
