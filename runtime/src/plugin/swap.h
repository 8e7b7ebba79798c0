/* SPDX-License-Identifier: MIT
 *
 * Plugins change under a running picture.
 *
 * A change goes through stages: staged copy, ELF check, trial in a child process, load,
 * creation of new runs beside the old ones on copies of their buffers, trial steps, commit. Any
 * failure leaves the old code as it was and remembers the content that failed. Several plugins
 * are on their way independently; a file that changes again starts over.
 *
 * Use: swap_notice for what the watcher tells, swap_poll once a frame at any time, and
 * swap_boundary once a frame where no plugin code can be running.
 *
 * Units      Nanoseconds of one monotonic clock.
 * Ownership  Event texts are lent for the call of the sink.
 * Threads    Main.
 */
#ifndef PLUGIN_SWAP_H
#define PLUGIN_SWAP_H

#include "base/jobs.h"
#include "plugin/buffers.h"
#include "plugin/registry.h"

struct swap;

enum swap_outcome {
    SWAP_COMMITTED = 1, /* New code runs. */
    SWAP_REFUSED,       /* Old code goes on; reason and text say why. */
    SWAP_ROLLED_BACK,   /* New code failed after commit; old code is back. */
    SWAP_CLOSED,        /* An old image was unloaded. */
    SWAP_RESIDENT,      /* An old image could not be unloaded; reason is the cause. */
    SWAP_ADDED          /* A plugin can be had that was not there, or would not load, before. */
};
const char *swap_outcome_text(enum swap_outcome outcome); /* "committed", ... */

struct swap_times { /* ms */
    double stage, elf, probe, open, create, trial;
};

struct swap_event {
    enum swap_outcome outcome;
    const char *id, *path;
    uint32_t generation; /* Of the new code, or of the image closed. */
    /* Stable word, NULL when fine: "file", "elf", "symbol", "stage", "probe", "probe_crashed",
     * "probe_timeout", "load", "stale_image", "table", "create", "trial", "update", "by_hand",
     * "quarantined", "memory"; for RESIDENT see struct resident. */
    const char *reason;
    const char *text; /* For people. */
    struct swap_times ms;
    struct buffers_report buffers; /* Added up over the instances. */
    uint32_t instances;
    bool type_changed; /* Its parameter table is another: validate scripts again. */
    struct hash128 hash;
};

struct swap_config {
    const struct allocator *allocator;
    struct log *log;
    struct registry *registry;
    struct jobs *jobs;
    /* argv of the child that tries a plugin, to which the path is added; NULL-terminated.
     * NULL: no child; what crashes while it is loaded then takes the process along. */
    const char *const *probe;
    uint32_t probe_timeout_ms; /* 0: 2000 */
    uint32_t trial_steps;      /* Frame boundaries that new code runs unseen; 0: 3 */
    uint64_t rollback_ns;      /* How long old code is kept; 0: 10 s */
    void (*sink)(void *user, const struct swap_event *event);
    void *user;
};

wisp_status swap_create(const struct swap_config *config, struct swap **out);
void swap_destroy(struct swap *swap); /* Ends what is on its way. NULL is fine. */

/* A settled file has this content now. Files that are no plugins of ours are ignored. */
void swap_notice(struct swap *swap, const char *path, struct hash128 hash, uint64_t now_ns);
/* Carry on what needs no boundary. Never blocks. */
void swap_poll(struct swap *swap, uint64_t now_ns);
/* Carry on what changes running code. True: something was committed or rolled back. */
bool swap_boundary(struct swap *swap, uint64_t now_ns);
/* Nothing is on its way. */
bool swap_is_idle(const struct swap *swap);
/* When swap_poll has something to do next without any event; UINT64_MAX: never. */
uint64_t swap_due_ns(const struct swap *swap);

/* By hand. reload: take the file again, quarantined or not. */
wisp_status swap_reload(struct swap *swap, const char *id, uint64_t now_ns);
wisp_status swap_rollback(struct swap *swap, const char *id, uint64_t now_ns);
void swap_pin(struct swap *swap, const char *id, bool pinned); /* Pinned: changes wait. */

/* Content that must not be loaded again (it crashed a worker): by hash of the file. */
wisp_status swap_quarantine(struct swap *swap, struct hash128 hash);
bool swap_is_quarantined(const struct swap *swap, struct hash128 hash);

#endif
