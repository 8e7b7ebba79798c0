/* SPDX-License-Identifier: MIT
 *
 * The particles effect through the real registry and services: counts, frame rates, caps,
 * collision and the faults that other systems are known for. */
#include "kit/params.h"
#include "support/fake_host.h"
#include "support/suite.h"
#include <math.h>

static struct fake_host *open_with(const struct fake_options *options) {
    struct fake_host *h = fake_host_open("particles", options);
    fake_set(h, "rate", 100);
    fake_set(h, "life", 1);
    fake_set(h, "speed", 2);
    fake_set(h, "spread", 10);
    fake_world(h)->world.gravity[1] = -9.81f;
    return h;
}

static struct fake_host *started(void) {
    struct fake_host *h = open_with(NULL);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    return h;
}

static uint64_t used(struct fake_host *h) { return fake_buffer(h, "age")->used; }

static bool alive(struct fake_host *h, uint64_t i) {
    return fake_number(h, "age", i, 0) * fake_number(h, "inv_life", i, 0) < 1.0;
}

START_TEST(alive_settles_at_rate_times_life) {
    struct fake_host *h = started();
    fake_set_range(h, "life", 0.5, 1.5);
    fake_set(h, "rate", 3000);
    ck_assert_int_eq(fake_steps(h, 300), WISP_OK);
    ck_assert_double_eq_tol(fake_counter(h, "alive"), 3000, 90);
    fake_host_destroy(h);
}
END_TEST

/* The same simulated time at any frame rate: as many born, and each of them at the same place.
 */
START_TEST(frame_rate_changes_nothing) {
    static const int hertz[] = {30, 60, 144, 240};
    double want_y = 0, want_born = 0;
    for (int k = 0; k < 4; k++) {
        struct fake_options options = {.dt = 1.0f / (float)hertz[k]};
        struct fake_host *h = open_with(&options);
        fake_set(h, "rate", 40);
        fake_set(h, "drag", 0.7);
        fake_set(h, "life", 10);
        ck_assert_int_eq(fake_start(h), WISP_OK);
        ck_assert_int_eq(fake_steps(h, (uint32_t)hertz[k] * 2), WISP_OK);
        double y = fake_number(h, "pos", 3, 1), born = fake_counter(h, "born");
        if (k == 0) want_y = y, want_born = born;
        ck_assert_double_eq_tol(y, want_y, 2e-4);
        ck_assert_double_eq_tol(born, want_born, 1);
        fake_host_destroy(h);
    }
    ck_assert_double_lt(want_y, -5); /* They did fall. */
}
END_TEST

