/* SPDX-License-Identifier: MIT
 *
 * effects - the plugins that can be had, as the program and as scripts see them.
 *
 * Errors  Reported on stderr; effects_open returns 0 or an exit code.
 */
#ifndef APP_EFFECTS_H
#define APP_EFFECTS_H

#include "app/command.h"
#include "plugin/registry.h"
#include "script/schema.h"

struct effects {
    struct app *app;
    struct registry *registry;
    struct effect_schema *schemas; /* of those loaded, for script_config */
    uint32_t count, capacity;
};

int effects_open(struct app *app, const char *extra_folder, struct effects *out);
void effects_close(struct effects *effects);

/* Load those whose id is a word of text (NULL: all) and fill schemas anew with them. Plugins
 * that fail are in diags (NULL: not wanted) and left out. */
wisp_status effects_load(struct effects *effects, const char *text, struct diag_list *diags);

/* The schema of a type; texts stay the type's. */
struct effect_schema effects_schema(const struct effect_type *type);

/* All of diags on stderr. */
void effects_report(const struct allocator *allocator, const struct diag_list *diags);

#endif
