/* SPDX-License-Identifier: MIT
 *
 * player - the loop of `wisp run`.
 */
#include "app/player.h"

#include "app/event.h"
#include "app/exit.h"
#include "app/interrupt.h"
#include "app/rebuild.h"
#include "app/reload.h"
#include "app/sink.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/file.h"
#include "plugin/instance.h"

#include <stdlib.h>

enum {
    CHECKPOINT_EVERY_NS = 500000000,
    CHECKPOINT_FIRST_NS = 100000000,
    IDLE_NS = 16666667,
    TITLE_SIZE = 640
};
enum { INTERVALS = 1024, READY_FRAME = 8 };
enum { QUICK_NS = 2500000, QUICK_MOST = 3 }; /* no screen shows 400 pictures a second */

struct player {
    struct player_desc desc;
    struct supervise *supervise;
    struct stage stage;
    struct reload *reload;
    struct rebuild *rebuild;
    struct window_input input;
    struct scene_pace pace;
    uint64_t last_ns, checkpoint_ns, drawn_ns, frame;
    double intervals[INTERVALS]; /* ms between the last pictures, for events */
    uint32_t swaps;              /* seen by keep_builds */
    uint32_t quick_frames;       /* in a row */
    bool paused, quit, sleeps;
};

/* The first free name screenshot_NNN.png here. */
static void screenshot(struct player *p) {
    const struct allocator *a = p->stage.app->allocator;
    char path[64];
    uint32_t width = p->stage.desc.width, height = p->stage.desc.height;
    size_t pixels = (size_t)width * height;
    int n = 1;
    do str_format(path, sizeof path, "screenshot_%03d.png", n);
    while (file_exists(path) && n++ < 1000);
    uint8_t *rgba = alloc_array(a, pixels, 4), *rgb = alloc_array(a, pixels, 3);
    struct sink *sink = NULL;
    const struct sink_desc desc = {
        .path = path, .width = width, .height = height, .fps = 60.0, .end = 1};
    if (rgba != NULL && rgb != NULL && stage_read(&p->stage, 0.0f, rgba, rgb) == WISP_OK &&
        sink_open(p->stage.app, &desc, &sink) == 0 && sink_frame(sink, 0, rgb) == 0)
        fprintf(stderr, "wisp: wrote %s\n", path);
    sink_close(sink);
    alloc_free(a, rgba, 4 * pixels);
    alloc_free(a, rgb, 3 * pixels);
}

static void act_on_scene(struct player *p, enum window_action action) {
    struct scene *scene = p->stage.scene;
    if (scene == NULL) return;
    switch (action) {
    case WINDOW_STEP:
        p->paused = true;
        stage_advance(&p->stage, 1);
        break;
    case WINDOW_RESTART:
        scene_seek(scene, 0.0, &p->stage.diags);
        stage_flush(&p->stage);
        break;
    case WINDOW_CAMERA_RESET:
        scene_camera_reset(scene);
        break;
    case WINDOW_SCREENSHOT:
        screenshot(p);
        break;
    default:
        break;
    }
}

static void act(struct player *p, enum window_action action) {
    switch (action) {
    case WINDOW_QUIT:
        p->quit = true;
        break;
    case WINDOW_HELP:
        fputs(window_keys_help(), stderr);
        break;
    case WINDOW_RELOAD:
        reload_all(p->reload, p->frame);
        break;
    case WINDOW_PAUSE:
        p->paused = !p->paused;
        break;
    case WINDOW_FULLSCREEN:
        window_toggle_fullscreen(p->stage.window);
        break;
    default:
        act_on_scene(p, action);
        break;
    }
}

static void resize(struct player *p) {
    uint32_t width, height;
    window_size(p->stage.window, &width, &height);
    p->stage.desc.width = width;
    p->stage.desc.height = height;
    if (p->stage.scene != NULL) scene_resize(p->stage.scene, width, height);
}

