/* SPDX-License-Identifier: MIT
 *
 * stage - everything a running scene stands on, opened in order and closed in reverse.
 */
#include "app/stage.h"

#include "app/exit.h"
#include "base/status.h"
#include "os/file.h"
#include "os/thread.h"
#include "plugin/instance.h"

#include <string.h>

static wisp_status read_file(void *user, const struct allocator *allocator, const char *path,
                             size_t limit, unsigned char **bytes, size_t *size) {
    struct file_data data;
    (void)user;
    wisp_status status = file_read(allocator, path, limit, &data);
    if (status != WISP_OK) return status;
    *bytes = data.bytes;
    *size = data.size;
    return WISP_OK;
}

/* A shader, an image or a mesh has a problem. */
static void asset_problem(void *user, const struct diag *diag) {
    struct stage *stage = user;
    struct strbuf text;
    if (stage->collect) {
        struct diag *copy =
            diag_add(&stage->diags,
                     (struct diag_place){diag->file, diag->line, diag->col, diag->end_col},
                     diag->severity, diag->code, "%s", diag->text);
        for (int i = 0; i < DIAG_NOTES && diag->notes[i] != NULL; i++)
            diag_note(&stage->diags, copy, "%s", diag->notes[i]);
        return;
    }
    strbuf_init(&text, stage->app->allocator);
    diag_write(diag, &text);
    fputs(strbuf_text(&text), stderr);
    strbuf_free(&text);
    if (diag->severity == DIAG_ERROR) stage->problems++;
}

static int open_window(struct stage *stage) {
    const struct window_desc window = {
        .title = stage->desc.title,
        .width = stage->desc.width,
        .height = stage->desc.height,
        .headless = stage->desc.graphics == STAGE_HEADLESS,
    };
    return stage->desc.graphics != STAGE_NULL ? window_open(stage->app, &window, &stage->window)
                                              : 0;
}

static int open_assets(struct stage *stage, const char *folder) {
    const char *const roots[] = {folder, stage->app->paths.assets};
    const struct assets_config config = {
        .allocator = stage->app->allocator,
        .log = stage->app->log,
        .roots = roots,
        .root_count = 2,
        .report = asset_problem,
        .user = stage,
    };
    wisp_status status = assets_create(&config, &stage->assets);
    if (status == WISP_OK) return 0;
    return exit_error(EXIT_MACHINE, "assets", "cannot open assets: %s", status_text(status));
}

static int open_graphics(struct stage *stage) {
    struct app *app = stage->app;
    char folder[PATH_SIZE];
    int code = open_window(stage);
    if (code != 0) return code;
    if (path_dirname(folder, sizeof folder, stage->desc.scene) != WISP_OK)
        return exit_error(EXIT_USAGE, "usage", "the scene's path is too long");
    code = open_assets(stage, folder);
    if (code != 0) return code;
    const struct gfx_config config = {
        .allocator = app->allocator,
        .log = app->log,
        .get_proc = stage->window != NULL ? window_gl_function : NULL,
        .files = {.read = read_file},
        .shader_roots = {folder, app->paths.shaders},
        .asset_roots = {folder, app->paths.assets},
        .report = asset_problem,
        .report_user = stage,
    };
    wisp_status status = gfx_create(&config, &stage->gfx);
    if (status == WISP_OK) return 0;
    return exit_error(EXIT_MACHINE, "graphics", "cannot draw here: %s", status_text(status));
}

static void draw_effect(void *user, const struct frame_effect *effect, const wisp_view *view) {
    struct stage *stage = user;
    scene_draw_effect(stage->scene, effect, view);
}

static gfx_owner effect_owner(void *user, const struct frame_effect *effect) {
    (void)user;
    return instance_owner(effect->instance);
}

static const wisp_mesh *mesh(void *user, const char *path, uint32_t *revision) {
    struct stage *stage = user;
    return assets_mesh(stage->assets, path, revision);
}

static int open_render(struct stage *stage) {
    const struct render_config config = {
        .allocator = stage->app->allocator,
        .gfx = stage->gfx,
        .draw_effect = draw_effect,
        .effect_owner = effect_owner,
        .mesh = mesh,
        .user = stage,
    };
    wisp_status status = render_create(&config, &stage->render);
    if (status == WISP_OK) return 0;
    return exit_error(EXIT_MACHINE, "graphics", "cannot draw here: %s", status_text(status));
}

static int open_jobs(struct stage *stage) {
    uint32_t threads = stage->desc.threads;
    if (threads == 0) threads = thread_processors();
    if (threads > JOBS_THREADS_MOST) threads = JOBS_THREADS_MOST;
    wisp_status status = jobs_create(stage->app->allocator, threads, &stage->jobs);
    if (status == WISP_OK) return 0;
    return exit_error(EXIT_MACHINE, "threads", "cannot start %u threads: %s", threads,
                      status_text(status));
}

int stage_open(struct app *app, const struct stage_desc *desc, struct stage *out) {
    *out = (struct stage){.app = app, .desc = *desc};
    diag_list_init(&out->diags, app->allocator);
    out->deps = alloc_zero(app->allocator, sizeof *out->deps);
    if (out->deps == NULL) return exit_error(EXIT_MACHINE, "memory", "out of memory");
    script_deps_init(out->deps, app->allocator);
    int code = effects_open(app, desc->effects, &out->effects);
    if (code == 0) code = open_jobs(out);
    if (code == 0) code = open_graphics(out);
    if (code == 0) code = open_render(out);
    if (code != 0) stage_close(out);
    return code;
}

