/* SPDX-License-Identifier: MIT
 *
 * Going over to another version of the script while the scene runs.
 *
 * First everything that can fail: nodes are matched by kind and id, new ones are made, room is
 * reserved for every value that the file changed, knobs and s.state are carried over. Then the
 * commit, which cannot fail. A value that the file did not change keeps what it has now,
 * whoever set it.
 */
#include "scene/apply_report.h"
#include "scene/scene_own.h"

#include <string.h>

struct change {
    struct scene *s;
    struct script *script;
    const struct scene_desc *from, *to;
    struct node **nodes; /* in the new order; NULL: reuse by `old` */
    int32_t *old;        /* index in the old list, -1: new */
    int32_t *adopt;      /* old node whose instance a new one takes: its table is another now */
    struct instance **rebuilt;
    struct body_motion *motion;
    struct timeline timeline;
    bool *knob_changed;
    bool seed; /* the scene's seed is another: all random numbers are */
    struct apply_report report;
};

static bool same_thing(const struct desc_node *a, const struct desc_node *b) {
    if (a->kind != b->kind || strcmp(a->id, b->id) != 0) return false;
    if (a->kind == NODE_BODY)
        return a->values[BODY_SHAPE].value.i == b->values[BODY_SHAPE].value.i;
    return a->kind != NODE_EFFECT || strcmp(a->schema->id, b->schema->id) == 0;
}

/* The same entry of the same table: only then may a live node go on. */
static bool same_table(const struct desc_node *a, const struct desc_node *b) {
    if (a->value_count != b->value_count) return false;
    if (a->kind != NODE_EFFECT || a->schema->params == b->schema->params) return true;
    for (uint32_t i = 0; i < a->schema->param_count; i++)
        if (strcmp(a->schema->params[i].key, b->schema->params[i].key) != 0) return false;
    return true;
}

/* Did the file change this entry? New code of a function cannot be told from old: it speaks for
 * itself at the next step. */
static bool file_changed(const struct desc_value *a, const struct desc_value *b) {
    bool fa = a->source == SOURCE_FUNCTION, fb = b->source == SOURCE_FUNCTION;
    if (fa || fb) return fa != fb;
    return !value_equal(&a->value, &b->value) ||
           (a->source == SOURCE_KNOB) != (b->source == SOURCE_KNOB);
}

static int32_t find_old(const struct change *c, const struct desc_node *d) {
    for (uint32_t i = 0; i < c->from->node_count; i++)
        if (same_thing(&c->from->nodes[i], d)) return (int32_t)i;
    return -1;
}

static uint32_t flags_of(const struct node *n, uint32_t param) {
    const wisp_param *p = node_param(n, param);
    return p ? p->flags : 0;
}

/* ---- What can fail */

/* A kept node: room for what changed, and a new instance beside the old one where a change asks
 * for it. */
static wisp_status prepare_kept(struct change *c, uint32_t i, struct diag_list *diags) {
    struct node *n = c->s->nodes[c->old[i]];
    const struct desc_node *a = &c->from->nodes[c->old[i]], *b = &c->to->nodes[i];
    bool rebuild = n->kind == NODE_EFFECT && c->seed;
    for (uint32_t p = 0; p < b->value_count; p++) {
        if (!file_changed(&a->values[p], &b->values[p])) continue;
        rebuild = rebuild || (flags_of(n, p) & WISP_PARAM_REBUILD);
        wisp_status status = node_reserve(c->s, n, p, &b->values[p].value);
        if (status) return status;
    }
    if (!rebuild || n->kind != NODE_EFFECT) return WISP_OK;
    /* Made from the new values: a node of its own lends itself for that. */
    struct node *beside = node_create(c->s, b);
    if (!beside) return WISP_E_NOMEM;
    wisp_status status = effect_create(c->s, beside, b, diags);
    c->rebuilt[i] = beside->instance;
    beside->instance = NULL;
    node_destroy(c->s, beside);
    return status;
}

static wisp_status prepare_new(struct change *c, uint32_t i, struct diag_list *diags) {
    c->nodes[i] = node_create(c->s, &c->to->nodes[i]);
    if (!c->nodes[i]) return WISP_E_NOMEM;
    if (c->nodes[i]->kind != NODE_EFFECT || c->adopt[i] >= 0) return WISP_OK;
    return effect_create(c->s, c->nodes[i], &c->to->nodes[i], diags);
}

