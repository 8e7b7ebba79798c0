/* SPDX-License-Identifier: MIT */
#include "plugin/validate.h"

#include "gfx/gfx.h"
#include "os/clock.h"
#include "plugin/image.h"
#include "plugin/instance_own.h"
#include "plugin/values.h"
#include <string.h>

enum {
    VALUE_SETS = 1000,
    STEPS = 60,
    WARM_STEPS = 8,
    SET_STEPS = 2,
    MESSAGES_MOST = 5,
    SET_TIME_MS = 60000
};
#define SET_BUDGET ((size_t)64 << 20)

struct validation {
    const char *path;
    const struct allocator *under;
    struct validate_options options;
    struct diag_list *diags;
    struct allocator_counting counting;
    struct registry *registry;
    struct image *image;
    const struct effect_type *type;
    struct arena frame, lasting, passing;
    struct plugin_env env;
    wisp_value *defaults;
    bool drawing; /* Whether each step is followed by a picture. */
};

#define REPORT(v, severity, code, ...) \
    diag_add((v)->diags, (struct diag_place){.file = (v)->path}, severity, code, __VA_ARGS__)

static void ignore(void *user, const struct diag *diag) { (void)user, (void)diag; }

/* ---- Running ---- */

static void draw_all(struct validation *v, struct instance *instance) {
    wisp_view view = {.struct_size = sizeof view,
                      .width = 64,
                      .height = 64,
                      .fov_y = 0.8f,
                      .near_z = 0.1f,
                      .far_z = 100.0f,
                      .forward = {0, 0, -1},
                      .up = {0, 1, 0},
                      .eye = {0, 0, 5},
                      .step_dt = 1.0f / 60.0f,
                      .alpha = 0.5f,
                      .pose = {.rotation = {0, 0, 0, 1}, .scale = 1}};
    for (int i = 0; i < 16; i += 5) view.view[i] = view.proj[i] = view.view_proj[i] = 1.0f;
    gfx_frame_begin(v->env.gfx, view.width, view.height);
    for (view.pass = 1; view.pass <= WISP_PASS_PREPARE; view.pass <<= 1) {
        if (!(instance_passes(instance) & view.pass)) continue;
        gfx_effect_begin(v->env.gfx, instance_owner(instance));
        instance_draw(instance, &view);
        gfx_effect_end(v->env.gfx, instance_owner(instance));
    }
    gfx_frame_end(v->env.gfx);
}

static wisp_status run_steps(struct validation *v, struct instance *instance, uint32_t count) {
    wisp_pose pose = {.rotation = {0, 0, 0, 1}, .scale = 1};
    for (uint32_t i = 0; i < count; i++) {
        uint64_t index = instance_steps(instance);
        wisp_step step = {.struct_size = sizeof step,
                          .index = index,
                          .time = (double)index / 60,
                          .dt = 1.0f / 60.0f,
                          .prev_pose = pose,
                          .pose = pose};
        wisp_status status = instance_update(instance, &step);
        if (status < 0) return status;
        if (v->drawing) draw_all(v, instance);
    }
    return WISP_OK;
}

static struct instance *make(struct validation *v, const wisp_value *values, size_t budget) {
    struct instance *instance = NULL;
    struct instance_desc desc = {.env = &v->env,
                                 .registry = v->registry,
                                 .image = v->image,
                                 .id = "validate",
                                 .seed = wisp_rng_key(v->options.seed, 7),
                                 .values = values,
                                 .budget = budget};
    instance_create(&desc, &instance);
    if (!instance) REPORT(v, DIAG_ERROR, "plugin-memory", "out of memory");
    return instance;
}

/* The hash after n steps with the defaults; false when it does not come so far. */
static bool hash_after(struct validation *v, uint32_t steps, uint64_t *hash) {
    struct instance *instance = make(v, v->defaults, 0);
    if (!instance) return false;
    wisp_status status = run_steps(v, instance, steps);
    if (status >= 0 && run_has_nan(instance->now)) status = WISP_E_BAD_DATA;
    if (status < 0)
        REPORT(v, DIAG_ERROR, "validate-run", "with its defaults: %s",
               instance_reason(instance));
    *hash = instance_hash(instance);
    instance_destroy(instance);
    return status >= 0;
}

/* ---- Checks ---- */

