/* SPDX-License-Identifier: MIT
 *
 * Includes only look down: the edges of the architecture, and no others.
 */
#include "base/path.h"
#include "base/str.h"
#include "os/file.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

/* What files of a folder may include, besides their own folder and C's and POSIX's headers. */
static const struct rule {
    const char *folder;
    const char *may[10];
} rules[] = {
    {"base", {"wisp", "xxhash.h"}},
    {"os", {"base", "wisp", "xxhash.h"}},
    {"gfx", {"base", "wisp", "glad", "stb", "cglm"}},
    {"plugin", {"gfx", "os", "base", "wisp", "cjson"}},
    {"script", {"gfx", "os", "base", "wisp", "cjson", "lua.h", "lauxlib.h", "lualib.h"}},
    {"scene", {"script", "plugin", "gfx", "os", "base", "wisp", "cglm"}},
    {"render", {"scene", "script", "plugin", "gfx", "os", "base", "wisp", "cglm"}},
};

/* Names without a folder that belong to somebody: whoever may not include them is told. */
static const char *const owned[] = {"lua.h",   "lauxlib.h", "lualib.h", "xxhash.h", "SDL.h",
                                    "imgui.h", "dlfcn.h",   "link.h",   "elf.h"};

/* All that a plugin may include from outside. */
static const char *const for_plugins[] = {"math.h",   "string.h",   "stdint.h", "stddef.h",
                                          "float.h",  "stdbool.h",  "limits.h", "stdalign.h",
                                          "assert.h", "immintrin.h"};

static bool is_among(const char *word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count && list[i]; i++)
        if (strcmp(list[i], word) == 0) return true;
    return false;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The folder of an include, or the whole name when it has none. */
static void head_of(const char *target, char out[128]) {
    size_t n = strcspn(target, "/");
    str_format(out, 128, "%.*s", (int)n, target);
}

static bool runtime_may(const struct rule *rule, const char *path, const char *target) {
    char head[128];
    (void)path;
    head_of(target, head);
    if (strcmp(head, rule->folder) == 0 || is_among(head, rule->may, COUNT(rule->may)))
        return true;
    bool is_os = strcmp(rule->folder, "os") == 0;
    bool is_system = str_starts(target, "sys/") || str_starts(target, "linux/") ||
                     str_starts(target, "gnu/");
    if (strchr(target, '/')) return is_system && is_os;
    return is_os || !is_among(target, owned, COUNT(owned));
}

static bool plugin_may(const struct rule *rule, const char *path, const char *target) {
    char head[128], folder[PATH_SIZE], full[PATH_SIZE];
    head_of(target, head);
    if (strcmp(head, "wisp") == 0 || strcmp(head, "kit") == 0) return true;
    if (strcmp(head, rule->folder) == 0 || is_among(target, for_plugins, COUNT(for_plugins)))
        return true;
    /* A header of its own, beside it. */
    path_dirname(folder, sizeof folder, path);
    path_join(full, sizeof full, folder, target);
    return !strchr(target, '/') && file_exists(full);
}

typedef bool (*checker)(const struct rule *rule, const char *path, const char *target);

static int check_file(const struct rule *rule, const char *path, checker may) {
    char line[1024], target[256];
    int problems = 0;
    FILE *in = fopen(path, "r");
    ck_assert_ptr_nonnull(in);
    for (int n = 1; fgets(line, sizeof line, in); n++) {
        if (sscanf(line, " # include %*[<\"]%255[^>\"]", target) != 1) continue;
        if (may(rule, path, target)) continue;
        fprintf(stderr, "%s:%d: may not include %s\n", path, n, target);
        problems++;
    }
    fclose(in);
    return problems;
}

static int check_folder(const struct rule *rule, const char *folder, checker may) {
    struct file_list list;
    char path[PATH_SIZE];
    int problems = 0;
    ck_assert_int_eq(file_list(allocator_default(), folder, &list), WISP_OK);
    for (size_t i = 0; i < list.count; i++) {
        if (!str_ends(list.names[i], ".c") && !str_ends(list.names[i], ".h")) continue;
        path_join(path, sizeof path, folder, list.names[i]);
        problems += check_file(rule, path, may);
    }
    file_list_free(&list);
    return problems;
}

START_TEST(a_layer_includes_only_what_lies_below) {
    char folder[PATH_SIZE];
    int problems = 0;
    for (size_t i = 0; i < COUNT(rules); i++) {
        str_format(folder, sizeof folder, "%s/runtime/src/%s", WISP_SOURCE_ROOT,
                   rules[i].folder);
        problems += check_folder(&rules[i], folder, runtime_may);
    }
    ck_assert_int_eq(problems, 0);
}
END_TEST

START_TEST(a_plugin_includes_the_interface_the_kit_and_little_else) {
    struct file_list list;
    char folder[PATH_SIZE];
    int problems = 0;
    ck_assert_int_eq(file_list(allocator_default(), WISP_SOURCE_ROOT "/plugins", &list),
                     WISP_OK);
    for (size_t i = 0; i < list.count; i++) {
        struct file_info info;
        struct rule rule = {.folder = list.names[i]};
        str_format(folder, sizeof folder, "%s/plugins/%s", WISP_SOURCE_ROOT, list.names[i]);
        if (file_stat(folder, &info) == WISP_OK && info.kind == FILE_DIRECTORY)
            problems += check_folder(&rule, folder, plugin_may);
    }
    file_list_free(&list);
    ck_assert_int_eq(problems, 0);
}
END_TEST

/* The checks themselves see what they are there for. */
START_TEST(a_look_upwards_is_found) {
    const struct rule base = {"base", {"wisp"}}, snow = {.folder = "snow"};
    ck_assert(!runtime_may(&base, "x.c", "os/file.h"));
    ck_assert(!runtime_may(&base, "x.c", "lua.h"));
    ck_assert(!runtime_may(&base, "x.c", "sys/mman.h"));
    ck_assert(runtime_may(&base, "x.c", "string.h"));
    ck_assert(!plugin_may(&snow, "/x.c", "stdio.h"));
    ck_assert(!plugin_may(&snow, "/x.c", "stdlib.h"));
    ck_assert(!plugin_may(&snow, "/x.c", "base/arena.h"));
    ck_assert(plugin_may(&snow, "/x.c", "kit/pool.h"));
}
END_TEST

SUITE_MAIN("layers", TEST(a_layer_includes_only_what_lies_below),
           TEST(a_plugin_includes_the_interface_the_kit_and_little_else),
           TEST(a_look_upwards_is_found))
