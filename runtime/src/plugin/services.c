/* SPDX-License-Identifier: MIT
 *
 * The near side of the service tables: find the run behind a wisp_instance and hand on.
 */
#include "plugin/run.h"

#include <math.h>
#include <string.h>
#include <wisp/gfx.h>

/* ---- log ---- */

static enum log_level level_of(uint32_t level) {
    switch (level) {
    case WISP_LOG_DEBUG:
        return LOG_LEVEL_DEBUG;
    case WISP_LOG_INFO:
        return LOG_LEVEL_INFO;
    case WISP_LOG_WARN:
        return LOG_LEVEL_WARN;
    case WISP_LOG_HOST_MISBEHAVING:
        return LOG_LEVEL_HOST_MISBEHAVING;
    default:
        return LOG_LEVEL_ERROR;
    }
}

static void log_say(wisp_instance *self, uint32_t level, const char *text) {
    struct run *run = run_of(self);
    enum log_level l = level_of(level);
    if (!text) return;
    /* Kept for the reason, should this call fail. */
    if (l == LOG_LEVEL_ERROR && !atomic_exchange(&run->has_said, true))
        str_copy(run->said, sizeof run->said, text);
    if (run->silent && l < LOG_LEVEL_WARN) return;
    log_text(run->env->log, l, run->origin, text);
}

static const wisp_log_1 log_table = {.struct_size = sizeof log_table, .say = log_say};

/* ---- state ---- */

static void *state_buffer(wisp_instance *self, const wisp_buffer_desc *desc, uint32_t *origin) {
    struct run *run = run_of(self);
    const char *why = NULL;
    void *data = buffers_get(&run->buffers, desc, origin, &why);
    if (data) return data;
    const char *name =
        desc && desc->struct_size >= offsetof(wisp_buffer_desc, count) && desc->name
            ? desc->name
            : "";
    char text[160];
    str_format(text, sizeof text, "buffer \"%.40s\": %s", name, why);
    log_say(self, WISP_LOG_ERROR, text);
    return NULL;
}

static wisp_status state_set_used(wisp_instance *self, const char *name, uint64_t count) {
    return buffers_set_used(&run_of(self)->buffers, name, count);
}

static void state_drop(wisp_instance *self, const char *name) {
    buffers_drop(&run_of(self)->buffers, name);
}

static void *state_frame(wisp_instance *self, size_t bytes) {
    struct run *run = run_of(self);
    if (!run->env->frame) return NULL;
    return arena_push(run->env->frame, bytes ? bytes : 1, BUFFER_ALIGN);
}

static uint32_t state_peer(wisp_instance *self, const char *id, const char *name,
                           wisp_peer *out) {
    const struct plugin_env *env = run_of(self)->env;
    wisp_peer found = {.struct_size = sizeof found};
    struct instance *peer = env->peer && id && name ? env->peer(env->user, id) : NULL;
    const struct buffer *b = peer ? buffers_find(instance_buffers(peer), name) : NULL;
    uint32_t room = out ? out->struct_size : 0;
    if (!room) return 0;
    if (b) {
        found.type = b->type;
        found.components = b->components;
        found.flags = b->flags;
        found.count = b->count;
        found.used = b->used;
        found.data = b->data;
    }
    memcpy(out, &found, room < sizeof found ? room : sizeof found);
    out->struct_size = room;
    return b != NULL;
}

static const wisp_state_1 state_table = {.struct_size = sizeof state_table,
                                         .buffer = state_buffer,
                                         .set_used = state_set_used,
                                         .drop = state_drop,
                                         .frame = state_frame,
                                         .peer = state_peer};

/* ---- jobs ---- */

static void jobs_run(wisp_instance *self, uint64_t count, uint64_t grain, wisp_job job,
                     void *context) {
    jobs_parallel(run_of(self)->env->jobs, count, grain, job, context);
}

static uint32_t jobs_count(wisp_instance *self) {
    const struct jobs *jobs = run_of(self)->env->jobs;
    return jobs ? jobs_threads(jobs) : 1;
}

static const wisp_jobs_1 jobs_table = {
    .struct_size = sizeof jobs_table, .parallel = jobs_run, .threads = jobs_count};

/* ---- world ---- */

static const wisp_world *world_snapshot(wisp_instance *self) {
    static const wisp_world nowhere = {.struct_size = sizeof nowhere,
                                       .gravity = {0.0f, -9.81f, 0.0f},
                                       .sun_direction = {0.0f, 1.0f, 0.0f},
                                       .forward = {0.0f, 0.0f, -1.0f},
                                       .up = {0.0f, 1.0f, 0.0f},
                                       .fov_y = 0.8f,
                                       .aspect = 1.0f,
                                       .near_z = 0.1f,
                                       .far_z = 100.0f,
                                       .view_width = 1,
                                       .view_height = 1};
    const struct plugin_env *env = run_of(self)->env;
    const wisp_world *world = env->snapshot ? env->snapshot(env->user) : NULL;
    return world ? world : &nowhere;
}

static void world_wind(wisp_instance *self, uint64_t n, const float *const xyz[3], double time,
                       float *const wind[3]) {
    const struct plugin_env *env = run_of(self)->env;
    if (env->wind) {
        env->wind(env->user, n, xyz, time, wind);
        return;
    }
    for (int c = 0; c < 3; c++) memset(wind[c], 0, (size_t)n * sizeof *wind[c]);
}

static void world_distance(wisp_instance *self, uint32_t collider, uint64_t n,
                           const float *const xyz[3], float *distance, float *const normal[3]) {
    const struct plugin_env *env = run_of(self)->env;
    if (env->distance) {
        env->distance(env->user, collider, n, xyz, distance, normal);
        return;
    }
    for (uint64_t i = 0; i < n; i++) {
        distance[i] = 1e30f;
        for (int c = 0; normal && c < 3; c++) normal[c][i] = c == 1 ? 1.0f : 0.0f;
    }
}

