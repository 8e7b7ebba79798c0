/* SPDX-License-Identifier: MIT
 *
 * effects - the plugins that can be had.
 */
#include "app/effects.h"

#include "app/exit.h"
#include "base/status.h"

#include <ctype.h>
#include <string.h>

int effects_open(struct app *app, const char *extra_folder, struct effects *out) {
    *out = (struct effects){.app = app};
    if (paths_effects(&app->paths, extra_folder, app->last_effects) != WISP_OK)
        return exit_error(EXIT_USAGE, "usage", "the list of plugin folders is too long");
    const struct registry_config config = {
        .allocator = app->allocator,
        .log = app->log,
        .folders = app->paths.effects,
        .folder_count = app->paths.effect_count,
        .trace = app->trace,
        .linked = app->linked,
        .linked_count = app->linked_count,
    };
    wisp_status status = registry_create(&config, &out->registry);
    if (status != WISP_OK)
        return exit_error(EXIT_MACHINE, "plugins", "cannot look for plugins: %s",
                          status_text(status));
    return 0;
}

void effects_close(struct effects *effects) {
    if (effects->app == NULL) return;
    alloc_resize(effects->app->allocator, effects->schemas, effects->capacity, 0,
                 sizeof *effects->schemas);
    registry_destroy(effects->registry);
    *effects = (struct effects){0};
}

struct effect_schema effects_schema(const struct effect_type *type) {
    return (struct effect_schema){
        .id = type->id,
        .name = type->name,
        .doc = type->doc,
        .params = type->params,
        .param_count = type->param_count,
        .commands = type->commands,
        .command_count = type->command_count,
        .signals = type->signals,
    };
}

/* Whether id stands in text as a whole word. */
static bool mentions(const char *text, const char *id) {
    size_t length = strlen(id);
    for (const char *at = strstr(text, id); at != NULL; at = strstr(at + 1, id)) {
        bool before = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool after = isalnum((unsigned char)at[length]) || at[length] == '_';
        if (!before && !after) return true;
    }
    return false;
}

static wisp_status make_room(struct effects *effects, uint32_t count) {
    if (count <= effects->capacity) return WISP_OK;
    struct effect_schema *more = alloc_resize(effects->app->allocator, effects->schemas,
                                              effects->capacity, count, sizeof *more);
    if (more == NULL) return WISP_E_NOMEM;
    effects->schemas = more;
    effects->capacity = count;
    return WISP_OK;
}

wisp_status effects_load(struct effects *effects, const char *text, struct diag_list *diags) {
    uint32_t count = registry_count(effects->registry);
    struct diag_list ignored;
    if (make_room(effects, count) != WISP_OK) return WISP_E_NOMEM;
    diag_list_init(&ignored, effects->app->allocator);
    effects->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *id = registry_id(effects->registry, i);
        if (text != NULL && !mentions(text, id)) continue;
        const struct effect_type *type =
            registry_type(effects->registry, id, diags != NULL ? diags : &ignored);
        if (type != NULL) effects->schemas[effects->count++] = effects_schema(type);
    }
    diag_list_free(&ignored);
    return WISP_OK;
}

void effects_report(const struct allocator *allocator, const struct diag_list *diags) {
    struct strbuf text;
    strbuf_init(&text, allocator);
    diag_list_write(diags, &text);
    fputs(strbuf_text(&text), stderr);
    strbuf_free(&text);
}
