/* SPDX-License-Identifier: MIT */
#include "scene/timeline.h"

#include <math.h>
#include <string.h>

/* The time of a cue's n-th occurrence; infinite when there is none. */
static double occurrence(const struct desc_cue *c, uint64_t n) {
    if (n == 0) return c->at;
    if (!(c->every > 0.0)) return HUGE_VAL;
    double t = c->at + (double)n * c->every;
    /* `to` belongs to it, whatever rounding did to the product. */
    return c->to > 0.0 && t > c->to + 1e-9 ? HUGE_VAL : t;
}

/* Number of occurrences at or before time. */
static uint64_t occurred(const struct desc_cue *c, double time) {
    if (time < c->at) return 0;
    if (!(c->every > 0.0)) return 1;
    double end = c->to > 0.0 && c->to < time ? c->to : time;
    if (end < c->at) return 1;
    uint64_t n = (uint64_t)((end - c->at) / c->every + 1e-9) + 1;
    while (n > 1 && occurrence(c, n - 1) > time) n--;
    return n;
}

uint32_t cue_occurrences(const struct desc_cue *c, double after, double until) {
    uint64_t before = after < 0.0 ? 0 : occurred(c, after), now = occurred(c, until);
    return now > before ? (uint32_t)(now - before) : 0;
}

static bool numeric(const wisp_value *v) {
    return v->kind == WISP_VALUE_CONST || v->kind == WISP_VALUE_RANGE ||
           v->kind == WISP_VALUE_POINTS;
}

static bool has_text(const wisp_value *v) { return v->text && *v->text; }

void value_mix(const wisp_value *from, const wisp_value *to, double t, wisp_value *out) {
    if (t >= 1.0) {
        *out = *to;
        return;
    }
    *out = *from;
    bool same = numeric(from) && numeric(to) && !has_text(to) && !has_text(from);
    if (!same || from->kind == WISP_VALUE_POINTS || to->kind == WISP_VALUE_POINTS) return;
    const float f = (float)t;
    float a[4], b[4];
    for (int k = 0; k < 4; k++) a[k] = from->v[k], b[k] = to->v[k];
    if (from->kind != to->kind) { /* a number is a range of one */
        if (from->kind == WISP_VALUE_CONST) a[1] = a[0];
        if (to->kind == WISP_VALUE_CONST) b[1] = b[0];
        out->kind = WISP_VALUE_RANGE;
    }
    for (int k = 0; k < 4; k++) out->v[k] = a[k] + (b[k] - a[k]) * f;
    double way = (double)to->i - (double)from->i;
    out->i = (int32_t)((double)from->i + floor(way * t + 0.5));
}

static struct track *find_track(struct timeline *t, uint32_t node, uint32_t param) {
    for (uint32_t i = 0; i < t->track_count; i++)
        if (t->tracks[i].node == node && t->tracks[i].param == param) return &t->tracks[i];
    return NULL;
}

static bool exists(const struct scene_desc *d, const struct desc_assign *a) {
    return a->node < d->node_count && a->param < d->nodes[a->node].value_count;
}

/* Make a track for each value that some cue sets. */
static void gather(struct timeline *t) {
    for (uint32_t c = 0; c < t->desc->cue_count; c++)
        for (uint32_t i = 0; i < t->desc->cues[c].assign_count; i++) {
            const struct desc_assign *a = &t->desc->cues[c].assigns[i];
            if (!exists(t->desc, a)) {
                t->skipped++;
                continue;
            }
            struct track *track = find_track(t, a->node, a->param);
            if (!track) {
                const struct desc_value *v = &t->desc->nodes[a->node].values[a->param];
                track = &t->tracks[t->track_count++];
                *track = (struct track){.node = a->node,
                                        .param = a->param,
                                        .base = &v->value,
                                        .lasting = v->source == SOURCE_KNOB ||
                                                   v->source == SOURCE_FUNCTION};
            }
            track->key_count++;
        }
}

