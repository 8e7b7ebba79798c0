/* SPDX-License-Identifier: MIT
 *
 * The device on OpenGL: what arrives in pixels, whose words errors speak, what is left as it
 * was.
 */
#include "gfx/gfx.h"
#include "os/file.h"
#include "support/gl_context.h"
#include "support/suite.h"
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 4 };

static struct gl_context gl;
static struct gfx *gfx;
static struct gfx_words words;
static struct allocator_counting counting;
static char folder[256], path[512];
static float pixels[SIDE * SIDE * 4];

static void write_file(const char *name, const char *text) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(file_write(path, text, strlen(text), 0), WISP_OK);
}

static const char whole_vert[] = "out vec2 v_uv;\nvoid main() {\n"
                                 "    v_uv = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);\n"
                                 "    gl_Position = vec4(v_uv * 2.0 - 1.0, 0.5, 1.0);\n}\n";

static void open_gl(void) {
    ck_assert_int_eq(file_temp_dir("gl", folder, sizeof folder), WISP_OK);
    write_file("whole.vert", whole_vert);
    gl_context_open(&gl);
    allocator_counting_init(&counting, allocator_default());
    gfx = gfx_for_tests(gl_context_proc, &counting.allocator, folder, &words);
    ck_assert_ptr_nonnull(gfx);
}

static void close_gl(void) {
    gfx_destroy(gfx);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
    gl_context_close(&gl);
    ck_assert_int_eq(file_remove_tree(folder), WISP_OK);
}

static wisp_target make_target(void) {
    return gfx_target(gfx, 1,
                      &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                              .key = "t",
                                              .width = SIDE,
                                              .height = SIDE,
                                              .depth = 1,
                                              .formats = {WISP_FORMAT_RGBA32F}});
}

static wisp_gfx_pipeline_desc whole(const char *fragment) {
    return (wisp_gfx_pipeline_desc){.struct_size = sizeof(wisp_gfx_pipeline_desc),
                                    .shader = {.struct_size = sizeof(wisp_gfx_shader_desc),
                                               .vertex = "whole.vert",
                                               .fragment = fragment},
                                    .blend = WISP_BLEND_NONE,
                                    .depth = WISP_DEPTH_OFF};
}

/* Draw over the cleared target and read it. */
static void draw_and_read(const wisp_gfx_pipeline_desc *desc, wisp_draw *draw,
                          const float clear[4]) {
    gfx_frame_begin(gfx, SIDE, SIDE);
    wisp_target target = make_target();
    wisp_pass pass = {.struct_size = sizeof pass,
                      .target = target,
                      .clear_color = 1,
                      .clear_depth = 1,
                      .color = {clear[0], clear[1], clear[2], clear[3]}};
    draw->struct_size = sizeof *draw;
    draw->pipeline = gfx_pipeline(gfx, 1, desc);
    if (!draw->count) draw->count = 3;
    gfx_begin_pass(gfx, 1, &pass);
    gfx_draw(gfx, 1, draw);
    gfx_end_pass(gfx, 1);
    ck_assert_int_eq(gfx_read_float(gfx, target, SIDE, SIDE, pixels), WISP_OK);
    gfx_frame_end(gfx);
}

static void expect_pixel(size_t x, size_t y, const float want[4]) {
    for (size_t c = 0; c < 4; c++)
        ck_assert_msg(fabsf(pixels[4 * (y * SIDE + x) + c] - want[c]) < 1e-5f,
                      "pixel %zu %zu channel %zu is %g, not %g", x, y, c,
                      (double)pixels[4 * (y * SIDE + x) + c], (double)want[c]);
}

static const float black[4] = {0, 0, 0, 0};

