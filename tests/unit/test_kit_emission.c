/* SPDX-License-Identifier: MIT
 * Births against the numbers of Reeves' two forms, worked out apart from this code. */
#include "kit/emission.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <wisp/rng.h>

#define DRAWS 400000

struct spread {
    double mean, half_range, want_mean, want_var, low, high;
};
static const struct spread spreads[] = {
    {20, 5, 20, 8.5, 15, 25},
    {100, 30, 100, 300.1667, 70, 130},
    {2, 4, 2.25, 4.064, 0, 6},
    {0.3, 0.2, 0.3, 0.21, 0, 1},
};

START_TEST(frame_counts_have_the_mean_and_variance) {
    const struct spread *s = &spreads[_i];
    double sum = 0, square = 0, low = 1e9, high = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        double u = 2.0 * (double)wisp_rng_f01(7, 2 * k) - 1.0;
        double n = (double)kit_births_per_frame(s->mean, s->half_range, u,
                                                (double)wisp_rng_f01(7, 2 * k + 1));
        sum += n;
        square += n * n;
        low = fmin(low, n);
        high = fmax(high, n);
    }
    sum /= DRAWS;
    ck_assert_double_eq_tol(sum, s->want_mean, 0.01 * s->want_mean);
    ck_assert_double_eq_tol(square / DRAWS - sum * sum, s->want_var, 0.02 * s->want_var);
    ck_assert_double_eq(low, s->low);
    ck_assert_double_eq(high, s->high);
}
END_TEST

START_TEST(screen_form_follows_the_square_of_distance) {
    static const double distance[] = {5, 10, 20, 40, 80};
    static const double want[] = {1017.876, 246.758, 61.226, 15.278, 3.818};
    double area = kit_screen_area(1.0, distance[_i], 3.14159265358979 / 3.0, 720.0);
    ck_assert_double_eq_tol(kit_births_per_area(0.02, 0, 0, area), want[_i], 1e-3);
}
END_TEST

START_TEST(four_pixels_do_not_get_a_crowd) {
    ck_assert_double_eq_tol(kit_births_per_area(0.02, 0, 0, 4), 0.08, 1e-12);
    ck_assert_double_eq_tol(kit_births_per_area(0.02, 0, 0, 64 * 64), 81.92, 1e-9);
}
END_TEST

START_TEST(thinning_keeps_the_light) {
    double size = kit_size_compensation(1000, 250);
    ck_assert_double_eq_tol(250 * size * size, 1000, 1e-9);
    ck_assert_double_eq(kit_size_compensation(10, 20), 1.0);
}
END_TEST

START_TEST(mean_may_grow) {
    ck_assert_double_eq(kit_mean_at(10, 0.5, 20, 0), 20);
    ck_assert_double_eq(kit_mean_at(10, 0.5, 100, 0), 60);
}
END_TEST

START_TEST(clock_gives_33_33_34) {
    struct kit_clock clock = {0};
    static const uint64_t want[] = {33, 33, 34, 33, 33, 34, 33, 33, 34, 33, 33, 34};
    for (int k = 0; k < 12; k++)
        ck_assert_uint_eq(kit_clock_advance(&clock, 2000, 1.0 / 60).count, want[k]);
}
END_TEST

/* Whatever the frame rate, ten seconds bear the same, and the births are evenly apart over the
 * seams. */
START_TEST(clock_does_not_care_for_frame_rate) {
    static const int hertz[] = {24, 30, 60, 144, 240, 1000};
    struct kit_clock clock = {0};
    uint64_t total = 0;
    double last = -1.0;
    for (int k = 0; k < 10 * hertz[_i]; k++) {
        struct kit_births b = kit_clock_advance(&clock, 137.0, 1.0 / hertz[_i]);
        for (uint64_t j = 0; j < b.count; j++) {
            double at = (double)k / hertz[_i] + b.first + (double)j * b.spacing;
            if (last >= 0.0) ck_assert_double_eq_tol(at - last, 1.0 / 137.0, 1e-6);
            last = at;
        }
        total += b.count;
    }
    ck_assert_uint_ge(total, 1369);
    ck_assert_uint_le(total, 1371);
}
END_TEST

START_TEST(nonsense_bears_nothing_and_leaves_no_debt) {
    struct kit_clock clock = {0};
    static const double bad[] = {0, -5, NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 5; k++) {
        ck_assert_uint_eq(kit_clock_advance(&clock, bad[k], 1.0 / 60).count, 0);
        ck_assert_uint_eq(kit_clock_advance(&clock, 100, bad[k]).count, 0);
        ck_assert_uint_eq(kit_births_per_frame(-3, 1, bad[k], 0.5), 0);
    }
    for (int k = 0; k < 600; k++) kit_clock_advance(&clock, 0, 1.0 / 60);
    ck_assert_uint_le(kit_clock_advance(&clock, 100, 1.0 / 60).count, 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kit_emission");
    TCase *tc = tcase_create("emission");
    SRunner *runner;
    int failed;
    tcase_add_loop_test(tc, frame_counts_have_the_mean_and_variance, 0, 4);
    tcase_add_loop_test(tc, screen_form_follows_the_square_of_distance, 0, 5);
    tcase_add_test(tc, four_pixels_do_not_get_a_crowd);
    tcase_add_test(tc, thinning_keeps_the_light);
    tcase_add_test(tc, mean_may_grow);
    tcase_add_test(tc, clock_gives_33_33_34);
    tcase_add_loop_test(tc, clock_does_not_care_for_frame_rate, 0, 6);
    tcase_add_test(tc, nonsense_bears_nothing_and_leaves_no_debt);
    suite_add_tcase(suite, tc);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
