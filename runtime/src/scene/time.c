/* SPDX-License-Identifier: MIT
 *
 * The scene's time: steps, rounds, pace, seeking.
 */
#include "scene/scene_own.h"

#include "os/clock.h"

#include <math.h>
#include <string.h>

double scene_time(const struct scene *s) { return (double)(s->index - s->round_start) * s->dt; }

static double duration(const struct scene *s) {
    return (double)node_f(scene_single(s, NODE_SCENE), SCENE_DURATION);
}

struct scene_clock scene_clock(const struct scene *s) {
    return (struct scene_clock){.step = s->index,
                                .time = scene_time(s),
                                .dt = s->dt,
                                .duration = duration(s),
                                .rounds = s->rounds,
                                .ended = s->ended};
}

uint32_t scene_pace_steps(struct scene_pace *p, double dt, double step_dt, float *alpha) {
    double speed = p->speed > 0.0 ? p->speed : 1.0;
    p->owed += (dt > 0.0 ? dt : 0.0) * speed;
    double due = floor(p->owed / step_dt + 1e-9);
    double most = STEPS_AT_ONCE * fmax(1.0, ceil(speed - 1e-9));
    p->slow = due > most;
    if (p->slow) {
        p->lost += p->owed - most * step_dt;
        p->owed = most * step_dt;
        due = most;
    }
    p->owed -= due * step_dt;
    if (p->owed < 0.0) p->owed = 0.0;
    if (alpha) *alpha = (float)fmin(p->owed / step_dt, 1.0);
    return (uint32_t)due;
}

/* ---- One step */

static void run_cues(struct scene *s) {
    double now = scene_time(s), before = s->index == s->round_start ? -1.0 : now - s->dt;
    for (uint32_t i = 0; i < s->desc->cue_count; i++) {
        const struct desc_cue *cue = &s->desc->cues[i];
        if (cue->run < 0) continue;
        /* A hair of tolerance: cue times are decimal, steps are not. */
        uint32_t n = cue_occurrences(cue, before < 0.0 ? before : before + 1e-7, now + 1e-7);
        for (uint32_t k = 0; k < n; k++) script_call(s->script, cue->run, NULL, NULL, s->diags);
    }
}

static void apply_timeline(struct scene *s) {
    for (uint32_t i = 0; i < s->timeline.track_count; i++) {
        wisp_value value;
        bool changed;
        const struct track *t = &s->timeline.tracks[i];
        if (timeline_value(&s->timeline, i, scene_time(s) + 1e-7, &value, &changed) && changed)
            node_set(s, s->nodes[t->node], t->param, &value);
    }
}

static void run_script(struct scene *s) {
    uint64_t begin = clock_now_ns();
    run_cues(s);
    if (s->index == 0) scene_event(s, "start");
    scene_deliver(s, s->diags);
    double dt = s->dt < 1.0 / 15.0 ? s->dt : 1.0 / 15.0;
    const struct script_time now = {.time = scene_time(s), .dt = dt, .frame = s->index};
    script_frame(s->script, &now, s->diags);
    apply_timeline(s);
    s->script_ns = clock_now_ns() - begin;
}

/* Where dynamics put a body is what scripts read. */
static void read_back_bodies(struct scene *s) {
    for (uint32_t i = NODE_POST; i < s->node_count; i++) {
        struct node *n = s->nodes[i];
        if (n->kind != NODE_BODY || !(s->world.bodies[n->body].mass > 0.0f)) continue;
        memcpy(n->values[BODY_POSITION].v, s->world.motion[n->body].pose.position,
               3 * sizeof(float));
    }
}

/* The next round: time and timeline begin again, what moves goes on. */
static void next_round(struct scene *s) {
    s->round_start = s->index;
    s->rounds++;
    wind_set_time(&s->world.wind, 0.0);
    for (uint32_t i = 0; i < s->timeline.track_count; i++) {
        const struct track *t = &s->timeline.tracks[i];
        node_set(s, s->nodes[t->node], t->param, t->base);
    }
    timeline_reset(&s->timeline);
}

static void check_end(struct scene *s) {
    double end = duration(s);
    bool over = end > 0.0 && scene_time(s) >= end - 1e-7;
    if (over && node_on(scene_single(s, NODE_SCENE), SCENE_LOOP))
        next_round(s);
    else
        s->ended = over;
}

void scene_step(struct scene *s) {
    uint64_t begin = clock_now_ns();
    arena_reset(&s->step);
    s->command_count = 0;
    run_script(s);
    scene_apply_globals(s);
    scene_apply_bodies(s, false);
    scene_apply_poses(s, false);
    struct camera_view view;
    scene_look(s, 0.0f, &view);
    world_begin_step(&s->world, scene_time(s), (uint32_t)s->index);
    scene_add_lamps(s);
    effects_update(s);
    world_end_step(&s->world, (float)s->dt);
    read_back_bodies(s);
    wind_advance(&s->world.wind, s->dt);
    camera_advance(&s->camera, (float)s->dt);
    s->index++;
    check_end(s);
    s->step_ns = clock_now_ns() - begin;
}

