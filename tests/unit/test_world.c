/* SPDX-License-Identifier: MIT
 *
 * The world: bodies that fall, rest, bounce and are pushed; lights kept by importance.
 */
#include "scene/body.h"
#include "scene/world.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

static const float dt = 1.0f / 60.0f;

struct fixture {
    struct allocator_counting counting;
    struct world world;
};

static struct fixture *setup(uint32_t bodies) {
    struct fixture *f = calloc(1, sizeof *f);
    allocator_counting_init(&f->counting, allocator_default());
    ck_assert_int_eq(world_init(&f->world, &f->counting.allocator, 1), WISP_OK);
    ck_assert_int_eq(world_reserve_bodies(&f->world, bodies), WISP_OK);
    return f;
}

static void done(struct fixture *f) {
    world_free(&f->world);
    ck_assert_uint_eq(f->counting.live_bytes, 0);
    free(f);
}

static void put(struct world *w, uint32_t i, struct world_body body, float x, float y,
                float z) {
    wisp_pose pose;
    pose_identity(&pose);
    pose.position[0] = x, pose.position[1] = y, pose.position[2] = z;
    body.collide = true;
    w->bodies[i] = body;
    world_place(w, i, &pose);
}

static void step(struct world *w, int n) {
    for (int i = 0; i < n; i++) {
        world_begin_step(w, 0.0, 0);
        world_end_step(w, dt);
    }
}

static const struct world_body ground = {
    .id = "ground", .shape = WISP_SHAPE_PLANE, .friction = 0.6f};

static struct world_body solid(uint32_t shape, float restitution) {
    struct world_body b = {.id = "solid",
                           .shape = shape,
                           .mass = 2.0f,
                           .friction = 0.6f,
                           .restitution = restitution,
                           .half = {0.5f, 0.5f, 0.5f}};
    return b;
}

START_TEST(a_body_falls_as_gravity_says) {
    struct fixture *f = setup(1);
    put(&f->world, 0, solid(WISP_SHAPE_SPHERE, 0), 0, 100, 0);
    step(&f->world, 60);
    /* Half g t^2 with a little drag and a step's error. */
    ck_assert_float_eq_tol(f->world.motion[0].pose.position[1], 100.0f - 4.905f, 0.25f);
    ck_assert_float_eq_tol(f->world.motion[0].velocity[1], -9.81f, 0.35f);
    done(f);
}
END_TEST

static const uint32_t shapes[] = {WISP_SHAPE_BOX, WISP_SHAPE_SPHERE, WISP_SHAPE_CYLINDER,
                                  WISP_SHAPE_CAPSULE};
static const float rest[] = {0.5f, 0.5f, 0.5f, 1.0f};

START_TEST(every_shape_comes_to_rest_on_the_ground) {
    struct fixture *f = setup(2);
    put(&f->world, 0, ground, 0, 0, 0);
    put(&f->world, 1, solid(shapes[_i], 0), 0, 2, 0);
    step(&f->world, 600);
    const struct body_motion *m = &f->world.motion[1];
    ck_assert_float_eq_tol(m->pose.position[1], rest[_i], 0.02f);
    float at = m->pose.position[1];
    step(&f->world, 120);
    ck_assert_float_eq_tol(m->pose.position[1], at, 1e-4f);
    done(f);
}
END_TEST

START_TEST(restitution_decides_the_bounce) { /* Height after a bounce is e^2 h. */
    struct fixture *f = setup(2);
    put(&f->world, 0, ground, 0, 0, 0);
    put(&f->world, 1, solid(WISP_SHAPE_SPHERE, 0.8f), 0, 4.5f, 0);
    float top = 0.0f;
    bool touched = false;
    for (int i = 0; i < 180; i++) {
        step(&f->world, 1);
        if (f->world.motion[1].velocity[1] > 1.0f) touched = true;
        if (touched) top = fmaxf(top, f->world.motion[1].pose.position[1]);
    }
    ck_assert_float_eq_tol(top - 0.5f, 0.64f * 4.0f, 0.4f);
    done(f);
}
END_TEST

START_TEST(a_crate_stands_on_a_crate) {
    struct fixture *f = setup(3);
    put(&f->world, 0, ground, 0, 0, 0);
    put(&f->world, 1, solid(WISP_SHAPE_BOX, 0), 0, 0.5f, 0);
    put(&f->world, 2, solid(WISP_SHAPE_BOX, 0), 0.1f, 1.6f, 0);
    step(&f->world, 400);
    ck_assert_float_eq_tol(f->world.motion[2].pose.position[1], 1.5f, 0.03f);
    ck_assert_float_eq_tol(f->world.motion[2].pose.position[0], 0.1f, 0.03f);
    done(f);
}
END_TEST

START_TEST(a_push_gives_its_momentum) {
    struct fixture *f = setup(1);
    put(&f->world, 0, solid(WISP_SHAPE_SPHERE, 0), 0, 10, 0);
    const float gravity[3] = {0, 0, 0};
    memcpy(f->world.snapshot.gravity, gravity, sizeof gravity);
    world_begin_step(&f->world, 0.0, 0);
    const float at[3] = {0, 10, 0}, impulse[3] = {4, 0, 0}, bad[3] = {NAN, 0, 0};
    world_add_push(&f->world, 0, at, impulse);
    world_add_push(&f->world, 0, at, bad);
    world_add_push(&f->world, 7, at, impulse);
    world_end_step(&f->world, dt);
    ck_assert_float_eq_tol(f->world.motion[0].velocity[0], 2.0f, 0.01f);
    ck_assert_float_eq(f->world.motion[0].velocity[1], 0.0f);
    done(f);
}
END_TEST

