/* SPDX-License-Identifier: MIT
 *
 * Image files, good and bad, and what a texture holds of them.
 */
#include "gfx/gfx.h"
#include "gfx/image_decode.h"
#include "os/file.h"
#include "support/gl_context.h"
#include "support/png_make.h"
#include "support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct allocator_counting counting;
static char words[400];

static wisp_status decode(const void *bytes, size_t size, struct decoded *out) {
    allocator_counting_init(&counting, allocator_default());
    words[0] = 0;
    return image_decode(&counting.allocator, bytes, size, out, words, sizeof words);
}

static void expect_failure(const void *bytes, size_t size, wisp_status status,
                           const char *text) {
    struct decoded out;
    ck_assert_int_eq(decode(bytes, size, &out), status);
    ck_assert_str_eq(words, text);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
}

/* Two pixels beside each other: what file and picture must hold. */
static const struct {
    uint8_t bits, color;
    unsigned char row[16];
    size_t bytes;
    uint8_t want[8];
} kinds[] = {
    {8, 6, {0, 10, 20, 30, 40, 50, 60, 70, 80}, 9, {10, 20, 30, 40, 50, 60, 70, 80}},
    {8, 2, {0, 10, 20, 30, 50, 60, 70}, 7, {10, 20, 30, 255, 50, 60, 70, 255}},
    {8, 0, {0, 9, 200}, 3, {9, 9, 9, 255, 200, 200, 200, 255}},
    {8, 4, {0, 9, 128, 200, 7}, 5, {9, 9, 9, 128, 200, 200, 200, 7}},
    {16, 0, {0, 9, 77, 200, 88}, 5, {9, 9, 9, 255, 200, 200, 200, 255}},
    {16, 2, {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0}, 13, {1, 2, 3, 255, 4, 5, 6, 255}},
    {8, 3, {0, 1, 0}, 3, {40, 50, 60, 255, 10, 20, 30, 255}},
    {1, 0, {0, 0x40}, 2, {0, 0, 0, 255, 255, 255, 255, 255}},
};

START_TEST(kinds_of_png) {
    static const unsigned char palette[6] = {10, 20, 30, 40, 50, 60};
    struct png_desc desc = {.width = 2,
                            .height = 1,
                            .bits = kinds[_i].bits,
                            .color = kinds[_i].color,
                            .rows = kinds[_i].row,
                            .bytes = kinds[_i].bytes};
    if (desc.color == 3) {
        desc.palette = palette;
        desc.palette_count = 2;
    }
    struct png png = png_make(&desc);
    struct decoded out;
    ck_assert_msg(decode(png.bytes, png.size, &out) == WISP_OK, "%s", words);
    ck_assert_uint_eq(out.width, 2);
    ck_assert_uint_eq(out.height, 1);
    ck_assert_mem_eq(out.pixels, kinds[_i].want, 8);
    decoded_free(&out);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
    free(png.bytes);
}
END_TEST

START_TEST(cut_at_every_byte) {
    unsigned char rows[16 * 65] = {0};
    for (size_t i = 0; i < sizeof rows; i++) rows[i] = (unsigned char)(i % 65 ? i * 7 : 0);
    struct png png = png_make(&(struct png_desc){16, 16, 8, 6, rows, sizeof rows, NULL, 0});
    struct decoded out;
    for (size_t size = 0; size < png.size; size++) {
        /* A copy of just this size, for a checker of memory to see what is read past it. */
        unsigned char *part = malloc(size ? size : 1);
        memcpy(part, png.bytes, size);
        ck_assert_int_ne(decode(part, size, &out), WISP_OK);
        ck_assert_uint_gt(strlen(words), 10);
        ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
        free(part);
    }
    expect_failure(png.bytes, png.size - 20, WISP_E_BAD_DATA,
                   "the picture is cut off before its end");
    free(png.bytes);
}
END_TEST

START_TEST(every_byte_damaged) {
    unsigned char rows[8 * 33] = {0};
    struct png png = png_make(&(struct png_desc){8, 8, 8, 6, rows, sizeof rows, NULL, 0});
    for (size_t i = 0; i < png.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            struct decoded out;
            png.bytes[i] ^= (unsigned char)(1 << bit);
            if (decode(png.bytes, png.size, &out) == WISP_OK) decoded_free(&out);
            ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
            png.bytes[i] ^= (unsigned char)(1 << bit);
        }
    free(png.bytes);
}
END_TEST

START_TEST(honest_bombs) {
    const unsigned char row[2] = {0, 0};
    struct png png = png_make(&(struct png_desc){30000, 30000, 1, 0, row, 2, NULL, 0});
    expect_failure(png.bytes, png.size, WISP_E_LIMIT,
                   "the picture is larger than 4096 px a side");
    ck_assert_uint_lt(atomic_load(&counting.peak_bytes), 1 << 20);
    free(png.bytes);
    unsigned char *file = calloc(1, (16 << 20) + 1);
    expect_failure(file, (16 << 20) + 1, WISP_E_LIMIT, "the file is larger than 16 MiB");
    free(file);
}
END_TEST

START_TEST(lying_bombs) {
    enum { BYTES = 12 << 20 };
    unsigned char *zeros = calloc(1, BYTES);
    struct png png = png_make(&(struct png_desc){16, 16, 8, 6, zeros, BYTES, NULL, 0});
    ck_assert_uint_lt(png.size, 1 << 20);
    expect_failure(png.bytes, png.size, WISP_E_LIMIT,
                   "the picture does not fit its memory budget: it holds more data than its "
                   "size says, or there is no memory");
    ck_assert_uint_lt(atomic_load(&counting.peak_bytes), 6 << 20);
    free(png.bytes);
    free(zeros);
}
END_TEST

