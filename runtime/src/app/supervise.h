/* SPDX-License-Identifier: MIT
 *
 * supervise - two processes: a tiny parent that waits, and the worker that runs plugins.
 *
 * The worker is a fork of the parent, made before anything was opened, so a new one starts from
 * a clean process. What must outlive a worker lies in shared memory: which plugin code runs, a
 * beat, the window's place, and the last two checkpoints.
 *
 * Errors   A worker that crashes, ends on its own or hangs in a plugin is reported on stderr as
 *          error[plugin-crash], error[plugin-hang] or error[crash].
 * Threads  supervise: before any thread is started. The rest: the worker's main thread.
 */
#ifndef APP_SUPERVISE_H
#define APP_SUPERVISE_H

#include "app/builds.h"
#include "app/command.h"
#include "base/hash.h"
#include "os/shm.h"
#include "plugin/env.h"

enum {
    SUPERVISE_CRASHES_MOST = 3, /* in a row, each within SUPERVISE_PROGRESS_MS */
    SUPERVISE_PROGRESS_MS = 5000,
    SUPERVISE_HANG_MS = 2000,  /* in one call into a plugin */
    SUPERVISE_STALL_MS = 15000 /* without a frame, outside of plugins */
};

/* Shared by parent and workers. */
struct supervise_shared {
    struct plugin_trace trace;
    atomic_ullong frame;  /* frames drawn, of the current worker */
    atomic_uint finished; /* the worker is leaving by its own will */
    atomic_uint latest;   /* slot of the newest checkpoint + 1; 0: none */
    uint64_t size[2], step[2];
    uint32_t crashes; /* so far */
    bool paused;
    bool has_place;
    int32_t x, y, width, height; /* of the window */
    char partial[PATH_SIZE];     /* a file that a crash leaves half-written; "" is none */
    struct builds builds;
};

struct supervise {
    struct supervise_shared *shared;
    struct shm memory, slots[2];
};

struct supervise_desc {
    bool restart; /* bring a crashed worker back; else report and leave */
    bool patient; /* a worker may take as long as it likes outside of plugins */
    bool alone;   /* no second process, for debuggers */
    int (*worker)(void *user, struct supervise *supervise); /* returns an exit code */
    void *user;
};

/* Run the worker until it leaves. Returns its exit code, or EXIT_PLUGIN. */
int supervise(struct app *app, const struct supervise_desc *desc);

/* ---- In the worker */

void supervise_frame(struct supervise *s);
/* Keep this; the one before stays until it is whole. */
wisp_status supervise_checkpoint(struct supervise *s, const void *bytes, size_t size,
                                 uint64_t step);
/* The last one kept, by this worker or one before; NULL: none. */
const void *supervise_latest(struct supervise *s, size_t *size);

#endif
