/* SPDX-License-Identifier: MIT
 *
 * The staged jet against numbers computed in double precision by other code, for the source's
 * set and others.
 */
#include "jet_flame/jet_model.h"

#include "simplex_fire/fire_noise.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

static struct jet_model make(struct jet_spec spec) {
    struct jet_model m;
    ck_assert_int_eq(jet_model_init(&m, &spec), 0);
    return m;
}

static struct jet_model demo(void) { return make(jet_spec_default()); }

static struct jet_model demo_hyperbola(void) {
    struct jet_spec s = jet_spec_default();
    s.decay = JET_DECAY_HYPERBOLA;
    return make(s);
}

/* Relative to the value, with a floor of one. */
#define CLOSE(got, want, tol) \
    ck_assert_double_eq_tol((double)(got), (want), (tol)*fmax(1.0, fabs((double)(want))))

static float radius(const struct jet_model *m, float t) {
    float r = -1;
    ck_assert_int_eq(jet_radius(m, t, &r), 0);
    return r;
}

START_TEST(speed_along_the_axis) {
    static const double x[12] = {0, 2, 4, 4.5, 5, 6, 8, 10, 15, 20, 30, 50};
    static const double textbook[12] = {1,       1,       1,       1,       .928281, .811834,
                                        .649006, .540583, .381322, .294547, .202419, .124523};
    static const double hyperbola[12] = {1, 1, 1, 1, .9, .75, .5625, .45, .3, .225, .15, .09};
    struct jet_model m = demo(), h = demo_hyperbola();
    float at = (float)x[_i] * .1f;
    CLOSE(jet_speed(&m, at) / 40, textbook[_i], 1e-6);
    CLOSE(jet_speed(&h, at) / 40, hyperbola[_i], 1e-6);
}
END_TEST

START_TEST(position_by_age) {
    static const double share[11] = {0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1};
    static const double textbook[11] = {0,        1.474615, 2.201444, 2.754412,
                                        3.219015, 3.627593, 3.996551, 4.335575,
                                        4.650950, 4.947026, 5.226964};
    static const double hyperbola[11] = {0,        1.361853, 1.977823, 2.443139,
                                         2.833032, 3.175408, 3.484302, 3.767957,
                                         4.031705, 4.279227, 4.513195};
    struct jet_model m = demo(), h = demo_hyperbola();
    float t = (float)share[_i] * m.life;
    CLOSE(jet_position(&m, t), textbook[_i], 1e-6);
    CLOSE(jet_position(&h, t), hyperbola[_i], 1e-6);
}
END_TEST

START_TEST(derived_lengths_and_times) {
    struct jet_model m = demo();
    CLOSE(m.reach, 5.226964, 1e-6);
    CLOSE(m.core_radius, .1, 1e-6);
    CLOSE(m.peak_radius, .428611, 1e-6);
    CLOSE(m.peak_position, 2.788189, 1e-6);
    CLOSE(m.core_time, .011250, 1e-6);
    CLOSE(m.mid_time, .093276, 1e-6);
    CLOSE(m.peak_time, .175302, 1e-6);
    CLOSE(jet_peak_rate(&m), 8.012371, 1e-5);
    CLOSE(m.spray_angle, 16, 1e-6);
    CLOSE(m.core, .45, 1e-6);
}
END_TEST

START_TEST(radius_by_age) {
    static const double share[12] = {0, .05, .1, .15, .2, .25, .3, .4, .5, .6, .8, 1};
    static const double want[12] = {.1,      .107327, .151433, .235409, .337695, .402905,
                                    .428245, .425898, .416956, .401771, .352671, .278597};
    struct jet_model m = demo();
    CLOSE(radius(&m, (float)share[_i] * m.life), want[_i], 1e-6);
}
END_TEST

