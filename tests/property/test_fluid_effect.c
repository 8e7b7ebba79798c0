/* SPDX-License-Identifier: MIT
 *
 * The fluid as a plugin: filling, containers, what scripts do wrong, what bodies feel.
 */
#include "support/fake_host.h"
#include "support/suite.h"

#include "plugin/buffers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct fake_host *fluid(const struct fake_options *options) {
    struct fake_host *h = fake_host_open("fluid", options);
    fake_set_vec(h, "size", 1.0f, 1.0f, 0.5f, 0);
    fake_set_vec(h, "fill", 0.5f, 0.5f, 0.5f, 0);
    fake_set_vec(h, "fill_position", -0.25f, 0, 0, 0);
    return h;
}

static uint32_t alive(struct fake_host *h) { return (uint32_t)fake_counter(h, "alive"); }

static double fastest(struct fake_host *h) {
    double most = 0.0;
    for (uint32_t i = 0; i < alive(h); i++) {
        double v2 = 0.0;
        for (uint32_t c = 0; c < 3; c++) {
            double v = fake_number(h, "vel", i, c);
            v2 += v * v;
        }
        most = fmax(most, sqrt(v2));
    }
    return most;
}

/* All particles are finite and within a box. */
static void check_within(struct fake_host *h, const double lo[3], const double hi[3]) {
    for (uint32_t i = 0; i < alive(h); i++) {
        for (uint32_t c = 0; c < 3; c++) {
            double p = fake_number(h, "pos", i, c);
            ck_assert(isfinite(p));
            ck_assert_double_ge(p, lo[c] - 1e-3);
            ck_assert_double_le(p, hi[c] + 1e-3);
        }
    }
}

static const double box_lo[3] = {-0.5, 0.0, -0.25}, box_hi[3] = {0.5, 1.0, 0.25};

START_TEST(a_block_is_filled_with_whole_layers) {
    struct fake_host *h = fluid(NULL);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_uint_eq(alive(h), 1000);
    ck_assert_double_eq(fake_counter(h, "dropped"), 0.0);
    check_within(h, box_lo, box_hi);
    fake_host_destroy(h);
}
END_TEST

static const char *const containers[] = {"box", "sphere", "cylinder", "torus"};

/* 1 when p is in the container of 1 m. */
static int holds(int which, const double p[3]) {
    double r = hypot(p[0], p[2]);
    switch (which) {
    case 1:
        return sqrt(r * r + (p[1] - 0.5) * (p[1] - 0.5)) <= 0.5;
    case 2:
        return r <= 0.5 && p[1] >= 0.0 && p[1] <= 1.0;
    case 3:
        return hypot(r - 0.3, p[1] - 0.2) <= 0.2;
    default:
        return fabs(p[0]) <= 0.5 && p[1] >= 0.0 && p[1] <= 1.0 && fabs(p[2]) <= 0.25;
    }
}

START_TEST(every_container_holds_its_fluid) {
    struct fake_host *h = fluid(NULL);
    fake_set_text(h, "container", containers[_i]);
    fake_set_vec(h, "size", 1.0f, _i == 3 ? 0.4f : 1.0f, 0.5f, 0);
    fake_set_vec(h, "fill", 0.8f, _i == 3 ? 0.3f : 0.7f, 0.8f, 0);
    fake_set_vec(h, "fill_position", 0, 0.02f, 0, 0);
    fake_set_vec(h, "acceleration", 4, 0, 2, 0);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    uint32_t count = alive(h);
    ck_assert_uint_gt(count, 150);
    ck_assert_int_eq(fake_steps(h, 90), WISP_OK);
    ck_assert_uint_eq(alive(h), count);
    for (uint32_t i = 0; i < count; i++) {
        double p[3];
        for (uint32_t c = 0; c < 3; c++) p[c] = fake_number(h, "pos", i, c);
        ck_assert(holds(_i, p));
    }
    fake_host_destroy(h);
}
END_TEST

