/* SPDX-License-Identifier: MIT
 *
 * reload - files change, the picture goes on.
 *
 * A batch of the watcher is sorted by what the files mean: scripts, shaders, images, plugins.
 * What a load opened or tried to open is watched, so that a fix of any of it is noticed.
 */
#include "app/reload.h"

#include "app/event.h"
#include "base/status.h"
#include "base/str.h"
#include "os/clock.h"
#include "os/watch.h"
#include "plugin/swap.h"

#include <string.h>

enum { STATUS_SIZE = 512, CHANGED_MOST = 256, SYNC_EVERY_FRAMES = 30 };

struct reload {
    struct stage *stage;
    struct reload_desc desc;
    const char *scene;
    struct watch *watch;
    struct swap *swap;
    struct script_deps tried; /* of the last load, good or bad */
    struct watch_item *items; /* scratch for sync */
    size_t item_count, item_capacity;
    char status[STATUS_SIZE];
    uint64_t frame;
    uint32_t swaps;
    uint64_t in_use; /* programs and images when last looked */
    bool failed, type_changed, visible;
};

static double ms_between(uint64_t from, uint64_t to) { return (double)(to - from) * 1e-6; }

/* ---- What is watched */

static void add_item(struct reload *r, const char *path, enum watch_settle settle) {
    if (!alloc_grow(r->stage->app->allocator, (void **)&r->items, &r->item_capacity,
                    r->item_count + 1, sizeof *r->items))
        return;
    r->items[r->item_count++] = (struct watch_item){path, settle};
}

static void add_text(void *user, const char *path) { add_item(user, path, WATCH_TEXT); }

static void add_deps(struct reload *r, const struct script_deps *deps) {
    for (size_t i = 0; i < deps->count; i++) add_item(r, deps->items[i].path, WATCH_TEXT);
}

static void sync(struct reload *r) {
    if (r->watch == NULL) return;
    r->item_count = 0;
    add_item(r, r->scene, WATCH_TEXT);
    add_deps(r, r->stage->deps);
    add_deps(r, &r->tried);
    gfx_shader_files(r->stage->gfx, add_text, r);
    gfx_image_files(r->stage->gfx, add_text, r);
    assets_files(r->stage->assets, add_text, r);
    watch_set(r->watch, r->items, r->item_count);
}

/* ---- Telling */

static void note(struct reload *r, bool failed, const char *text) {
    str_copy(r->status, sizeof r->status, text);
    r->failed = failed;
    r->visible = true;
}

static void say(struct reload *r, bool failed, const char *text) {
    note(r, failed, text);
    fprintf(stderr, "wisp: %s\n", text);
}

/* ---- Scripts */

static void script_failed(struct reload *r, double load_ms) {
    char text[STATUS_SIZE];
    const struct event_reload event = {.what = "script",
                                       .file = r->scene,
                                       .frame = r->frame,
                                       .load_ms = load_ms,
                                       .diags = &r->stage->diags};
    if (r->desc.events) event_print_reload(&event);
    str_format(text, sizeof text, "kept the running scene: %s has %zu problem%s",
               path_basename(r->scene), r->stage->diags.errors,
               r->stage->diags.errors == 1 ? "" : "s");
    effects_report(r->stage->app->allocator, &r->stage->diags);
    diag_list_clear(&r->stage->diags);
    say(r, true, text);
}

static void script_applied(struct reload *r, const char *report, double load_ms,
                           double apply_ms) {
    char text[STATUS_SIZE];
    const struct event_reload event = {.what = "script",
                                       .file = r->scene,
                                       .ok = true,
                                       .frame = r->frame,
                                       .load_ms = load_ms,
                                       .apply_ms = apply_ms,
                                       .total_ms = load_ms + apply_ms,
                                       .report = report};
    if (r->desc.events) event_print_reload(&event);
    str_format(text, sizeof text, "reloaded %s in %.0f ms: %s", path_basename(r->scene),
               load_ms + apply_ms, report[0] != '\0' ? report : "no change");
    stage_flush(r->stage);
    say(r, false, text);
}

static wisp_status apply(struct reload *r, struct script *script, struct strbuf *report) {
    struct stage *stage = r->stage;
    if (stage->scene != NULL) return scene_apply(stage->scene, script, report, &stage->diags);
    wisp_status status = stage_start(stage, script);
    if (status == WISP_OK) strbuf_add(report, "the scene runs");
    return status;
}

