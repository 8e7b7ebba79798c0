/* SPDX-License-Identifier: MIT
 *
 * Child processes, without a shell.
 *
 * Units      Milliseconds where a name ends in _ms.
 * Ownership  process_free ends a child that still runs (its whole group) and closes the pipes.
 * Errors     WISP_E_NOT_FOUND, _DENIED: no such program, may not be run. WISP_E_TIMEOUT.
 * Threads    One at a time per object.
 */
#ifndef WISP_OS_PROCESS_H
#define WISP_OS_PROCESS_H

#include "base/str.h"

enum process_stream {
    PROCESS_INHERIT = 0, /* What the parent has. */
    PROCESS_NULL,        /* /dev/null */
    PROCESS_PIPE,        /* A pipe to the parent, non-blocking on its side. */
    PROCESS_TO_STDOUT,   /* stderr only: where stdout goes. */
};

struct process_desc {
    const char *const *argv;        /* NULL at the end. argv[0] is looked up in PATH. */
    const char *const *environment; /* "NAME=value" over the parent's; NULL: none. */
    const char *folder;             /* Working directory; NULL: the parent's. */
    enum process_stream stdin_stream, stdout_stream, stderr_stream;
    const int *keep_fds; /* Descriptors that the child gets as they are; all others close. */
    size_t keep_fd_count;
    int join_group;      /* Not 0: stay in the parent's process group (terminal's Ctrl-C). */
    int die_with_parent; /* Not 0: killed when the thread that started it ends. */
};

struct process_result {
    int exited; /* 1: by exit, code valid. 0: by signal. */
    int code;   /* Exit code. */
    int signal; /* 0 when exited. */
    int dumped_core;
};

struct process;

wisp_status process_start(const struct allocator *allocator, const struct process_desc *desc,
                          struct process **out);
void process_free(struct process *process); /* NULL is fine. */

int64_t process_id(const struct process *process);
int64_t process_own_id(void);
/* Ends of pipes, -1 when there is none. */
int process_stdin(const struct process *process);
int process_stdout(const struct process *process);
int process_stderr(const struct process *process);
void process_close_stdin(struct process *process);

/* All of bytes, waiting for the reader at most timeout_ms (-1: for ever). A reader that is gone
 * is WISP_E_IO, never a signal. */
wisp_status process_write(struct process *process, const void *bytes, size_t size,
                          int timeout_ms);
/* What is there now from stdout or stderr pipe, appended; WISP_E_NOT_FOUND at the end. */
wisp_status process_read(struct process *process, int fd, struct strbuf *out);

/* WISP_E_BUSY while it runs. */
wisp_status process_poll(struct process *process, struct process_result *out);
/* Wait, draining the output pipes into out and err (either may be NULL: thrown away). After
 * timeout_ms (-1: for ever) the group is killed and the result is WISP_E_TIMEOUT. limit is the
 * most bytes kept of each (0: 1 MiB). */
wisp_status process_wait(struct process *process, int timeout_ms, size_t limit,
                         struct strbuf *out, struct strbuf *err, struct process_result *result);
/* A signal to the child's group (to the child alone with join_group). */
wisp_status process_signal(struct process *process, int signal);
void process_kill(struct process *process);

/* "exit code 3", "signal 11 (segmentation fault)". */
size_t process_result_text(const struct process_result *result, char *out, size_t size);

#endif
