/* SPDX-License-Identifier: MIT
 *
 * bench_fire - the simplex fire marched at 640x360, in ns per frame, less what the same scene
 * takes with the fire out.
 *
 *   fire-plain        the source's march: fixed steps through the whole box
 *   fire-<quality>    with skipping and clipping; -half: a quarter of the pixels
 *
 * Milliseconds per megapixel and the rms difference from a very fine march (in 1/255 of white)
 * go to stderr.
 */
#include "app/bench.h"
#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 640, HEIGHT = 360, PIXELS = WIDTH * HEIGHT };

struct variant {
    const char *name, *fields;
};
static const struct variant variants[] = {
    {"fire-out", "intensity = 0"},
    {"fire-fine", "quality = \"ultra\", step = 0.004, octaves = 4, jitter = 0"},
    {"fire-plain",
     "depth_mode = \"stop\", step = 0.03125, skip = false, octaves = 4, jitter = 0"},
    {"fire-plain-fine",
     "depth_mode = \"stop\", step = 0.0125, skip = false, octaves = 4, jitter = 0"},
    {"fire-low", "quality = \"low\", jitter = 0"},
    {"fire-medium", "quality = \"medium\", jitter = 0"},
    {"fire-high", "quality = \"high\", jitter = 0"},
    {"fire-ultra", "quality = \"ultra\", jitter = 0"},
    {"fire-high-noskip", "quality = \"high\", skip = false, jitter = 0"},
    {"fire-high-half", "quality = \"high\", resolution = \"half\", jitter = 0"},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static wisp_status write_scene(const struct bench *bench, const char *fields,
                               const char *path) {
    struct strbuf text;
    strbuf_init(&text, bench->app->allocator);
    strbuf_addf(
        &text,
        "return wisp.scene { title = \"bench\", background = \"#000000\",\n"
        "  camera = wisp.fixed { position = { 0, 0.9, 2.6 }, look_at = { 0, 0.8, 0 } },\n"
        "  bodies = { wisp.ground { id = \"floor\" } },\n"
        "  effects = { wisp.simplex_fire { id = \"fire\", lod = false, light = 0,\n"
        "    breathing = 0, absorption = 2, brightness = 1.5, %s } } }\n",
        fields);
    wisp_status status = text.status;
    if (status == WISP_OK) status = file_write(path, strbuf_text(&text), text.length, 0);
    strbuf_free(&text);
    return status;
}

static int sample(struct bench *bench, const struct variant *v, const char *path,
                  struct bench_samples *samples, uint8_t *rgba, uint8_t *rgb) {
    struct stage stage;
    const struct stage_desc desc = {.graphics = STAGE_HEADLESS,
                                    .width = WIDTH,
                                    .height = HEIGHT,
                                    .effects = bench->effects,
                                    .threads = 1,
                                    .scene = path};
    if (write_scene(bench, v->fields, path) != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
    int code = stage_open(bench->app, &desc, &stage);
    if (code != 0) return code;
    code = stage_load(&stage, path);
    if (code == 0) {
        stage_advance(&stage, 60);
        stage_read(&stage, 1.0f, rgba, rgb);
    }
    for (uint32_t run = 0; run < bench->runs && code == 0; run++) {
        uint64_t begin = clock_now_ns();
        double cpu = bench_cpu();
        stage_read(&stage, 1.0f, rgba, rgb);
        bench_add(samples, (double)(clock_now_ns() - begin), 1e9 * (bench_cpu() - cpu));
    }
    stage_close(&stage);
    return code;
}

static double rms(const uint8_t *a, const uint8_t *b) {
    double square = 0;
    for (int k = 0; k < 3 * PIXELS; k++) square += (double)((a[k] - b[k]) * (a[k] - b[k]));
    return sqrt(square / (3 * PIXELS));
}

static int measure(struct bench *bench, const char *path, uint8_t *memory) {
    uint8_t *rgba = memory, *rgb = memory + 4 * PIXELS, *fine = memory + 7 * PIXELS;
    struct bench_samples out = {0};
    int code = 0;
    fprintf(stderr, "variant            ms/Mpx   rms of 255\n");
    for (size_t k = 0; k < VARIANTS && code == 0; k++) {
        struct bench_samples samples = {0};
        code = sample(bench, &variants[k], path, &samples, rgba, rgb);
        if (code != 0) break;
        if (k == 0) out = samples;
        if (k == 1) memcpy(fine, rgb, 3 * PIXELS);
        double least = 1e30;
        for (uint32_t r = 0; r < samples.count && k > 0; r++) {
            samples.wall[r] -= out.wall[r];
            samples.cpu[r] -= out.cpu[r];
        }
        for (uint32_t r = 0; r < samples.count; r++)
            least = samples.wall[r] < least ? samples.wall[r] : least;
        const struct bench_row row = {
            .variant = variants[k].name, .threads = 1, .alive = 0, .steps = 1};
        bench_print(bench, &row, &samples);
        fprintf(stderr, "%-18s %7.1f   %.3f\n", variants[k].name,
                least * 1e-6 / (PIXELS * 1e-6), k > 0 ? rms(rgb, fine) : 0.0);
    }
    return code;
}

int bench_fire(struct bench *bench) {
    char folder[PATH_SIZE], path[PATH_SIZE];
    if (file_temp_dir("wisp-bench-", folder, sizeof folder) != WISP_OK ||
        path_join(path, sizeof path, folder, "scene.lua") != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
    const size_t size = (size_t)10 * PIXELS;
    uint8_t *memory = alloc_bytes(bench->app->allocator, size);
    int code = memory ? measure(bench, path, memory) : EXIT_MACHINE;
    alloc_free(bench->app->allocator, memory, size);
    file_remove_tree(folder);
    return code;
}