START_TEST(uniforms_arrive_and_what_is_left_out_is_zero) {
    open_gl();
    write_file("u.frag", "layout(std140) uniform Effect { vec4 u_a; vec4 u_b; };\n"
                         "layout(location = 0) out vec4 o_color;\n"
                         "void main() { o_color = u_a + 100.0 * u_b; }\n");
    wisp_gfx_pipeline_desc desc = whole("u.frag");
    const float a[8] = {1, 2, 3, 4, 0.5f, 0, 0, 0};
    wisp_draw draw = {.uniforms = a, .uniform_bytes = sizeof a};
    draw_and_read(&desc, &draw, black);
    expect_pixel(1, 2, (float[]){51, 2, 3, 4});
    draw.uniform_bytes = 16;
    draw_and_read(&desc, &draw, black);
    expect_pixel(1, 2, (float[]){1, 2, 3, 4});
    ck_assert_uint_eq(words.count, 0);
    close_gl();
}
END_TEST

START_TEST(row_0_is_the_top_and_images_keep_their_rows) {
    open_gl();
    write_file("t.frag", "uniform sampler2D u_t;\nin vec2 v_uv;\n"
                         "layout(location = 0) out vec4 o_color;\n"
                         "void main() { o_color = vec4(texture(u_t, v_uv).rg, v_uv); }\n");
    const float rows[2][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}};
    wisp_gfx_image_desc image = {.struct_size = sizeof image,
                                 .key = "i",
                                 .format = WISP_FORMAT_RGBA32F,
                                 .width = 1,
                                 .height = 2,
                                 .filter = WISP_FILTER_NEAREST,
                                 .data = rows};
    wisp_gfx_pipeline_desc desc = whole("t.frag");
    wisp_draw draw = {.textures = {{"u_t", gfx_image(gfx, 1, &image)}}};
    draw_and_read(&desc, &draw, black);
    expect_pixel(0, 0, (float[]){0, 1, 0.125f, 0.875f}); /* v grows upwards */
    expect_pixel(0, 3, (float[]){1, 0, 0.125f, 0.125f});
    close_gl();
}
END_TEST

START_TEST(blending) {
    static const struct {
        uint32_t blend;
        float want[4];
    } cases[] = {{WISP_BLEND_PREMULTIPLIED, {2.5f, 1.0f, 4.5f, 0.75f}},
                 {WISP_BLEND_NONE, {2, 0.5f, 4, 0.5f}},
                 {WISP_BLEND_ADD, {3, 1.5f, 5, 1.0f}},
                 {WISP_BLEND_MIN, {1, 0.5f, 1, 0.5f}},
                 {WISP_BLEND_MAX, {2, 1, 4, 0.5f}},
                 {WISP_BLEND_MULTIPLY, {2, 0.5f, 4, 0.25f}}};
    open_gl();
    write_file("c.frag", "layout(location = 0) out vec4 o_color;\n"
                         "void main() { o_color = vec4(2.0, 0.5, 4.0, 0.5); }\n");
    wisp_gfx_pipeline_desc desc = whole("c.frag");
    desc.blend = cases[_i].blend;
    draw_and_read(&desc, &(wisp_draw){0}, (float[]){1, 1, 1, 0.5f});
    expect_pixel(2, 2, cases[_i].want);
    close_gl();
}
END_TEST

