/* SPDX-License-Identifier: MIT
 *
 * wisp render - a scene to pictures or a video, without a display.
 *
 * Frame f shows the scene at f / fps seconds: whole fixed steps and the part of one. No wall
 * clock takes part, so the same command gives the same bytes.
 */
#include "app/exit.h"
#include "app/interrupt.h"
#include "app/progress.h"
#include "app/sink.h"
#include "app/stage.h"
#include "app/stats.h"
#include "app/supervise.h"
#include "app/timing.h"
#include "base/status.h"
#include "os/clock.h"

struct render_options {
    struct arg_frames frames;
    struct arg_whole from, seed, threads;
    struct arg_size size;
    double fps;
    const char *out, *effects, *stats;
    bool state_hash, alone;
};

#define OPTION(field) offsetof(struct render_options, field)

static const struct arg_option options[] = {
    {.name = "--frames",
     .kind = ARG_FRAMES,
     .offset = OPTION(frames),
     .value = "N | A:B",
     .help = "the first N frames, or A up to but without B; default 1"},
    {.name = "--from",
     .kind = ARG_WHOLE,
     .offset = OPTION(from),
     .value = "FRAME",
     .help = "count the frames from this one",
     .max = 1e8},
    {.name = "--fps",
     .kind = ARG_NUMBER,
     .offset = OPTION(fps),
     .value = "RATE",
     .help = "frames a second of scene time; default 60",
     .min = 0.1,
     .max = 1000.0},
    {.name = "--size",
     .kind = ARG_SIZE,
     .offset = OPTION(size),
     .value = "WxH",
     .help = "of the picture in pixels; default 1280x720"},
    {.name = "--out",
     .kind = ARG_TEXT,
     .offset = OPTION(out),
     .value = "PATH",
     .help = "f_%05d.png, x.png (one frame), x.mp4, x.gif or x.webm; default frame_%05d.png"},
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
     .help = "threads that simulate; the result is the same for any; default: all processors",
     .min = 1.0,
     .max = JOBS_THREADS_MOST},
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = OPTION(effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
    {.name = "--state-hash",
     .kind = ARG_FLAG,
     .offset = OPTION(state_hash),
     .help = "print a hash of the whole simulation state after the last frame"},
    {.name = "--stats",
     .kind = ARG_TEXT,
     .offset = OPTION(stats),
     .value = "FILE",
     .help = "write counts and times of each effect as JSON"},
    {.name = "--one-process",
     .kind = ARG_FLAG,
     .offset = OPTION(alone),
     .help = "without the process that reports a crash; for debuggers"},
};

static const struct args_table table = {
    .command = "render",
    .operands = "SCENE.lua",
    .summary = "pictures or a video of a scene, without a display",
    .details =
        "Frame f shows the scene at f / fps seconds. Files appear whole or not at all.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
};

struct rendering {
    struct stage stage;
    struct stats stats;
    struct supervise *supervise;
    struct sink *sink;
    uint8_t *rgba, *rgb;
    size_t pixels;
};

/* Long ways are cut so that Ctrl-C is heard. */
static int advance_to(struct rendering *r, uint64_t step) {
    enum { STEPS_AT_ONCE = 16 };
    uint64_t now = scene_clock(r->stage.scene).step;
    while (now < step) {
        uint32_t most = r->stats.on ? 1 : STEPS_AT_ONCE; /* times are told of single steps */
        uint32_t n = step - now > most ? most : (uint32_t)(step - now);
        stage_advance(&r->stage, n);
        stats_step(&r->stats, r->stage.scene);
        now += n;
        if (interrupt_asked()) return EXIT_INTERRUPTED;
    }
    return 0;
}

static int one_frame(struct rendering *r, const struct render_options *given, uint64_t frame) {
    float alpha;
    double step_dt = scene_clock(r->stage.scene).dt;
    int code = advance_to(r, timing_steps(frame, given->fps, step_dt, &alpha));
    if (code != 0) return code;
    uint64_t begin = clock_now_ns();
    wisp_status status = stage_read(&r->stage, alpha, r->rgba, r->rgb);
    if (status != WISP_OK)
        return exit_error(EXIT_MACHINE, "graphics", "cannot read frame %llu back: %s",
                          (unsigned long long)frame, status_text(status));
    stats_frame(&r->stats, clock_now_ns() - begin);
    supervise_frame(r->supervise);
    return sink_frame(r->sink, frame, r->rgb);
}

