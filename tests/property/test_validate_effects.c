/* SPDX-License-Identifier: MIT */
#include "os/file.h"
#include "plugin/lint.h"
#include "plugin/validate.h"
#include "support/suite.h"

static const char folder[] = WISP_BUILD_ROOT "/lib/wisp/effects";

static void fail_with(const struct diag_list *diags) {
    struct strbuf text;
    strbuf_init(&text, allocator_default());
    diag_list_write(diags, &text);
    ck_assert_msg(diags->count == 0, "%s", strbuf_text(&text));
    strbuf_free(&text);
}

/* Each of our own effects stands the trial that we ask of others. */
START_TEST(each_effect_is_valid) {
    struct file_list list;
    struct diag_list diags;
    struct validate_options options = {
        .value_sets = 40, .steps = 3, .set_budget = 2 << 20, .set_time_ms = 1000};
    char path[4096];
    ck_assert_int_eq(file_list(allocator_default(), folder, &list), WISP_OK);
    diag_list_init(&diags, allocator_default());
    for (size_t i = 0; i < list.count; i++) {
        if (list.names[i][0] == '.' || !str_ends(list.names[i], ".so")) continue;
        str_format(path, sizeof path, "%s/%s", folder, list.names[i]);
        validate_file(allocator_default(), path, &options, &diags);
#if !defined(WISP_KEEP_MODULES) /* Sanitizers add defects of their own. */
        lint_file(allocator_default(), path, &diags);
#endif
    }
    fail_with(&diags);
    file_list_free(&list);
    diag_list_free(&diags);
}
END_TEST

SUITE_MAIN("validate effects", TEST(each_effect_is_valid))