START_TEST(streamed_instances_arrive) {
    open_gl();
    write_file("p.vert", "layout(location = 0) in vec2 a_at;\n"
                         "layout(location = 1) in vec4 a_color;\nflat out vec4 v_color;\n"
                         "void main() { v_color = a_color;\n"
                         "    vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
                         "    gl_Position = vec4((a_at + c) * 0.5 - 1.0, 0.0, 1.0); }\n");
    write_file("p.frag", "flat in vec4 v_color;\nlayout(location = 0) out vec4 o_color;\n"
                         "void main() { o_color = v_color; }\n");
    wisp_gfx_pipeline_desc desc = whole("p.frag");
    desc.shader.vertex = "p.vert";
    desc.primitive = WISP_PRIMITIVE_TRIANGLE_STRIP;
    desc.attrs[0] = (wisp_attr){WISP_ATTR_F32X2, 0, 0, 0};
    desc.attrs[1] = (wisp_attr){WISP_ATTR_U8X4N, 1, 0, 8};
    desc.strides[0] = 12;
    desc.per_instance[0] = 1;
    for (int frame = 0; frame < 5; frame++) { /* More than the ring has parts. */
        gfx_frame_begin(gfx, SIDE, SIDE);
        wisp_target target = make_target();
        wisp_draw draw = {.struct_size = sizeof draw, .count = 4, .instances = 16};
        unsigned char *to = gfx_stream(gfx, 16 * 12, &draw.buffers[0], &draw.offsets[0]);
        ck_assert_ptr_nonnull(to);
        for (int i = 0; i < 16; i++) {
            float at[2] = {(float)(i % 4), (float)(i / 4)};
            unsigned char color[4] = {(unsigned char)(i + 16 * frame), 0, 0, 255};
            memcpy(to + 12 * i, at, 8);
            memcpy(to + 12 * i + 8, color, 4);
        }
        draw.pipeline = gfx_pipeline(gfx, 1, &desc);
        gfx_begin_pass(gfx, 1,
                       &(wisp_pass){.struct_size = sizeof(wisp_pass), .target = target});
        gfx_draw(gfx, 1, &draw);
        gfx_end_pass(gfx, 1);
        ck_assert_int_eq(gfx_read_float(gfx, target, SIDE, SIDE, pixels), WISP_OK);
        gfx_frame_end(gfx);
        for (size_t i = 0; i < 16; i++)
            expect_pixel(i % 4, 3 - i / 4,
                         (float[]){(float)(i + 16 * (size_t)frame) / 255.0f, 0, 0, 1});
    }
    close_gl();
}
END_TEST

START_TEST(errors_name_file_and_line_through_includes) {
    open_gl();
    write_file("part.glsl", "float fine() { return 1.0; }\nfloat bad() { return nonsense; }\n");
    write_file("bad.frag", "#include \"part.glsl\"\nlayout(location = 0) out vec4 o_color;\n"
                           "void main() { o_color = vec4(bad()); }\n");
    wisp_gfx_pipeline_desc desc = whole("bad.frag");
    wisp_pipeline pipeline = gfx_pipeline(gfx, 1, &desc);
    ck_assert_uint_eq(gfx_pipeline_state(gfx, pipeline), WISP_GFX_FAILED);
    char start[600];
    snprintf(start, sizeof start, "%s/part.glsl:2:", folder);
    ck_assert_msg(strncmp(words.text, start, strlen(start)) == 0, "%s", words.text);
    ck_assert_ptr_nonnull(strstr(words.text, "error[shader]: `nonsense' undeclared"));
    size_t told = words.count;
    gfx_pipeline(gfx, 1, &desc);
    ck_assert_uint_eq(words.count, told);
    /* Put right, and built without anybody asking. */
    write_file("part.glsl", "float bad() { return 0.25; }\n");
    const char *changed = path;
    ck_assert_uint_eq(gfx_reload_shaders(gfx, &changed, 1, NULL), 1);
    ck_assert_uint_eq(gfx_pipeline_state(gfx, pipeline), WISP_GFX_READY);
    draw_and_read(&desc, &(wisp_draw){0}, black);
    expect_pixel(0, 0, (float[]){0.25f, 0.25f, 0.25f, 0.25f});
    /* Broken again: the last good one stays, and is tried again by itself. */
    struct diag_list diags;
    diag_list_init(&diags, allocator_default());
    write_file("part.glsl", "float bad() { return 0.25 }\n");
    ck_assert_uint_eq(gfx_reload_shaders(gfx, &changed, 1, &diags), 0);
    ck_assert_uint_ge(diags.count, 1);
    ck_assert_int_eq(diags.items[0].line, 1);
    draw_and_read(&desc, &(wisp_draw){0}, black);
    expect_pixel(3, 3, (float[]){0.25f, 0.25f, 0.25f, 0.25f});
    write_file("part.glsl", "float bad() { return 0.5; }\n");
    const char *other = "elsewhere";
    ck_assert_uint_eq(gfx_reload_shaders(gfx, &other, 1, &diags), 1);
    draw_and_read(&desc, &(wisp_draw){0}, black);
    expect_pixel(3, 3, (float[]){0.5f, 0.5f, 0.5f, 0.5f});
    diag_list_free(&diags);
    close_gl();
}
END_TEST

