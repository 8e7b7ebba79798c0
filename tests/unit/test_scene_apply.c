/* SPDX-License-Identifier: MIT
 *
 * Reload of a scene's script: what is touched, what is kept, what is told. R numbers are those
 * of the rules for live reload.
 */
#include "plugin/instance.h"
#include "support/probe_effect.h"
#include "support/scene_fixture.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

#define EFFECT(k) (COMMON_PARAMS + (k))

static void steps(struct scene_fixture *f, uint32_t n) {
    scene_advance_steps(f->scene, n, &f->diags);
}

static uint64_t hash_of(struct scene_fixture *f, const char *id) {
    return instance_hash(scene_instance(f->scene, scene_find(f->scene, id)));
}

static void apply(struct scene_fixture *f, const char *text, const char *report) {
    char line[1024];
    wisp_status status = fixture_apply(f, text, line);
    char *diags = fixture_diags(f);
    ck_assert_msg(status == WISP_OK, "status %d:\n%s", (int)status, diags);
    free(diags);
    if (report) ck_assert_str_eq(line, report);
}

#define TWO(a, b)                                                                   \
    "return wisp.scene{ wind = { 2, 0, 0 }, effects = { wisp.probe{ id = 'flame'" a \
    " }, wisp.snow{ id = 'snow', max = 2000" b " } } }"

START_TEST(R19_one_parameter_does_not_restart_anything) {
    struct scene_fixture *f = fixture_open(TWO(", rate = 90", ""), NULL);
    struct scene_fixture *plain = fixture_open(TWO(", rate = 90", ""), NULL);
    steps(f, 60);
    steps(plain, 60);
    double alive = fixture_counter(f, "flame", "alive");
    apply(f, TWO(", rate = 120", ""), "flame.rate 90 -> 120");
    steps(f, 1);
    steps(plain, 1);
    ck_assert_double_eq_tol(fixture_counter(f, "flame", "alive"), alive + 2.0, 1.0);
    steps(f, 59);
    steps(plain, 59);
    ck_assert_uint_eq(hash_of(f, "snow"), hash_of(plain, "snow"));
    ck_assert_uint_ne(hash_of(f, "flame"), hash_of(plain, "flame"));
    ck_assert_uint_eq(scene_clock(f->scene).step, 120);
    fixture_close(f);
    fixture_close(plain);
}
END_TEST

START_TEST(nothing_changed_changes_nothing) {
    struct scene_fixture *f = fixture_open(TWO("", ""), NULL),
                         *plain = fixture_open(TWO("", ""), NULL);
    steps(f, 30);
    apply(f, TWO("", ""), "nothing changed");
    steps(f, 30);
    steps(plain, 60);
    ck_assert_uint_eq(fixture_hash(f), fixture_hash(plain));
    fixture_close(f);
    fixture_close(plain);
}
END_TEST

START_TEST(R20_resizing_keeps_survivors) {
    struct scene_fixture *f = fixture_open(TWO(", rate = 6000, max = 400", ""), NULL);
    steps(f, 30);
    ck_assert_double_eq(fixture_counter(f, "flame", "alive"), 400.0);
    apply(f, TWO(", rate = 6000, max = 600", ""), "flame.max 400 -> 600 (resized)");
    ck_assert_double_eq(fixture_counter(f, "flame", "alive"), 400.0);
    steps(f, 1);
    ck_assert_double_eq(fixture_counter(f, "flame", "alive"), 500.0);
    apply(f, TWO(", rate = 6000, max = 100", ""), "flame.max 600 -> 100 (resized)");
    steps(f, 1);
    ck_assert_double_eq(fixture_counter(f, "flame", "alive"), 100.0);
    fixture_close(f);
}
END_TEST

START_TEST(a_rebuild_parameter_starts_its_effect_anew_and_no_other) {
    struct scene_fixture *f = fixture_open(TWO("", ""), NULL);
    steps(f, 60);
    uint64_t snow = hash_of(f, "snow");
    apply(f, TWO(", spacing = 0.2", ""), "flame.spacing 0.1 -> 0.2 (rebuilt)");
    ck_assert_uint_eq(hash_of(f, "snow"), snow);
    steps(f, 1);
    ck_assert_double_eq(fixture_counter(f, "flame", "steps"), 1.0);
    fixture_close(f);
}
END_TEST

#define CAMERA(yaw)                                      \
    "return wisp.scene{ camera = wisp.orbit{ yaw = " yaw \
    " }, effects = { wisp.probe{ id = 'a' } } }"

START_TEST(R21_a_moved_camera_stays_unless_the_file_moves_it) {
    struct scene_fixture *f = fixture_open(CAMERA("10"), NULL);
    steps(f, 5);
    const struct camera_input hand = {.turn = {0.5f, 0.1f}};
    scene_camera_input(f->scene, &hand);
    struct camera_view before = scene_frame_begin(f->scene, 0.0f)->camera;
    apply(f, CAMERA("10") " -- a comment", "nothing changed");
    struct camera_view after = scene_frame_begin(f->scene, 0.0f)->camera;
    ck_assert_mem_eq(before.view, after.view, sizeof before.view);
    ck_assert_double_eq(scene_clock(f->scene).time, 5.0 / 60.0);
    apply(f, CAMERA("40"), "camera.yaw 10 -> 40, camera as in the file");
    ck_assert_uint_eq(scene_camera(f->scene)->state.moved, 0);
    fixture_close(f);
}
END_TEST