/* Decide what becomes of entry i: a live node goes on; or new code with another table came in
 * and its instance goes on in a new node; or all is new. */
static wisp_status prepare_node(struct change *c, uint32_t i, struct diag_list *diags) {
    const struct desc_node *d = &c->to->nodes[i];
    int32_t old = find_old(c, d);
    c->old[i] = c->adopt[i] = -1;
    if (old >= 0 && same_table(&c->from->nodes[old], d))
        c->old[i] = old;
    else if (old >= 0 && d->kind == NODE_EFFECT && !c->seed &&
             effect_fits(image_type(instance_image(c->s->nodes[old]->instance)), d))
        c->adopt[i] = old;
    return c->old[i] >= 0 ? prepare_kept(c, i, diags) : prepare_new(c, i, diags);
}

/* Effects tell all that is wrong with them; memory ends it at once. */
static wisp_status prepare_nodes(struct change *c, struct diag_list *diags) {
    wisp_status result = WISP_OK;
    uint32_t effects = 0;
    for (uint32_t i = 0; i < c->to->node_count; i++)
        effects += c->to->nodes[i].kind == NODE_EFFECT;
    if (effects > c->s->config.limits.effects) return WISP_E_LIMIT;
    for (uint32_t i = 0; i < c->to->node_count && result != WISP_E_NOMEM; i++) {
        wisp_status status = prepare_node(c, i, diags);
        if (status && !result) result = status;
    }
    return result;
}

static const struct desc_knob *find_knob(const struct scene_desc *d,
                                         const struct desc_knob *like, uint32_t *index) {
    for (uint32_t i = 0; i < d->knob_count; i++)
        if (d->knobs[i].type == like->type && strcmp(d->knobs[i].name, like->name) == 0) {
            *index = i;
            return &d->knobs[i];
        }
    return NULL;
}

/* Knobs that a hand has turned keep their place, within their new ends. */
static void carry_knobs(struct change *c) {
    for (uint32_t i = 0; i < c->to->knob_count; i++) {
        const struct desc_knob *to = &c->to->knobs[i];
        uint32_t at;
        const struct desc_knob *from = find_knob(c->from, to, &at);
        if (!from || !c->s->knob_changed[at]) continue;
        double v[4];
        memcpy(v, from->value, sizeof v);
        if ((to->type == KNOB_NUMBER || to->type == KNOB_INT) && to->max > to->min)
            v[0] = v[0] < to->min ? to->min : v[0] > to->max ? to->max : v[0];
        if (to->type == KNOB_CHOICE) {
            double count = 0.0;
            while (to->choices && to->choices[(size_t)count]) count += 1.0;
            if (v[0] >= count) continue;
        }
        if (!script_knob_set(c->script, i, v)) c->knob_changed[i] = true;
    }
}

static void carry_state(struct change *c) {
    const char *text;
    size_t size;
    if (!script_state_save(c->s->script, &text, &size))
        script_state_load(c->script, text, size);
    script_random_seek(c->script, script_random_position(c->s->script));
}

static wisp_status prepare(struct change *c, struct diag_list *diags) {
    const struct allocator *a = c->s->allocator;
    uint32_t n = c->to->node_count, bodies = 0;
    for (uint32_t i = 0; i < n; i++) bodies += c->to->nodes[i].kind == NODE_BODY;
    c->nodes = alloc_array(a, n, sizeof *c->nodes);
    c->old = alloc_array(a, n, sizeof *c->old);
    c->adopt = alloc_array(a, n, sizeof *c->adopt);
    c->rebuilt = alloc_array(a, n, sizeof *c->rebuilt);
    c->motion = alloc_array(a, bodies, sizeof *c->motion);
    c->knob_changed = alloc_array(a, c->to->knob_count, sizeof(bool));
    if (!c->nodes || !c->old || !c->adopt || !c->rebuilt || (bodies && !c->motion) ||
        (c->to->knob_count && !c->knob_changed))
        return WISP_E_NOMEM;
    wisp_status status = timeline_init(&c->timeline, a, c->to);
    if (!status) status = prepare_nodes(c, diags);
    if (status) return status;
    uint32_t count = c->s->world.body_count; /* more room does not change what is there */
    status = world_reserve_bodies(&c->s->world, bodies > count ? bodies : count);
    if (status) return status;
    c->s->world.body_count = count;
    uint32_t nodes = c->s->node_count;
    c->s->node_count = n > nodes ? n : nodes;
    status = scene_resize_lists(c->s);
    c->s->node_count = nodes;
    return status;
}

