/* SPDX-License-Identifier: MIT
 *
 * The effect flock against the real registry and services.
 */
#include "support/fake_host.h"
#include "support/suite.h"
#include <math.h>
#include <stdlib.h>

static struct fake_host *flock(uint32_t count, const struct fake_options *options) {
    struct fake_host *h = fake_host_open("flock", options);
    fake_set(h, "count", count);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    return h;
}

static struct fake_host *busy_flock(uint32_t threads) {
    struct fake_options options = {.threads = threads, .seed = 4};
    struct fake_host *h = flock(1200, &options);
    fake_set(h, "colors", 2);
    fake_set(h, "predators", 2);
    fake_set(h, "predator_period", 2);
    fake_set_range(h, "hunger_rate", 0.1, 0.3);
    fake_set_range(h, "libido_rate", 0.1, 0.3);
    fake_set(h, "food_amount", 400);
    return h;
}

START_TEST(any_number_of_threads_gives_the_same_flight) {
    struct fake_host *one = busy_flock(1), *more = busy_flock((uint32_t)_i);
    ck_assert_int_eq(fake_steps(one, 150), WISP_OK);
    ck_assert_int_eq(fake_steps(more, 150), WISP_OK);
    ck_assert_uint_eq(fake_hash(one), fake_hash(more));
    fake_host_destroy(one);
    fake_host_destroy(more);
}
END_TEST

START_TEST(a_checkpoint_leads_to_the_same_flight) {
    struct fake_host *h = busy_flock(2);
    ck_assert_int_eq(fake_steps(h, 60), WISP_OK);
    size_t size = instance_save_size(fake_instance(h));
    unsigned char *bytes = malloc(size);
    instance_save(fake_instance(h), bytes);
    ck_assert_int_eq(fake_steps(h, 60), WISP_OK);
    uint64_t end = fake_hash(h);
    struct fake_host *other = busy_flock(1);
    ck_assert_int_eq(fake_steps(other, 60), WISP_OK);
    ck_assert_int_eq(instance_restore(fake_instance(other), bytes, size), WISP_OK);
    ck_assert_int_eq(fake_steps(other, 60), WISP_OK);
    ck_assert_uint_eq(end, fake_hash(other));
    free(bytes);
    fake_host_destroy(h);
    fake_host_destroy(other);
}
END_TEST

static void check_inside(struct fake_host *h, uint32_t count, const float low[3],
                         const float high[3]) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t c = 0; c < 3; c++) {
            double x = fake_number(h, "pos", i, c);
            ck_assert_msg(x > low[c] && x < high[c], "bird %u, axis %u at %g", i, c, x);
        }
}

