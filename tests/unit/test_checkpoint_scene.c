/* SPDX-License-Identifier: MIT
 *
 * Checkpoints of whole scenes, and determinism: same scene, seed and steps, same bits.
 */
#include "support/probe_effect.h"
#include "support/scene_fixture.h"
#include "support/suite.h"

#include <string.h>

/* Something of everything that could leak from one run into another. */
static const char busy[] =
    "local P = wisp.params{ { 'amount', 100, min = 0, max = 1000 } }\n"
    "return wisp.scene{ seed = 5, wind = { velocity = { 3, 0, 1 }, gust = 0.8, turbulence = 1 "
    "},\n"
    "  camera = wisp.orbit{ spin = 20 },\n"
    "  bodies = { wisp.ground{ id = 'ground' },\n"
    "    wisp.box{ id = 'crate', mass = 3, position = { 0, 3, 0 }, rotation = { 20, 0, 40 } "
    "},\n"
    "    wisp.sphere{ id = 'ball', position = function(s) return { s.time, 1, 0 } end } },\n"
    "  lights = { wisp.lamp{ id = 'lamp', flicker = 0.5, heat = 100 } },\n"
    "  effects = { wisp.snow{ id = 'snow', max = 9000, preset = 'light' },\n"
    "    wisp.dust{ id = 'dust', count = 3000 },\n"
    "    wisp.probe{ id = 'a', rate = P.amount, glow = 5, attach = 'crate' },\n"
    "    wisp.probe{ id = 'b', rate = function(s) return s.random(20, 90) end } },\n"
    "  timeline = { { at = 0.7, set = { b = { time_scale = 0.3 } }, over = 1, ease = 'in_out' "
    "},\n"
    "    { at = 0.2, every = 0.3, run = function(s) s:get('a'):burst(s.random(9));\n"
    "      s.state.shots = (s.state.shots or 0) + 1; s.camera:shake{ amount = 0.05, time = 0.2 "
    "} end } } }";

static uint64_t run(uint32_t threads, uint32_t steps) {
    const struct fixture_options options = {.threads = threads};
    struct scene_fixture *f = fixture_open(busy, &options);
    scene_advance_steps(f->scene, steps, &f->diags);
    ck_assert_uint_eq(f->diags.count, 0);
    uint64_t hash = fixture_hash(f);
    fixture_close(f);
    return hash;
}

START_TEST(threads_do_not_change_a_bit) {
    uint64_t one = run(1, 150);
    ck_assert_uint_eq(run(0, 150), one);
    ck_assert_uint_eq(run(2, 150), one);
    ck_assert_uint_eq(run(7, 150), one);
    ck_assert_uint_ne(run(1, 151), one);
}
END_TEST

START_TEST(pictures_do_not_change_a_bit) {
    uint64_t plain = run(1, 60);
    struct scene_fixture *f = fixture_open(busy, NULL);
    for (int i = 0; i < 30; i++) {
        scene_advance_steps(f->scene, 2, NULL);
        scene_frame_begin(f->scene, 0.1f * (float)(i % 10));
    }
    ck_assert_uint_eq(fixture_hash(f), plain);
    fixture_close(f);
}
END_TEST

START_TEST(a_checkpoint_in_the_middle_changes_nothing) {
    struct scene_fixture *straight = fixture_open(busy, NULL),
                         *other = fixture_open(busy, NULL);
    void *data;
    size_t size;
    scene_advance_steps(straight->scene, 73, NULL);
    ck_assert_int_eq(scene_save(straight->scene, &data, &size), WISP_OK);
    scene_advance_steps(straight->scene, 77, NULL);
    uint64_t want = fixture_hash(straight);
    /* Into a scene that is somewhere else, and back into the one it came from. */
    scene_advance_steps(other->scene, 11, NULL);
    ck_assert_int_eq(scene_load(other->scene, data, size), WISP_OK);
    ck_assert_uint_eq(scene_clock(other->scene).step, 73);
    scene_advance_steps(other->scene, 77, NULL);
    ck_assert_uint_eq(fixture_hash(other), want);
    ck_assert_int_eq(scene_load(straight->scene, data, size), WISP_OK);
    scene_advance_steps(straight->scene, 77, NULL);
    ck_assert_uint_eq(fixture_hash(straight), want);
    alloc_free(straight->allocator, data, size);
    fixture_close(straight);
    fixture_close(other);
}
END_TEST

START_TEST(save_load_save_gives_the_same_bytes) {
    struct scene_fixture *f = fixture_open(busy, NULL);
    void *a, *b;
    size_t m, n;
    scene_advance_steps(f->scene, 40, NULL);
    scene_event(f->scene, "key_x");
    ck_assert_int_eq(scene_save(f->scene, &a, &m), WISP_OK);
    ck_assert_int_eq(scene_load(f->scene, a, m), WISP_OK);
    ck_assert_int_eq(scene_save(f->scene, &b, &n), WISP_OK);
    ck_assert_uint_eq(m, n);
    ck_assert_mem_eq(a, b, n);
    alloc_free(f->allocator, a, m);
    alloc_free(f->allocator, b, n);
    fixture_close(f);
}
END_TEST

