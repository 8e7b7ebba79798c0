/* SPDX-License-Identifier: MIT
 *
 * wisp run - a scene in a window, reloaded as its files change.
 */
#include "app/exit.h"
#include "app/interrupt.h"
#include "app/player.h"

struct run_options {
    struct arg_whole seed, threads, frames;
    struct arg_size size;
    const char *effects;
    const char *rebuild;
    int watch;
    bool events, no_watch, safe, alone;
};

#define OPTION(field) offsetof(struct run_options, field)

static const char *const watch_modes[] = {"auto", "poll", NULL};

static const struct arg_option options[] = {
    {.name = "--size",
     .kind = ARG_SIZE,
     .offset = OPTION(size),
     .value = "WxH",
     .help = "of the window in pixels; default 1280x720"},
    {.name = "--seed",
     .kind = ARG_WHOLE,
     .offset = OPTION(seed),
     .value = "N",
     .help = "in place of the scene's own seed",
     .max = 1.8446744073709552e19},
    {.name = "--threads",
     .kind = ARG_WHOLE,
     .offset = OPTION(threads),
     .value = "N",
     .help = "threads that simulate; default: all processors",
     .min = 1.0,
     .max = JOBS_THREADS_MOST},
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = OPTION(effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
    {.name = "--events",
     .kind = ARG_FLAG,
     .offset = OPTION(events),
     .help = "print one JSON object a line for each reload"},
    {.name = "--no-watch",
     .kind = ARG_FLAG,
     .offset = OPTION(no_watch),
     .help = "reload on F5 only"},
    {.name = "--watch",
     .kind = ARG_CHOICE,
     .offset = OPTION(watch),
     .value = "HOW",
     .help = "auto, or poll: look at the files, where the system does not tell of changes",
     .choices = watch_modes},
    {.name = "--rebuild",
     .kind = ARG_TEXT,
     .offset = OPTION(rebuild),
     .value = "CMD",
     .help = "run CMD when a plugin's source changes: 'cmake --build build/release'"},
    {.name = "--one-process",
     .kind = ARG_FLAG,
     .offset = OPTION(alone),
     .help = "without the process that brings a crashed one back; for debuggers"},
    {.name = "--safe",
     .kind = ARG_FLAG,
     .offset = OPTION(safe),
     .help = "without the state of an earlier run"},
    {.name = "--frames",
     .kind = ARG_WHOLE,
     .offset = OPTION(frames),
     .value = "N",
     .help = "stop after N frames",
     .min = 1.0,
     .max = 1e9},
};

static const struct args_table table = {
    .command = "run",
    .operands = "SCENE.lua",
    .summary = "a scene in a window, reloaded as its files change",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
};

struct running {
    struct app *app;
    struct player_desc desc;
};

static int worker(void *user, struct supervise *supervise) {
    struct running *r = user;
    interrupt_begin();
    return player_run(r->app, &r->desc, supervise);
}

static int run(struct app *app, int argc, char **argv) {
    struct run_options given = {.size = {1280, 720}};
    struct args args;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    struct running r = {.app = app};
    r.desc = (struct player_desc){
        .stage = {.title = args.operands[0],
                  .graphics = STAGE_WINDOW,
                  .width = given.size.width,
                  .height = given.size.height,
                  .effects = given.effects,
                  .threads = (uint32_t)given.threads.value,
                  .seed = given.seed,
                  .seek_interval = 1.0f,
                  .scene = args.operands[0]},
        .frames = given.frames.value,
        .events = given.events,
        .watch = !given.no_watch,
        .poll = given.watch == 1,
        .rebuild = given.rebuild,
    };
    const struct supervise_desc desc = {
        .restart = true, .alone = given.alone, .worker = worker, .user = &r};
    return supervise(app, &desc);
}

const struct command command_run = {.table = &table, .run = run};
