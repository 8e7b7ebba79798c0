/* SPDX-License-Identifier: MIT
 *
 * Passes and their order on the null backend; what block Frame is filled with.
 */
#include "render/frame_block.h"
#include "render/render.h"
#include "render/shadow.h"
#include "support/gl_context.h"
#include "support/suite.h"
#include "support/test_frame.h"
#include <math.h>
#include <string.h>

static struct gfx *gfx;
static struct render *render;
static struct gfx_words words;
static struct allocator_counting counting;
static struct test_frame scene;
static uint8_t pixels[32 * 32 * 4];

/* What one effect saw when it was called. */
static struct call {
    uint32_t effect, pass;
    bool depth, color, sky;
} calls[64];
static uint32_t call_count;

static void note_call(void *user, const struct frame_effect *effect, const wisp_view *view) {
    (void)user;
    ck_assert_uint_lt(call_count, 64);
    ck_assert_uint_eq(view->width, 32);
    ck_assert_uint_eq(gfx_image_state(gfx, gfx_sky(gfx)), WISP_GFX_READY);
    calls[call_count++] = (struct call){effect->node, view->pass, gfx_scene_depth(gfx).id != 0,
                                        gfx_scene_color(gfx).id != 0, gfx_sky(gfx).id != 0};
}

static gfx_owner owner_of(void *user, const struct frame_effect *effect) {
    (void)user;
    return effect->node + 1;
}

static void open_all(void) {
    allocator_counting_init(&counting, allocator_default());
    gfx = gfx_for_tests(NULL, &counting.allocator, NULL, &words);
    ck_assert_ptr_nonnull(gfx);
    struct render_config config = {.allocator = &counting.allocator,
                                   .gfx = gfx,
                                   .draw_effect = note_call,
                                   .effect_owner = owner_of};
    ck_assert_int_eq(render_create(&config, &render), WISP_OK);
    test_frame_still_life(&scene, 32, 32);
    call_count = 0;
}

static void close_all(void) {
    ck_assert_msg(words.count == 0, "%s", words.text);
    render_destroy(render);
    struct gfx_count left = gfx_owner_count(gfx, GFX_RENDER);
    ck_assert_uint_eq(left.buffers + left.images + left.targets + left.pipelines, 0);
    gfx_destroy(gfx);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
}

static void add_effect(uint32_t passes) {
    struct frame_effect *e = &scene.effects[scene.frame.effect_count];
    *e = (struct frame_effect){.node = scene.frame.effect_count++, .passes = passes};
}

START_TEST(effects_are_called_in_the_order_of_passes) {
    static const struct call want[] = {
        {1, WISP_PASS_PREPARE, false, false, true}, {0, WISP_PASS_OPAQUE, false, false, true},
        {1, WISP_PASS_BLEND, true, false, true},    {2, WISP_PASS_BLEND, true, false, true},
        {2, WISP_PASS_REFRACT, true, true, true},
    };
    open_all();
    add_effect(WISP_PASS_OPAQUE);
    add_effect(WISP_PASS_BLEND | WISP_PASS_PREPARE);
    add_effect(WISP_PASS_BLEND | WISP_PASS_REFRACT);
    ck_assert_int_eq(render_read(render, &scene.frame, pixels), WISP_OK);
    ck_assert_uint_eq(call_count, sizeof want / sizeof want[0]);
    for (uint32_t i = 0; i < call_count; i++) {
        ck_assert_uint_eq(calls[i].effect, want[i].effect);
        ck_assert_uint_eq(calls[i].pass, want[i].pass);
        ck_assert_int_eq(calls[i].depth, want[i].depth);
        ck_assert_int_eq(calls[i].color, want[i].color);
        ck_assert_int_eq(calls[i].sky, want[i].sky);
    }
    close_all();
}
END_TEST

START_TEST(bodies_of_one_shape_are_one_draw) {
    open_all();
    /* The first picture also draws the map of the sky. */
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(render_read(render, &scene.frame, pixels), WISP_OK);
    uint32_t before = gfx_stats(gfx).draws;
    for (int i = 0; i < 20; i++)
        test_frame_body(&scene, WISP_SHAPE_BOX, (float[]){(float)i, 0, 0},
                        (float[]){0.1f, 0.1f, 0.1f});
    ck_assert_int_eq(render_read(render, &scene.frame, pixels), WISP_OK);
    ck_assert_uint_eq(gfx_stats(gfx).draws, before);
    ck_assert_uint_eq(render_stats(render).bodies, scene.frame.body_count);
    ck_assert_uint_eq(gfx_stats(gfx).dropped, 0);
    close_all();
}
END_TEST

