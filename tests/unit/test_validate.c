/* SPDX-License-Identifier: MIT */
#include "plugin/validate.h"
#include "plugin/values.h"
#include "support/subject.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>

static const struct {
    const char *variant, *code;
} cases[] = {
    {"v1", NULL},
    {"nosymbol", "plugin-symbol"},
    {"nan", "validate-run"},
    {"fail_create", "validate-run"},
    {"statics", "validate-seed"},
    {"drawn", "validate-draw"},
    {"hidden", "validate-checkpoint"},
    {"fail_reload", "validate-reload"},
};

START_TEST(each_defect_is_found) {
    struct subject s;
    struct validate_options options = {.value_sets = 20, .steps = 30};
    bool found = false;
    subject_begin(&s, cases[_i].variant);
    size_t count = validate_file(allocator_default(), s.file, &options, &s.diags);
    for (size_t i = 0; i < s.diags.count; i++)
        found = found || (cases[_i].code && strcmp(s.diags.items[i].code, cases[_i].code) == 0);
    if (!cases[_i].code && count > 0) ck_abort_msg("%s", s.diags.items[0].text);
    if (cases[_i].code) ck_assert_msg(found, "no %s", cases[_i].code);
    subject_end(&s);
}
END_TEST

static const wisp_choice choices[] = {{"a", NULL, 3, 0}, {"b", NULL, 8, 0}};
static const wisp_param params[] = {
    {"flag", WISP_PARAM_BOOL, .def = {1}},
    {"count", WISP_PARAM_INT, .hard_min = -5, .hard_max = 9},
    {"speed", WISP_PARAM_FLOAT, WISP_PARAM_RANGE | WISP_PARAM_OVER_LIFE, .hard_max = 7},
    {"turn", WISP_PARAM_FLOAT, WISP_PARAM_ANGLE, .hard_min = -180, .hard_max = 180},
    {"open", WISP_PARAM_FLOAT, .hard_min = 2, .hard_max = HUGE_VAL, .def = {3}},
    {"box", WISP_PARAM_VEC3, .hard_min = 0.1, .hard_max = 3, .def = {1, 1, 1}},
    {"tint", WISP_PARAM_COLOR, WISP_PARAM_OVER_LIFE, .doc = ""},
    {"kind", WISP_PARAM_ENUM, .def_text = "a", .choices = choices, .choice_count = 2},
    {"file", WISP_PARAM_ASSET, .doc = ""},
    {"curve", WISP_PARAM_CURVE, .hard_min = 0, .hard_max = 1},
    {"ramp", WISP_PARAM_GRADIENT, .doc = ""},
};

START_TEST(random_values_are_values_the_table_takes) {
    struct arena arena;
    arena_init(&arena, allocator_default(), 0, 0);
    for (uint64_t key = 0; key < 300; key++) {
        wisp_value value;
        arena_reset(&arena);
        ck_assert_int_eq(value_random(&arena, &params[_i], key, &value), WISP_OK);
        ck_assert_msg(value_fits(&params[_i], &value), "%s, key %d", params[_i].key, (int)key);
        ck_assert_int_eq(value_default(&arena, &params[_i], &value), WISP_OK);
    }
    arena_drop(&arena);
}
END_TEST

SUITE_MAIN("validate", TEST_LOOP(each_defect_is_found, 0, (int)(sizeof cases / sizeof *cases)),
           TEST_LOOP(random_values_are_values_the_table_takes, 0,
                     (int)(sizeof params / sizeof *params)))
