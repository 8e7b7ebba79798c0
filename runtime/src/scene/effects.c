/* SPDX-License-Identifier: MIT
 *
 * Effects in the scene: what plugins may ask of it, how they are made and stepped.
 */
#include "scene/scene_own.h"

#include "os/clock.h"
#include "scene/collide.h"

#include <math.h>
#include <string.h>

/* ---- The far side of the service tables */

static const wisp_world *env_snapshot(void *user) {
    return &((struct scene *)user)->world.snapshot;
}

static void env_wind(void *user, uint64_t n, const float *const xyz[3], double time,
                     float *const wind[3]) {
    wind_sample(&((struct scene *)user)->world.wind, n, xyz, time, wind);
}

static void env_distance(void *user, uint32_t collider, uint64_t n, const float *const xyz[3],
                         float *distance, float *const normal[3]) {
    const wisp_world *w = &((struct scene *)user)->world.snapshot;
    if (collider < w->collider_count) {
        collide_distance(&w->colliders[collider], n, xyz, distance, normal);
        return;
    }
    for (uint64_t i = 0; i < n; i++) distance[i] = 1e30f;
    for (int k = 0; normal && k < 3; k++)
        for (uint64_t i = 0; i < n; i++) normal[k][i] = k == 1 ? 1.0f : 0.0f;
}

static void env_light(void *user, struct instance *from, const wisp_light *light) {
    (void)from;
    world_add_light(&((struct scene *)user)->world, light);
}

static void env_push(void *user, struct instance *from, uint32_t collider, const float point[3],
                     const float impulse[3]) {
    (void)from;
    world_add_push(&((struct scene *)user)->world, collider, point, impulse);
}

static void env_signal(void *user, struct instance *from, const wisp_signal *signal) {
    struct heard h = {.value = signal->value, .has_signal = 1};
    str_copy(h.name, sizeof h.name, signal->name ? signal->name : "");
    str_copy(h.effect, sizeof h.effect, instance_id(from));
    if (signal->target) {
        str_copy(h.target, sizeof h.target, signal->target);
        h.has_target = 1;
    }
    memcpy(h.position, signal->position, sizeof h.position);
    scene_hear(user, &h);
}

static float ramp(double free, double width) {
    double share = free / width;
    return share >= 1.0 ? 1.0f : share > 0.0 ? (float)share : 0.0f;
}

/* All of what it wants until four fifths of the caps are used, then less and less; what matters
 * less gives way earlier. */
static float env_budget(void *user, struct instance *from) {
    const struct scene *s = user;
    const struct node *n = s->current;
    float importance = n && n->instance == from ? node_f(n, COMMON_IMPORTANCE) : 1.0f;
    double reach = importance >= 1.0f ? 1.0 : 0.5 + 0.5 * (double)importance;
    double particles = (double)s->config.limits.particles * reach;
    double bytes = (double)s->config.limits.bytes * reach;
    float a = ramp(particles - (double)s->alive, 0.2 * particles);
    float b = ramp(bytes - (double)s->bytes, 0.2 * bytes);
    return a < b ? a : b;
}

static float env_screen_size(void *user, const float center[3], float radius) {
    const struct scene *s = user;
    const wisp_world *w = &s->world.snapshot;
    float along = 0.0f;
    for (int k = 0; k < 3; k++) along += (center[k] - w->eye[k]) * w->forward[k];
    float focal = 0.5f * (float)w->view_height / tanf(0.5f * w->fov_y);
    return 2.0f * radius * focal / (along > w->near_z ? along : w->near_z);
}

static struct instance *env_peer(void *user, const char *id) {
    const struct scene *s = user;
    int32_t at = scene_node_by_id(s, id);
    return at == NO_NODE ? NULL : s->nodes[at]->instance;
}

void effects_env(struct scene *s) {
    s->env = (struct plugin_env){.user = s,
                                 .allocator = s->allocator,
                                 .log = s->config.log,
                                 .jobs = s->config.jobs,
                                 .frame = &s->frame,
                                 .gfx = s->config.gfx,
                                 .assets = s->config.assets,
                                 .trace = s->config.trace,
                                 .peer = env_peer,
                                 .snapshot = env_snapshot,
                                 .wind = env_wind,
                                 .distance = env_distance,
                                 .light = env_light,
                                 .push = env_push,
                                 .signal = env_signal,
                                 .budget = env_budget,
                                 .screen_size = env_screen_size};
}

/* ---- Life */

static uint64_t seed_of(const struct scene *s, const struct node *n) {
    int32_t own = n->values[COMMON_SEED].i;
    return own ? instance_seed((uint64_t)(uint32_t)own, "own")
               : instance_seed(s->desc->seed, n->id);
}

static void complain(const struct scene *s, struct diag_list *diags, const struct desc_node *d,
                     const char *code, const char *why) {
    struct diag_place place = {s->desc ? s->desc->file : NULL, d->line, d->col, 0};
    diag_add(diags, place, DIAG_ERROR, code, "wisp.%s \"%s\": %s",
             d->schema ? d->schema->id : "effect", d->id, why);
}

/* The description was made from the table that this image has. */
bool effect_fits(const struct effect_type *type, const struct desc_node *d) {
    if (d->value_count != COMMON_PARAMS + type->param_count) return false;
    for (uint32_t i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].key, d->schema->params[i].key) != 0) return false;
    return true;
}

