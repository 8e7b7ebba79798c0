/* SPDX-License-Identifier: MIT
 *
 * The scene as one picture's worth of plain values.
 */
#include "scene/scene_own.h"

#include "os/clock.h"

#include <string.h>

static void list_bodies(struct scene *s, float alpha) {
    s->body_count = 0;
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        const struct node *n = s->nodes[i];
        if (n->kind != NODE_BODY || !node_on(n, BODY_VISIBLE)) continue;
        const struct world_body *b = &s->world.bodies[n->body];
        const struct body_motion *m = &s->world.motion[n->body];
        struct frame_body *f = &s->bodies[s->body_count++];
        *f = (struct frame_body){.id = n->id,
                                 .shape = b->shape,
                                 .file = n->values[BODY_FILE].text,
                                 .texture = n->values[BODY_TEXTURE].text,
                                 .roughness = node_f(n, BODY_ROUGHNESS),
                                 .metallic = node_f(n, BODY_METALLIC),
                                 .checker = node_f(n, BODY_CHECKER),
                                 .shadow = node_on(n, BODY_SHADOW)};
        pose_mix(&m->prev_pose, &m->pose, 1.0f + alpha, &f->pose);
        memcpy(f->half, b->half, sizeof f->half);
        memcpy(f->color, n->values[BODY_COLOR].v, sizeof f->color);
        for (int k = 0; k < 3; k++) f->emission[k] = f->color[k] * node_f(n, BODY_EMISSION);
    }
}

/* 0 solids, 1 what is blended, 2 what bends the light of all before. */
static int group_of(uint32_t passes) {
    if (passes & WISP_PASS_REFRACT) return 2;
    return passes & WISP_PASS_BLEND ? 1 : 0;
}

/* Solids as listed, then from the back to the front; equal ones as listed. */
static bool before(const struct frame_effect *a, const struct frame_effect *b) {
    int ga = group_of(a->passes), gb = group_of(b->passes);
    if (ga != gb) return ga < gb;
    if (ga != 0 && a->depth != b->depth) return a->depth > b->depth;
    return a->node < b->node;
}

static float depth_of(const struct scene *s, const struct node *n) {
    float lo[3], hi[3], depth = 0.0f;
    bool bounds = instance_bounds(n->instance, lo, hi);
    const struct camera_view *v = &s->picture.camera;
    for (int k = 0; k < 3; k++) {
        float at = bounds ? 0.5f * (lo[k] + hi[k]) : n->pose.position[k];
        depth += (at - v->eye[k]) * v->forward[k];
    }
    return depth;
}

static void list_effects(struct scene *s, float alpha) {
    s->effect_count = 0;
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (n->kind != NODE_EFFECT) continue;
        n->draw_ns = 0;
        uint32_t passes = instance_passes(n->instance);
        if (!passes || !node_on(n, COMMON_ENABLED) || !node_on(n, COMMON_VISIBLE) ||
            instance_suspended(n->instance))
            continue;
        struct frame_effect f = {
            .instance = n->instance, .node = i, .passes = passes, .depth = depth_of(s, n)};
        pose_mix(&n->prev_pose, &n->pose, 1.0f + alpha, &f.pose);
        uint32_t at = s->effect_count++;
        for (; at > 0 && before(&f, &s->effects[at - 1]); at--)
            s->effects[at] = s->effects[at - 1];
        s->effects[at] = f;
    }
}

const struct scene_frame *scene_frame_begin(struct scene *s, float alpha) {
    struct scene_frame *f = &s->picture;
    scene_look(s, alpha * (float)s->dt, &f->camera);
    world_begin_frame(&s->world);
    list_bodies(s, alpha);
    list_effects(s, alpha);
    f->width = s->width;
    f->height = s->height;
    f->alpha = alpha;
    f->step_dt = (float)s->dt;
    f->time = scene_time(s) + (double)alpha * s->dt;
    f->step = s->index;
    f->sky = scene_single(s, NODE_SKY)->values;
    f->sun = scene_single(s, NODE_SUN)->values;
    f->post = scene_single(s, NODE_POST)->values;
    memcpy(f->sun_direction, s->world.snapshot.sun_direction, sizeof f->sun_direction);
    memcpy(f->wind, s->world.wind.settings.velocity, sizeof f->wind);
    f->lights = s->world.frame.items;
    f->light_count = s->world.frame.count;
    f->bodies = s->bodies;
    f->body_count = s->body_count;
    f->effects = s->effects;
    f->effect_count = s->effect_count;
    return f;
}

void scene_draw_effect(struct scene *s, const struct frame_effect *effect,
                       const wisp_view *view) {
    uint64_t begin = clock_now_ns();
    instance_draw(effect->instance, view);
    s->nodes[effect->node]->draw_ns += clock_now_ns() - begin;
}
