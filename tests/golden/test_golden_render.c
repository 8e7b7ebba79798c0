/* SPDX-License-Identifier: MIT
 *
 * Pictures of the host's own drawing.
 */
#include "render/render.h"
#include "support/gl_context.h"
#include "support/image_compare.h"
#include "support/suite.h"
#include "support/test_frame.h"
#include <stdlib.h>

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

SUITE_MAIN("golden_render", TEST(still_life))