START_TEST(other_files) {
    static const unsigned char cmyk[] = {0xff, 0xd8, 0xff, 0xc0, 0,    20, 8,    0,    16,
                                         0,    16,   4,    1,    0x11, 0,  2,    0x11, 0,
                                         3,    0x11, 0,    4,    0x11, 0,  0xff, 0xd9};
    expect_failure("", 0, WISP_E_BAD_DATA, "the file is empty");
    expect_failure("GIF89a picture", 14, WISP_E_UNSUPPORTED,
                   "the file is no PNG, JPEG or Radiance HDR picture");
    expect_failure(cmyk, sizeof cmyk, WISP_E_UNSUPPORTED,
                   "the picture is a CMYK JPEG; save it as RGB");
    expect_failure(cmyk, 16, WISP_E_BAD_DATA, "the picture's header is damaged or cut off");
}
END_TEST

START_TEST(premultiplied_in_linear_light) {
    uint8_t p[] = {255, 128, 0, 255, 255, 128, 64, 128, 200, 100, 50, 0};
    struct decoded image = {allocator_default(), 3, 1, false, p, sizeof p};
    decoded_premultiply(&image);
    ck_assert_mem_eq(p, ((const uint8_t[]){255, 128, 0, 255}), 4);
    ck_assert_mem_eq(p + 8, ((const uint8_t[]){0, 0, 0, 0}), 4);
    /* White at an alpha of 128/255 is .502 in linear light: 188 in sRGB (IEC 61966-2-1). */
    ck_assert_int_eq(p[4], 188);
    ck_assert_int_eq(p[7], 128);
    for (int i = 0; i < 256; i++)
        ck_assert_int_eq(linear_to_srgb(srgb_to_linear((uint8_t)i)), i);
    ck_assert_int_eq(linear_to_srgb(NAN), 0);
    ck_assert_int_eq(linear_to_srgb(2.0f), 255);
}
END_TEST

/* ---- Through the device */

static char folder[256], path[512];

static void write_png(const char *name, uint8_t red) {
    const unsigned char row[5] = {0, red, 0, 0, 255};
    struct png png = png_make(&(struct png_desc){1, 1, 8, 6, row, 5, NULL, 0});
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(file_write(path, png.bytes, png.size, 0), WISP_OK);
    free(png.bytes);
}

static wisp_image ask(struct gfx *gfx, gfx_owner owner, const char *name) {
    return gfx_image(
        gfx, owner,
        &(wisp_gfx_image_desc){.struct_size = sizeof(wisp_gfx_image_desc), .path = name});
}

START_TEST(files_are_shared_told_of_once_and_read_again) {
    struct gfx_words said;
    ck_assert_int_eq(file_temp_dir("texture", folder, sizeof folder), WISP_OK);
    write_png("a.png", 255);
    allocator_counting_init(&counting, allocator_default());
    struct gfx *gfx = gfx_for_tests(NULL, &counting.allocator, folder, &said);
    uint64_t before = gfx_stats(gfx).backend_objects;
    wisp_image a = ask(gfx, 1, "a.png");
    ask(gfx, 2, "a.png");
    ck_assert_uint_eq(gfx_image_state(gfx, a), WISP_GFX_READY);
    ck_assert_uint_eq(gfx_stats(gfx).backend_objects, before + 1);
    wisp_image lost = ask(gfx, 1, "lost.png");
    ck_assert_uint_eq(ask(gfx, 2, "lost.png").id == lost.id, 0);
    ck_assert_uint_eq(gfx_image_state(gfx, lost), WISP_GFX_FAILED);
    ck_assert_uint_eq(said.count, 1);
    ck_assert_ptr_nonnull(strstr(said.text, "lost.png: error[image]: not found"));
    write_png("lost.png", 9);
    const char *changed = path;
    ck_assert_uint_eq(gfx_reload_images(gfx, NULL, 0, NULL), 2);
    ck_assert_uint_eq(gfx_image_state(gfx, lost), WISP_GFX_READY);
    /* A file that turns bad leaves the picture as it was. */
    ck_assert_int_eq(file_write(path, "x", 1, 0), WISP_OK);
    snprintf(words, sizeof words, "%s/lost.png", folder);
    changed = words;
    ck_assert_uint_eq(gfx_reload_images(gfx, &changed, 1, NULL), 0);
    ck_assert_uint_eq(gfx_image_state(gfx, lost), WISP_GFX_READY);
    ck_assert_uint_eq(said.count, 2);
    gfx_sweep(gfx, 1);
    gfx_sweep(gfx, 2);
    ck_assert_uint_eq(gfx_stats(gfx).backend_objects, before);
    gfx_destroy(gfx);
    ck_assert_uint_eq(atomic_load(&counting.live_bytes), 0);
    ck_assert_int_eq(file_remove_tree(folder), WISP_OK);
}
END_TEST

SUITE_MAIN("texture", TEST_LOOP(kinds_of_png, 0, 8), TEST(cut_at_every_byte),
           TEST(every_byte_damaged), TEST(honest_bombs), TEST(lying_bombs), TEST(other_files),
           TEST(premultiplied_in_linear_light),
           TEST(files_are_shared_told_of_once_and_read_again))