START_TEST(births_are_spread_along_a_fast_emitter) {
    struct fake_host *h = started();
    fake_set(h, "rate", 600);
    fake_set(h, "speed", 0);
    fake_set(h, "gravity", 0);
    fake_steps(h, 1);
    for (int step = 1; step <= 30; step++) {
        fake_world(h)->pose.position[0] = (float)step; /* 60 m/s */
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    }
    for (uint64_t i = 12; i + 1 < used(h); i++) {
        double gap = fake_number(h, "pos", i + 1, 0) - fake_number(h, "pos", i, 0);
        ck_assert_double_eq_tol(gap, 0.1, 2e-3);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(cap_is_never_exceeded) {
    static const char *const policies[] = {"refuse", "oldest", "random"};
    struct fake_host *h = open_with(NULL);
    fake_set(h, "max", 500);
    fake_set(h, "rate", 1e5);
    fake_set(h, "life", 100);
    fake_set_text(h, "full", policies[_i]);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    for (int k = 0; k < 50; k++) {
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
        ck_assert_double_le(fake_counter(h, "alive"), 500);
    }
    ck_assert_double_ge(fake_counter(h, "alive"), 499);
    if (_i > 0) ck_assert_double_gt(fake_counter(h, "born"), 4000);
    fake_host_destroy(h);
}
END_TEST

START_TEST(shrinking_keeps_the_oldest_and_growing_keeps_all) {
    struct fake_host *h = open_with(NULL);
    fake_set(h, "max", 400);
    fake_set(h, "rate", 1000);
    fake_set(h, "life", 100);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    fake_steps(h, 60);
    double x = fake_number(h, "pos", 50, 1);
    fake_set(h, "gravity", 0);
    fake_set(h, "max", 100);
    fake_set(h, "rate", 0);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_double_eq(fake_counter(h, "alive"), 100);
    double moved = fake_number(h, "pos", 50, 1);
    ck_assert_double_eq_tol(moved, x + fake_number(h, "vel", 50, 1) / 60.0, 1e-4);
    fake_set(h, "max", 5000);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_double_eq(fake_counter(h, "alive"), 100);
    fake_host_destroy(h);
}
END_TEST

START_TEST(no_burst_after_silence) {
    struct fake_host *h = started();
    fake_set(h, "rate", 0);
    fake_steps(h, 600);
    fake_set(h, "rate", 100);
    fake_steps(h, 1);
    ck_assert_double_le(fake_counter(h, "born"), 2);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_billion_a_second_stays_within_the_cap) {
    struct fake_host *h = started();
    fake_set(h, "rate", 1e9);
    ck_assert_int_eq(fake_steps(h, 5), WISP_OK);
    ck_assert_double_le(fake_counter(h, "alive"), 10000);
    fake_host_destroy(h);
}
END_TEST

START_TEST(life_zero_is_never_born_and_recovers) {
    struct fake_host *h = started();
    fake_set(h, "life", 0);
    ck_assert_int_eq(fake_steps(h, 60), WISP_OK);
    ck_assert_double_eq(fake_counter(h, "alive"), 0);
    fake_set(h, "life", 1);
    fake_steps(h, 60);
    ck_assert_double_gt(fake_counter(h, "alive"), 90);
    fake_host_destroy(h);
}
END_TEST

START_TEST(one_long_step_leaves_at_most_rate_times_life) {
    struct fake_options options = {.dt = 5.0f};
    struct fake_host *h = open_with(&options);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_double_le(fake_counter(h, "alive"), 101);
    ck_assert_double_ge(fake_counter(h, "alive"), 99);
    fake_host_destroy(h);
}
END_TEST

START_TEST(age_stays_within_life) {
    struct fake_host *h = started();
    fake_set_range(h, "life", 0.1, 0.9);
    for (int k = 0; k < 120; k++) {
        fake_steps(h, 1);
        for (uint64_t i = 0; i < used(h); i++)
            if (alive(h, i)) ck_assert_double_ge(fake_number(h, "age", i, 0), 0);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_short_effect_fires_once) {
    struct fake_host *h = started();
    fake_set(h, "rate", 0);
    fake_set(h, "burst", 25);
    fake_set(h, "burst_at", 0.0);
    fake_set(h, "duration", 0.001);
    fake_steps(h, 30);
    ck_assert_double_eq(fake_counter(h, "born"), 25);
    fake_host_destroy(h);
}
END_TEST

START_TEST(repeated_bursts_come_exactly_once_each) {
    static const float dts[] = {1.0f / 240, 1.0f / 60, 1.0f / 7, 1.0f};
    struct fake_options options = {.dt = dts[_i]};
    struct fake_host *h = open_with(&options);
    fake_set(h, "rate", 0);
    fake_set(h, "life", 100);
    fake_set(h, "burst", 10);
    fake_set(h, "burst_at", 0.25);
    fake_set(h, "burst_every", 0.5);
    fake_set(h, "burst_times", 4);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    fake_steps(h, (uint32_t)(4.0f / dts[_i]));
    ck_assert_double_eq(fake_counter(h, "born"), 40);
    fake_host_destroy(h);
}
END_TEST

START_TEST(the_loop_seam_keeps_the_interval) {
    struct fake_host *h = started();
    fake_set(h, "duration", 0.37);
    fake_set(h, "loop", 1);
    fake_set(h, "life", 100);
    fake_set(h, "rate", 100);
    fake_steps(h, 120);
    for (uint64_t i = 0; i + 1 < used(h); i++) {
        double gap = fake_number(h, "age", i, 0) - fake_number(h, "age", i + 1, 0);
        ck_assert_double_eq_tol(gap, 0.01, 1e-4);
    }
    ck_assert_uint_ge(used(h), 199);
    fake_host_destroy(h);
}
END_TEST

START_TEST(commands_burst_stop_restart_clear) {
    struct fake_host *h = started();
    const double count = 150;
    fake_set(h, "rate", 0);
    fake_command(h, "burst", &count, 1);
    fake_steps(h, 1);
    ck_assert_double_eq(fake_counter(h, "alive"), 150);
    fake_set(h, "rate", 1000);
    fake_command(h, "stop", NULL, 0);
    fake_steps(h, 10);
    ck_assert_double_eq(fake_counter(h, "born"), 150);
    fake_command(h, "restart", NULL, 0);
    fake_steps(h, 10);
    ck_assert_double_gt(fake_counter(h, "born"), 300);
    fake_set(h, "rate", 0);
    fake_command(h, "clear", NULL, 0);
    fake_steps(h, 1);
    ck_assert_double_eq(fake_counter(h, "alive"), 0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(threads_and_instruction_sets_do_not_matter) {
    uint64_t want = 0;
    for (uint32_t threads = 1; threads <= 3; threads++) {
        struct fake_options options = {.threads = threads};
        struct fake_host *h = open_with(&options);
        fake_set(h, "max", 100000);
        fake_set(h, "rate", 50000);
        fake_set_range(h, "life", 0.5, 1.8);
        fake_set(h, "turbulence", 3);
        fake_set(h, "drag", 0.4);
        ck_assert_int_eq(fake_start(h), WISP_OK);
        ck_assert_int_eq(fake_steps(h, 120), WISP_OK);
        ck_assert_double_gt(fake_counter(h, "alive"), 40000);
        if (threads == 1) want = fake_hash(h);
        ck_assert_uint_eq(fake_hash(h), want);
        fake_host_destroy(h);
    }
}
END_TEST

START_TEST(nothing_falls_through_the_ground_or_a_thin_box) {
    struct fake_options options = {.dt = 1.0f / 30};
    struct fake_host *h = open_with(&options);
    wisp_collider bodies[2] = {{.struct_size = sizeof *bodies,
                                .shape = WISP_SHAPE_PLANE,
                                .id = "ground",
                                .restitution = 0.5f},
                               {.struct_size = sizeof *bodies,
                                .shape = WISP_SHAPE_BOX,
                                .id = "lid",
                                .size = {3, 0.01f, 3},
                                .restitution = 0.3f}};
    for (int k = 0; k < 2; k++)
        bodies[k].pose.rotation[3] = bodies[k].prev_pose.rotation[3] = 1;
    for (int k = 0; k < 2; k++) bodies[k].pose.scale = bodies[k].prev_pose.scale = 1;
    bodies[1].pose.position[1] = bodies[1].prev_pose.position[1] = 1;
    fake_world(h)->world.colliders = bodies;
    fake_world(h)->world.collider_count = 2;
    fake_world(h)->pose.position[1] = 3;
    fake_set(h, "speed", -20); /* Straight down, 0.7 m a step. */
    fake_set(h, "spread", 5);
    fake_set(h, "life", 5);
    fake_set_text(h, "collide", "bounce");
    ck_assert_int_eq(fake_start(h), WISP_OK);
    for (int k = 0; k < 90; k++) {
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
        for (uint64_t i = 0; i < used(h); i++) {
            double x = fake_number(h, "pos", i, 0), z = fake_number(h, "pos", i, 2);
            double y = fake_number(h, "pos", i, 1) + 3.0;
            ck_assert_double_ge(y, -1e-4);
            if (fabs(x) < 2.0 && fabs(z) < 2.0) ck_assert_double_ge(y, 1.009);
        }
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(far_from_the_origin_nothing_trembles) {
    double near[3] = {0};
    for (int k = 0; k < 2; k++) {
        struct fake_host *h = open_with(NULL);
        fake_world(h)->pose.position[0] = k ? 1e6f : 0.0f;
        ck_assert_int_eq(fake_start(h), WISP_OK);
        fake_steps(h, 60);
        for (uint32_t c = 0; c < 3; c++) {
            if (k) ck_assert_double_eq(fake_number(h, "pos", 20, c), near[c]);
            near[c] = fake_number(h, "pos", 20, c);
        }
        fake_host_destroy(h);
    }
}
END_TEST

START_TEST(local_space_rides_along_exactly) {
    struct fake_host *h = open_with(NULL);
    double before;
    fake_set_text(h, "space", "local");
    fake_set(h, "gravity", 0);
    fake_set(h, "life", 100);
    fake_set(h, "speed", 0);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    fake_steps(h, 30);
    before = fake_number(h, "pos", 5, 0);
    fake_world(h)->pose.position[0] += 4;
    fake_steps(h, 1);
    ck_assert_double_eq(fake_number(h, "pos", 5, 0), before + 4);
    fake_host_destroy(h);
}
END_TEST

START_TEST(order_is_by_birth_whatever_dies) {
    struct fake_host *h = started();
    fake_set_range(h, "life", 0.1, 2);
    fake_set(h, "rate", 2000);
    fake_steps(h, 200);
    for (uint64_t i = 0; i + 1 < used(h); i++)
        ck_assert_double_lt(fake_number(h, "seed", i, 0), fake_number(h, "seed", i + 1, 0));
    fake_host_destroy(h);
}
END_TEST

START_TEST(bounds_hold_every_living_particle) {
    struct fake_host *h = started();
    float lo[3], hi[3];
    fake_steps(h, 100);
    ck_assert(instance_bounds(fake_instance(h), lo, hi));
    for (uint64_t i = 0; i < used(h); i++)
        for (uint32_t c = 0; c < 3; c++) {
            ck_assert_double_ge(fake_number(h, "pos", i, c), (double)lo[c]);
            ck_assert_double_le(fake_number(h, "pos", i, c), (double)hi[c]);
        }
    fake_host_destroy(h);
}
END_TEST

START_TEST(warm_steps_and_draws_allocate_nothing) {
    struct fake_host *h = started();
    fake_steps(h, 200);
    fake_draw(h);
    size_t before = fake_allocations(h);
    for (int k = 0; k < 60; k++) {
        fake_steps(h, 1);
        fake_draw(h);
    }
    ck_assert_uint_eq(fake_allocations(h), before);
    fake_host_destroy(h);
}
END_TEST

SUITE_MAIN("particles", TEST(alive_settles_at_rate_times_life),
           TEST(frame_rate_changes_nothing), TEST(births_are_spread_along_a_fast_emitter),
           TEST_LOOP(cap_is_never_exceeded, 0, 3),
           TEST(shrinking_keeps_the_oldest_and_growing_keeps_all), TEST(no_burst_after_silence),
           TEST(a_billion_a_second_stays_within_the_cap),
           TEST(life_zero_is_never_born_and_recovers),
           TEST(one_long_step_leaves_at_most_rate_times_life), TEST(age_stays_within_life),
           TEST(a_short_effect_fires_once),
           TEST_LOOP(repeated_bursts_come_exactly_once_each, 0, 4),
           TEST(the_loop_seam_keeps_the_interval), TEST(commands_burst_stop_restart_clear),
           TEST(threads_and_instruction_sets_do_not_matter),
           TEST(nothing_falls_through_the_ground_or_a_thin_box),
           TEST(far_from_the_origin_nothing_trembles), TEST(local_space_rides_along_exactly),
           TEST(order_is_by_birth_whatever_dies), TEST(bounds_hold_every_living_particle),
           TEST(warm_steps_and_draws_allocate_nothing))
