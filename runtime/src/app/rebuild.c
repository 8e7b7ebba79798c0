/* SPDX-License-Identifier: MIT
 *
 * rebuild - plugin sources change, a build runs as a child.
 */
#include "app/rebuild.h"

#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/file.h"
#include "os/process.h"
#include "os/watch.h"

enum { DEPTH_MOST = 3, FOLDERS_MOST = 256, SHOWN_MOST = 2000 };

struct rebuild {
    struct app *app;
    const char *command;
    struct watch *watch;
    struct process *build; /* NULL: none runs */
    struct strbuf words;
    uint32_t folders;
    bool again; /* sources changed while it ran */
};

static const char *const suffixes[] = {".c", ".h", ".cc", ".cpp", "CMakeLists.txt"};

static void watch_tree(struct rebuild *r, const char *folder, int depth) {
    struct file_list list;
    if (r->folders++ >= FOLDERS_MOST || depth > DEPTH_MOST) return;
    if (file_list(r->app->allocator, folder, &list) != WISP_OK) return;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        watch_add_folder(r->watch, folder, suffixes[i], WATCH_TEXT);
    for (size_t i = 0; i < list.count; i++) {
        char path[PATH_SIZE];
        struct file_info info;
        bool hidden = list.names[i][0] == '.' || str_starts(list.names[i], "build");
        if (hidden || path_join(path, sizeof path, folder, list.names[i]) != WISP_OK) continue;
        if (file_stat(path, &info) == WISP_OK && info.kind == FILE_DIRECTORY)
            watch_tree(r, path, depth + 1);
    }
    file_list_free(&list);
}

int rebuild_create(struct app *app, const char *command, const char *scene,
                   struct rebuild **out) {
    char folder[PATH_SIZE], plugins[PATH_SIZE];
    struct rebuild *r = alloc_zero(app->allocator, sizeof *r);
    if (r == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    r->app = app;
    r->command = command;
    strbuf_init(&r->words, app->allocator);
    wisp_status status = watch_create(app->allocator, WATCH_AUTO, app->log, &r->watch);
    if (status != WISP_OK) {
        rebuild_destroy(r);
        return exit_error(EXIT_MACHINE, "watch", "cannot watch files: %s", status_text(status));
    }
    if (path_dirname(folder, sizeof folder, scene) == WISP_OK) watch_tree(r, folder, 0);
    if (path_join(plugins, sizeof plugins, app->paths.scripts, "../plugins") == WISP_OK &&
        path_normalise(folder, sizeof folder, plugins) == WISP_OK)
        watch_tree(r, folder, 0);
    *out = r;
    return 0;
}

void rebuild_destroy(struct rebuild *r) {
    if (r == NULL) return;
    const struct allocator *a = r->app->allocator;
    process_free(r->build);
    watch_destroy(r->watch);
    strbuf_free(&r->words);
    alloc_free(a, r, sizeof *r);
}

static void start(struct rebuild *r) {
    const char *argv[] = {"/bin/sh", "-c", r->command, NULL};
    const struct process_desc desc = {
        .argv = argv,
        .stdin_stream = PROCESS_NULL,
        .stdout_stream = PROCESS_PIPE,
        .stderr_stream = PROCESS_TO_STDOUT,
        .die_with_parent = 1,
    };
    r->again = false;
    strbuf_clear(&r->words);
    fprintf(stderr, "wisp: building: %s\n", r->command);
    wisp_status status = process_start(r->app->allocator, &desc, &r->build);
    if (status != WISP_OK)
        exit_warn("rebuild", "cannot run the build: %s", status_text(status));
}

static void finish(struct rebuild *r, const struct process_result *result) {
    char end[64];
    process_result_text(result, end, sizeof end);
    process_free(r->build);
    r->build = NULL;
    if (result->exited && result->code == 0) {
        fputs("wisp: built\n", stderr);
        strbuf_clear(&r->words);
        return;
    }
    fputs(strbuf_text(&r->words), stderr);
    fprintf(stderr, "wisp: the build ended with %s\n", end);
    if (r->words.length > SHOWN_MOST) r->words.data[r->words.length = SHOWN_MOST] = '\0';
}

void rebuild_poll(struct rebuild *r, uint64_t now_ns) {
    struct watch_batch batch = {0};
    struct process_result result;
    if (watch_poll(r->watch, now_ns, &batch) == WISP_OK && batch.count > 0) r->again = true;
    if (r->build != NULL) {
        process_read(r->build, process_stdout(r->build), &r->words);
        if (process_poll(r->build, &result) == WISP_OK) {
            process_read(r->build, process_stdout(r->build), &r->words);
            finish(r, &result);
        }
    }
    if (r->again && r->build == NULL) start(r);
}

const char *rebuild_text(const struct rebuild *r) { return strbuf_text(&r->words); }