START_TEST(a_driven_body_has_the_velocity_of_its_way) {
    struct fixture *f = setup(1);
    struct world_body crate = {.id = "crate", .shape = WISP_SHAPE_BOX, .half = {1, 1, 1}};
    put(&f->world, 0, crate, 0, 1, 0);
    wisp_pose to;
    pose_identity(&to);
    const float angles[3] = {0, 0.1f, 0};
    pose_from_angles(to.rotation, angles);
    to.position[0] = 0.5f, to.position[1] = 1.0f;
    world_drive(&f->world, 0, &to, dt);
    world_begin_step(&f->world, 0.0, 0);
    const wisp_collider *c = &f->world.snapshot.colliders[0];
    ck_assert_float_eq_tol(c->velocity[0], 30.0f, 1e-3f);
    ck_assert_float_eq_tol(c->spin[1], 6.0f, 1e-2f);
    ck_assert_float_eq(c->prev_pose.position[0], 0.0f);
    ck_assert_float_eq(c->pose.position[0], 0.5f);
    world_end_step(&f->world, dt);
    done(f);
}
END_TEST

static wisp_light lamp(float x, float power) {
    wisp_light l = {
        .struct_size = sizeof l, .position = {x, 0, 0}, .color = {power, power, power}};
    return l;
}

START_TEST(the_brightest_32_lights_stay) {
    struct fixture *f = setup(0);
    world_begin_step(&f->world, 0.0, 0);
    for (int i = 0; i < 100; i++) {
        wisp_light l = lamp(0.0f, (float)((i * 37) % 100 + 1));
        world_add_light(&f->world, &l);
    }
    world_end_step(&f->world, dt);
    ck_assert_uint_eq(f->world.last.count, 32);
    ck_assert_uint_eq(f->world.last.dropped, 68);
    for (uint32_t i = 0; i < 32; i++)
        ck_assert_float_gt(f->world.last.items[i].color[0], 68.0f);
    done(f);
}
END_TEST

START_TEST(lights_are_read_one_step_later_and_bad_ones_never) {
    struct fixture *f = setup(0);
    world_begin_step(&f->world, 0.0, 0);
    wisp_light good = lamp(1.0f, 2.0f), bad = lamp(NAN, 2.0f), dark = lamp(0.0f, -1.0f);
    world_add_light(&f->world, &good);
    world_add_light(&f->world, &bad);
    world_add_light(&f->world, &dark);
    ck_assert_uint_eq(f->world.snapshot.light_count, 0);
    world_end_step(&f->world, dt);
    world_begin_step(&f->world, 0.0, 1);
    ck_assert_uint_eq(f->world.snapshot.light_count, 1);
    ck_assert_float_eq(f->world.snapshot.lights[0].position[0], 1.0f);
    ck_assert_float_gt(f->world.snapshot.lights[0].range, 1.0f);
    world_end_step(&f->world, dt);
    done(f);
}
END_TEST

START_TEST(lights_of_a_draw_reach_the_next_picture_and_no_step) {
    struct fixture *f = setup(0);
    step(&f->world, 1);
    wisp_light l = lamp(0.0f, 1.0f);
    world_begin_frame(&f->world);
    world_add_light(&f->world, &l);
    ck_assert_uint_eq(f->world.snapshot.light_count, 0);
    world_begin_frame(&f->world);
    ck_assert_uint_eq(f->world.snapshot.light_count, 1);
    world_begin_step(&f->world, 0.0, 2);
    ck_assert_uint_eq(f->world.snapshot.light_count, 0);
    world_end_step(&f->world, dt);
    done(f);
}
END_TEST

START_TEST(flicker_stays_about_one) {
    double sum = 0.0;
    for (int i = 0; i < 2000; i++) {
        float k = world_flicker(9, 0.5f, 0.013 * i);
        ck_assert_float_ge(k, 0.5f);
        ck_assert_float_le(k, 1.5f);
        sum += (double)k;
    }
    ck_assert_double_eq_tol(sum / 2000.0, 1.0, 0.06);
    ck_assert_float_eq(world_flicker(9, 0.0f, 3.3), 1.0f);
    ck_assert_float_eq(world_flicker(9, 0.5f, 3.3), world_flicker(9, 0.5f, 3.3));
}
END_TEST

START_TEST(a_direction_turns_up_into_itself) {
    static const float ways[][3] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0.3f, -0.9f, 2.0f}};
    for (size_t i = 0; i < 4; i++) {
        float q[4], up[3] = {0, 1, 0}, out[3], l = 0.0f;
        pose_from_direction(q, ways[i]);
        pose_rotate(q, up, out);
        for (int k = 0; k < 3; k++) l += ways[i][k] * ways[i][k];
        for (int k = 0; k < 3; k++)
            ck_assert_float_eq_tol(out[k], ways[i][k] / sqrtf(l), 1e-5f);
    }
}
END_TEST

SUITE_MAIN("world", TEST(a_body_falls_as_gravity_says),
           TEST_LOOP(every_shape_comes_to_rest_on_the_ground, 0, 4),
           TEST(restitution_decides_the_bounce), TEST(a_crate_stands_on_a_crate),
           TEST(a_push_gives_its_momentum), TEST(a_driven_body_has_the_velocity_of_its_way),
           TEST(the_brightest_32_lights_stay),
           TEST(lights_are_read_one_step_later_and_bad_ones_never),
           TEST(lights_of_a_draw_reach_the_next_picture_and_no_step),
           TEST(flicker_stays_about_one), TEST(a_direction_turns_up_into_itself))
