/* SPDX-License-Identifier: MIT
 *
 * What process.c and process_pipe.c share; for no one else.
 */
#ifndef WISP_OS_PROCESS_OWN_H
#define WISP_OS_PROCESS_OWN_H

#include "os/process.h"
#include <sys/types.h>

struct process {
    const struct allocator *allocator;
    pid_t pid;
    int pidfd;  /* Readable when the child has ended; -1: the kernel has none. */
    int fds[3]; /* Our ends of its streams. */
    int running, own_group;
    struct process_result result; /* Once it is not running. */
};

/* WISP_E_BUSY while it runs, unless told to wait. */
wisp_status process_reap(struct process *process, int wait, struct process_result *out);

#endif