START_TEST(other_parameters) {
    static const struct {
        struct jet_spec spec;
        double reach, core_radius, peak_radius, peak_position, mid_time, peak_time, rate;
        double x[4], r[6];
    } row[] = {
        {{.02f, 12, .4f, 9, 24, 4.5f, .1f, .8f, JET_DECAY_TEXTBOOK, 0},
         1.072330,
         .03,
         .107233,
         .453353,
         .043890,
         .080280,
         4.244720,
         {.303657, .452468, .744618, .954300},
         {.030007, .060802, .107231, .101900, .073758, .021447}},
        {{.5f, 60, 1.2f, 2, 40, 5, .082f, 0, JET_DECAY_TEXTBOOK, 0},
         21.547159,
         .353553,
         1.766867,
         6.383047,
         .091499,
         .141332,
         56.722445,
         {5.740067, 8.829175, 14.836262, 19.131771},
         {.353553, 1.637376, 1.766867, 1.766867, 1.766867, 1.766867}},
        {{.05f, 30, .5f, 1, 6, 4.5f, .082f, .35f, JET_DECAY_TEXTBOOK, 0},
         3.010535,
         .025,
         .246864,
         2.709481,
         .207874,
         .408247,
         2.214503,
         {.865701, 1.280038, 2.095238, 2.680825},
         {.025017, .029991, .048641, .127385, .237490, .160461}},
    };
    static const float at_x[4] = {.1f, .2f, .5f, .8f};
    static const float at_r[6] = {.02f, .1f, .2f, .4f, .7f, 1};
    struct jet_model m = make(row[_i].spec);
    CLOSE(m.reach, row[_i].reach, 1e-6);
    CLOSE(m.core_radius, row[_i].core_radius, 1e-6);
    CLOSE(m.peak_radius, row[_i].peak_radius, 1e-6);
    CLOSE(m.peak_position, row[_i].peak_position, 2e-6);
    CLOSE(m.mid_time, row[_i].mid_time, 2e-6);
    CLOSE(m.peak_time, row[_i].peak_time, 2e-6);
    CLOSE(jet_peak_rate(&m), row[_i].rate, 1e-5);
    for (int k = 0; k < 4; k++) CLOSE(jet_position(&m, at_x[k] * m.life), row[_i].x[k], 2e-6);
    for (int k = 0; k < 6; k++) CLOSE(radius(&m, at_r[k] * m.life), row[_i].r[k], 5e-6);
}
END_TEST

/* A spec drawn at random over wide ranges. */
static struct jet_spec random_spec(uint32_t n) {
    float u[6];
    for (uint32_t k = 0; k < 6; k++)
        u[k] = (float)(fire_hash2((int32_t)n, (int32_t)k, 1) >> 8) / 16777216;
    struct jet_spec s = jet_spec_default();
    s.nozzle_diameter = .005f * powf(200, u[0]);
    s.exit_velocity = 2 * powf(60, u[1]);
    s.life = .05f * powf(60, u[2]);
    s.density_ratio = 1 + 24 * u[3];
    s.spray_angle = u[4] < .3f ? 0 : 6 + 40 * u[4];
    s.tip_closing = u[5];
    s.decay = n & 1 ? JET_DECAY_TEXTBOOK : JET_DECAY_HYPERBOLA;
    return s;
}

START_TEST(position_solves_its_differential_equation) {
    struct jet_model m = make(random_spec((uint32_t)_i));
    double x = 0;
    const int steps = 4000;
    double h = (double)m.life / steps;
    for (int k = 0; k < steps; k++) {
        double k1 = (double)jet_speed(&m, (float)x);
        double k2 = (double)jet_speed(&m, (float)(x + .5 * h * k1));
        double k3 = (double)jet_speed(&m, (float)(x + .5 * h * k2));
        double k4 = (double)jet_speed(&m, (float)(x + h * k3));
        x += h * (k1 + 2 * k2 + 2 * k3 + k4) / 6;
    }
    ck_assert_double_eq_tol((double)m.reach / x, 1, 2e-5);
    for (int k = 0; k <= 20; k++) {
        float t = m.life * (float)k / 20;
        ck_assert_double_eq_tol((double)(jet_time(&m, jet_position(&m, t)) / m.life),
                                (double)k / 20, 3e-6);
    }
}
END_TEST

START_TEST(radius_is_smooth_and_rises_then_falls) {
    struct jet_model m = make(random_spec((uint32_t)_i));
    float rate = .5f * jet_peak_rate(&m);
    float step = m.life / 5000, before = radius(&m, 0);
    ck_assert_float_eq(before, m.core_radius);
    for (int k = 1; k <= 5000; k++) {
        float t = step * (float)k > m.life ? m.life : step * (float)k;
        float r = radius(&m, t), slack = 1e-6f * m.peak_radius;
        if (t <= m.peak_time) ck_assert(r >= before - slack);
        if (t - step >= m.peak_time) ck_assert(r <= before + slack);
        float limit = t <= m.peak_time + step
                          ? rate
                          : 2 * m.peak_radius * m.tip_closing / (m.life - m.peak_time);
        ck_assert(fabsf(r - before) <= limit * step * 1.001f + 4 * slack);
        before = r;
    }
    ck_assert(m.core_time < m.life || m.peak_radius == m.core_radius);
    ck_assert(m.peak_time < m.life || m.peak_radius == m.core_radius);
}
END_TEST

