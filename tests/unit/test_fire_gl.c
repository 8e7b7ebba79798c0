/* SPDX-License-Identifier: MIT
 *
 * The fire's GLSL against its C twins and against itself, on an offscreen context: noise and
 * blackbody drawn into float targets; banding and the invariances on rendered pictures.
 */
#include "kit/blackbody.h"
#include "os/file.h"
#include "simplex_fire/fire_noise.h"
#include "support/gl_context.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 48, POINTS = 10 };

static struct gl_context gl;
static struct gfx *gfx;
static struct gfx_words words;
static char folder[256];

static const float point[POINTS][3] = {
    {.1f, .2f, .3f},        {.5f, .25f, -.75f},      {1.3f, -2.61f, .6f},
    {-3.2f, 4.4f, 1.9f},    {7.77f, .01f, -5.55f},   {12.5f, 13.25f, 14.125f},
    {-.49f, -.49f, .49f},   {100.3f, -50.2f, 25.1f}, {2.2f, -1.15f, 3.05f},
    {.333f, .667f, -.999f},
};

static void put(const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
}

static void setup(void) {
    gl_context_open(&gl);
    ck_assert_int_eq(file_temp_dir("fire", folder, sizeof folder), WISP_OK);
    put("probe.frag",
        "#include \"lib/noise.glsl\"\n#include \"lib/blackbody.glsl\"\n"
        "layout(std140) uniform Effect { vec4 u_point[10]; };\n"
        "in vec2 v_uv;\nlayout(location = 0) out vec4 o;\n"
        "void main() { vec4 p = u_point[int(gl_FragCoord.x)];\n"
        "#ifdef GLOW\n o = vec4(blackbody_color(p.x), log(blackbody_luminance(p.x)));\n"
        "#else\n o = vec4(simplex3(p.xyz, 0u), simplex3(p.xyz, 7u), simplex2(p.xy, 0u), "
        "fbm3(p.xyz, 4, 0u));\n"
        "#endif\n}\n");
    put("gradient.frag",
        "#include \"lib/noise.glsl\"\n"
        "layout(std140) uniform Effect { vec4 u_point[10]; };\n"
        "in vec2 v_uv;\nlayout(location = 0) out vec4 o;\n"
        "void main() { o = simplex3_gradient(u_point[int(gl_FragCoord.x)].xyz, 0u); }\n");
    gfx = gfx_for_tests(gl_context_proc, NULL, folder, &words);
    ck_assert_ptr_nonnull(gfx);
}

static void teardown(void) {
    gfx_destroy(gfx);
    ck_assert_int_eq(file_remove_tree(folder), WISP_OK);
    gl_context_close(&gl);
}

static void draw_points(const char *fragment, const char *defines, float in[POINTS][4],
                        float out[POINTS][4]) {
    const wisp_gfx_target_desc desc = {.struct_size = sizeof desc,
                                       .key = "points",
                                       .width = POINTS,
                                       .height = 1,
                                       .color_count = 1,
                                       .formats = {WISP_FORMAT_RGBA32F}};
    const wisp_gfx_pipeline_desc pipeline = {
        .struct_size = sizeof pipeline,
        .shader = {sizeof pipeline.shader, 0, "lib/fullscreen.vert", fragment, defines},
        .blend = WISP_BLEND_NONE,
        .depth = WISP_DEPTH_OFF};
    gfx_frame_begin(gfx, POINTS, 1);
    wisp_target target = gfx_target(gfx, 1, &desc);
    const wisp_pass pass = {.struct_size = sizeof pass, .target = target, .clear_color = 1};
    gfx_begin_pass(gfx, 1, &pass);
    const wisp_draw draw = {.struct_size = sizeof draw,
                            .pipeline = gfx_pipeline(gfx, 1, &pipeline),
                            .count = 3,
                            .uniforms = in,
                            .uniform_bytes = POINTS * 4 * sizeof(float)};
    gfx_draw(gfx, 1, &draw);
    gfx_end_pass(gfx, 1);
    ck_assert_int_eq(gfx_read_float(gfx, target, POINTS, 1, out[0]), WISP_OK);
    gfx_frame_end(gfx);
    ck_assert_msg(words.count == 0, "%s", words.text);
}

