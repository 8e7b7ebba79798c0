/* SPDX-License-Identifier: MIT
 *
 * The device on the null backend: keys, ledger, draws, streaming, memory.
 */
#include "gfx/gfx.h"
#include "os/file.h"
#include "support/gl_context.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

static struct allocator_counting counting;
static struct gfx_words words;
static char folder[256];

static void write_file(const char *name, const char *text) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(file_write(path, text, strlen(text), 0), WISP_OK);
}

static struct gfx *open_null(void) {
    ck_assert_int_eq(file_temp_dir("gfx", folder, sizeof folder), WISP_OK);
    write_file("a.vert", "void main() { gl_Position = vec4(0.0); }\n");
    write_file("a.frag", "out vec4 o_color; void main() { o_color = vec4(1.0); }\n");
    allocator_counting_init(&counting, allocator_default());
    struct gfx *gfx = gfx_for_tests(NULL, &counting.allocator, folder, &words);
    ck_assert_ptr_nonnull(gfx);
    return gfx;
}

static void close_null(struct gfx *gfx) {
    gfx_destroy(gfx);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
    ck_assert_uint_eq(atomic_load(&counting.live_blocks), 0);
    ck_assert_int_eq(file_remove_tree(folder), WISP_OK);
}

static wisp_buffer make_buffer(struct gfx *gfx, gfx_owner owner, const char *key,
                               size_t bytes) {
    return gfx_buffer(gfx, owner,
                      &(wisp_gfx_buffer_desc){.struct_size = sizeof(wisp_gfx_buffer_desc),
                                              .key = key,
                                              .bytes = bytes});
}

static wisp_image make_image(struct gfx *gfx, gfx_owner owner, const char *key, uint32_t side) {
    return gfx_image(gfx, owner,
                     &(wisp_gfx_image_desc){.struct_size = sizeof(wisp_gfx_image_desc),
                                            .key = key,
                                            .width = side,
                                            .height = side});
}

static wisp_target make_target(struct gfx *gfx, gfx_owner owner, const char *key, float scale) {
    return gfx_target(gfx, owner,
                      &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                              .key = key,
                                              .scale = scale,
                                              .depth = 1});
}

static wisp_gfx_pipeline_desc pipeline_desc(void) {
    return (wisp_gfx_pipeline_desc){.struct_size = sizeof(wisp_gfx_pipeline_desc),
                                    .shader = {.struct_size = sizeof(wisp_gfx_shader_desc),
                                               .vertex = "a.vert",
                                               .fragment = "a.frag"},
                                    .attrs = {{WISP_ATTR_F32X3, 0, 0, 0}},
                                    .strides = {12}};
}

static wisp_pipeline make_pipeline(struct gfx *gfx, gfx_owner owner) {
    wisp_gfx_pipeline_desc desc = pipeline_desc();
    return gfx_pipeline(gfx, owner, &desc);
}

START_TEST(the_same_key_is_the_same_object) {
    struct gfx *gfx = open_null();
    wisp_buffer a = make_buffer(gfx, 1, "a", 64);
    ck_assert_uint_ne(a.id, 0);
    ck_assert_uint_eq(make_buffer(gfx, 1, "a", 64).id, a.id);
    ck_assert_uint_ne(make_buffer(gfx, 1, "b", 64).id, a.id);
    ck_assert_uint_ne(make_buffer(gfx, 2, "a", 64).id, a.id);
    /* Kinds have their own names, and another description keeps the handle. */
    ck_assert_uint_eq(gfx_image_state(gfx, make_image(gfx, 1, "a", 4)), WISP_GFX_READY);
    ck_assert_uint_eq(make_buffer(gfx, 1, "a", 128).id, a.id);
    struct gfx_count count = gfx_owner_count(gfx, 1);
    ck_assert_uint_eq(count.buffers, 2);
    ck_assert_uint_eq(count.images, 1);
    ck_assert_uint_eq(count.bytes, 128 + 64 + 4 * 4 * 4);
    close_null(gfx);
}
END_TEST

START_TEST(descriptions_without_sense_give_no_handle) {
    struct gfx *gfx = open_null();
    ck_assert_uint_eq(gfx_buffer(gfx, 1, NULL).id, 0);
    ck_assert_uint_eq(make_buffer(gfx, 1, NULL, 4).id, 0);
    ck_assert_uint_eq(make_buffer(gfx, 1, "a", 0).id, 0);
    ck_assert_uint_eq(make_image(gfx, 1, "a", 0).id, 0);
    ck_assert_uint_eq(gfx_image_state(gfx, make_image(gfx, 1, "big", 5000)), WISP_GFX_FAILED);
    ck_assert_uint_eq(gfx_image_state(gfx, (wisp_image){12345}), WISP_GFX_NONE);
    wisp_gfx_pipeline_desc bad = pipeline_desc();
    bad.strides[0] = 8; /* Three floats do not fit. */
    ck_assert_uint_eq(gfx_pipeline_state(gfx, gfx_pipeline(gfx, 1, &bad)), WISP_GFX_FAILED);
    close_null(gfx);
}
END_TEST

