/* SPDX-License-Identifier: MIT
 *
 * Check a plugin's table before anything of it is used, and read it whatever header it was
 * built with.
 *
 * Ownership  What entry_read gives points into the plugin's image, effect_type_copy's result
 *            does not.
 * Errors     Diagnostics of file = path; all that is wrong, each with a code of its own.
 */
#ifndef PLUGIN_ENTRY_H
#define PLUGIN_ENTRY_H

#include "base/diag.h"
#include "plugin/effect_type.h"

enum { ENTRY_PARAMS_MOST = 256, ENTRY_COMMANDS_MOST = 64, ENTRY_KEY = 32 };
#define ENTRY_INSTANCE_MOST (16u << 20)

/* Read the head and the rest as far as the plugin's header knew it; false: diags say why.
 * wanted: the id that the file's name stands for, NULL: any. */
bool entry_read(const wisp_effect *raw, const char *path, const char *wanted, wisp_effect *out,
                struct diag_list *diags);

/* Entry k of a table whose elements have `size` bytes: its tail is zero when the plugin's
 * header knew less. */
wisp_param entry_param(const wisp_param *params, uint32_t size, uint32_t k);
wisp_command entry_command(const wisp_command *commands, uint32_t size, uint32_t k);

/* Check a table of parameters. where: "params" or "commands.burst". */
void entry_check_params(const wisp_param *params, uint32_t count, uint32_t size,
                        const char *path, const char *where, struct diag_list *diags);
/* [a-z][a-z0-9_]*, at most 31 characters. */
bool entry_name_is_valid(const char *name);

/* Copy into the arena. NULL: no memory. */
struct effect_type *effect_type_copy(struct arena *arena, const wisp_effect *entry);

#endif