START_TEST(noise_agrees_with_its_c_twin) {
    float in[POINTS][4] = {{0}}, out[POINTS][4];
    for (int k = 0; k < POINTS; k++) memcpy(in[k], point[k], sizeof point[k]);
    draw_points("probe.frag", NULL, in, out);
    for (int k = 0; k < POINTS; k++) {
        const float *p = point[k];
        ck_assert_float_eq_tol(out[k][0], fire_simplex3(p, 0), 2e-5f);
        ck_assert_float_eq_tol(out[k][1], fire_simplex3(p, 7), 2e-5f);
        ck_assert_float_eq_tol(out[k][2], fire_simplex2(p[0], p[1], 0), 1e-4f);
        ck_assert_float_eq_tol(out[k][3], fire_fbm3(p, 4, 0), 1e-4f);
    }
}
END_TEST

START_TEST(gradient_is_the_slope_of_the_noise) {
    float in[POINTS][4] = {{0}}, out[POINTS][4];
    for (int k = 0; k < POINTS; k++) memcpy(in[k], point[k % 7], sizeof point[k]);
    draw_points("gradient.frag", NULL, in, out);
    for (int k = 0; k < POINTS; k++)
        for (int a = 0; a < 3; a++) {
            float p[3], q[3];
            memcpy(p, in[k], sizeof p);
            memcpy(q, in[k], sizeof q);
            p[a] += 4e-3f;
            q[a] -= 4e-3f;
            float slope = (fire_simplex3(p, 0) - fire_simplex3(q, 0)) / 8e-3f;
            ck_assert_float_eq_tol(out[k][a], slope, .02f);
        }
}
END_TEST

START_TEST(blackbody_agrees_with_its_c_twin) {
    static const float kelvin[POINTS] = {700,  1000, 1200, 1500, 1800,
                                         2000, 2500, 3100, 3300, 6500};
    float in[POINTS][4] = {{0}}, out[POINTS][4], rgb[3];
    for (int k = 0; k < POINTS; k++) in[k][0] = kelvin[k];
    draw_points("probe.frag", "GLOW 1", in, out);
    for (int k = 0; k < POINTS; k++) {
        kit_blackbody_color(kelvin[k], rgb);
        for (int c = 0; c < 3; c++) ck_assert_float_eq_tol(out[k][c], rgb[c], 2e-5f);
        ck_assert_float_eq_tol(out[k][3], logf(kit_blackbody_luminance(kelvin[k])), 1e-3f);
    }
}
END_TEST

/* Block Effect of shaders/simplex_fire/fire.glsl. */
struct fire_uniforms {
    float object_to_clip[16];
    float eye[4], low[4], high[4], wind[4], noise[4], march[4], glow[4], smoke[4], depth[4];
    float state[4];
    uint32_t seed[4];
};

/* A fire seen from the front at three widths; roughness and octaves as the source has them. */
static struct fire_uniforms usual(void) {
    static const float near = .1f, far = 100, focus = 2.4f, eye = 2.5f;
    struct fire_uniforms u = {
        .object_to_clip = {focus, 0, 0, 0, 0, focus, 0, 0, 0, 0, -(far + near) / (far - near),
                           -1, 0, 0, 0, 0},
        .eye = {0, 0, eye, 0},
        .low = {-.5f, -.5f, -.5f, 1},
        .high = {.5f, .5f, .5f, 0},
        .wind = {0, 0, 1, 3},
        .noise = {1.35f, 1.6f, 4, 0},
        .march = {1.0f / 16, 3, 0, 0},
        .glow = {2500, 1250, 1, 0},
        .depth = {near, far, 1, 0},
        .state = {1, 1, 0, 0},
    };
    u.object_to_clip[14] = eye * (far + near) / (far - near) - 2 * far * near / (far - near);
    u.object_to_clip[15] = eye;
    return u;
}