START_TEST(birds_stay_in_their_space) {
    struct fake_host *h = flock(300, NULL);
    const float low[3] = {-23, -3, -23}, high[3] = {23, 23, 23}; /* 3 m of overshoot */
    if (_i) fake_set_text(h, "mode", "document");
    for (int k = 0; k < 40; k++) {
        ck_assert_int_eq(fake_steps(h, 30), WISP_OK);
        check_inside(h, 300, low, high);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(nobody_flies_into_a_ball) {
    struct fake_host *h = flock(300, NULL);
    wisp_collider ball = {.struct_size = sizeof ball,
                          .shape = WISP_SHAPE_SPHERE,
                          .id = "ball",
                          .pose = {{0, 10, 0}, {0, 0, 0, 1}, 1},
                          .prev_pose = {{0, 10, 0}, {0, 0, 0, 1}, 1},
                          .size = {4}};
    fake_world(h)->world.colliders = &ball;
    fake_world(h)->world.collider_count = 1;
    double worst = 100;
    for (int k = 0; k < 900; k++) {
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
        for (uint32_t i = 0; i < 300; i++) {
            double x = fake_number(h, "pos", i, 0), y = fake_number(h, "pos", i, 1) - 10,
                   z = fake_number(h, "pos", i, 2);
            worst = fmin(worst, sqrt(x * x + y * y + z * z));
        }
    }
    ck_assert_double_ge(worst, 4);
    fake_host_destroy(h);
}
END_TEST

START_TEST(speed_stays_in_its_range) {
    struct fake_host *h = flock(200, NULL);
    fake_set_range(h, "speed", 3, 5);
    fake_set(h, "wind", 0);
    ck_assert_int_eq(fake_steps(h, 120), WISP_OK);
    for (uint32_t i = 0; i < 200; i++) {
        double v[3], square = 0;
        for (uint32_t c = 0; c < 3; c++) {
            v[c] = fake_number(h, "vel", i, c);
            square += v[c] * v[c];
        }
        ck_assert(sqrt(square) > 2.999 && sqrt(square) < 5.001);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(the_hungry_find_food) {
    struct fake_host *h = flock(60, NULL);
    const double place[] = {15, 4, -12, 30};
    fake_set_range(h, "hunger_rate", 0.2, 0.3);
    fake_command(h, "feed", place, 4);
    ck_assert_int_eq(fake_steps(h, 1200), WISP_OK);
    ck_assert_double_ge(fake_counter(h, "meals"), 10);
    ck_assert_double_le(fake_counter(h, "meals"), 30);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_scare_frightens_and_passes) {
    struct fake_host *h = flock(100, NULL);
    ck_assert_int_eq(fake_steps(h, 300), WISP_OK);
    const double args[] = {0, 10, 0, 60};
    fake_command(h, "scatter", args, 4);
    ck_assert_int_eq(fake_steps(h, 30), WISP_OK);
    double fear = 0;
    for (uint32_t i = 0; i < 100; i++) fear += fake_number(h, "drive", i, 1);
    ck_assert_double_gt(fear, 50);
    ck_assert_int_eq(fake_steps(h, 600), WISP_OK);
    fear = 0;
    for (uint32_t i = 0; i < 100; i++) fear += fake_number(h, "drive", i, 1);
    ck_assert_double_lt(fear, 1);
    fake_host_destroy(h);
}
END_TEST

/* One hunter, 64 birds, one attack: the crowd confuses, one or two are lost. */
START_TEST(an_attack_takes_two_at_most) {
    struct fake_options options = {.seed = (uint64_t)_i};
    struct fake_host *h = flock(64, &options);
    ck_assert_int_eq(fake_steps(h, 600), WISP_OK);
    fake_set(h, "predators", 1);
    fake_set(h, "predator_period", 20);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    fake_command(h, "hunt", NULL, 0);
    ck_assert_int_eq(fake_steps(h, 900), WISP_OK);
    ck_assert_double_le(fake_counter(h, "caught"), 2);
    fake_host_destroy(h);
}
END_TEST

START_TEST(nothing_is_allocated_once_warm) {
    struct fake_host *h = busy_flock(1);
    fake_steps(h, 5);
    fake_draw(h);
    size_t before = fake_allocations(h);
    fake_steps(h, 60);
    fake_draw(h);
    ck_assert_uint_eq(before, fake_allocations(h));
    fake_host_destroy(h);
}
END_TEST

START_TEST(more_birds_leave_the_others_alone) {
    struct fake_host *h = flock(10, NULL);
    ck_assert_int_eq(fake_steps(h, 2), WISP_OK);
    double x = fake_number(h, "pos", 7, 0), v = fake_number(h, "vel", 7, 0);
    fake_set(h, "count", 200);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_double_eq_tol(fake_number(h, "pos", 7, 0), x + v / 60, 0.02);
    ck_assert_double_eq(fake_counter(h, "alive"), 200);
    fake_set(h, "count", 0);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    fake_draw(h);
    fake_host_destroy(h);
}
END_TEST

SUITE_MAIN("flock", TEST_LOOP(any_number_of_threads_gives_the_same_flight, 2, 4),
           TEST(a_checkpoint_leads_to_the_same_flight),
           TEST_LOOP(birds_stay_in_their_space, 0, 2), TEST(nobody_flies_into_a_ball),
           TEST(speed_stays_in_its_range), TEST(the_hungry_find_food),
           TEST(a_scare_frightens_and_passes), TEST_LOOP(an_attack_takes_two_at_most, 1, 5),
           TEST(nothing_is_allocated_once_warm), TEST(more_birds_leave_the_others_alone))