START_TEST(damaged_or_foreign_bytes_change_nothing) {
    struct scene_fixture *f = fixture_open(busy, NULL);
    struct scene_fixture *g =
        fixture_open("return wisp.scene{ effects = { wisp.probe{ id = 'other' } } }", NULL);
    void *data;
    size_t size;
    scene_advance_steps(f->scene, 30, NULL);
    ck_assert_int_eq(scene_save(f->scene, &data, &size), WISP_OK);
    scene_advance_steps(f->scene, 10, NULL);
    uint64_t before = fixture_hash(f), foreign = fixture_hash(g);
    unsigned char *bytes = data;
    for (size_t i = 0; i < size; i += size / 97 + 1) {
        bytes[i] ^= 0x40;
        ck_assert_int_eq(scene_load(f->scene, data, size), WISP_E_BAD_DATA);
        bytes[i] ^= 0x40;
        ck_assert_int_eq(scene_load(f->scene, data, i), WISP_E_BAD_DATA);
    }
    ck_assert_int_eq(scene_load(g->scene, data, size), WISP_E_BAD_DATA);
    ck_assert_uint_eq(fixture_hash(f), before);
    ck_assert_uint_eq(fixture_hash(g), foreign);
    alloc_free(f->allocator, data, size);
    fixture_close(f);
    fixture_close(g);
}
END_TEST

START_TEST(seeking_lands_on_the_bits_of_the_straight_run) {
    const struct fixture_options options = {.seek_interval = 0.5f};
    uint64_t want = run(1, 100);
    struct scene_fixture *f = fixture_open(busy, &options);
    scene_advance_steps(f->scene, 200, NULL);
    ck_assert_int_eq(scene_seek_step(f->scene, 100, NULL), WISP_OK); /* from a checkpoint */
    ck_assert_uint_eq(fixture_hash(f), want);
    fixture_close(f);
}
END_TEST

START_TEST(starting_over_is_like_starting) {
    uint64_t want = run(1, 60);
    struct scene_fixture *f = fixture_open(busy, NULL);
    scene_advance_steps(f->scene, 90, NULL);
    ck_assert_int_eq(scene_seek(f->scene, 0.0, NULL), WISP_OK);
    ck_assert_uint_eq(scene_clock(f->scene).step, 0);
    scene_advance_steps(f->scene, 60, NULL);
    ck_assert_uint_eq(fixture_hash(f), want);
    fixture_close(f);
}
END_TEST

START_TEST(a_knob_stays_where_the_hand_left_it) {
    const struct fixture_options options = {.seek_interval = 0.25f};
    struct scene_fixture *f = fixture_open(busy, &options);
    scene_advance_steps(f->scene, 60, NULL);
    const double value[4] = {700};
    scene_knob_set(f->scene, 0, value);
    scene_advance_steps(f->scene, 5, NULL);
    scene_seek_step(f->scene, 20, NULL);
    scene_advance_steps(f->scene, 1, NULL);
    ck_assert_float_eq(fixture_value(f, "a", COMMON_PARAMS + PROBE_RATE)->v[0], 700.0f);
    fixture_close(f);
}
END_TEST

START_TEST(kept_checkpoints_stay_within_their_bytes) {
    const struct fixture_options options = {.seek_interval = 1.0f / 60.0f,
                                            .limits = {.checkpoint_bytes = (size_t)4 << 20}};
    struct scene_fixture *f = fixture_open(busy, &options);
    scene_advance_steps(f->scene, 10, NULL);
    size_t early = f->counting.live_bytes;
    scene_advance_steps(f->scene, 60, NULL);
    ck_assert_uint_le(f->counting.live_bytes, early + ((size_t)5 << 20));
    ck_assert_int_eq(scene_seek_step(f->scene, 33, NULL), WISP_OK);
    uint64_t got = fixture_hash(f);
    fixture_close(f);
    ck_assert_uint_eq(got, run(1, 33));
}
END_TEST

SUITE_MAIN("checkpoint_scene", TEST(threads_do_not_change_a_bit),
           TEST(pictures_do_not_change_a_bit), TEST(a_checkpoint_in_the_middle_changes_nothing),
           TEST(save_load_save_gives_the_same_bytes),
           TEST(damaged_or_foreign_bytes_change_nothing),
           TEST(seeking_lands_on_the_bits_of_the_straight_run),
           TEST(starting_over_is_like_starting), TEST(a_knob_stays_where_the_hand_left_it),
           TEST(kept_checkpoints_stay_within_their_bytes))