static void take_input(struct player *p, double dt) {
    struct scene *scene = p->stage.scene;
    window_poll(p->stage.window, &p->input);
    if (p->input.resized) resize(p);
    for (uint32_t i = 0; i < p->input.action_count; i++) act(p, p->input.actions[i]);
    if (interrupt_asked()) p->quit = true;
    if (interrupt_reload()) reload_all(p->reload, p->frame);
    if (scene == NULL) return;
    for (uint32_t i = 0; i < p->input.event_count; i++) scene_event(scene, p->input.events[i]);
    if (p->paused && p->input.event_count > 0) scene_deliver(scene, &p->stage.diags);
    p->input.camera.dt = (float)dt;
    scene_camera_input(scene, &p->input.camera);
}

/* Where waiting for the screen does not pace the loop, though the driver says so, it sleeps
 * itself to one picture a step. */
static void wait_for_next(struct player *p, uint64_t begin_ns, double step_dt) {
    uint64_t period = (uint64_t)(step_dt * 1e9), spent = clock_now_ns() - begin_ns;
    p->quick_frames = spent < QUICK_NS ? p->quick_frames + 1 : 0;
    if (p->quick_frames > QUICK_MOST) p->sleeps = true;
    if (p->sleeps && spent < period) clock_sleep_ns(period - spent);
}

/* ---- What outlives a crash */

static void keep_checkpoint(struct player *p, uint64_t now) {
    void *bytes = NULL;
    size_t size = 0;
    if (now - p->checkpoint_ns < CHECKPOINT_EVERY_NS) return;
    p->checkpoint_ns = now;
    if (scene_save(p->stage.scene, &bytes, &size) != WISP_OK) return;
    supervise_checkpoint(p->supervise, bytes, size, scene_clock(p->stage.scene).step);
    alloc_free(p->stage.app->allocator, bytes, size);
    int place[4];
    struct supervise_shared *shared = p->supervise->shared;
    window_place(p->stage.window, place);
    shared->x = place[0];
    shared->y = place[1];
    shared->width = place[2];
    shared->height = place[3];
    shared->has_place = true;
    shared->paused = p->paused;
}

/* Copies of all plugin code that runs now. */
static void keep_builds(struct player *p) {
    struct scene_effect_stats effect;
    struct scene *scene = p->stage.scene;
    if (scene == NULL) return;
    p->swaps = reload_swaps(p->reload);
    for (uint32_t i = 0; scene_effect_stats(scene, i, &effect); i++)
        builds_keep(&p->supervise->shared->builds, p->stage.app->allocator,
                    instance_image(scene_instance(scene, scene_find(scene, effect.id))));
}

static void restore(struct player *p) {
    size_t size = 0;
    const struct supervise_shared *shared = p->supervise->shared;
    const void *bytes = supervise_latest(p->supervise, &size);
    if (shared->has_place) {
        const int place[4] = {shared->x, shared->y, shared->width, shared->height};
        window_set_place(p->stage.window, place);
        p->paused = shared->paused;
    }
    if (bytes == NULL || p->stage.scene == NULL) return;
    wisp_status status = scene_load(p->stage.scene, bytes, size);
    if (status != WISP_OK)
        exit_warn("checkpoint", "the checkpoint does not fit the scene as it is now: %s",
                  status_text(status));
}

/* ---- The loop */

static void show_status(struct player *p) {
    char title[TITLE_SIZE];
    str_format(title, sizeof title, "%s - %s", p->desc.stage.title, reload_status(p->reload));
    window_set_title(p->stage.window, title);
}

