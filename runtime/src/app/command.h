/* SPDX-License-Identifier: MIT
 *
 * command - the subcommands of the program, one file each.
 */
#ifndef APP_COMMAND_H
#define APP_COMMAND_H

#include "app/args.h"
#include "app/paths.h"
#include "base/log.h"

struct plugin_trace;

/* What every command gets. */
struct app {
    const struct allocator *allocator;
    struct log *log; /* to stderr */
    struct app_paths paths;
    const struct wisp_effect *const *linked; /* effects of the program's own, for benchmarks */
    uint32_t linked_count;
    char *partial;            /* PATH_SIZE: a file being written, for who cleans up; or NULL */
    const char *last_effects; /* plugin folder searched after all others, or NULL */
    struct plugin_trace *trace; /* where it is written what plugin code runs, or NULL */
};

struct command {
    const struct args_table *table;
    int (*run)(struct app *app, int argc, char **argv); /* returns an exit code */
    bool hidden;                                        /* for the program's own children */
};

extern const struct command command_run, command_render, command_check, command_list,
    command_new, command_export, command_bench, command_explain, command_doc, command_luals,
    command_lint, command_validate, command_probe, command_bare;

#endif
