/* SPDX-License-Identifier: MIT
 *
 * wisp new - a scene or an effect that works as it is, to begin from.
 *
 * Templates are files: scenes of scripts/templates, and the effect plugins/dust, in which the
 * name is exchanged. Nothing that exists is written over.
 */
#include "app/command.h"
#include "app/exit.h"
#include "base/status.h"
#include "base/str.h"
#include "os/file.h"

#include <ctype.h>
#include <string.h>

struct new_options {
    const char *template;
    const char *into;
};

static const struct arg_option options[] = {
    {.name = "--template",
     .kind = ARG_TEXT,
     .offset = offsetof(struct new_options, template),
     .value = "NAME",
     .help = "scene to begin from: empty, campfire, fireworks, flock; default empty"},
    {.name = "--into",
     .kind = ARG_TEXT,
     .offset = offsetof(struct new_options, into),
     .value = "DIR",
     .help = "folder to write to; default here"},
};

static const struct args_table table = {
    .command = "new",
    .operands = "scene|effect NAME",
    .summary = "begin a scene or an effect from a working template",
    .details =
        "scene NAME writes NAME.lua. effect NAME writes the folder NAME with a CMake project,\n"
        "its source and a scene that shows it. Existing files are never written over.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .least = 2,
    .most = 2,
};

enum { NAME_MOST = 31, TEMPLATE_BYTES_MOST = 1 << 20 };

/* As ids are: [a-z][a-z0-9_]*, so that it can also be a plugin's. */
static bool name_valid(const char *name) {
    if (!islower((unsigned char)name[0]) || strlen(name) > NAME_MOST) return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_')
            return false;
    return true;
}

/* text with every whole word `from` (as part of identifiers too) exchanged for `to`. */
static void exchange(const char *text, const char *from, const char *to, struct strbuf *out) {
    size_t length = strlen(from);
    for (const char *at = text;;) {
        const char *hit = strstr(at, from);
        if (hit == NULL) {
            strbuf_add(out, at);
            return;
        }
        bool inside = hit > text && isalnum((unsigned char)hit[-1]);
        inside = inside || isalnum((unsigned char)hit[length]);
        strbuf_add_n(out, at, (size_t)(hit - at));
        strbuf_add(out, inside ? from : to);
        at = hit + length;
    }
}

static int write_new(const char *path, const struct strbuf *text) {
    wisp_status status = text->status;
    if (status == WISP_OK)
        status = file_write(path, strbuf_text(text), text->length, FILE_WRITE_EXCLUSIVE);
    if (status == WISP_E_EXISTS)
        return exit_error(EXIT_OUTPUT, "exists", "'%s' exists already; nothing was changed",
                          path);
    if (status != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot write '%s': %s", path,
                          status_text(status));
    printf("wrote %s\n", path);
    return EXIT_OK;
}

/* Copy one template file to path, `from` in it becoming `to`. */
static int write_template(struct app *app, const char *source, const char *path,
                          const char *from, const char *to) {
    struct file_data data;
    struct strbuf text;
    wisp_status status = file_read(app->allocator, source, TEMPLATE_BYTES_MOST, &data);
    if (status != WISP_OK)
        return exit_error(EXIT_MACHINE, "template", "cannot read the template '%s': %s", source,
                          status_text(status));
    strbuf_init(&text, app->allocator);
    exchange((const char *)data.bytes, from, to, &text);
    int code = write_new(path, &text);
    strbuf_free(&text);
    file_data_free(&data);
    return code;
}

static int new_scene(struct app *app, const char *name, const struct new_options *given) {
    char source[PATH_SIZE], file[64], path[PATH_SIZE];
    if (!name_valid(given->template))
        return exit_error(EXIT_USAGE, "usage", "no template is called '%s'", given->template);
    str_format(source, sizeof source, "%s/templates/%s.lua", app->paths.scripts,
               given->template);
    if (!file_exists(source))
        return exit_error(
            EXIT_USAGE, "usage",
            "no template is called '%s'; there are empty, campfire, fireworks and "
            "flock",
            given->template);
    str_format(file, sizeof file, "%s.lua", name);
    if (path_join(path, sizeof path, given->into, file) != WISP_OK)
        return exit_error(EXIT_USAGE, "usage", "the path is too long");
    return write_template(app, source, path, "TEMPLATE", name);
}

static int write_text(struct app *app, const char *path, const char *text, const char *name) {
    struct strbuf out;
    strbuf_init(&out, app->allocator);
    exchange(text, "dust", name, &out);
    int code = write_new(path, &out);
    strbuf_free(&out);
    return code;
}