START_TEST(sweeping_ends_all_of_one_owner_and_stales_its_handles) {
    struct gfx *gfx = open_null();
    uint64_t before = gfx_stats(gfx).backend_objects;
    wisp_buffer a = make_buffer(gfx, 7, "a", 64), other = make_buffer(gfx, 8, "a", 64);
    wisp_image image = make_image(gfx, 7, "i", 4);
    wisp_target target = make_target(gfx, 7, "t", 1.0f);
    wisp_pipeline pipeline = make_pipeline(gfx, 7);
    ck_assert_uint_eq(gfx_pipeline_state(gfx, pipeline), WISP_GFX_READY);
    gfx_sweep(gfx, 7);
    struct gfx_count count = gfx_owner_count(gfx, 7);
    ck_assert_uint_eq(count.buffers + count.images + count.targets + count.pipelines, 0);
    ck_assert_uint_eq(count.bytes, 0);
    ck_assert_uint_eq(gfx_pipeline_state(gfx, pipeline), WISP_GFX_NONE);
    ck_assert_uint_eq(gfx_image_state(gfx, image), WISP_GFX_NONE);
    ck_assert_uint_eq(gfx_target_color(gfx, target, 0).id, 0);
    ck_assert_uint_eq(make_buffer(gfx, 8, "a", 64).id, other.id);
    ck_assert_uint_ne(make_buffer(gfx, 7, "a", 64).id, a.id);
    gfx_sweep(gfx, 7);
    gfx_sweep(gfx, 8);
    /* The program is kept for a while. */
    ck_assert_uint_eq(gfx_stats(gfx).backend_objects, before + 1);
    close_null(gfx);
}
END_TEST

START_TEST(handing_over_keeps_handles_and_keys) {
    struct gfx *gfx = open_null();
    wisp_buffer a = make_buffer(gfx, 1, "a", 64), b = make_buffer(gfx, 1, "b", 64);
    wisp_pipeline pipeline = make_pipeline(gfx, 1);
    wisp_target target = make_target(gfx, 1, "t", 0.5f);
    wisp_buffer mine = make_buffer(gfx, 2, "b", 32);
    gfx_hand_over(gfx, 1, 2);
    ck_assert_uint_eq(make_buffer(gfx, 2, "a", 64).id, a.id);
    ck_assert_uint_eq(make_buffer(gfx, 2, "b", 32).id, mine.id);
    ck_assert_uint_ne(b.id, mine.id);
    ck_assert_uint_eq(make_pipeline(gfx, 2).id, pipeline.id);
    ck_assert_uint_eq(make_target(gfx, 2, "t", 0.5f).id, target.id);
    struct gfx_count count = gfx_owner_count(gfx, 1);
    ck_assert_uint_eq(count.buffers + count.images + count.targets + count.pipelines, 0);
    ck_assert_uint_eq(gfx_owner_count(gfx, 2).buffers, 2);
    close_null(gfx);
}
END_TEST

START_TEST(drop_ends_one_key) {
    struct gfx *gfx = open_null();
    make_buffer(gfx, 1, "a", 64);
    make_target(gfx, 1, "a", 1.0f);
    make_buffer(gfx, 1, "b", 64);
    gfx_drop(gfx, 1, "a");
    struct gfx_count count = gfx_owner_count(gfx, 1);
    ck_assert_uint_eq(count.buffers, 1);
    ck_assert_uint_eq(count.targets, 0);
    ck_assert_uint_eq(count.images, 0);
    close_null(gfx);
}
END_TEST

static void pass_with_draw(struct gfx *gfx, gfx_owner owner, wisp_target target,
                           const wisp_draw *draw) {
    gfx_begin_pass(gfx, GFX_RENDER,
                   &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = target});
    gfx_draw(gfx, owner, draw);
    gfx_end_pass(gfx, GFX_RENDER);
}

