/* SPDX-License-Identifier: MIT */
#include "os/clock.h"
#include "os/file.h"
#include "plugin/instance.h"
#include "plugin/probe.h"
#include "plugin/swap.h"
#include "plugin/values.h"
#include "support/subject.h"
#include "support/suite.h"
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#if defined(WISP_KEEP_MODULES)
enum { PROBE_MS = 10000 }; /* A sanitizer takes its time to report a crash. */
#else
enum { PROBE_MS = 1000 };
#endif
enum { EVENTS = 32 };

/* What a program does around a swap: a clock of its own, two instances, a step per frame. */
struct stand {
    struct subject subject;
    struct swap *swap;
    struct plugin_env env;
    struct arena frame, values;
    struct instance *a, *b;
    wisp_value *now;
    uint64_t time_ns, steps;
    uint32_t signals;
    struct swap_event events[EVENTS];
    char reasons[EVENTS][32], texts[EVENTS][1024];
    uint32_t count;
};

static void note(void *user, const struct swap_event *event) {
    struct stand *t = user;
    ck_assert_uint_lt(t->count, EVENTS);
    t->events[t->count] = *event;
    str_copy(t->reasons[t->count], 32, event->reason ? event->reason : "");
    str_copy(t->texts[t->count], 1024, event->text ? event->text : "");
    t->count++;
}

static void hear(void *user, struct instance *from, const wisp_signal *signal) {
    (void)from, (void)signal;
    ((struct stand *)user)->signals++;
}

static struct instance *make(struct stand *t, const char *id) {
    struct instance *out;
    struct image *image = registry_load(t->subject.registry, "subject", &t->subject.diags);
    ck_assert_ptr_nonnull(image);
    if (!t->now)
        values_default(&t->values, image_type(image)->params, image_type(image)->param_count,
                       &t->now);
    struct instance_desc desc = {.env = &t->env,
                                 .registry = t->subject.registry,
                                 .image = image,
                                 .id = id,
                                 .seed = 1,
                                 .values = t->now};
    instance_create(&desc, &out);
    ck_assert_ptr_nonnull(out);
    return out;
}

static void begin(struct stand *t, const char *variant, bool with_child) {
    static char program[PATH_SIZE];
    const char *probe[] = {program, "probe", NULL};
    memset(t, 0, sizeof *t);
    ck_assert_int_eq(file_program_path(program, sizeof program), WISP_OK);
    subject_begin(&t->subject, variant);
    arena_init(&t->frame, allocator_default(), 0, 0);
    arena_init(&t->values, allocator_default(), 0, 0);
    t->env = (struct plugin_env){
        .user = t, .allocator = allocator_default(), .frame = &t->frame, .signal = hear};
    struct swap_config config = {.allocator = allocator_default(),
                                 .registry = t->subject.registry,
                                 .probe = with_child ? probe : NULL,
                                 .probe_timeout_ms = PROBE_MS,
                                 .sink = note,
                                 .user = t};
    ck_assert_int_eq(swap_create(&config, &t->swap), WISP_OK);
    t->a = make(t, "a");
    t->b = make(t, "b");
    t->time_ns = 1000;
}

static void end(struct stand *t) {
    instance_destroy(t->a);
    instance_destroy(t->b);
    swap_destroy(t->swap);
    ck_assert_uint_eq(subject_staged_count(&t->subject), 0);
    subject_end(&t->subject);
    arena_drop(&t->frame);
    arena_drop(&t->values);
}

static void step_one(struct stand *t, struct instance *instance) {
    wisp_step step = {.struct_size = sizeof step,
                      .index = t->steps,
                      .time = (double)t->steps / 60,
                      .dt = 1.0f / 60.0f,
                      .prev_pose.scale = 1,
                      .pose.scale = 1};
    instance_update(instance, &step);
}

static void frames(struct stand *t, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        swap_poll(t->swap, t->time_ns);
        swap_boundary(t->swap, t->time_ns);
        step_one(t, t->a);
        step_one(t, t->b);
        t->steps++;
        t->time_ns += 16666667;
    }
}

/* Replace the file and go on until it is decided. */
static void change(struct stand *t, const char *variant) {
    struct hash128 hash = subject_put(&t->subject, variant);
    swap_notice(t->swap, t->subject.file, hash, t->time_ns);
    for (int i = 0; i < 40000 && !swap_is_idle(t->swap); i++) {
        frames(t, 1);
        clock_sleep_ns(500000);
    }
    ck_assert(swap_is_idle(t->swap));
}

static double height(const struct instance *instance) {
    const struct buffer *pos = buffers_find(instance_buffers(instance), "pos");
    return pos ? buffer_value(pos, 0, 1) : -1;
}

