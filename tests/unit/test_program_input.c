/* SPDX-License-Identifier: MIT
 *
 * Bad input to the real program: the exact message, exit code 1, and nothing written.
 */
#include "support/program.h"
#include "support/subject.h"
#include "support/suite.h"

#include "os/file.h"

#include <cjson/cJSON.h>
#include <string.h>
#include <sys/stat.h>

/* render SCENE in a folder: this on stderr, exit code 1, no picture. */
static void expect_refused(const char *folder, const char *scene, const char *err) {
    struct program p;
    char picture[PATH_SIZE];
    program_in(&p, folder,
               (const char *const[]){"render", scene, "--effects", "fx", "--size", "16x16",
                                     "--out", "x.png", NULL},
               NULL);
    ck_assert_str_eq(strbuf_text(&p.err), err);
    ck_assert_int_eq(p.code, 1);
    ck_assert_str_eq(strbuf_text(&p.out), "");
    ck_assert_int_eq(path_join(picture, PATH_SIZE, folder, "x.png"), WISP_OK);
    ck_assert(!file_exists(picture));
    program_free(&p);
}

static const struct {
    const char *text, *err;
    size_t size; /* 0: of the text */
} scenes[] = {
    {"", "s.lua: error[empty-file]: the file is empty; a scene is 'return wisp.scene{ ... }'\n",
     0},
    {"\x1bLuaR\0",
     "s.lua: error[binary-chunk]: this is compiled Lua; only source text is accepted, as "
     "compiled "
     "chunks can crash the program\n",
     6},
    {"\xff\xfer\0e\0", "s.lua: error[not-utf8]: the file is UTF-16; save it as UTF-8\n", 6},
    {"x = = 1\n", "s.lua:1:3: error[syntax-error]: unexpected symbol near '='\n", 0},
    {"return 42\n",
     "s.lua: error[wrong-return]: the file returns number 42; end it with 'return wisp.scene{ "
     "... "
     "}'\n",
     0},
    {"local t = {} t.t = t return wisp.scene(t)\n",
     "s.lua:1:29: error[cyclic-table]: a table holds itself at t\n", 0},
    {"return wisp.scene { effects = {\n  wisp.dust { id = \"a\", fall = 0/0, size = -1/0 } } "
     "}\n",
     "s.lua:2:25: error[not-finite]: 'fall' is nan; numbers must be finite\n"
     "s.lua:2:37: error[not-finite]: 'size' is -inf; numbers must be finite\n",
     0},
    {"return wisp.scene { effects = { wisp.dust { id = \"a\", count = 5e8, fall = -11 } } }\n",
     "s.lua:1:55: error[out-of-range]: 'count' is 500000000; limits are 0 to 1000000\n"
     "s.lua:1:68: error[out-of-range]: 'fall' is -11; limits are -10 to 10 m/s\n",
     0},
    {"return wisp.scene { effects = {\n  wisp.dust { id = \"a\" },\n  wisp.dust { id = \"a\" } "
     "} }\n",
     "s.lua:3:15: error[duplicate-id]: the id 'a' is used twice\n"
     "s.lua:3:15: note: first used at s.lua:2:15\n",
     0},
    {"return wisp.scene { effects = { wisp.dust { id = \"a\", sise = 1 } } }\n",
     "s.lua:1:55: error[unknown-field]: wisp.dust \"a\" has no field 'sise'; did you mean "
     "'size'? "
     "known: attach, box, color, count, direction, enabled, fall, id, importance, position, "
     "prewarm, rotation, ...\n",
     0},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

START_TEST(a_bad_scene_is_told_exactly) {
    char folder[PATH_SIZE], path[PATH_SIZE];
    size_t size = scenes[_i].size > 0 ? scenes[_i].size : strlen(scenes[_i].text);
    program_folder(folder);
    program_file(folder, "s.lua", scenes[_i].text, size, path);
    expect_refused(folder, "s.lua", scenes[_i].err);
    program_folder_end(folder);
}
END_TEST

START_TEST(an_unknown_effect_names_the_nearest) {
    static const char text[] = "return wisp.scene { effects = { wisp.dusk { id = \"a\" } } }\n";
    char folder[PATH_SIZE], path[PATH_SIZE];
    struct program p;
    program_folder(folder);
    program_file(folder, "s.lua", text, sizeof text - 1, path);
    PROGRAM(&p, "check", path);
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out),
                                 "error[unknown-effect]: there is no 'wisp.dusk'; did you mean "
                                 "'wisp.dust'? effects: dust, "));
    ck_assert_int_eq(p.code, 1);
    program_free(&p);
    program_folder_end(folder);
}
END_TEST