START_TEST(programs_that_do_not_fit) {
    static const struct {
        const char *fragment, *text;
    } cases[] = {
        {"in vec4 v_uv; layout(location = 0) out vec4 o;\n"
         "void main() { o = v_uv; }\n",
         "v_uv"},
        {"uniform float u_loose; layout(location = 0) out vec4 o;\n"
         "void main() { o = vec4(u_loose); }\n",
         "uniform \"u_loose\" is neither in block Effect nor a 2-D, array or 3-D sampler"},
        {"layout(std140) uniform Mine { vec4 u; }; layout(location = 0) out vec4 o;\n"
         "void main() { o = u; }\n",
         "uniform block \"Mine\" is neither Frame nor Effect"},
    };
    open_gl();
    write_file("x.frag", cases[_i].fragment);
    wisp_gfx_pipeline_desc desc = whole("x.frag");
    ck_assert_uint_eq(gfx_pipeline_state(gfx, gfx_pipeline(gfx, 1, &desc)), WISP_GFX_FAILED);
    ck_assert_msg(strstr(words.text, cases[_i].text) != NULL, "%s", words.text);
    ck_assert_ptr_nonnull(strstr(words.text, "x.frag: error[shader]"));
    close_gl();
}
END_TEST

START_TEST(reading_the_target_one_draws_into_is_refused) {
    open_gl();
    write_file("t.frag", "uniform sampler2D u_t;\nlayout(location = 0) out vec4 o_color;\n"
                         "void main() { o_color = texture(u_t, vec2(0.5)); }\n");
    wisp_gfx_pipeline_desc desc = whole("t.frag");
    gfx_frame_begin(gfx, SIDE, SIDE);
    wisp_image own = gfx_target_color(gfx, make_target(), 0);
    gfx_frame_end(gfx);
    wisp_draw draw = {.textures = {{"u_t", own}}};
    draw_and_read(&desc, &draw, black);
    expect_pixel(0, 0, (float[]){1, 1, 1, 1}); /* White is what an unset texture is. */
    close_gl();
}
END_TEST

/* A few settings of each group; glGet through the context, as an embedder would see them. */
struct seen {
    int values[24];
};

static void look(struct seen *seen) {
    void (*get)(unsigned, int *);
    static const unsigned names[24] = {0x8CA6 /* DRAW_FRAMEBUFFER_BINDING */,
                                       0x8CAA /* READ_ */,
                                       0x8B8D /* CURRENT_PROGRAM */,
                                       0x85B5 /* VERTEX_ARRAY_BINDING */,
                                       0x8894 /* ARRAY_BUFFER_BINDING */,
                                       0x84E0 /* ACTIVE_TEXTURE */,
                                       0x8069 /* TEXTURE_BINDING_2D */,
                                       0x8919 /* SAMPLER_BINDING */,
                                       0x0BE2 /* BLEND */,
                                       0x80C9 /* BLEND_SRC_RGB */,
                                       0x0B71 /* DEPTH_TEST */,
                                       0x0B74 /* DEPTH_FUNC */,
                                       0x0B72 /* DEPTH_WRITEMASK */,
                                       0x0B44 /* CULL_FACE */,
                                       0x0B45 /* CULL_FACE_MODE */,
                                       0x0B46 /* FRONT_FACE */,
                                       0x0C11 /* SCISSOR_TEST */,
                                       0x0CF5 /* UNPACK_ALIGNMENT */,
                                       0x0D05 /* PACK_ALIGNMENT */,
                                       0x8A28 /* UNIFORM_BUFFER_BINDING */,
                                       0x8F37 /* COPY_WRITE_BUFFER */,
                                       0x88ED /* PIXEL_PACK_BUFFER_BINDING */,
                                       0x0BD0 /* DITHER */,
                                       0x8DB9 /* FRAMEBUFFER_SRGB */};
    *(void **)&get = gl_context_proc("glGetIntegerv");
    for (int i = 0; i < 24; i++) get(names[i], &seen->values[i]);
}

