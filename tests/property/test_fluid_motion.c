/* SPDX-License-Identifier: MIT
 *
 * Fluid in motion: momentum, symmetry, energy, the dam-break front, buoyancy, long steps.
 */
#include "support/fluid_tank.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

struct momentum {
    double linear[3], angular[3], speeds, center[3];
};

static struct momentum momentum_of(const struct fluid_tank *t) {
    struct momentum m = {.speeds = 0.0};
    double p[3], v[3];
    for (uint32_t i = 0; i < t->s.count; i++) {
        fluid_tank_at(t, i, p, v);
        m.speeds += sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            m.linear[k] += v[k];
            m.center[k] += p[k] / t->s.count;
            m.angular[k] += p[a] * v[b] - p[b] * v[a];
        }
    }
    return m;
}

static double size_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

START_TEST(momentum_is_kept) {
    struct fluid_tank t;
    const float size[3] = {12.0f, 12.0f, 12.0f};
    fluid_tank_make(&t, 0.05f, size, 1000, 0);
    for (int k = 0; k < 1000; k++) { /* a lattice squeezed by 7 % */
        const float p[3] = {5.8f + 0.0465f * (float)(k % 10),
                            5.8f + 0.0465f * (float)(k / 10 % 10),
                            5.8f + 0.0465f * (float)(k / 100)};
        fluid_tank_put(&t, p, (const float[3]){0.0f, 0.0f, 0.0f});
    }
    fluid_tank_shake(&t, 0.15f, (uint64_t)_i);
    fluid_tank_set(&t, 0.0f, 0.02f, 1.0f / 120.0f);
    struct momentum before = momentum_of(&t);
    for (int n = 0; n < 200; n++) fluid_tank_step(&t);
    struct momentum after = momentum_of(&t);
    ck_assert_uint_eq(t.s.count, 1000);
    ck_assert_double_gt(after.speeds / 1000, 1e-3); /* it did fly apart */
    ck_assert_double_lt(size_of(after.linear) / after.speeds, 1e-4);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(after.center[k], before.center[k], 1e-4);
    }
    ck_assert_double_lt(size_of(after.angular) / 1000, 1e-3);
    fluid_tank_free(&t);
}
END_TEST

/* Second moments of a cube dropped on a floor: x and z must stay alike, and uncoupled. */
static void second_moments(const struct fluid_tank *t, double *xx, double *zz, double *xz) {
    struct momentum m = momentum_of(t);
    *xx = *zz = *xz = 0.0;
    for (uint32_t i = 0; i < t->s.count; i++) {
        double p[3];
        fluid_tank_at(t, i, p, NULL);
        double x = p[0] - m.center[0], z = p[2] - m.center[2];
        *xx += x * x;
        *zz += z * z;
        *xz += x * z;
    }
}

START_TEST(a_cube_falls_and_spreads_evenly) {
    static const struct {
        int step;
        double tolerance;
    } when[] = {{24, 1e-6}, {60, 1e-3}, {120, 5e-3}};
    struct fluid_tank t;
    const float size[3] = {4.0f, 2.0f, 4.0f};
    fluid_tank_make(&t, 0.05f, size, 4096, 1);
    fluid_tank_block(&t, (const float[3]){1.6f, 0.2f, 1.6f}, (const uint32_t[3]){16, 16, 16});
    int step = 0;
    for (int k = 0; k < 3; k++) {
        double xx, zz, xz;
        for (; step < when[k].step; step++) fluid_tank_step(&t);
        second_moments(&t, &xx, &zz, &xz);
        ck_assert_double_eq_tol(xx / zz, 1.0, when[k].tolerance);
        ck_assert_double_eq_tol(xz / xx, 0.0, when[k].tolerance);
    }
    fluid_tank_free(&t);
}
END_TEST

