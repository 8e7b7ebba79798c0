/* SPDX-License-Identifier: MIT
 *
 * The real program under its files' changes: good, broken, good again, for script, module,
 * shader, include, texture and plugin, and every way to save a file.
 */
#include "support/program.h"
#include "support/subject.h"
#include "support/suite.h"

#include "os/clock.h"
#include "os/file.h"

#include <stdio.h>
#include <string.h>

struct bed {
    char folder[PATH_SIZE], scene[PATH_SIZE], effects[PATH_SIZE];
    struct running run;
};

static void put(const struct bed *b, const char *name, const char *text) {
    char path[PATH_SIZE];
    program_file(b->folder, name, text, strlen(text), path);
}

static void put_scene(const struct bed *b, int count) {
    char text[512];
    str_format(
        text, sizeof text,
        "return wisp.scene { title = \"t\", effects = { wisp.dust { id = \"d\", count = %d "
        "} } }\n",
        count);
    put(b, "s.lua", text);
}

static void begin_with(struct bed *b, const char *scene) {
    program_folder(b->folder);
    ck_assert_int_eq(path_join(b->scene, PATH_SIZE, b->folder, "s.lua"), WISP_OK);
    ck_assert_int_eq(path_join(b->effects, PATH_SIZE, b->folder, "effects"), WISP_OK);
    ck_assert_int_eq(file_make_dirs(b->effects), WISP_OK);
    put(b, "s.lua", scene);
}

static void start(struct bed *b) {
    running_start(&b->run,
                  (const char *const[]){"run", b->scene, "--effects", b->effects, "--size",
                                        "64x64", "--events", NULL},
                  NULL);
    EXPECT_LINE(&b->run, "\"ready\"");
}

static void end(struct bed *b) {
    ck_assert_int_eq(running_end(&b->run), 0);
    program_folder_end(b->folder);
}

static void start_dust(struct bed *b) {
    begin_with(b, "");
    put_scene(b, 100);
    start(b);
}

START_TEST(a_script_good_broken_and_good_again) {
    struct bed b;
    start_dust(&b);
    put_scene(&b, 200);
    EXPECT_LINE(&b.run, "\"script\"", "\"ok\":true", "d.count 100 -> 200");
    put(&b, "s.lua", "x = = 1\n");
    const char *line = EXPECT_LINE(&b.run, "\"script\"", "\"ok\":false", "syntax-error");
    ck_assert_double_eq(running_number(line, "line"), 1.0);
    put_scene(&b, 300);
    EXPECT_LINE(&b.run, "\"script\"", "\"ok\":true", "d.count 200 -> 300");
    end(&b);
}
END_TEST

START_TEST(a_module_good_broken_and_good_again) {
    struct bed b;
    begin_with(&b, "local m = require \"m\"\nreturn wisp.scene { title = \"t\", effects = { "
                   "wisp.dust { id = \"d\", count = m.count } } }\n");
    put(&b, "m.lua", "return { count = 100 }\n");
    start(&b);
    put(&b, "m.lua", "return { count = 200 }\n");
    EXPECT_LINE(&b.run, "\"script\"", "\"ok\":true", "d.count 100 -> 200");
    put(&b, "m.lua", "return {\n");
    EXPECT_LINE(&b.run, "\"script\"", "\"ok\":false");
    put(&b, "m.lua", "return { count = 300 }\n");
    EXPECT_LINE(&b.run, "\"script\"", "\"ok\":true", "d.count 200 -> 300");
    end(&b);
}
END_TEST

/* The ways editors write, one after another. */
static void save(const struct bed *b, int way, const char *text) {
    char other[PATH_SIZE];
    FILE *file;
    switch (way) {
    case 0: /* in place */
        file = fopen(b->scene, "w");
        fputs(text, file);
        fclose(file);
        break;
    case 1: /* a new file renamed over */
        program_file(b->folder, "new~x", text, strlen(text), other);
        ck_assert_int_eq(file_rename(other, b->scene), WISP_OK);
        break;
    case 2: /* the old one renamed to a backup, then a new one */
        ck_assert_int_eq(path_join(other, PATH_SIZE, b->folder, "s.lua~"), WISP_OK);
        ck_assert_int_eq(file_rename(b->scene, other), WISP_OK);
        file = fopen(b->scene, "w");
        fputs(text, file);
        fclose(file);
        break;
    case 3: /* removed, then a new one */
        ck_assert_int_eq(file_remove(b->scene), WISP_OK);
        file = fopen(b->scene, "w");
        fputs(text, file);
        fclose(file);
        break;
    case 4: /* cut, a stall, then written */
        file = fopen(b->scene, "w");
        fflush(file);
        clock_sleep_ns(120000000);
        fputs(text, file);
        fclose(file);
        break;
    default: /* byte by byte, with pauses */
        file = fopen(b->scene, "w");
        for (const char *c = text; *c != '\0'; c++) {
            fputc(*c, file);
            fflush(file);
            clock_sleep_ns(10000000);
        }
        fclose(file);
        break;
    }
}

enum { WAYS = 6 };

START_TEST(every_way_to_save_is_one_reload) {
    struct bed b;
    start_dust(&b);
    for (int round = 1; round <= 2; round++) {
        char text[256], report[64];
        str_format(
            text, sizeof text,
            "return wisp.scene { title = \"t\", effects = { wisp.dust { id = \"d\", count = "
            "%d } } }\n",
            100 + round);
        str_format(report, sizeof report, "d.count %d -> %d", 99 + round, 100 + round);
        save(&b, _i, text);
        const char *line = EXPECT_LINE(&b.run, "\"reload\"");
        ck_assert_msg(strstr(line, report) != NULL, "%s", line);
    }
    end(&b);
}
END_TEST

