/* SPDX-License-Identifier: MIT
 *
 * paths - where shaders, scripts, assets and plugins are: in the source tree when the program
 * runs from the build folder, below the install prefix otherwise.
 */
#ifndef APP_PATHS_H
#define APP_PATHS_H

#include "base/path.h"
#include <wisp/status.h>

enum { PATHS_EFFECTS_MOST = 16 };

struct app_paths {
    char program[PATH_SIZE];
    char shaders[PATH_SIZE], scripts[PATH_SIZE], assets[PATH_SIZE];
    char library[PATH_SIZE];  /* Lua modules that scenes may require as "wisp.x" */
    char template[PATH_SIZE]; /* the effect that `wisp new effect` begins from */
    char effect_text[3 * PATH_SIZE];
    const char *effects[PATHS_EFFECTS_MOST]; /* folders, first wins; into effect_text */
    uint32_t effect_count;
};

wisp_status paths_find(struct app_paths *out);
/* first: a folder searched before all others, or NULL. Then WISP_EFFECT_PATH, our own, last. */
wisp_status paths_effects(struct app_paths *paths, const char *first, const char *last);

#endif
