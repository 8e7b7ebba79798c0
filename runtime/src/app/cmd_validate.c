/* SPDX-License-Identifier: MIT
 *
 * wisp validate - drive plugins hard and look at what they do. In a process of its own: a plugin
 * that crashes is an answer too.
 */
#include "app/diag_format.h"
#include "app/exit.h"
#include "app/supervise.h"
#include "plugin/validate.h"

struct validate_given {
    struct arg_whole sets, seed;
    int format;
};

static const char *const formats[] = {"text", "json", "sarif", NULL};

static const struct arg_option options[] = {
    {.name = "--sets",
     .kind = ARG_WHOLE,
     .offset = offsetof(struct validate_given, sets),
     .value = "N",
     .help = "random sets of parameters to try; default 1000",
     .min = 1.0,
     .max = 1e6},
    {.name = "--seed",
     .kind = ARG_WHOLE,
     .offset = offsetof(struct validate_given, seed),
     .value = "N",
     .help = "of the random sets",
     .max = 1.8446744073709552e19},
    {.name = "--format",
     .kind = ARG_CHOICE,
     .offset = offsetof(struct validate_given, format),
     .value = "FORMAT",
     .help = "text, json or sarif; default text",
     .choices = formats},
};

static const struct args_table table = {
    .command = "validate",
    .operands = "PLUGIN.so...",
    .summary = "run plugins through everything that hosts do",
    .details = "Random parameters, draws, threads, checkpoints, reloads; NaN and leaks are "
               "looked for.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .least = 1,
    .most = ARGS_POSITIONAL_MOST,
};

struct validating {
    struct app *app;
    const struct validate_given *given;
    const struct args *args;
};

static int worker(void *user, struct supervise *supervise) {
    struct validating *v = user;
    struct diag_list diags;
    const struct validate_options how = {.value_sets = (uint32_t)v->given->sets.value,
                                         .seed = v->given->seed.value};
    diag_list_init(&diags, v->app->allocator);
    for (size_t i = 0; i < v->args->count; i++) {
        validate_file(v->app->allocator, v->args->operands[i], &how, &diags);
        supervise_frame(supervise);
    }
    diag_format_write(&diags, (enum diag_format)v->given->format, v->app->allocator, stdout);
    int code = diags.errors > 0 ? EXIT_PROBLEMS : EXIT_OK;
    diag_list_free(&diags);
    return code;
}

static int run(struct app *app, int argc, char **argv) {
    struct validate_given given = {0};
    struct args args;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    struct validating v = {app, &given, &args};
    const struct supervise_desc desc = {.patient = true, .worker = worker, .user = &v};
    return supervise(app, &desc);
}

const struct command command_validate = {.table = &table, .run = run};