START_TEST(the_callers_settings_are_put_back) {
    open_gl();
    void (*enable)(unsigned), (*depth_func)(unsigned), (*active)(unsigned);
    void (*cull)(unsigned), (*bind)(unsigned, unsigned), (*gen)(int, unsigned *);
    void (*blend)(unsigned, unsigned), (*store)(unsigned, int);
    *(void **)&enable = gl_context_proc("glEnable");
    *(void **)&depth_func = gl_context_proc("glDepthFunc");
    *(void **)&active = gl_context_proc("glActiveTexture");
    *(void **)&cull = gl_context_proc("glCullFace");
    *(void **)&bind = gl_context_proc("glBindTexture");
    *(void **)&gen = gl_context_proc("glGenTextures");
    *(void **)&blend = gl_context_proc("glBlendFunc");
    *(void **)&store = gl_context_proc("glPixelStorei");
    unsigned texture;
    struct seen before, after;
    gen(1, &texture);
    active(0x84C0 + 3);
    bind(0x0DE1, texture);
    enable(0x0C11);
    enable(0x0B44);
    enable(0x0BE2);
    cull(0x0404);
    depth_func(0x0204);
    blend(0x0306, 0x0301);
    store(0x0CF5, 2);
    look(&before);
    write_file("c.frag", "layout(location = 0) out vec4 o_color;\n"
                         "void main() { o_color = vec4(1.0); }\n");
    /* Between frames, and in one. */
    wisp_gfx_pipeline_desc desc = whole("c.frag");
    gfx_pipeline(gfx, 1, &desc);
    wisp_target target = make_target();
    wisp_buffer buffer =
        gfx_buffer(gfx, 1,
                   &(wisp_gfx_buffer_desc){
                       .struct_size = sizeof(wisp_gfx_buffer_desc), .key = "b", .bytes = 16});
    gfx_update(gfx, buffer, 0, black, 16);
    gfx_read_float(gfx, target, SIDE, SIDE, pixels);
    look(&after);
    ck_assert_mem_eq(&before, &after, sizeof before);
    draw_and_read(&desc, &(wisp_draw){0}, black);
    expect_pixel(0, 0, (float[]){1, 1, 1, 1});
    look(&after);
    for (int i = 0; i < 24; i++) ck_assert_int_eq(before.values[i], after.values[i]);
    close_gl();
}
END_TEST

START_TEST(warm_frames_allocate_nothing) {
    open_gl();
    write_file("u.frag",
               "layout(std140) uniform Effect { vec4 u_a; };\n"
               "layout(location = 0) out vec4 o_color;\nvoid main() { o_color = u_a; }\n");
    wisp_gfx_pipeline_desc desc = whole("u.frag");
    const float a[4] = {1, 2, 3, 4};
    size_t before = 0;
    uint64_t objects = 0;
    for (int i = 0; i < 20; i++) {
        wisp_draw draw = {.uniforms = a, .uniform_bytes = sizeof a};
        draw_and_read(&desc, &draw, black);
        if (i == 6) {
            before = atomic_load(&counting.allocations);
            objects = gfx_stats(gfx).backend_objects;
        }
    }
    ck_assert_uint_eq(atomic_load(&counting.allocations), before);
    ck_assert_uint_eq(gfx_stats(gfx).backend_objects, objects);
    close_gl();
}
END_TEST

static void *no_proc(const char *name) { return (void)name, NULL; }

START_TEST(without_opengl_it_says_so) {
    struct gfx *none = NULL;
    struct gfx_config config = {.get_proc = no_proc};
    ck_assert_int_eq(gfx_create(&config, &none), WISP_E_UNSUPPORTED);
    ck_assert_ptr_null(none);
}
END_TEST

SUITE_MAIN("gfx_gl", TEST(uniforms_arrive_and_what_is_left_out_is_zero),
           TEST(row_0_is_the_top_and_images_keep_their_rows), TEST_LOOP(blending, 0, 6),
           TEST(streamed_instances_arrive), TEST(errors_name_file_and_line_through_includes),
           TEST_LOOP(programs_that_do_not_fit, 0, 3),
           TEST(reading_the_target_one_draws_into_is_refused),
           TEST(the_callers_settings_are_put_back), TEST(warm_frames_allocate_nothing),
           TEST(without_opengl_it_says_so))
