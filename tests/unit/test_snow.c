/* SPDX-License-Identifier: MIT
 *
 * The snow effect in a world of the test's own.
 */
#include "snow/snow_move.h"
#include "support/fake_host.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static struct fake_host *snow(const struct fake_options *options) {
    struct fake_host *h = fake_host_open("snow", options);
    wisp_world *w = &fake_world(h)->world;
    const float eye[3] = {0, 1.7f, 0}, forward[3] = {0, 0, -1}, up[3] = {0, 1, 0};
    memcpy(w->eye, eye, sizeof eye);
    memcpy(w->forward, forward, sizeof forward);
    memcpy(w->up, up, sizeof up);
    w->gravity[0] = w->gravity[2] = 0.0f;
    w->gravity[1] = -9.81f;
    w->fov_y = 1.0471976f, w->aspect = 16.0f / 9.0f, w->near_z = 0.5f, w->far_z = 40.0f;
    return h;
}

static double alive(struct fake_host *h) { return fake_counter(h, "alive"); }

START_TEST(the_air_is_full_from_the_first_step) {
    struct fake_host *h = snow(NULL);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_double_eq_tol(alive(h), 20000.0, 1.0);
    /* Every eighth of the box has its eighth of the flakes. */
    int count[8] = {0};
    for (uint64_t i = 0; i < 20000; i++) {
        int cell = (fake_number(h, "pos", i, 0) > 0.0) +
                   2 * (fake_number(h, "pos", i, 1) > 6.0) +
                   4 * (fake_number(h, "pos", i, 2) > -9.0);
        count[cell]++;
    }
    for (int k = 0; k < 8; k++) ck_assert_int_gt(count[k], 2300);
    fake_host_destroy(h);
}
END_TEST

