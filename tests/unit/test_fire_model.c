/* SPDX-License-Identifier: MIT
 *
 * The fire's mapping, profile, wind, march and depth law against hand-computed numbers.
 */
#include "simplex_fire/fire_map.h"
#include "simplex_fire/fire_march.h"
#include "simplex_fire/fire_noise.h"
#include "simplex_fire/fire_profile.h"
#include "simplex_fire/fire_wind.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static float uniform(uint32_t n, uint32_t axis, float half) {
    uint32_t h = fire_pcg(n + fire_pcg(axis + 5u));
    return ((float)(h >> 8) / 8388608.0f - 1.0f) * half;
}

START_TEST(flame_map_numbers) {
    static const struct {
        float p[3], noise;
        double u, v;
    } row[] = {
        {{0, -.5f, 0}, .7f, 0, 0},
        {{.3f, -.5f, .4f}, .7f, 1, 0},
        {{0, 0, 0}, 0, 0, .5},
        {{.1f, 0, .2f}, .25f, .447214, .782843},
        {{.25f, .25f, -.25f}, -.5f, .707107, 1.442820},
        {{-.4f, .5f, .3f}, .1f, 1, 1.16},
    };
    struct fire_coords c = fire_map_flame(row[_i].p, row[_i].noise, 1.6f);
    ck_assert_double_eq_tol((double)c.u, row[_i].u, 1e-6);
    ck_assert_double_eq_tol((double)c.v, row[_i].v, 1e-6);
}
END_TEST

START_TEST(without_noise_or_roughness_the_flame_is_a_turned_profile) {
    for (uint32_t n = 0; n < 500; n++) {
        const float p[3] = {uniform(n, 0, .5f), uniform(n, 1, .5f), uniform(n, 2, .5f)};
        ck_assert_float_eq(fire_map_flame(p, 0, 3).v, p[1] + .5f);
        ck_assert_float_eq(fire_map_flame(p, uniform(n, 3, 1), 0).v, p[1] + .5f);
        const float base[3] = {p[0], -.5f, p[2]};
        ck_assert_float_eq(fire_map_flame(base, uniform(n, 3, 1.8f), 4).v, 0.0f);
        const float turned[3] = {p[2], p[1], -p[0]};
        ck_assert_float_eq_tol(fire_map_flame(turned, .3f, 2).u, fire_map_flame(p, .3f, 2).u,
                               1e-6f);
    }
}
END_TEST

START_TEST(sea_map_numbers) {
    static const struct fire_sea sea = {4, 1, 1};
    static const struct {
        float p[3];
        double u, v;
    } row[] = {
        {{0, 0, 0}, 0, .5},
        {{0, .2f, .3f}, .6, .7},
        {{1.4999999f, 0, .3f}, .6, .5},
        {{1.5000001f, 0, .3f}, .6, .5},
        {{1.8f, 0, .4f}, 1, .5},
        {{2, 0, 0}, 1, .5},
        {{-2, .5f, 0}, 1, 1},
        {{-1.9f, 0, -.3f}, 1, .5},
    };
    struct fire_coords c = fire_map_sea(&sea, row[_i].p, 0, 1.6f);
    ck_assert_double_eq_tol((double)c.u, row[_i].u, 1e-6);
    ck_assert_double_eq_tol((double)c.v, row[_i].v, 1e-6);
    ck_assert_float_eq(fire_sea_end(&sea), 1.5f);
}
END_TEST

START_TEST(sea_footprint_is_a_stadium) {
    static const struct fire_sea seas[] = {{4, 1, 1}, {9, 2, 3}, {2, 1, 2}};
    const struct fire_sea *sea = &seas[_i];
    int inside = 0;
    enum { N = 200000 };
    for (uint32_t n = 0; n < N; n++) {
        const float p[3] = {uniform(n, 0, .5f * sea->length), 0,
                            uniform(n, 2, .5f * sea->depth)};
        inside += fire_map_sea(sea, p, 0, 0).u <= 1.0f;
    }
    double area = (double)inside / N * (double)(sea->length * sea->depth);
    ck_assert_double_eq_tol(area / (double)fire_sea_area(sea), 1, .005);
    if (_i == 0) ck_assert_double_eq_tol((double)fire_sea_area(sea), 3.785398, 1e-5);
}
END_TEST

