/* SPDX-License-Identifier: MIT
 *
 * Making and ending a scene.
 */
#include "scene/scene_own.h"

#include <string.h>

static void take_defaults(struct scene *s, const struct scene_config *config) {
    s->config = *config;
    struct scene_limits *l = &s->config.limits;
    if (!l->particles) l->particles = 4000000;
    if (!l->bytes) l->bytes = UINT64_C(2) << 30;
    if (!l->effects) l->effects = 4096;
    if (!l->checkpoint_bytes) l->checkpoint_bytes = (size_t)256 << 20;
    s->dt = 1.0 / (double)(config->step_rate ? config->step_rate : 60);
    s->width = config->width ? config->width : 1280;
    s->height = config->height ? config->height : 720;
    s->seek_wanted = -1.0;
}

/* Room to draw every body and every effect. */
wisp_status scene_resize_lists(struct scene *s) {
    if (s->node_count <= s->draw_capacity) return WISP_OK;
    struct frame_body *bodies = alloc_array(s->allocator, s->node_count, sizeof *bodies);
    struct frame_effect *effects = alloc_array(s->allocator, s->node_count, sizeof *effects);
    if (!bodies || !effects) {
        alloc_free(s->allocator, bodies, s->node_count * sizeof *bodies);
        alloc_free(s->allocator, effects, s->node_count * sizeof *effects);
        return WISP_E_NOMEM;
    }
    alloc_free(s->allocator, s->bodies, s->draw_capacity * sizeof *bodies);
    alloc_free(s->allocator, s->effects, s->draw_capacity * sizeof *effects);
    s->bodies = bodies;
    s->effects = effects;
    s->draw_capacity = s->node_count;
    return WISP_OK;
}

static wisp_status create_nodes(struct scene *s, struct diag_list *diags) {
    const struct scene_desc *d = s->desc;
    s->nodes = alloc_array(s->allocator, d->node_count, sizeof *s->nodes);
    if (!s->nodes) return WISP_E_NOMEM;
    s->node_capacity = d->node_count;
    uint32_t bodies = 0, effects = 0;
    for (uint32_t i = 0; i < d->node_count; i++) {
        s->nodes[i] = node_create(s, &d->nodes[i]);
        if (!s->nodes[i]) return WISP_E_NOMEM;
        s->node_count = i + 1;
        if (d->nodes[i].kind == NODE_BODY) s->nodes[i]->body = bodies++;
        effects += d->nodes[i].kind == NODE_EFFECT;
    }
    if (effects > s->config.limits.effects) {
        struct diag_place place = {d->file, 0, 0, 0};
        diag_add(diags, place, DIAG_ERROR, "budget", "%u effects: at most %u are allowed",
                 effects, s->config.limits.effects);
        return WISP_E_LIMIT;
    }
    wisp_status status = world_reserve_bodies(&s->world, bodies);
    if (status == WISP_E_LIMIT) {
        struct diag_place place = {d->file, 0, 0, 0};
        diag_add(diags, place, DIAG_ERROR, "budget", "%u bodies: at most %u are allowed",
                 bodies, (unsigned)WORLD_BODIES_MOST);
    }
    return status ? status : scene_resize_lists(s);
}

/* All effects are tried, so that one load tells of all that fail. */
static wisp_status create_effects(struct scene *s, struct diag_list *diags) {
    wisp_status result = WISP_OK;
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (s->nodes[i]->kind != NODE_EFFECT) continue;
        wisp_status status = effect_create(s, s->nodes[i], &s->desc->nodes[i], diags);
        if (status && !result) result = status;
        if (status == WISP_E_NOMEM) break;
    }
    return result;
}

void scene_begin_state(struct scene *s, bool fresh) {
    struct camera_view view;
    scene_apply_globals(s);
    scene_apply_bodies(s, true);
    scene_apply_poses(s, true);
    scene_look(s, 0.0f, &view);
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (n->kind != NODE_EFFECT) continue;
        n->teleport = true;
        n->rebuild = n->told = false;
        instance_set_values(n->instance, n->type, n->values + COMMON_PARAMS);
        if (!fresh) instance_restart(n->instance);
        if (node_f(n, COMMON_PREWARM) > 0.0f) effect_prewarm(s, n);
    }
}

static wisp_status build(struct scene *s, struct script *script, struct diag_list *diags) {
    s->desc = script_desc(script);
    effects_env(s);
    arena_init(&s->frame, s->allocator, (size_t)1 << 20, 0);
    arena_init(&s->step, s->allocator, (size_t)1 << 16, 0);
    camera_init(&s->camera);
    wisp_status status = world_init(&s->world, s->allocator, s->desc->seed);
    if (status) return status;
    s->heard = alloc_array(s->allocator, SIGNALS_MOST, sizeof *s->heard);
    s->commands = alloc_array(s->allocator, COMMANDS_MOST, sizeof *s->commands);
    s->knob_changed = alloc_array(s->allocator, s->desc->knob_count, sizeof *s->knob_changed);
    s->knob_count = s->desc->knob_count;
    if (!s->heard || !s->commands || (s->knob_count && !s->knob_changed)) return WISP_E_NOMEM;
    status = timeline_init(&s->timeline, s->allocator, s->desc);
    if (!status) status = create_nodes(s, diags);
    if (!status) status = create_effects(s, diags);
    return status;
}

wisp_status scene_create(const struct scene_config *config, struct script *script,
                         struct scene **out, struct diag_list *diags) {
    struct scene *s = alloc_zero(config->allocator, sizeof *s);
    if (!s) return WISP_E_NOMEM;
    s->allocator = config->allocator;
    take_defaults(s, config);
    diag_list_init(&s->lost, s->allocator);
    s->diags = &s->lost;
    wisp_status status = build(s, script, diags ? diags : &s->lost);
    if (status) {
        scene_destroy(s);
        return status;
    }
    s->script = script;
    scene_bind(s, script);
    scene_begin_state(s, true);
    *out = s;
    return WISP_OK;
}

void scene_destroy(struct scene *s) {
    if (!s) return;
    const struct allocator *a = s->allocator;
    if (s->script) script_destroy(s->script);
    for (uint32_t i = 0; i < s->node_count; i++) node_destroy(s, s->nodes[i]);
    if (s->nodes) alloc_free(a, s->nodes, s->node_capacity * sizeof *s->nodes);
    timeline_free(&s->timeline);
    scene_forget(s);
    alloc_free(a, s->kept, s->kept_capacity * sizeof *s->kept);
    alloc_free(a, s->heard, s->heard ? SIGNALS_MOST * sizeof *s->heard : 0);
    alloc_free(a, s->commands, s->commands ? COMMANDS_MOST * sizeof *s->commands : 0);
    alloc_free(a, s->knob_changed, s->knob_changed ? s->knob_count * sizeof(bool) : 0);
    alloc_free(a, s->bodies, s->draw_capacity * sizeof *s->bodies);
    alloc_free(a, s->effects, s->draw_capacity * sizeof *s->effects);
    world_free(&s->world);
    arena_drop(&s->frame);
    arena_drop(&s->step);
    diag_list_free(&s->lost);
    alloc_free(a, s, sizeof *s);
}