static double energy(const struct fluid_tank *t) {
    double sum = 0.0, p[3], v[3];
    for (uint32_t i = 0; i < t->s.count; i++) {
        fluid_tank_at(t, i, p, v);
        sum += 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 9.81 * p[1];
    }
    return sum / t->s.count;
}

START_TEST(energy_does_not_grow) {
    struct fluid_tank t;
    const float size[3] = {2.4f, 1.6f, 0.4f};
    fluid_tank_make(&t, 0.05f, size, 16 * 16 * 8, 1);
    fluid_tank_block(&t, (const float[3]){0.0f, 0.0f, 0.0f}, (const uint32_t[3]){16, 16, 8});
    t.s.set.relaxation = 0.8f;
    double start = energy(&t), most = start;
    for (int n = 0; n < 600; n++) {
        fluid_tank_step(&t);
        double e = energy(&t);
        if (e > most) most = e;
    }
    ck_assert_double_le(most, 1.01 * start);
    ck_assert_double_lt(energy(&t), 0.8 * start);
    fluid_tank_free(&t);
}
END_TEST

/* Martin and Moyce 1952: T and Z of a column twice as high as wide, a = 2.25 in. */
static const double martin_moyce[][2] = {
    {0.832, 1.217}, {1.219, 1.474}, {1.997, 2.292}, {2.547, 2.995}, {3.345, 4.134},
    {4.034, 4.944}, {4.418, 5.881}, {5.091, 6.980}, {5.685, 7.945}, {6.306, 8.966}};

/* Furthest particle near the floor that is not spray. */
static double front(const struct fluid_tank *t) {
    double most = 0.0, p[3];
    for (uint32_t i = 0; i < t->s.count; i++) {
        fluid_tank_at(t, i, p, NULL);
        if (t->s.a.neighbours[i] < 8 || p[1] >= 2.0 * (double)t->spacing) continue;
        if (p[0] > most) most = p[0];
    }
    return most + 0.5 * (double)t->spacing;
}

START_TEST(dam_break_front_is_martin_and_moyces) {
    struct fluid_tank t;
    enum { ACROSS = 16, POINTS = 10 };
    const double d = 0.05, a = ACROSS * d, unit = sqrt(a / (2.0 * 9.81));
    const float size[3] = {(float)(10.5 * a), (float)(3.0 * a), 0.4f};
    fluid_tank_make(&t, 0.05f, size, ACROSS * 2 * ACROSS * 8, 1);
    fluid_tank_block(&t, (const float[3]){0.0f, 0.0f, 0.0f},
                     (const uint32_t[3]){ACROSS, 2 * ACROSS, 8});
    t.s.set.relaxation = 0.8f;
    fluid_tank_set(&t, 9.81f, 0.02f, 1.0f / 120.0f);
    double time = 0.0, z[POINTS], squares = 0.0, before = 1.0;
    for (int k = 0; k < POINTS; k++) {
        while (time < martin_moyce[k][0] * unit) {
            before = front(&t);
            fluid_tank_step(&t);
            time += 1.0 / 120.0;
        }
        double over = (time - martin_moyce[k][0] * unit) * 120.0;
        double now = front(&t);
        z[k] = (now + (before - now) * over) / a;
        double error = z[k] / martin_moyce[k][1] - 1.0;
        squares += error * error;
    }
    ck_assert_double_le(sqrt(squares / POINTS), 0.13);
    double slope = (z[9] - z[4]) / (martin_moyce[9][0] - martin_moyce[4][0]);
    ck_assert_double_eq_tol(slope, 1.63, 0.15);
    for (int k = 1; k < POINTS; k++) {
        double speed = (z[k] - z[k - 1]) / (martin_moyce[k][0] - martin_moyce[k - 1][0]);
        ck_assert_double_le(speed, 2.0); /* Ritter's bound */
    }
    fluid_tank_free(&t);
}
END_TEST

