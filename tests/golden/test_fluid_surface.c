/* SPDX-License-Identifier: MIT
 *
 * The fluid's passes on an offscreen context, against numbers: a ball's depth and outline, a
 * slab's thickness, filters on planes and edges, normals, Fresnel's share, absorption.
 */
#include "gfx/gfx.h"
#include "render/frame_block.h"
#include "support/fake_host.h"
#include "support/gl_context.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

enum { SIZE = 128, PIXELS = SIZE * SIZE, OWNER = 900 };

#define RADIUS 0.04f /* m, of a drawn particle in the filter tests */

/* Block Effect of shaders/fluid/fluid.glsl. */
struct uniforms {
    float sprite[4], smooth[4], amount[4], tint[4], absorb[4], foam[4];
};

struct stage {
    struct gl_context gl;
    struct gfx *gfx;
    struct gfx_words words;
    wisp_view view;
    wisp_target scene, out;
    struct uniforms u;
};

/* A camera at the origin that looks along -z, 60 degrees high and wide. */
static void look(struct stage *s) {
    const float f = 1.0f / tanf(0.5235988f), n = 0.1f, z = 50.0f;
    wisp_view *v = &s->view;
    struct frame_block block = {.viewport = {SIZE, SIZE, 1.0f / SIZE, 1.0f / SIZE},
                                .clip = {n, z, 1.0471976f, 1.0f},
                                .sun_direction = {0, 1, 0}};
    *v = (wisp_view){.struct_size = sizeof *v,
                     .pass = WISP_PASS_REFRACT,
                     .width = SIZE,
                     .height = SIZE,
                     .fov_y = 1.0471976f,
                     .near_z = n,
                     .far_z = z};
    for (int k = 0; k < 4; k++) v->view[5 * k] = 1.0f;
    v->proj[0] = v->proj[5] = f;
    v->proj[10] = (z + n) / (n - z);
    v->proj[11] = -1.0f;
    v->proj[14] = 2.0f * z * n / (n - z);
    memcpy(v->view_proj, v->proj, sizeof v->proj);
    memcpy(block.view, v->view, sizeof v->view);
    memcpy(block.proj, v->proj, sizeof v->proj);
    memcpy(block.view_proj, v->proj, sizeof v->proj);
    gfx_frame_uniforms(s->gfx, &block, sizeof block);
}

static wisp_target target(struct stage *s, const char *key, uint32_t format, uint32_t depth) {
    return gfx_target(s->gfx, OWNER,
                      &(wisp_gfx_target_desc){.struct_size = sizeof(wisp_gfx_target_desc),
                                              .key = key,
                                              .width = SIZE,
                                              .height = SIZE,
                                              .depth = depth,
                                              .formats = {format}});
}

static void clear(struct stage *s, wisp_target to, float r, float g, float b) {
    const wisp_pass pass = {.struct_size = sizeof pass,
                            .target = to,
                            .clear_color = 1,
                            .clear_depth = 1,
                            .color = {r, g, b, 1.0f}};
    gfx_begin_pass(s->gfx, OWNER, &pass);
    gfx_end_pass(s->gfx, OWNER);
}

static void open(struct stage *s) {
    memset(s, 0, sizeof *s);
    gl_context_open(&s->gl);
    s->gfx = gfx_for_tests(gl_context_proc, NULL, NULL, &s->words);
    ck_assert_ptr_nonnull(s->gfx);
    gfx_frame_begin(s->gfx, SIZE, SIZE);
    look(s);
    s->scene = target(s, "scene", WISP_FORMAT_RGBA32F, 1);
    s->out = target(s, "out", WISP_FORMAT_RGBA32F, 1);
    clear(s, s->scene, 0.2f, 0.5f, 0.8f);
    gfx_set_scene_images(s->gfx, gfx_target_depth(s->gfx, s->scene),
                         gfx_target_color(s->gfx, s->scene, 0), (wisp_image){0});
    s->u = (struct uniforms){.sprite = {RADIUS, 10 * RADIUS, 0.0f, 5 * RADIUS},
                             .smooth = {8.0f, 16.0f, 1.0f, 0.0f},
                             .amount = {1.0f, 1.333f, 1.0f, 0.0f},
                             .tint = {0.0f, 0.0f, 0.0f, 1.0f},
                             .absorb = {0.0f, 0.0f, 0.0f, 1.0f}};
}