START_TEST(slopes_meet_at_the_stage_borders) {
    struct jet_model m = demo();
    const float border[3] = {m.core_time, m.mid_time, m.peak_time};
    static const double want[3] = {0, 4.006186, 0};
    const float e = 1e-3f;
    for (int k = 0; k < 3; k++) {
        double left = (double)(radius(&m, border[k]) - radius(&m, border[k] - e)) / (double)e;
        double right = (double)(radius(&m, border[k] + e) - radius(&m, border[k])) / (double)e;
        /* The curvature is 4 (Rm - Re) / (tm - te)^2 = 49 m/s^2 at most. */
        ck_assert_double_eq_tol(left, want[k], .03);
        ck_assert_double_eq_tol(right, want[k], .03);
    }
}
END_TEST

START_TEST(ages_outside_the_life_are_errors) {
    struct jet_model m = demo();
    static const float ages[] = {-1e-6f, NAN, INFINITY};
    float r = 7;
    for (int k = 0; k < 3; k++) {
        ck_assert_int_eq(jet_radius(&m, ages[k], &r), -1);
        ck_assert_int_eq(jet_stage(&m, ages[k]), 0);
    }
    ck_assert_int_eq(jet_radius(&m, nextafterf(m.life, 1), &r), -1);
    ck_assert_float_eq(r, 7);
}
END_TEST

START_TEST(shares_of_the_stages) {
    struct jet_model m = demo();
    int count[5] = {0};
    for (int k = 0; k < 10000; k++) count[jet_stage(&m, m.life * ((float)k + .5f) / 10000)]++;
    static const int percent[5] = {0, 2, 14, 14, 69};
    for (int s = 1; s <= 4; s++) ck_assert_int_le(abs(count[s] - 100 * percent[s]), 60);
}
END_TEST

START_TEST(a_jet_without_room_keeps_its_radius) {
    struct jet_spec narrow = jet_spec_default(), brief = jet_spec_default();
    narrow.spread_constant = .01f; /* w L = .052 < Re = .1 */
    brief.life = .008f;            /* ends inside the core */
    struct jet_model a = make(narrow), b = make(brief);
    for (int k = 0; k <= 10; k++) {
        ck_assert_float_eq(radius(&a, a.life * (float)k / 10), a.core_radius);
        ck_assert_float_eq(radius(&b, b.life * (float)k / 10), b.core_radius);
    }
    ck_assert_float_eq(jet_peak_rate(&a), 0);
    CLOSE(b.reach, .32, 1e-6);
}
END_TEST

START_TEST(bad_numbers_are_refused) {
    struct jet_model m = demo();
    float reach = m.reach;
    for (int k = 0; k < 7; k++) {
        struct jet_spec s = jet_spec_default();
        float *field[7] = {&s.nozzle_diameter, &s.exit_velocity,  &s.life,
                           &s.density_ratio,   &s.core_diameters, &s.spread_constant,
                           &s.tip_closing};
        static const float bad[3] = {-1, NAN, INFINITY};
        for (int b = 0; b < 3; b++) {
            *field[k] = bad[b];
            ck_assert_int_eq(jet_model_init(&m, &s), -1);
        }
    }
    ck_assert_float_eq(m.reach, reach);
}
END_TEST

START_TEST(density_scaling_lengthens_the_core) {
    struct jet_spec s = jet_spec_default();
    s.density_scaling = 1;
    struct jet_model m = make(s);
    CLOSE(m.core, .9, 1e-6); /* sqrt(4) times 4.5 d */
    ck_assert(m.reach > 5.3f);
}
END_TEST

START_TEST(cross_profile_is_a_bell_of_fixed_shape) {
    for (int k = 1; k < 40; k++) {
        float x = .3f * (float)k;
        CLOSE(jet_cross_profile(x, 0), 1, 1e-6);
        CLOSE(jet_cross_profile(x, .094f * x), .5, 1e-6);
        CLOSE(jet_cross_profile(x, 2 * .094f * x), .0625, 1e-6);
    }
    CLOSE(jet_lag(0), 1, 1e-6);
    CLOSE(jet_lag(1), .5, 1e-6);
}
END_TEST

