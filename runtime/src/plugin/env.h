/* SPDX-License-Identifier: MIT
 *
 * What the scene gives to the plugins that run in it: the far side of the service tables.
 *
 * A NULL function or member is a world without that thing: still air, no bodies, no graphics,
 * one thread. Functions get `user` first, and the instance where its identity matters.
 *
 * Ownership  Lent; must outlive every instance made with it. Members may be changed between
 *            calls of instance_*.
 * Threads    [any] functions are called from jobs too; the rest on the main thread.
 */
#ifndef PLUGIN_ENV_H
#define PLUGIN_ENV_H

#include "base/arena.h"
#include "base/jobs.h"
#include "base/log.h"
#include <stdatomic.h>
#include <wisp/effect.h>

struct assets;
struct gfx;
struct instance;

enum { TRACE_NAME = 64 };

enum plugin_phase {
    PHASE_NONE, /* No plugin code is running. */
    PHASE_LOAD,
    PHASE_CREATE,
    PHASE_UPDATE,
    PHASE_DRAW,
    PHASE_DESTROY,
    PHASE_MIGRATE
};
const char *plugin_phase_text(enum plugin_phase phase);

/* Which plugin code runs now, for whoever reports a crash or a hang: a signal handler, or
 * another process when this lies in shared memory. Valid while phase is not PHASE_NONE; beat
 * grows with each call into plugin code. */
struct plugin_trace {
    atomic_uint phase;
    atomic_uint beat;
    uint32_t generation;
    uint32_t trial; /* 1: code that is being tried beside the old. */
    uint64_t step;
    uint64_t hash[2]; /* Of the plugin's file: low, high; zero when it is linked in. */
    char effect[TRACE_NAME], instance[TRACE_NAME];
};

struct plugin_env {
    void *user;
    const struct allocator *allocator;
    struct log *log;
    struct jobs *jobs;
    struct arena *frame; /* wisp_state_1.frame; rewound after each call into a plugin. */
    struct gfx *gfx;
    struct assets *assets;
    struct plugin_trace *trace;
    /* wisp_state_1.peer: the instance of that id, or NULL. */
    struct instance *(*peer)(void *user, const char *id);
    /* wisp_world_1 */
    const wisp_world *(*snapshot)(void *user);
    void (*wind)(void *user, uint64_t n, const float *const xyz[3], double time,
                 float *const wind[3]); /* [any] */
    void (*distance)(void *user, uint32_t collider, uint64_t n, const float *const xyz[3],
                     float *distance, float *const normal[3]); /* [any] */
    void (*light)(void *user, struct instance *from, const wisp_light *light);
    void (*push)(void *user, struct instance *from, uint32_t collider, const float point[3],
                 const float impulse[3]);
    /* wisp_report_1; counters, meters and bounds are kept by the instance. The texts of a
     * signal are lent for the call. */
    void (*signal)(void *user, struct instance *from, const wisp_signal *signal);
    float (*budget)(void *user, struct instance *from); /* NULL: 1 */
    float (*screen_size)(void *user, const float center[3], float radius);
};

#endif