wisp_status effect_create(struct scene *s, struct node *n, const struct desc_node *d,
                          struct diag_list *diags) {
    struct image *image = registry_load(s->config.registry, d->schema->id, diags);
    if (!image) return WISP_E_NOT_FOUND;
    if (!effect_fits(image_type(image), d)) {
        complain(s, diags, d, "effect-changed",
                 "its parameters changed while the scene was being loaded");
        return WISP_E_BUSY;
    }
    n->type = image_type(image);
    const struct instance_desc desc = {
        .env = &s->env,
        .registry = s->config.registry,
        .image = image,
        .id = n->id,
        .seed = seed_of(s, n),
        .values = n->values + COMMON_PARAMS,
        .budget =
            s->bytes < s->config.limits.bytes ? (size_t)(s->config.limits.bytes - s->bytes) : 1,
        .reason = WISP_CREATE_FIRST,
    };
    wisp_status status = instance_create(&desc, &n->instance);
    if (status == WISP_E_CRASHED && n->instance) {
        /* A build known to crash: its place is kept, so that a better one can take it. */
        const char *file = s->desc ? s->desc->file : NULL;
        diag_add(diags, (struct diag_place){file, d->line, d->col, 0}, DIAG_WARNING,
                 "plugin-quarantined", "%s", instance_reason(n->instance));
        return WISP_OK;
    }
    if (!status) {
        s->bytes += instance_bytes(n->instance);
        return WISP_OK;
    }
    const char *why = n->instance ? instance_reason(n->instance) : "out of memory";
    complain(s, diags, d, "effect-create", *why ? why : "it could not start");
    instance_destroy(n->instance);
    n->instance = NULL;
    return status;
}

static wisp_step step_of(const struct scene *s, const struct node *n) {
    wisp_step step = {.struct_size = sizeof step,
                      .flags = n->teleport ? WISP_STEP_TELEPORT : 0,
                      .index = s->index,
                      .time = scene_time(s),
                      .dt = (float)(s->dt * (double)node_f(n, COMMON_TIME_SCALE)),
                      .prev_pose = n->prev_pose,
                      .pose = n->pose};
    return step;
}

void effect_prewarm(struct scene *s, struct node *n) {
    double span = (double)node_f(n, COMMON_PREWARM);
    uint64_t steps = (uint64_t)ceil(span / s->dt - 1e-6);
    double now = scene_time(s);
    wisp_step step = step_of(s, n);
    step.flags = WISP_STEP_TELEPORT | WISP_STEP_PREWARM;
    step.dt = (float)s->dt;
    step.prev_pose = n->pose;
    for (uint64_t i = 0; i < steps && !instance_suspended(n->instance); i++) {
        step.time = now - (double)(steps - i) * s->dt;
        world_begin_step(&s->world, step.time, (uint32_t)s->index);
        instance_update(n->instance, &step);
        step.flags = WISP_STEP_PREWARM;
    }
    s->world.next.count = 0;
    s->world.push_count = 0;
    s->world.in_step = false;
}

static void rebuild(struct node *n) {
    n->rebuild = false;
    instance_set_values(n->instance, n->type, n->values + COMMON_PARAMS);
    instance_restart(n->instance);
    n->teleport = true;
    n->told = false;
}

/* The commands of this step for one effect, side by side in the step's arena. */
static uint32_t events_of(struct scene *s, uint32_t node, const wisp_event **out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->command_count; i++) count += s->commands[i].node == node;
    if (!count) return 0;
    wisp_event *events = arena_push(&s->step, count * sizeof *events, 0);
    if (!events) return 0;
    count = 0;
    for (uint32_t i = 0; i < s->command_count; i++)
        if (s->commands[i].node == node) events[count++] = s->commands[i].event;
    *out = events;
    return count;
}

static void tell_suspended(struct scene *s, struct node *n, uint32_t index) {
    if (n->told) return;
    n->told = true;
    complain(s, s->diags, &s->desc->nodes[index], "effect-suspended",
             instance_reason(n->instance));
}

static void update(struct scene *s, struct node *n, uint32_t index) {
    if (n->rebuild) rebuild(n);
    n->update_ns = 0;
    if (instance_suspended(n->instance)) {
        tell_suspended(s, n, index);
        return;
    }
    n->told = false;
    if (!node_on(n, COMMON_ENABLED)) return;
    wisp_step step = step_of(s, n);
    if (!(step.dt > 0.0f)) return;
    step.event_count = events_of(s, index, &step.events);
    uint64_t begin = clock_now_ns();
    s->current = n;
    wisp_status status = instance_update(n->instance, &step);
    s->current = NULL;
    n->update_ns = clock_now_ns() - begin;
    n->teleport = false;
    if (status) tell_suspended(s, n, index);
}

uint64_t effect_alive(const struct node *n) {
    const struct instance_counter *counters;
    uint32_t count = instance_counters(n->instance, &counters);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(counters[i].name, "alive") == 0)
            return counters[i].value > 0.0 ? (uint64_t)counters[i].value : 0;
    const struct buffer_store *store = instance_buffers(n->instance);
    for (uint32_t i = 0; store && i < store->count; i++)
        if (store->items[i].flags & WISP_BUFFER_SPATIAL) return store->items[i].used;
    return 0;
}

void effects_update(struct scene *s) {
    uint64_t alive = 0, bytes = 0;
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (n->kind != NODE_EFFECT) continue;
        update(s, n, i);
        alive += effect_alive(n);
        bytes += instance_bytes(n->instance);
    }
    s->alive = alive;
    s->bytes = bytes;
}
