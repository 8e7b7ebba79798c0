/* SPDX-License-Identifier: MIT */
#include "plugin/entry.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>

static wisp_status nothing(wisp_instance *self, uint32_t reason) {
    return (void)self, (void)reason, WISP_OK;
}
static wisp_status no_step(wisp_instance *self, const wisp_step *step) {
    return (void)self, (void)step, WISP_OK;
}

static wisp_param params[2];
static wisp_choice choices[2];
static wisp_stop stops[2];
static wisp_command commands[2];
static const char *services[2], *signals[3];

static wisp_effect good(void) {
    params[0] = (wisp_param){.key = "rate", .type = WISP_PARAM_FLOAT, .def = {1}};
    params[1] = (wisp_param){.key = "kind",
                             .type = WISP_PARAM_ENUM,
                             .def_text = "soft",
                             .choices = choices,
                             .choice_count = 2};
    choices[0] = (wisp_choice){.key = "soft", .value = 0};
    choices[1] = (wisp_choice){.key = "hard", .value = 1};
    stops[0] = (wisp_stop){.t = 0};
    stops[1] = (wisp_stop){.t = 1};
    commands[0] = (wisp_command){.name = "burst", .params = params, .param_count = 1};
    commands[1] = (wisp_command){.name = "stop"};
    services[0] = WISP_JOBS_ID;
    signals[0] = "hit";
    signals[1] = "miss";
    return (wisp_effect){WISP_EFFECT_HEAD,
                         .id = "good",
                         .name = "Good",
                         .version = "1",
                         .doc = "Nothing.",
                         .params = params,
                         .param_count = 2,
                         .param_size = sizeof(wisp_param),
                         .commands = commands,
                         .command_count = 2,
                         .command_size = sizeof(wisp_command),
                         .signals = signals,
                         .services = services,
                         .create = nothing,
                         .update = no_step};
}

/* One change each, and the code that must come. */
#define CASE(name, change)             \
    static void name(wisp_effect *e) { \
        (void)e;                       \
        change;                        \
    }
CASE(magic, e->magic = 0)
CASE(older_major, e->abi_major = 0)
CASE(size, e->struct_size = 64)
CASE(must, e->must_flags = 1)
CASE(minor, e->min_host_minor = 7)
CASE(bad_id, e->id = "Good")
CASE(no_id, e->id = NULL)
CASE(no_name, e->name = "")
CASE(no_version, e->version = NULL)
CASE(no_doc, e->doc = NULL)
CASE(no_create, e->create = NULL)
CASE(no_update, e->update = NULL)
CASE(passes, e->draw_passes = 64)
CASE(block, e->instance_size = UINT32_MAX)
CASE(service, services[0] = "wisp.audio/1")
CASE(no_table, e->params = NULL)
CASE(many, e->param_count = 100000)
CASE(entry_size, e->param_size = 12)
CASE(no_key, params[0].key = NULL)
CASE(key, params[0].key = "two words")
CASE(long_key, params[0].key = "a23456789012345678901234567890123")
CASE(twice, params[1].key = "rate")
CASE(type, params[0].type = 0)
CASE(limit_nan, params[0].hard_max = (double)NAN)
CASE(limit_empty, params[0].hard_min = 2; params[0].hard_max = 1)
CASE(soft_outside, params[0].hard_max = 2; params[0].soft_max = 3)
CASE(def_nan, params[0].def[0] = (double)NAN)
CASE(def_outside, params[0].hard_max = 0.5)
CASE(def_hi, params[0].flags = WISP_PARAM_RANGE; params[0].hard_max = 2; params[0].def[1] = 3)
CASE(def_bool, params[0].type = WISP_PARAM_BOOL; params[0].def[0] = 2)
CASE(def_int, params[0].type = WISP_PARAM_INT; params[0].def[0] = 0.5)
CASE(no_choices, params[1].choice_count = 0)
CASE(choice_key, choices[1].key = NULL)
CASE(choice_twice, choices[1].key = "soft")
CASE(def_choice, params[1].def_text = "none")
CASE(flag_range, params[1].flags = WISP_PARAM_RANGE)
CASE(flag_life, params[1].flags = WISP_PARAM_OVER_LIFE)
CASE(flag_points, params[0].flags = WISP_PARAM_POINTS)
CASE(no_stops, params[0].type = WISP_PARAM_CURVE; params[0].def_stop_count = 2)
CASE(stops_fall, params[0].type = WISP_PARAM_CURVE; params[0].def_stops = stops;
     params[0].def_stop_count = 2; stops[0].t = 0.9f; stops[1].t = 0.1f)
CASE(command_name, commands[1].name = "Stop")
CASE(command_twice, commands[1].name = "burst")
CASE(signal_name, signals[1] = "")
CASE(signal_twice, signals[1] = "hit")

