/* SPDX-License-Identifier: MIT
 *
 * Looking into a scene and turning its knobs by hand.
 */
#include "scene/scene_own.h"

#include "plugin/values.h"

const struct scene_desc *scene_description(const struct scene *s) { return s->desc; }
struct script *scene_script(struct scene *s) {
    return s->script;
}
struct world *scene_world(struct scene *s) {
    return &s->world;
}
struct camera *scene_camera(struct scene *s) {
    return &s->camera;
}

uint32_t scene_find(const struct scene *s, const char *id) {
    int32_t at = scene_node_by_id(s, id);
    return at == NO_NODE ? UINT32_MAX : (uint32_t)at;
}

struct instance *scene_instance(struct scene *s, uint32_t node) {
    return node < s->node_count ? s->nodes[node]->instance : NULL;
}

void scene_camera_input(struct scene *s, const struct camera_input *input) {
    camera_input(&s->camera, input);
}

void scene_camera_reset(struct scene *s) { camera_reset(&s->camera); }

wisp_status scene_knob_set(struct scene *s, uint32_t knob, const double value[4]) {
    if (knob >= s->knob_count) return WISP_E_NOT_FOUND;
    wisp_status status = script_knob_set(s->script, knob, value);
    if (!status) s->knob_changed[knob] = true;
    return status;
}

wisp_status scene_knob_reset(struct scene *s, uint32_t knob) {
    if (knob >= s->knob_count) return WISP_E_NOT_FOUND;
    s->knob_changed[knob] = false;
    return script_knob_set(s->script, knob, s->desc->knobs[knob].def);
}

bool scene_knob_changed(const struct scene *s, uint32_t knob) {
    return knob < s->knob_count && s->knob_changed[knob];
}

wisp_status scene_set(struct scene *s, uint32_t node, uint32_t param, const wisp_value *value) {
    if (node >= s->node_count || param >= s->nodes[node]->count) return WISP_E_NOT_FOUND;
    const wisp_param *p = node_param(s->nodes[node], param);
    if (!p || !value_fits(p, value)) return WISP_E_BAD_PARAM;
    return node_set(s, s->nodes[node], param, value);
}

const wisp_value *scene_get(const struct scene *s, uint32_t node, uint32_t param) {
    if (node >= s->node_count || param >= s->nodes[node]->count) return NULL;
    return &s->nodes[node]->values[param];
}

void scene_resize(struct scene *s, uint32_t width, uint32_t height) {
    if (width && height) s->width = width, s->height = height;
}

struct scene_stats scene_stats(const struct scene *s) {
    struct scene_stats out = {.step_ns = s->step_ns,
                              .script_ns = s->script_ns,
                              .alive = s->alive,
                              .bytes = s->bytes,
                              .lights = s->world.last.count,
                              .lights_dropped = s->world.last.dropped};
    for (uint32_t i = 0; i < s->node_count; i++)
        out.effects += s->nodes[i]->kind == NODE_EFFECT;
    return out;
}

bool scene_effect_stats(const struct scene *s, uint32_t i, struct scene_effect_stats *out) {
    for (uint32_t k = 0; k < s->node_count; k++) {
        const struct node *n = s->nodes[k];
        if (n->kind != NODE_EFFECT || i--) continue;
        *out = (struct scene_effect_stats){.id = n->id,
                                           .effect = n->type->id,
                                           .alive = effect_alive(n),
                                           .bytes = instance_bytes(n->instance),
                                           .update_ns = n->update_ns,
                                           .draw_ns = n->draw_ns,
                                           .updates = instance_steps(n->instance),
                                           .suspended = instance_suspended(n->instance)};
        return true;
    }
    return false;
}