START_TEST(a_body_of_no_known_shape_or_file_is_left_out) {
    open_all();
    uint32_t all = scene.frame.body_count;
    test_frame_body(&scene, 77, (float[]){0, 0, 0}, (float[]){1, 1, 1});
    test_frame_body(&scene, WISP_SHAPE_MESH, (float[]){0, 0, 0}, (float[]){1, 1, 1})->file =
        "none.obj";
    ck_assert_int_eq(render_read(render, &scene.frame, pixels), WISP_OK);
    ck_assert_uint_eq(render_stats(render).bodies, all);
    close_all();
}
END_TEST

START_TEST(warm_frames_allocate_nothing) {
    open_all();
    add_effect(WISP_PASS_BLEND | WISP_PASS_REFRACT);
    for (int i = 0; i < 8; i++) render_read(render, &scene.frame, pixels);
    size_t before = atomic_load(&counting.allocations);
    for (int i = 0; i < 50; i++) {
        scene.frame.time += 0.1;
        call_count = 0;
        render_read(render, &scene.frame, pixels);
    }
    ck_assert_uint_eq(atomic_load(&counting.allocations), before);
    close_all();
}
END_TEST

START_TEST(every_failing_allocation_is_survived) {
    for (size_t n = 1; n < 3000; n += n < 60 ? 1 : 7) {
        struct allocator_failing failing;
        allocator_counting_init(&counting, allocator_default());
        allocator_failing_init(&failing, &counting.allocator, n, 1);
        gfx = gfx_for_tests(NULL, &failing.allocator, NULL, &words);
        if (gfx) {
            struct render_config config = {.allocator = &failing.allocator, .gfx = gfx};
            test_frame_still_life(&scene, 16, 16);
            render = NULL;
            if (render_create(&config, &render) == WISP_OK)
                render_read(render, &scene.frame, pixels);
            render_destroy(render);
            gfx_destroy(gfx);
        }
        ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
        if (atomic_load(&failing.requests) < n) return;
    }
    ck_abort_msg("more allocations than expected");
}
END_TEST

START_TEST(the_most_important_lights_are_kept) {
    struct frame_block block;
    test_frame_init(&scene, 32, 32);
    for (int i = 0; i < 40; i++)
        test_frame_lamp(&scene, (float[]){(float)i, 0, 0}, (float[]){1, 1, 1});
    scene.lights[39].importance = 5.0f;
    frame_block_fill(&block, &scene.frame);
    ck_assert_int_eq(block.light_count, FRAME_LIGHTS);
    /* The eye is at x = 0: the 31 nearest ones and the one that says so itself. */
    for (int i = 0; i < 31; i++) ck_assert_float_eq(block.lights[i].position[0], (float)i);
    ck_assert_float_eq(block.lights[31].position[0], 39.0f);
    /* Where nothing is said, a light reaches until it gives 1/500. */
    ck_assert_float_eq_tol(block.lights[0].range, sqrtf(500.0f), 0.02f);
}
END_TEST

START_TEST(a_place_and_its_shadow_are_found_in_the_map) {
    struct frame_block block;
    test_frame_still_life(&scene, 32, 32);
    frame_block_fill(&block, &scene.frame);
    ck_assert(shadow_fit(&block, &scene.frame));
    const float *m = block.shadow, *ball = scene.bodies[2].pose.position;
    float at[2][3];
    for (int k = 0; k < 2; k++) { /* the ball's middle, and 1 m farther from the sun */
        float p[3];
        for (int c = 0; c < 3; c++) p[c] = ball[c] - (float)k * block.sun_direction[c];
        for (int c = 0; c < 3; c++)
            at[k][c] = m[c] * p[0] + m[4 + c] * p[1] + m[8 + c] * p[2] + m[12 + c];
    }
    ck_assert_float_eq_tol(at[0][0], at[1][0], 1e-5f);
    ck_assert_float_eq_tol(at[0][1], at[1][1], 1e-5f);
    ck_assert_float_eq_tol((at[1][2] - at[0][2]) * block.shadow_map[2], 1.0f, 1e-3f);
    for (int c = 0; c < 3; c++) ck_assert(at[0][c] > 0.0f && at[0][c] < 1.0f);
    scene.frame.sun_direction[1] = -0.5f; /* at night */
    frame_block_fill(&block, &scene.frame);
    ck_assert(!shadow_fit(&block, &scene.frame));
}
END_TEST

SUITE_MAIN("render", TEST(effects_are_called_in_the_order_of_passes),
           TEST(bodies_of_one_shape_are_one_draw),
           TEST(a_body_of_no_known_shape_or_file_is_left_out),
           TEST(warm_frames_allocate_nothing), TEST(every_failing_allocation_is_survived),
           TEST(the_most_important_lights_are_kept),
           TEST(a_place_and_its_shadow_are_found_in_the_map))