START_TEST(R23_reordering_changes_only_the_order) {
    struct scene_fixture *f = fixture_open("return wisp.scene{ effects = { wisp.probe{ id = "
                                           "'a' }, wisp.probe{ id = 'b', rate = 30 } } }",
                                           NULL);
    steps(f, 30);
    uint64_t a = hash_of(f, "a"), b = hash_of(f, "b");
    apply(f,
          "return wisp.scene{ effects = { wisp.probe{ id = 'b', rate = 30 }, wisp.probe{ id = "
          "'a' } } }",
          "nothing changed");
    ck_assert_uint_eq(hash_of(f, "a"), a);
    ck_assert_uint_eq(hash_of(f, "b"), b);
    ck_assert_uint_lt(scene_find(f->scene, "b"), scene_find(f->scene, "a"));
    fixture_close(f);
}
END_TEST

START_TEST(R23_a_new_name_is_a_new_effect) {
    struct scene_fixture *f =
        fixture_open("return wisp.scene{ effects = { wisp.probe{ id = 'a' } } }", NULL);
    steps(f, 30);
    apply(f, "return wisp.scene{ effects = { wisp.probe{ id = 'b' } } }",
          "+1 effect, -1 effect");
    steps(f, 1);
    ck_assert_double_eq(fixture_counter(f, "b", "steps"), 1.0);
    ck_assert_uint_eq(scene_find(f->scene, "a"), UINT32_MAX);
    fixture_close(f);
}
END_TEST

START_TEST(things_come_and_go) {
    struct scene_fixture *f =
        fixture_open("return wisp.scene{ bodies = { wisp.ground{ id = 'g' }, wisp.sphere{ id = "
                     "'ball', mass = 1,\n"
                     "  position = { 0, 5, 0 } } }, effects = { wisp.probe{ id = 'a' } } }",
                     NULL);
    steps(f, 30);
    float fallen = scene_world(f->scene)->motion[1].pose.position[1];
    ck_assert_float_lt(fallen, 4.9f);
    apply(f,
          "return wisp.scene{ bodies = { wisp.box{ id = 'box', position = { 9, 0, 0 } },\n"
          "  wisp.sphere{ id = 'ball', mass = 1, position = { 0, 5, 0 } }, wisp.ground{ id = "
          "'g' } },\n"
          "  lights = { wisp.lamp{ id = 'l' } },\n"
          "  effects = { wisp.probe{ id = 'a' }, wisp.probe{ id = 'b' }, wisp.probe{ id = 'c' "
          "} } }",
          "+1 body, +1 light, +2 effects");
    const struct world *w = scene_world(f->scene);
    ck_assert_uint_eq(w->body_count, 3);
    ck_assert_float_eq(w->motion[0].pose.position[0], 9.0f);
    ck_assert_float_eq(w->motion[1].pose.position[1], fallen); /* it goes on falling */
    steps(f, 1);
    ck_assert_float_lt(w->motion[1].pose.position[1], fallen);
    fixture_close(f);
}
END_TEST

#define KNOB(max, def)                                                                         \
    "local P = wisp.params{ { 'k', " def ", min = 0, max = " max " } }\n"                      \
    "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = P.k } },\n"                   \
    "  tick = function(s) s.state.n = (s.state.n or 0) + 1; s:get('a'):set{ glow = s.state.n " \
    "} end }"

START_TEST(knobs_and_state_are_carried_over) {
    struct scene_fixture *f = fixture_open(KNOB("100", "10"), NULL);
    const double value[4] = {70};
    steps(f, 3);
    scene_knob_set(f->scene, 0, value);
    apply(f, KNOB("50", "20"), NULL);
    steps(f, 1);
    /* A hand turned it: it stays, within its new ends. */
    ck_assert_float_eq(fixture_value(f, "a", EFFECT(PROBE_RATE))->v[0], 50.0f);
    ck_assert_float_eq(fixture_value(f, "a", EFFECT(PROBE_GLOW))->v[0], 4.0f);
    scene_knob_reset(f->scene, 0);
    apply(f, KNOB("50", "30"), NULL);
    steps(f, 1);
    ck_assert_float_eq(fixture_value(f, "a", EFFECT(PROBE_RATE))->v[0], 30.0f);
    fixture_close(f);
}
END_TEST

START_TEST(what_a_script_set_stays_where_the_file_did_not_change) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 10, glow = 1 } },\n"
        "  on = { start = function(s) s:get('a'):set{ rate = 77 } end } }",
        NULL);
    steps(f, 2);
    apply(f, "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 10, glow = 2 } } }",
          "a.glow 1 -> 2");
    ck_assert_float_eq(fixture_value(f, "a", EFFECT(PROBE_RATE))->v[0], 77.0f);
    ck_assert_float_eq(fixture_value(f, "a", EFFECT(PROBE_GLOW))->v[0], 2.0f);
    fixture_close(f);
}
END_TEST

