/* SPDX-License-Identifier: MIT */
#include "plugin/run.h"

#include "plugin/image.h"

#include "base/status.h"
#include "plugin/instance_own.h"
#include "plugin/trace.h"
#include <string.h>

enum { BLOCK_ALIGN = 64, NAN_LOOK = 1024 };

/* ---- Around each call into plugin code ---- */

struct call {
    struct run *run;
    struct arena_mark mark;
};

static struct call call_begin(struct run *run, enum plugin_phase phase) {
    struct call call = {.run = run};
    if (run->env->frame) call.mark = arena_mark(run->env->frame);
    run->said[0] = 0;
    atomic_store(&run->has_said, false);
    struct trace_what what = {.effect = run->type->id,
                              .instance = run->self.id,
                              .generation = image_generation(run->image),
                              .trial = run->silent,
                              .step = run->steps,
                              .hash = image_hash(run->image)};
    trace_enter(run->env->trace, phase, &what);
    return call;
}

static void call_end(struct call call) {
    const struct plugin_env *env = call.run->env;
    trace_leave(env->trace);
    if (env->frame) arena_rewind(env->frame, call.mark);
}

/* ---- Life ---- */

static bool take_block(struct run *run) {
    size_t size = run->type->instance_size;
    if (size == 0) return true;
    run->block_size = size + BLOCK_ALIGN;
    run->block = alloc_zero(run->env->allocator, run->block_size);
    if (!run->block) return false;
    uintptr_t at = ((uintptr_t)run->block + BLOCK_ALIGN - 1) & ~(uintptr_t)(BLOCK_ALIGN - 1);
    run->self.block = (char *)run->block + (at - (uintptr_t)run->block);
    return true;
}

struct run *run_create(struct instance *instance, struct image *image, uint32_t owner) {
    const struct plugin_env *env = instance->env;
    struct run *run = alloc_zero(env->allocator, sizeof *run);
    if (!run) return NULL;
    run->env = env;
    run->instance = instance;
    run->image = image;
    image_retain(image);
    run->entry = image_entry(image);
    run->type = image_type(image);
    run->owner = owner;
    run->self = (wisp_instance){.struct_size = sizeof run->self,
                                .host = services_host(),
                                .id = instance->id,
                                .seed = instance->seed};
    str_format(run->origin, sizeof run->origin, "%s \"%s\"", run->type->id, run->self.id);
    buffers_init(&run->buffers, env->allocator, instance->budget);
    uint32_t meters = run->type->param_count;
    run->meters = meters ? alloc_array(env->allocator, meters, sizeof *run->meters) : NULL;
    if ((meters && !run->meters) || !take_block(run)) {
        run_destroy(run);
        return NULL;
    }
    return run;
}

void run_destroy(struct run *run) {
    if (!run) return;
    const struct allocator *allocator = run->env->allocator;
    if (run->created && run->entry->destroy) {
        struct call call = call_begin(run, PHASE_DESTROY);
        run->entry->destroy(&run->self);
        call_end(call);
    }
    buffers_free(&run->buffers);
    bridge_destroy(run->bridge);
    alloc_free(allocator, run->block, run->block ? run->block_size : 0);
    alloc_free(allocator, run->meters, run->type->param_count * sizeof *run->meters);
    image_release(run->image);
    alloc_free(allocator, run, sizeof *run);
}

void run_fail(struct run *run, wisp_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t n = str_format_args(run->reason, sizeof run->reason, format, args);
    va_end(args);
    if (run->said[0]) str_format(run->reason + n, sizeof run->reason - n, ": %s", run->said);
    run->status = status;
    log_write(run->env->log, LOG_LEVEL_ERROR, run->origin, "%s", run->reason);
}

/* Bring buffers of an older schema up to date; without a way they are forgotten, because the
 * same name may mean something else now. */
static wisp_status migrate(struct run *run, uint32_t schema) {
    if (schema == run->type->state_schema) return WISP_OK;
    if (!run->entry->migrate || schema > run->type->state_schema) {
        log_write(run->env->log, LOG_LEVEL_WARN, run->origin,
                  "its state is of schema %u, the code of %u: beginning again", schema,
                  run->type->state_schema);
        buffers_free(&run->buffers);
        return WISP_OK;
    }
    struct call call = call_begin(run, PHASE_MIGRATE);
    wisp_status status = run->entry->migrate(&run->self, schema);
    call_end(call);
    if (status < 0)
        run_fail(run, status, "migrate from schema %u failed: %s", schema, status_text(status));
    return status;
}

