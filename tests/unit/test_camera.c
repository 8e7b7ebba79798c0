/* SPDX-License-Identifier: MIT
 *
 * Cameras: where they stand, what the user's hand does to them, and that the matrices agree.
 */
#include "scene/camera.h"
#include "support/suite.h"

#include <math.h>

static struct camera_view look(const struct camera *c) {
    struct camera_view v;
    camera_look(c, 16.0f / 9.0f, 0.0f, &v);
    return v;
}

static void project(const struct camera_view *v, const float p[3], float out[3]) {
    float q[4];
    for (int r = 0; r < 4; r++)
        q[r] = v->view_proj[r] * p[0] + v->view_proj[4 + r] * p[1] +
               v->view_proj[8 + r] * p[2] + v->view_proj[12 + r];
    for (int k = 0; k < 3; k++) out[k] = q[k] / q[3];
}

static struct camera orbit(float yaw, float pitch) {
    struct camera c;
    camera_init(&c);
    c.settings.target[1] = 1.0f;
    c.settings.distance = 4.0f;
    c.settings.yaw = yaw;
    c.settings.pitch = pitch;
    return c;
}

START_TEST(orbit_stands_where_its_angles_say) {
    struct camera c = orbit(0.0f, 0.0f);
    struct camera_view v = look(&c);
    const float want[3] = {0.0f, 1.0f, 4.0f};
    for (int k = 0; k < 3; k++) ck_assert_float_eq_tol(v.eye[k], want[k], 1e-5f);
    c = orbit(1.57079633f, 0.523598776f); /* 90 and 30 degrees */
    v = look(&c);
    ck_assert_float_eq_tol(v.eye[0], 4.0f * 0.8660254f, 1e-4f);
    ck_assert_float_eq_tol(v.eye[1], 3.0f, 1e-4f);
    ck_assert_float_eq_tol(v.eye[2], 0.0f, 1e-4f);
}
END_TEST

START_TEST(the_target_is_in_the_middle_of_the_picture) {
    struct camera c = orbit(0.7f, 0.4f);
    struct camera_view v = look(&c);
    float at[3];
    project(&v, c.settings.target, at);
    ck_assert_float_eq_tol(at[0], 0.0f, 1e-4f);
    ck_assert_float_eq_tol(at[1], 0.0f, 1e-4f);
    const float higher[3] = {0.0f, 1.3f, 0.0f};
    project(&v, higher, at);
    ck_assert_float_gt(at[1], 0.02f);
}
END_TEST

START_TEST(fixed_looks_at_its_point_and_ignores_hands) {
    struct camera c;
    camera_init(&c);
    c.settings.kind = CAMERA_FIXED;
    c.settings.position[0] = 3.0f, c.settings.position[1] = 2.0f,
    c.settings.position[2] = 22.0f;
    c.settings.look_at[1] = 8.0f;
    struct camera_input in = {.turn = {1.0f, 1.0f}, .zoom = 2.0f, .keys = 3, .dt = 0.1f};
    camera_input(&c, &in);
    struct camera_view v = look(&c);
    float at[3];
    project(&v, c.settings.look_at, at);
    ck_assert_float_eq_tol(at[0], 0.0f, 1e-4f);
    ck_assert_float_eq_tol(at[1], 0.0f, 1e-4f);
    ck_assert_uint_eq(c.state.moved, 0);
}
END_TEST

START_TEST(a_hand_moves_and_reset_brings_back) {
    struct camera c = orbit(0.2f, 0.2f);
    struct camera_view before = look(&c);
    struct camera_input in = {.turn = {0.3f, 0.1f}, .pan = {0.1f, 0.0f}, .zoom = 3.0f};
    camera_input(&c, &in);
    struct camera_view moved = look(&c);
    ck_assert_uint_eq(c.state.moved, 1);
    ck_assert_float_gt(fabsf(moved.eye[0] - before.eye[0]), 0.1f);
    camera_reset(&c);
    struct camera_view after = look(&c);
    ck_assert_mem_eq(&before, &after, sizeof before);
}
END_TEST

START_TEST(fly_goes_where_it_looks) {
    struct camera c;
    camera_init(&c);
    c.settings.kind = CAMERA_FLY;
    for (int k = 0; k < 3; k++) c.settings.position[k] = 0.0f;
    c.settings.look_at[2] = -1.0f;
    struct camera_input in = {.keys = CAMERA_KEY_FORWARD, .dt = 1.0f};
    camera_input(&c, &in);
    struct camera_view v = look(&c);
    ck_assert_float_eq_tol(v.eye[2], -3.0f, 1e-4f);
    in = (struct camera_input){.turn = {1.57079633f, 0.0f}};
    camera_input(&c, &in); /* to the right: now along +x */
    in = (struct camera_input){.keys = CAMERA_KEY_FORWARD | CAMERA_KEY_FAST, .dt = 1.0f};
    camera_input(&c, &in);
    v = look(&c);
    ck_assert_float_eq_tol(v.eye[0], 12.0f, 1e-3f);
}
END_TEST

START_TEST(spin_turns_with_time_and_a_shake_dies) {
    struct camera c = orbit(0.0f, 0.0f);
    c.settings.spin = 0.5f;
    for (int i = 0; i < 60; i++) camera_advance(&c, 1.0f / 60.0f);
    struct camera_view v = look(&c);
    ck_assert_float_eq_tol(v.eye[0], 4.0f * sinf(0.5f), 1e-3f);
    c.settings.spin = 0.0f;
    camera_shake(&c, 0.1f, 0.5f);
    float most = 0.0f;
    for (int i = 0; i < 29; i++) {
        camera_advance(&c, 1.0f / 60.0f);
        struct camera_view s = look(&c);
        most = fmaxf(most, fabsf(s.eye[1] - v.eye[1]));
    }
    ck_assert_float_gt(most, 0.005f);
    ck_assert_float_le(most, 0.1f);
    camera_advance(&c, 0.1f);
    struct camera_view end = look(&c);
    ck_assert_mem_eq(end.view, v.view, sizeof v.view);
}
END_TEST

START_TEST(degenerate_settings_give_a_usable_view) {
    struct camera c;
    camera_init(&c);
    c.settings = (struct camera_settings){.kind = (enum camera_kind)(_i + 1)};
    struct camera_view v = look(&c);
    for (int k = 0; k < 16; k++) {
        ck_assert(isfinite(v.view_proj[k]));
        ck_assert(isfinite(v.inverse_view_proj[k]));
    }
    struct camera_settings down = {.kind = CAMERA_FIXED, .position = {0, 5, 0}, .fov_y = 1.0f};
    c.settings = down;
    v = look(&c);
    for (int k = 0; k < 16; k++) ck_assert(isfinite(v.view_proj[k]));
}
END_TEST

SUITE_MAIN("camera", TEST(orbit_stands_where_its_angles_say),
           TEST(the_target_is_in_the_middle_of_the_picture),
           TEST(fixed_looks_at_its_point_and_ignores_hands),
           TEST(a_hand_moves_and_reset_brings_back), TEST(fly_goes_where_it_looks),
           TEST(spin_turns_with_time_and_a_shake_dies),
           TEST_LOOP(degenerate_settings_give_a_usable_view, 0, 3))
