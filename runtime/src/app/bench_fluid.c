/* SPDX-License-Identifier: MIT
 *
 * bench_fluid - the fluid effect in the real host: dams of 4.5k, 20.7k and 102k particles at
 * 0.05 m in a box five times as long, 4 iterations, one substep of 5 ms a step, no cohesion.
 *
 * ns per particle and step; the iteration is what each further iteration adds (8 against 4), the
 * search what each further search adds (the solver sorts once, which is left in the step).
 */
#include "app/bench.h"
#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"

#include <stdio.h>

struct dam {
    uint32_t width, height, depth, steps;
};

struct variant {
    uint32_t iterations, searches;
};

static const struct dam dams[] = {{18, 14, 18, 16}, {30, 23, 30, 5}, {60, 34, 50, 1}};
static const struct variant variants[] = {{4, 1}, {8, 1}, {4, 3}};
enum { VARIANTS = 3 };

static wisp_status write_scene(const struct bench *bench, const struct dam *d,
                               const struct variant *v, const char *path) {
    struct strbuf text;
    double w = 0.05 * d->width, h = 0.05 * d->height, z = 0.05 * d->depth;
    strbuf_init(&text, bench->app->allocator);
    strbuf_addf(
        &text,
        "return wisp.scene { title = \"bench\", effects = { wisp.fluid { id = \"water\",\n"
        "  time_scale = 0.3, substeps = 1, iterations = %u, searches = %u, max = 110000,\n"
        "  relaxation = 1, cohesion = 0, viscosity = 0.034, wind = 0, spacing = 0.05,\n"
        "  size = { %.3f, %.3f, %.3f }, fill = { %.3f, %.3f, %.3f },\n"
        "  fill_position = { %.3f, 0, 0 } } } }\n",
        v->iterations, v->searches, 5.0 * w, 1.5 * h, z, w, h, z, -2.0 * w);
    wisp_status status = text.status;
    if (status == WISP_OK) status = file_write(path, strbuf_text(&text), text.length, 0);
    strbuf_free(&text);
    return status;
}

/* Wall and processor time per step, s, of each variant and run; the variants take turns. */
static int sample(struct bench *bench, const struct dam *d, uint32_t threads, const char *path,
                  struct bench_samples out[VARIANTS]) {
    struct stage stages[VARIANTS];
    int code = 0;
    uint32_t opened = 0;
    for (; opened < VARIANTS && code == 0; opened++) {
        const struct stage_desc desc = {.graphics = STAGE_NULL,
                                        .width = 64,
                                        .height = 36,
                                        .effects = bench->effects,
                                        .threads = threads,
                                        .scene = path};
        if (write_scene(bench, d, &variants[opened], path) != WISP_OK)
            return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
        code = stage_open(bench->app, &desc, &stages[opened]);
        if (code != 0) break;
        code = stage_load(&stages[opened], path);
        if (code == 0) stage_advance(&stages[opened], 10);
    }
    for (uint32_t run = 0; run < bench->runs && code == 0; run++)
        for (uint32_t v = 0; v < VARIANTS; v++) {
            uint64_t begin = clock_now_ns();
            double cpu = bench_cpu();
            stage_advance(&stages[v], d->steps);
            bench_add(&out[v], (double)(clock_now_ns() - begin) * 1e-9 / d->steps,
                      (bench_cpu() - cpu) / d->steps);
        }
    while (opened > 0) stage_close(&stages[--opened]);
    return code;
}

/* One line: what variant v takes more than variant 0, shared by `parts`; v 0 is itself. */
static void print(struct bench *bench, const char *name, uint32_t threads, const struct dam *d,
                  const struct bench_samples all[VARIANTS], uint32_t v, double parts) {
    uint64_t alive = (uint64_t)d->width * d->height * d->depth;
    double per = 1e9 / ((double)alive * parts);
    struct bench_samples s = {0};
    for (uint32_t r = 0; r < all[0].count; r++)
        bench_add(&s, per * (all[v].wall[r] - (v > 0 ? all[0].wall[r] : 0.0)),
                  per * (all[v].cpu[r] - (v > 0 ? all[0].cpu[r] : 0.0)));
    const struct bench_row row = {
        .variant = name, .threads = threads, .alive = alive, .steps = d->steps};
    bench_print(bench, &row, &s);
}

int bench_fluid(struct bench *bench) {
    char folder[PATH_SIZE], path[PATH_SIZE];
    int code = 0;
    if (file_temp_dir("wisp-bench-", folder, sizeof folder) != WISP_OK ||
        path_join(path, sizeof path, folder, "scene.lua") != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
    for (uint32_t threads = 1; threads <= 2; threads++)
        for (size_t k = 0; k < sizeof dams / sizeof *dams && code == 0; k++) {
            struct bench_samples all[VARIANTS] = {0};
            code = sample(bench, &dams[k], threads, path, all);
            if (code != 0) break;
            print(bench, "fluid-iteration", threads, &dams[k], all, 1, 4.0);
            print(bench, "fluid-search", threads, &dams[k], all, 2, 2.0);
            print(bench, "fluid-step", threads, &dams[k], all, 0, 1.0);
        }
    file_remove_tree(folder);
    return code;
}