START_TEST(points_go_on_under_new_code) {
    struct stand t;
    begin(&t, "v1", false);
    frames(&t, 60);
    change(&t, "v2");
    ck_assert_uint_eq(t.count, 1);
    ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
    ck_assert_uint_eq(t.events[0].generation, 2);
    ck_assert_uint_eq(t.events[0].instances, 2);
    ck_assert(t.events[0].type_changed);
    ck_assert_double_eq(instance_counter(t.a, "version"), 2);
    ck_assert_double_eq(instance_counter(t.a, "reason"), WISP_CREATE_RELOAD);
    /* 1 m/s the whole time, old code or new. */
    ck_assert_double_eq_tol(height(t.a), (double)t.steps / 60, 1e-4);
    /* Per instance: steps and heat (renamed) kept, pos f32 to f64, extra new, gone dropped. */
    ck_assert_uint_eq(t.events[0].buffers.kept, 4);
    ck_assert_uint_eq(t.events[0].buffers.converted, 2);
    ck_assert_uint_eq(t.events[0].buffers.defaulted, 2);
    ck_assert_uint_eq(t.events[0].buffers.dropped, 2);
    ck_assert_ptr_null(buffers_find(instance_buffers(t.a), "gone"));
    end(&t);
}
END_TEST

START_TEST(the_same_code_again_changes_no_bit) {
    struct stand t, u;
    begin(&t, "v1", false);
    begin(&u, "v1", false);
    frames(&t, 30);
    change(&t, "other");
    ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
    ck_assert_uint_eq(t.events[0].buffers.kept, 8);
    frames(&t, 30);
    frames(&u, (uint32_t)t.steps);
    ck_assert_uint_eq(instance_hash(t.a), instance_hash(u.a));
    ck_assert_uint_eq(instance_hash(t.b), instance_hash(u.b));
    /* Code on trial is not heard. */
    ck_assert_uint_eq(t.signals, u.signals);
    end(&t);
    end(&u);
}
END_TEST

START_TEST(values_go_over_by_their_old_names) {
    struct stand t;
    begin(&t, "v1", false);
    t.now[0].v[0] = 5;
    frames(&t, 12);
    ck_assert_double_eq_tol(height(t.a), 1, 1e-5);
    change(&t, "v2"); /* rate is pace now */
    ck_assert_double_eq_tol(height(t.a), 5.0 * (double)t.steps / 60, 1e-4);
    end(&t);
}
END_TEST

START_TEST(commands_reach_both_codes_while_one_is_tried) {
    struct stand t;
    begin(&t, "v1", false);
    t.now[0].v[0] = 0;
    frames(&t, 2);
    swap_notice(t.swap, t.subject.file, subject_put(&t.subject, "v2"), t.time_ns);
    frames(&t, 2); /* The trial has begun. */
    ck_assert_uint_eq(t.count, 0);
    wisp_value by = {.v = {0.25f}};
    wisp_event event = {sizeof event, 0, 1, &by, 1, 0};
    wisp_step step = {.struct_size = sizeof step,
                      .index = t.steps,
                      .dt = 1.0f / 60.0f,
                      .event_count = 1,
                      .events = &event};
    instance_update(t.a, &step);
    frames(&t, 10);
    ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
    ck_assert_double_eq(height(t.a), 0.25);
    end(&t);
}
END_TEST

static const struct {
    const char *variant, *reason, *text;
    bool child;
} refused[] = {
    {"fail_reload", "create", "a: create failed: busy", false},
    {"fail_update", "trial", "a: update", false},
    {"nan", "trial", "a: update", false},
    {"table", "table", "param", false},
    {"nosymbol", "symbol", "it does not export", false},
    {"undefined", "load", "undefined symbol: subject_is_nowhere", false},
    {"major", "table", "built for plugin interface 2", false},
    {"fail_create", "probe", "no such luck", true},
    {"table", "probe", "param-choices", true},
    {"nan", "probe", "NaN in buffer \"pos\", element 1", true},
    {"crash_create", "probe_crashed", "signal", true},
    {"crash_load", "probe_crashed", "signal 6", true},
    {"exit_create", "probe_crashed", "exit code 0", true},
    {"hang_create", "probe_timeout", "it did not finish within", true},
};

/* AddressSanitizer catches the signal of a crash, reports, and exits with a code of its own. */
#ifdef __SANITIZE_ADDRESS__
#define CRASH_IS_REPORTED (strstr(refused[_i].variant, "crash") != NULL)
#else
#define CRASH_IS_REPORTED 0
#endif

