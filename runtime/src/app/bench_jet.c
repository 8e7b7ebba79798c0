/* SPDX-License-Identifier: MIT
 *
 * bench_jet - the jet in the real host.
 *
 *   jet-step     100,000 particles, null graphics: ns per particle and step
 *   jet-<mode>   the source's table 2, each mode with its own number of particles, drawn at
 *                640x360: ns per frame, simulated and drawn
 *
 * The table itself, with the source's figures beside ours, goes to stderr.
 */
#include "app/bench.h"
#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"

#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 360, FILL_STEPS_MOST = 240, MANY = 100000, MANY_STEPS = 20 };

/* Table 2 of document 000: particles, births a frame, frames a second, s to the full flame. */
struct mode {
    const char *name, *variant;
    double particles, births, rate, fill;
};
static const struct mode modes[] = {{"single", "jet-single", 700, 40, 25, 0.7},
                                    {"sparse", "jet-sparse", 400, 24, 30, 0.55},
                                    {"staged", "jet-staged", 400, 20, 35, 0.57},
                                    {"tetra", "jet-tetra", 400, 20, 35, 0.57}};
enum { MODES = sizeof modes / sizeof *modes };

static wisp_status write_scene(const struct bench *bench, const char *fields,
                               const char *path) {
    struct strbuf text;
    strbuf_init(&text, bench->app->allocator);
    strbuf_addf(&text,
                "return wisp.scene { title = \"bench\", background = \"#000000\",\n"
                "  camera = wisp.fixed { position = { 0, 2.6, 9 }, look_at = { 0, 2.6, 0 } },\n"
                "  effects = { wisp.jet_flame { id = \"jet\", direction = { 0, 1, 0 },\n"
                "    collide = false, %s } } }\n",
                fields);
    wisp_status status = text.status;
    if (status == WISP_OK) status = file_write(path, strbuf_text(&text), text.length, 0);
    strbuf_free(&text);
    return status;
}

static int open_stage(struct bench *bench, const char *fields, const char *path,
                      enum stage_graphics graphics, struct stage *stage) {
    const struct stage_desc desc = {.graphics = graphics,
                                    .width = WIDTH,
                                    .height = HEIGHT,
                                    .effects = bench->effects,
                                    .threads = 1,
                                    .scene = path};
    if (write_scene(bench, fields, path) != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
    int code = stage_open(bench->app, &desc, stage);
    if (code != 0) return code;
    code = stage_load(stage, path);
    if (code != 0) stage_close(stage);
    return code;
}

static int bench_many(struct bench *bench, const char *path) {
    struct stage stage;
    char fields[64];
    snprintf(fields, sizeof fields, "max = %d, rate = 4e5, ragged = 0", MANY);
    int code = open_stage(bench, fields, path, STAGE_NULL, &stage);
    if (code != 0) return code;
    stage_advance(&stage, 60);
    struct bench_samples samples = {0};
    uint64_t alive = scene_stats(stage.scene).alive;
    double per = 1e9 / ((double)alive * MANY_STEPS);
    for (uint32_t run = 0; run < bench->runs; run++) {
        uint64_t begin = clock_now_ns();
        double cpu = bench_cpu();
        stage_advance(&stage, MANY_STEPS);
        bench_add(&samples, per * 1e-9 * (double)(clock_now_ns() - begin),
                  per * (bench_cpu() - cpu));
    }
    const struct bench_row row = {
        .variant = "jet-step", .threads = 1, .alive = alive, .steps = MANY_STEPS};
    bench_print(bench, &row, &samples);
    stage_close(&stage);
    return 0;
}

/* Steps until 95 % of the particles it ends with are alive. s */
static double fill_time(struct stage *stage, double *alive) {
    uint64_t counts[FILL_STEPS_MOST];
    for (int k = 0; k < FILL_STEPS_MOST; k++) {
        stage_advance(stage, 1);
        counts[k] = scene_stats(stage->scene).alive;
    }
    *alive = (double)counts[FILL_STEPS_MOST - 1];
    int k = 0;
    while ((double)counts[k] < 0.95 * *alive) k++;
    return (k + 1) * scene_clock(stage->scene).dt;
}

static int bench_mode(struct bench *bench, const struct mode *m, const char *path,
                      uint8_t *pixels) {
    struct stage stage;
    char fields[64];
    snprintf(fields, sizeof fields, "mode = \"%s\", ragged = 0", m->name);
    int code = open_stage(bench, fields, path, STAGE_HEADLESS, &stage);
    if (code != 0) return code;
    double alive, fill = fill_time(&stage, &alive), least = 1e30;
    uint8_t *rgba = pixels, *rgb = pixels + 4 * WIDTH * HEIGHT;
    struct bench_samples samples = {0};
    stage_read(&stage, 1.0f, rgba, rgb);
    for (uint32_t run = 0; run < bench->runs; run++) {
        uint64_t begin = clock_now_ns();
        double cpu = bench_cpu();
        stage_advance(&stage, 1);
        stage_read(&stage, 1.0f, rgba, rgb);
        double wall = (double)(clock_now_ns() - begin);
        least = wall < least ? wall : least;
        bench_add(&samples, wall, 1e9 * (bench_cpu() - cpu));
    }
    const struct bench_row row = {
        .variant = m->variant, .threads = 1, .alive = (uint64_t)alive, .steps = 1};
    bench_print(bench, &row, &samples);
    fprintf(stderr, "%-7s %5.0f %5.0f  %6.1f %6.1f  %5.2f %5.2f  %6.1f %6.1f\n", m->name, alive,
            m->particles, alive / fill * scene_clock(stage.scene).dt, m->births, fill, m->fill,
            1e9 / least, m->rate);
    stage_close(&stage);
    return 0;
}

int bench_jet(struct bench *bench) {
    char folder[PATH_SIZE], path[PATH_SIZE];
    if (file_temp_dir("wisp-bench-", folder, sizeof folder) != WISP_OK ||
        path_join(path, sizeof path, folder, "scene.lua") != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
    const size_t size = (size_t)7 * WIDTH * HEIGHT;
    uint8_t *pixels = alloc_bytes(bench->app->allocator, size);
    int code = pixels ? bench_many(bench, path) : EXIT_MACHINE;
    if (code == 0)
        fprintf(stderr, "mode    particles     births/frame    fill, s      frames/s\n"
                        "         ours table2    ours table2   ours table2   ours table2\n");
    for (size_t k = 0; k < MODES && code == 0; k++)
        code = bench_mode(bench, &modes[k], path, pixels);
    alloc_free(bench->app->allocator, pixels, size);
    file_remove_tree(folder);
    return code;
}