START_TEST(draws_are_recorded_and_wrong_ones_dropped) {
    struct gfx *gfx = open_null();
    wisp_buffer buffer = make_buffer(gfx, 5, "v", 36);
    const float uniforms[4] = {1, 2, 3, 4};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = make_pipeline(gfx, 5),
                      .buffers = {buffer},
                      .count = 3,
                      .uniforms = uniforms,
                      .uniform_bytes = sizeof uniforms};
    gfx_frame_begin(gfx, 32, 32);
    wisp_target target = make_target(gfx, GFX_RENDER, "scene", 1.0f);
    gfx_draw(gfx, 5, &draw); /* No pass. */
    pass_with_draw(gfx, 5, target, &draw);
    draw.count = 4; /* Past the end. */
    pass_with_draw(gfx, 5, target, &draw);
    draw.count = 3;
    draw.pipeline.id++;
    pass_with_draw(gfx, 5, target, &draw);
    gfx_frame_end(gfx);
    uint32_t count;
    const struct gfx_record *r = gfx_records(gfx, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(r->owner, 5);
    ck_assert_uint_eq(r->count, 3);
    ck_assert_uint_eq(r->instances, 1);
    ck_assert_uint_eq(r->target.id, target.id);
    ck_assert_uint_eq(r->uniform_bytes, sizeof uniforms);
    ck_assert_uint_eq(gfx_stats(gfx).draws, 1);
    ck_assert_uint_eq(gfx_stats(gfx).dropped, 3);
    close_null(gfx);
}
END_TEST

START_TEST(an_open_pass_is_closed_behind_an_effect) {
    struct gfx *gfx = open_null();
    wisp_buffer buffer = make_buffer(gfx, 5, "v", 36);
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = make_pipeline(gfx, 5),
                      .buffers = {buffer},
                      .count = 3};
    gfx_frame_begin(gfx, 32, 32);
    wisp_target scene = make_target(gfx, GFX_RENDER, "scene", 1.0f),
                own = make_target(gfx, 5, "own", 0.5f);
    gfx_begin_pass(gfx, GFX_RENDER,
                   &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = scene});
    gfx_effect_begin(gfx, 5);
    gfx_begin_pass(gfx, 5, &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = own});
    gfx_draw(gfx, 5, &draw);
    gfx_effect_end(gfx, 5);
    gfx_draw(gfx, 5, &draw);
    gfx_end_pass(gfx, GFX_RENDER);
    gfx_draw(gfx, 5, &draw);
    gfx_frame_end(gfx);
    uint32_t count;
    const struct gfx_record *r = gfx_records(gfx, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(r[0].target.id, own.id);
    ck_assert_uint_eq(r[1].target.id, scene.id);
    close_null(gfx);
}
END_TEST

START_TEST(targets_of_no_size_follow_the_view) {
    struct gfx *gfx = open_null();
    gfx_frame_begin(gfx, 100, 50);
    make_target(gfx, 1, "half", 0.5f);
    gfx_frame_end(gfx);
    ck_assert_uint_eq(gfx_owner_count(gfx, 1).bytes, 50 * 25 * (8 + 4));
    gfx_frame_begin(gfx, 200, 100);
    gfx_frame_end(gfx);
    ck_assert_uint_eq(gfx_owner_count(gfx, 1).bytes, 100 * 50 * (8 + 4));
    ck_assert_uint_eq(gfx_owner_count(gfx, 1).images, 2);
    close_null(gfx);
}
END_TEST

START_TEST(streamed_bytes_are_apart_and_bounded) {
    struct gfx *gfx = open_null();
    wisp_buffer buffer[64];
    size_t offset[64];
    unsigned char *at[64];
    ck_assert_ptr_null(gfx_stream(gfx, 16, &buffer[0], &offset[0])); /* Outside a frame. */
    gfx_frame_begin(gfx, 8, 8);
    for (size_t i = 0; i < 64; i++) {
        at[i] = gfx_stream(gfx, 20000, &buffer[i], &offset[i]);
        ck_assert_ptr_nonnull(at[i]);
        ck_assert_uint_eq(offset[i] % 16, 0);
        memset(at[i], (int)i, 20000);
    }
    for (size_t i = 0; i < 64; i++)
        for (size_t k = 0; k < 20000; k += 1999) ck_assert_uint_eq(at[i][k], i);
    ck_assert_ptr_null(gfx_stream(gfx, (size_t)65 << 20, &buffer[0], &offset[0]));
    gfx_frame_end(gfx);
    ck_assert_uint_eq(gfx_stats(gfx).stream_bytes, 64 * 20000);
    close_null(gfx);
}
END_TEST