START_TEST(square_sea_is_the_single_flame) {
    static const struct fire_sea sea = {1, 1, 1};
    for (uint32_t n = 0; n < 500; n++) {
        const float p[3] = {uniform(n, 0, .5f), uniform(n, 1, .5f), uniform(n, 2, .5f)};
        struct fire_coords a = fire_map_flame(p, .4f, 1.6f),
                           b = fire_map_sea(&sea, p, .4f, 1.6f);
        ck_assert_float_eq_tol(a.u, b.u, 1e-6f);
        ck_assert_float_eq_tol(a.v, b.v, 1e-6f);
    }
}
END_TEST

START_TEST(noise_scrolls_along_the_leaning_direction) {
    const float p[3] = {.2f, .1f, -.3f}, lean[2] = {.6f, .8f}, still[2] = {0, 0};
    float q[3], r[3];
    fire_noise_point(p, 1.35f, .9f, q);
    fire_noise_point_oblique(p, 1.35f, .9f, still, r);
    for (int a = 0; a < 3; a++) ck_assert_float_eq_tol(q[a], r[a], 1e-6f);
    ck_assert_float_eq_tol(q[1], 1.35f * (.1f - .9f), 1e-6f);
    /* A wind of k = 1 leans the scroll by 45 degrees: same length, equal shares. */
    fire_noise_point_oblique(p, 1, 1, lean, r);
    ck_assert_float_eq_tol(p[1] - r[1], .70710678f, 1e-6f);
    ck_assert_float_eq_tol(hypotf(p[0] - r[0], p[2] - r[2]), .70710678f, 1e-6f);
}
END_TEST

START_TEST(profile_is_closed_and_hottest_low_on_the_axis) {
    ck_assert_float_eq(fire_profile_width(1), 0);
    ck_assert_float_eq(fire_profile_width(-.01f), 0);
    ck_assert_double_eq_tol((double)fire_profile_width(.5f), .9 * pow(.5, .6), 1e-6);
    ck_assert_double_eq_tol((double)fire_profile_width(0), .9 * sqrt(.18), 1e-6);
    for (uint32_t n = 0; n < 2000; n++) {
        float u = fabsf(uniform(n, 0, 1.2f)), v = uniform(n, 1, 1.2f);
        float i = fire_profile_intensity(u, v), t = fire_profile_heat(u, v);
        ck_assert(i >= 0 && i <= 1 && t >= 0 && t <= 1);
        if (u >= fire_profile_width(v)) ck_assert_float_eq(i, 0);
        ck_assert(fire_profile_intensity(u * .9f, v) >= i);
        if (v > .1f && v < .9f)
            ck_assert(fire_profile_heat(0, v) < fire_profile_heat(0, v - .1f));
    }
    ck_assert_float_eq(fire_profile_intensity(0, .5f), 1);
    ck_assert_double_eq_tol((double)fire_profile_intensity(.6f * fire_profile_width(.3f), .3f),
                            .5, 1e-5);
}
END_TEST

START_TEST(hull_holds_the_profile_wherever_noise_moves_it) {
    for (int i = 0; i <= 200; i++) {
        float h = (float)i / 200.0f;
        for (int j = i; j <= 200; j++)
            ck_assert(fire_profile_hull(h) >= fire_profile_width((float)j / 200.0f) - 1e-6f);
        if (i > 0) ck_assert(fire_profile_hull(h) <= fire_profile_hull(h - .005f) + 1e-6f);
    }
}
END_TEST

