/* SPDX-License-Identifier: MIT
 *
 * Pictures of the host's own drawing.
 */
#include "os/file.h"
#include "render/render.h"
#include "support/gl_context.h"
#include "support/image_compare.h"
#include "support/png_make.h"
#include "support/suite.h"
#include "support/test_frame.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 128 };
static const struct image_limits limits = {6, 0.01};

static struct gl_context gl;
static struct gfx *gfx;
static struct render *render;
static struct gfx_words words;
static struct test_frame scene;
static uint8_t pixels[SIDE * SIDE * 4];

static void open_all(void) {
    gl_context_open(&gl);
    gfx = gfx_for_tests(gl_context_proc, NULL, WISP_SOURCE_ROOT "/tests/fixtures", &words);
    ck_assert_ptr_nonnull(gfx);
    ck_assert_int_eq(render_create(&(struct render_config){.gfx = gfx}, &render), WISP_OK);
}

static void close_all(void) {
    ck_assert_msg(words.count == 0, "%s", words.text);
    render_destroy(render);
    gfx_destroy(gfx);
    gl_context_close(&gl);
}

START_TEST(still_life) {
    open_all();
    test_frame_still_life(&scene, SIDE, SIDE);
    ck_assert_int_eq(render_read(render, &scene.frame, pixels), WISP_OK);
    image_expect("still_life", pixels, SIDE, SIDE, limits);
    close_all();
}
END_TEST

START_TEST(noon_in_mist) {
    open_all();
    test_frame_init(&scene, SIDE, SIDE);
    test_frame_body(&scene, WISP_SHAPE_PLANE, (float[]){0, 0, 0}, (float[3]){0});
    for (int i = 0; i < 6; i++) {
        struct frame_body *b =
            test_frame_body(&scene, i % 2 ? WISP_SHAPE_CAPSULE : WISP_SHAPE_BOX,
                            (float[]){(float)i - 2.5f, 0.6f, 1.5f - 2.5f * (float)i},
                            (float[]){0.3f, 0.3f, 0.3f});
        memcpy(b->color, (float[]){0.6f, 0.12f * (float)i, 0.3f, 1.0f}, sizeof b->color);
    }
    scene.sky[SKY_FOG_DENSITY].v[0] = 0.06f;
    ck_assert_int_eq(render_read(render, &scene.frame, pixels), WISP_OK);
    image_expect("noon_in_mist", pixels, SIDE, SIDE, limits);
    close_all();
}
END_TEST

/* A picture of six flat faces. */
static void write_cross(const char *path, bool lying, const uint8_t faces[6][3]) {
    /* Cell of each of +x -x +y -y +z -z. */
    static const uint8_t cells[2][6][2] = {{{2, 1}, {0, 1}, {1, 0}, {1, 2}, {1, 3}, {1, 1}},
                                           {{2, 1}, {0, 1}, {1, 0}, {1, 2}, {3, 1}, {1, 1}}};
    enum { FACE = 8 };
    uint32_t w = (lying ? 4 : 3) * FACE, h = (lying ? 3 : 4) * FACE;
    size_t row = 1 + 3 * (size_t)w;
    unsigned char *rows = calloc(h, row);
    ck_assert_ptr_nonnull(rows);
    for (size_t f = 0; f < 6; f++)
        for (size_t i = 0; i < FACE * FACE; i++) {
            size_t x = cells[lying][f][0] * FACE + i % FACE,
                   y = cells[lying][f][1] * FACE + i / FACE;
            memcpy(rows + y * row + 1 + 3 * x, faces[f], 3);
        }
    struct png png = png_make(&(struct png_desc){w, h, 8, 2, rows, row * h, NULL, 0});
    ck_assert_int_eq(file_write(path, png.bytes, png.size, 0), WISP_OK);
    free(png.bytes);
    free(rows);
}

START_TEST(a_cross_shows_its_faces_where_they_belong) {
    static const uint8_t faces[6][3] = {{255, 0, 0},   {0, 255, 0},   {0, 0, 255},
                                        {255, 255, 0}, {0, 255, 255}, {255, 0, 255}};
    static const float ways[6][3] = {{1, 0, 0},      {-1, 0, 0}, {0.01f, 1, 0},
                                     {0.01f, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    char folder[256], path[300];
    ck_assert_int_eq(file_temp_dir("sky", folder, sizeof folder), WISP_OK);
    snprintf(path, sizeof path, "%s/cross.png", folder);
    write_cross(path, _i, faces);
    open_all();
    for (int way = 0; way < 6; way++) {
        test_frame_init(&scene, SIDE, SIDE);
        test_frame_look(&scene, (float[]){0, 0, 0}, ways[way]);
        scene.sky[SKY_IMAGE].text = path;
        scene.post[POST_TONE].i = TONE_LINEAR;
        ck_assert_int_eq(render_read(render, &scene.frame, pixels), WISP_OK);
        const uint8_t *middle = pixels + 4 * (SIDE / 2 * SIDE + SIDE / 2);
        for (int c = 0; c < 3; c++)
            ck_assert_msg(abs(middle[c] - faces[way][c]) <= 2, "way %d: %d %d %d", way,
                          middle[0], middle[1], middle[2]);
    }
    close_all();
    ck_assert_int_eq(file_remove_tree(folder), WISP_OK);
}
END_TEST

SUITE_MAIN("golden_render", TEST(still_life), TEST(noon_in_mist),
           TEST_LOOP(a_cross_shows_its_faces_where_they_belong, 0, 2))