static void abandon(struct change *c) {
    const struct allocator *a = c->s->allocator;
    uint32_t n = c->to->node_count, bodies = 0;
    for (uint32_t i = 0; i < n; i++) bodies += c->to->nodes[i].kind == NODE_BODY;
    for (uint32_t i = 0; i < n; i++) {
        if (c->rebuilt) instance_destroy(c->rebuilt[i]);
        if (c->nodes) node_destroy(c->s, c->nodes[i]);
    }
    alloc_free(a, c->nodes, n * sizeof *c->nodes);
    alloc_free(a, c->old, n * sizeof *c->old);
    alloc_free(a, c->adopt, n * sizeof *c->adopt);
    alloc_free(a, c->rebuilt, n * sizeof *c->rebuilt);
    alloc_free(a, c->motion, bodies * sizeof *c->motion);
    alloc_free(a, c->knob_changed, c->to->knob_count * sizeof(bool));
    if (c->timeline.allocator) timeline_free(&c->timeline);
}

/* ---- Commit: nothing here fails */

static void change_values(struct change *c, uint32_t i, struct node *n) {
    const struct desc_node *a = &c->from->nodes[c->old[i]], *b = &c->to->nodes[i];
    bool camera = false;
    for (uint32_t p = 0; p < b->value_count; p++) {
        if (!file_changed(&a->values[p], &b->values[p])) continue;
        report_value(&c->report, n->id, node_param(n, p), &a->values[p], &b->values[p]);
        node_set(c->s, n, p, &b->values[p].value);
        camera = camera || n->kind == NODE_CAMERA;
    }
    if (camera && c->s->camera.state.moved) {
        camera_reset(&c->s->camera);
        report_text(&c->report, "camera as in the file");
    }
}

/* New code with another table: the instance and where it is go on. */
static void commit_adopted(struct change *c, uint32_t i) {
    struct node *n = c->nodes[i], *from = c->s->nodes[c->adopt[i]];
    n->instance = from->instance;
    from->instance = NULL;
    n->type = image_type(instance_image(n->instance));
    n->pose = from->pose;
    n->prev_pose = from->prev_pose;
    n->teleport = from->teleport;
    instance_set_values(n->instance, n->type, n->values + COMMON_PARAMS);
    node_destroy(c->s, from);
    c->s->nodes[c->adopt[i]] = NULL;
}

static void commit_node(struct change *c, uint32_t i) {
    if (c->adopt[i] >= 0) {
        commit_adopted(c, i);
        return;
    }
    if (c->old[i] < 0) {
        report_added(&c->report, c->to->nodes[i].kind);
        return;
    }
    struct node *n = c->s->nodes[c->old[i]];
    c->s->nodes[c->old[i]] = NULL;
    c->nodes[i] = n;
    change_values(c, i, n);
    if (n->kind != NODE_EFFECT) return;
    n->rebuild = false;
    if (c->rebuilt[i]) {
        instance_destroy(n->instance);
        n->instance = c->rebuilt[i];
        c->rebuilt[i] = NULL;
        n->teleport = true;
        n->told = false;
        if (c->seed) report_text(&c->report, n->id);
    }
    n->type = image_type(instance_image(n->instance));
    instance_set_values(n->instance, n->type, n->values + COMMON_PARAMS);
}

/* The world's bodies in the new order, with their motion. */
static void commit_bodies(struct change *c) {
    struct world *w = &c->s->world;
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->to->node_count; i++) {
        struct node *n = c->nodes[i];
        if (n->kind != NODE_BODY) continue;
        if (c->old[i] >= 0) {
            c->motion[count] = w->motion[n->body];
        } else {
            c->motion[count] = (struct body_motion){0};
            n->driven = true;
        }
        n->body = count++;
    }
    world_reserve_bodies(w, count);
    if (count) memcpy(w->motion, c->motion, count * sizeof *w->motion);
}

