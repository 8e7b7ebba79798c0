/* SPDX-License-Identifier: MIT
 *
 * progress - one line on a terminal that tells how far a long render is.
 */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    uint64_t total, begin_ns, shown_ns;
    bool on;
};

/* Shows nothing when stderr is no terminal. */
void progress_begin(struct progress *progress, uint64_t total);
/* Done of total; at most ten times a second reaches the terminal. */
void progress_show(struct progress *progress, uint64_t done);
/* Take the line away. */
void progress_end(struct progress *progress);

#endif
