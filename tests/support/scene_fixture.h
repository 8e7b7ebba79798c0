/* SPDX-License-Identifier: MIT
 *
 * A scene from a text: registry with the probe effect and the built ones, no graphics unless
 * given.
 *
 *     struct scene_fixture *f = fixture_open("return wisp.scene{ effects = {...} }", NULL);
 *     scene_advance_steps(f->scene, 60, &f->diags);
 *     fixture_close(f);
 */
#ifndef SUPPORT_SCENE_FIXTURE_H
#define SUPPORT_SCENE_FIXTURE_H

#include "plugin/registry.h"
#include "scene/scene.h"

struct fixture_options {
    uint32_t threads;                  /* 0: no pool */
    const struct allocator *allocator; /* under the counting one; NULL is the heap */
    struct gfx *gfx;
    float seek_interval;
    struct scene_limits limits;
    bool linked_only; /* the probe alone: nothing is loaded from disk */
    bool may_fail;    /* scene NULL on failure instead of a failed test */
};

struct scene_fixture {
    struct allocator_counting counting;
    const struct allocator *allocator;
    struct registry *registry;
    struct jobs *jobs;
    struct scene *scene;
    struct diag_list diags;
    struct effect_schema schemas[16];
    uint32_t schema_count;
    wisp_status status; /* of load and create */
};

struct scene_fixture *fixture_open(const char *text, const struct fixture_options *options);
void fixture_close(struct scene_fixture *f); /* Checks that no memory is left. */
/* Load another version of the text; NULL with diagnostics in f->diags. */
struct script *fixture_script(struct scene_fixture *f, const char *text);
/* Go over to it. report: at least 1024 bytes, may be NULL. */
wisp_status fixture_apply(struct scene_fixture *f, const char *text, char *report);
/* All diagnostics as text, lent until the next call's free(). */
char *fixture_diags(const struct scene_fixture *f);
uint64_t fixture_hash(struct scene_fixture *f);
/* A counter of an effect by id. */
double fixture_counter(struct scene_fixture *f, const char *id, const char *counter);
/* Value of a node by id and key. */
const wisp_value *fixture_value(struct scene_fixture *f, const char *id, uint32_t param);

#endif
