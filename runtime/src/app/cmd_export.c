/* SPDX-License-Identifier: MIT
 *
 * wisp export - the simulation state of one effect, frame by frame, for other programs.
 */
#include "app/exit.h"
#include "app/export_format.h"
#include "app/interrupt.h"
#include "app/sink.h"
#include "app/stage.h"
#include "app/timing.h"
#include "base/status.h"
#include "os/file.h"
#include "plugin/instance.h"

#include <string.h>

struct export_options {
    struct arg_frames frames;
    struct arg_whole seed, threads;
    double fps;
    const char *effect, *buffer, *out, *effects;
    int format;
    bool list;
};

#define OPTION(field) offsetof(struct export_options, field)

static const char *const formats[] = {"csv", "npy", "ply", "vtk", "obj", NULL};

static const struct arg_option options[] = {
    {.name = "--effect",
     .kind = ARG_TEXT,
     .offset = OPTION(effect),
     .value = "ID",
     .help = "whose state, by its id in the scene"},
    {.name = "--buffer",
     .kind = ARG_TEXT,
     .offset = OPTION(buffer),
     .value = "NAME",
     .help = "one buffer; default: positions, with all that has one value for each of them"},
    {.name = "--list",
     .kind = ARG_FLAG,
     .offset = OPTION(list),
     .help = "print the buffers of all effects after the last frame, and write nothing"},
    {.name = "--frames",
     .kind = ARG_FRAMES,
     .offset = OPTION(frames),
     .value = "N | A:B",
     .help = "the first N frames, or A up to but without B; default 1"},
    {.name = "--fps",
     .kind = ARG_NUMBER,
     .offset = OPTION(fps),
     .value = "RATE",
     .help = "frames a second of scene time; default 60",
     .min = 0.1,
     .max = 1000.0},
    {.name = "--format",
     .kind = ARG_CHOICE,
     .offset = OPTION(format),
     .value = "FORMAT",
     .help = "csv, npy (one buffer), ply or vtk (points), obj (triangles); default csv",
     .choices = formats},
    {.name = "--out",
     .kind = ARG_TEXT,
     .offset = OPTION(out),
     .value = "PATTERN",
     .help = "files to write; default ID_%05d.csv, .npy, ..."},
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
     .help = "threads that simulate; the result is the same for any",
     .min = 1.0,
     .max = JOBS_THREADS_MOST},
    {.name = "--effects",
     .kind = ARG_TEXT,
     .offset = OPTION(effects),
     .value = "DIR",
     .help = "look for plugins in DIR first"},
};

static const struct args_table table = {
    .command = "export",
    .operands = "SCENE.lua",
    .summary = "the state of an effect, frame by frame, as csv, npy, ply, vtk or obj",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
};

static const struct buffer_store *buffers_of(struct scene *scene, const char *id) {
    uint32_t node = scene_find(scene, id);
    struct instance *instance = node != UINT32_MAX ? scene_instance(scene, node) : NULL;
    return instance != NULL ? instance_buffers(instance) : NULL;
}

static int no_such_effect(struct scene *scene, const char *id) {
    char known[512] = "";
    size_t n = 0;
    struct scene_effect_stats effect;
    for (uint32_t i = 0; scene_effect_stats(scene, i, &effect); i++)
        n += str_format(known + n, sizeof known - n, "%s%s", i > 0 ? ", " : "", effect.id);
    return exit_error(EXIT_USAGE, "unknown-effect", "the scene has no effect '%s'; it has: %s",
                      id, known);
}

static int no_such_buffer(const struct buffer_store *store, const char *id, const char *name) {
    char known[1024] = "";
    size_t n = 0;
    for (uint32_t i = 0; i < store->count; i++)
        n += str_format(known + n, sizeof known - n, "%s%s", i > 0 ? ", " : "",
                        store->items[i].name);
    return exit_error(EXIT_USAGE, "unknown-buffer", "'%s' has no buffer '%s'; it has: %s", id,
                      name, known);
}

/* Positions and what goes with them, or the one buffer named. */
static uint32_t choose(const struct buffer_store *store, const char *name, bool one,
                       const struct buffer *out[BUFFERS_MOST]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < store->count; i++) {
        const struct buffer *b = &store->items[i];
        bool main = strcmp(b->name, "pos") == 0; /* of several spatial ones, the effect's own */
        bool spatial = (b->flags & WISP_BUFFER_SPATIAL) != 0 && (count == 0 || main);
        if (name != NULL ? strcmp(b->name, name) == 0 : spatial) out[0] = b, count = 1;
    }
    if (count == 0 || name != NULL || one) return count;
    for (uint32_t i = 0; i < store->count; i++) {
        const struct buffer *b = &store->items[i];
        bool kept = (b->flags & WISP_BUFFER_SCRATCH) == 0;
        if (b != out[0] && kept && b->used == out[0]->used) out[count++] = b;
    }
    return count;
}