static void reload_script(struct reload *r) {
    struct stage *stage = r->stage;
    struct script *script = NULL;
    struct strbuf report;
    uint64_t begin = clock_now_ns();
    diag_list_clear(&stage->diags);
    script_deps_clear(&r->tried);
    wisp_status status = stage_load_script(stage, r->scene, &r->tried, &script);
    uint64_t loaded = clock_now_ns();
    strbuf_init(&report, stage->app->allocator);
    bool had_scene = stage->scene != NULL;
    if (status == WISP_OK) status = apply(r, script, &report);
    if (status == WISP_OK) {
        stage_keep_deps(stage, &r->tried);
        script_applied(r, strbuf_text(&report), ms_between(begin, loaded),
                       ms_between(loaded, clock_now_ns()));
    } else {
        if (script != NULL && had_scene) script_destroy(script);
        if (stage->diags.errors == 0)
            diag_add(&stage->diags, (struct diag_place){.file = r->scene}, DIAG_ERROR, "reload",
                     "%s", status_text(status));
        script_failed(r, ms_between(begin, loaded));
    }
    strbuf_free(&report);
    sync(r);
}

/* ---- Shaders and images */

typedef uint32_t (*gfx_reload)(struct gfx *gfx, const char *const *changed, uint32_t count,
                               struct diag_list *diags);

static void reload_files(struct reload *r, const char *what, gfx_reload function,
                         const char *const *changed, uint32_t count) {
    char text[STATUS_SIZE];
    struct stage *stage = r->stage;
    uint64_t begin = clock_now_ns();
    diag_list_clear(&stage->diags);
    uint32_t replaced = function(stage->gfx, changed, count, &stage->diags);
    bool failed = stage->diags.errors > 0;
    const struct event_reload event = {.what = what,
                                       .file = count > 0 ? changed[0] : NULL,
                                       .ok = !failed,
                                       .frame = r->frame,
                                       .total_ms = ms_between(begin, clock_now_ns()),
                                       .replaced = replaced,
                                       .diags = failed ? &stage->diags : NULL};
    if (r->desc.events) event_print_reload(&event);
    effects_report(stage->app->allocator, &stage->diags);
    diag_list_clear(&stage->diags);
    if (failed)
        str_format(text, sizeof text, "kept the last good %s: %s has problems", what,
                   count > 0 ? path_basename(changed[0]) : what);
    else
        str_format(text, sizeof text, "reloaded %s in %.0f ms: %u %s%s replaced",
                   count > 0 ? path_basename(changed[0]) : what, event.total_ms, replaced, what,
                   replaced == 1 ? "" : "s");
    say(r, failed, text);
    sync(r);
}

/* ---- Plugins */

static void swapped(void *user, const struct swap_event *event) {
    struct reload *r = user; /* the words are in the log already */
    char text[STATUS_SIZE];
    if (r->desc.events) event_print_swap(event, r->frame);
    r->type_changed = r->type_changed || event->type_changed;
    switch (event->outcome) {
    case SWAP_COMMITTED:
        r->swaps++;
        str_format(text, sizeof text,
                   "reloaded plugin %s, generation %u: %u kept, %u converted, %u defaulted",
                   event->id, event->generation, event->buffers.kept + event->buffers.resized,
                   event->buffers.converted, event->buffers.defaulted);
        note(r, false, text);
        break;
    case SWAP_REFUSED:
    case SWAP_ROLLED_BACK:
        str_format(text, sizeof text, "kept the running plugin %s: error[%s]: %s", event->id,
                   event->reason != NULL ? event->reason : "plugin",
                   event->text != NULL ? event->text : "refused");
        note(r, true, text);
        break;
    case SWAP_ADDED:
        r->type_changed = true; /* a scene that failed for want of it may load now */
        break;
    case SWAP_CLOSED:
    case SWAP_RESIDENT:
        break;
    }
}

/* ---- Sorting a batch */

struct sorted {
    const char *shaders[CHANGED_MOST], *images[CHANGED_MOST];
    uint32_t shader_count, image_count;
    bool script;
};

struct search {
    const char *path;
    bool found;
};

static void same_path(void *user, const char *path) {
    struct search *s = user;
    if (strcmp(s->path, path) == 0) s->found = true;
}

static bool uses(struct gfx *gfx, const char *path,
                 void (*files)(const struct gfx *, void (*)(void *, const char *), void *)) {
    struct search s = {.path = path};
    files(gfx, same_path, &s);
    return s.found;
}

static bool is_script(const struct reload *r, const char *path) {
    const struct script_dep *good = script_deps_find(r->stage->deps, path);
    const struct script_dep *tried = script_deps_find(&r->tried, path);
    if (strcmp(path, r->scene) == 0) return true;
    return (good != NULL && good->kind == DEP_SCRIPT) ||
           (tried != NULL && tried->kind == DEP_SCRIPT);
}

