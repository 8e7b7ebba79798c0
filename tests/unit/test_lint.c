/* SPDX-License-Identifier: MIT */
#include "plugin/lint.h"
#include "support/subject.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *variant, *code;
} cases[] = {
    {"v1", NULL},
    {"unique", "lint-unique"},
    {"tls", "lint-tls"},
    {"nodelete", "lint-nodelete"},
    {"nosymbol", "plugin-symbol"},
    {"statics", "lint-writable"},
    {"atexit", "lint-exit"},
    {"crash_load", "lint-constructor"},
};

START_TEST(each_defect_is_found) {
    struct subject s;
    subject_begin(&s, cases[_i].variant);
    size_t found = lint_file(allocator_default(), s.file, &s.diags);
    bool expected = false;
    for (size_t i = 0; i < s.diags.count; i++)
        expected =
            expected || (cases[_i].code && strcmp(s.diags.items[i].code, cases[_i].code) == 0);
    ck_assert_uint_eq(found, s.diags.count);
#if !defined(WISP_KEEP_MODULES) /* Sanitizers add defects of their own. */
    if (!cases[_i].code) ck_assert_msg(found == 0, "%s", s.diags.items[0].text);
#endif
    if (cases[_i].code) ck_assert_msg(expected, "no %s", cases[_i].code);
    subject_end(&s);
}
END_TEST

START_TEST(what_is_no_plugin_is_an_error) {
    struct diag_list diags;
    diag_list_init(&diags, allocator_default());
    ck_assert_uint_eq(lint_file(allocator_default(), "/nowhere.so", &diags), 1);
    ck_assert_uint_eq(lint_file(allocator_default(), WISP_SOURCE_ROOT "/LICENSE", &diags), 1);
    ck_assert_uint_eq(diags.errors, 2);
    diag_list_free(&diags);
}
END_TEST

SUITE_MAIN("lint", TEST_LOOP(each_defect_is_found, 0, (int)(sizeof cases / sizeof *cases)),
           TEST(what_is_no_plugin_is_an_error))
