/* SPDX-License-Identifier: MIT
 *
 * Snow's formulas against the numbers worked out beside them.
 */
#include "snow/snow_model.h"
#include "support/suite.h"

#include <math.h>
#include <wisp/rng.h>

START_TEST(presets_hold_as_many_as_they_should) { /* at a height of 12 m */
    static const float alive[] = {2000.0f, 6000.0f, 20000.0f, 42857.1f, 67500.0f};
    for (int k = 0; k < 5; k++) {
        struct snow_preset p = snow_preset((enum snow_preset_kind)(SNOW_FLURRY + k));
        ck_assert_float_eq_tol(snow_steady_count(p.rate, 12.0f, p.speed), alive[k], 0.5f);
    }
}
END_TEST

START_TEST(terminal_speed_follows_the_diameter) {
    static const float d[] = {1, 2, 4, 8, 12},
                       v[] = {0.79f, 0.9526f, 1.1486f, 1.3850f, 1.5453f};
    for (int k = 0; k < 5; k++) ck_assert_float_eq_tol(snow_terminal_speed(d[k]), v[k], 1e-4f);
}
END_TEST

START_TEST(speed_from_rest_is_a_hyperbolic_tangent) {
    static const float vt[] = {1.0f, 1.0f, 1.0f, 1.5f, 1.5f, 1.5f};
    static const float t[] = {0.05f, 0.1f, 0.5f, 0.05f, 0.1f, 0.5f};
    static const float v[] = {0.45461f, 0.75350f, 0.99989f, 0.47373f, 0.86153f, 1.49567f};
    for (int k = 0; k < 6; k++)
        ck_assert_float_eq_tol(snow_speed_from_rest(vt[k], 9.81f, t[k]), v[k], 1e-5f);
    ck_assert_float_eq_tol(snow_speed_from_rest(1.0f, 9.81f, 0.15007f), 0.9f, 1e-4f);
}
END_TEST

START_TEST(wrap_comes_back_in) {
    static const double t[] = {5.0, 10.0, 100.0}, y[] = {4.5, 10.0, 1.0};
    for (int k = 0; k < 3; k++)
        ck_assert_float_eq_tol(snow_wrap((float)(11.0 - 1.3 * t[k]), 0.0f, 12.0f), (float)y[k],
                               1e-4f);
    ck_assert_float_lt(snow_wrap(-1e-9f, 0.0f, 12.0f), 12.0f);
}
END_TEST

START_TEST(births_come_evenly) { /* 2000/s at 60 Hz: 33, 33, 34, ... */
    double owed = 0.0;
    static const uint64_t seen[] = {33, 33, 34, 33, 33, 34, 33, 33, 34, 33, 33, 34};
    uint64_t sum = 0;
    for (int k = 0; k < 12; k++) {
        uint64_t n = snow_births(&owed, 2000.0, 1.0 / 60.0);
        ck_assert_uint_eq(n, seen[k]);
        sum += n;
    }
    ck_assert_uint_eq(sum, 400);
    static const double rates[] = {30.0, 60.0, 144.0};
    for (int r = 0; r < 3; r++) {
        uint64_t total = 0;
        owed = 0.0;
        for (int k = 0; k < (int)(10.0 * rates[r]); k++)
            total += snow_births(&owed, 2000.0, 1.0 / rates[r]);
        ck_assert_uint_ge(total, 19999);
        ck_assert_uint_le(total, 20001);
    }
}
END_TEST

START_TEST(noises_have_their_variance) {
    double triangular = 0.0, uniform = 0.0;
    enum { N = 200000 };
    for (uint64_t i = 0; i < N; i++) {
        float u = wisp_rng_f01(3, 2 * i), v = wisp_rng_f01(3, 2 * i + 1);
        float a = snow_triangular(u, v), b = 2.0f * u - 1.0f;
        ck_assert_float_lt(fabsf(a), 1.0f);
        triangular += (double)(a * a);
        uniform += (double)(b * b);
    }
    ck_assert_double_eq_tol(triangular / N, 1.0 / 6.0, 0.002);
    ck_assert_double_eq_tol(uniform / N, 1.0 / 3.0, 0.002);
}
END_TEST

START_TEST(slopes_hold_less) {
    static const double angle[] = {0, 15, 30, 45, 60, 75},
                        share[] = {1, 1, 0.97246, 0.51459, 0, 0};
    for (int k = 0; k < 6; k++)
        ck_assert_float_eq_tol(snow_slope_factor((float)cos(angle[k] * 0.017453292519943295)),
                               (float)share[k], 1e-4f);
}
END_TEST

START_TEST(wind_carries_far) {
    ck_assert_float_eq(snow_drift(2.0f, 12.0f, 1.0f), 24.0f);
    ck_assert_float_eq(snow_drift(5.0f, 12.0f, 1.0f), 60.0f);
    ck_assert_float_eq_tol(atanf(2.0f) * 57.29578f, 63.435f, 1e-3f);
}
END_TEST

START_TEST(the_box_of_a_view_is_much_smaller_than_the_scene) {
    struct snow_view v = {.eye = {0, 1.7f, 0},
                          .forward = {0, 0, -1},
                          .up = {0, 1, 0},
                          .fov_y = 1.047197551f,
                          .aspect = 16.0f / 9.0f,
                          .near_z = 0.5f,
                          .far_z = 40.0f};
    float low[3], high[3];
    snow_view_box(&v, 12.0f, low, high);
    ck_assert_float_eq_tol(high[0] - low[0], 82.112f, 0.01f);
    ck_assert_float_eq_tol(high[2] - low[2], 39.5f, 0.01f);
    ck_assert_float_eq(high[1], 12.0f);
    float saved = 1.0f - (high[0] - low[0]) * (high[2] - low[2]) / (80.0f * 80.0f);
    ck_assert_float_ge(saved, 0.45f);
}
END_TEST

SUITE_MAIN("snow_model", TEST(presets_hold_as_many_as_they_should),
           TEST(terminal_speed_follows_the_diameter),
           TEST(speed_from_rest_is_a_hyperbolic_tangent), TEST(wrap_comes_back_in),
           TEST(births_come_evenly), TEST(noises_have_their_variance), TEST(slopes_hold_less),
           TEST(wind_carries_far), TEST(the_box_of_a_view_is_much_smaller_than_the_scene))
