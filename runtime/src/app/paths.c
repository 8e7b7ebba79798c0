/* SPDX-License-Identifier: MIT
 *
 * paths - where shaders, scripts, assets and plugins are.
 */
#include "app/paths.h"

#include "base/str.h"
#include "os/file.h"

#include <stdlib.h>
#include <string.h>

static bool in_build_tree(const char *program) {
    char built[PATH_SIZE];
    return file_real_path(WISP_BUILD_ROOT "/bin/wisp", built, sizeof built) == WISP_OK &&
           strcmp(built, program) == 0;
}

static wisp_status set_data(struct app_paths *out, const char *root) {
    wisp_status status = path_join(out->shaders, PATH_SIZE, root, "shaders");
    if (status == WISP_OK) status = path_join(out->scripts, PATH_SIZE, root, "scripts");
    if (status == WISP_OK) status = path_join(out->assets, PATH_SIZE, root, "assets");
    if (status == WISP_OK) status = path_join(out->library, PATH_SIZE, out->scripts, "wisp");
    return status;
}

wisp_status paths_find(struct app_paths *out) {
    char folder[PATH_SIZE], root[PATH_SIZE];
    *out = (struct app_paths){0};
    wisp_status status = file_program_path(out->program, sizeof out->program);
    if (status != WISP_OK) return status;
    if (in_build_tree(out->program)) {
        str_copy(out->template, sizeof out->template, WISP_SOURCE_ROOT "/plugins/dust/dust.c");
        return set_data(out, WISP_SOURCE_ROOT);
    }
    status = path_dirname(folder, sizeof folder, out->program);
    if (status == WISP_OK) status = path_join(root, sizeof root, folder, WISP_DATA_DIR);
    if (status == WISP_OK) status = path_normalise(folder, sizeof folder, root);
    if (status == WISP_OK)
        status = path_join(out->template, sizeof out->template, folder, "templates/dust.c");
    return status == WISP_OK ? set_data(out, folder) : status;
}

static wisp_status own_effects(const struct app_paths *paths, char *out, size_t size) {
    char folder[PATH_SIZE], joined[PATH_SIZE];
    if (in_build_tree(paths->program)) {
        str_copy(out, size, WISP_BUILD_ROOT "/lib/wisp/effects");
        return WISP_OK;
    }
    wisp_status status = path_dirname(folder, sizeof folder, paths->program);
    if (status == WISP_OK)
        status = path_join(joined, sizeof joined, folder, WISP_LIB_DIR "/wisp/effects");
    return status == WISP_OK ? path_normalise(out, size, joined) : status;
}

/* Cut effect_text at its colons. */
static void split(struct app_paths *paths) {
    paths->effect_count = 0;
    for (char *at = paths->effect_text; at != NULL && *at != '\0';) {
        char *colon = strchr(at, ':');
        if (colon != NULL) *colon = '\0';
        if (*at != '\0' && paths->effect_count < PATHS_EFFECTS_MOST)
            paths->effects[paths->effect_count++] = at;
        at = colon != NULL ? colon + 1 : NULL;
    }
}

static size_t length(const char *text) { return text != NULL ? strlen(text) : 0; }

wisp_status paths_effects(struct app_paths *paths, const char *first, const char *last) {
    char own[PATH_SIZE];
    const char *more = getenv("WISP_EFFECT_PATH");
    wisp_status status = own_effects(paths, own, sizeof own);
    if (status != WISP_OK) return status;
    size_t need = length(first) + length(more) + strlen(own) + length(last) + 4;
    if (need > sizeof paths->effect_text) return WISP_E_LIMIT;
    str_format(paths->effect_text, sizeof paths->effect_text, "%s:%s:%s:%s",
               first != NULL ? first : "", more != NULL ? more : "", own,
               last != NULL ? last : "");
    split(paths);
    return WISP_OK;
}