START_TEST(wind_offsets_and_leans) {
    static const double want[5] = {0, .03125, .125, .28125, .5};
    for (int i = 0; i < 5; i++) {
        float h = (float)i / 4.0f;
        ck_assert_double_eq_tol((double)fire_wind_offset(FIRE_WIND_BEND, .5f, h), want[i],
                                1e-7);
        ck_assert_float_eq_tol(fire_wind_offset(FIRE_WIND_SHEAR, .5f, h), .5f * h, 1e-7f);
    }
    static const double k[4] = {0, .2, .5, 1}, bend[4] = {0, 21.801, 45, 63.435},
                        shear[4] = {0, 11.310, 26.565, 45};
    for (int i = 0; i < 4; i++) {
        ck_assert_double_eq_tol((double)fire_wind_tip_lean(FIRE_WIND_BEND, (float)k[i]),
                                bend[i], 1e-3);
        ck_assert_double_eq_tol((double)fire_wind_tip_lean(FIRE_WIND_SHEAR, (float)k[i]),
                                shear[i], 1e-3);
    }
}
END_TEST

START_TEST(unbending_undoes_the_lean_and_keeps_the_base) {
    const float east[2] = {.6f, -.8f};
    for (uint32_t n = 0; n < 200; n++) {
        const float p[3] = {uniform(n, 0, .5f), uniform(n, 1, .5f), uniform(n, 2, .5f)};
        float h = p[1] + .5f, k = .7f, offset = k * h * h;
        float q[3] = {p[0] + offset * east[0], p[1], p[2] + offset * east[1]};
        fire_wind_unbend(FIRE_WIND_BEND, k, east, q);
        for (int a = 0; a < 3; a++) ck_assert_float_eq_tol(q[a], p[a], 1e-6f);
        float base[3] = {p[0], -.5f, p[2]};
        fire_wind_unbend(FIRE_WIND_BEND, k, east, base);
        ck_assert_float_eq(base[0], p[0]);
        float calm[3] = {p[0], p[1], p[2]};
        fire_wind_unbend(FIRE_WIND_SHEAR, 0, east, calm);
        ck_assert_float_eq(calm[0], p[0]);
    }
    float low, high;
    fire_wind_extent(.3f, &low, &high);
    ck_assert(low == -.5f && fabsf(high - .8f) < 1e-6f);
    fire_wind_extent(-.3f, &low, &high);
    ck_assert(high == .5f && fabsf(low + .8f) < 1e-6f);
}
END_TEST

START_TEST(gusts_are_continuous_bounded_and_varied) {
    float previous = fire_wind_gust(0, 1, 3), low = 1, high = -1;
    for (int i = 1; i <= 20000; i++) {
        float g = fire_wind_gust((float)i * .005f, 1, 3);
        ck_assert(fabsf(g) <= 1);
        /* Targets differ by at most 2 and lie at least half a period apart. */
        ck_assert_msg(fabsf(g - previous) <= 2.0f / .5f * .005f + 1e-4f, "jump at %g s",
                      (double)i * .005);
        low = fminf(low, g);
        high = fmaxf(high, g);
        previous = g;
    }
    ck_assert(low < -.8f && high > .8f);
    ck_assert(fire_wind_gust(7.3f, 1, 3) != fire_wind_gust(7.3f, 1, 4));
    ck_assert_float_eq(fire_wind_strength(.4f, 0, 5, 1, 3), .4f);
    for (int i = 0; i < 100; i++) ck_assert(fire_wind_strength(.4f, 2, (float)i, 1, 3) >= 0);
}
END_TEST