static void check_same(struct validation *v, const char *code, uint64_t a, uint64_t b,
                       const char *text) {
    if (a != b) REPORT(v, DIAG_ERROR, code, "%s", text);
}

static void check_determinism(struct validation *v, uint64_t hash) {
    struct jobs *jobs = NULL;
    uint64_t again;
    if (hash_after(v, v->options.steps, &again))
        check_same(v, "validate-seed", hash, again,
                   "the same seed and steps gave another state the second time");
    v->drawing = true;
    if (hash_after(v, v->options.steps, &again))
        check_same(v, "validate-draw", hash, again, "draw changes the state");
    v->drawing = false;
    if (jobs_create(v->under, 4, &jobs) < 0) return;
    v->env.jobs = jobs;
    if (hash_after(v, v->options.steps, &again))
        check_same(v, "validate-threads", hash, again,
                   "four threads gave another state than one");
    v->env.jobs = NULL;
    jobs_destroy(jobs);
}

/* Half the steps, a checkpoint, on; then from the checkpoint. */
static void check_checkpoint(struct validation *v, uint64_t hash) {
    struct instance *instance = make(v, v->defaults, 0);
    uint32_t half = v->options.steps / 2;
    if (!instance) return;
    run_steps(v, instance, half);
    size_t size = instance_save_size(instance);
    void *bytes = alloc_bytes(v->under, size);
    if (bytes) {
        instance_save(instance, bytes);
        run_steps(v, instance, 3);
        if (instance_restore(instance, bytes, size) < 0 ||
            run_steps(v, instance, v->options.steps - half) < 0)
            REPORT(v, DIAG_ERROR, "validate-checkpoint", "from a checkpoint: %s",
                   instance_reason(instance));
        else
            check_same(v, "validate-checkpoint", hash, instance_hash(instance),
                       "a checkpoint led to another future: state outside of buffers, or "
                       "beyond what set_used says");
    }
    alloc_free(v->under, bytes, size);
    instance_destroy(instance);
}

/* The same code again on the kept buffers, at a step that the seed chooses. */
static void check_reload(struct validation *v, uint64_t hash) {
    struct instance *instance = make(v, v->defaults, 0);
    struct buffers_report report;
    char why[RUN_REASON + TRACE_NAME] = "";
    uint32_t at = wisp_rng_u32(v->options.seed, 3) % v->options.steps;
    if (!instance) return;
    run_steps(v, instance, at);
    if (instance_try(instance, v->image, why, sizeof why) < 0) {
        REPORT(v, DIAG_ERROR, "validate-reload", "reloaded at step %u: %s", at, why);
    } else {
        run_steps(v, instance, v->options.steps - at);
        const char *reason = "";
        if (!instance_trial_is_good(instance, &reason)) {
            REPORT(v, DIAG_ERROR, "validate-reload", "reloaded at step %u: %s", at, reason);
        } else {
            instance_commit(instance, &report);
            check_same(v, "validate-reload", hash, instance_hash(instance),
                       "a reload of the same code changed the state");
        }
    }
    instance_destroy(instance);
}

static void check_allocation(struct validation *v) {
    struct instance *instance = make(v, v->defaults, 0);
    if (!instance) return;
    uint32_t steps = v->options.steps < WARM_STEPS ? v->options.steps : WARM_STEPS;
    v->drawing = true;
    if (run_steps(v, instance, steps) >= 0) {
        size_t before = atomic_load(&v->counting.allocations);
        run_steps(v, instance, steps);
        size_t after = atomic_load(&v->counting.allocations);
        if (after != before)
            REPORT(v, DIAG_WARNING, "validate-allocation",
                   "%zu allocations in %u steps that should be warm", after - before, steps);
    }
    v->drawing = false;
    instance_destroy(instance);
}

static wisp_value *random_values(struct validation *v, uint64_t key) {
    uint32_t count = v->type->param_count;
    wisp_value *values = arena_push_array(&v->passing, count ? count : 1, sizeof *values, 0);
    for (uint32_t i = 0; values && i < count; i++) {
        if (value_random(&v->passing, &v->type->params[i], wisp_rng_key(key, i), &values[i]) <
            0)
            return NULL;
        values[i].revision = (uint32_t)key;
    }
    return values;
}

