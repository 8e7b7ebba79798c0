/* SPDX-License-Identifier: MIT
 *
 * One effect in one scene: the handle that stays the same while the code behind it is swapped.
 *
 * Behind it is a run: one image's code on one set of buffers. While new code is tried there are
 * two runs, updated side by side; only the old one is heard and seen.
 *
 * Ownership  The scene's. Values are lent until replaced or the instance ends. Texts returned
 *            are lent until the next call on this instance.
 * Errors     A plugin that fails suspends its instance: it is neither updated nor drawn, and
 *            instance_reason says why. That lasts until instance_restart, a restore, or new
 *            code.
 * Threads    Main.
 */
#ifndef PLUGIN_INSTANCE_H
#define PLUGIN_INSTANCE_H

#include "base/hash.h"
#include "plugin/buffers.h"
#include "plugin/env.h"
#include "plugin/registry.h"

struct instance_desc {
    const struct plugin_env *env;
    struct registry *registry; /* For owner numbers. */
    struct image *image;
    const char *id;           /* The scene's name for it. */
    uint64_t seed;            /* See instance_seed. */
    const wisp_value *values; /* One per parameter of the image's type. */
    size_t budget;            /* Bytes of buffers; 0: INSTANCE_BUDGET. */
    uint32_t reason;          /* WISP_CREATE_FIRST, _PROBE or 0 (FIRST). */
};
#define INSTANCE_BUDGET ((size_t)1 << 30)

/* The key for an instance's random numbers. */
uint64_t instance_seed(uint64_t scene_seed, const char *id);

/* *out is NULL only when there is no memory for it. A plugin whose create fails gives its
 * status and a suspended instance. */
wisp_status instance_create(const struct instance_desc *desc, struct instance **out);
void instance_destroy(struct instance *instance); /* NULL is fine. */

/* Values in the order of this type's table, from now on. After new code came in with another
 * table the old order goes on to work, by key, until this is called with the new one. */
void instance_set_values(struct instance *instance, const struct effect_type *type,
                         const wisp_value *values);
/* The type that values and events must be given for. */
const struct effect_type *instance_values_type(const struct instance *instance);

/* One step. step->values is filled in here. WISP_E_BAD_STATE when suspended. */
wisp_status instance_update(struct instance *instance, const wisp_step *step);
/* One pass of a view: does nothing when suspended, without a draw function, or when the effect
 * does not want this pass. view->values is filled in here. */
void instance_draw(struct instance *instance, const wisp_view *view);
uint32_t instance_passes(const struct instance *instance); /* 0 when it does not draw. */

/* Begin again with empty buffers: for REBUILD parameters and after a suspension. */
wisp_status instance_restart(struct instance *instance);

bool instance_suspended(const struct instance *instance);
const char *instance_reason(const struct instance *instance); /* "" when it runs. */
/* Suspend from outside, with a reason. */
void instance_suspend(struct instance *instance, wisp_status status, const char *reason);

const char *instance_id(const struct instance *instance);
struct image *instance_image(const struct instance *instance);
const struct effect_type *instance_type(const struct instance *instance);
uint32_t instance_owner(const struct instance *instance); /* In the ledger of gfx. */
uint64_t instance_steps(const struct instance *instance); /* Updates done. */

/* ---- What the plugin reports ---- */

struct instance_counter {
    const char *name;
    double value;
};
uint32_t instance_counters(const struct instance *instance,
                           const struct instance_counter **out);
double instance_counter(const struct instance *instance, const char *name); /* 0: unknown. */
float instance_meter(const struct instance *instance, uint32_t param);
/* False: it told none. */
bool instance_bounds(const struct instance *instance, float min[3], float max[3]);

/* ---- State ---- */

const struct buffer_store *instance_buffers(const struct instance *instance);
size_t instance_bytes(const struct instance *instance); /* Of its buffers, scratch included. */
/* Of what a checkpoint holds: equal hashes, equal futures. */
uint64_t instance_hash(const struct instance *instance);

/* A checkpoint is one run of bytes, little-endian, with a checksum, that says what it is of.
 * Save, load, save gives the same bytes. See checkpoint.h. */
size_t instance_save_size(const struct instance *instance);
/* out: instance_save_size bytes, aligned to 8. */
void instance_save(const struct instance *instance, void *out);
/* All or nothing: damaged bytes, or ones of another effect, leave everything as it was
 * (WISP_E_BAD_DATA). */
wisp_status instance_restore(struct instance *instance, const void *bytes, size_t size);

#endif