static void close(struct stage *s) {
    ck_assert_msg(s->words.count == 0, "%s", s->words.text);
    gfx_frame_end(s->gfx);
    gfx_destroy(s->gfx);
    gl_context_close(&s->gl);
}

static wisp_image image(struct stage *s, const char *key, const float *data) {
    return gfx_image(s->gfx, OWNER,
                     &(wisp_gfx_image_desc){.struct_size = sizeof(wisp_gfx_image_desc),
                                            .format = WISP_FORMAT_R32F,
                                            .key = key,
                                            .width = SIZE,
                                            .height = SIZE,
                                            .filter = WISP_FILTER_NEAREST,
                                            .data = data});
}

/* One full-screen pass into out, read back as RGBA. */
static void run(struct stage *s, const char *fragment, const float *depth,
                const float *thickness, float *rgba) {
    wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "lib/fullscreen.vert", fragment, NULL},
        .blend = WISP_BLEND_NONE,
        .depth = WISP_DEPTH_OFF};
    wisp_draw draw = {.struct_size = sizeof draw,
                      .pipeline = gfx_pipeline(s->gfx, OWNER, &pipeline),
                      .count = 3,
                      .uniforms = &s->u,
                      .uniform_bytes = sizeof s->u};
    draw.textures[0] = (wisp_texture){"u_depth", image(s, "depth", depth)};
    if (thickness) {
        draw.textures[1] = (wisp_texture){"u_raw_depth", image(s, "depth", depth)};
        draw.textures[2] = (wisp_texture){"u_thickness", image(s, "thickness", thickness)};
        draw.textures[3] = (wisp_texture){"u_scene_color", gfx_scene_color(s->gfx)};
        draw.textures[4] = (wisp_texture){"u_scene_depth", gfx_scene_depth(s->gfx)};
    }
    clear(s, s->out, 0.0f, 0.0f, 0.0f);
    const wisp_pass pass = {.struct_size = sizeof pass, .target = s->out};
    gfx_begin_pass(s->gfx, OWNER, &pass);
    gfx_draw(s->gfx, OWNER, &draw);
    gfx_end_pass(s->gfx, OWNER);
    ck_assert_int_eq(gfx_read_float(s->gfx, s->out, SIZE, SIZE, rgba), WISP_OK);
    for (int k = 0; k < 4 * PIXELS; k++) ck_assert(isfinite(rgba[k]));
}

/* ---- The particles' own passes, through the plugin */

static struct fake_host *particles(struct stage *s, float spacing, const float fill[3],
                                   const float at[3]) {
    struct fake_options options = {.gfx = s->gfx};
    struct fake_host *h = fake_host_open("fluid", &options);
    fake_world(h)->world.gravity[1] = 0.0f;
    fake_world(h)->pose.position[2] = at[2];
    fake_set(h, "spacing", spacing);
    fake_set_vec(h, "size", 8, 8, 8, 0);
    fake_set_vec(h, "fill", fill[0], fill[1], fill[2], 0);
    fake_set_vec(h, "fill_position", at[0], 4.0f - 0.5f * fill[1], 0, 0);
    fake_world(h)->pose.position[1] = at[1] - 4.0f;
    fake_set(h, "cohesion", 0);
    ck_assert_int_eq(fake_start(h), WISP_OK);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    return h;
}

static void draw_effect(struct stage *s, struct fake_host *h) {
    const wisp_pass pass = {.struct_size = sizeof pass, .target = s->out};
    clear(s, s->out, 0.0f, 0.0f, 0.0f);
    gfx_begin_pass(s->gfx, OWNER, &pass);
    uint32_t owner = instance_owner(fake_instance(h));
    gfx_effect_begin(s->gfx, owner);
    instance_draw(fake_instance(h), &s->view);
    gfx_effect_end(s->gfx, owner);
    gfx_end_pass(s->gfx, OWNER);
}

