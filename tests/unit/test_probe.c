/* SPDX-License-Identifier: MIT */
#include "plugin/probe.h"
#include "support/subject.h"
#include "support/suite.h"
#include <signal.h>
#include <string.h>

static int probe(struct subject *s, const char *variant) {
    subject_begin(s, variant);
    return probe_file(allocator_default(), s->file, &s->diags);
}

START_TEST(a_good_plugin_passes) {
    struct subject s;
    ck_assert_int_eq(probe(&s, "v1"), PROBE_OK);
    ck_assert_uint_eq(s.diags.count, 0);
    subject_end(&s);
}
END_TEST

static const struct {
    const char *variant, *text;
} refused[] = {
    {"fail_create", "create failed: not supported here: no such luck"},
    {"fail_update", "update 3 failed: not supported here"},
    {"nan", "update 1 left a NaN in buffer \"pos\", element 1"},
    {"nosymbol", "it does not export wisp_effect_entry_1: not an effect"},
};

START_TEST(a_bad_one_is_refused_in_words) {
    struct subject s;
    ck_assert_int_eq(probe(&s, refused[_i].variant), PROBE_REFUSED);
    ck_assert_str_eq(s.diags.items[0].text, refused[_i].text);
    subject_end(&s);
}
END_TEST

START_TEST(one_that_crashes_takes_this_process) {
    struct subject s;
    probe(&s, "crash_load");
}
END_TEST

SUITE_MAIN("probe", TEST(a_good_plugin_passes), TEST_LOOP(a_bad_one_is_refused_in_words, 0, 4),
           TEST_SIGNAL(one_that_crashes_takes_this_process, SIGABRT))
