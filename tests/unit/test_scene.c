/* SPDX-License-Identifier: MIT
 *
 * Scenes from scripts: values, poses, commands and signals, lights, the picture, failures.
 */
#include "gfx/gfx.h"
#include "plugin/instance.h"
#include "support/probe_effect.h"
#include "support/scene_fixture.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

#define EFFECT(k) (COMMON_PARAMS + (k))

static void steps(struct scene_fixture *f, uint32_t n) {
    scene_advance_steps(f->scene, n, &f->diags);
}

START_TEST(an_effect_is_stepped_sixty_times_a_second) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 60 } } }", NULL);
    steps(f, 60);
    ck_assert_double_eq(fixture_counter(f, "a", "steps"), 60.0);
    ck_assert_double_eq_tol(fixture_counter(f, "a", "alive"), 60.0, 1.0);
    struct scene_clock c = scene_clock(f->scene);
    ck_assert_uint_eq(c.step, 60);
    ck_assert_double_eq_tol(c.time, 1.0, 1e-12);
    ck_assert_uint_eq(f->diags.count, 0);
    fixture_close(f);
}
END_TEST

START_TEST(functions_and_knobs_reach_values) {
    struct scene_fixture *f =
        fixture_open("local P = wisp.params{ { 'amount', 100, min = 0, max = 1000 } }\n"
                     "return wisp.scene{ effects = {\n"
                     "  wisp.probe{ id = 'a', rate = function(s) return 10 + s.time end },\n"
                     "  wisp.probe{ id = 'b', rate = P.amount } } }",
                     NULL);
    steps(f, 61);
    ck_assert_float_eq_tol(fixture_value(f, "a", EFFECT(PROBE_RATE))->v[0], 11.0f, 1e-4f);
    ck_assert_float_eq(fixture_value(f, "b", EFFECT(PROBE_RATE))->v[0], 100.0f);
    const double value[4] = {400};
    ck_assert_int_eq(scene_knob_set(f->scene, 0, value), WISP_OK);
    ck_assert(scene_knob_changed(f->scene, 0));
    steps(f, 1);
    ck_assert_float_eq(fixture_value(f, "b", EFFECT(PROBE_RATE))->v[0], 400.0f);
    scene_knob_reset(f->scene, 0);
    steps(f, 1);
    ck_assert_float_eq(fixture_value(f, "b", EFFECT(PROBE_RATE))->v[0], 100.0f);
    fixture_close(f);
}
END_TEST

START_TEST(commands_go_to_the_effect_and_signals_come_back) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 0, max = 50 } },\n"
        "  on = { key_b = function(s) s:get('a'):burst(20) end,\n"
        "         full = function(s, e) s.state.full = e.value; s.state.who = e.effect end },\n"
        "  tick = function(s) if s.state.full == 50 and s.state.who == 'a' then\n"
        "    s:get('a'):set{ spacing = 7 } end end }",
        NULL);
    steps(f, 1);
    scene_event(f->scene, "key_b");
    steps(f, 1);
    ck_assert_double_eq(fixture_counter(f, "a", "alive"), 20.0);
    scene_event(f->scene, "key_b");
    scene_event(f->scene, "key_b");
    steps(f, 1);
    ck_assert_double_eq(fixture_counter(f, "a", "alive"), 50.0);
    steps(f, 1); /* hears it, and tick sets a rebuild parameter: it starts anew */
    ck_assert_double_eq(fixture_counter(f, "a", "alive"), 0.0);
    char *diags = fixture_diags(f);
    ck_assert_str_eq(diags, "");
    free(diags);
    fixture_close(f);
}
END_TEST

START_TEST(time_scale_enabled_and_visible) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ effects = { wisp.probe{ id = 'held', time_scale = 0 },\n"
        "  wisp.probe{ id = 'fast', time_scale = 2, rate = 60 },\n"
        "  wisp.probe{ id = 'off', enabled = false }, wisp.probe{ id = 'hidden', visible = "
        "false } } }",
        NULL);
    steps(f, 60);
    ck_assert_double_eq(fixture_counter(f, "held", "steps"), 0.0);
    ck_assert_double_eq(fixture_counter(f, "off", "steps"), 0.0);
    ck_assert_double_eq(fixture_counter(f, "hidden", "steps"), 60.0);
    ck_assert_double_eq_tol(fixture_counter(f, "fast", "alive"), 120.0, 1.0);
    const struct scene_frame *p = scene_frame_begin(f->scene, 0.0f);
    ck_assert_uint_eq(p->effect_count, 2);
    fixture_close(f);
}
END_TEST

START_TEST(prewarm_runs_before_time_zero) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 60, prewarm = 2 } } }",
        NULL);
    ck_assert_double_eq_tol(fixture_counter(f, "a", "alive"), 120.0, 1.0);
    ck_assert_double_eq(scene_clock(f->scene).time, 0.0);
    fixture_close(f);
}
END_TEST