/* One frame of an effect that asks for everything by key each time, as a plugin may. */
static void busy_frame(struct gfx *gfx) {
    const float uniforms[8] = {0};
    gfx_frame_begin(gfx, 64, 64);
    gfx_frame_uniforms(gfx, uniforms, sizeof uniforms);
    wisp_target target = make_target(gfx, GFX_RENDER, "scene", 1.0f);
    gfx_begin_pass(gfx, GFX_RENDER,
                   &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = target});
    for (gfx_owner owner = 1; owner <= 20; owner++) {
        wisp_draw draw = {.struct_size = sizeof draw,
                          .pipeline = make_pipeline(gfx, owner),
                          .count = 3000,
                          .uniforms = uniforms,
                          .uniform_bytes = sizeof uniforms};
        void *data = gfx_stream(gfx, 36000, &draw.buffers[0], &draw.offsets[0]);
        ck_assert_ptr_nonnull(data);
        memset(data, 0, 36000);
        gfx_draw(gfx, owner, &draw);
    }
    gfx_end_pass(gfx, GFX_RENDER);
    gfx_frame_end(gfx);
    ck_assert_uint_eq(gfx_stats(gfx).draws, 20);
}

START_TEST(a_warm_frame_allocates_nothing) {
    struct gfx *gfx = open_null();
    for (int i = 0; i < 8; i++) busy_frame(gfx);
    size_t before = atomic_load(&counting.allocations);
    for (int i = 0; i < 100; i++) busy_frame(gfx);
    ck_assert_uint_eq(atomic_load(&counting.allocations), before);
    ck_assert_uint_eq(gfx_stats(gfx).programs, 1);
    close_null(gfx);
}
END_TEST

START_TEST(every_failing_allocation_is_survived) {
    ck_assert_int_eq(file_temp_dir("gfx", folder, sizeof folder), WISP_OK);
    write_file("a.vert", "void main() { gl_Position = vec4(0.0); }\n");
    write_file("a.frag", "out vec4 o_color; void main() { o_color = vec4(1.0); }\n");
    for (size_t n = 1; n < 400; n++) {
        struct allocator_failing failing;
        allocator_counting_init(&counting, allocator_default());
        allocator_failing_init(&failing, &counting.allocator, n, 0);
        struct gfx *gfx = gfx_for_tests(NULL, &failing.allocator, folder, &words);
        if (gfx) {
            const float uniforms[4] = {0};
            gfx_frame_begin(gfx, 16, 16);
            wisp_target target = make_target(gfx, 1, "t", 1.0f);
            wisp_draw draw = {.struct_size = sizeof draw,
                              .pipeline = make_pipeline(gfx, 1),
                              .count = 3,
                              .uniforms = uniforms,
                              .uniform_bytes = sizeof uniforms};
            draw.buffers[0] = make_buffer(gfx, 1, "v", 64);
            make_image(gfx, 1, "i", 4);
            gfx_image(gfx, 1,
                      &(wisp_gfx_image_desc){.struct_size = sizeof(wisp_gfx_image_desc),
                                             .path = "not_there.png"});
            pass_with_draw(gfx, 1, target, &draw);
            gfx_frame_end(gfx);
        }
        gfx_destroy(gfx);
        ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
        if (atomic_load(&failing.requests) < n) {
            ck_assert_uint_gt(n, 20);
            file_remove_tree(folder);
            return;
        }
    }
    ck_abort_msg("more allocations than expected");
}
END_TEST

START_TEST(idle_objects_are_swept) {
    struct gfx *gfx = open_null();
    make_buffer(gfx, 3, "old", 16);
    for (int i = 0; i < 5; i++) {
        gfx_frame_begin(gfx, 8, 8);
        make_buffer(gfx, 3, "new", 16);
        gfx_frame_end(gfx);
    }
    gfx_sweep_idle(gfx, 3, 10);
    ck_assert_uint_eq(gfx_owner_count(gfx, 3).buffers, 2);
    gfx_sweep_idle(gfx, 3, 2);
    ck_assert_uint_eq(gfx_owner_count(gfx, 3).buffers, 1);
    close_null(gfx);
}
END_TEST

SUITE_MAIN("gfx_null", TEST(the_same_key_is_the_same_object),
           TEST(descriptions_without_sense_give_no_handle),
           TEST(sweeping_ends_all_of_one_owner_and_stales_its_handles),
           TEST(handing_over_keeps_handles_and_keys), TEST(drop_ends_one_key),
           TEST(draws_are_recorded_and_wrong_ones_dropped),
           TEST(an_open_pass_is_closed_behind_an_effect),
           TEST(targets_of_no_size_follow_the_view), TEST(streamed_bytes_are_apart_and_bounded),
           TEST(a_warm_frame_allocates_nothing), TEST(every_failing_allocation_is_survived),
           TEST(idle_objects_are_swept))