START_TEST(a_bad_version_leaves_the_good_one_running) {
    struct stand t;
    begin(&t, "v1", refused[_i].child);
    frames(&t, 30);
    change(&t, refused[_i].variant);
    ck_assert_uint_eq(t.count, 1);
    ck_assert_int_eq(t.events[0].outcome, SWAP_REFUSED);
    ck_assert_str_eq(t.reasons[0], refused[_i].reason);
    ck_assert_msg(CRASH_IS_REPORTED || strstr(t.texts[0], refused[_i].text), "%s", t.texts[0]);
    ck_assert_double_eq(instance_counter(t.a, "version"), 1);
    ck_assert(!instance_suspended(t.a));
    /* A slow trial takes thousands of steps, and single floats add up their rounding. */
    ck_assert_double_eq_tol(height(t.a), (double)t.steps / 60,
                            1e-2 + 1e-3 * (double)t.steps / 60);
    /* The same content again is not tried again; another is. */
    change(&t, refused[_i].variant);
    ck_assert_uint_eq(t.count, 1);
    change(&t, "v2");
    ck_assert_uint_eq(t.count, 2);
    ck_assert_int_eq(t.events[1].outcome, SWAP_COMMITTED);
    end(&t);
}
END_TEST

START_TEST(a_child_tries_a_good_version) {
    struct stand t;
    begin(&t, "v1", true);
    change(&t, "v2");
    ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
    ck_assert_double_gt(t.events[0].ms.probe, 0);
    end(&t);
}
END_TEST

START_TEST(code_that_fails_after_the_swap_is_rolled_back) {
    struct stand t;
    begin(&t, "v1", false);
    frames(&t, 20);
    change(&t, "fail_late");
    ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
    frames(&t, 60);
    ck_assert_uint_ge(t.count, 2);
    ck_assert_int_eq(t.events[1].outcome, SWAP_ROLLED_BACK);
    ck_assert_str_eq(t.reasons[1], "update");
    ck_assert(!instance_suspended(t.a) && !instance_suspended(t.b));
    ck_assert(swap_is_quarantined(t.swap, t.events[0].hash));
    double before = height(t.a);
    frames(&t, 6);
    ck_assert_double_eq_tol(height(t.a) - before, 0.1, 1e-5);
    uint32_t count = t.count;
    change(&t, "fail_late");
    ck_assert_uint_eq(t.count, count);
    end(&t);
}
END_TEST

START_TEST(the_old_image_is_closed_after_ten_seconds) {
    struct stand t;
    begin(&t, "v1", false);
    change(&t, "v2");
    frames(&t, 590);
    ck_assert_uint_eq(t.count, 1);
    frames(&t, 20);
    ck_assert_uint_eq(t.count, 2);
    ck_assert_uint_eq(t.events[1].generation, 1);
#if defined(WISP_KEEP_MODULES)
    ck_assert_int_eq(t.events[1].outcome, SWAP_RESIDENT);
    ck_assert_str_eq(t.reasons[1], "kept");
#else
    ck_assert_int_eq(t.events[1].outcome, SWAP_CLOSED);
#endif
    end(&t);
}
END_TEST

static const struct {
    const char *variant, *cause;
} pinned[] = {
    {"unique", "gnu_unique"}, {"tls", "tls"}, {"nodelete", "nodelete"}, {"threads", "threads"}};

START_TEST(an_image_that_stays_is_listed_with_the_cause) {
    struct stand t;
    begin(&t, pinned[_i].variant, false);
    change(&t, "v1");
    frames(&t, 620);
    ck_assert_uint_eq(t.count, 2);
    ck_assert_int_eq(t.events[1].outcome, SWAP_RESIDENT);
#if !defined(WISP_KEEP_MODULES)
    ck_assert_str_eq(t.reasons[1], pinned[_i].cause);
    if (_i == 0) ck_assert_ptr_nonnull(strstr(t.texts[1], "subject_unique"));
#endif
    ck_assert_uint_eq(registry_resident_count(t.subject.registry), 1);
    end(&t);
}
END_TEST

START_TEST(state_of_an_older_schema_is_migrated) {
    struct stand t;
    begin(&t, "v1", false);
    frames(&t, 30);
    change(&t, "migrate");
    const struct buffer *pos = buffers_find(instance_buffers(t.a), "pos");
    ck_assert_double_eq(buffer_value(pos, 0, 0), 100);
    ck_assert_double_eq_tol(height(t.a), (double)t.steps / 60, 1e-4);
    end(&t);
}
END_TEST

START_TEST(state_of_an_older_schema_without_a_way_begins_again) {
    struct stand t;
    begin(&t, "v1", false);
    frames(&t, 600);
    change(&t, "schema");
    ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
    ck_assert_double_lt(height(t.a), 0.5);
    end(&t);
}
END_TEST

