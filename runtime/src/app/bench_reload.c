/* SPDX-License-Identifier: MIT
 *
 * bench_reload - from a saved file to the first picture with it, of `wisp run` as a child.
 */
#include "app/bench.h"
#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/elf.h"
#include "os/file.h"
#include "os/process.h"

#include <stdlib.h>
#include <string.h>

enum { SAVES = 100, SWAPS = 20, WAIT_MS = 10000, POLL_NS = 500000, PAUSE_NS = 30000000 };
enum { PLUGIN_BYTES_MOST = 16 << 20 };

struct watched_run {
    struct bench *bench;
    char folder[PATH_SIZE], scene[PATH_SIZE], plugin[PATH_SIZE];
    struct process *process;
    struct strbuf out;
    size_t seen;
    double longest_ms; /* interval of a picture that came with a reload */
};

static wisp_status write_scene(const struct watched_run *r, int count) {
    char text[256];
    size_t size = str_format(text, sizeof text,
                             "return wisp.scene { title = \"bench\", effects = {\n"
                             "  wisp.dust { id = \"d\", count = %d } } }\n",
                             count);
    return file_write(r->scene, text, size, 0);
}

/* The next line that has all of both texts, or NULL. */
static const char *wait_line(struct watched_run *r, const char *a, const char *b) {
    uint64_t end = clock_now_ns() + (uint64_t)WAIT_MS * 1000000;
    while (clock_now_ns() < end) {
        process_read(r->process, process_stdout(r->process), &r->out);
        char *line = r->out.data != NULL ? r->out.data + r->seen : NULL;
        char *stop = line != NULL ? strchr(line, '\n') : NULL;
        if (stop == NULL) {
            clock_sleep_ns(POLL_NS);
            continue;
        }
        *stop = '\0';
        r->seen += (size_t)(stop - line) + 1;
        if (strstr(line, a) != NULL && strstr(line, b) != NULL) return line;
    }
    return NULL;
}

static double number(const char *line, const char *key) {
    const char *at = line != NULL ? strstr(line, key) : NULL;
    return at != NULL ? strtod(at + strlen(key), NULL) : 0.0;
}

/* After the save at `begin`: ms to the picture that shows it, or a negative number. */
static double wait_drawn(struct watched_run *r, const char *what, uint64_t begin) {
    if (wait_line(r, what, "\"ok\":true") == NULL) return -1.0;
    const char *line = wait_line(r, "\"drawn\"", "");
    double ms = (double)(clock_now_ns() - begin) * 1e-6, picture = number(line, "\"ms\":");
    if (line == NULL) return -1.0;
    if (picture > r->longest_ms) r->longest_ms = picture;
    clock_sleep_ns(PAUSE_NS);
    return ms;
}

static int save_scripts(struct watched_run *r, struct bench_samples *out) {
    for (int i = 0; i < SAVES; i++) {
        uint64_t begin = clock_now_ns();
        if (write_scene(r, 200 + i) != WISP_OK) return EXIT_OUTPUT;
        double ms = wait_drawn(r, "\"script\"", begin);
        if (ms < 0.0)
            return exit_error(EXIT_PROBLEMS, "bench", "save %d was not reloaded in time", i);
        bench_add(out, ms, 0.0);
    }
    return 0;
}