/* A closed box of 1 x 1 x 0.5 m on the origin as an OBJ file in a new folder. */
static void write_box(char folder[32]) {
    char path[64];
    strcpy(folder, "/tmp/wisp-fluid-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/box.obj", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (int k = 0; k < 8; k++) {
        fprintf(file, "v %g %d %g\n", k & 1 ? 0.5 : -0.5, k >> 1 & 1, k & 4 ? 0.25 : -0.25);
    }
    fputs("f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n", file);
    fclose(file);
}

static void remove_box(const char *folder) {
    char path[64];
    snprintf(path, sizeof path, "%s/box.obj", folder);
    remove(path);
    rmdir(folder);
}

START_TEST(a_mesh_holds_its_fluid_and_can_be_filled) {
    char folder[32];
    write_box(folder);
    struct fake_options options = {.asset_root = folder};
    struct fake_host *h = fluid(&options);
    fake_set_text(h, "container", "mesh");
    fake_set_text(h, "container_mesh", "box.obj");
    if (_i) {
        fake_set_text(h, "shape", "mesh");
        fake_set_text(h, "fill_mesh", "box.obj");
        fake_set_vec(h, "fill_position", 0, 0, 0, 0);
    }
    fake_set_vec(h, "acceleration", 3, 0, 0, 0);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    uint32_t count = alive(h);
    ck_assert_uint_ge(count, _i ? 3000 : 700);
    ck_assert_uint_le(count, _i ? 4000 : 1000);
    ck_assert_int_eq(fake_steps(h, 60), WISP_OK);
    ck_assert_uint_eq(alive(h), count);
    const double lo[3] = {-0.51, -0.01, -0.26}, hi[3] = {0.51, 1.01, 0.26};
    check_within(h, lo, hi);
    fake_host_destroy(h);
    remove_box(folder);
}
END_TEST

START_TEST(text_is_written_in_fluid) {
    struct fake_host *h = fluid(NULL);
    fake_set_text(h, "shape", "text");
    fake_set_text(h, "fill_text", "IL");
    fake_set(h, "spacing", 0.02);
    fake_set_vec(h, "size", 2, 1, 0.5f, 0);
    fake_set_vec(h, "fill", 1.2f, 0.7f, 0.1f, 0);
    fake_set_vec(h, "fill_position", 0, 0.1f, 0, 0);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    /* Dots of 0.1 m: 11 make an I, 11 an L; 125 particles each. */
    ck_assert_uint_ge(alive(h), 22 * 125 * 9 / 10);
    ck_assert_uint_le(alive(h), 22 * 125 * 11 / 10);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_tilted_box_holds_its_fluid) {
    struct fake_host *h = fluid(NULL);
    const float s = sinf(0.3f), c = cosf(0.3f);
    fake_world(h)->pose.rotation[2] = s;
    fake_world(h)->pose.rotation[3] = c;
    ck_assert_int_eq(fake_start(h), WISP_OK);
    fake_steps(h, 1);
    uint32_t count = alive(h);
    ck_assert_uint_gt(count, 500);
    fake_steps(h, 90);
    ck_assert_uint_eq(alive(h), count);
    for (uint32_t i = 0; i < count; i++) {
        double x = fake_number(h, "pos", i, 0), y = fake_number(h, "pos", i, 1);
        double cc = cos(0.6), ss = sin(0.6);
        ck_assert_double_ge(-ss * x + cc * y, -1e-3);
        ck_assert_double_le(fabs(cc * x + ss * y), 0.5 + 1e-3);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(thread_counts_give_the_same_bits) {
    struct fake_options two = {.threads = 2};
    struct fake_host *a = fluid(NULL), *b = fluid(&two);
    for (int k = 0; k < 2; k++) {
        struct fake_host *h = k ? b : a;
        fake_set(h, "vorticity", 2);
        fake_set(h, "foam", 1);
        fake_world(h)->wind[0] = 3;
        ck_assert_int_eq(fake_start(h), WISP_OK);
        ck_assert_int_eq(fake_steps(h, 40), WISP_OK);
    }
    ck_assert_uint_eq(fake_hash(a), fake_hash(b));
    fake_host_destroy(a);
    fake_host_destroy(b);
}
END_TEST

START_TEST(a_restored_fluid_goes_on_as_if_nothing_had_been) {
    struct fake_host *h = fluid(NULL);
    fake_set(h, "source_radius", 0.08);
    fake_set_vec(h, "source_position", 0.2f, 0.8f, 0, 0);
    fake_start(h);
    fake_steps(h, 20);
    struct instance *it = fake_instance(h);
    static _Alignas(64) unsigned char saved[4 << 20];
    size_t size = instance_save_size(it);
    ck_assert_uint_lt(size, sizeof saved);
    instance_save(it, saved);
    fake_steps(h, 20);
    uint64_t hash = fake_hash(h);
    ck_assert_int_eq(instance_restore(it, saved, size), WISP_OK);
    ck_assert_uint_ne(fake_hash(h), hash);
    fake_steps(h, 20);
    ck_assert_uint_eq(fake_hash(h), hash);
    fake_host_destroy(h);
}
END_TEST

START_TEST(nothing_is_allocated_once_warm) {
    struct fake_host *h = fluid(NULL);
    fake_set(h, "foam", 1);
    fake_start(h);
    fake_steps(h, 60);
    fake_draw(h);
    size_t before = fake_allocations(h);
    fake_steps(h, 60);
    fake_draw(h);
    ck_assert_uint_eq(fake_allocations(h), before);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_particle_costs_at_most_500_bytes) {
    struct fake_host *h = fluid(NULL);
    fake_set(h, "spacing", 0.02);
    fake_start(h);
    fake_steps(h, 2);
    ck_assert_uint_gt(alive(h), 15000);
    ck_assert_double_le((double)instance_bytes(fake_instance(h)) / alive(h), 500.0);
    fake_host_destroy(h);
}
END_TEST

/* ---- Robustness */

START_TEST(drawing_leaves_the_state_alone) {
    struct fake_host *h = fluid(NULL);
    fake_start(h);
    fake_draw(h);
    fake_steps(h, 3);
    uint64_t hash = fake_hash(h);
    fake_draw(h);
    ck_assert_uint_eq(fake_hash(h), hash);
    fake_host_destroy(h);
}
END_TEST

START_TEST(no_particles_are_fine) {
    struct fake_host *h = fluid(NULL);
    fake_set_text(h, "shape", "none");
    fake_set(h, "foam", 1);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 5), WISP_OK);
    fake_draw(h);
    ck_assert_uint_eq(alive(h), 0);
    const double ball[7] = {0, 0.4, 0, 0.15, 0, 0, 0};
    fake_command(h, "add", ball, 7);
    ck_assert_int_eq(fake_steps(h, 5), WISP_OK);
    ck_assert_uint_gt(alive(h), 50);
    fake_command(h, "clear", NULL, 0);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    ck_assert_uint_eq(alive(h), 0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(spoiled_state_is_dropped_and_counted) {
    struct fake_host *h = fluid(NULL);
    fake_start(h);
    fake_steps(h, 3);
    const struct buffer *pos = fake_buffer(h, "pos"), *vel = fake_buffer(h, "vel");
    float *p = pos->data, *v = vel->data;
    p[30] = NAN;
    p[61] = -INFINITY;
    v[93] = NAN;
    ck_assert_int_eq(fake_steps(h, 5), WISP_OK);
    ck_assert_uint_eq(alive(h), 997);
    ck_assert_double_eq(fake_counter(h, "dropped"), 3.0);
    check_within(h, box_lo, box_hi);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_stall_is_cut_into_substeps) {
    struct fake_options stall = {.dt = 0.2f};
    struct fake_host *h = fluid(&stall);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 10), WISP_OK);
    ck_assert_double_ge(fake_counter(h, "substeps"), 12.0);
    check_within(h, box_lo, box_hi);
    ck_assert_double_lt(fastest(h), 5.0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(gravity_may_flip) {
    struct fake_host *h = fluid(NULL);
    fake_start(h);
    fake_steps(h, 60);
    fake_world(h)->world.gravity[1] = 9.81f;
    ck_assert_int_eq(fake_steps(h, 150), WISP_OK);
    check_within(h, box_lo, box_hi);
    double mean = 0.0;
    for (uint32_t i = 0; i < 1000; i++) mean += fake_number(h, "pos", i, 1) / 1000;
    ck_assert_double_gt(mean, 0.8); /* it lies under the lid */
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_container_may_shrink_to_a_third) {
    struct fake_host *h = fluid(NULL);
    fake_start(h);
    fake_steps(h, 60);
    fake_set_vec(h, "size", 0.34f, 1.0f, 0.5f, 0);
    ck_assert_int_eq(fake_steps(h, 180), WISP_OK);
    const double lo[3] = {-0.17, 0, -0.25}, hi[3] = {0.17, 1.0, 0.25};
    check_within(h, lo, hi);
    ck_assert_uint_eq(alive(h), 1000);
    ck_assert_double_lt(fastest(h), 1.0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_container_too_small_squeezes_but_does_not_explode) {
    struct fake_host *h = fluid(NULL);
    fake_start(h);
    fake_steps(h, 30);
    fake_set_vec(h, "size", 0.33f, 0.33f, 0.33f, 0);
    ck_assert_int_eq(fake_steps(h, 240), WISP_OK);
    const double lo[3] = {-0.165, 0, -0.165}, hi[3] = {0.165, 0.33, 0.165};
    check_within(h, lo, hi);
    ck_assert_uint_eq(alive(h), 1000);
    fake_host_destroy(h);
}
END_TEST

START_TEST(max_is_kept) {
    struct fake_host *h = fluid(NULL);
    fake_set(h, "max", 400);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 2), WISP_OK);
    ck_assert_uint_eq(alive(h), 400);
    fake_set(h, "max", 2000);
    const double ball[7] = {0.2, 0.7, 0, 0.2, 0, 0, 0};
    fake_command(h, "add", ball, 7);
    fake_steps(h, 2);
    ck_assert_uint_gt(alive(h), 500);
    fake_set(h, "max", 100);
    fake_steps(h, 2);
    ck_assert_uint_eq(alive(h), 100);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_spent_budget_is_said_and_survived) {
    struct fake_options small = {.budget = 300000};
    struct fake_host *h = fluid(&small);
    fake_start(h);
    for (int k = 0; k < 5; k++) fake_steps(h, 1);
    ck_assert_uint_lt(alive(h), 1000);
    fake_draw(h);
    fake_host_destroy(h);
}
END_TEST

START_TEST(spacing_changes_live) {
    struct fake_host *h = fluid(NULL);
    fake_start(h);
    fake_steps(h, 60);
    fake_set(h, "spacing", _i ? 0.1 : 0.035);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    double volume = alive(h) * pow(_i ? 0.1 : 0.035, 3.0);
    ck_assert_double_eq_tol(volume, 0.125, 0.002);
    ck_assert_int_eq(fake_steps(h, 90), WISP_OK);
    check_within(h, box_lo, box_hi);
    ck_assert_double_lt(fastest(h), 2.0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(any_viscosity_is_stable) {
    static const double values[] = {0.0, 1.0, 100.0};
    struct fake_host *h = fluid(NULL);
    fake_set(h, "viscosity", values[_i]);
    fake_set(h, "vorticity", _i == 0 ? 20.0 : 0.0);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 120), WISP_OK);
    check_within(h, box_lo, box_hi);
    ck_assert_double_lt(fastest(h), 6.0);
    fake_host_destroy(h);
}
END_TEST

static wisp_collider ball(float x, float y, float z, float radius, float mass) {
    wisp_collider c = {.struct_size = sizeof c, .shape = WISP_SHAPE_SPHERE, .id = "ball"};
    c.pose = (wisp_pose){{x, y, z}, {0, 0, 0, 1}, 1};
    c.prev_pose = c.pose;
    c.size[0] = radius;
    c.mass = mass;
    return c;
}

START_TEST(fluid_is_not_placed_in_bodies_or_in_itself) {
    struct fake_host *h = fluid(NULL);
    wisp_collider body = ball(-0.25f, 0.25f, 0, 0.15f, 0);
    fake_world(h)->world.colliders = &body;
    fake_world(h)->world.collider_count = 1;
    fake_start(h);
    fake_steps(h, 1);
    ck_assert_uint_lt(alive(h), 950);
    ck_assert_uint_gt(alive(h), 700);
    uint32_t count = alive(h);
    const double again[7] = {-0.25, 0.25, 0, 0.2, 0, 0, 0};
    fake_command(h, "add", again, 7);
    fake_steps(h, 1);
    ck_assert_uint_le(alive(h), count + 60);
    double worst = 0.0;
    for (int k = 0; k < 60; k++) {
        fake_steps(h, 1);
        worst = fmax(worst, fastest(h));
    }
    ck_assert_double_lt(worst, 4.0);
    for (uint32_t i = 0; i < alive(h); i++) {
        double x = fake_number(h, "pos", i, 0) + 0.25, y = fake_number(h, "pos", i, 1) - 0.25;
        ck_assert_double_ge(sqrt(x * x + y * y + pow(fake_number(h, "pos", i, 2), 2.0)), 0.15);
    }
    fake_host_destroy(h);
}
END_TEST

/* ---- Bodies, source, drain, region */

/* Moves the ball by what the fluid pushed and by gravity, as a host would. */
static void move_ball(struct fake_host *h, wisp_collider *body, float dt) {
    const struct fake_record *r = fake_record(h);
    body->prev_pose = body->pose;
    for (uint32_t k = 0; k < r->push_count && k < FAKE_RECORDS; k++) {
        for (int c = 0; c < 3; c++) body->velocity[c] += r->pushes[k].impulse[c] / body->mass;
    }
    body->velocity[1] -= 9.81f * dt;
    for (int c = 0; c < 3; c++) body->pose.position[c] += body->velocity[c] * dt;
    if (body->pose.position[1] < body->size[0]) {
        body->pose.position[1] = body->size[0];
        body->velocity[1] = 0;
    }
    fake_record_clear(h);
}

START_TEST(light_bodies_float_and_heavy_ones_sink) {
    struct fake_host *h = fluid(NULL);
    const float radius = 0.12f, volume = 4.18879f * radius * radius * radius;
    wisp_collider body = ball(0, 0.5f, 0, radius, volume * (_i ? 2500.0f : 300.0f));
    fake_set_vec(h, "size", 0.6f, 1.0f, 0.6f, 0);
    fake_set_vec(h, "fill", 0.6f, 0.4f, 0.6f, 0);
    fake_set_vec(h, "fill_position", 0, 0, 0, 0);
    fake_set(h, "viscosity", 0.5);
    fake_world(h)->world.colliders = &body;
    fake_world(h)->world.collider_count = 1;
    fake_start(h);
    for (int n = 0; n < 240; n++) {
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
        move_ball(h, &body, 1.0f / 60.0f);
        ck_assert_float_lt(fabsf(body.velocity[1]), 5.0f);
    }
    if (_i) {
        ck_assert_float_lt(body.pose.position[1], radius + 0.03f);
    } else {
        /* At 0.3 of water's density its centre is above the surface. */
        ck_assert_float_gt(body.pose.position[1], 0.36f);
        ck_assert_float_lt(body.pose.position[1], 0.55f);
        ck_assert_float_lt(fabsf(body.velocity[1]), 0.3f);
    }
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_dropped_body_makes_a_splash) {
    struct fake_host *h = fluid(NULL);
    wisp_collider body = ball(0, 0.95f, 0, 0.1f, 6.0f);
    fake_set_vec(h, "fill", 1.0f, 0.4f, 0.5f, 0);
    fake_set_vec(h, "fill_position", 0, 0, 0, 0);
    fake_start(h);
    fake_steps(h, 60);
    fake_record_clear(h);
    fake_world(h)->world.colliders = &body;
    fake_world(h)->world.collider_count = 1;
    uint32_t splashes = 0;
    for (int n = 0; n < 40; n++) {
        fake_steps(h, 1);
        for (uint32_t k = 0; k < fake_record(h)->signal_count; k++) {
            splashes += strcmp(fake_record(h)->signals[k].name, "splash") == 0;
        }
        move_ball(h, &body, 1.0f / 60.0f);
    }
    ck_assert_uint_ge(splashes, 1);
    ck_assert_uint_le(splashes, 12);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_fast_thin_plate_takes_the_fluid_along) {
    struct fake_host *h = fluid(NULL);
    wisp_collider plate = {.struct_size = sizeof plate, .shape = WISP_SHAPE_BOX, .id = "plate"};
    plate.size[0] = 0.02f;
    plate.size[1] = 0.5f;
    plate.size[2] = 0.3f;
    plate.pose = (wisp_pose){{-0.48f, 0.5f, 0}, {0, 0, 0, 1}, 1};
    fake_world(h)->world.colliders = &plate;
    fake_world(h)->world.collider_count = 1;
    fake_start(h);
    for (int n = 0; n < 24; n++) {
        plate.prev_pose = plate.pose;
        plate.velocity[0] = 1.6f;
        plate.pose.position[0] += 1.6f / 60.0f;
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    }
    uint32_t behind = 0;
    for (uint32_t i = 0; i < alive(h); i++) {
        behind += fake_number(h, "pos", i, 0) < (double)plate.pose.position[0];
    }
    ck_assert_uint_eq(behind, 0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_tap_fills_and_a_drain_empties) {
    struct fake_host *h = fluid(NULL);
    fake_set_text(h, "shape", "none");
    fake_set(h, "source_radius", 0.1);
    fake_set(h, "source_speed", 1.5);
    fake_set_vec(h, "source_position", 0, 0.9f, 0, 0);
    fake_start(h);
    fake_steps(h, 60);
    /* Layers of the lattice points within 0.1 m: 12 at a spacing of 0.05 m, 30 a second. */
    ck_assert_uint_ge(alive(h), 28 * 12);
    ck_assert_uint_le(alive(h), 31 * 16);
    check_within(h, box_lo, box_hi);
    uint32_t full = alive(h);
    fake_set(h, "source_radius", 0);
    fake_set(h, "drain_radius", 0.2);
    fake_steps(h, 60);
    ck_assert_uint_lt(alive(h), full / 2);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_region_tells_what_is_in_it) {
    struct fake_host *h = fluid(NULL);
    fake_set_vec(h, "region_size", 0.2f, 1.0f, 0.5f, 0);
    fake_set_vec(h, "region_position", 0.4f, 0, 0, 0);
    fake_start(h);
    fake_steps(h, 120);
    uint32_t entered = 0, level = 0;
    float last = 0.0f;
    for (uint32_t k = 0; k < fake_record(h)->signal_count; k++) {
        entered += strcmp(fake_record(h)->signals[k].name, "entered") == 0;
        if (strcmp(fake_record(h)->signals[k].name, "level") == 0) {
            level++;
            last = fake_record(h)->signals[k].value;
        }
    }
    ck_assert_uint_eq(entered, 1);
    ck_assert_uint_ge(level, 3);
    ck_assert_float_gt(last, 0.1f);
    ck_assert_float_lt(last, 0.5f);
    fake_host_destroy(h);
}
END_TEST

SUITE_MAIN("fluid_effect", TEST(a_block_is_filled_with_whole_layers),
           TEST_LOOP(every_container_holds_its_fluid, 0, 4),
           TEST_LOOP(a_mesh_holds_its_fluid_and_can_be_filled, 0, 2),
           TEST(text_is_written_in_fluid), TEST(a_tilted_box_holds_its_fluid),
           TEST(thread_counts_give_the_same_bits),
           TEST(a_restored_fluid_goes_on_as_if_nothing_had_been),
           TEST(nothing_is_allocated_once_warm), TEST(a_particle_costs_at_most_500_bytes),
           TEST(drawing_leaves_the_state_alone), TEST(no_particles_are_fine),
           TEST(spoiled_state_is_dropped_and_counted), TEST(a_stall_is_cut_into_substeps),
           TEST(gravity_may_flip), TEST(a_container_may_shrink_to_a_third),
           TEST(a_container_too_small_squeezes_but_does_not_explode), TEST(max_is_kept),
           TEST(a_spent_budget_is_said_and_survived), TEST_LOOP(spacing_changes_live, 0, 2),
           TEST_LOOP(any_viscosity_is_stable, 0, 3),
           TEST(fluid_is_not_placed_in_bodies_or_in_itself),
           TEST_LOOP(light_bodies_float_and_heavy_ones_sink, 0, 2),
           TEST(a_dropped_body_makes_a_splash), TEST(a_fast_thin_plate_takes_the_fluid_along),
           TEST(a_tap_fills_and_a_drain_empties), TEST(a_region_tells_what_is_in_it))