static void fill(struct timeline *t) {
    for (uint32_t i = 0, at = 0; i < t->track_count; i++) {
        struct track *track = &t->tracks[i];
        track->first_key = at;
        for (uint32_t c = 0; c < t->desc->cue_count; c++)
            for (uint32_t k = 0; k < t->desc->cues[c].assign_count; k++) {
                const struct desc_assign *a = &t->desc->cues[c].assigns[k];
                if (a->node != track->node || a->param != track->param) continue;
                t->keys[at++] = (struct track_key){c, &a->value.value};
            }
    }
}

wisp_status timeline_init(struct timeline *t, const struct allocator *allocator,
                          const struct scene_desc *desc) {
    memset(t, 0, sizeof *t);
    t->allocator = allocator;
    t->desc = desc;
    for (uint32_t c = 0; c < desc->cue_count; c++) t->key_count += desc->cues[c].assign_count;
    if (t->key_count == 0) return WISP_OK;
    t->tracks = alloc_array(allocator, t->key_count, sizeof *t->tracks);
    t->keys = alloc_array(allocator, t->key_count, sizeof *t->keys);
    if (!t->tracks || !t->keys) {
        timeline_free(t);
        return WISP_E_NOMEM;
    }
    gather(t);
    fill(t);
    timeline_reset(t);
    return WISP_OK;
}

void timeline_free(struct timeline *t) {
    if (t->tracks) alloc_free(t->allocator, t->tracks, t->key_count * sizeof *t->tracks);
    if (t->keys) alloc_free(t->allocator, t->keys, t->key_count * sizeof *t->keys);
    t->tracks = NULL, t->keys = NULL;
    t->track_count = t->key_count = 0;
}

static void rewind_track(struct track *track) {
    track->seen = -1.0;
    track->to = NULL;
    track->from = *track->base;
}

void timeline_reset(struct timeline *t) {
    for (uint32_t i = 0; i < t->track_count; i++) rewind_track(&t->tracks[i]);
}

static void segment_value(const struct track *track, double time, wisp_value *out) {
    if (!track->to) {
        *out = track->from;
        return;
    }
    double t = track->over > 0.0 ? (time - track->start) / track->over : 1.0;
    t = t >= 1.0 ? 1.0 : ease_at(track->ease, t < 0.0 ? 0.0 : t);
    value_mix(&track->from, track->to, t, out);
}

/* The next time after `seen` that a cue of this track happens, and its key. */
static double next_key(const struct timeline *t, const struct track *track, uint32_t *key) {
    double best = HUGE_VAL;
    for (uint32_t k = 0; k < track->key_count; k++) {
        const struct desc_cue *cue = &t->desc->cues[t->keys[track->first_key + k].cue];
        uint64_t n = track->seen < 0.0 ? 0 : occurred(cue, track->seen);
        double at = occurrence(cue, n);
        if (at < best || (at == best && at < HUGE_VAL)) { /* of equal ones the last counts */
            best = at;
            *key = track->first_key + k;
        }
    }
    return best;
}

bool timeline_value(struct timeline *t, uint32_t index, double time, wisp_value *out,
                    bool *changed) {
    struct track *track = &t->tracks[index];
    if (time < track->seen) rewind_track(track);
    *changed = track->lasting || track->seen < 0.0 ||
               (track->to && track->seen < track->start + track->over);
    for (;;) {
        uint32_t key = 0;
        double at = next_key(t, track, &key);
        if (!(at <= time)) break;
        const struct desc_cue *cue = &t->desc->cues[t->keys[key].cue];
        wisp_value now;
        segment_value(track, at, &now);
        track->from = now;
        track->to = t->keys[key].value;
        track->start = at;
        track->over = cue->over;
        track->ease = cue->ease ? (enum ease)cue->ease : EASE_LINEAR;
        track->seen = at;
        *changed = true;
    }
    track->seen = time;
    segment_value(track, time, out);
    return track->to != NULL;
}