void stage_close(struct stage *stage) {
    scene_destroy(stage->scene);
    render_destroy(stage->render);
    assets_destroy(stage->assets);
    gfx_destroy(stage->gfx);
    window_close(stage->window);
    jobs_destroy(stage->jobs);
    effects_close(&stage->effects);
    if (stage->deps != NULL) {
        script_deps_free(stage->deps);
        alloc_free(stage->app->allocator, stage->deps, sizeof *stage->deps);
    }
    diag_list_free(&stage->diags);
    *stage = (struct stage){0};
}

void stage_flush(struct stage *stage) {
    if (stage->collect || stage->diags.count + stage->diags.dropped == 0) return;
    effects_report(stage->app->allocator, &stage->diags);
    stage->problems += (uint32_t)stage->diags.errors;
    diag_list_clear(&stage->diags);
}

static wisp_status load_script(struct stage *stage, const char *path, struct script_deps *deps,
                               struct diag_list *diags, struct script **out) {
    const struct script_config config = {
        .allocator = stage->app->allocator,
        .log = stage->app->log,
        .effects = stage->effects.schemas,
        .effect_count = stage->effects.count,
        .library_root = stage->app->paths.library,
        .asset_root = stage->app->paths.assets,
        .seed = stage->desc.seed.value,
        .has_seed = stage->desc.seed.given,
    };
    return script_load(&config, path, out, diags, deps);
}

static bool has_unknown_effect(const struct diag_list *diags) {
    for (size_t i = 0; i < diags->count; i++)
        if (strcmp(diags->items[i].code, "unknown-effect") == 0) return true;
    return false;
}

/* Only plugins that the file speaks of are loaded: others cost time, and their faults are of no
 * matter here. A module may speak of more, so an unknown effect loads them all. */
wisp_status stage_load_script(struct stage *stage, const char *path, struct script_deps *deps,
                              struct script **out) {
    enum { SCENE_BYTES_MOST = 1 << 20 };
    struct file_data data = {0};
    struct diag_list diags;
    bool read = file_read(stage->app->allocator, path, SCENE_BYTES_MOST, &data) == WISP_OK;
    *out = NULL;
    wisp_status status =
        effects_load(&stage->effects, read ? (const char *)data.bytes : "", &stage->diags);
    if (read) file_data_free(&data);
    if (status != WISP_OK) return status;
    diag_list_init(&diags, stage->app->allocator);
    status = load_script(stage, path, deps, &diags, out);
    if (status != WISP_OK && has_unknown_effect(&diags) &&
        effects_load(&stage->effects, NULL, NULL) == WISP_OK) {
        diag_list_clear(&diags);
        status = load_script(stage, path, deps, &diags, out);
    }
    diag_list_append(&stage->diags, &diags);
    diag_list_free(&diags);
    return status;
}

void stage_keep_deps(struct stage *stage, const struct script_deps *deps) {
    script_deps_clear(stage->deps);
    for (size_t i = 0; i < deps->count; i++) script_deps_add(stage->deps, &deps->items[i]);
}

wisp_status stage_start(struct stage *stage, struct script *script) {
    const struct scene_config config = {
        .allocator = stage->app->allocator,
        .log = stage->app->log,
        .registry = stage->effects.registry,
        .gfx = stage->gfx,
        .jobs = stage->jobs,
        .assets = stage->assets,
        .trace = stage->app->trace,
        .seek_interval = stage->desc.seek_interval,
        .width = stage->desc.width,
        .height = stage->desc.height,
    };
    wisp_status status = scene_create(&config, script, &stage->scene, &stage->diags);
    if (status != WISP_OK) script_destroy(script);
    return status;
}

int stage_load(struct stage *stage, const char *path) {
    struct script *script = NULL;
    wisp_status status = stage_load_script(stage, path, stage->deps, &script);
    if (status == WISP_OK) status = stage_start(stage, script);
    bool told = stage->diags.errors > 0;
    stage_flush(stage);
    if (status == WISP_OK) return 0;
    if (told) return EXIT_PROBLEMS;
    return exit_error(EXIT_PROBLEMS, "scene", "cannot load '%s': %s", path,
                      status_text(status));
}

void stage_advance(struct stage *stage, uint32_t n) {
    scene_advance_steps(stage->scene, n, &stage->diags);
    stage_flush(stage);
}

void stage_dry_draw(struct stage *stage) {
    const struct scene_frame *frame = scene_frame_begin(stage->scene, 0.0f);
    render_draw(stage->render, frame, 0, frame->width, frame->height);
}

void stage_draw(struct stage *stage, float alpha) {
    uint32_t width, height;
    window_size(stage->window, &width, &height);
    const struct scene_frame *frame = scene_frame_begin(stage->scene, alpha);
    render_draw(stage->render, frame, 0, width, height);
}

wisp_status stage_read(struct stage *stage, float alpha, uint8_t *rgba, uint8_t *rgb) {
    const struct scene_frame *frame = scene_frame_begin(stage->scene, alpha);
    wisp_status status = render_read(stage->render, frame, rgba);
    size_t pixels = (size_t)frame->width * frame->height;
    if (status != WISP_OK) return status;
    for (size_t i = 0; i < pixels; i++) memcpy(rgb + 3 * i, rgba + 4 * i, 3);
    return WISP_OK;
}
