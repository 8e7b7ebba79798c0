/* SPDX-License-Identifier: MIT
 *
 * timeline - what the cues of a scene say at a time, decided by time alone.
 *
 * Each value that a cue sets is a track: it begins as the file has it, and each cue on it leads
 * from what the track says at the cue's time to the cue's value. Going back in time starts from
 * the beginning, so the same time always gives the same value. Ownership  Points into the
 * description it was made from. Errors     WISP_E_NOMEM.
 */
#ifndef SCENE_TIMELINE_H
#define SCENE_TIMELINE_H

#include "base/alloc.h"
#include "script/desc.h"
#include <stdbool.h>

struct track_key {
    uint32_t cue;
    const wisp_value *value;
};

struct track {
    uint32_t node, param;
    bool lasting;           /* its base changes by itself: write on every step */
    const wisp_value *base; /* as the file has it */
    uint32_t first_key, key_count;
    /* How far it has come: the segment that holds now. */
    double seen;  /* cues up to here are in, inclusive; before the first: -1 */
    double start; /* of the segment */
    double over;
    enum ease ease;
    wisp_value from;
    const wisp_value *to; /* NULL: no cue yet */
};

struct timeline {
    const struct allocator *allocator;
    const struct scene_desc *desc;
    struct track *tracks;
    uint32_t track_count;
    struct track_key *keys; /* by track, then in cue order */
    uint32_t key_count;
    uint32_t skipped; /* targets that do not exist */
};

wisp_status timeline_init(struct timeline *timeline, const struct allocator *allocator,
                          const struct scene_desc *desc);
void timeline_free(struct timeline *timeline);
/* Forget how far it has come. */
void timeline_reset(struct timeline *timeline);
/* What a track says at a time. False: no cue has come yet. *changed: another than before, or
 * under way. */
bool timeline_value(struct timeline *timeline, uint32_t track, double time, wisp_value *out,
                    bool *changed);

/* How often a cue happens in (after, until]; with `after` < 0 time 0 counts. */
uint32_t cue_occurrences(const struct desc_cue *cue, double after, double until);
/* Between two values: numbers go along, everything else switches at the end of the way, at once
 * when there is none. */
void value_mix(const wisp_value *from, const wisp_value *to, double t, wisp_value *out);

#endif
