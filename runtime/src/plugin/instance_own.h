/* SPDX-License-Identifier: MIT
 *
 * The inside of an instance, and the moves that a swap makes with it.
 *
 * now is what is heard and seen. next is new code being tried beside it. old is the state that
 * now began on after a swap, kept for a while so that the swap can be undone; its code is not
 * running.
 */
#ifndef PLUGIN_INSTANCE_OWN_H
#define PLUGIN_INSTANCE_OWN_H

#include "plugin/checkpoint.h"
#include "plugin/run.h"

/* Enough to go back to the code before. */
struct instance_past {
    struct image *image;
    struct buffer_store buffers;
    uint64_t steps;
};

struct instance {
    const struct plugin_env *env;
    struct registry *registry;
    char id[TRACE_NAME];
    uint64_t seed;
    size_t budget;
    const struct effect_type *values_type;
    const wisp_value *values;
    struct run *now, *next;
    struct instance_past past;             /* image NULL: none */
    struct instance *previous, *following; /* In the registry's list. */
};

/* The instances of a registry, in order of creation. */
struct instance *registry_first_instance(const struct registry *registry);
void registry_link(struct registry *registry, struct instance *instance);
void registry_unlink(struct registry *registry, struct instance *instance);

/* Begin to run new code on a copy of the buffers, unheard. On failure nothing changed; why gets
 * the reason. */
wisp_status instance_try(struct instance *instance, struct image *image, char *why,
                         size_t size);
/* The new code has not failed so far. *reason (may be NULL) gets the words. */
bool instance_trial_is_good(struct instance *instance, const char **reason);
/* From now on the new code is heard; report says how it took over the buffers. */
void instance_commit(struct instance *instance, struct buffers_report *report);
void instance_abandon(struct instance *instance); /* Drop what is being tried. */
/* Undo the last commit. WISP_E_BAD_STATE: nothing to go back to, or the old code fails too. */
wisp_status instance_roll_back(struct instance *instance);
void instance_forget_past(struct instance *instance);

#endif