/* Upward push on a ball held under water, over rho g V. */
static double buoyancy(float radius_in_spacings) {
    struct fluid_tank t;
    const uint32_t n = radius_in_spacings > 5.0f ? 24 : 18;
    const float d = 0.05f, side = (float)n * d, size[3] = {side, 2.0f * side, side};
    fluid_tank_make(&t, d, size, n * n * n, 1);
    fluid_solid *ball = &t.s.boundary.solids[0];
    *ball = (fluid_solid){.shape = FLUID_SPHERE, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    ball->size[0] = radius_in_spacings / FLUID_RATIO;
    for (int k = 0; k < 3; k++) ball->origin[k] = 1.5f + 0.5f * (float)n / FLUID_RATIO;
    fluid_solid_bounds(ball);
    t.s.boundary.solid_count = 1;
    for (uint32_t k = 0; k < n * n * n; k++) {
        const float p[3] = {((float)(k % n) + 0.5f) * d, ((float)(k / n % n) + 0.5f) * d,
                            ((float)(k / n / n) + 0.5f) * d};
        float q[3], r = 0.0f;
        for (int c = 0; c < 3; c++) q[c] = p[c] - 0.5f * side;
        r = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
        if (r > (radius_in_spacings + 0.5f) * d) {
            fluid_tank_put(&t, p, (const float[3]){0.0f, 0.0f, 0.0f});
        }
    }
    const float dt = 1.0f / 240.0f;
    fluid_tank_set(&t, 9.81f, 0.05f, dt);
    t.s.set.relaxation = 0.7f;
    double sum = 0.0;
    for (int k = 0; k < 600; k++) {
        fluid_tank_step(&t);
        uint32_t chunks = (t.s.count + FLUID_CHUNK - 1) / FLUID_CHUNK;
        for (uint32_t c = 0; k >= 360 && c < chunks; c++) {
            sum += (double)t.s.a.push[c * FLUID_MAX_PUSHED].linear[1];
        }
    }
    double force = sum / 240.0 * (double)t.s.set.mass * (double)t.h / ((double)dt * (double)dt);
    double r = (double)(radius_in_spacings * d);
    fluid_tank_free(&t);
    return force / (1000.0 * 9.81 * 4.0 / 3.0 * 3.14159265 * r * r * r);
}

START_TEST(a_held_ball_feels_its_displaced_water) {
    double ratio = buoyancy(_i == 0 ? 4.0f : 6.0f);
    ck_assert_double_eq_tol(ratio, 1.0, 0.08);
}
END_TEST

START_TEST(one_long_step_makes_no_jet) {
    struct fluid_tank t;
    const float size[3] = {0.6f, 1.5f, 0.6f};
    double p[3], v[3], fastest = 0.0;
    fluid_tank_make(&t, 0.05f, size, 12 * 12 * 12, 1);
    fluid_tank_block(&t, (const float[3]){0.0f, 0.0f, 0.0f}, (const uint32_t[3]){12, 12, 12});
    for (int n = 0; n < 240; n++) fluid_tank_step(&t);
    fluid_tank_set(&t, 9.81f, 0.05f, 0.033f);
    fluid_tank_step(&t);
    fluid_tank_set(&t, 9.81f, 0.05f, 1.0f / 120.0f);
    for (int n = 0; n < 60; n++) {
        fluid_tank_step(&t);
        for (uint32_t i = 0; i < t.s.count; i++) {
            fluid_tank_at(&t, i, p, v);
            fastest = fmax(fastest, size_of(v));
        }
    }
    ck_assert_double_lt(fastest, 1.0);
    fluid_tank_free(&t);
}
END_TEST

SUITE_MAIN("fluid_motion", TEST_LOOP(momentum_is_kept, 0, 4),
           TEST(a_cube_falls_and_spreads_evenly), TEST(energy_does_not_grow),
           TEST(dam_break_front_is_martin_and_moyces),
           TEST_LOOP(a_held_ball_feels_its_displaced_water, 0, 2),
           TEST(one_long_step_makes_no_jet))
