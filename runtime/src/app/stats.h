/* SPDX-License-Identifier: MIT
 *
 * stats - what a render took, for --stats: a documented JSON contract.
 *
 * Units  ns inside, ms in the file.
 */
#ifndef APP_STATS_H
#define APP_STATS_H

#include "app/stage.h"

struct stats_effect {
    uint64_t update_ns, update_most_ns, draw_ns, steps;
};

struct stats {
    const struct allocator *allocator;
    bool on;
    uint64_t begin_ns, first_frame_ns; /* since the start of the program's own work */
    uint64_t step_ns, step_most_ns, script_ns, script_most_ns, steps;
    uint64_t *frames; /* ns of each picture, draw and readback */
    size_t frame_count, frame_capacity;
    struct stats_effect *effects; /* in scene order */
    size_t effect_count, effect_capacity;
};

/* With on false nothing is gathered and the other calls do nothing. */
void stats_begin(struct stats *stats, const struct allocator *allocator, bool on);
void stats_end(struct stats *stats);
/* After each step. */
void stats_step(struct stats *stats, struct scene *scene);
void stats_frame(struct stats *stats, uint64_t ns);
/* Written whole or not at all. Returns 0 or an exit code. */
int stats_write(struct stats *stats, struct stage *stage, const char *path);

/* Most memory that this process has used, KiB. */
uint64_t stats_peak_rss_kib(void);

#endif