START_TEST(spray_angle_is_linear_in_the_diameter) {
    CLOSE(jet_spray_angle(.1f), 16, 1e-6);
    CLOSE(jet_spray_angle(.2f) / jet_spray_angle(.1f), 2, 1e-6);
    CLOSE(jet_spray_angle(.12f) / jet_spray_angle(.06f), 2, 1e-6);
    ck_assert_float_eq(jet_spray_angle(.001f), 6);
    ck_assert_float_eq(jet_spray_angle(9), 40);
    /* The full correlation gives the same law with the other variables fixed. */
    static const double d[3] = {1.5e-4, 3e-4, 6e-4}, want[3] = {7.019, 14.039, 28.077};
    for (int k = 0; k < 3; k++) {
        float reynolds = (float)(840 * 200 * d[k] / 2.5e-3);
        float angle = jet_sitkei_angle(1.2e-3f, (float)d[k], 20.0f / 840, reynolds);
        ck_assert_double_eq_tol((double)angle, want[k], 2e-3);
    }
}
END_TEST

START_TEST(pressure_drives_the_exit_speed) {
    CLOSE(jet_pressure_velocity(640000, 800), 40, 1e-6);
    ck_assert_float_eq(jet_pressure_velocity(-5, 800), 0);
}
END_TEST

START_TEST(ignition_leaves_a_gap) {
    struct jet_model m = demo();
    ck_assert_float_eq(jet_ignition(&m, 0), 0);
    ck_assert_float_eq(jet_ignition(&m, .3f * m.core), 0);
    ck_assert_float_eq(jet_ignition(&m, m.core), 1);
    CLOSE(jet_ignition(&m, .65f * m.core), .5, 1e-5);
}
END_TEST

START_TEST(texture_weights_sum_to_one_and_follow_the_stages) {
    struct jet_model m = demo();
    float w[3], before[3] = {1, 0, 0};
    for (int k = 0; k <= 4000; k++) {
        float t = m.life * (float)k / 4000;
        jet_texture_weights(&m, t, .15f, w);
        CLOSE(w[0] + w[1] + w[2], 1, 1e-6);
        for (int i = 0; i < 3; i++) {
            ck_assert(w[i] >= 0 && w[i] <= 1);
            ck_assert(fabsf(w[i] - before[i]) < .05f);
            before[i] = w[i];
        }
        jet_texture_weights(&m, t, 0, w);
        int stage = jet_stage(&m, t);
        ck_assert_float_eq(w[stage == 1 ? 0 : stage == 4 ? 2 : 1], 1);
    }
    ck_assert(before[2] > .999f);
}
END_TEST

/* Ages summed in steps of any rate give the same place after .4 s. */
START_TEST(positions_do_not_depend_on_the_frame_rate) {
    static const int rate[3] = {30, 60, 144};
    struct jet_model m = demo();
    double want = (double)jet_position(&m, .4f), want_r = (double)radius(&m, .4f);
    float age = 0, dt = 1.0f / (float)rate[_i];
    int whole = (int)floorf(.4f * (float)rate[_i] + 1e-3f);
    for (int k = 0; k < whole; k++) age += dt;
    age += .4f - (float)whole * dt;
    ck_assert_double_eq_tol((double)jet_position(&m, age), want, 1e-5);
    ck_assert_double_eq_tol((double)radius(&m, age), want_r, 1e-5);
}
END_TEST

static Suite *jet_suite(void) {
    Suite *s = suite_create("jet_model");
    TCase *c = tcase_create("model");
    tcase_add_loop_test(c, speed_along_the_axis, 0, 12);
    tcase_add_loop_test(c, position_by_age, 0, 11);
    tcase_add_test(c, derived_lengths_and_times);
    tcase_add_loop_test(c, radius_by_age, 0, 12);
    tcase_add_loop_test(c, other_parameters, 0, 3);
    tcase_add_loop_test(c, position_solves_its_differential_equation, 0, 12);
    tcase_add_loop_test(c, radius_is_smooth_and_rises_then_falls, 0, 30);
    tcase_add_test(c, slopes_meet_at_the_stage_borders);
    tcase_add_test(c, ages_outside_the_life_are_errors);
    tcase_add_test(c, shares_of_the_stages);
    tcase_add_test(c, a_jet_without_room_keeps_its_radius);
    tcase_add_test(c, bad_numbers_are_refused);
    tcase_add_test(c, density_scaling_lengthens_the_core);
    tcase_add_test(c, cross_profile_is_a_bell_of_fixed_shape);
    tcase_add_test(c, spray_angle_is_linear_in_the_diameter);
    tcase_add_test(c, pressure_drives_the_exit_speed);
    tcase_add_test(c, ignition_leaves_a_gap);
    tcase_add_test(c, texture_weights_sum_to_one_and_follow_the_stages);
    tcase_add_loop_test(c, positions_do_not_depend_on_the_frame_rate, 0, 3);
    suite_add_tcase(s, c);
    return s;
}

int main(void) {
    SRunner *r = srunner_create(jet_suite());
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
