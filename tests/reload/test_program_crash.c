/* SPDX-License-Identifier: MIT
 *
 * Plugins that crash or hang, in the real program: run brings the picture back, render says who.
 */
#include "support/program.h"
#include "support/subject.h"
#include "support/suite.h"

#include "os/file.h"

#include <stdio.h>
#include <string.h>

struct bed {
    char folder[PATH_SIZE], scene[PATH_SIZE], effects[PATH_SIZE];
};

static void put_plugin(const struct bed *b, const char *variant) {
    char to[PATH_SIZE], beside[PATH_SIZE];
    size_t size;
    unsigned char *bytes = subject_bytes(variant, &size);
    program_file(b->effects, "subject.so.part", bytes, size, beside);
    ck_assert_int_eq(path_join(to, PATH_SIZE, b->effects, "subject.so"), WISP_OK);
    ck_assert_int_eq(file_rename(beside, to), WISP_OK);
    free(bytes);
}

static void begin(struct bed *b, const char *variant) {
    static const char text[] = "return wisp.scene { title = \"t\", effects = {\n"
                               "  wisp.effect(\"subject\", { id = \"it\" }),\n"
                               "  wisp.dust { id = \"d\", count = 100 } } }\n";
    program_folder(b->folder);
    ck_assert_int_eq(path_join(b->effects, PATH_SIZE, b->folder, "effects"), WISP_OK);
    ck_assert_int_eq(file_make_dirs(b->effects), WISP_OK);
    program_file(b->folder, "s.lua", text, sizeof text - 1, b->scene);
    put_plugin(b, variant);
}

static const struct {
    const char *variant, *phase, *end;
} cases[] = {
    {"crash_load", "crashed in load", "signal 6"},
    {"crash_create", "crashed in create of 'it'", "signal 11"},
    {"crash_late", "crashed in update of 'it'", "signal 11"},
    {"abort_late", "crashed in update of 'it'", "signal 6"},
    {"stack_late", "crashed in update of 'it'", "signal 11"},
    {"heap_late", "crashed in update of 'it'", "signal"},
    {"hang_late", "does not return from update of 'it'", "step 29"},
    {"crash_draw", "crashed in draw of 'it'", "signal 11"},
    {"exit_create", "crashed in create of 'it'", "exit code 0"},
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(render_stops_and_says_which_plugin_phase_and_frame) {
    struct bed b;
    struct program p;
    char out[PATH_SIZE];
    begin(&b, cases[_i].variant);
    ck_assert_int_eq(path_join(out, PATH_SIZE, b.folder, "x.gif"), WISP_OK);
    PROGRAM(&p, "render", b.scene, "--effects", b.effects, "--frames", "60", "--size", "64x64",
            "--out", out);
    const char *err = strbuf_text(&p.err);
    ck_assert_msg(p.code == 5, "%d: %s", p.code, err);
    ck_assert_msg(strstr(err, "plugin 'subject' (generation 1)") != NULL, "%s", err);
    ck_assert_msg(strstr(err, cases[_i].phase) != NULL, "%s", err);
#ifndef __SANITIZE_ADDRESS__ /* its runtime turns signals into exit codes */
    ck_assert_msg(strstr(err, cases[_i].end) != NULL, "%s", err);
#endif
    ck_assert_msg(strstr(err, "at frame ") != NULL, "%s", err);
    ck_assert(!file_exists(out));
    ck_assert_uint_eq(program_file_count(b.folder), 2);
    program_free(&p);
    program_folder_end(b.folder);
}
END_TEST

START_TEST(run_goes_on_without_the_build_that_crashed) {
    struct bed b;
    struct program p;
    begin(&b, cases[_i].variant);
    PROGRAM(&p, "run", b.scene, "--effects", b.effects, "--frames", "90", "--size", "64x64",
            "--events");
    ck_assert_msg(p.code == 0, "%d: %.1500s", p.code, strbuf_text(&p.err));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.err), cases[_i].phase));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out), "\"restart\""));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out), "\"end\",\"frame\":90"));
    program_free(&p);
    program_folder_end(b.folder);
}
END_TEST

/* New code that crashes late comes after good code: that one is back, with the state kept. */
START_TEST(run_goes_back_to_the_build_before) {
    struct bed b;
    struct running r;
    begin(&b, "v1");
    running_start(&r,
                  (const char *const[]){"run", b.scene, "--effects", b.effects, "--size",
                                        "64x64", "--events", NULL},
                  NULL);
    EXPECT_LINE(&r, "\"start\"");
    put_plugin(&b, cases[_i].variant);
    EXPECT_LINE(&r, "\"restart\"");
    ck_assert_ptr_nonnull(
        strstr(strbuf_text(&r.err), "restarting from the checkpoint at step"));
    ck_assert_ptr_null(strstr(strbuf_text(&r.err), "is not run again"));
    put_plugin(&b, "v2");
    EXPECT_LINE(&r, "\"plugin\"", "\"committed\"");
    ck_assert_int_eq(running_end(&r), 0);
    program_folder_end(b.folder);
}
END_TEST

START_TEST(an_effect_comes_back_when_its_file_is_mended) {
    struct bed b;
    struct running r;
    begin(&b, "crash_create");
    running_start(&r,
                  (const char *const[]){"run", b.scene, "--effects", b.effects, "--size",
                                        "64x64", "--events", NULL},
                  NULL);
    EXPECT_LINE(&r, "\"restart\"");
    put_plugin(&b, "v1");
    EXPECT_LINE(&r, "\"plugin\"", "\"committed\"");
    ck_assert_int_eq(running_end(&r), 0);
    program_folder_end(b.folder);
}
END_TEST

SUITE_MAIN("program_crash",
           TEST_LOOP(render_stops_and_says_which_plugin_phase_and_frame, 0, CASES),
           TEST_LOOP(run_goes_on_without_the_build_that_crashed, 0, CASES),
           TEST_LOOP(run_goes_back_to_the_build_before, 2, 3),
           TEST(an_effect_comes_back_when_its_file_is_mended))
