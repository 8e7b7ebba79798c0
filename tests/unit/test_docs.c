/* SPDX-License-Identifier: MIT
 *
 * What the documents say is so: every scene in them passes `wisp check`, every command and option
 * in them exists, and every diagnostic code of the sources is explained.
 */
#include "support/program.h"
#include "support/suite.h"

#include "os/file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const pages[] = {"README.md", "docs/designers.md", "docs/plugins.md",
                                    "docs/embedding.md", "CONTRIBUTING.md"};
enum { PAGES = sizeof pages / sizeof *pages };

static struct file_data read_source(const char *name) {
    struct file_data data;
    char path[PATH_SIZE];
    ck_assert_int_eq(path_join(path, PATH_SIZE, WISP_SOURCE_ROOT, name), WISP_OK);
    ck_assert_msg(file_read(allocator_default(), path, 1 << 20, &data) == WISP_OK, "%s", path);
    return data;
}

START_TEST(scenes_in_documents_have_no_problems) {
    struct file_data data = read_source(pages[_i]);
    char folder[PATH_SIZE], path[PATH_SIZE];
    program_folder(folder);
    const char *at = (const char *)data.bytes;
    while ((at = strstr(at, "```lua\n")) != NULL) {
        at += strlen("```lua\n");
        const char *end = strstr(at, "```");
        ck_assert_ptr_nonnull(end);
        struct program p;
        program_file(folder, "s.lua", at, (size_t)(end - at), path);
        PROGRAM(&p, "check", path, "--strict");
        ck_assert_msg(p.code == 0, "%s: %s%s", pages[_i], strbuf_text(&p.out),
                      strbuf_text(&p.err));
        program_free(&p);
        at = end + 3;
    }
    program_folder_end(folder);
    file_data_free(&data);
}
END_TEST

/* A word of letters at text: its length. */
static size_t word(const char *text) {
    size_t length = 0;
    while (islower((unsigned char)text[length]) || text[length] == '-') length++;
    return length;
}

static void check_options(const char *command, const char *line, const char *end,
                          const char *help) {
    for (const char *at = line; (at = strstr(at, " --")) != NULL && at < end; at += 3) {
        char option[64];
        str_format(option, sizeof option, "%.*s ", (int)word(at + 1), at + 1);
        ck_assert_msg(strstr(help, option) != NULL, "wisp %s has no %s", command, option);
    }
}

/* Lines that are commands: "    wisp render ..." or "    build/release/bin/wisp ...". */
START_TEST(commands_in_documents_exist_with_their_options) {
    struct file_data data = read_source(pages[_i]);
    for (const char *line = (const char *)data.bytes; *line != '\0';) {
        const char *end = strchr(line, '\n');
        if (end == NULL) end = line + strlen(line);
        const char *at = strncmp(line, "    wisp ", 9) == 0                      ? line + 9
                         : strncmp(line, "    build/release/bin/wisp ", 27) == 0 ? line + 27
                                                                                 : NULL;
        size_t length = at != NULL ? word(at) : 0;
        if (length > 0 && at[0] != '-') {
            char command[32];
            struct program p;
            str_format(command, sizeof command, "%.*s", (int)length, at);
            PROGRAM(&p, command, "--help");
            ck_assert_msg(p.code == 0, "%s: wisp %s", pages[_i], command);
            check_options(command, at, end, strbuf_text(&p.out));
            program_free(&p);
        }
        line = *end != '\0' ? end + 1 : end;
    }
    file_data_free(&data);
}
END_TEST

/* Codes stand after DIAG_ERROR and the like, or first in exit_error: "no-such-file". */
static void explain_codes_of(const char *text, const char *before, const char *file) {
    for (const char *at = text; (at = strstr(at, before)) != NULL;) {
        at += strlen(before);
        const char *quote = at + strspn(at, ", \n");
        if (*quote != '"') continue;
        size_t length = word(quote + 1);
        if (length == 0 || quote[1 + length] != '"') continue;
        char code[64];
        struct program p;
        str_format(code, sizeof code, "%.*s", (int)length, quote + 1);
        PROGRAM(&p, "explain", code);
        ck_assert_msg(p.code == 0, "%s uses '%s': %s", file, code, strbuf_text(&p.err));
        program_free(&p);
    }
}

static void explain_folder(const char *folder, const char *const *marks) {
    struct file_list list;
    char path[PATH_SIZE];
    ck_assert_int_eq(path_join(path, PATH_SIZE, WISP_SOURCE_ROOT, folder), WISP_OK);
    ck_assert_int_eq(file_list(allocator_default(), path, &list), WISP_OK);
    for (size_t i = 0; i < list.count; i++) {
        if (!str_ends(list.names[i], ".c")) continue;
        ck_assert_int_eq(path_join(path, PATH_SIZE, folder, list.names[i]), WISP_OK);
        struct file_data data = read_source(path);
        for (const char *const *m = marks; *m != NULL; m++)
            explain_codes_of((const char *)data.bytes, *m, path);
        file_data_free(&data);
    }
    file_list_free(&list);
}

static const char *const folders[] = {"runtime/src/app",    "runtime/src/scene",
                                      "runtime/src/script", "runtime/src/plugin",
                                      "runtime/src/gfx",    "runtime/src/render"};
enum { FOLDERS = sizeof folders / sizeof *folders };

START_TEST(every_code_of_the_sources_is_explained) {
    static const char *const marks[] = {
        "DIAG_ERROR,",   "DIAG_WARNING,", "EXIT_PROBLEMS,",    "EXIT_USAGE,", "EXIT_OUTPUT,",
        "EXIT_MACHINE,", "EXIT_PLUGIN,",  "EXIT_INTERRUPTED,", "exit_warn(",  NULL};
    explain_folder(folders[_i], marks);
}
END_TEST

SUITE_MAIN("docs", TEST_LOOP(scenes_in_documents_have_no_problems, 0, PAGES),
           TEST_LOOP(commands_in_documents_exist_with_their_options, 0, PAGES),
           TEST_LOOP(every_code_of_the_sources_is_explained, 0, FOLDERS))