/* The first channel of one of the effect's own targets, which must exist already. */
static void read_own(struct stage *s, struct fake_host *h, wisp_gfx_target_desc desc,
                     uint32_t size, float *rgba) {
    uint32_t owner = instance_owner(fake_instance(h)),
             before = gfx_owner_count(s->gfx, owner).targets;
    desc.struct_size = sizeof desc;
    wisp_target t = gfx_target(s->gfx, owner, &desc);
    ck_assert_uint_eq(gfx_owner_count(s->gfx, owner).targets, before);
    ck_assert_int_eq(gfx_read_float(s->gfx, t, size, size, rgba), WISP_OK);
}

START_TEST(one_ball_has_its_depth_and_its_outline) {
    static float rgba[4 * PIXELS];
    struct stage s;
    open(&s);
    const float z = 2.0f, spacing = 0.5f, fill[3] = {spacing, spacing, spacing};
    struct fake_host *h = particles(&s, spacing, fill, (const float[3]){0, 0, -z});
    ck_assert_double_eq(fake_counter(h, "alive"), 1.0);
    double r = 0.5 * (double)fake_value(h, "sprite_size")->v[0] * (double)spacing;
    draw_effect(&s, h);
    read_own(&s, h,
             (wisp_gfx_target_desc){.key = "fluid.depth",
                                    .scale = 1.0f,
                                    .depth = 1,
                                    .formats = {WISP_FORMAT_R32F},
                                    .filter = WISP_FILTER_NEAREST},
             SIZE, rgba);
    double area = 0.0, nearest = 100.0;
    for (int k = 0; k < PIXELS; k++) {
        area += rgba[4 * k] > 0.0f;
        if (rgba[4 * k] > 0.0f) nearest = fmin(nearest, (double)rgba[4 * k]);
    }
    double px = 1.7320508 * SIZE / 2 * r / sqrt((double)z * (double)z - r * r);
    ck_assert_double_eq_tol(nearest, (double)z - r, 2e-3);
    ck_assert_double_eq_tol(area, 3.14159265 * px * px, 0.02 * area);
    fake_host_destroy(h);
    close(&s);
}
END_TEST

START_TEST(a_slab_reads_its_own_thickness) {
    enum { HALF = SIZE / 2 };
    static float rgba[4 * HALF * HALF];
    struct stage s;
    open(&s);
    const float deep[2] = {0.5f, 1.0f}, fill[3] = {3.0f, 3.0f, deep[_i]};
    struct fake_host *h = particles(&s, 0.1f, fill, (const float[3]){0, 0, -3.0f});
    draw_effect(&s, h);
    read_own(&s, h,
             (wisp_gfx_target_desc){
                 .key = "fluid.thickness", .scale = 0.5f, .formats = {WISP_FORMAT_R16F}},
             HALF, rgba);
    double sum = 0.0;
    int count = 0;
    for (int y = HALF / 2 - 8; y < HALF / 2 + 8; y++) {
        for (int x = HALF / 2 - 8; x < HALF / 2 + 8; x++, count++) {
            sum += (double)rgba[4 * (y * HALF + x)];
        }
    }
    ck_assert_double_eq_tol(sum / count, (double)deep[_i], 0.05 * (double)deep[_i]);
    fake_host_destroy(h);
    close(&s);
}
END_TEST

/* ---- Filters */

static const char *const filters[] = {"fluid/narrow_range.frag", "fluid/bilateral.frag",
                                      "fluid/curvature.frag"};

START_TEST(filters_leave_a_plane_as_it_is) {
    static float depth[PIXELS], rgba[4 * PIXELS];
    struct stage s;
    open(&s);
    for (int k = 0; k < PIXELS; k++) depth[k] = 2.0f;
    for (int way = 0; way < 3; way++) {
        s.u.smooth[2] = way == 0;
        s.u.smooth[3] = way == 1;
        if (_i == 1 && way == 2) continue;
        run(&s, filters[_i], depth, NULL, rgba);
        for (int y = 20; y < SIZE - 20; y++) {
            for (int x = 20; x < SIZE - 20; x++) {
                ck_assert_float_eq_tol(rgba[4 * (y * SIZE + x)], 2.0f, 1e-5f);
            }
        }
    }
    close(&s);
}
END_TEST