/* New things stand where the file says, without a way there. */
static void settle_new(struct change *c) {
    struct scene *s = c->s;
    for (uint32_t i = 0; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (c->old[i] >= 0 || n->kind != NODE_BODY) continue;
        wisp_pose pose;
        pose_identity(&pose);
        memcpy(pose.position, n->values[BODY_POSITION].v, sizeof pose.position);
        pose_from_angles(pose.rotation, n->values[BODY_ROTATION].v);
        world_place(&s->world, n->body, &pose);
        n->driven = false;
    }
    scene_apply_globals(s);
    scene_apply_poses(s, false);
    for (uint32_t i = 0; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (n->kind == NODE_EFFECT && c->old[i] < 0 && c->adopt[i] < 0 &&
            node_f(n, COMMON_PREWARM) > 0.0f)
            effect_prewarm(s, n);
    }
}

/* What a cue no longer sets goes back to what the file says. */
static void release_tracks(struct change *c) {
    const struct timeline *old = &c->s->timeline;
    for (uint32_t i = 0; i < old->track_count; i++) {
        const struct track *t = &old->tracks[i];
        if (!t->to) continue;
        for (uint32_t k = 0; k < c->to->node_count; k++)
            if (c->old[k] == (int32_t)t->node)
                node_set(c->s, c->s->nodes[k], t->param,
                         &c->to->nodes[k].values[t->param].value);
    }
}

/* Values on the timeline are what the new cues say now. */
static void commit_timeline(struct change *c) {
    struct scene *s = c->s;
    release_tracks(c);
    timeline_free(&s->timeline);
    s->timeline = c->timeline;
    c->timeline = (struct timeline){0};
    if (s->timeline.skipped) report_text(&c->report, "cues skipped: their target is gone");
    for (uint32_t i = 0; i < s->timeline.track_count; i++) {
        wisp_value v;
        bool changed;
        const struct track *t = &s->timeline.tracks[i];
        if (timeline_value(&s->timeline, i, scene_time(s), &v, &changed) && changed)
            node_set(s, s->nodes[t->node], t->param, &v);
    }
}

static void commit(struct change *c) {
    struct scene *s = c->s;
    uint32_t old_count = s->node_count, old_capacity = s->node_capacity;
    struct script *old_script = s->script;
    for (uint32_t i = 0; i < c->to->node_count; i++) commit_node(c, i);
    commit_bodies(c);
    for (uint32_t i = 0; i < old_count; i++) {
        if (!s->nodes[i]) continue;
        report_removed(&c->report, s->nodes[i]->kind);
        node_destroy(s, s->nodes[i]);
    }
    alloc_free(s->allocator, s->nodes, old_capacity * sizeof *s->nodes);
    alloc_free(s->allocator, s->knob_changed, s->knob_count * sizeof(bool));
    s->nodes = c->nodes;
    s->node_count = s->node_capacity = c->to->node_count;
    s->knob_changed = c->knob_changed;
    s->knob_count = c->to->knob_count;
    s->desc = c->to;
    s->script = c->script;
    s->command_count = 0; /* their indices were the old ones */
    c->nodes = NULL;
    c->knob_changed = NULL;
    commit_timeline(c);
    settle_new(c);
    scene_forget(s);
    scene_bind(s, s->script);
    script_destroy(old_script);
}

wisp_status scene_apply(struct scene *s, struct script *new_script, struct strbuf *report,
                        struct diag_list *diags) {
    struct change c = {
        .s = s, .script = new_script, .from = s->desc, .to = script_desc(new_script)};
    report_begin(&c.report, report);
    c.seed = c.from->seed != c.to->seed;
    const struct scene_desc *old = s->desc;
    s->desc = c.to; /* what new effects are made for: their seed, their file */
    wisp_status status = prepare(&c, diags ? diags : &s->lost);
    s->desc = old;
    if (!status) {
        carry_knobs(&c);
        carry_state(&c);
        commit(&c);
        report_end(&c.report);
    }
    abandon(&c);
    diag_list_clear(&s->lost);
    return status;
}
