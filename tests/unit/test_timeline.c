/* SPDX-License-Identifier: MIT
 *
 * The timeline: time alone decides, forwards, backwards and over loops.
 */
#include "scene/timeline.h"
#include "support/probe_effect.h"
#include "support/scene_fixture.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

#define RATE (COMMON_PARAMS + PROBE_RATE)

static float rate(struct scene_fixture *f) { return fixture_value(f, "a", RATE)->v[0]; }

static void to(struct scene_fixture *f, double time) {
    ck_assert_int_eq(scene_seek(f->scene, time, &f->diags), WISP_OK);
}

static const char cues[] =
    "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 10 } },\n"
    "  timeline = {\n"
    "    { at = 1, set = { a = { rate = 20 } } },\n"
    "    { at = 2, set = { a = { rate = 40 } }, over = 2, ease = 'linear' },\n"
    "    { at = 3, set = { a = { rate = 0 } }, over = 1, ease = 'linear' } } }";

/* 20 to 40 over 2 s is 30 at 3 s, when the next cue takes over and leads to 0 within a second.
 */
static const struct {
    double time;
    float rate;
} known[] = {{0.5, 10}, {1.0, 20}, {1.9, 20}, {2.5, 25},
             {3.0, 30}, {3.5, 15}, {4.0, 0},  {9.0, 0}};
enum { KNOWN = sizeof known / sizeof *known };

START_TEST(values_follow_the_cues) {
    struct scene_fixture *f = fixture_open(cues, NULL);
    for (int i = 0; i < KNOWN; i++) {
        to(f, known[i].time);
        scene_advance_steps(f->scene, 1, &f->diags);
        ck_assert_float_eq_tol(rate(f), known[i].rate, 0.01f);
    }
    ck_assert_uint_eq(f->diags.count, 0);
    fixture_close(f);
}
END_TEST

START_TEST(going_back_says_the_same) {
    struct scene_fixture *f = fixture_open(cues, NULL);
    for (int i = KNOWN - 1; i >= 0; i--) {
        to(f, known[i].time);
        scene_advance_steps(f->scene, 1, &f->diags);
        ck_assert_float_eq_tol(rate(f), known[i].rate, 0.01f);
    }
    fixture_close(f);
}
END_TEST

START_TEST(runs_happen_when_their_time_comes) {
    struct scene_fixture *f =
        fixture_open("local function shot(s) s:get('a'):burst(1) end\n"
                     "return wisp.scene{ effects = { wisp.probe{ id = 'a', rate = 0 } },\n"
                     "  timeline = { { at = 0, run = shot }, { at = 0.5, to = 1.1, every = "
                     "0.2, run = shot } } }",
                     NULL);
    static const struct {
        double time, shots;
    } seen[] = {{0.1, 1}, {0.49, 1}, {0.52, 2}, {0.72, 3}, {0.92, 4}, {1.12, 5}, {3.0, 5}};
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        to(f, seen[i].time);
        ck_assert_double_eq(fixture_counter(f, "a", "alive"), seen[i].shots);
    }
    to(f, 0.52); /* back: what had happened by then */
    ck_assert_double_eq(fixture_counter(f, "a", "alive"), 2.0);
    fixture_close(f);
}
END_TEST

START_TEST(a_loop_begins_again_and_particles_go_on) {
    struct scene_fixture *f =
        fixture_open("return wisp.scene{ duration = 1, loop = true, effects = { wisp.probe{ id "
                     "= 'a', rate = 60 } },\n"
                     "  timeline = { { at = 0.5, set = { a = { rate = 0 } } } } }",
                     NULL);
    scene_advance_steps(f->scene, 59, NULL);
    ck_assert_float_eq(rate(f), 0.0f);
    double alive = fixture_counter(f, "a", "alive");
    ck_assert_double_eq_tol(alive, 30.0, 1.0);
    scene_advance_steps(f->scene, 2, NULL);
    struct scene_clock c = scene_clock(f->scene);
    ck_assert_uint_eq(c.rounds, 1);
    ck_assert_uint_eq(c.step, 61);
    ck_assert_double_eq_tol(c.time, 1.0 / 60.0, 1e-9);
    ck_assert_float_eq(rate(f), 60.0f);
    ck_assert_double_ge(fixture_counter(f, "a", "alive"), alive);
    fixture_close(f);
}
END_TEST

START_TEST(without_a_loop_the_scene_says_when_it_is_over) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ duration = 0.5, effects = { wisp.probe{ id = 'a' } } }", NULL);
    scene_advance_steps(f->scene, 29, NULL);
    ck_assert(!scene_clock(f->scene).ended);
    scene_advance_steps(f->scene, 1, NULL);
    ck_assert(scene_clock(f->scene).ended);
    fixture_close(f);
}
END_TEST

START_TEST(a_script_may_seek) {
    struct scene_fixture *f = fixture_open(
        "return wisp.scene{ effects = { wisp.probe{ id = 'a' } },\n"
        "  on = { key_r = function(s) s:seek(0) end, key_f = function(s) s:seek(2) end } }",
        NULL);
    scene_advance_steps(f->scene, 100, NULL);
    scene_event(f->scene, "key_r");
    scene_advance_steps(f->scene, 1, NULL);
    ck_assert_uint_eq(scene_clock(f->scene).step, 0);
    ck_assert_double_eq(fixture_counter(f, "a", "alive"), 0.0);
    scene_event(f->scene, "key_f");
    scene_advance_steps(f->scene, 1, NULL);
    ck_assert_uint_eq(scene_clock(f->scene).step, 120);
    fixture_close(f);
}
END_TEST

START_TEST(occurrences_are_counted_once) { /* However the time is cut. */
    const struct desc_cue cue = {.at = 0.3, .to = 2.0, .every = 0.1, .run = 0};
    for (int rate_hz = 7; rate_hz < 200; rate_hz += 13) {
        uint32_t n = 0;
        double before = -1.0;
        for (int i = 0; i <= 3 * rate_hz; i++) {
            double now = (double)i / rate_hz;
            n += cue_occurrences(&cue, before, now);
            before = now;
        }
        ck_assert_uint_eq(n, 18);
    }
}
END_TEST

START_TEST(numbers_mix_and_words_switch) {
    wisp_value a = {.v = {1, 2, 3, 4}}, b = {.v = {3, 6, 3, 0}}, out;
    value_mix(&a, &b, 0.5, &out);
    ck_assert_float_eq(out.v[0], 2.0f);
    ck_assert_float_eq(out.v[3], 2.0f);
    wisp_value range = {.kind = WISP_VALUE_RANGE, .v = {5, 7}};
    value_mix(&a, &range, 0.5, &out);
    ck_assert_uint_eq(out.kind, WISP_VALUE_RANGE);
    ck_assert_float_eq(out.v[0], 3.0f);
    ck_assert_float_eq(out.v[1], 4.0f);
    wisp_value word = {.i = 1, .text = "one"}, other = {.i = 2, .text = "two"};
    value_mix(&word, &other, 0.99, &out);
    ck_assert_str_eq(out.text, "one");
    value_mix(&word, &other, 1.0, &out);
    ck_assert_str_eq(out.text, "two");
}
END_TEST

SUITE_MAIN("timeline", TEST(values_follow_the_cues), TEST(going_back_says_the_same),
           TEST(runs_happen_when_their_time_comes),
           TEST(a_loop_begins_again_and_particles_go_on),
           TEST(without_a_loop_the_scene_says_when_it_is_over), TEST(a_script_may_seek),
           TEST(occurrences_are_counted_once), TEST(numbers_mix_and_words_switch))
