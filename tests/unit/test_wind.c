/* SPDX-License-Identifier: MIT
 *
 * The wind: mean, gust fronts and turbulence are one smooth, divergence-free-where-promised
 * function, with the same bits for every instruction set and every way of splitting the points.
 */
#include "scene/wind.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>
#include <wisp/rng.h>

enum { N = 2000 };

struct points {
    float x[N], y[N], z[N];
};

static void scatter(struct points *p, float extent) {
    for (uint32_t i = 0; i < N; i++) {
        p->x[i] = wisp_rng_range(1, i, -extent, extent);
        p->y[i] = wisp_rng_range(2, i, -extent, extent);
        p->z[i] = wisp_rng_range(3, i, -extent, extent);
    }
}

static void sample(const struct wind_field *w, int level, const struct points *p, uint64_t n,
                   double time, struct points *out) {
    const float *const in[3] = {p->x, p->y, p->z};
    float *const to[3] = {out->x, out->y, out->z};
    wind_sample_level(w, level, n, in, time, to);
}

static struct wind_field field(float u, float gust, float turbulence) {
    struct wind_field w;
    wind_init(&w, 42);
    struct wind_settings s = {.velocity = {u, 0.0f, 0.0f},
                              .gust = gust,
                              .gust_period = 5.0f,
                              .gust_length = 15.0f,
                              .turbulence = turbulence,
                              .turbulence_size = 2.0f};
    wind_set(&w, &s);
    return w;
}

START_TEST(still_air_is_the_mean) {
    struct wind_field w = field(3.0f, 0.0f, 0.0f);
    static struct points p, v;
    scatter(&p, 50.0f);
    sample(&w, 0, &p, N, 7.5, &v);
    for (int i = 0; i < N; i++) {
        ck_assert_float_eq(v.x[i], 3.0f);
        ck_assert_float_eq(v.y[i], 0.0f);
        ck_assert_float_eq(v.z[i], 0.0f);
    }
}
END_TEST

START_TEST(levels_give_the_same_bits) {
    struct wind_field w = field(3.0f, 4.0f, 1.5f);
    static struct points p, a, b;
    scatter(&p, 120.0f);
    for (int step = 0; step < 200; step++) wind_advance(&w, 1.0 / 60.0);
    sample(&w, 0, &p, N, w.time + 0.01, &a);
    for (int level = 1; level <= wind_level(); level++) {
        sample(&w, level, &p, N, w.time + 0.01, &b);
        ck_assert_mem_eq(&a, &b, sizeof a);
    }
}
END_TEST

START_TEST(splitting_gives_the_same_bits) {
    struct wind_field w = field(1.0f, 2.0f, 1.0f);
    static struct points p, a, b;
    scatter(&p, 20.0f);
    sample(&w, wind_level(), &p, N, 1.0, &a);
    for (uint64_t i = 0; i < N; i += 7) {
        uint64_t n = N - i < 7 ? N - i : 7;
        const float *const in[3] = {p.x + i, p.y + i, p.z + i};
        float *const to[3] = {b.x + i, b.y + i, b.z + i};
        wind_sample_level(&w, wind_level(), n, in, 1.0, to);
    }
    ck_assert_mem_eq(&a, &b, sizeof a);
}
END_TEST

START_TEST(turbulence_has_the_rms_that_was_asked_for) {
    struct wind_field w = field(0.0f, 0.0f, 2.0f);
    static struct points p, v;
    scatter(&p, 400.0f);
    sample(&w, 0, &p, N, 0.0, &v);
    double sum = 0.0, mean = 0.0;
    for (int i = 0; i < N; i++) {
        sum += (double)(v.x[i] * v.x[i] + v.y[i] * v.y[i] + v.z[i] * v.z[i]);
        mean += (double)v.y[i];
    }
    ck_assert_double_eq_tol(sqrt(sum / N), 2.0, 0.1);
    ck_assert_double_eq_tol(mean / N, 0.0, 0.15);
}
END_TEST

