/* SPDX-License-Identifier: MIT
 *
 * One image's code on one set of buffers: what a plugin knows as its wisp_instance.
 *
 * An instance has one run, or two while new code is tried. A silent run works like any other,
 * but its lights, pushes and signals go nowhere.
 *
 * Ownership  The instance's. A run retains its image.
 * Errors     run_create: NULL when there is no memory. A run that failed has status < 0 and
 *            its reason; calls into it then do nothing.
 * Threads    Main; services tagged [any] in wisp/effect.h also from jobs.
 */
#ifndef PLUGIN_RUN_H
#define PLUGIN_RUN_H

#include "plugin/instance.h"

enum { RUN_COUNTERS = 16, RUN_COUNTER_NAME = 24, RUN_REASON = 320, RUN_ORIGIN = 96 };

struct value_bridge;

struct run {
    wisp_instance self; /* First: plugins get its address. */
    const struct plugin_env *env;
    struct instance *instance;
    struct image *image;
    const wisp_effect *entry;
    const struct effect_type *type;
    struct buffer_store buffers;
    uint32_t owner; /* In the ledger of gfx. */
    bool silent;
    bool by_host;   /* It was suspended from outside, not by a failure of its own. */
    bool created;   /* create succeeded, destroy is due */
    bool took_over; /* It began on buffers of an earlier run or of a checkpoint. */
    bool swept;     /* What it did not ask for is gone. */
    struct buffers_report report;
    void *block; /* As allocated. */
    size_t block_size;
    struct value_bridge *bridge; /* NULL: the scene's values are in this type's order. */
    uint64_t steps, nan_cursor;
    atomic_bool has_said;
    wisp_status status;
    char reason[RUN_REASON], said[RUN_REASON / 2], origin[RUN_ORIGIN];
    struct instance_counter counters[RUN_COUNTERS];
    char counter_names[RUN_COUNTERS][RUN_COUNTER_NAME];
    uint32_t counter_count;
    float *meters; /* One per parameter. */
    float bounds[6];
    bool has_bounds;
};

/* The calls that wrap what is the plugin's turn. */
struct run *run_create(struct instance *instance, struct image *image, uint32_t owner);
/* Calls the plugin's destroy when it is due, frees its buffers. */
void run_destroy(struct run *run);

/* Call create. from: buffers to begin on, taken over (NULL: none), of this schema. */
wisp_status run_begin(struct run *run, uint32_t reason, struct buffer_store *from,
                      uint32_t schema, uint64_t steps);
/* values: the scene's, in the order of values_type. */
wisp_status run_update(struct run *run, const wisp_step *step,
                       const struct effect_type *values_type, const wisp_value *values);
void run_draw(struct run *run, const wisp_view *view, const struct effect_type *values_type,
              const wisp_value *values);
void run_fail(struct run *run, wisp_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Look at all kept float buffers. */
bool run_has_nan(struct run *run);
/* Put the values that the plugin sees up to date, whatever order the scene gives them in. */
wisp_status run_take_values(struct run *run, const struct effect_type *values_type,
                            const wisp_value *values);

/* ---- Values and events for a table that is not the one the scene knows ---- */

struct value_bridge *bridge_create(const struct allocator *allocator,
                                   const struct effect_type *from,
                                   const struct effect_type *to);
void bridge_destroy(struct value_bridge *bridge); /* NULL is fine. */
const struct effect_type *bridge_from(const struct value_bridge *bridge);
/* The values in the order of `to`; lent until the next call. */
const wisp_value *bridge_values(struct value_bridge *bridge, const wisp_value *values);
/* Replace step's events by those that `to` has; lent until the next call. */
void bridge_events(struct value_bridge *bridge, wisp_step *step);

/* The host table that every run gets. */
extern const wisp_assets_1 services_assets;
extern const struct wisp_gfx_1 services_gfx;
/* End all objects of one owner. */
void services_gfx_sweep(const struct plugin_env *env, uint32_t owner);
const wisp_host *services_host(void);

static inline struct run *run_of(wisp_instance *self) { return (struct run *)(void *)self; }

#endif