static bool all_finite(const float *v, int n) {
    for (int i = 0; i < n; i++)
        if (!isfinite(v[i])) return false;
    return true;
}

static void misuse(struct run *run, const char *text) {
    log_text(run->env->log, LOG_LEVEL_PLUGIN_MISBEHAVING, run->origin, text);
}

static void world_light(wisp_instance *self, const wisp_light *light) {
    struct run *run = run_of(self);
    wisp_light known = {0};
    if (run->silent || !run->env->light || !light) return;
    memcpy(&known, light,
           light->struct_size < sizeof known ? light->struct_size : sizeof known);
    known.struct_size = sizeof known;
    bool fine = all_finite(known.position, 3) && all_finite(known.color, 3) &&
                isfinite(known.radius) && isfinite(known.range) && isfinite(known.importance) &&
                isfinite(known.heat);
    if (fine)
        run->env->light(run->env->user, run->instance, &known);
    else
        misuse(run, "a light has a number that is not finite");
}

static void world_push(wisp_instance *self, uint32_t collider, const float point[3],
                       const float impulse[3]) {
    struct run *run = run_of(self);
    if (run->silent || !run->env->push) return;
    if (all_finite(point, 3) && all_finite(impulse, 3))
        run->env->push(run->env->user, run->instance, collider, point, impulse);
    else
        misuse(run, "a push has a number that is not finite");
}

static const wisp_world_1 world_table = {.struct_size = sizeof world_table,
                                         .snapshot = world_snapshot,
                                         .wind = world_wind,
                                         .distance = world_distance,
                                         .light = world_light,
                                         .push = world_push};

/* ---- report ---- */

static void report_count(wisp_instance *self, const char *name, double value) {
    struct run *run = run_of(self);
    if (!name || !isfinite(value)) return;
    uint32_t i = 0;
    while (i < run->counter_count && strcmp(run->counter_names[i], name) != 0) i++;
    if (i == RUN_COUNTERS || strlen(name) >= RUN_COUNTER_NAME) {
        misuse(run, "more than 16 counters, or a name over 23 long");
        return;
    }
    if (i == run->counter_count) {
        str_copy(run->counter_names[i], RUN_COUNTER_NAME, name);
        run->counters[i].name = run->counter_names[i];
        run->counter_count++;
    }
    run->counters[i].value = value;
}

static void report_meter(wisp_instance *self, uint32_t param, float value) {
    struct run *run = run_of(self);
    if (param < run->type->param_count && isfinite(value)) run->meters[param] = value;
}

static void report_bounds(wisp_instance *self, const float min[3], const float max[3]) {
    struct run *run = run_of(self);
    if (!all_finite(min, 3) || !all_finite(max, 3)) return;
    memcpy(run->bounds, min, 3 * sizeof *min);
    memcpy(run->bounds + 3, max, 3 * sizeof *max);
    run->has_bounds = true;
}

static bool is_declared(const struct effect_type *type, const char *name) {
    for (const char *const *s = type->signals; s && *s; s++)
        if (strcmp(*s, name) == 0) return true;
    return false;
}

static void report_signal(wisp_instance *self, const wisp_signal *signal) {
    struct run *run = run_of(self);
    if (run->silent || !signal) return;
    wisp_signal known = {0};
    memcpy(&known, signal,
           signal->struct_size < sizeof known ? signal->struct_size : sizeof known);
    known.struct_size = sizeof known;
    if (!known.name || !is_declared(run->type, known.name))
        misuse(run, "a signal that the table does not declare");
    else if (!all_finite(known.position, 3) || !isfinite(known.value))
        misuse(run, "a signal has a number that is not finite");
    else if (run->env->signal)
        run->env->signal(run->env->user, run->instance, &known);
}

static float report_budget(wisp_instance *self) {
    const struct run *run = run_of(self);
    return run->env->budget ? run->env->budget(run->env->user, run->instance) : 1.0f;
}

static float report_screen_size(wisp_instance *self, const float center[3], float radius) {
    const struct plugin_env *env = run_of(self)->env;
    return env->screen_size ? env->screen_size(env->user, center, radius) : 0.0f;
}

static const wisp_report_1 report_table = {.struct_size = sizeof report_table,
                                           .count = report_count,
                                           .meter = report_meter,
                                           .bounds = report_bounds,
                                           .signal = report_signal,
                                           .budget = report_budget,
                                           .screen_size = report_screen_size};

/* ---- the host ---- */

static const void *find_service(const wisp_host *host, const char *id) {
    const struct {
        const char *id;
        const void *table;
    } known[] = {{WISP_LOG_ID, host->log},       {WISP_STATE_ID, host->state},
                 {WISP_JOBS_ID, host->jobs},     {WISP_WORLD_ID, host->world},
                 {WISP_ASSETS_ID, host->assets}, {WISP_REPORT_ID, host->report},
                 {WISP_GFX_ID, host->gfx}};
    for (size_t i = 0; id && i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].id, id) == 0) return known[i].table;
    return NULL;
}

const wisp_host *services_host(void) {
    static const wisp_host host = {.struct_size = sizeof host,
                                   .abi_minor = WISP_ABI_MINOR,
                                   .service = find_service,
                                   .log = &log_table,
                                   .state = &state_table,
                                   .jobs = &jobs_table,
                                   .world = &world_table,
                                   .assets = &services_assets,
                                   .report = &report_table,
                                   .gfx = &services_gfx};
    return &host;
}
