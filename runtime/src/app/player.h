/* SPDX-License-Identifier: MIT
 *
 * player - the loop of `wisp run`: input, whole steps at the pace of the clock, picture.
 */
#ifndef APP_PLAYER_H
#define APP_PLAYER_H

#include "app/stage.h"
#include "app/supervise.h"

struct player_desc {
    struct stage_desc stage;
    uint64_t frames;     /* stop after this many; 0: never */
    bool events;         /* one JSON object a line on stdout for each reload */
    bool watch;          /* reload when files change */
    bool poll;           /* by looking at them */
    const char *rebuild; /* command that builds plugins from changed sources, or NULL */
};

/* Until the window closes. Returns an exit code. Checkpoints go to `supervise`, and come from
 * it when a worker before this one has left some. */
int player_run(struct app *app, const struct player_desc *desc, struct supervise *supervise);

#endif