START_TEST(the_same_content_again_is_no_reload) {
    struct bed b;
    start_dust(&b);
    for (int i = 0; i < 5; i++) put_scene(&b, 100);
    clock_sleep_ns(300000000);
    put_scene(&b, 200);
    const char *line = EXPECT_LINE(&b.run, "\"reload\"");
    ck_assert_ptr_nonnull(strstr(line, "d.count 100 -> 200"));
    end(&b);
}
END_TEST

static void put_plugin(const struct bed *b, const char *variant) {
    char to[PATH_SIZE], beside[PATH_SIZE];
    size_t size;
    unsigned char *bytes = subject_bytes(variant, &size);
    program_file(b->effects, "subject.so.part", bytes, size, beside);
    ck_assert_int_eq(path_join(to, PATH_SIZE, b->effects, "subject.so"), WISP_OK);
    ck_assert_int_eq(file_rename(beside, to), WISP_OK);
    free(bytes);
}

static const char subject_scene[] = "return wisp.scene { title = \"t\", effects = { "
                                    "wisp.effect(\"subject\", { id = \"it\" }) } }\n";

START_TEST(a_plugin_good_broken_and_good_again) {
    struct bed b;
    begin_with(&b, subject_scene);
    put_plugin(&b, "v1");
    start(&b);
    put_plugin(&b, "v2");
    const char *line = EXPECT_LINE(&b.run, "\"plugin\"", "\"committed\"");
    ck_assert_double_eq(running_number(line, "generation"), 2.0);
    ck_assert_double_eq(running_number(line, "converted"), 1.0);
    put_plugin(&b, "crash_create");
    EXPECT_LINE(&b.run, "\"plugin\"", "\"refused\"", "probe_crashed");
    put_plugin(&b, "v1");
    EXPECT_LINE(&b.run, "\"plugin\"", "\"committed\"");
    end(&b);
}
END_TEST

/* The scene's own copy of dust's shaders is found before the program's. */
static void copy_shader(const struct bed *b, const char *name) {
    char from[PATH_SIZE], to[PATH_SIZE], folder[PATH_SIZE];
    ck_assert_int_eq(path_join(from, PATH_SIZE, WISP_SOURCE_ROOT "/shaders/dust", name),
                     WISP_OK);
    ck_assert_int_eq(path_join(folder, PATH_SIZE, b->folder, "dust"), WISP_OK);
    ck_assert_int_eq(file_make_dirs(folder), WISP_OK);
    ck_assert_int_eq(path_join(to, PATH_SIZE, folder, name), WISP_OK);
    ck_assert_int_eq(file_copy(from, to, NULL), WISP_OK);
}

static void append(const struct bed *b, const char *name, const char *text) {
    char path[PATH_SIZE];
    ck_assert_int_eq(path_join(path, PATH_SIZE, b->folder, name), WISP_OK);
    FILE *file = fopen(path, "a");
    fputs(text, file);
    fclose(file);
}

START_TEST(a_shader_good_broken_and_good_again) {
    struct bed b;
    begin_with(&b, "");
    put_scene(&b, 100);
    copy_shader(&b, "mote.vert");
    copy_shader(&b, "mote.frag");
    start(&b);
    append(&b, "dust/mote.frag", "\n// one\n");
    EXPECT_LINE(&b.run, "\"shader\"", "\"ok\":true", "mote.frag", "\"replaced\":1");
    append(&b, "dust/mote.frag", "this is no GLSL\n");
    EXPECT_LINE(&b.run, "\"shader\"", "\"ok\":false", "mote.frag");
    file_remove(b.effects);
    char path[PATH_SIZE];
    ck_assert_int_eq(path_join(path, PATH_SIZE, b.folder, "dust/mote.frag"), WISP_OK);
    ck_assert_int_eq(file_remove(path), WISP_OK);
    copy_shader(&b, "mote.frag");
    EXPECT_LINE(&b.run, "\"shader\"", "\"ok\":true");
    end(&b);
}
END_TEST

START_TEST(a_scene_with_a_fault_at_the_start_is_waited_for) {
    struct bed b;
    begin_with(&b, "return 1\n");
    start(&b);
    put_scene(&b, 100);
    EXPECT_LINE(&b.run, "\"script\"", "\"ok\":true");
    end(&b);
}
END_TEST

START_TEST(polling_sees_changes_too) {
    struct bed b;
    begin_with(&b, "");
    put_scene(&b, 100);
    running_start(&b.run,
                  (const char *const[]){"run", b.scene, "--size", "64x64", "--events",
                                        "--watch", "poll", NULL},
                  NULL);
    EXPECT_LINE(&b.run, "\"start\"");
    put_scene(&b, 200);
    EXPECT_LINE(&b.run, "\"script\"", "\"ok\":true", "d.count 100 -> 200");
    end(&b);
}
END_TEST

SUITE_MAIN("program_reload", TEST(a_script_good_broken_and_good_again),
           TEST(a_module_good_broken_and_good_again),
           TEST_LOOP(every_way_to_save_is_one_reload, 0, WAYS),
           TEST(the_same_content_again_is_no_reload), TEST(a_plugin_good_broken_and_good_again),
           TEST(a_shader_good_broken_and_good_again),
           TEST(a_scene_with_a_fault_at_the_start_is_waited_for),
           TEST(polling_sees_changes_too))