wisp_status run_begin(struct run *run, uint32_t reason, struct buffer_store *from,
                      uint32_t schema, uint64_t steps) {
    run->steps = steps;
    if (from) {
        buffers_free(&run->buffers);
        run->buffers = *from;
        buffers_init(from, from->allocator, from->budget);
        run->took_over = true;
        wisp_status status = migrate(run, schema);
        if (status < 0) return status;
    }
    if (run->image->avoided) {
        run_fail(run, WISP_E_CRASHED, "this build of '%s' crashed before and is not run again",
                 run->image->type->id);
        return WISP_E_CRASHED;
    }
    struct call call = call_begin(run, PHASE_CREATE);
    wisp_status status = run->entry->create(&run->self, reason);
    call_end(call);
    if (status < 0) {
        run_fail(run, status, "create failed: %s", status_text(status));
        return status;
    }
    run->created = true;
    return WISP_OK;
}

/* ---- Values ---- */

wisp_status run_take_values(struct run *run, const struct effect_type *values_type,
                            const wisp_value *values) {
    if (values_type == run->type) {
        bridge_destroy(run->bridge);
        run->bridge = NULL;
        run->self.values = values;
        return WISP_OK;
    }
    if (run->bridge && bridge_from(run->bridge) != values_type) {
        bridge_destroy(run->bridge);
        run->bridge = NULL;
    }
    if (!run->bridge) {
        run->bridge = bridge_create(run->env->allocator, values_type, run->type);
        if (!run->bridge) return WISP_E_NOMEM;
    }
    run->self.values = bridge_values(run->bridge, values);
    return WISP_OK;
}

/* ---- Steps and pictures ---- */

static void check_numbers(struct run *run) {
    const struct buffer *buffer;
    uint64_t element;
    if (!buffers_find_nan(&run->buffers, &run->nan_cursor, NAN_LOOK, &buffer, &element)) return;
    run_fail(run, WISP_E_BAD_DATA, "update %llu left a NaN in buffer \"%s\", element %llu",
             (unsigned long long)run->steps, buffer->name, (unsigned long long)element);
}

bool run_has_nan(struct run *run) {
    const struct buffer *buffer;
    uint64_t element, cursor = 0;
    if (!buffers_find_nan(&run->buffers, &cursor, UINT64_MAX, &buffer, &element)) return false;
    run_fail(run, WISP_E_BAD_DATA, "update %llu left a NaN in buffer \"%s\", element %llu",
             (unsigned long long)run->steps, buffer->name, (unsigned long long)element);
    return true;
}

wisp_status run_update(struct run *run, const wisp_step *step,
                       const struct effect_type *values_type, const wisp_value *values) {
    if (run->status < 0) return WISP_E_BAD_STATE;
    wisp_step s = *step;
    wisp_status status = run_take_values(run, values_type, values);
    if (status < 0) {
        run_fail(run, status, "no memory for its values");
        return status;
    }
    s.values = run->self.values;
    if (run->bridge) bridge_events(run->bridge, &s);
    struct call call = call_begin(run, PHASE_UPDATE);
    status = run->entry->update(&run->self, &s);
    call_end(call);
    run->steps++;
    if (status < 0)
        run_fail(run, status, "update %llu failed: %s", (unsigned long long)run->steps,
                 status_text(status));
    else
        check_numbers(run);
    if (run->status < 0) return run->status;
    if (run->took_over && !run->swept) {
        run->report = buffers_report(&run->buffers);
        buffers_sweep(&run->buffers);
        run->swept = true;
    }
    return WISP_OK;
}

void run_draw(struct run *run, const wisp_view *view, const struct effect_type *values_type,
              const wisp_value *values) {
    if (run->status < 0 || !run->entry->draw || !(run->type->draw_passes & view->pass)) return;
    wisp_view v = *view;
    if (run_take_values(run, values_type, values) < 0) return;
    v.values = run->self.values;
    struct call call = call_begin(run, PHASE_DRAW);
    run->entry->draw(&run->self, &v);
    call_end(call);
}