/* ---- Seeking */

static void forget_after(struct scene *s, uint64_t step) {
    while (s->kept_count && s->kept[s->kept_count - 1].step > step) {
        struct kept *k = &s->kept[--s->kept_count];
        alloc_free(s->allocator, k->data, k->size);
        s->kept_bytes -= k->size;
    }
}

/* Every other checkpoint goes: the past gets coarser instead of shorter. */
static void thin_out(struct scene *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->kept_count; i++) {
        if (i % 2 == 0) {
            s->kept[n++] = s->kept[i];
            continue;
        }
        s->kept_bytes -= s->kept[i].size;
        alloc_free(s->allocator, s->kept[i].data, s->kept[i].size);
    }
    s->kept_count = n;
}

static void keep_checkpoint(struct scene *s) {
    if (!(s->config.seek_interval > 0.0f)) return;
    uint64_t every = (uint64_t)fmax(1.0, (double)s->config.seek_interval / s->dt);
    if (s->index == 0 || s->index % every != 0) return;
    if (s->kept_count && s->kept[s->kept_count - 1].step >= s->index) return;
    struct kept k = {.step = s->index};
    if (scene_save(s, &k.data, &k.size)) return; /* no memory: seeking takes longer */
    while (s->kept_count > 1 && s->kept_bytes + k.size > s->config.limits.checkpoint_bytes)
        thin_out(s);
    size_t capacity = s->kept_capacity;
    void *list = s->kept;
    bool fits = s->kept_bytes + k.size <= s->config.limits.checkpoint_bytes;
    if (!fits || !alloc_grow(s->allocator, &list, &capacity, s->kept_count + 1, sizeof k)) {
        alloc_free(s->allocator, k.data, k.size);
        return;
    }
    s->kept = list;
    s->kept_capacity = (uint32_t)capacity;
    s->kept[s->kept_count++] = k;
    s->kept_bytes += k.size;
}

void scene_forget(struct scene *s) {
    while (s->kept_count) {
        struct kept *k = &s->kept[--s->kept_count];
        alloc_free(s->allocator, k->data, k->size);
    }
    s->kept_bytes = 0;
}

static void advance_to(struct scene *s, uint64_t step) {
    while (s->index < step) {
        scene_step(s);
        keep_checkpoint(s);
    }
}

wisp_status scene_seek_step(struct scene *s, uint64_t step, struct diag_list *diags) {
    s->diags = diags ? diags : &s->lost;
    s->seeking = true;
    s->seek_wanted = -1.0;
    wisp_status status = WISP_OK;
    bool back = step < s->index;
    if (back) forget_after(s, step); /* a hand may make another future of it */
    const struct kept *best = NULL;
    for (uint32_t i = 0; i < s->kept_count; i++)
        if (s->kept[i].step <= step) best = &s->kept[i];
    if (best && (back || best->step > s->index))
        status = scene_restore(s, best->data, best->size, false);
    else if (back)
        status = scene_restart(s);
    if (!status) advance_to(s, step);
    s->seeking = false;
    diag_list_clear(&s->lost);
    return status;
}

wisp_status scene_seek(struct scene *s, double time, struct diag_list *diags) {
    double steps = ceil((time > 0.0 ? time : 0.0) / s->dt - 1e-6);
    if (!(steps < 1e12)) return WISP_E_LIMIT;
    uint64_t within = (uint64_t)steps;
    /* Forward within this round; otherwise in the first one. */
    uint64_t step = s->round_start + within >= s->index ? s->round_start + within : within;
    return scene_seek_step(s, step, diags);
}

void scene_advance_steps(struct scene *s, uint32_t n, struct diag_list *diags) {
    for (uint32_t i = 0; i < n; i++) {
        s->diags = diags ? diags : &s->lost;
        scene_step(s);
        if (s->seek_wanted >= 0.0)
            scene_seek(s, s->seek_wanted, diags);
        else
            keep_checkpoint(s);
        diag_list_clear(&s->lost);
    }
}

wisp_status scene_restart(struct scene *s) {
    struct world *w = &s->world;
    s->index = s->round_start = 0;
    s->rounds = 0;
    s->ended = false;
    s->heard_count = s->command_count = 0;
    wind_init(&w->wind, w->wind.seed);
    w->next.count = w->last.count = w->drawn.count = w->frame.count = 0;
    s->camera.state.spin_angle = 0.0f;
    s->camera.state.shake_left = 0.0f;
    s->camera.state.shake_seed = 0;
    timeline_reset(&s->timeline);
    script_state_load(s->script, "{}", 2);
    script_random_seek(s->script, 0);
    wisp_status status = WISP_OK;
    for (uint32_t i = 0; i < s->node_count; i++)
        for (uint32_t p = 0; p < s->nodes[i]->count; p++) {
            const struct desc_value *d = &s->desc->nodes[i].values[p];
            if (d->source == SOURCE_KNOB) continue; /* the hand on the knob stays */
            wisp_status set = node_set(s, s->nodes[i], p, &d->value);
            if (set) status = set;
        }
    scene_begin_state(s, false);
    return status;
}
