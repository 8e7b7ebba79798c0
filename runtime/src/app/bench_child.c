/* SPDX-License-Identifier: MIT
 *
 * bench_child - start time and memory, of this program run as a child, beside a child that only
 * opens an SDL2 window with an OpenGL context.
 */
#include "app/bench.h"
#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/process.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { CHILD_MS = 60000, STATS_BYTES_MOST = 1 << 20, WARM_FRAMES = 60 };

static double child_cpu(void) {
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)u.ru_utime.tv_sec + (double)u.ru_stime.tv_sec +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* One child from start to end; its standard output goes to out. */
static int run_child(struct bench *bench, const char *const *argv, struct strbuf *out,
                     double *wall_ms, double *cpu_ms) {
    struct process *process = NULL;
    struct process_result result = {0};
    const struct process_desc desc = {
        .argv = argv, .stdin_stream = PROCESS_NULL, .stdout_stream = PROCESS_PIPE};
    double cpu = child_cpu();
    uint64_t begin = clock_now_ns();
    wisp_status status = process_start(bench->app->allocator, &desc, &process);
    if (status == WISP_OK) status = process_wait(process, CHILD_MS, 0, out, NULL, &result);
    *wall_ms = (double)(clock_now_ns() - begin) * 1e-6;
    *cpu_ms = 1e3 * (child_cpu() - cpu);
    process_free(process);
    if (status == WISP_OK && result.exited && result.code == 0) return 0;
    return exit_error(EXIT_PROBLEMS, "bench", "the child '%s %s' failed", argv[0], argv[1]);
}

static wisp_status gallery(const struct bench *bench, char *out, size_t size) {
    return path_join(out, size, bench->app->paths.scripts, "scenes/gallery.lua");
}

static int sample_start(struct bench *bench, const char *const *argv, const char *variant) {
    struct bench_samples samples = {0};
    const struct bench_row row = {.variant = variant, .threads = 1, .alive = 1, .steps = 1};
    for (uint32_t i = 0; i < bench->runs; i++) {
        double wall, cpu;
        int code = run_child(bench, argv, NULL, &wall, &cpu);
        if (code != 0) return code;
        bench_add(&samples, wall, cpu);
    }
    bench_print(bench, &row, &samples);
    return 0;
}

/* Program start to the end of the first frame, written, ms. */
int bench_start(struct bench *bench) {
    char scene[PATH_SIZE], folder[PATH_SIZE], picture[PATH_SIZE];
    const char *program = bench->app->paths.program;
    if (gallery(bench, scene, sizeof scene) != WISP_OK ||
        file_temp_dir("wisp-bench-", folder, sizeof folder) != WISP_OK ||
        path_join(picture, sizeof picture, folder, "x.png") != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot make a temporary folder");
    const char *const bare[] = {program, "bare", NULL};
    const char *const first[] = {program,  "render",  scene,   "--frames", "1",
                                 "--size", "320x180", "--out", picture,    NULL};
    int code = sample_start(bench, bare, "start-bare");
    if (code == 0) code = sample_start(bench, first, "start-gallery");
    file_remove_tree(folder);
    return code;
}

static double peak_mib(const char *json) {
    cJSON *root = cJSON_Parse(json);
    const cJSON *peak = cJSON_GetObjectItemCaseSensitive(root, "peak_rss_kib");
    double mib = cJSON_IsNumber(peak) ? peak->valuedouble / 1024.0 : 0.0;
    cJSON_Delete(root);
    return mib;
}

static int memory_bare(struct bench *bench) {
    const char *const argv[] = {bench->app->paths.program, "bare", NULL};
    struct bench_samples samples = {0};
    struct strbuf out;
    double wall, cpu;
    strbuf_init(&out, bench->app->allocator);
    int code = run_child(bench, argv, &out, &wall, &cpu);
    if (code == 0) bench_add(&samples, peak_mib(strbuf_text(&out)), 0.0);
    strbuf_free(&out);
    bench_print(bench, &(struct bench_row){.variant = "memory-bare", .threads = 1}, &samples);
    return code;
}

static int memory_gallery(struct bench *bench, const char *folder) {
    char scene[PATH_SIZE], video[PATH_SIZE], stats[PATH_SIZE];
    struct bench_samples samples = {0};
    struct file_data data;
    double wall, cpu;
    if (gallery(bench, scene, sizeof scene) != WISP_OK ||
        path_join(video, sizeof video, folder, "f_%03d.png") != WISP_OK ||
        path_join(stats, sizeof stats, folder, "s.json") != WISP_OK)
        return EXIT_OUTPUT;
    const char *const argv[] = {bench->app->paths.program,
                                "render",
                                scene,
                                "--frames",
                                "60",
                                "--size",
                                "320x180",
                                "--out",
                                video,
                                "--stats",
                                stats,
                                NULL};
    int code = run_child(bench, argv, NULL, &wall, &cpu);
    if (code != 0) return code;
    if (file_read(bench->app->allocator, stats, STATS_BYTES_MOST, &data) != WISP_OK)
        return EXIT_OUTPUT;
    bench_add(&samples, peak_mib((const char *)data.bytes), 0.0);
    file_data_free(&data);
    bench_print(
        bench,
        &(struct bench_row){.variant = "memory-gallery", .threads = 1, .steps = WARM_FRAMES},
        &samples);
    return 0;
}

/* Peak memory, MiB. */
int bench_memory(struct bench *bench) {
    char folder[PATH_SIZE];
    if (file_temp_dir("wisp-bench-", folder, sizeof folder) != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot make a temporary folder");
    int code = memory_bare(bench);
    if (code == 0) code = memory_gallery(bench, folder);
    file_remove_tree(folder);
    return code;
}