/* The same code as another build: the build-id differs, which is what loaders tell builds by. */
static int swap_plugins(struct watched_run *r, struct file_data *plugin,
                        struct bench_samples *out) {
    struct elf_report *report = alloc_zero(r->bench->app->allocator, sizeof *report);
    if (report == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    elf_check(plugin->bytes, plugin->size, report);
    unsigned char *id =
        report->build_id_size > 0
            ? memmem(plugin->bytes, plugin->size, report->build_id, report->build_id_size)
            : NULL;
    int code = id != NULL ? 0 : exit_error(EXIT_PROBLEMS, "bench", "dust.so has no build-id");
    for (int i = 0; i < SWAPS && code == 0; i++) {
        id[0]++;
        uint64_t begin = clock_now_ns();
        if (file_write(r->plugin, plugin->bytes, plugin->size, 0) != WISP_OK)
            code = EXIT_OUTPUT;
        double ms = code == 0 ? wait_drawn(r, "\"committed\"", begin) : 0.0;
        if (ms < 0.0)
            code = exit_error(EXIT_PROBLEMS, "bench", "swap %d was not done in time", i);
        bench_add(out, ms, 0.0);
    }
    alloc_free(r->bench->app->allocator, report, sizeof *report);
    return code;
}

static void print_all(struct bench *bench, const char *variant, struct bench_samples *samples) {
    char p95[64];
    struct bench_samples one = {0};
    const struct bench_row row = {.variant = variant, .threads = 1};
    bench_print(bench, &row, samples); /* sorts them */
    if (samples->count == 0) return;
    str_format(p95, sizeof p95, "%s-p95", variant);
    bench_add(&one, samples->wall[samples->count - 1 - samples->count / 20], 0.0);
    bench_print(bench, &(struct bench_row){.variant = p95, .threads = 1}, &one);
}

static wisp_status prepare(struct watched_run *r, struct file_data *plugin) {
    char effects[PATH_SIZE], source[PATH_SIZE];
    struct app *app = r->bench->app;
    wisp_status status = file_temp_dir("wisp-bench-", r->folder, sizeof r->folder);
    if (status == WISP_OK) status = path_join(r->scene, PATH_SIZE, r->folder, "s.lua");
    if (status == WISP_OK) status = path_join(effects, PATH_SIZE, r->folder, "effects");
    if (status == WISP_OK) status = file_make_dirs(effects);
    if (status == WISP_OK) status = path_join(r->plugin, PATH_SIZE, effects, "dust.so");
    if (status == WISP_OK) status = paths_effects(&app->paths, r->bench->effects, NULL);
    if (status == WISP_OK && app->paths.effect_count == 0) status = WISP_E_NOT_FOUND;
    if (status == WISP_OK)
        status = path_join(source, PATH_SIZE, app->paths.effects[app->paths.effect_count - 1],
                           "dust.so");
    if (status == WISP_OK)
        status = file_read(app->allocator, source, PLUGIN_BYTES_MOST, plugin);
    if (status == WISP_OK) status = file_write(r->plugin, plugin->bytes, plugin->size, 0);
    return status == WISP_OK ? write_scene(r, 100) : status;
}

static wisp_status start(struct watched_run *r) {
    char effects[PATH_SIZE];
    wisp_status status = path_dirname(effects, sizeof effects, r->plugin);
    const char *const argv[] = {r->bench->app->paths.program,
                                "run",
                                r->scene,
                                "--effects",
                                effects,
                                "--size",
                                "320x180",
                                "--events",
                                NULL};
    const char *const environment[] = {"SDL_VIDEODRIVER=offscreen", NULL};
    const struct process_desc desc = {.argv = argv,
                                      .environment = environment,
                                      .stdin_stream = PROCESS_NULL,
                                      .stdout_stream = PROCESS_PIPE,
                                      .stderr_stream = PROCESS_NULL,
                                      .die_with_parent = 1};
    strbuf_init(&r->out, r->bench->app->allocator);
    if (status == WISP_OK) status = process_start(r->bench->app->allocator, &desc, &r->process);
    if (status == WISP_OK && wait_line(r, "\"start\"", "") == NULL) status = WISP_E_TIMEOUT;
    return status;
}

static int measure(struct watched_run *r, struct file_data *plugin) {
    struct bench_samples scripts = {0}, plugins = {0}, median = {0}, longest = {0};
    int code = save_scripts(r, &scripts);
    if (code == 0) code = swap_plugins(r, plugin, &plugins);
    print_all(r->bench, "reload-script", &scripts);
    print_all(r->bench, "reload-plugin", &plugins);
    process_signal(r->process, 15);
    bench_add(&median, number(wait_line(r, "\"end\"", ""), "\"ms\":"), 0.0);
    bench_add(&longest, r->longest_ms, 0.0);
    bench_print(r->bench, &(struct bench_row){.variant = "reload-frame-median", .threads = 1},
                &median);
    bench_print(r->bench, &(struct bench_row){.variant = "reload-frame-longest", .threads = 1},
                &longest);
    return code;
}

int bench_reload(struct bench *bench) {
    struct watched_run *r = alloc_zero(bench->app->allocator, sizeof *r);
    struct file_data plugin = {0};
    if (r == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    r->bench = bench;
    wisp_status status = prepare(r, &plugin);
    if (status == WISP_OK) status = start(r);
    int code = status == WISP_OK
                   ? measure(r, &plugin)
                   : exit_error(EXIT_PROBLEMS, "bench", "cannot start the child: %s",
                                status_text(status));
    process_free(r->process);
    strbuf_free(&r->out);
    if (plugin.bytes != NULL) file_data_free(&plugin);
    if (r->folder[0] != '\0') file_remove_tree(r->folder);
    alloc_free(bench->app->allocator, r, sizeof *r);
    return code;
}
