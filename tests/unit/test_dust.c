/* SPDX-License-Identifier: MIT */
#include "support/fake_host.h"
#include "support/suite.h"
#include <math.h>

static struct fake_host *dust(uint32_t count, const struct fake_options *options) {
    struct fake_host *h = fake_host_open("dust", options);
    fake_set(h, "count", count);
    fake_set_vec(h, "box", 2, 1, 4, 0);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    return h;
}

static void check_inside(struct fake_host *h, uint32_t count) {
    const float half[3] = {1, 0.5f, 2};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < 3; c++)
            ck_assert_float_le(fabsf((float)fake_number(h, "pos", i, c)), half[c] + 1e-5f);
}

START_TEST(motes_stay_in_the_box_in_any_wind) {
    struct fake_host *h = dust(500, NULL);
    fake_world(h)->wind[0] = 30;
    fake_world(h)->wind[2] = -4;
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(fake_steps(h, 5), WISP_OK);
        check_inside(h, 500);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(motes_sink_at_the_speed_given) {
    struct fake_host *h = dust(1, NULL);
    fake_set(h, "fall", 0.06);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    double y = fake_number(h, "pos", 0, 1), x = fake_number(h, "pos", 0, 0);
    ck_assert_int_eq(fake_steps(h, 30), WISP_OK);
    double fallen = y - fake_number(h, "pos", 0, 1);
    if (fallen < 0) fallen += 1; /* It came back at the top. */
    ck_assert_double_eq_tol(fallen, 0.03, 1e-5);
    ck_assert_double_eq(x, fake_number(h, "pos", 0, 0));
    fake_host_destroy(h);
}
END_TEST

START_TEST(more_motes_leave_the_first_ones_where_they_are) {
    struct fake_host *h = dust(10, NULL);
    fake_set(h, "fall", 0);
    ck_assert_int_eq(fake_steps(h, 3), WISP_OK);
    double x = fake_number(h, "pos", 7, 0);
    fake_set(h, "count", 200);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_double_eq_tol(x, fake_number(h, "pos", 7, 0), 1e-6);
    ck_assert_double_ne(fake_number(h, "pos", 150, 0), fake_number(h, "pos", 151, 0));
    ck_assert_double_eq(fake_counter(h, "alive"), 200);
    check_inside(h, 200);
    fake_host_destroy(h);
}
END_TEST

START_TEST(same_seed_same_dust) {
    struct fake_options other = {.seed = 2};
    struct fake_host *a = dust(300, NULL), *b = dust(300, NULL), *c = dust(300, &other);
    fake_steps(a, 50);
    fake_steps(b, 50);
    fake_steps(c, 50);
    ck_assert_uint_eq(fake_hash(a), fake_hash(b));
    ck_assert_uint_ne(fake_hash(a), fake_hash(c));
    fake_host_destroy(a);
    fake_host_destroy(b);
    fake_host_destroy(c);
}
END_TEST

START_TEST(nothing_is_allocated_once_warm) {
    struct fake_host *h = dust(1000, NULL);
    fake_steps(h, 2);
    fake_draw(h);
    size_t before = fake_allocations(h);
    fake_steps(h, 50);
    fake_draw(h);
    ck_assert_uint_eq(before, fake_allocations(h));
    fake_host_destroy(h);
}
END_TEST

START_TEST(no_motes_is_fine) {
    struct fake_host *h = dust(0, NULL);
    ck_assert_int_eq(fake_steps(h, 3), WISP_OK);
    fake_draw(h);
    fake_host_destroy(h);
}
END_TEST

SUITE_MAIN("dust", TEST(motes_stay_in_the_box_in_any_wind), TEST(motes_sink_at_the_speed_given),
           TEST(more_motes_leave_the_first_ones_where_they_are), TEST(same_seed_same_dust),
           TEST(nothing_is_allocated_once_warm), TEST(no_motes_is_fine))