START_TEST(filters_keep_an_edge) {
    static float depth[PIXELS], rgba[4 * PIXELS];
    struct stage s;
    open(&s);
    const float near = 2.0f, far = near + 20.0f * RADIUS;
    for (int k = 0; k < PIXELS; k++) depth[k] = k % SIZE < SIZE / 2 ? near : far;
    run(&s, filters[_i], depth, NULL, rgba);
    float within = _i == 0 ? 0.01f : 0.05f;
    for (int x = 20; x < SIZE - 20; x++) {
        float z = rgba[4 * (64 * SIZE + x)];
        ck_assert_float_eq_tol(z, x < SIZE / 2 ? near : far, within * RADIUS);
    }
    close(&s);
}
END_TEST

START_TEST(filters_smooth_balls) {
    static float depth[PIXELS], rgba[4 * PIXELS];
    struct stage s;
    open(&s);
    double before = 0.0, after = 0.0;
    for (int k = 0; k < PIXELS; k++) {
        depth[k] = 2.0f + 0.5f * RADIUS * sinf(0.9f * (float)(k % SIZE));
    }
    run(&s, filters[_i], depth, NULL, rgba);
    for (int x = 20; x < SIZE - 20; x++) {
        before += fabs((double)depth[64 * SIZE + x] - 2.0);
        after += fabs((double)rgba[4 * (64 * SIZE + x)] - 2.0);
    }
    ck_assert_double_lt(after, (_i == 2 ? 0.97 : 0.6) * before);
    close(&s);
}
END_TEST

/* ---- The picture */

/* Depth of the plane through (0, 0, -2) with the normal n, in eye space. */
static void plane(float depth[PIXELS], const float n[3]) {
    for (int k = 0; k < PIXELS; k++) {
        float x = (((float)(k % SIZE) + 0.5f) / SIZE * 2.0f - 1.0f) / 1.7320508f;
        float y = (((float)(k / SIZE) + 0.5f) / SIZE * 2.0f - 1.0f) / 1.7320508f;
        depth[k] = -2.0f * n[2] / (n[0] * x + n[1] * y - n[2]);
    }
}

START_TEST(a_tilted_plane_has_its_normal) {
    static const float normals[][3] = {
        {0.0f, 0.0f, 1.0f}, {0.5f, 0.0f, 0.8660254f}, {-0.3f, 0.5f, 0.8124038f}};
    static float depth[PIXELS], thick[PIXELS], rgba[4 * PIXELS];
    struct stage s;
    open(&s);
    plane(depth, normals[_i]);
    for (int k = 0; k < PIXELS; k++) thick[k] = 1.0f;
    s.u.absorb[3] = 5.0f;
    run(&s, "fluid/surface.frag", depth, thick, rgba);
    for (int y = 40; y < SIZE - 40; y += 7) {
        for (int x = 40; x < SIZE - 40; x += 7) {
            const float *c = rgba + 4 * (y * SIZE + x);
            double dot = 0.0, size = 0.0;
            for (int k = 0; k < 3; k++) {
                double v = 2.0 * (double)c[k] - 1.0;
                dot += v * (double)normals[_i][k];
                size += v * v;
            }
            ck_assert_double_gt(dot / sqrt(size), 0.99985); /* cos 1 degree */
        }
    }
    close(&s);
}
END_TEST

START_TEST(fresnel_is_schlicks) {
    static float depth[PIXELS], thick[PIXELS], rgba[4 * PIXELS];
    struct stage s;
    open(&s);
    plane(depth, (const float[3]){0.0f, 0.0f, 1.0f});
    for (int k = 0; k < PIXELS; k++) thick[k] = 1.0f;
    s.u.absorb[3] = 6.0f;
    run(&s, "fluid/surface.frag", depth, thick, rgba);
    ck_assert_float_eq_tol(rgba[4 * (64 * SIZE + 64)], 0.02037f, 2e-4f);
    s.u.amount[1] = 1.0f;
    run(&s, "fluid/surface.frag", depth, thick, rgba);
    ck_assert_float_eq_tol(rgba[4 * (64 * SIZE + 64)], 0.0f, 1e-6f);
    close(&s);
}
END_TEST

