/* SPDX-License-Identifier: MIT
 *
 * stage - everything a running scene stands on: plugins, threads, graphics, script and scene,
 * opened in order and closed in reverse.
 *
 * Errors   Reported on stderr; functions that return int return 0 or an exit code.
 * Threads  The thread that opened it.
 */
#ifndef APP_STAGE_H
#define APP_STAGE_H

#include "app/effects.h"
#include "app/window.h"
#include "base/jobs.h"
#include "gfx/gfx.h"
#include "plugin/assets.h"
#include "plugin/env.h"
#include "render/render.h"
#include "scene/scene.h"
#include "script/deps.h"

enum stage_graphics {
    STAGE_WINDOW = 1, /* a window on the display */
    STAGE_HEADLESS,   /* OpenGL without a display */
    STAGE_NULL        /* nothing is drawn: the recording backend */
};

struct stage_desc {
    const char *title;
    enum stage_graphics graphics;
    uint32_t width, height;
    const char *effects; /* extra plugin folder, or NULL */
    uint32_t threads;    /* 0: one for each processor */
    struct arg_whole seed;
    float seek_interval; /* s between checkpoints kept for going back; 0: none */
    const char *scene; /* the file that will be loaded: its folder is where assets are sought */
};

struct stage {
    struct app *app;
    struct stage_desc desc;
    struct effects effects;
    struct jobs *jobs;
    struct window *window;
    struct assets *assets;
    struct gfx *gfx;
    struct render *render;
    struct scene *scene;
    struct script_deps *deps; /* of the running scene */
    struct diag_list diags;   /* of the last load and since */
    uint32_t problems;        /* errors reported so far: shaders, images, callbacks */
    bool collect;             /* diagnostics stay in diags instead of going to stderr */
};

int stage_open(struct app *app, const struct stage_desc *desc, struct stage *out);
void stage_close(struct stage *stage);

/* Load a scene file, with its diagnostics on stderr. */
int stage_load(struct stage *stage, const char *path);
/* Only the script. *out is NULL on failure; diagnostics are in stage->diags, and every file
 * that was opened or sought in deps. */
wisp_status stage_load_script(struct stage *stage, const char *path, struct script_deps *deps,
                              struct script **out);
/* These are the files of the running scene: a copy. */
void stage_keep_deps(struct stage *stage, const struct script_deps *deps);

/* Make the scene of a loaded script; on failure the script is destroyed. */
wisp_status stage_start(struct stage *stage, struct script *script);

/* n steps; problems of scripts and effects go to stderr as they come. */
void stage_advance(struct stage *stage, uint32_t n);
/* Draw into the window, alpha of a step after the last one. */
void stage_draw(struct stage *stage, float alpha);
/* Draw and read back: 3 * width * height bytes, rows from the top. rgba: room for 4 * w * h. */
wisp_status stage_read(struct stage *stage, float alpha, uint8_t *rgba, uint8_t *rgb);

/* Draw without a window, for the problems that drawing finds. */
void stage_dry_draw(struct stage *stage);

/* What stage->diags holds goes to stderr and is forgotten. */
void stage_flush(struct stage *stage);

#endif
