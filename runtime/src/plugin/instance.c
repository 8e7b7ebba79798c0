/* SPDX-License-Identifier: MIT */
#include "plugin/instance.h"

#include "base/status.h"
#include "plugin/instance_own.h"
#include <string.h>

uint64_t instance_seed(uint64_t scene_seed, const char *id) {
    return wisp_rng_key(scene_seed, hash_text(id));
}

/* End a run for good: its objects on the graphics side too. */
static void end_run(struct instance *instance, struct run *run) {
    if (!run) return;
    uint32_t owner = run->owner;
    run_destroy(run);
    services_gfx_sweep(instance->env, owner);
}

static wisp_status start_run(struct instance *instance, struct image *image, uint32_t owner,
                             bool silent, struct run **out) {
    struct run *run = run_create(instance, image, owner);
    if (!run) return WISP_E_NOMEM;
    run->silent = silent;
    wisp_status status = run_take_values(run, instance->values_type, instance->values);
    if (status < 0)
        run_destroy(run);
    else
        *out = run;
    return status;
}

wisp_status instance_create(const struct instance_desc *desc, struct instance **out) {
    const struct allocator *allocator = desc->env->allocator;
    struct instance *instance = alloc_zero(allocator, sizeof *instance);
    *out = NULL;
    if (!instance) return WISP_E_NOMEM;
    instance->env = desc->env;
    instance->registry = desc->registry;
    str_copy(instance->id, sizeof instance->id, desc->id);
    instance->seed = desc->seed;
    instance->budget = desc->budget ? desc->budget : INSTANCE_BUDGET;
    instance->values_type = image_type(desc->image);
    instance->values = desc->values;
    wisp_status status = start_run(instance, desc->image, registry_next_owner(desc->registry),
                                   false, &instance->now);
    if (status < 0) {
        alloc_free(allocator, instance, sizeof *instance);
        return status;
    }
    registry_link(instance->registry, instance);
    *out = instance;
    return run_begin(instance->now, desc->reason ? desc->reason : WISP_CREATE_FIRST, NULL, 0,
                     0);
}

void instance_destroy(struct instance *instance) {
    if (!instance) return;
    const struct allocator *allocator = instance->env->allocator;
    registry_unlink(instance->registry, instance);
    instance_forget_past(instance);
    end_run(instance, instance->next);
    end_run(instance, instance->now);
    alloc_free(allocator, instance, sizeof *instance);
}

void instance_set_values(struct instance *instance, const struct effect_type *type,
                         const wisp_value *values) {
    instance->values_type = type;
    instance->values = values;
}

const struct effect_type *instance_values_type(const struct instance *instance) {
    return instance->values_type;
}

wisp_status instance_update(struct instance *instance, const wisp_step *step) {
    wisp_status status =
        run_update(instance->now, step, instance->values_type, instance->values);
    if (instance->next)
        run_update(instance->next, step, instance->values_type, instance->values);
    return status;
}

void instance_draw(struct instance *instance, const wisp_view *view) {
    run_draw(instance->now, view, instance->values_type, instance->values);
}

uint32_t instance_passes(const struct instance *instance) {
    const struct effect_type *type = instance->now->type;
    return type->draws && instance->now->status >= 0 ? type->draw_passes : 0;
}

/* The same code from new on other buffers (NULL: none). The run is replaced only when there is
 * memory for another; the plugin lets go before the new one begins, since both have the same
 * objects on the graphics side. */
static wisp_status replace_run(struct instance *instance, uint32_t reason,
                               struct buffer_store *from, const struct checkpoint_head *head) {
    struct run *old = instance->now, *run = NULL;
    wisp_status status = start_run(instance, old->image, old->owner, false, &run);
    if (status < 0) return status;
    instance->now = run;
    run_destroy(old);
    instance_abandon(instance);
    return run_begin(run, reason, from, head ? head->schema : 0, head ? head->steps : 0);
}

wisp_status instance_restart(struct instance *instance) {
    return replace_run(instance, WISP_CREATE_FIRST, NULL, NULL);
}

bool instance_suspended(const struct instance *instance) { return instance->now->status < 0; }

const char *instance_reason(const struct instance *instance) { return instance->now->reason; }

void instance_suspend(struct instance *instance, wisp_status status, const char *reason) {
    instance->now->said[0] = 0;
    instance->now->by_host = true;
    run_fail(instance->now, status < 0 ? status : WISP_E_BAD_STATE, "%s", reason);
}

const char *instance_id(const struct instance *instance) { return instance->id; }

struct image *instance_image(const struct instance *instance) {
    return instance->now->image;
}

const struct effect_type *instance_type(const struct instance *instance) {
    return instance->now->type;
}

uint32_t instance_owner(const struct instance *instance) { return instance->now->owner; }

uint64_t instance_steps(const struct instance *instance) { return instance->now->steps; }

uint32_t instance_counters(const struct instance *instance,
                           const struct instance_counter **out) {
    *out = instance->now->counters;
    return instance->now->counter_count;
}