START_TEST(light_is_absorbed_by_beer_and_lambert) {
    static float depth[PIXELS], thick[PIXELS], rgba[4 * PIXELS];
    const float background[3] = {0.2f, 0.5f, 0.8f}, k[3] = {2.0f, 0.5f, 0.1f};
    struct stage s;
    open(&s);
    plane(depth, (const float[3]){0.0f, 0.0f, 1.0f});
    for (int i = 0; i < PIXELS; i++) thick[i] = 0.7f;
    s.u.amount[2] = 0.0f; /* no reflection */
    memcpy(s.u.absorb, k, sizeof k);
    run(&s, "fluid/surface.frag", depth, thick, rgba);
    for (int c = 0; c < 3; c++) {
        ck_assert_float_eq_tol(rgba[4 * (64 * SIZE + 64) + c],
                               background[c] * expf(-k[c] * 0.7f), 2.0f / 255.0f);
    }
    close(&s);
}
END_TEST

START_TEST(what_does_not_refract_is_not_seen) {
    static float depth[PIXELS], thick[PIXELS], rgba[4 * PIXELS], scene[4 * PIXELS];
    struct stage s;
    open(&s);
    plane(depth, (const float[3]){0.5f, 0.0f, 0.8660254f});
    for (int i = 0; i < PIXELS; i++) thick[i] = 0.5f;
    s.u.amount[1] = 1.0f;
    run(&s, "fluid/surface.frag", depth, thick, rgba);
    ck_assert_int_eq(gfx_read_float(s.gfx, s.scene, SIZE, SIZE, scene), WISP_OK);
    for (int y = 8; y < SIZE - 8; y++) {
        for (int x = 8; x < SIZE - 8; x++) {
            for (int c = 0; c < 3; c++) {
                int at = 4 * (y * SIZE + x) + c;
                ck_assert_float_eq_tol(rgba[at], scene[at], 2.0f / 255.0f);
            }
        }
    }
    close(&s);
}
END_TEST

START_TEST(a_whole_picture_is_finite) {
    static const char *const names[] = {"narrow_range", "bilateral", "curvature"};
    static float rgba[4 * PIXELS];
    struct stage s;
    open(&s);
    const float fill[3] = {1.5f, 1.0f, 1.0f};
    struct fake_host *h = particles(&s, 0.1f, fill, (const float[3]){0, 0, -3.0f});
    fake_set_text(h, "filter", names[_i]);
    fake_set(h, "foam", 2);
    fake_set(h, "filter_scale", _i == 1 ? 0.5 : 1.0);
    fake_set(h, "show_container", 1);
    fake_set_vec(h, "acceleration", 30, 0, 0, 0);
    fake_steps(h, 20);
    draw_effect(&s, h);
    ck_assert_int_eq(gfx_read_float(s.gfx, s.out, SIZE, SIZE, rgba), WISP_OK);
    int covered = 0;
    for (int k = 0; k < PIXELS; k++) {
        for (int c = 0; c < 4; c++) ck_assert(isfinite(rgba[4 * k + c]));
        covered += rgba[4 * k + 2] > 0.01f;
    }
    ck_assert_int_gt(covered, 500);
    fake_host_destroy(h);
    close(&s);
}
END_TEST

SUITE_MAIN("fluid_surface", TEST(one_ball_has_its_depth_and_its_outline),
           TEST_LOOP(a_slab_reads_its_own_thickness, 0, 2),
           TEST_LOOP(filters_leave_a_plane_as_it_is, 0, 3),
           TEST_LOOP(filters_keep_an_edge, 0, 3), TEST_LOOP(filters_smooth_balls, 0, 3),
           TEST_LOOP(a_tilted_plane_has_its_normal, 0, 3), TEST(fresnel_is_schlicks),
           TEST(light_is_absorbed_by_beer_and_lambert), TEST(what_does_not_refract_is_not_seen),
           TEST_LOOP(a_whole_picture_is_finite, 0, 3))
