/* SPDX-License-Identifier: MIT
 *
 * Every shader of the tree, put together as the device does it, is GLSL 330 to Khronos'
 * reference compiler too. Without glslangValidator there is nothing to ask; ./dev installs it.
 */
#include "base/str.h"
#include "gfx/shader_source.h"
#include "os/file.h"
#include "render/files.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

static char folder[256];
static char shaders[] = WISP_SOURCE_ROOT "/shaders";
static int written;

static void write_stage(const char *name) {
    char *roots[GFX_ROOTS_MOST] = {shaders};
    struct gfx_files files = render_files();
    struct shader_reader reader = {allocator_default(), &files, roots};
    struct shader_files found = {0};
    struct strbuf out;
    struct diag_list diags;
    char path[600];
    strbuf_init(&out, allocator_default());
    diag_list_init(&diags, allocator_default());
    bool ok = shader_source(&reader, name, NULL, &found, &out, &diags);
    ck_assert_msg(ok, "%s: %s", name, diags.count ? diags.items[0].text : "?");
    /* "snow/flake.vert" is written as "snow_flake.vert": its messages then name it. */
    size_t length = str_format(path, sizeof path, "%s/", folder);
    str_copy(path + length, sizeof path - length, name);
    for (char *c = path + length; *c; c++)
        if (*c == '/') *c = '_';
    ck_assert_int_eq(file_write(path, strbuf_text(&out), out.length, 0), WISP_OK);
    written++;
    strbuf_free(&out);
    diag_list_free(&diags);
    shader_files_free(allocator_default(), &found);
}

static void write_folder(const char *name) {
    char path[600], file[800];
    struct file_list list;
    snprintf(path, sizeof path, "%s/%s", shaders, name);
    if (file_list(allocator_default(), path, &list) != WISP_OK) return;
    for (size_t i = 0; i < list.count; i++) {
        const char *end = strrchr(list.names[i], '.');
        snprintf(file, sizeof file, "%s/%s", name, list.names[i]);
        if (end && (!strcmp(end, ".vert") || !strcmp(end, ".frag"))) write_stage(file);
    }
    file_list_free(&list);
}

/* All in one call: starting the program costs more than reading a shader. */
static void validate(void) {
    char command[800], path[600];
    struct file_data words;
    snprintf(command, sizeof command, "cd '%s' && glslangValidator *.vert *.frag >words 2>&1",
             folder);
    if (system(command) == 0) return;
    snprintf(path, sizeof path, "%s/words", folder);
    ck_assert_int_eq(file_read(allocator_default(), path, 1 << 20, &words), WISP_OK);
    const char *at = strstr((const char *)words.bytes, "ERROR");
    ck_abort_msg("%.2000s", at ? at - (at - (const char *)words.bytes > 60 ? 60 : 0)
                               : (const char *)words.bytes);
}

START_TEST(all_shaders_are_valid) {
    struct file_list list;
    if (system("glslangValidator --version >/dev/null 2>&1") != 0) {
        fprintf(stderr, "glslangValidator is not installed: nothing is written\n");
        return;
    }
    ck_assert_int_eq(file_temp_dir("glsl", folder, sizeof folder), WISP_OK);
    ck_assert_int_eq(file_list(allocator_default(), shaders, &list), WISP_OK);
    for (size_t i = 0; i < list.count; i++) write_folder(list.names[i]);
    file_list_free(&list);
    ck_assert_int_gt(written, 10);
    validate();
    ck_assert_int_eq(file_remove_tree(folder), WISP_OK);
}
END_TEST

SUITE_MAIN("shader_valid", TEST(all_shaders_are_valid))
