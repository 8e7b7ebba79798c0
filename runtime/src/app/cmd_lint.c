/* SPDX-License-Identifier: MIT
 *
 * wisp lint - what can be said of plugin files without running them.
 */
#include "app/command.h"
#include "app/diag_format.h"
#include "app/exit.h"
#include "plugin/lint.h"

struct lint_options {
    int format;
};

static const char *const formats[] = {"text", "json", "sarif", NULL};

static const struct arg_option options[] = {
    {.name = "--format",
     .kind = ARG_CHOICE,
     .offset = offsetof(struct lint_options, format),
     .value = "FORMAT",
     .help = "text, json or sarif; default text",
     .choices = formats},
};

static const struct args_table table = {
    .command = "lint",
    .operands = "PLUGIN.so...",
    .summary = "faults of plugin files that can be seen without running them",
    .details = "Writable statics, names it exports, what keeps it from being unloaded.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .least = 1,
    .most = ARGS_POSITIONAL_MOST,
};

static int run(struct app *app, int argc, char **argv) {
    struct lint_options given = {0};
    struct args args;
    struct diag_list diags;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    diag_list_init(&diags, app->allocator);
    for (size_t i = 0; i < args.count; i++) lint_file(app->allocator, args.operands[i], &diags);
    diag_format_write(&diags, (enum diag_format)given.format, app->allocator, stdout);
    code = diags.errors + diags.warnings > 0 ? EXIT_PROBLEMS : EXIT_OK;
    diag_list_free(&diags);
    return code;
}

const struct command command_lint = {.table = &table, .run = run};