static const char project_text[] = "# Build:  cmake -B build && cmake --build build\n"
                                   "# Where wisp is not installed under /usr, add "
                                   "-DCMAKE_PREFIX_PATH=<its prefix or build folder>.\n"
                                   "cmake_minimum_required(VERSION 3.25)\n"
                                   "project(dust LANGUAGES C)\n"
                                   "set(CMAKE_C_STANDARD 11)\n"
                                   "find_package(wisp REQUIRED)\n"
                                   "wisp_add_effect(dust LIBRARIES wisp::kit)\n";

static const char scene_text[] =
    "-- Shows the effect; see the line in CMakeLists.txt for how to build it. Then:\n"
    "--   wisp run scene.lua --effects build/lib/wisp/effects --rebuild 'cmake --build build'\n"
    "return wisp.scene {\n"
    "  title = \"dust\", seed = 1,\n"
    "  camera = wisp.orbit { target = { 0, 1, 0 }, distance = 6, pitch = 15 },\n"
    "  bodies = { wisp.ground { id = \"ground\" } },\n"
    "  effects = { wisp.effect(\"dust\", { id = \"it\" }) },\n"
    "}\n";

/* Shaders are sought beside the scene too: <folder>/<name>/mote.vert. */
static int write_shaders(struct app *app, const char *folder, const char *name) {
    char from[PATH_SIZE], to[PATH_SIZE], source[PATH_SIZE], path[PATH_SIZE];
    struct file_list list;
    int code = 0;
    if (path_join(from, sizeof from, app->paths.shaders, "dust") != WISP_OK ||
        path_join(to, sizeof to, folder, name) != WISP_OK ||
        file_list(app->allocator, from, &list) != WISP_OK)
        return 0; /* a template without shaders */
    if (file_make_dirs(to) != WISP_OK)
        code = exit_error(EXIT_OUTPUT, "output", "cannot make the folder '%s'", to);
    for (size_t i = 0; i < list.count && code == 0; i++)
        if (path_join(source, sizeof source, from, list.names[i]) == WISP_OK &&
            path_join(path, sizeof path, to, list.names[i]) == WISP_OK)
            code = write_template(app, source, path, "dust", name);
    file_list_free(&list);
    return code;
}

static int new_effect(struct app *app, const char *name, const struct new_options *given) {
    char folder[PATH_SIZE], path[PATH_SIZE], file[64];
    if (path_join(folder, sizeof folder, given->into, name) != WISP_OK)
        return exit_error(EXIT_USAGE, "usage", "the path is too long");
    if (file_exists(folder))
        return exit_error(EXIT_OUTPUT, "exists", "'%s' exists already; nothing was changed",
                          folder);
    wisp_status status = file_make_dirs(folder);
    if (status != WISP_OK)
        return exit_error(EXIT_OUTPUT, "output", "cannot make the folder '%s': %s", folder,
                          status_text(status));
    str_format(file, sizeof file, "%s.c", name);
    status = path_join(path, sizeof path, folder, file);
    int code = status == WISP_OK ? write_template(app, app->paths.template, path, "dust", name)
                                 : exit_error(EXIT_USAGE, "usage", "the path is too long");
    if (code == 0) code = write_shaders(app, folder, name);
    if (code == 0 && path_join(path, sizeof path, folder, "CMakeLists.txt") == WISP_OK)
        code = write_text(app, path, project_text, name);
    if (code == 0 && path_join(path, sizeof path, folder, "scene.lua") == WISP_OK)
        code = write_text(app, path, scene_text, name);
    return code;
}

static int run(struct app *app, int argc, char **argv) {
    struct new_options given = {.template = "empty", .into = ""};
    struct args args;
    int code = args_parse(&table, argc, argv, &given, &args);
    if (code != 0 || args.help) return code;
    const char *kind = args.operands[0], *name = args.operands[1];
    bool effect = str_equal(kind, "effect");
    if (!effect && !str_equal(kind, "scene"))
        return exit_error(EXIT_USAGE, "usage", "'%s' is neither scene nor effect", kind);
    if (!name_valid(name))
        return exit_error(EXIT_USAGE, "usage",
                          "'%s' cannot be a name: small letters, digits and _, at most %d, "
                          "beginning with a letter",
                          name, NAME_MOST);
    return effect ? new_effect(app, name, &given) : new_scene(app, name, &given);
}

const struct command command_new = {.table = &table, .run = run};