START_TEST(rays_enter_and_leave_the_box) {
    static const float low[3] = {-.5f, -.5f, -.5f}, high[3] = {.5f, .5f, .5f};
    struct fire_span s = {-1, -1};
    const struct fire_ray across = {{-3, .1f, 0}, {1, 0, 0}},
                          inside = {{.25f, 0, 0}, {1, 0, 0}}, miss = {{-3, .6f, 0}, {1, 0, 0}},
                          behind = {{3, 0, 0}, {1, 0, 0}};
    ck_assert(fire_clip_box(&across, low, high, .01f, &s));
    ck_assert_float_eq_tol(s.enter, 2.5f, 1e-6f);
    ck_assert_float_eq_tol(s.leave, 3.5f, 1e-6f);
    ck_assert(fire_clip_box(&inside, low, high, .01f, &s));
    ck_assert_float_eq_tol(s.enter, .01f, 1e-7f);
    ck_assert_float_eq_tol(s.leave, .25f, 1e-6f);
    s = (struct fire_span){-1, -1};
    ck_assert(!fire_clip_box(&miss, low, high, .01f, &s));
    ck_assert(!fire_clip_box(&behind, low, high, .01f, &s));
    ck_assert_float_eq(s.enter, -1);
    float d = 1.0f / sqrtf(3.0f);
    const struct fire_ray diagonal = {{-2, -2, -2}, {d, d, d}};
    ck_assert(fire_clip_box(&diagonal, low, high, 0, &s));
    ck_assert_float_eq_tol(s.leave - s.enter, sqrtf(3), 1e-5f);
    ck_assert_int_eq(fire_samples_max(1.0f / 16), 28);
    ck_assert_int_eq(fire_samples_max(1.0f / 32), 56);
}
END_TEST

START_TEST(last_weight_is_the_ratio_of_lengths) {
    for (int i = 0; i <= 4; i++)
        ck_assert_float_eq_tol(fire_last_weight((float)i / 64, 1.0f / 16), (float)i / 4, 1e-6f);
    ck_assert_float_eq(fire_last_weight(1, .5f), 1);
}
END_TEST

/* The banding set-up: rays along z from -1/2 at x, hidden by the plane z = .1 + .5 x. */
struct medium {
    float x;
    int gaussian;
};

static float emission(void *self, float t) {
    const struct medium *m = self;
    float z = t - .5f;
    return m->gaussian ? expf(-8 * (m->x * m->x + z * z)) : 1;
}

static double reference(struct medium *m, float length) {
    const int n = 400;
    double sum = 0, h = (double)length / n;
    for (int i = 0; i <= n; i++) {
        double w = i == 0 || i == n ? 1 : (i & 1) ? 4 : 2;
        sum += w * (double)emission(m, (float)(h * i));
    }
    return sum * h / 3;
}

struct banding {
    double rms, jump;
};

static struct banding banding(int gaussian, float step, enum fire_depth_mode mode) {
    enum { N = 257 };
    double error[N], largest = 0, square = 0, jump = 0;
    for (int i = 0; i < N; i++) {
        struct medium m = {-.4f + .8f * (float)i / (N - 1), gaussian};
        const struct fire_span span = {0, 1};
        float hit = .6f + .5f * m.x;
        double want = reference(&m, hit);
        error[i] = (double)fire_march(&span, hit, step, mode, emission, &m) - want;
        largest = fmax(largest, want);
        square += error[i] * error[i];
        if (i > 0) jump = fmax(jump, fabs(error[i] - error[i - 1]));
    }
    return (struct banding){sqrt(square / N) / largest, jump / largest};
}

START_TEST(banding_of_each_depth_mode) {
    static const struct {
        int gaussian, per_unit;
        enum fire_depth_mode mode;
        double rms, jump, tol;
    } row[] = {
        {0, 16, FIRE_DEPTH_STOP, .044505, .076172, 2e-4},
        {0, 16, FIRE_DEPTH_EXTRA, 0, 0, 1e-5},
        {0, 16, FIRE_DEPTH_MIDPOINT, 0, 0, 1e-5},
        {0, 32, FIRE_DEPTH_STOP, .021630, .037109, 2e-4},
        {0, 64, FIRE_DEPTH_STOP, .010452, .017578, 2e-4},
        {1, 16, FIRE_DEPTH_STOP, .029498, .136922, 2e-4},
        {1, 16, FIRE_DEPTH_EXTRA, .041612, .000721, 1e-5},
        {1, 16, FIRE_DEPTH_MIDPOINT, .000696, .000029, 5e-6},
        {1, 32, FIRE_DEPTH_STOP, .014580, .067136, 2e-4},
        {1, 32, FIRE_DEPTH_EXTRA, .020960, .000362, 5e-6},
        {1, 32, FIRE_DEPTH_MIDPOINT, .000179, .000007, 5e-6},
        {1, 64, FIRE_DEPTH_STOP, .007170, .032011, 2e-4},
        {1, 64, FIRE_DEPTH_EXTRA, .010518, .000180, 5e-6},
        {1, 64, FIRE_DEPTH_MIDPOINT, .000045, .000002, 5e-6},
    };
    struct banding b = banding(row[_i].gaussian, 1.0f / (float)row[_i].per_unit, row[_i].mode);
    ck_assert_double_eq_tol(b.rms, row[_i].rms, row[_i].tol);
    ck_assert_double_eq_tol(b.jump, row[_i].jump, row[_i].tol);
}
END_TEST