START_TEST(a_plugin_that_never_worked_appears_when_it_does) {
    struct stand t;
    begin(&t, "fail_create", false);
    ck_assert(instance_suspended(t.a));
    ck_assert_str_eq(instance_reason(t.a), "create failed: not supported here: no such luck");
    frames(&t, 5);
    change(&t, "v1");
    ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
    ck_assert(!instance_suspended(t.a));
    ck_assert_double_eq(instance_counter(t.a, "reason"), WISP_CREATE_FIRST);
    frames(&t, 5);
    ck_assert_double_gt(height(t.a), 0);
    end(&t);
}
END_TEST

START_TEST(by_hand) {
    struct stand t;
    begin(&t, "v1", false);
    ck_assert_int_eq(swap_rollback(t.swap, "subject", t.time_ns), WISP_E_BAD_STATE);
    swap_pin(t.swap, "subject", true);
    swap_notice(t.swap, t.subject.file, subject_put(&t.subject, "v2"), t.time_ns);
    frames(&t, 10);
    ck_assert_uint_eq(t.count, 0);
    swap_pin(t.swap, "subject", false);
    frames(&t, 10);
    ck_assert_uint_eq(t.count, 1);
    ck_assert_int_eq(swap_rollback(t.swap, "subject", t.time_ns), WISP_OK);
    ck_assert_int_eq(t.events[1].outcome, SWAP_ROLLED_BACK);
    ck_assert_double_eq(instance_counter(t.a, "version"), 1);
    ck_assert_int_eq(swap_reload(t.swap, "subject", t.time_ns), WISP_OK);
    frames(&t, 10);
    ck_assert_double_eq(instance_counter(t.a, "version"), 2);
    end(&t);
}
END_TEST

static size_t open_descriptors(void) {
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

static size_t resident_kib(void) {
    FILE *f = fopen("/proc/self/statm", "r");
    unsigned long all, resident;
    ck_assert_int_eq(fscanf(f, "%lu %lu", &all, &resident), 2);
    fclose(f);
    return resident * 4;
}

START_TEST(two_hundred_swaps_leave_nothing_behind) {
    static const char *const turn[] = {"other", "v1"};
    struct stand t;
    begin(&t, "v1", false);
    size_t descriptors = 0, memory = 0;
    for (int i = 0; i < 200; i++) {
        t.count = 0;
        change(&t, turn[i % 2]);
        ck_assert_int_eq(t.events[0].outcome, SWAP_COMMITTED);
        t.time_ns += UINT64_C(11000000000);
        frames(&t, 1);
        if (i == 20) descriptors = open_descriptors();
        if (i == 20) memory = resident_kib();
    }
    ck_assert_uint_eq(open_descriptors(), descriptors);
#if !defined(WISP_KEEP_MODULES)
    ck_assert_uint_eq(registry_resident_count(t.subject.registry), 0);
    ck_assert_uint_lt(resident_kib(), memory + 2048);
#else
    (void)memory;
#endif
    ck_assert_double_eq_tol(height(t.a), (double)t.steps / 60, 1e-3);
    end(&t);
}
END_TEST

START_TEST(a_change_during_a_trial_starts_over) {
    struct stand t;
    begin(&t, "v1", false);
    swap_notice(t.swap, t.subject.file, subject_put(&t.subject, "v2"), t.time_ns);
    frames(&t, 2);
    change(&t, "other");
    ck_assert_uint_eq(t.count, 1);
    ck_assert(hash128_equal(t.events[0].hash, image_hash(instance_image(t.a))));
    ck_assert_double_eq(instance_counter(t.a, "version"), 1);
    end(&t);
}
END_TEST

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "probe") == 0) return probe_main(2, argv + 1);
    const struct suite_test tests[] = {
        TEST(points_go_on_under_new_code),
        TEST(the_same_code_again_changes_no_bit),
        TEST(values_go_over_by_their_old_names),
        TEST(commands_reach_both_codes_while_one_is_tried),
        TEST_LOOP(a_bad_version_leaves_the_good_one_running, 0,
                  (int)(sizeof refused / sizeof *refused)),
        TEST(a_child_tries_a_good_version),
        TEST(code_that_fails_after_the_swap_is_rolled_back),
        TEST(the_old_image_is_closed_after_ten_seconds),
        TEST_LOOP(an_image_that_stays_is_listed_with_the_cause, 0, 4),
        TEST(state_of_an_older_schema_is_migrated),
        TEST(state_of_an_older_schema_without_a_way_begins_again),
        TEST(a_plugin_that_never_worked_appears_when_it_does),
        TEST(by_hand),
        TEST(two_hundred_swaps_leave_nothing_behind),
        TEST(a_change_during_a_trial_starts_over)};
    return suite_run("swap", tests, sizeof tests / sizeof *tests);
}
