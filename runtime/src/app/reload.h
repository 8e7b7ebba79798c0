/* SPDX-License-Identifier: MIT
 *
 * reload - files change, the picture goes on: watches everything a scene is made of and commits
 * what was loaded and checked, between two steps.
 *
 * Errors   A change that is not good leaves everything as it was; the words go to stderr.
 * Threads  The stage's.
 */
#ifndef APP_RELOAD_H
#define APP_RELOAD_H

#include "app/stage.h"

struct reload;

struct reload_desc {
    bool watch;  /* false: only by reload_all */
    bool poll;   /* look at files instead of waiting for the system to tell */
    bool events; /* print events */
};

/* The stage's scene may be NULL: the first good load makes it. */
wisp_status reload_create(struct stage *stage, const char *scene,
                          const struct reload_desc *desc, struct reload **out);
void reload_destroy(struct reload *reload); /* NULL is fine. */

/* Once a frame, where no plugin code runs. frame: the number of the picture to come. True when
 * something visible has changed or was refused. */
bool reload_frame(struct reload *reload, uint64_t frame);
/* Take everything again, changed or not. */
void reload_all(struct reload *reload, uint64_t frame);
/* What happened last, for a status line; "" at first. */
const char *reload_status(const struct reload *reload);
/* Whether the last thing that happened was a failure that still stands. */
bool reload_has_failed(const struct reload *reload);
/* When reload_frame has something to do next. */
uint64_t reload_due_ns(const struct reload *reload);
/* Content that must not come in: it crashed a worker. */
void reload_quarantine(struct reload *reload, struct hash128 hash);
/* How often plugin code was exchanged. */
uint32_t reload_swaps(const struct reload *reload);

#endif