START_TEST(what_is_no_scene_file_is_told) {
    char folder[PATH_SIZE], path[PATH_SIZE];
    program_folder(folder);
    expect_refused(folder, "none.lua",
                   "none.lua: error[no-such-file]: there is no such file\n");
    ck_assert_int_eq(path_join(path, PATH_SIZE, folder, "dir.lua"), WISP_OK);
    ck_assert_int_eq(file_make_dirs(path), WISP_OK);
    expect_refused(folder, "dir.lua",
                   "dir.lua: error[not-a-file]: this is a folder; give a .lua file\n");
    ck_assert_int_eq(path_join(path, PATH_SIZE, folder, "pipe.lua"), WISP_OK);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    expect_refused(
        folder, "pipe.lua",
        "pipe.lua: error[not-a-file]: this is a pipe, socket or device, not a file\n");
    char *big = calloc(1, 10 << 20);
    memset(big, ' ', 10 << 20);
    program_file(folder, "big.lua", big, 10 << 20, path);
    free(big);
    expect_refused(
        folder, "big.lua",
        "big.lua: error[file-too-large]: the file is larger than 1024 KiB, the limit "
        "for a script\n");
    program_folder_end(folder);
}
END_TEST

static const char subject_scene[] =
    "return wisp.scene { effects = { wisp.effect(\"subject\", { id = \"it\" }) } }\n";

static void plugin_bed(char folder[PATH_SIZE], const void *bytes, size_t size) {
    char effects[PATH_SIZE], path[PATH_SIZE];
    program_folder(folder);
    ck_assert_int_eq(path_join(effects, PATH_SIZE, folder, "fx"), WISP_OK);
    ck_assert_int_eq(file_make_dirs(effects), WISP_OK);
    program_file(effects, "subject.so", bytes, size, path);
    program_file(folder, "s.lua", subject_scene, sizeof subject_scene - 1, path);
}

static const struct {
    const char *variant, *err;
} plugins[] = {
    {"major",
     "fx/subject.so: error[plugin-abi-major]: built for plugin interface 2, this program "
     "has 1: update the program or rebuild the plugin\n"},
    {"minor",
     "fx/subject.so: error[plugin-abi-minor]: needs plugin interface 1.1, this program "
     "has 1.0: update the program\n"},
    {"nosymbol", "fx/subject.so: error[plugin-symbol]: it does not export wisp_effect_entry_1: "
                 "not an effect\n"},
    {"table",
     "fx/subject.so: error[param-duplicate]: params[1].rate: \"rate\" is the name of "
     "params[0] too\n"
     "fx/subject.so: error[param-key]: params[2].Bad: \"Bad\" is not [a-z][a-z0-9_]*, at "
     "most 31 long\n"
     "fx/subject.so: error[param-default]: params[3].low: the default 3 is outside 1 to "
     "2\n"
     "fx/subject.so: error[param-choices]: params[4].none: it has no choices\n"
     "fx/subject.so: error[param-type]: params[5].kind: unknown type 99\n"},
    {"fail_create", "error: subject \"it\": no such luck\n"},
};
enum { PLUGINS = sizeof plugins / sizeof *plugins };

static void expect_plugin_refused(const char *folder, const char *err) {
    struct program p;
    program_in(&p, folder,
               (const char *const[]){"render", "s.lua", "--effects", "fx", "--size", "16x16",
                                     "--out", "x.png", NULL},
               NULL);
    ck_assert_msg(strncmp(strbuf_text(&p.err), err, strlen(err)) == 0, "%s",
                  strbuf_text(&p.err));
    ck_assert_int_eq(p.code, 1);
    program_free(&p);
}

START_TEST(a_bad_plugin_is_told_exactly) {
    char folder[PATH_SIZE];
    size_t size;
    unsigned char *bytes = subject_bytes(plugins[_i].variant, &size);
    plugin_bed(folder, bytes, size);
    free(bytes);
    expect_plugin_refused(folder, plugins[_i].err);
    program_folder_end(folder);
}
END_TEST