/* The picture is on the screen. */
static void tell_drawn(struct player *p, bool changed) {
    uint64_t now = clock_now_ns();
    double ms = (double)(now - p->drawn_ns) * 1e-6;
    p->drawn_ns = now;
    if (!p->desc.events) return;
    if (p->frame == 0)
        event_print_mark(p->supervise->shared->crashes > 0 ? "restart" : "start", 0, 0.0);
    else
        p->intervals[p->frame % INTERVALS] = ms;
    if (p->frame == READY_FRAME) event_print_mark("ready", p->frame, 0.0); /* all files are watched */
    if (changed) event_print_mark("drawn", p->frame, ms);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void tell_end(struct player *p) {
    size_t count = p->frame < INTERVALS ? (size_t)p->frame : INTERVALS;
    if (!p->desc.events) return;
    qsort(p->intervals, count, sizeof *p->intervals, by_size);
    event_print_mark("end", p->frame, count > 0 ? p->intervals[count / 2] : 0.0);
}

static void frame(struct player *p) {
    uint64_t now = clock_now_ns();
    double dt = (double)(now - p->last_ns) * 1e-9, step_dt = (double)IDLE_NS * 1e-9;
    float alpha = 0.0f;
    p->last_ns = now;
    log_set_time(p->stage.app->log, now);
    bool changed = reload_frame(p->reload, p->frame);
    if (changed) show_status(p);
    if (reload_swaps(p->reload) != p->swaps) keep_builds(p);
    if (p->rebuild != NULL) rebuild_poll(p->rebuild, now);
    take_input(p, dt);
    if (p->stage.scene != NULL) {
        step_dt = scene_clock(p->stage.scene).dt;
        if (!p->paused)
            stage_advance(&p->stage, scene_pace_steps(&p->pace, dt, step_dt, &alpha));
        stage_draw(&p->stage, alpha);
        keep_checkpoint(p, now);
    }
    window_present(p->stage.window);
    supervise_frame(p->supervise);
    tell_drawn(p, changed);
    p->frame++;
    if (p->desc.frames != 0 && p->frame >= p->desc.frames) p->quit = true;
    if (!p->quit) wait_for_next(p, now, step_dt);
}

static int open_reload(struct player *p) {
    const struct reload_desc desc = {
        .watch = p->desc.watch, .poll = p->desc.poll, .events = p->desc.events};
    wisp_status status = reload_create(&p->stage, p->desc.stage.scene, &desc, &p->reload);
    if (status != WISP_OK)
        return exit_error(EXIT_MACHINE, "watch", "cannot watch files: %s", status_text(status));
    const struct builds *builds = &p->supervise->shared->builds;
    for (uint32_t i = 0; i < builds->bad_count; i++)
        reload_quarantine(p->reload, builds->bad[i].hash);
    if (p->desc.rebuild == NULL) return 0;
    return rebuild_create(p->stage.app, p->desc.rebuild, p->desc.stage.scene, &p->rebuild);
}

/* A scene that is there but has problems is waited for; one that is not there is a mistake. */
static int load_first(struct player *p) {
    int code = stage_load(&p->stage, p->desc.stage.scene);
    bool wait = code == EXIT_PROBLEMS && p->desc.watch && file_exists(p->desc.stage.scene);
    if (!wait) return code;
    fprintf(stderr, "wisp: waiting for a change of %s\n", p->desc.stage.scene);
    return 0;
}

static int play(struct player *p) {
    int code = load_first(p);
    if (code == 0) code = open_reload(p);
    if (code != 0) return code;
    p->sleeps = !window_has_vsync(p->stage.window);
    resize(p);
    keep_builds(p);
    restore(p);
    p->last_ns = clock_now_ns();
    p->checkpoint_ns = p->last_ns - CHECKPOINT_EVERY_NS + CHECKPOINT_FIRST_NS;
    while (!p->quit) frame(p);
    tell_end(p);
    return 0;
}

int player_run(struct app *app, const struct player_desc *desc, struct supervise *supervise) {
    struct player *p = alloc_zero(app->allocator, sizeof *p);
    if (p == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    p->desc = *desc;
    app->trace = &supervise->shared->trace;
    p->supervise = supervise;
    p->pace.speed = 1.0;
    char good[PATH_SIZE];
    builds_restore(&supervise->shared->builds, good);
    app->last_effects = good;
    int code = stage_open(app, &p->desc.stage, &p->stage);
    if (code == 0) {
        builds_apply(&supervise->shared->builds, p->stage.effects.registry);
        code = play(p);
        rebuild_destroy(p->rebuild);
        reload_destroy(p->reload);
        stage_close(&p->stage);
    }
    alloc_free(app->allocator, p, sizeof *p);
    return code;
}