START_TEST(turbulence_has_no_divergence) {
    struct wind_field w = field(0.0f, 0.0f, 1.0f);
    const float h = 0.02f;
    double worst = 0.0, shear = 0.0;
    for (uint32_t i = 0; i < 300; i++) {
        double divergence = 0.0;
        for (int axis = 0; axis < 3; axis++) {
            float at[2][3], v[2][3];
            for (int side = 0; side < 2; side++) {
                for (int k = 0; k < 3; k++)
                    at[side][k] = wisp_rng_range((uint64_t)k + 9, i, -30.0f, 30.0f);
                at[side][axis] += side ? h : -h;
                const float *const in[3] = {&at[side][0], &at[side][1], &at[side][2]};
                float *const to[3] = {&v[side][0], &v[side][1], &v[side][2]};
                wind_sample_level(&w, 0, 1, in, 0.3, to);
            }
            divergence += (double)((v[1][axis] - v[0][axis]) / (2.0f * h));
            int other = (axis + 1) % 3;
            shear = fmax(shear, fabs((double)((v[1][other] - v[0][other]) / (2.0f * h))));
        }
        worst = fmax(worst, fabs(divergence));
    }
    ck_assert_double_gt(shear, 1.0); /* it does vary */
    ck_assert_double_lt(worst, 0.02 * shear);
}
END_TEST

/* Speed along x at one place. */
static float speed(const struct wind_field *w, float x, double time) {
    float p[3] = {x, 1.0f, 0.0f}, v[3];
    const float *const in[3] = {&p[0], &p[1], &p[2]};
    float *const to[3] = {&v[0], &v[1], &v[2]};
    wind_sample_level(w, 0, 1, in, time, to);
    return v[0];
}

START_TEST(gusts_travel_downwind) {
    /* What is here now is 6 m downwind 2 s later: fronts go at length / period = 3 m/s. */
    struct wind_field w = field(2.0f, 4.0f, 0.0f);
    float lo = 1e9f, hi = -1e9f;
    for (int i = 0; i < 400; i++) {
        double t = 0.05 * i;
        float here = speed(&w, 0.0f, t), there = speed(&w, 6.0f, t + 2.0);
        ck_assert_float_eq_tol(here, there, 1e-3f);
        lo = fminf(lo, here);
        hi = fmaxf(hi, here);
    }
    ck_assert_float_ge(lo, 2.0f);
    ck_assert_float_le(hi, 6.0f);
    ck_assert_float_gt(hi - lo, 1.0f);
}
END_TEST

START_TEST(gusts_are_continuous) {
    struct wind_field w = field(2.0f, 4.0f, 0.0f);
    for (int i = 0; i < 4000; i++) {
        float a = speed(&w, 0.0f, 0.01 * i), b = speed(&w, 0.0f, 0.01 * i + 0.001);
        ck_assert_float_lt(fabsf(a - b), 0.02f);
    }
}
END_TEST

START_TEST(turning_a_knob_bends_and_never_jumps) {
    struct wind_field w = field(2.0f, 0.0f, 1.0f);
    for (int i = 0; i < 5000; i++) wind_advance(&w, 1.0 / 60.0);
    float before = speed(&w, 3.0f, w.time);
    struct wind_settings s = w.settings;
    s.velocity[0] = 2.01f;
    s.turbulence = 1.001f;
    wind_set(&w, &s);
    ck_assert_float_eq_tol(speed(&w, 3.0f, w.time), before, 0.05f);
}
END_TEST

SUITE_MAIN("wind", TEST(still_air_is_the_mean), TEST(levels_give_the_same_bits),
           TEST(splitting_gives_the_same_bits), TEST(turbulence_has_the_rms_that_was_asked_for),
           TEST(turbulence_has_no_divergence), TEST(gusts_travel_downwind),
           TEST(gusts_are_continuous), TEST(turning_a_knob_bends_and_never_jumps))