double instance_counter(const struct instance *instance, const char *name) {
    const struct run *run = instance->now;
    for (uint32_t i = 0; i < run->counter_count; i++)
        if (strcmp(run->counters[i].name, name) == 0) return run->counters[i].value;
    return 0;
}

float instance_meter(const struct instance *instance, uint32_t param) {
    return param < instance->now->type->param_count ? instance->now->meters[param] : 0.0f;
}

bool instance_bounds(const struct instance *instance, float min[3], float max[3]) {
    const struct run *run = instance->now;
    if (!run->has_bounds) return false;
    memcpy(min, run->bounds, 3 * sizeof *min);
    memcpy(max, run->bounds + 3, 3 * sizeof *max);
    return true;
}

/* ---- State ---- */

const struct buffer_store *instance_buffers(const struct instance *instance) {
    return &instance->now->buffers;
}

size_t instance_bytes(const struct instance *instance) { return instance->now->buffers.bytes; }

static struct checkpoint_head head_of(const struct run *run) {
    struct checkpoint_head head = {.schema = run->type->state_schema, .steps = run->steps};
    str_copy(head.effect, sizeof head.effect, run->type->id);
    return head;
}

uint64_t instance_hash(const struct instance *instance) {
    struct checkpoint_head head = head_of(instance->now);
    return checkpoint_hash(&head, &instance->now->buffers);
}

size_t instance_save_size(const struct instance *instance) {
    return checkpoint_size(&instance->now->buffers);
}

void instance_save(const struct instance *instance, void *out) {
    struct checkpoint_head head = head_of(instance->now);
    checkpoint_write(&head, &instance->now->buffers, out);
}

wisp_status instance_restore(struct instance *instance, const void *bytes, size_t size) {
    struct buffer_store store;
    struct checkpoint_head head;
    buffers_init(&store, instance->env->allocator, instance->budget);
    wisp_status status = checkpoint_read(bytes, size, &head, &store);
    if (status >= 0 && strcmp(head.effect, instance->now->type->id) != 0)
        status = WISP_E_BAD_DATA;
    if (status >= 0) status = replace_run(instance, WISP_CREATE_RESTORE, &store, &head);
    buffers_free(&store);
    return status;
}

/* ---- Swaps ---- */

wisp_status instance_try(struct instance *instance, struct image *image, char *why,
                         size_t size) {
    struct run *now = instance->now, *run = NULL;
    struct buffer_store copy;
    bool keep = now->created && !(now->status < 0 && run_has_nan(now));
    buffers_init(&copy, instance->env->allocator, instance->budget);
    instance_abandon(instance);
    wisp_status status = keep ? buffers_clone(&now->buffers, &copy) : WISP_OK;
    if (status >= 0)
        status =
            start_run(instance, image, registry_next_owner(instance->registry), true, &run);
    if (status < 0) {
        buffers_free(&copy);
        str_format(why, size, "%s: %s", instance->id, status_text(status));
        return status;
    }
    status = run_begin(run, keep ? WISP_CREATE_RELOAD : WISP_CREATE_FIRST, keep ? &copy : NULL,
                       now->type->state_schema, keep ? now->steps : 0);
    buffers_free(&copy);
    instance->next = run;
    if (status < 0) {
        str_format(why, size, "%s: %s", instance->id, run->reason);
        instance_abandon(instance);
    }
    return status;
}

bool instance_trial_is_good(struct instance *instance, const char **reason) {
    if (!instance->next) return false;
    if (instance->next->status >= 0) run_has_nan(instance->next);
    if (reason) *reason = instance->next->reason;
    return instance->next->status >= 0;
}

void instance_abandon(struct instance *instance) {
    end_run(instance, instance->next);
    instance->next = NULL;
}

void instance_commit(struct instance *instance, struct buffers_report *report) {
    struct run *old = instance->now, *run = instance->next;
    instance_forget_past(instance);
    if (old->created) {
        instance->past.image = old->image;
        image_retain(old->image);
        instance->past.steps = old->steps;
        instance->past.buffers = old->buffers;
        buffers_init(&old->buffers, instance->env->allocator, instance->budget);
    }
    instance->now = run;
    instance->next = NULL;
    run->silent = false;
    if (run->took_over && !run->swept) {
        run->report = buffers_report(&run->buffers);
        buffers_sweep(&run->buffers);
        run->swept = true;
    }
    *report = run->report;
    end_run(instance, old);
}

void instance_forget_past(struct instance *instance) {
    if (!instance->past.image) return;
    buffers_free(&instance->past.buffers);
    image_release(instance->past.image);
    instance->past.image = NULL;
}

wisp_status instance_roll_back(struct instance *instance) {
    struct instance_past *past = &instance->past;
    struct run *run = NULL, *failed = instance->now;
    if (!past->image) return WISP_E_BAD_STATE;
    wisp_status status =
        start_run(instance, past->image, registry_next_owner(instance->registry), false, &run);
    if (status < 0) return status;
    status = run_begin(run, WISP_CREATE_RELOAD, &past->buffers,
                       image_type(past->image)->state_schema, past->steps);
    instance->now = run;
    end_run(instance, failed);
    instance_forget_past(instance);
    return status;
}