static void sort_change(struct reload *r, const struct watch_change *change,
                        struct sorted *out) {
    struct gfx *gfx = r->stage->gfx;
    const char *path = change->path;
    bool image = uses(gfx, path, gfx_image_files), shader = uses(gfx, path, gfx_shader_files);
    if (str_ends(path, ".so") && change->event != WATCH_REMOVED)
        swap_notice(r->swap, path, change->hash, clock_now_ns());
    if (is_script(r, path)) out->script = true;
    if (shader && out->shader_count < CHANGED_MOST) out->shaders[out->shader_count++] = path;
    if (image && out->image_count < CHANGED_MOST) out->images[out->image_count++] = path;
    if (assets_changed(r->stage->assets, path)) image = true;
    /* A missing asset that a failed load asked for. */
    if (!image && !shader && script_deps_find(&r->tried, path) != NULL) out->script = true;
}

static void take_batch(struct reload *r, const struct watch_batch *batch) {
    struct sorted sorted = {0};
    for (size_t i = 0; i < batch->count; i++) sort_change(r, &batch->changes[i], &sorted);
    if (sorted.shader_count > 0)
        reload_files(r, "shader", gfx_reload_shaders, sorted.shaders, sorted.shader_count);
    if (sorted.image_count > 0)
        reload_files(r, "texture", gfx_reload_images, sorted.images, sorted.image_count);
    if (sorted.script) reload_script(r);
}

/* Shaders and images come into use as effects draw for the first time. */
static bool has_new_files(struct reload *r) {
    struct gfx_stats now = gfx_stats(r->stage->gfx);
    uint64_t in_use = ((uint64_t)now.programs << 32) + now.live.images;
    bool changed = in_use != r->in_use;
    r->in_use = in_use;
    return changed;
}

bool reload_frame(struct reload *r, uint64_t frame) {
    struct watch_batch batch = {0};
    uint64_t now = clock_now_ns();
    r->frame = frame;
    r->visible = false;
    if (r->watch != NULL) {
        if (frame % SYNC_EVERY_FRAMES == 1 || has_new_files(r)) sync(r);
        if (watch_poll(r->watch, now, &batch) == WISP_OK && batch.count > 0)
            take_batch(r, &batch);
    }
    swap_poll(r->swap, now);
    swap_boundary(r->swap, now);
    if (r->type_changed) {
        r->type_changed = false;
        reload_script(r);
    }
    return r->visible;
}

void reload_all(struct reload *r, uint64_t frame) {
    r->frame = frame;
    reload_files(r, "shader", gfx_reload_shaders, NULL, 0);
    reload_files(r, "texture", gfx_reload_images, NULL, 0);
    reload_script(r);
}

static wisp_status start_watching(struct reload *r) {
    struct app *app = r->stage->app;
    wisp_status status = watch_create(app->allocator, r->desc.poll ? WATCH_POLL : WATCH_AUTO,
                                      app->log, &r->watch);
    for (uint32_t i = 0; i < app->paths.effect_count && status == WISP_OK; i++)
        watch_add_folder(r->watch, app->paths.effects[i], ".so", WATCH_BINARY);
    if (status == WISP_OK) sync(r);
    return status;
}

wisp_status reload_create(struct stage *stage, const char *scene,
                          const struct reload_desc *desc, struct reload **out) {
    struct reload *r = alloc_zero(stage->app->allocator, sizeof *r);
    if (r == NULL) return WISP_E_NOMEM;
    r->stage = stage;
    r->desc = *desc;
    r->scene = scene;
    script_deps_init(&r->tried, stage->app->allocator);
    const char *const probe[] = {stage->app->paths.program, "probe", NULL};
    const struct swap_config config = {
        .allocator = stage->app->allocator,
        .log = stage->app->log,
        .registry = stage->effects.registry,
        .jobs = stage->jobs,
        .probe = probe,
        .sink = swapped,
        .user = r,
    };
    wisp_status status = swap_create(&config, &r->swap);
    if (status == WISP_OK && desc->watch) status = start_watching(r);
    if (status != WISP_OK) {
        reload_destroy(r);
        return status;
    }
    *out = r;
    return WISP_OK;
}

void reload_destroy(struct reload *r) {
    if (r == NULL) return;
    const struct allocator *a = r->stage->app->allocator;
    swap_destroy(r->swap);
    watch_destroy(r->watch);
    script_deps_free(&r->tried);
    alloc_free(a, r->items, r->item_capacity * sizeof *r->items);
    alloc_free(a, r, sizeof *r);
}

const char *reload_status(const struct reload *r) { return r->status; }

bool reload_has_failed(const struct reload *r) { return r->failed; }

uint64_t reload_due_ns(const struct reload *r) {
    uint64_t watch = r->watch != NULL ? watch_due_ns(r->watch) : UINT64_MAX;
    uint64_t swap = swap_due_ns(r->swap);
    return watch < swap ? watch : swap;
}

void reload_quarantine(struct reload *r, struct hash128 hash) {
    swap_quarantine(r->swap, hash);
}

uint32_t reload_swaps(const struct reload *r) { return r->swaps; }
