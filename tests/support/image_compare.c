/* SPDX-License-Identifier: MIT
 *
 * image_compare - see image_compare.h.
 */
#include "support/image_compare.h"
#include "base/alloc.h"
#include "gfx/image_decode.h"
#include "os/file.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

void image_save(const char *path, const uint8_t *rgba, uint32_t width, uint32_t height) {
    ck_assert_msg(stbi_write_png(path, (int)width, (int)height, 4, rgba, (int)width * 4) != 0,
                  "cannot write %s", path);
}

static void save_difference(const char *path, const uint8_t *a, const uint8_t *b,
                            uint32_t width, uint32_t height) {
    size_t bytes = (size_t)width * height * 4;
    uint8_t *d = malloc(bytes);
    ck_assert_ptr_nonnull(d);
    for (size_t i = 0; i < bytes; i++) {
        int off = 8 * abs(a[i] - b[i]);
        d[i] = (uint8_t)(i % 4 == 3 ? 255 : off > 255 ? 255 : off);
    }
    image_save(path, d, width, height);
    free(d);
}

static double share_off(const uint8_t *a, const uint8_t *b, size_t pixels, int tolerance) {
    size_t off = 0;
    for (size_t i = 0; i < pixels; i++) {
        int most = 0;
        for (size_t c = 0; c < 4; c++) {
            int d = abs(a[4 * i + c] - b[4 * i + c]);
            most = d > most ? d : most;
        }
        off += most > tolerance;
    }
    return (double)off / (double)pixels;
}

void image_expect(const char *name, const uint8_t *rgba, uint32_t width, uint32_t height,
                  struct image_limits limits) {
    char actual[512], expected[512], difference[512], words[200];
    struct file_data file;
    struct decoded want;
    ck_assert_int_eq(file_make_dirs(WISP_BUILD_ROOT "/golden"), WISP_OK);
    snprintf(actual, sizeof actual, WISP_BUILD_ROOT "/golden/%s.png", name);
    snprintf(difference, sizeof difference, WISP_BUILD_ROOT "/golden/%s_difference.png", name);
    snprintf(expected, sizeof expected, WISP_SOURCE_ROOT "/tests/golden/expected/%s.png", name);
    image_save(getenv("WISP_GOLDEN_UPDATE") ? expected : actual, rgba, width, height);
    ck_assert_msg(file_read(allocator_default(), expected, 1 << 24, &file) == WISP_OK,
                  "there is no %s", expected);
    ck_assert_msg(image_decode(allocator_default(), file.bytes, file.size, &want, words,
                               sizeof words) == WISP_OK,
                  "%s: %s", expected, words);
    file_data_free(&file);
    ck_assert_uint_eq(want.width, width);
    ck_assert_uint_eq(want.height, height);
    double share = share_off(rgba, want.pixels, (size_t)width * height, limits.tolerance);
    if (share > limits.share) save_difference(difference, rgba, want.pixels, width, height);
    decoded_free(&want);
    ck_assert_msg(share <= limits.share, "%.2f %% of the pixels differ: see %s", 100.0 * share,
                  difference);
}
