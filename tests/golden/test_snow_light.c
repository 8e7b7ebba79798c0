/* SPDX-License-Identifier: MIT
 *
 * Snow in pictures: against the dark, each heavier preset sends more light to the eye.
 */
#include "gfx/image_decode.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Mean of the linear light of a picture. */
static double mean_light(const char *path) {
    unsigned char *bytes = malloc(1 << 20);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    struct decoded image;
    char words[256] = "";
    ck_assert_int_eq(
        image_decode(allocator_default(), bytes, size, &image, words, sizeof words), WISP_OK);
    const unsigned char *p = image.pixels;
    double sum = 0.0;
    size_t pixels = (size_t)image.width * image.height;
    for (size_t i = 0; i < pixels; i++)
        for (int c = 0; c < 3; c++) sum += (double)srgb_to_linear(p[4 * i + (size_t)c]);
    decoded_free(&image);
    free(bytes);
    return sum / (3.0 * (double)pixels);
}

static double light_of(const char *preset, int wind) {
    char folder[] = "/tmp/wisp-snow-XXXXXX", path[64], command[512];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/s.lua", folder);
    FILE *scene = fopen(path, "w");
    ck_assert_ptr_nonnull(scene);
    fprintf(
        scene,
        "return wisp.scene{ background = '#000000', wind = { %d, 0, 0 },\n"
        "  camera = wisp.fixed{ position = { 0, 2, 0 }, look_at = { 0, 3, -10 }, fov = 60 },\n"
        "  sun = wisp.sun{ intensity = 2 }, post = { tone = 'linear' },\n"
        "  effects = { wisp.snow{ id = 'snow', preset = '%s' } } }",
        wind, preset);
    fclose(scene);
    snprintf(command, sizeof command,
             "%s render %s --from 40 --frames 1 --size 160x90 --out %s/x.png >/dev/null 2>&1",
             WISP_PROGRAM, path, folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(path, sizeof path, "%s/x.png", folder);
    double light = mean_light(path);
    unlink(path);
    snprintf(path, sizeof path, "%s/s.lua", folder);
    unlink(path);
    rmdir(folder);
    return light;
}

START_TEST(light_grows_over_the_presets) {
    static const char *const presets[] = {"flurry", "light", "moderate", "heavy", "blizzard"};
    double before = 0.0;
    for (int k = 0; k < 5; k++) {
        double light = light_of(presets[k], k == 4 ? 12 : 0); /* a blizzard blows */
        ck_assert_msg(light > before, "%s: %g after %g", presets[k], light, before);
        before = light;
    }
}
END_TEST

SUITE_MAIN("snow_light", TEST(light_grows_over_the_presets))