/* Rows of window depth: eye distance at the left and at the right edge. */
static wisp_image make_depth(float left, float right) {
    static float depth[SIDE * SIDE];
    static uint32_t revision;
    for (int k = 0; k < SIDE * SIDE; k++) {
        float eye = left + (right - left) * ((float)(k % SIDE) + .5f) / SIDE;
        depth[k] = (100.1f / 99.9f - 20.0f / (99.9f * eye)) * .5f + .5f;
    }
    const wisp_gfx_image_desc desc = {.struct_size = sizeof desc,
                                      .key = "depth",
                                      .format = WISP_FORMAT_R32F,
                                      .filter = WISP_FILTER_NEAREST,
                                      .width = SIDE,
                                      .height = SIDE,
                                      .data = depth,
                                      .revision = ++revision};
    return gfx_image(gfx, 1, &desc);
}

static void render(const struct fire_uniforms *u, float left, float right, float *out) {
    const wisp_gfx_target_desc desc = {.struct_size = sizeof desc,
                                       .key = "picture",
                                       .width = SIDE,
                                       .height = SIDE,
                                       .color_count = 1,
                                       .formats = {WISP_FORMAT_RGBA32F}};
    const wisp_gfx_pipeline_desc pipeline = {.struct_size = sizeof pipeline,
                                             .shader = {sizeof pipeline.shader, 0,
                                                        "simplex_fire/box.vert",
                                                        "simplex_fire/march.frag", NULL},
                                             .blend = WISP_BLEND_NONE,
                                             .depth = WISP_DEPTH_OFF,
                                             .cull = WISP_CULL_FRONT};
    gfx_frame_begin(gfx, SIDE, SIDE);
    wisp_target target = gfx_target(gfx, 1, &desc);
    const wisp_pass pass = {.struct_size = sizeof pass, .target = target, .clear_color = 1};
    gfx_begin_pass(gfx, 1, &pass);
    const wisp_draw draw = {.struct_size = sizeof draw,
                            .pipeline = gfx_pipeline(gfx, 1, &pipeline),
                            .count = 36,
                            .textures = {{"u_scene_depth", make_depth(left, right)}},
                            .uniforms = u,
                            .uniform_bytes = sizeof *u};
    gfx_draw(gfx, 1, &draw);
    gfx_end_pass(gfx, 1);
    ck_assert_int_eq(gfx_read_float(gfx, target, SIDE, SIDE, out), WISP_OK);
    gfx_frame_end(gfx);
    ck_assert_msg(words.count == 0, "%s", words.text);
}

static float largest(const float *a) {
    float most = 0;
    for (int k = 0; k < SIDE * SIDE; k++) most = fmaxf(most, a[4 * k]);
    return most;
}

/* Rms of the red difference over the largest red of b. */
static double difference(const float *a, const float *b) {
    double square = 0;
    for (int k = 0; k < SIDE * SIDE; k++) {
        double d = (double)(a[4 * k] - b[4 * k]);
        square += d * d;
    }
    return sqrt(square / (SIDE * SIDE)) / (double)largest(b);
}

static float picture[2][4 * SIDE * SIDE];

START_TEST(fire_is_seen_and_stays_in_its_box) {
    struct fire_uniforms u = usual();
    render(&u, 90, 90, picture[0]);
    ck_assert(largest(picture[0]) > .5f);
    for (int k = 0; k < SIDE; k++) {
        ck_assert_float_eq(picture[0][4 * k], 0);
        ck_assert_float_eq(picture[0][4 * SIDE * k], 0);
    }
}
END_TEST

START_TEST(calm_fire_looks_the_same_from_all_sides) {
    struct fire_uniforms u = usual();
    u.noise[1] = 0;
    render(&u, 90, 90, picture[0]);
    /* Turn the box a quarter about y: x -> z, z -> -x. */
    float m[16];
    memcpy(m, u.object_to_clip, sizeof m);
    for (int r = 0; r < 4; r++) {
        u.object_to_clip[r] = m[8 + r];
        u.object_to_clip[8 + r] = -m[r];
    }
    u.eye[0] = 2.5f;
    u.eye[2] = 0;
    render(&u, 90, 90, picture[1]);
    ck_assert(difference(picture[0], picture[1]) < 1e-4);
}
END_TEST