#define TWEEN(cue)                                                                          \
    "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 10 } }, timeline = { " cue \
    " } }"

START_TEST(R30_a_tween_whose_cue_is_gone_lets_go) {
    struct scene_fixture *f =
        fixture_open(TWEEN("{ at = 0, set = { a = { rate = 100 } }, over = 2 }"), NULL);
    steps(f, 60);
    ck_assert_float_gt(fixture_value(f, "a", EFFECT(PROBE_RATE))->v[0], 40.0f);
    apply(f, TWEEN(""), NULL);
    steps(f, 1);
    ck_assert_float_eq(fixture_value(f, "a", EFFECT(PROBE_RATE))->v[0], 10.0f);
    apply(f, TWEEN("{ at = 0, set = { a = { rate = 30 } } }"), NULL);
    ck_assert_float_eq(fixture_value(f, "a", EFFECT(PROBE_RATE))->v[0], 30.0f);
    fixture_close(f);
}
END_TEST

START_TEST(cues_that_have_run_do_not_run_again) {
    static const char text[] =
        "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 0 } },\n"
        "  timeline = { { at = 0.1, run = function(s) s:get('a'):burst(1) end } } }";
    struct scene_fixture *f = fixture_open(text, NULL);
    steps(f, 30);
    for (int i = 0; i < 5; i++) {
        apply(f, text, NULL);
        steps(f, 2);
    }
    ck_assert_double_eq(fixture_counter(f, "a", "alive"), 1.0);
    fixture_close(f);
}
END_TEST

START_TEST(a_version_that_cannot_start_changes_nothing) {
    struct scene_fixture *f = fixture_open(TWO("", ""), NULL);
    steps(f, 30);
    uint64_t before = fixture_hash(f);
    size_t memory = f->counting.live_bytes;
    ck_assert_int_lt(
        fixture_apply(f,
                      "return wisp.scene{ effects = { wisp.probe{ id = 'flame', rate = 1 },\n"
                      "  wisp.probe{ id = 'new', fail = 2 }, wisp.dust{ id = 'd' } } }",
                      NULL),
        0);
    ck_assert_uint_ge(f->diags.errors, 1);
    diag_list_free(&f->diags);
    diag_list_init(&f->diags, f->allocator);
    ck_assert_uint_eq(fixture_hash(f), before);
    ck_assert_uint_le(f->counting.live_bytes, memory + 65536);
    steps(f, 30);
    struct scene_fixture *plain = fixture_open(TWO("", ""), NULL);
    steps(plain, 60);
    ck_assert_uint_eq(fixture_hash(f), fixture_hash(plain));
    fixture_close(plain);
    fixture_close(f);
}
END_TEST

#define PROBES(a, b)                                            \
    "return wisp.scene{ effects = { wisp.probe{ id = 'flame'" a \
    " }, wisp.probe{ id = 'other'" b " } } }"

START_TEST(memory_may_run_out_during_a_reload) {
    bool whole = false;
    size_t n = 1;
    for (; n < 5000 && !whole; n++) {
        struct allocator_failing failing;
        allocator_failing_init(&failing, allocator_default(), 0, 0);
        const struct fixture_options options = {.allocator = &failing.allocator,
                                                .linked_only = true};
        struct scene_fixture *f = fixture_open(PROBES("", ""), &options);
        steps(f, 2);
        uint64_t before = fixture_hash(f);
        failing.requests = 0;
        failing.fail_at = n;
        wisp_status status = fixture_apply(
            f, PROBES(", rate = 5, spacing = 1", "}, wisp.probe{ id = 'd', max = 9"), NULL);
        whole = failing.requests < n;
        failing.fail_at = 0;
        if (status) ck_assert_uint_eq(fixture_hash(f), before);
        if (whole) ck_assert_int_eq(status, WISP_OK);
        steps(f, 1);
        fixture_close(f);
    }
    ck_assert(whole);
}
END_TEST

SUITE_MAIN("scene_apply", TEST(R19_one_parameter_does_not_restart_anything),
           TEST(nothing_changed_changes_nothing), TEST(R20_resizing_keeps_survivors),
           TEST(a_rebuild_parameter_starts_its_effect_anew_and_no_other),
           TEST(R21_a_moved_camera_stays_unless_the_file_moves_it),
           TEST(R23_reordering_changes_only_the_order), TEST(R23_a_new_name_is_a_new_effect),
           TEST(things_come_and_go), TEST(knobs_and_state_are_carried_over),
           TEST(what_a_script_set_stays_where_the_file_did_not_change),
           TEST(R30_a_tween_whose_cue_is_gone_lets_go),
           TEST(cues_that_have_run_do_not_run_again),
           TEST(a_version_that_cannot_start_changes_nothing),
           TEST(memory_may_run_out_during_a_reload))