/* Two random sets one after the other on one instance. Not enough memory is no defect. */
static bool try_values(struct validation *v, uint64_t key) {
    wisp_value *first = random_values(v, key), *second = random_values(v, key + 1);
    struct instance *instance = first && second ? make(v, first, v->options.set_budget) : NULL;
    if (!instance) return false;
    wisp_status status = instance->now->status;
    if (status >= 0) status = run_steps(v, instance, SET_STEPS);
    instance_set_values(instance, v->type, second);
    if (status >= 0) status = run_steps(v, instance, SET_STEPS);
    if (status >= 0 && run_has_nan(instance->now)) status = WISP_E_BAD_DATA;
    bool fine = status >= 0 || status == WISP_E_NOMEM || status == WISP_E_LIMIT;
    if (!fine)
        REPORT(v, DIAG_ERROR, "validate-values", "with random values %llu: %s",
               (unsigned long long)key, instance_reason(instance));
    instance_destroy(instance);
    return fine;
}

static void check_values(struct validation *v) {
    uint32_t failed = 0;
    uint64_t end = clock_now_ns() + (uint64_t)v->options.set_time_ms * UINT64_C(1000000);
    v->drawing = true;
    for (uint32_t k = 0; k < v->options.value_sets && failed < MESSAGES_MOST; k++) {
        if (clock_now_ns() > end) break;
        arena_reset(&v->passing);
        if (!try_values(v, v->options.seed + 2 * k)) failed++;
    }
    v->drawing = false;
}

/* Every instance has ended: nothing of any owner may be left. */
static void check_leaks(struct validation *v) {
    for (uint32_t owner = 1; owner <= v->registry->last_owner; owner++) {
        struct gfx_count c = gfx_owner_count(v->env.gfx, owner);
        if (c.buffers + c.images + c.targets + c.pipelines == 0) continue;
        REPORT(v, DIAG_ERROR, "validate-leak", "graphics objects are left after its end");
        return;
    }
}

static void check_all(struct validation *v) {
    uint64_t hash;
    if (values_default(&v->lasting, v->type->params, v->type->param_count, &v->defaults) < 0) {
        REPORT(v, DIAG_ERROR, "plugin-memory", "out of memory");
        return;
    }
    if (!hash_after(v, v->options.steps, &hash)) return;
    check_determinism(v, hash);
    check_checkpoint(v, hash);
    check_reload(v, hash);
    check_allocation(v);
    check_values(v);
    check_leaks(v);
}

static void load_and_check(struct validation *v) {
    struct registry_config registry = {.allocator = v->under};
    struct gfx_config gfx = {.allocator = v->under, .report = ignore};
    struct staged staged;
    if (registry_create(&registry, &v->registry) < 0 || gfx_create(&gfx, &v->env.gfx) < 0) {
        REPORT(v, DIAG_ERROR, "plugin-memory", "out of memory");
        return;
    }
    if (stage_file(&v->registry->stage, v->path, "validate", 1, &staged, v->diags, NULL) < 0)
        return;
    v->image = image_open(v->registry, NULL, v->path, 1, &staged, v->diags);
    if (!v->image) return;
    v->type = image_type(v->image);
    check_all(v);
}

size_t validate_file(const struct allocator *allocator, const char *path,
                     const struct validate_options *options, struct diag_list *diags) {
    struct validation v = {.path = path, .under = allocator, .diags = diags};
    size_t before = diags->count;
    if (options) v.options = *options;
    if (!v.options.value_sets) v.options.value_sets = VALUE_SETS;
    if (!v.options.set_budget) v.options.set_budget = SET_BUDGET;
    if (!v.options.set_time_ms) v.options.set_time_ms = SET_TIME_MS;
    if (!v.options.steps) v.options.steps = STEPS;
    allocator_counting_init(&v.counting, allocator);
    arena_init(&v.frame, &v.counting.allocator, 0, 0);
    arena_init(&v.lasting, allocator, 0, 0);
    arena_init(&v.passing, allocator, 0, 0);
    v.env.allocator = &v.counting.allocator;
    v.env.frame = &v.frame;
    load_and_check(&v);
    image_release(v.image);
    registry_destroy(v.registry);
    gfx_destroy(v.env.gfx);
    arena_drop(&v.frame);
    arena_drop(&v.lasting);
    arena_drop(&v.passing);
    return diags->count - before;
}