static const struct {
    void (*change)(wisp_effect *e);
    const char *code;
} cases[] = {
    {magic, "plugin-magic"},        {older_major, "plugin-abi-major"},
    {size, "plugin-size"},          {must, "plugin-must-flags"},
    {minor, "plugin-abi-minor"},    {bad_id, "plugin-id"},
    {no_id, "plugin-id"},           {no_name, "plugin-name"},
    {no_version, "plugin-version"}, {no_doc, "plugin-doc"},
    {no_create, "plugin-create"},   {no_update, "plugin-update"},
    {passes, "plugin-passes"},      {block, "plugin-instance-size"},
    {service, "plugin-service"},    {no_table, "plugin-table"},
    {many, "plugin-table"},         {entry_size, "plugin-table"},
    {no_key, "param-key"},          {key, "param-key"},
    {long_key, "param-key"},        {twice, "param-duplicate"},
    {type, "param-type"},           {limit_nan, "param-range"},
    {limit_empty, "param-range"},   {soft_outside, "param-range"},
    {def_nan, "param-default"},     {def_outside, "param-default"},
    {def_hi, "param-default"},      {def_bool, "param-default"},
    {def_int, "param-default"},     {no_choices, "param-choices"},
    {choice_key, "param-choices"},  {choice_twice, "param-choices"},
    {def_choice, "param-default"},  {flag_range, "param-flags"},
    {flag_life, "param-flags"},     {flag_points, "param-flags"},
    {no_stops, "param-stops"},      {stops_fall, "param-stops"},
    {command_name, "command-name"}, {command_twice, "command-duplicate"},
    {signal_name, "signal-name"},   {signal_twice, "signal-duplicate"},
};

START_TEST(each_defect_has_its_code) {
    struct diag_list diags;
    wisp_effect e = good(), out;
    diag_list_init(&diags, allocator_default());
    cases[_i].change(&e);
    ck_assert(!entry_read(&e, "it.so", NULL, &out, &diags));
    ck_assert_uint_gt(diags.count, 0);
    for (size_t i = 0; i < diags.count; i++) {
        /* An argument list made of a changed parameter tells the same twice. */
        ck_assert_str_eq(diags.items[i].code, cases[_i].code);
        ck_assert_str_eq(diags.items[i].file, "it.so");
    }
    diag_list_free(&diags);
}
END_TEST

START_TEST(a_good_table_is_copied_whole) {
    struct diag_list diags;
    struct arena arena;
    wisp_effect e = good(), out;
    diag_list_init(&diags, allocator_default());
    arena_init(&arena, allocator_default(), 0, 0);
    ck_assert(entry_read(&e, "it.so", "good", &out, &diags));
    const struct effect_type *type = effect_type_copy(&arena, &out);
    ck_assert_str_eq(type->params[1].choices[1].key, "hard");
    ck_assert_str_eq(type->commands[0].params[0].key, "rate");
    ck_assert_str_eq(type->signals[1], "miss");
    ck_assert_ptr_null(type->signals[2]);
    ck_assert_uint_eq(type->draw_passes, WISP_PASS_BLEND);
    ck_assert(!type->draws);
    ck_assert_uint_eq(type->hash, effect_type_copy(&arena, &out)->hash);
    params[0].def[0] = 2;
    ck_assert_uint_ne(type->hash, effect_type_copy(&arena, &out)->hash);
    arena_drop(&arena);
    diag_list_free(&diags);
}
END_TEST

/* A plugin of an older header has smaller tables; one of a newer has larger ones. */
START_TEST(other_sizes_are_read_as_far_as_they_go) {
    struct {
        wisp_param param;
        double more;
    } wide[2];
    struct diag_list diags;
    struct arena arena;
    wisp_effect e = good(), out;
    diag_list_init(&diags, allocator_default());
    arena_init(&arena, allocator_default(), 0, 0);
    memset(wide, 0xff, sizeof wide);
    wide[0].param = params[0];
    wide[1].param = params[1];
    e.params = &wide[0].param;
    e.param_size = sizeof wide[0];
    e.commands = NULL;
    e.command_count = 0;
    e.struct_size = offsetof(wisp_effect, draw); /* No draw, destroy, migrate. */
    memset((char *)&e + e.struct_size, 0xff, sizeof e - e.struct_size);
    ck_assert(entry_read(&e, "it.so", NULL, &out, &diags));
    ck_assert(out.draw == NULL && out.migrate == NULL);
    ck_assert_str_eq(effect_type_copy(&arena, &out)->params[1].key, "kind");
    arena_drop(&arena);
    diag_list_free(&diags);
}
END_TEST

SUITE_MAIN("entry", TEST_LOOP(each_defect_has_its_code, 0, (int)(sizeof cases / sizeof *cases)),
           TEST(a_good_table_is_copied_whole), TEST(other_sizes_are_read_as_far_as_they_go))