START_TEST(flakes_stay_in_their_box_in_any_wind_and_above_the_ground) {
    struct fake_host *h = snow(NULL);
    fake_world(h)->wind[0] = 14.0f;
    fake_world(h)->wind[2] = -9.0f;
    fake_start(h);
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(fake_steps(h, 10), WISP_OK);
        fake_world(h)->world.eye[0] += 7.0f; /* the camera runs */
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
        double x = (double)fake_world(h)->world.eye[0];
        for (uint64_t k = 0; k < 20000; k += 7) {
            ck_assert_double_ge(fake_number(h, "pos", k, 1), 0.0);
            ck_assert_double_le(fake_number(h, "pos", k, 1), 12.0);
            ck_assert_double_le(fabs(fake_number(h, "pos", k, 0) - x), 15.001);
        }
        ck_assert_double_eq_tol(alive(h), 20000.0, 1.0);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(flakes_reach_their_speed_and_the_winds) {
    struct fake_host *h = snow(NULL);
    fake_set_range(h, "fall_speed", 1.0, 1.0);
    fake_world(h)->wind[0] = 3.0f;
    fake_start(h);
    fake_steps(h, 90);
    for (uint64_t i = 0; i < 500; i++) {
        ck_assert_double_eq_tol(fake_number(h, "vel", i, 0), 3.0, 0.02);
        ck_assert_double_eq_tol(fake_number(h, "vel", i, 1), -1.0, 0.02);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(drag_from_rest_follows_the_formula) { /* .05 .1 .5 s at vt 1: small steps converge */
    static const double t[] = {0.05, 0.1, 0.5}, v[] = {0.45461, 0.75350, 0.99989};
    for (int k = 0; k < 3; k++) {
        float pos[3] = {0}, vel[3] = {0}, still[3] = {0}, fall = 1.0f;
        const float gravity[3] = {0, -9.81f, 0};
        struct snow_lanes l = {{&pos[0], &pos[1], &pos[2]},
                               {&vel[0], &vel[1], &vel[2]},
                               {&still[0], &still[1], &still[2]},
                               &fall,
                               NULL};
        int steps = (int)lround(t[k] / 1e-4);
        for (int i = 0; i < steps; i++) snow_move(0)(&l, 1, NULL, gravity, 1e-4f);
        ck_assert_double_eq_tol((double)-vel[1], v[k], 1e-3);
    }
}
END_TEST

START_TEST(levels_move_flakes_to_the_same_bits) {
    enum { N = 997 };
    static float pos[2][3][N], vel[2][3][N], wind[3][N], fall[N];
    static int32_t round[2][N];
    const struct snow_box box = {{-3, 0, -5}, {6, 4, 9}};
    const float gravity[3] = {0.1f, -9.81f, 0};
    for (int level = 1; level <= snow_level(); level++) {
        for (int side = 0; side < 2; side++) {
            for (uint64_t i = 0; i < N; i++) {
                for (uint64_t k = 0; k < 3; k++) {
                    pos[side][k][i] = wisp_rng_range(k, i, -9, 9);
                    vel[side][k][i] = wisp_rng_range(k + 3, i, -3, 3);
                    wind[k][i] = wisp_rng_range(k + 6, i, -5, 5);
                }
                fall[i] = wisp_rng_range(9, i, 0.3f, 3.0f);
            }
            struct snow_lanes l = {{pos[side][0], pos[side][1], pos[side][2]},
                                   {vel[side][0], vel[side][1], vel[side][2]},
                                   {wind[0], wind[1], wind[2]},
                                   fall,
                                   round[side]};
            for (int s = 0; s < 20; s++)
                snow_move(side ? level : 0)(&l, N, &box, gravity, 1.0f / 60.0f);
        }
        ck_assert_mem_eq(pos[0], pos[1], sizeof pos[0]);
        ck_assert_mem_eq(vel[0], vel[1], sizeof vel[0]);
        ck_assert_mem_eq(round[0], round[1], sizeof round[0]);
    }
}
END_TEST

START_TEST(a_roof_keeps_the_snow_out) {
    struct fake_host *h = snow(NULL);
    static wisp_collider roof = {
        .struct_size = sizeof roof, .shape = WISP_SHAPE_BOX, .size = {4, 0.3f, 4}};
    roof.pose = (wisp_pose){{0, 4, -9}, {0, 0, 0, 1}, 1};
    fake_world(h)->world.colliders = &roof;
    fake_world(h)->world.collider_count = 1;
    fake_start(h);
    fake_steps(h, 600); /* what was under it has come down by now */
    int under = 0, above = 0;
    for (uint64_t i = 0; i < 20000; i++) {
        double x = fabs(fake_number(h, "pos", i, 0)),
               z = fabs(fake_number(h, "pos", i, 2) + 9.0);
        double y = fake_number(h, "pos", i, 1);
        if (x > 3.9 || z > 3.9) continue;
        ck_assert(fabs(y - 4.0) > 0.25);
        under += y < 4.0;
        above += y > 4.0;
    }
    ck_assert_int_eq(under, 0);
    /* 7.7 m of 12, 61 of 900 square metres: 870 of 20000, denser by what the roof keeps out. */
    ck_assert_int_gt(above, 700);
    ck_assert_int_lt(above, 1100);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_warm_light_melts_and_a_cold_one_does_not) {
    for (int warm = 0; warm < 2; warm++) {
        struct fake_host *h = snow(NULL);
        static wisp_light lamp = {.struct_size = sizeof lamp, .position = {0, 3, -9}};
        lamp.heat = warm ? 500.0f : 0.0f;
        fake_world(h)->world.lights = &lamp;
        fake_world(h)->world.light_count = 1;
        fake_set(h, "melt_radius", 2.0);
        fake_set(h, "melt_rate", 30.0);
        fake_start(h);
        fake_steps(h, 300);
        int close = 0;
        for (uint64_t i = 0; i < 20000; i++) {
            double d = 0.0;
            const double at[3] = {0, 3, -9};
            for (uint32_t k = 0; k < 3; k++) d += pow(fake_number(h, "pos", i, k) - at[k], 2);
            close += d < 1.0;
        }
        if (warm)
            ck_assert_int_lt(close, 3);
        else
            ck_assert_int_gt(close, 3);
        fake_host_destroy(h);
    }
}
END_TEST

START_TEST(less_snow_ends_on_the_ground_and_not_in_the_air) {
    struct fake_host *h = snow(NULL);
    fake_set(h, "rate", 500);
    fake_start(h);
    fake_steps(h, 5);
    double before = alive(h);
    ck_assert_double_eq_tol(before, 5000.0, 2.0);
    fake_set(h, "rate", 0);
    fake_steps(h, 1);
    ck_assert_double_gt(alive(h), 0.98 * before);
    fake_steps(h, 60 * 30);
    ck_assert_double_eq(alive(h), 0.0);
    fake_draw(h);
    fake_host_destroy(h);
}
END_TEST

START_TEST(max_is_a_cap_and_resizing_keeps_survivors) {
    struct fake_host *h = snow(NULL);
    fake_set(h, "max", 4000);
    fake_start(h);
    fake_steps(h, 3);
    ck_assert_double_eq(alive(h), 4000.0);
    double x = fake_number(h, "pos", 900, 0);
    fake_set(h, "max", 1000);
    fake_steps(h, 1);
    ck_assert_double_eq(alive(h), 1000.0);
    ck_assert_double_eq_tol(fake_number(h, "pos", 900, 0), x, 0.2);
    fake_host_destroy(h);
}
END_TEST

static struct fake_host *document(double rate, double max) {
    struct fake_host *h = snow(NULL);
    fake_set_text(h, "mode", "document");
    fake_set_text(h, "spawn", "triangular");
    fake_set(h, "rate", rate);
    fake_set(h, "max", max);
    fake_set_range(h, "fall_speed", 3.0, 3.0);
    fake_start(h);
    return h;
}

START_TEST(the_document_holds_rate_times_height_over_speed) { /* 200/s, 12 m, 3 m/s: 800 */
    struct fake_host *h = document(200, 10000);
    fake_steps(h, 600);
    double sum = 0.0;
    for (int i = 0; i < 300; i++) {
        fake_steps(h, 1);
        sum += alive(h);
    }
    ck_assert_double_eq_tol(sum / 300.0, 800.0, 16.0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(the_document_never_goes_over_its_capacity) {
    struct fake_host *h = document(2000, 5000);
    double most = 0.0, sum = 0.0;
    fake_steps(h, 400);
    for (int i = 0; i < 300; i++) {
        fake_steps(h, 1);
        most = fmax(most, alive(h));
        sum += alive(h);
    }
    ck_assert_double_le(most, 5000.0);
    ck_assert_double_gt(sum / 300.0, 4990.0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(documents_flakes_never_pass_through_the_ground) {
    struct fake_host *h = document(500, 10000);
    for (int i = 0; i < 60; i++) {
        fake_steps(h, 5);
        uint64_t n = (uint64_t)alive(h);
        for (uint64_t k = 0; k < n; k++) {
            ck_assert_double_ge(fake_number(h, "pos", k, 1), 0.0);
            ck_assert_double_le(fake_number(h, "pos", k, 1), 12.0);
        }
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(threads_do_not_change_a_bit) {
    uint64_t want = 0;
    static const uint32_t counts[] = {1, 2, 7};
    for (int k = 0; k < 3; k++) {
        const struct fake_options options = {.threads = counts[k]};
        struct fake_host *h = snow(&options);
        fake_world(h)->wind[0] = 5.0f;
        fake_start(h);
        fake_steps(h, 120);
        if (k == 0) want = fake_hash(h);
        ck_assert_uint_eq(fake_hash(h), want);
        fake_host_destroy(h);
    }
}
END_TEST

START_TEST(nothing_is_allocated_once_warm) {
    struct fake_host *h = snow(NULL);
    fake_start(h);
    fake_steps(h, 3);
    fake_draw(h);
    size_t before = fake_allocations(h);
    fake_steps(h, 60);
    fake_draw(h);
    ck_assert_uint_eq(fake_allocations(h), before);
    fake_host_destroy(h);
}
END_TEST

enum { SIDE = 96 };

static struct fake_host *cover(wisp_collider *bodies, uint32_t count) {
    struct fake_host *h = snow(NULL);
    fake_world(h)->world.colliders = bodies;
    fake_world(h)->world.collider_count = count;
    fake_set(h, "accumulate", 2000);
    fake_set(h, "cover", 9.6); /* cells of 10 cm */
    fake_set(h, "melt_radius", 0);
    return h;
}

/* Height of the snow at x, z. */
static double height_at(struct fake_host *h, double x, double z) {
    uint64_t i = (uint64_t)((x + 4.8) * 10.0), k = (uint64_t)((z + 4.8) * 10.0);
    return fake_number(h, "cover", k * SIDE + i, 0);
}

static wisp_collider body(uint32_t shape, float x, float y, float z, float a, float b,
                          float c) {
    wisp_collider k = {.struct_size = sizeof k, .shape = shape, .size = {a, b, c}};
    k.pose = (wisp_pose){{x, y, z}, {0, 0, 0, 1}, 1};
    return k;
}

/* rate * volume of a flake / area * time-lapse: 2000 * 4.19e-6 / 900 * 2000 = 18.6 mm a second. */
static const double layer = 2000.0 * (3.14159265 / 6.0) * 8e-6 / 900.0 * 2000.0;

START_TEST(open_ground_gets_what_falls) {
    wisp_collider ground = body(WISP_SHAPE_PLANE, 0, 0, 0, 0, 0, 0);
    struct fake_host *h = cover(&ground, 1);
    fake_start(h);
    fake_steps(h, 120);
    for (uint64_t i = 0; i < SIDE * SIDE; i += 11)
        ck_assert_double_eq_tol(fake_number(h, "cover", i, 0), 2.0 * layer, 0.002 * layer);
    fake_host_destroy(h);
}
END_TEST

START_TEST(roofs_carry_snow_and_keep_it_off_the_ground) {
    wisp_collider bodies[] = {body(WISP_SHAPE_PLANE, 0, 0, 0, 0, 0, 0),
                              body(WISP_SHAPE_BOX, 2, 2, 0, 1, 0.1f, 1),
                              body(WISP_SHAPE_SPHERE, -2, 1, 0, 1, 0, 0)};
    struct fake_host *h = cover(bodies, 3);
    fake_start(h);
    fake_steps(h, 60);
    ck_assert_double_eq_tol(height_at(h, 2.05, 0.05), layer, 0.05 * layer); /* on the roof */
    ck_assert_double_eq_tol(height_at(h, 0.05, 3.05), layer, 0.05 * layer); /* in the open */
    ck_assert_double_gt(height_at(h, -2.05, 0.05), 0.5 * layer);  /* top of the ball */
    ck_assert_double_lt(height_at(h, -1.15, 0.05), 0.25 * layer); /* its steep side */
    fake_host_destroy(h);
}
END_TEST

START_TEST(wind_blows_snow_under_a_roof_and_leaves_its_lee_bare) {
    wisp_collider bodies[] = {body(WISP_SHAPE_PLANE, 0, 0, 0, 0, 0, 0),
                              body(WISP_SHAPE_BOX, 0, 1, 0, 0.5f, 1, 2)}; /* a wall across x */
    struct fake_host *h = cover(bodies, 2);
    fake_world(h)->world.wind[0] = fake_world(h)->wind[0] = 1.2f; /* 45 degrees at 1.2 m/s */
    fake_start(h);
    fake_steps(h, 60);
    ck_assert_double_eq_tol(height_at(h, -1.05, 0.05), layer, 0.05 * layer); /* windward */
    ck_assert_double_lt(height_at(h, 1.05, 0.05), 0.05 * layer);             /* lee */
    ck_assert_double_eq_tol(height_at(h, 3.55, 0.05), layer, 0.05 * layer);  /* beyond it */
    fake_host_destroy(h);
}
END_TEST

START_TEST(what_moves_through_snow_leaves_a_track) {
    wisp_collider bodies[] = {body(WISP_SHAPE_PLANE, 0, 0, 0, 0, 0, 0),
                              body(WISP_SHAPE_BOX, -3, 0.3f, 0, 0.4f, 0.3f, 0.4f)};
    struct fake_host *h = cover(bodies, 2);
    fake_start(h);
    fake_steps(h, 60);
    for (int i = 0; i < 240; i++) {
        bodies[1].pose.position[0] = -3.0f + 0.02f * (float)i;
        fake_steps(h, 1);
    }
    double track = height_at(h, 0.05, 0.05), aside = height_at(h, 0.05, 2.05);
    ck_assert_double_gt(aside, 4.5 * layer);
    ck_assert_double_lt(track, 0.7 * aside);
    fake_host_destroy(h);
}
END_TEST

START_TEST(cover_survives_a_checkpoint_bit_for_bit) {
    uint64_t want = 0;
    for (int side = 0; side < 2; side++) {
        wisp_collider bodies[] = {body(WISP_SHAPE_PLANE, 0, 0, 0, 0, 0, 0),
                                  body(WISP_SHAPE_BOX, 0, 1, 0, 0.5f, 1, 0.5f)};
        struct fake_host *h = cover(bodies, 2);
        fake_start(h);
        fake_steps(h, 30);
        bodies[1].pose.position[0] = 1.0f; /* rows are being looked at again */
        fake_steps(h, 5);
        if (side) {
            size_t size = instance_save_size(fake_instance(h));
            void *bytes = aligned_alloc(64, (size + 63) / 64 * 64);
            instance_save(fake_instance(h), bytes);
            ck_assert_int_eq(instance_restore(fake_instance(h), bytes, size), WISP_OK);
            free(bytes);
        }
        fake_steps(h, 60);
        if (!side) want = fake_hash(h);
        ck_assert_uint_eq(fake_hash(h), want);
        fake_host_destroy(h);
    }
}
END_TEST

START_TEST(turning_round_in_one_step_shows_no_empty_view) {
    struct fake_host *h = snow(NULL);
    fake_start(h);
    fake_steps(h, 30);
    fake_world(h)->world.forward[2] = 1.0f; /* it looked along -z */
    fake_steps(h, 1);
    int count[4] = {0};
    for (uint64_t i = 0; i < 20000; i++) {
        double x = fake_number(h, "pos", i, 0), z = fake_number(h, "pos", i, 2);
        ck_assert_double_ge(z, -6.001); /* 30 m about 9 m ahead */
        ck_assert_double_le(z, 24.001);
        count[(x > 0.0) + 2 * (z > 9.0)]++;
    }
    for (int k = 0; k < 4; k++) ck_assert_int_gt(count[k], 4600);
    fake_host_destroy(h);
}
END_TEST

SUITE_MAIN("snow", TEST(the_air_is_full_from_the_first_step),
           TEST(flakes_stay_in_their_box_in_any_wind_and_above_the_ground),
           TEST(flakes_reach_their_speed_and_the_winds),
           TEST(drag_from_rest_follows_the_formula), TEST(levels_move_flakes_to_the_same_bits),
           TEST(a_roof_keeps_the_snow_out), TEST(a_warm_light_melts_and_a_cold_one_does_not),
           TEST(less_snow_ends_on_the_ground_and_not_in_the_air),
           TEST(max_is_a_cap_and_resizing_keeps_survivors),
           TEST(the_document_holds_rate_times_height_over_speed),
           TEST(the_document_never_goes_over_its_capacity),
           TEST(documents_flakes_never_pass_through_the_ground),
           TEST(threads_do_not_change_a_bit), TEST(nothing_is_allocated_once_warm),
           TEST(turning_round_in_one_step_shows_no_empty_view),
           TEST(open_ground_gets_what_falls), TEST(roofs_carry_snow_and_keep_it_off_the_ground),
           TEST(wind_blows_snow_under_a_roof_and_leaves_its_lee_bare),
           TEST(what_moves_through_snow_leaves_a_track),
           TEST(cover_survives_a_checkpoint_bit_for_bit))
