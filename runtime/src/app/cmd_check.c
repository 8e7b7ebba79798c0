/* SPDX-License-Identifier: MIT
 *
 * wisp check - every problem of scene files, without graphics.
 *
 * Each scene is loaded, described and created on the null backend, and takes a few dry steps.
 */
#include "app/diag_format.h"
#include "app/exit.h"
#include "app/stage.h"
#include "base/status.h"
#include "base/str.h"
#include "os/file.h"

struct check_options {
    const char *effects;
    int format;
    bool strict;
};

static const char *const formats[] = {"text", "json", "sarif", NULL};

static const struct arg_option options[] = {
    {.name = "--format",
     .kind = ARG_CHOICE,
     .offset = offsetof(struct check_options, format),
     .value = "FORMAT",
     .help = "text, json or sarif; default text",
     .choices = formats},
    {.name = "--strict",
     .kind = ARG_FLAG,
     .offset = offsetof(struct check_options, strict),
     .help = "warnings count as problems"},
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = offsetof(struct check_options, effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
};

static const struct args_table table = {
    .command = "check",
    .operands = "PATH...",
    .summary = "every problem of scene files, without opening a window",
    .details =
        "A folder stands for the .lua files in it. Exit code 0: no problems, 1: problems.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .least = 1,
    .most = ARGS_POSITIONAL_MOST,
};

enum { DRY_STEPS = 3 };

struct checking {
    struct app *app;
    const struct check_options *given;
    struct diag_list all;
};

/* One scene file: its diagnostics go to c->all. */
static int check_file(struct checking *c, const char *path) {
    struct stage stage;
    struct script *script = NULL;
    const struct stage_desc desc = {
        .graphics = STAGE_NULL,
        .width = 320,
        .height = 180,
        .effects = c->given->effects,
        .threads = 1,
        .scene = path,
    };
    int code = stage_open(c->app, &desc, &stage);
    if (code != 0) return code;
    stage.collect = true;
    wisp_status status = stage_load_script(&stage, path, stage.deps, &script);
    if (status == WISP_OK) status = stage_start(&stage, script);
    if (status == WISP_OK) {
        scene_advance_steps(stage.scene, DRY_STEPS, &stage.diags);
        stage_dry_draw(&stage);
    }
    if (status != WISP_OK && stage.diags.errors == 0)
        diag_add(&stage.diags, (struct diag_place){.file = path}, DIAG_ERROR, "file", "%s",
                 status_text(status));
    diag_list_append(&c->all, &stage.diags);
    stage_close(&stage);
    return 0;
}

static int check_folder(struct checking *c, const char *folder) {
    struct file_list list;
    int code = 0;
    wisp_status status = file_list(c->app->allocator, folder, &list);
    if (status != WISP_OK)
        return exit_error(EXIT_PROBLEMS, "file", "cannot read '%s': %s", folder,
                          status_text(status));
    for (size_t i = 0; i < list.count && code == 0; i++) {
        char path[PATH_SIZE];
        if (!str_ends(list.names[i], ".lua")) continue;
        if (path_join(path, sizeof path, folder, list.names[i]) == WISP_OK)
            code = check_file(c, path);
    }
    file_list_free(&list);
    return code;
}

static int check_all(struct checking *c, const struct args *args) {
    int code = 0;
    for (size_t i = 0; i < args->count && code == 0; i++) {
        struct file_info info;
        bool folder =
            file_stat(args->operands[i], &info) == WISP_OK && info.kind == FILE_DIRECTORY;
        code = folder ? check_folder(c, args->operands[i]) : check_file(c, args->operands[i]);
    }
    return code;
}

static int run(struct app *app, int argc, char **argv) {
    struct check_options given = {0};
    struct args args;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    struct checking c = {.app = app, .given = &given};
    diag_list_init(&c.all, app->allocator);
    code = check_all(&c, &args);
    if (code == 0) {
        diag_format_write(&c.all, (enum diag_format)given.format, app->allocator, stdout);
        bool bad = c.all.errors > 0 || (given.strict && c.all.warnings > 0);
        code = bad ? EXIT_PROBLEMS : EXIT_OK;
    }
    diag_list_free(&c.all);
    return code;
}

const struct command command_check = {.table = &table, .run = run};