START_TEST(attached_effects_follow_their_body) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ bodies = { wisp.box{ id = 'cart',\n"
        "    position = function(s) return { s.time * 6, 2, 0 } end, rotation = { 0, 90, 0 } } "
        "},\n"
        "  effects = { wisp.probe{ id = 'a', attach = 'cart', position = { 1, 0, 0 } } } }",
        NULL);
    steps(f, 61);
    const struct scene_frame *p = scene_frame_begin(f->scene, 0.0f);
    /* One metre along the cart's own x, which points along -z after a quarter turn. */
    ck_assert_float_eq_tol(p->effects[0].pose.position[0], 6.0f, 1e-3f);
    ck_assert_float_eq_tol(p->effects[0].pose.position[1], 2.0f, 1e-4f);
    ck_assert_float_eq_tol(p->effects[0].pose.position[2], -1.0f, 1e-3f);
    ck_assert_float_eq_tol(scene_world(f->scene)->motion[0].velocity[0], 6.0f, 1e-2f);
    fixture_close(f);
}
END_TEST

START_TEST(lights_of_lamps_and_effects_are_gathered) {
    struct scene_fixture *f =
        fixture_open("return wisp.scene{ lights = { wisp.lamp{ id = 'l', position = { 1, 2, 3 "
                     "}, intensity = 4,\n"
                     "    color = '#ffffff' }, wisp.lamp{ id = 'm', enabled = false } },\n"
                     "  effects = { wisp.probe{ id = 'a', glow = 9 } } }",
                     NULL);
    steps(f, 1);
    const struct scene_frame *p = scene_frame_begin(f->scene, 0.0f);
    ck_assert_uint_eq(p->light_count, 2);
    ck_assert_float_eq(p->lights[0].position[2], 3.0f);
    ck_assert_float_eq_tol(p->lights[0].color[1], 4.0f, 1e-4f);
    ck_assert_float_eq(p->lights[1].color[0], 9.0f);
    fixture_close(f);
}
END_TEST

START_TEST(effects_are_drawn_from_the_back_to_the_front) {
    struct scene_fixture *f =
        fixture_open("return wisp.scene{ camera = wisp.fixed{ position = { 0, 0, 10 }, look_at "
                     "= { 0, 0, 0 } },\n"
                     "  effects = { wisp.probe{ id = 'near', position = { 0, 0, 5 } },\n"
                     "    wisp.probe{ id = 'far', position = { 0, 0, -5 } },\n"
                     "    wisp.probe{ id = 'middle' }, wisp.probe{ id = 'middle2' } } }",
                     NULL);
    steps(f, 1);
    const struct scene_frame *p = scene_frame_begin(f->scene, 0.0f);
    static const char *const order[] = {"far", "middle", "middle2", "near"};
    ck_assert_uint_eq(p->effect_count, 4);
    for (int i = 0; i < 4; i++) ck_assert_str_eq(instance_id(p->effects[i].instance), order[i]);
    fixture_close(f);
}
END_TEST

START_TEST(a_failing_effect_is_suspended_and_told_of_once) {
    struct scene_fixture *f = fixture_open("return wisp.scene{ effects = {\n"
                                           "  wisp.probe{ id = 'bad', fail = 1 },\n"
                                           "  wisp.probe{ id = 'good' } } }",
                                           NULL);
    steps(f, 10);
    ck_assert_uint_eq(f->diags.count, 1);
    ck_assert_str_eq(f->diags.items[0].code, "effect-suspended");
    ck_assert_int_eq(f->diags.items[0].line, 2);
    ck_assert_ptr_nonnull(strstr(f->diags.items[0].text, "\"bad\""));
    ck_assert_double_eq(fixture_counter(f, "good", "steps"), 10.0);
    struct scene_effect_stats stats;
    ck_assert(scene_effect_stats(f->scene, 0, &stats));
    ck_assert(stats.suspended);
    ck_assert(!scene_effect_stats(f->scene, 2, &stats));
    fixture_close(f);
}
END_TEST

START_TEST(every_effect_that_cannot_start_is_told_of) {
    const struct fixture_options options = {.may_fail = true};
    struct scene_fixture *f = fixture_open("return wisp.scene{ effects = {\n"
                                           "  wisp.probe{ id = 'x', fail = 2 },\n"
                                           "  wisp.probe{ id = 'y' },\n"
                                           "  wisp.probe{ id = 'z', fail = 2 } } }",
                                           &options);
    ck_assert_ptr_null(f->scene);
    ck_assert_int_lt(f->status, 0);
    ck_assert_uint_eq(f->diags.errors, 2);
    ck_assert_int_eq(f->diags.items[0].line, 2);
    ck_assert_int_eq(f->diags.items[1].line, 4);
    fixture_close(f);
}
END_TEST

START_TEST(the_budget_shrinks_as_the_caps_come_near) {
    const struct fixture_options options = {.limits = {.particles = 1000}};
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 0, max = 900 } },\n"
        "  on = { key_b = function(s) s:get('a'):burst(900) end } }",
        &options);
    steps(f, 2);
    ck_assert_double_eq(fixture_counter(f, "a", "budget"), 1.0);
    scene_event(f->scene, "key_b");
    steps(f, 2); /* 900 of 1000: half of the last fifth is left */
    ck_assert_double_eq_tol(fixture_counter(f, "a", "budget"), 0.5, 1e-3);
    fixture_close(f);
}
END_TEST