/* The triangles of an effect that builds its surface. */
static uint32_t choose_surface(const struct buffer_store *store,
                               const struct buffer *out[BUFFERS_MOST]) {
    static const char *const names[] = {"surface.pos", "surface.index"};
    uint32_t found = 0;
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < store->count; i++)
            if (strcmp(store->items[i].name, names[k]) == 0) out[found++] = &store->items[i];
    return found == 2 ? found : 0;
}

static int write_frame(struct stage *stage, const struct export_options *given,
                       uint64_t frame) {
    const struct buffer *chosen[BUFFERS_MOST];
    char path[PATH_SIZE];
    struct strbuf text;
    const struct buffer_store *store = buffers_of(stage->scene, given->effect);
    if (store == NULL) return no_such_effect(stage->scene, given->effect);
    bool one = given->format == EXPORT_NPY;
    uint32_t count = given->format == EXPORT_OBJ ? choose_surface(store, chosen)
                                                 : choose(store, given->buffer, one, chosen);
    if (count == 0 && given->format == EXPORT_OBJ)
        return exit_error(
            EXIT_USAGE, "no-surface",
            "'%s' has built no triangles: obj wants an effect with a surface, such "
            "as a fluid with surface = true",
            given->effect);
    if (count == 0)
        return no_such_buffer(store, given->effect,
                              given->buffer != NULL ? given->buffer : "of positions");
    if (sink_pattern_expand(given->out, frame, path, sizeof path) != WISP_OK)
        return exit_error(EXIT_USAGE, "usage", "the path after --out is too long");
    strbuf_init(&text, stage->app->allocator);
    wisp_status status = export_write((enum export_format)given->format, chosen, count, &text);
    int code = 0;
    if (status == WISP_E_BAD_PARAM)
        code = exit_error(EXIT_USAGE, "usage", "'%s' has no x, y, z: choose another format",
                          chosen[0]->name);
    else if (status == WISP_OK)
        status = file_write(path, text.data, text.length, 0);
    if (code == 0 && status != WISP_OK)
        code = exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", path,
                          status_text(status));
    strbuf_free(&text);
    return code;
}

static void list_buffers(struct scene *scene) {
    struct scene_effect_stats effect;
    printf("effect,buffer,type,components,count,used,flags\n");
    for (uint32_t i = 0; scene_effect_stats(scene, i, &effect); i++) {
        const struct buffer_store *store = buffers_of(scene, effect.id);
        for (uint32_t k = 0; store != NULL && k < store->count; k++) {
            const struct buffer *b = &store->items[k];
            printf("%s,%s,%s,%u,%llu,%llu,%s%s\n", effect.id, b->name,
                   buffer_type_text(b->type), b->components, (unsigned long long)b->count,
                   (unsigned long long)b->used,
                   (b->flags & WISP_BUFFER_SCRATCH) != 0 ? "scratch" : "kept",
                   (b->flags & WISP_BUFFER_SPATIAL) != 0 ? " spatial" : "");
        }
    }
}

static int all_frames(struct stage *stage, const struct export_options *given) {
    int code = 0;
    for (uint64_t f = given->frames.begin; f < given->frames.end && code == 0; f++) {
        float alpha;
        uint64_t step = timing_steps(f, given->fps, scene_clock(stage->scene).dt, &alpha);
        while (scene_clock(stage->scene).step < step && code == 0) {
            stage_advance(stage, 1);
            if (interrupt_asked()) code = EXIT_INTERRUPTED;
        }
        if (code == 0 && !given->list) code = write_frame(stage, given, f);
    }
    if (code == 0 && given->list) list_buffers(stage->scene);
    return code == 0 && stage->problems > 0 ? EXIT_PROBLEMS : code;
}

static int check_usage(const struct export_options *given) {
    int directives;
    if (given->list) return 0;
    if (given->effect == NULL)
        return exit_error(EXIT_USAGE, "usage", "say whose state: --effect ID");
    if (!sink_pattern_valid(given->out, &directives) ||
        (directives == 0 && given->frames.end - given->frames.begin > 1))
        return exit_error(
            EXIT_USAGE, "usage",
            "'%s': several frames need a number in the name, written %%d or %%05d", given->out);
    return 0;
}

static int run(struct app *app, int argc, char **argv) {
    struct export_options given = {.frames = {0, 1, false}, .fps = 60.0};
    struct args args;
    struct stage stage;
    char pattern[256];
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    if (given.out == NULL && given.effect != NULL) {
        str_format(pattern, sizeof pattern, "%s_%%05d.%s", given.effect, formats[given.format]);
        given.out = pattern;
    }
    code = check_usage(&given);
    if (code != 0) return code;
    const struct stage_desc desc = {
        .graphics = STAGE_NULL,
        .width = 1280,
        .height = 720,
        .effects = given.effects,
        .threads = (uint32_t)given.threads.value,
        .seed = given.seed,
        .scene = args.operands[0],
    };
    interrupt_begin();
    code = stage_open(app, &desc, &stage);
    if (code != 0) return code;
    code = stage_load(&stage, args.operands[0]);
    if (code == 0) code = all_frames(&stage, &given);
    stage_close(&stage);
    return code;
}

const struct command command_export = {.table = &table, .run = run};
