/* SPDX-License-Identifier: MIT
 *
 * The command line of the real program: help, wrong options, exit codes. Nothing here needs a
 * scene or graphics.
 */
#include "support/program.h"
#include "support/suite.h"

#include <cjson/cJSON.h>
#include <string.h>

static const char *const commands[] = {"run",   "render",  "check", "list",
                                       "new",   "export",  "bench", "doc",
                                       "luals", "explain", "lint",  "validate"};

static void expect(const char *const *argv, int code, const char *err) {
    struct program p;
    program_run(&p, argv, NULL);
    ck_assert_str_eq(strbuf_text(&p.err), err);
    ck_assert_int_eq(p.code, code);
    ck_assert_str_eq(strbuf_text(&p.out), "");
    program_free(&p);
}
#define EXPECT(code, err, ...) expect((const char *const[]){__VA_ARGS__, NULL}, code, err)

START_TEST(each_command_has_help_with_its_options_and_the_exit_codes) {
    struct program p;
    PROGRAM(&p, commands[_i], "--help");
    ck_assert_int_eq(p.code, 0);
    ck_assert_str_eq(strbuf_text(&p.err), "");
    ck_assert(str_starts(strbuf_text(&p.out), "usage: wisp "));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out), commands[_i]));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out), "--help"));
    ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out), "exit codes:"));
    program_free(&p);
}
END_TEST

START_TEST(help_lists_every_command) {
    struct program p;
    PROGRAM(&p, "help");
    ck_assert_int_eq(p.code, 0);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        ck_assert_ptr_nonnull(strstr(strbuf_text(&p.out), commands[i]));
    ck_assert_ptr_null(strstr(strbuf_text(&p.out), "probe"));
    program_free(&p);
}
END_TEST

START_TEST(an_unknown_option_names_the_nearest) {
    EXPECT(2,
           "wisp: error[usage]: unknown option '--framse'; did you mean '--frames'?\n"
           "wisp: see 'wisp render --help'\n",
           "render", "a.lua", "--framse", "3");
    EXPECT(2,
           "wisp: error[usage]: unknown option '--zzzzzz'\n"
           "wisp: see 'wisp render --help'\n",
           "render", "a.lua", "--zzzzzz");
}
END_TEST

START_TEST(an_unknown_command_names_the_nearest) {
    EXPECT(2,
           "wisp: error[usage]: unknown command 'redner'; did you mean 'render'?\n"
           "wisp: see 'wisp help'\n",
           "redner");
}
END_TEST

START_TEST(values_that_are_not_right_are_told_with_what_is_wanted) {
    EXPECT(
        2,
        "wisp: error[usage]: '--size' wants WIDTHxHEIGHT, each from 1 to 8192; got \"9000x2\"\n"
        "wisp: see 'wisp render --help'\n",
        "render", "a.lua", "--size", "9000x2");
    EXPECT(2,
           "wisp: error[usage]: '--frames' wants N or A:B with A < B; got \"5:5\"\n"
           "wisp: see 'wisp render --help'\n",
           "render", "a.lua", "--frames", "5:5");
    EXPECT(2,
           "wisp: error[usage]: '--threads' wants a whole number from 1 to 64; got \"0\"\n"
           "wisp: see 'wisp render --help'\n",
           "render", "a.lua", "--threads=0");
    EXPECT(2,
           "wisp: error[usage]: '--fps' wants a number from 0.1 to 1000; got \"nan\"\n"
           "wisp: see 'wisp render --help'\n",
           "render", "a.lua", "--fps", "nan");
    EXPECT(2,
           "wisp: error[usage]: '--format' wants one of text, json, sarif; got \"xml\"\n"
           "wisp: see 'wisp check --help'\n",
           "check", "a.lua", "--format", "xml");
    EXPECT(2,
           "wisp: error[usage]: '--out' wants a value: PATH\n"
           "wisp: see 'wisp render --help'\n",
           "render", "a.lua", "--out");
}
END_TEST

START_TEST(operands_that_are_missing_or_too_many_are_told) {
    EXPECT(2,
           "wisp: error[usage]: missing operand: wisp render SCENE.lua\n"
           "wisp: see 'wisp render --help'\n",
           "render");
    EXPECT(2,
           "wisp: error[usage]: unexpected operand 'b.lua'\n"
           "wisp: see 'wisp render --help'\n",
           "render", "a.lua", "b.lua");
}
END_TEST