static int all_frames(struct rendering *r, const struct render_options *given, uint64_t begin,
                      uint64_t end) {
    struct progress progress;
    int code = 0;
    progress_begin(&progress, end - begin);
    for (uint64_t frame = begin; frame < end && code == 0; frame++) {
        code = one_frame(r, given, frame);
        progress_show(&progress, frame + 1 - begin);
    }
    progress_end(&progress);
    if (code == EXIT_INTERRUPTED)
        exit_error(EXIT_INTERRUPTED, "interrupted", "stopped before the last frame");
    return code == 0 ? sink_finish(r->sink) : code;
}

static int make_room(struct rendering *r, const struct render_options *given) {
    const struct allocator *a = r->stage.app->allocator;
    r->pixels = (size_t)given->size.width * given->size.height;
    r->rgba = alloc_array(a, r->pixels, 4);
    r->rgb = alloc_array(a, r->pixels, 3);
    if (r->rgba != NULL && r->rgb != NULL) return 0;
    return exit_error(EXIT_MACHINE, "memory", "out of memory for a picture of %ux%u",
                      given->size.width, given->size.height);
}

static void print_hash(struct scene *scene) {
    char text[HASH128_TEXT];
    hash128_text(scene_hash(scene), text);
    printf("state-hash: %s\n", text);
}

static int with_scene(struct rendering *r, const struct render_options *given) {
    uint64_t begin = given->frames.begin + given->from.value;
    uint64_t end = given->frames.end + given->from.value;
    const struct sink_desc desc = {
        .path = given->out,
        .width = given->size.width,
        .height = given->size.height,
        .fps = given->fps,
        .begin = begin,
        .end = end,
    };
    int code = sink_open(r->stage.app, &desc, &r->sink);
    if (code == 0) code = make_room(r, given);
    if (code == 0) code = all_frames(r, given, begin, end);
    if (code == 0 && given->state_hash) print_hash(r->stage.scene);
    if (code == 0 && given->stats != NULL)
        code = stats_write(&r->stats, &r->stage, given->stats);
    if (code == 0 && r->stage.problems > 0) code = EXIT_PROBLEMS;
    return code;
}

/* The part that runs plugins, in a process of its own. */
struct worker {
    struct app *app;
    const char *path;
    const struct render_options *given;
};

static int render(void *user, struct supervise *supervise) {
    struct worker *worker = user;
    struct app *app = worker->app;
    const struct render_options *given = worker->given;
    const char *path = worker->path;
    struct rendering r = {.supervise = supervise};
    const struct stage_desc desc = {
        .title = "wisp render",
        .graphics = STAGE_HEADLESS,
        .width = given->size.width,
        .height = given->size.height,
        .effects = given->effects,
        .threads = (uint32_t)given->threads.value,
        .seed = given->seed,
        .scene = path,
    };
    app->trace = &supervise->shared->trace;
    app->partial = supervise->shared->partial;
    interrupt_begin();
    stats_begin(&r.stats, app->allocator, given->stats != NULL);
    int code = stage_open(app, &desc, &r.stage);
    if (code != 0) return code;
    code = stage_load(&r.stage, path);
    if (code == 0) code = with_scene(&r, given);
    sink_close(r.sink);
    alloc_free(app->allocator, r.rgba, 4 * r.pixels);
    alloc_free(app->allocator, r.rgb, 3 * r.pixels);
    stats_end(&r.stats);
    stage_close(&r.stage);
    return code;
}

static int run(struct app *app, int argc, char **argv) {
    struct render_options given = {
        .frames = {0, 1, false},
        .size = {1280, 720},
        .fps = 60.0,
        .out = "frame_%05d.png",
    };
    struct args args;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    struct worker worker = {app, args.operands[0], &given};
    const struct supervise_desc desc = {
        .alone = given.alone, .worker = render, .user = &worker};
    return supervise(app, &desc);
}

const struct command command_render = {.table = &table, .run = run};
