/* SPDX-License-Identifier: MIT
 *
 * bench_host - what the host itself costs: an effect that does nothing, in scenes made for it,
 * on the recording graphics.
 */
#include "app/bench.h"
#include "app/exit.h"
#include "app/png.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"

#include <wisp/effect.h>

enum { WARM_FRAMES = 30, FRAMES = 200 };

static wisp_status idle_create(wisp_instance *self, uint32_t reason) {
    (void)self;
    (void)reason;
    return WISP_OK;
}

static wisp_status idle_update(wisp_instance *self, const wisp_step *step) {
    (void)self;
    (void)step;
    return WISP_OK;
}

static void idle_draw(wisp_instance *self, const wisp_view *view) {
    (void)self;
    (void)view;
}

static const wisp_param idle_params[] = {
    {.key = "a", .type = WISP_PARAM_FLOAT, .hard_min = -100, .hard_max = 100, .doc = "A."},
    {.key = "b", .type = WISP_PARAM_FLOAT, .hard_min = -100, .hard_max = 100, .doc = "B."},
};

static const wisp_effect idle_effect = {
    WISP_EFFECT_HEAD,
    .id = "bench_idle",
    .name = "Idle",
    .version = "1.0.0",
    .doc = "Does nothing, to measure what the host costs.",
    .params = idle_params,
    .param_count = sizeof idle_params / sizeof *idle_params,
    .param_size = sizeof *idle_params,
    .create = idle_create,
    .update = idle_update,
    .draw = idle_draw,
};

static const wisp_effect *const linked[] = {&idle_effect};

/* A scene of `count` idle effects; with functions, two values of each are Lua functions. */
static wisp_status write_scene(const struct bench *bench, uint32_t count, bool functions,
                               const char *path) {
    struct strbuf text;
    strbuf_init(&text, bench->app->allocator);
    strbuf_add(&text, "local e = {}\n");
    strbuf_addf(&text, "for i = 1, %u do e[i] = wisp.bench_idle { id = \"e\" .. i", count);
    if (functions)
        strbuf_add(&text, ", a = function(s) return math.sin(s.time + i) end, "
                          "b = function(s) return 0.5 * s.time % 1 end");
    strbuf_add(&text, " } end\nreturn wisp.scene { title = \"bench\", effects = e }\n");
    wisp_status status = text.status;
    if (status == WISP_OK) status = file_write(path, strbuf_text(&text), text.length, 0);
    strbuf_free(&text);
    return status;
}

static void one_frame(struct stage *stage) {
    stage_advance(stage, 1);
    stage_dry_draw(stage);
}

/* us a frame over FRAMES frames, each run; script: only what scripts take. */
static void sample(struct bench *bench, struct stage *stage, double per, bool script,
                   struct bench_samples *out) {
    for (int f = 0; f < WARM_FRAMES; f++) one_frame(stage);
    for (uint32_t run = 0; run < bench->runs; run++) {
        uint64_t begin = clock_now_ns(), in_script = 0;
        double cpu = bench_cpu();
        for (int f = 0; f < FRAMES; f++) {
            one_frame(stage);
            in_script += scene_stats(stage->scene).script_ns;
        }
        double wall = (double)(script ? in_script : clock_now_ns() - begin) * 1e-3;
        bench_add(out, wall / (per * FRAMES), 1e6 * (bench_cpu() - cpu) / (per * FRAMES));
    }
}

static int measure(struct bench *bench, const char *variant, uint32_t count, bool functions) {
    char folder[PATH_SIZE], path[PATH_SIZE];
    struct stage stage;
    struct bench_samples samples = {0};
    if (file_temp_dir("wisp-bench-", folder, sizeof folder) != WISP_OK ||
        path_join(path, sizeof path, folder, "scene.lua") != WISP_OK ||
        write_scene(bench, count, functions, path) != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write a temporary scene");
    const struct stage_desc desc = {.graphics = STAGE_NULL,
                                    .width = 1280,
                                    .height = 720,
                                    .effects = bench->effects,
                                    .threads = 1,
                                    .scene = path};
    bench->app->linked = linked;
    bench->app->linked_count = 1;
    int code = stage_open(bench->app, &desc, &stage);
    if (code == 0) {
        code = stage_load(&stage, path);
        if (code == 0) sample(bench, &stage, functions ? 1.0 : count, functions, &samples);
        stage_close(&stage);
    }
    file_remove_tree(folder);
    const struct bench_row row = {
        .variant = variant, .threads = 1, .alive = count, .steps = FRAMES};
    bench_print(bench, &row, &samples);
    return code;
}

int bench_idle(struct bench *bench) { return measure(bench, "idle", 1000, false); }

int bench_scale(struct bench *bench) {
    int code = measure(bench, "scale", 10, false);
    if (code == 0) code = measure(bench, "scale", 100, false);
    return code == 0 ? measure(bench, "scale", 1000, false) : code;
}

int bench_lua(struct bench *bench) { return measure(bench, "lua", 20, true); }

/* Encoding one smooth picture with a little noise, ms. */
int bench_png(struct bench *bench) {
    enum { WIDTH = 1280, HEIGHT = 720 };
    struct bench_samples samples = {0};
    struct strbuf out;
    uint8_t *rgb = alloc_array(bench->app->allocator, WIDTH * HEIGHT, 3);
    uint32_t noise = 1;
    if (rgb == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    strbuf_init(&out, bench->app->allocator);
    for (size_t i = 0; i < (size_t)3 * WIDTH * HEIGHT; i++) {
        noise = noise * 1664525u + 1013904223u;
        rgb[i] = (uint8_t)(i / (3 * WIDTH) / 4 + (noise >> 31));
    }
    for (uint32_t run = 0; run < bench->runs; run++) {
        uint64_t begin = clock_now_ns();
        double cpu = bench_cpu();
        strbuf_clear(&out);
        png_encode(rgb, WIDTH, HEIGHT, NULL, 0, &out);
        bench_add(&samples, (double)(clock_now_ns() - begin) * 1e-6, 1e3 * (bench_cpu() - cpu));
    }
    strbuf_free(&out);
    alloc_free(bench->app->allocator, rgb, (size_t)3 * WIDTH * HEIGHT);
    bench_print(bench, &(struct bench_row){.variant = "png-1280x720", .threads = 1}, &samples);
    return 0;
}