START_TEST(no_lean_is_no_wind_and_lean_moves_the_top) {
    struct fire_uniforms u = usual();
    render(&u, 90, 90, picture[0]);
    u.wind[2] = 2; /* shear by nothing */
    render(&u, 90, 90, picture[1]);
    ck_assert(difference(picture[0], picture[1]) < 1e-5);
    u.wind[0] = .4f;
    u.high[0] = .9f;
    for (int mode = 1; mode <= 2; mode++) {
        u.wind[2] = (float)mode;
        render(&u, 90, 90, picture[1]);
        double middle[2] = {0, 0}, sum[2] = {0, 0};
        for (int p = 0; p < 2; p++)
            for (int k = 0; k < SIDE * SIDE / 2; k++) {
                sum[p] += (double)picture[p][4 * k];
                middle[p] += (double)picture[p][4 * k] * (k % SIDE);
            }
        ck_assert(middle[1] / sum[1] > middle[0] / sum[0] + 1);
    }
}
END_TEST

START_TEST(square_sea_is_the_single_flame_and_skipping_changes_nothing) {
    struct fire_uniforms u = usual();
    render(&u, 90, 90, picture[0]);
    u.depth[3] = 1;
    u.march[0] = 1.0f / 128;
    render(&u, 90, 90, picture[1]);
    u.depth[3] = 0;
    render(&u, 90, 90, picture[0]);
    ck_assert_msg(difference(picture[0], picture[1]) < 1.0 / 255, "%g",
                  difference(picture[0], picture[1]));
}
END_TEST

/* Largest jump between neighbours of the error against a fine march, over the largest value. */
static double jump(float mode) {
    struct fire_uniforms u = usual();
    u.noise[1] = 0;
    u.march[0] = 1.0f / 512;
    u.march[1] = 3;
    render(&u, 2.42f, 2.58f, picture[0]);
    u.march[0] = 1.0f / 16;
    u.march[1] = mode;
    render(&u, 2.42f, 2.58f, picture[1]);
    double worst = 0;
    /* The middle rows: no ray leaves by the base, where the flame ends at once. */
    for (int k = SIDE * SIDE / 3; k < SIDE * SIDE * 2 / 3; k++) {
        if (k % SIDE == 0) continue;
        float e = picture[1][4 * k] - picture[0][4 * k];
        float before = picture[1][4 * k - 4] - picture[0][4 * k - 4];
        worst = fmax(worst, fabs((double)(e - before)));
    }
    return worst / (double)largest(picture[0]);
}

START_TEST(bands_show_when_stopping_and_not_otherwise) {
    double stop = jump(1), extra = jump(2), midpoint = jump(3);
    ck_assert_msg(stop > 8 * extra && stop > 50 * midpoint, "%g %g %g", stop, extra, midpoint);
}
END_TEST

START_TEST(bodies_hide_what_lies_behind_them) {
    struct fire_uniforms u = usual();
    render(&u, 1.9f, 1.9f, picture[0]); /* before the box */
    ck_assert_float_eq(largest(picture[0]), 0);
    render(&u, 2.5f, 2.5f, picture[0]); /* through its middle */
    render(&u, 90, 90, picture[1]);
    ck_assert(largest(picture[0]) > 0 && largest(picture[0]) < largest(picture[1]));
}
END_TEST

static Suite *fire_suite(void) {
    Suite *s = suite_create("fire_gl");
    TCase *c = tcase_create("gl");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, noise_agrees_with_its_c_twin);
    tcase_add_test(c, gradient_is_the_slope_of_the_noise);
    tcase_add_test(c, blackbody_agrees_with_its_c_twin);
    tcase_add_test(c, fire_is_seen_and_stays_in_its_box);
    tcase_add_test(c, calm_fire_looks_the_same_from_all_sides);
    tcase_add_test(c, no_lean_is_no_wind_and_lean_moves_the_top);
    tcase_add_test(c, square_sea_is_the_single_flame_and_skipping_changes_nothing);
    tcase_add_test(c, bands_show_when_stopping_and_not_otherwise);
    tcase_add_test(c, bodies_hide_what_lies_behind_them);
    suite_add_tcase(s, c);
    return s;
}

int main(void) {
    SRunner *r = srunner_create(fire_suite());
    srunner_run_all(r, CK_NORMAL);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
