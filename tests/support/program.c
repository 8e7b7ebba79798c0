/* SPDX-License-Identifier: MIT
 *
 * program - the real program as a child, with what it said.
 */
#include "support/program.h"

#include "os/file.h"
#include "os/process.h"

#include <check.h>
#include <string.h>

enum { ARGV_MOST = 64 };

void program_run(struct program *p, const char *const *argv, const char *const *environment) {
    const char *full[ARGV_MOST] = {WISP_PROGRAM};
    for (size_t i = 0; argv[i] != NULL; i++) full[i + 1] = argv[i];
    program_exec(p, full, environment);
}

void program_exec(struct program *p, const char *const *argv, const char *const *environment) {
    struct process *process = NULL;
    struct process_result result = {0};
    const struct process_desc desc = {
        .argv = argv,
        .environment = environment,
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