START_TEST(version_tells_program_and_plugin_interface) {
    struct program p;
    PROGRAM(&p, "version");
    ck_assert_int_eq(p.code, 0);
    ck_assert_str_eq(strbuf_text(&p.out), "wisp 0.1.0, plugin ABI 1.0\n");
    program_free(&p);
}
END_TEST

START_TEST(no_command_is_a_mistake_of_usage) {
    struct program p;
    program_run(&p, (const char *const[]){NULL}, NULL);
    ck_assert_int_eq(p.code, 2);
    ck_assert(str_starts(strbuf_text(&p.err), "usage: wisp "));
    program_free(&p);
}
END_TEST

START_TEST(list_json_holds_every_table_entry) {
    struct program p;
    PROGRAM(&p, "list", "dust", "--json");
    ck_assert_int_eq(p.code, 0);
    cJSON *root = cJSON_Parse(strbuf_text(&p.out));
    ck_assert_ptr_nonnull(root);
    const cJSON *effects = cJSON_GetObjectItemCaseSensitive(root, "effects");
    ck_assert_int_eq(cJSON_GetArraySize(effects), 1);
    const cJSON *dust = cJSON_GetArrayItem(effects, 0);
    ck_assert_str_eq(cJSON_GetObjectItemCaseSensitive(dust, "id")->valuestring, "dust");
    const cJSON *params = cJSON_GetObjectItemCaseSensitive(dust, "params"), *one;
    bool found = false;
    cJSON_ArrayForEach(one, params) {
        if (strcmp(cJSON_GetObjectItemCaseSensitive(one, "key")->valuestring, "count") != 0)
            continue;
        found = true;
        ck_assert_str_eq(cJSON_GetObjectItemCaseSensitive(one, "type")->valuestring, "int");
        ck_assert_str_eq(cJSON_GetObjectItemCaseSensitive(one, "apply")->valuestring, "resize");
    }
    ck_assert(found);
    cJSON_Delete(root);
    program_free(&p);
}
END_TEST

START_TEST(list_of_an_unknown_effect_names_the_nearest) {
    EXPECT(1, "wisp: error[unknown-effect]: there is no effect 'dusk'; did you mean 'dust'?\n",
           "list", "dusk");
}
END_TEST

START_TEST(our_own_effects_have_no_lint) {
    struct program p;
    program_exec(&p,
                 (const char *const[]){
                     "/bin/sh", "-c",
                     WISP_PROGRAM " lint " WISP_BUILD_ROOT "/lib/wisp/effects/*.so", NULL},
                 NULL);
#ifndef __SANITIZE_ADDRESS__ /* which adds writable data of its own */
    ck_assert_str_eq(strbuf_text(&p.out), "");
    ck_assert_int_eq(p.code, 0);
#endif
    program_free(&p);
}
END_TEST

START_TEST(a_full_standard_output_is_an_error) {
    struct program p;
    program_exec(&p,
                 (const char *const[]){"/bin/sh", "-c", WISP_PROGRAM " help > /dev/full", NULL},
                 NULL);
    ck_assert_str_eq(strbuf_text(&p.err),
                     "wisp: error[output]: cannot write to standard output\n");
    ck_assert_int_eq(p.code, 3);
    program_free(&p);
}
END_TEST

SUITE_MAIN("cli",
           TEST_LOOP(each_command_has_help_with_its_options_and_the_exit_codes, 0,
                     sizeof commands / sizeof *commands),
           TEST(help_lists_every_command), TEST(an_unknown_option_names_the_nearest),
           TEST(an_unknown_command_names_the_nearest),
           TEST(values_that_are_not_right_are_told_with_what_is_wanted),
           TEST(operands_that_are_missing_or_too_many_are_told),
           TEST(version_tells_program_and_plugin_interface),
           TEST(no_command_is_a_mistake_of_usage), TEST(list_json_holds_every_table_entry),
           TEST(list_of_an_unknown_effect_names_the_nearest),
           TEST(our_own_effects_have_no_lint), TEST(a_full_standard_output_is_an_error))