START_TEST(the_extra_sample_cures_banding) {
    for (int gaussian = 0; gaussian < 2; gaussian++) {
        double stop = banding(gaussian, 1.0f / 16, FIRE_DEPTH_STOP).jump;
        ck_assert(stop >= 50 * banding(gaussian, 1.0f / 16, FIRE_DEPTH_EXTRA).jump);
        ck_assert(stop >= 50 * banding(gaussian, 1.0f / 16, FIRE_DEPTH_MIDPOINT).jump);
    }
}
END_TEST

START_TEST(constant_medium_integrates_to_the_path) {
    struct medium m = {0, 0};
    for (uint32_t n = 0; n < 500; n++) {
        const struct fire_span span = {.5f + uniform(n, 0, .4f), 2};
        float hit = 1 + uniform(n, 1, 1.2f), step = .02f + fabsf(uniform(n, 2, .3f));
        float want = fmaxf(fminf(hit, 2) - span.enter, 0);
        for (int mode = FIRE_DEPTH_EXTRA; mode <= FIRE_DEPTH_MIDPOINT; mode++) {
            float got = fire_march(&span, hit, step, (enum fire_depth_mode)mode, emission, &m);
            ck_assert_float_eq_tol(got, want, 1e-5f);
        }
    }
}
END_TEST

START_TEST(depth_buffer_law) {
    static const double eye[6] = {.5, 1, 2, 5, 10, 50},
                        depth[6] = {.8008008, .9009009, .9509510, .9809810, .9909910, .9989990};
    ck_assert_double_eq_tol((double)fire_window_depth((float)eye[_i], .1f, 100), depth[_i],
                            2e-7);
    double back = (double)fire_eye_depth((float)depth[_i], .1f, 100);
    ck_assert_double_eq_tol(back / eye[_i], 1, 5e-4);
}
END_TEST

static Suite *model_suite(void) {
    Suite *s = suite_create("fire_model");
    TCase *c = tcase_create("model");
    tcase_add_loop_test(c, flame_map_numbers, 0, 6);
    tcase_add_test(c, without_noise_or_roughness_the_flame_is_a_turned_profile);
    tcase_add_loop_test(c, sea_map_numbers, 0, 8);
    tcase_add_loop_test(c, sea_footprint_is_a_stadium, 0, 3);
    tcase_add_test(c, square_sea_is_the_single_flame);
    tcase_add_test(c, noise_scrolls_along_the_leaning_direction);
    tcase_add_test(c, profile_is_closed_and_hottest_low_on_the_axis);
    tcase_add_test(c, hull_holds_the_profile_wherever_noise_moves_it);
    tcase_add_test(c, wind_offsets_and_leans);
    tcase_add_test(c, unbending_undoes_the_lean_and_keeps_the_base);
    tcase_add_test(c, gusts_are_continuous_bounded_and_varied);
    tcase_add_test(c, rays_enter_and_leave_the_box);
    tcase_add_test(c, last_weight_is_the_ratio_of_lengths);
    tcase_add_loop_test(c, banding_of_each_depth_mode, 0, 14);
    tcase_add_test(c, the_extra_sample_cures_banding);
    tcase_add_test(c, constant_medium_integrates_to_the_path);
    tcase_add_loop_test(c, depth_buffer_law, 0, 6);
    suite_add_tcase(s, c);
    return s;
}

int main(void) {
    SRunner *r = srunner_create(model_suite());
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