START_TEST(pace_takes_four_steps_at_most) {
    struct scene_pace p = {0};
    float alpha;
    ck_assert_uint_eq(scene_pace_steps(&p, 1.0 / 120.0, 1.0 / 60.0, &alpha), 0);
    ck_assert_float_eq_tol(alpha, 0.5f, 1e-5f);
    ck_assert_uint_eq(scene_pace_steps(&p, 1.0 / 120.0, 1.0 / 60.0, &alpha), 1);
    ck_assert_float_eq_tol(alpha, 0.0f, 1e-5f);
    ck_assert_uint_eq(scene_pace_steps(&p, 1.0, 1.0 / 60.0, &alpha), 4);
    ck_assert(p.slow);
    ck_assert_double_eq_tol(p.lost, 1.0 - 4.0 / 60.0, 1e-9);
    ck_assert_uint_eq(scene_pace_steps(&p, 1.0 / 60.0, 1.0 / 60.0, &alpha), 1);
    ck_assert(!p.slow);
}
END_TEST

START_TEST(a_frame_draws_through_the_null_device_without_memory) {
    const struct gfx_config config = {0};
    struct gfx *gfx;
    ck_assert_int_eq(gfx_create(&config, &gfx), WISP_OK);
    const struct fixture_options options = {.gfx = gfx, .threads = 2};
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ wind = { 2, 0, 0 }, bodies = { wisp.ground{ id = 'ground' },\n"
        "    wisp.sphere{ id = 'ball', mass = 1, position = { 0, 3, 0 } } },\n"
        "  lights = { wisp.lamp{ id = 'lamp', flicker = 0.3 } },\n"
        "  effects = { wisp.snow{ id = 'snow' }, wisp.dust{ id = 'dust' },\n"
        "    wisp.probe{ id = 'a', rate = function(s) return 30 + s.time end } } }",
        &options);
    size_t before = 0;
    for (int i = 0; i < 60; i++) {
        if (i == 20) before = f->counting.allocations;
        steps(f, 1);
        const struct scene_frame *p = scene_frame_begin(f->scene, 0.0f);
        gfx_frame_begin(gfx, p->width, p->height);
        for (uint32_t k = 0; k < p->effect_count; k++) {
            wisp_view view = {.struct_size = sizeof view,
                              .pass = WISP_PASS_BLEND,
                              .width = 320,
                              .height = 180,
                              .pose = p->effects[k].pose};
            scene_draw_effect(f->scene, &p->effects[k], &view);
        }
        gfx_frame_end(gfx);
    }
    ck_assert_uint_eq(f->counting.allocations, before);
    ck_assert_uint_eq(f->diags.count, 0);
    fixture_close(f);
    gfx_destroy(gfx);
}
END_TEST

/* Load, create, one step and one picture with the n-th request for memory failing: never a
 * crash, never a leak, and in the end it works. */
START_TEST(memory_may_run_out_anywhere) {
    const char *text =
        "return wisp.scene{ wind = { 2, 0, 0 }, bodies = { wisp.ground{ id = 'ground' } },\n"
        "  lights = { wisp.lamp{ id = 'lamp', attach = 'a' } },\n"
        "  effects = { wisp.probe{ id = 'dust', max = 10 },\n"
        "    wisp.probe{ id = 'a', fade = wisp.curve{ { 0, 1 }, { 1, 0 } } } },\n"
        "  timeline = { { at = 0, set = { a = { rate = 5 } }, over = 1 } } }";
    bool whole = false;
    size_t n = 1;
    for (; n < 5000 && !whole; n++) {
        struct allocator_failing failing;
        allocator_failing_init(&failing, allocator_default(), n, 0);
        const struct fixture_options options = {
            .allocator = &failing.allocator, .linked_only = true, .may_fail = true};
        struct scene_fixture *f = fixture_open(text, &options);
        if (f->scene) {
            steps(f, 1);
            scene_frame_begin(f->scene, 0.5f);
        }
        whole = failing.requests < n;
        if (whole) ck_assert_ptr_nonnull(f->scene);
        fixture_close(f);
    }
    ck_assert(whole);
    ck_assert_uint_gt(n, 50);
}
END_TEST

SUITE_MAIN("scene", TEST(an_effect_is_stepped_sixty_times_a_second),
           TEST(functions_and_knobs_reach_values),
           TEST(commands_go_to_the_effect_and_signals_come_back),
           TEST(time_scale_enabled_and_visible), TEST(prewarm_runs_before_time_zero),
           TEST(attached_effects_follow_their_body),
           TEST(lights_of_lamps_and_effects_are_gathered),
           TEST(effects_are_drawn_from_the_back_to_the_front),
           TEST(a_failing_effect_is_suspended_and_told_of_once),
           TEST(every_effect_that_cannot_start_is_told_of),
           TEST(the_budget_shrinks_as_the_caps_come_near), TEST(pace_takes_four_steps_at_most),
           TEST(a_frame_draws_through_the_null_device_without_memory),
           TEST(memory_may_run_out_anywhere))
