/* SPDX-License-Identifier: MIT
 *
 * program - the real program as a child, with what it said.
 */
#include "support/program.h"

#include "os/clock.h"
#include "os/file.h"
#include "os/process.h"

#include <check.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { ARGV_MOST = 64 };

static void execute(struct program *p, const char *folder, const char *const *argv,
                    const char *const *environment);

void program_in(struct program *p, const char *folder, const char *const *argv,
                const char *const *environment) {
    const char *full[ARGV_MOST] = {WISP_PROGRAM};
    for (size_t i = 0; argv[i] != NULL; i++) full[i + 1] = argv[i];
    execute(p, folder, full, environment);
}

void program_run(struct program *p, const char *const *argv, const char *const *environment) {
    program_in(p, NULL, argv, environment);
}

void program_exec(struct program *p, const char *const *argv, const char *const *environment) {
    execute(p, NULL, argv, environment);
}

static void execute(struct program *p, const char *folder, const char *const *argv,
                    const char *const *environment) {
    struct process *process = NULL;
    struct process_result result = {0};
    const struct process_desc desc = {
        .argv = argv,
        .environment = environment,
        .folder = folder,
        .stdin_stream = PROCESS_NULL,
        .stdout_stream = PROCESS_PIPE,
        .stderr_stream = PROCESS_PIPE,
        .die_with_parent = 1,
    };
    *p = (struct program){.code = -1};
    strbuf_init(&p->out, allocator_default());
    strbuf_init(&p->err, allocator_default());
    ck_assert_int_eq(process_start(allocator_default(), &desc, &process), WISP_OK);
    wisp_status status =
        process_wait(process, PROGRAM_MS, (size_t)16 << 20, &p->out, &p->err, &result);
    process_free(process);
    if (status != WISP_OK) return;
    if (result.exited) p->code = result.code;
    p->signal = result.signal;
}

void program_free(struct program *p) {
    strbuf_free(&p->out);
    strbuf_free(&p->err);
}

void program_folder(char out[PATH_SIZE]) {
    ck_assert_int_eq(file_temp_dir("wisp-test-", out, PATH_SIZE), WISP_OK);
}

void program_folder_end(const char *folder) { file_remove_tree(folder); }

void program_file(const char *folder, const char *name, const void *bytes, size_t size,
                  char path[PATH_SIZE]) {
    ck_assert_int_eq(path_join(path, PATH_SIZE, folder, name), WISP_OK);
    ck_assert_int_eq(file_write(path, bytes, size, 0), WISP_OK);
}

size_t program_file_count(const char *folder) {
    struct file_list list;
    ck_assert_int_eq(file_list(allocator_default(), folder, &list), WISP_OK);
    size_t count = list.count;
    file_list_free(&list);
    return count;
}

void running_start(struct running *r, const char *const *argv, const char *const *environment) {
    const char *full[ARGV_MOST] = {WISP_PROGRAM};
    for (size_t i = 0; argv[i] != NULL; i++) full[i + 1] = argv[i];
    const struct process_desc desc = {
        .argv = full,
        .environment = environment,
        .stdin_stream = PROCESS_NULL,
        .stdout_stream = PROCESS_PIPE,
        .stderr_stream = PROCESS_PIPE,
        .die_with_parent = 1,
    };
    *r = (struct running){0};
    strbuf_init(&r->out, allocator_default());
    strbuf_init(&r->err, allocator_default());
    ck_assert_int_eq(process_start(allocator_default(), &desc, &r->process), WISP_OK);
}

static bool has_all(const char *line, const char *const *texts) {
    for (; *texts != NULL; texts++)
        if (strstr(line, *texts) == NULL) return false;
    return true;
}

static void pump(struct running *r) {
    process_read(r->process, process_stdout(r->process), &r->out);
    process_read(r->process, process_stderr(r->process), &r->err);
}

const char *running_line(struct running *r, const char *const *texts) {
    const uint64_t end = clock_now_ns() + (uint64_t)PROGRAM_MS * 1000000 / 2;
    while (clock_now_ns() < end) {
        pump(r);
        char *line = r->out.data != NULL ? r->out.data + r->seen : NULL;
        char *stop = line != NULL ? strchr(line, '\n') : NULL;
        if (stop == NULL) {
            clock_sleep_ns(2000000);
            continue;
        }
        *stop = '\0';
        r->seen += (size_t)(stop - line) + 1;
        if (has_all(line, texts)) return line;
    }
    /* A sanitizer's report would not fit into one of Check's messages. */
    ck_abort_msg("no line with '%s'...; stderr: %.1500s", texts[0], strbuf_text(&r->err));
    return NULL;
}

double running_number(const char *line, const char *name) {
    char key[64];
    str_format(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(line, key);
    ck_assert_msg(at != NULL, "no %s in %s", name, line);
    return strtod(at + strlen(key), NULL);
}

int64_t running_id(const struct running *r) { return process_id(r->process); }

int running_end(struct running *r) {
    struct process_result result = {0};
    process_signal(r->process, SIGTERM);
    wisp_status status = process_wait(r->process, PROGRAM_MS / 4, 0, &r->out, &r->err, &result);
    process_free(r->process);
    strbuf_free(&r->out);
    strbuf_free(&r->err);
    return status == WISP_OK && result.exited ? result.code : -1;
}
