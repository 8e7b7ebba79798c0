/* SPDX-License-Identifier: MIT
 *
 * wisp bench - the program measures itself.
 *
 * Each line of CSV:
 * program,variant,threads,alive,steps,runs,wall_min,wall_med,wall_max,cpu_min, cpu_med; the
 * unit of the times is in the variant's help line. Numbers of two runs of the program are not
 * comparable, ratios inside one are.
 */
#include "app/bench.h"
#include "app/exit.h"
#include "base/str.h"
#include "base/suggest.h"

struct bench_options {
    struct arg_whole runs;
    const char *effects;
    bool json;
};

static const struct arg_option options[] = {
    {.name = "--json",
     .kind = ARG_FLAG,
     .offset = offsetof(struct bench_options, json),
     .help = "an array of objects with the members of the CSV header"},
    {.name = "--runs",
     .kind = ARG_WHOLE,
     .offset = offsetof(struct bench_options, runs),
     .value = "N",
     .help = "repetitions that minimum and median are of; default 7",
     .min = 1.0,
     .max = 100.0},
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = offsetof(struct bench_options, effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
};

static const struct args_table table = {
    .command = "bench",
    .operands = "[NAME...]",
    .summary = "measure the program on this machine",
    .details = "NAME is one of: start memory idle scale lua png reload particles fluid jet "
               "fire. Without a "
               "name: all.\n"
               "start, png and reload are in ms, memory in MiB, idle and scale in us for each "
               "instance\n"
               "and frame, lua in us a frame, jet and fire in ns a frame, "
               "particles and fluid in ns for each "
               "particle and step.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .most = ARGS_POSITIONAL_MOST,
};

static const struct {
    const char *name;
    int (*run)(struct bench *bench);
} benches[] = {
    {"start", bench_start},   {"memory", bench_memory},
    {"idle", bench_idle},     {"scale", bench_scale},
    {"lua", bench_lua},       {"png", bench_png},
    {"reload", bench_reload}, {"particles", bench_particles},
    {"fluid", bench_fluid},   {"jet", bench_jet},
    {"fire", bench_fire},
};
enum { BENCH_COUNT = sizeof benches / sizeof *benches };

static int unknown(const char *name) {
    const char *names[BENCH_COUNT];
    for (size_t i = 0; i < BENCH_COUNT; i++) names[i] = benches[i].name;
    const char *near = suggest_name(name, names, BENCH_COUNT, NULL, 0);
    return exit_error(EXIT_USAGE, "usage", "there is no benchmark '%s'%s%s%s", name,
                      near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                      near != NULL ? "'?" : "");
}

static int run_one(struct bench *bench, const char *name) {
    for (size_t i = 0; i < BENCH_COUNT; i++)
        if (str_equal(benches[i].name, name)) return benches[i].run(bench);
    return unknown(name);
}

static int run(struct app *app, int argc, char **argv) {
    struct bench_options given = {.runs = {7, false}};
    struct args args;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    struct bench bench = {.app = app,
                          .effects = given.effects,
                          .runs = (uint32_t)given.runs.value,
                          .json = given.json};
    bench_begin(&bench);
    for (size_t i = 0; i < args.count && code == 0; i++)
        code = run_one(&bench, args.operands[i]);
    for (size_t i = 0; i < BENCH_COUNT && args.count == 0 && code == 0; i++)
        code = benches[i].run(&bench);
    bench_end(&bench);
    return code;
}

const struct command command_bench = {.table = &table, .run = run};