START_TEST(a_plugin_that_is_no_elf_or_of_another_machine_is_told) {
    char folder[PATH_SIZE];
    size_t size;
    unsigned char *bytes = subject_bytes("v1", &size);
    plugin_bed(folder, "hello\n", 6);
    expect_plugin_refused(folder, "fx/subject.so: error[plugin-elf]: not an ELF file\n");
    program_folder_end(folder);
    bytes[18] ^= 0x55; /* e_machine */
    plugin_bed(folder, bytes, size);
    expect_plugin_refused(folder,
                          "fx/subject.so: error[plugin-elf]: built for another machine (");
    program_folder_end(folder);
    free(bytes);
}
END_TEST

/* Cut anywhere, a plugin is refused in words and nothing crashes. */
START_TEST(a_plugin_cut_at_any_byte_is_refused) {
    char folder[PATH_SIZE], path[PATH_SIZE], effects[PATH_SIZE];
    size_t size;
    unsigned char *bytes = subject_bytes("v1", &size);
    plugin_bed(folder, bytes, size);
    ck_assert_int_eq(path_join(effects, PATH_SIZE, folder, "fx"), WISP_OK);
    for (int k = 0; k < 24; k++) {
        struct program p;
        program_file(effects, "subject.so", bytes, size * (size_t)k / 24 + (size_t)k, path);
        program_in(&p, folder,
                   (const char *const[]){"list", "subject", "--effects", "fx", NULL}, NULL);
        ck_assert_msg(p.code == 1, "cut %d: %d", k, p.code);
        ck_assert(str_starts(strbuf_text(&p.err), "fx/subject.so: error[plugin-"));
        program_free(&p);
    }
    free(bytes);
    program_folder_end(folder);
}
END_TEST

START_TEST(check_gives_json_with_places_and_suggestions) {
    struct program p;
    char folder[PATH_SIZE], path[PATH_SIZE];
    program_folder(folder);
    program_file(folder, "s.lua", scenes[SCENES - 1].text, strlen(scenes[SCENES - 1].text),
                 path);
    program_in(&p, folder, (const char *const[]){"check", "s.lua", "--format", "json", NULL},
               NULL);
    ck_assert_int_eq(p.code, 1);
    cJSON *root = cJSON_Parse(strbuf_text(&p.out));
    ck_assert_int_eq(cJSON_GetArraySize(root), 1);
    const cJSON *one = cJSON_GetArrayItem(root, 0);
    ck_assert_str_eq(cJSON_GetObjectItem(one, "code")->valuestring, "unknown-field");
    ck_assert_str_eq(cJSON_GetObjectItem(one, "file")->valuestring, "s.lua");
    ck_assert_str_eq(cJSON_GetObjectItem(one, "suggestion")->valuestring, "size");
    ck_assert_int_eq(cJSON_GetObjectItem(one, "line")->valueint, 1);
    ck_assert_int_eq(cJSON_GetObjectItem(one, "col")->valueint, 55);
    cJSON_Delete(root);
    program_free(&p);
    program_in(&p, folder, (const char *const[]){"check", "s.lua", "--format", "sarif", NULL},
               NULL);
    root = cJSON_Parse(strbuf_text(&p.out));
    ck_assert_str_eq(cJSON_GetObjectItem(root, "version")->valuestring, "2.1.0");
    cJSON_Delete(root);
    program_free(&p);
    program_folder_end(folder);
}
END_TEST

START_TEST(strict_makes_warnings_problems) {
    static const char text[] =
        "local P = wisp.params { { \"unused\", 1 } }\nreturn wisp.scene { title = \"t\" }\n";
    struct program p;
    char folder[PATH_SIZE], path[PATH_SIZE];
    program_folder(folder);
    program_file(folder, "s.lua", text, sizeof text - 1, path);
    PROGRAM(&p, "check", path);
    ck_assert_int_eq(p.code, 0);
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out), "warning[unused-knob]"));
    program_free(&p);
    PROGRAM(&p, "check", path, "--strict");
    ck_assert_int_eq(p.code, 1);
    program_free(&p);
    program_folder_end(folder);
}
END_TEST

SUITE_MAIN("program_input", TEST_LOOP(a_bad_scene_is_told_exactly, 0, SCENES),
           TEST(an_unknown_effect_names_the_nearest), TEST(what_is_no_scene_file_is_told),
           TEST_LOOP(a_bad_plugin_is_told_exactly, 0, PLUGINS),
           TEST(a_plugin_that_is_no_elf_or_of_another_machine_is_told),
           TEST(a_plugin_cut_at_any_byte_is_refused),
           TEST(check_gives_json_with_places_and_suggestions),
           TEST(strict_makes_warnings_problems))
