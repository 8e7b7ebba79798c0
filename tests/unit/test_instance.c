/* SPDX-License-Identifier: MIT */
#include "plugin/instance.h"
#include "support/fake_host.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>
#include <wisp/gfx.h>

/* An effect that does what the test tells it to. What it is told lies in its values. */
enum { MODE, SIZE, PARAMS };
enum mode {
    MODE_PLAIN,
    MODE_FAIL_CREATE,
    MODE_FAIL_UPDATE,
    MODE_NAN,
    MODE_LIGHTS,
    MODE_SIGNALS,
    MODE_COUNTERS,
    MODE_JOBS,
    MODE_FRAME,
    MODE_BUDGET
};

static const wisp_param params[PARAMS] = {
    {"mode", WISP_PARAM_INT, .def = {0}},
    {"size", WISP_PARAM_INT, .def = {100}},
};

struct block {
    uint64_t calls;
    _Alignas(64) float aligned[16];
};

static wisp_status test_create(wisp_instance *self, uint32_t reason) {
    struct block *block = self->block;
    if (block->calls != 0 || (uintptr_t)block % 64) return WISP_E_INTERNAL;
    self->host->report->count(self, "reason", reason);
    if (self->values[MODE].i != MODE_FAIL_CREATE) return WISP_OK;
    self->host->log->say(self, WISP_LOG_ERROR, "the reason");
    return WISP_E_LIMIT;
}

static void add(void *context, uint64_t begin, uint64_t end, uint32_t chunk) {
    uint64_t *sums = context;
    for (uint64_t i = begin; i < end; i++) sums[chunk] += i;
}

static wisp_status run_jobs(wisp_instance *self) {
    uint64_t *sums = wisp_take(self, "sums", WISP_TYPE_U64, 100, 1, 0);
    memset(sums, 0, 100 * sizeof *sums);
    self->host->jobs->parallel(self, 10000, 128, add, sums);
    return WISP_OK;
}

static wisp_status count_all(wisp_instance *self) {
    char name[8] = "a0";
    for (int i = 0; i < 20; i++, name[1]++) self->host->report->count(self, name, i);
    self->host->report->meter(self, 1, 2.5f);
    self->host->report->meter(self, 99, 1);
    self->host->report->bounds(self, (float[3]){-1, -2, -3}, (float[3]){1, 2, 3});
    memset(name, 'z', sizeof name - 1);
    return WISP_OK;
}

static wisp_status signal_all(wisp_instance *self) {
    wisp_signal good = {sizeof good, 0, "hit", NULL, {1, 2, 3}, 4};
    wisp_signal other = {sizeof other, 0, "miss", NULL, {0}, 0};
    wisp_signal nan = {sizeof nan, 0, "hit", NULL, {0}, (float)NAN};
    wisp_light light = {.struct_size = sizeof light, .color = {1, 1, 1}};
    self->host->report->signal(self, &good);
    self->host->report->signal(self, &other);
    self->host->report->signal(self, &nan);
    self->host->world->light(self, &light);
    light.position[1] = (float)INFINITY;
    self->host->world->light(self, &light);
    return WISP_OK;
}

static wisp_status test_update(wisp_instance *self, const wisp_step *step) {
    ((struct block *)self->block)->calls++;
    uint64_t n = (uint64_t)step->values[SIZE].i;
    float *pos = wisp_take(self, "pos", WISP_TYPE_F32, n, 3, 0);
    if (!pos) return WISP_E_NOMEM;
    for (uint64_t i = 0; i < 3 * n; i++)
        pos[i] += wisp_rng_f01(self->seed, 3 * n * step->index + i);
    switch (step->values[MODE].i) {
    case MODE_FAIL_UPDATE:
        self->host->log->say(self, WISP_LOG_ERROR, "it broke");
        return WISP_E_UNSUPPORTED;
    case MODE_NAN:
        pos[4] = (float)NAN;
        return WISP_OK;
    case MODE_SIGNALS:
        return signal_all(self);
    case MODE_COUNTERS:
        return count_all(self);
    case MODE_JOBS:
        return run_jobs(self);
    case MODE_FRAME: {
        char *a = self->host->state->frame(self, 1000), *b = self->host->state->frame(self, 1);
        return a && b && a != b && (uintptr_t)b % 64 == 0 ? WISP_OK : WISP_E_NOMEM;
    }
    default:
        return WISP_OK;
    }
}

static const char *const signals[] = {"hit", NULL};
static const wisp_effect entry = {WISP_EFFECT_HEAD,
                                  .id = "tested",
                                  .name = "Tested",
                                  .version = "1",
                                  .doc = "Does as it is told.",
                                  .params = params,
                                  .param_count = PARAMS,
                                  .param_size = sizeof(wisp_param),
                                  .signals = signals,
                                  .instance_size = sizeof(struct block),
                                  .state_schema = 1,
                                  .create = test_create,
                                  .update = test_update};

static struct fake_host *host(enum mode mode, const struct fake_options *options) {
    struct fake_host *h = fake_host_create(&entry, options);
    fake_set(h, "mode", mode);
    return h;
}

START_TEST(a_failed_create_suspends_with_its_reason) {
    struct fake_host *h = host(MODE_FAIL_CREATE, NULL);
    ck_assert_int_eq(fake_start(h), WISP_E_LIMIT);
    struct instance *it = fake_instance(h);
    ck_assert(instance_suspended(it));
    ck_assert_str_eq(instance_reason(it), "create failed: over a limit: the reason");
    ck_assert_int_eq(fake_steps(h, 1), WISP_E_BAD_STATE);
    fake_set(h, "mode", MODE_PLAIN);
    ck_assert_int_eq(instance_restart(it), WISP_OK);
    ck_assert(!instance_suspended(it));
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_failed_update_suspends_with_its_reason) {
    struct fake_host *h = host(MODE_PLAIN, NULL);
    fake_start(h);
    fake_steps(h, 3);
    fake_set(h, "mode", MODE_FAIL_UPDATE);
    ck_assert_int_eq(fake_steps(h, 1), WISP_E_UNSUPPORTED);
    ck_assert_str_eq(instance_reason(fake_instance(h)),
                     "update 4 failed: not supported here: it broke");
    ck_assert_uint_eq(instance_passes(fake_instance(h)), 0);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_nan_suspends) {
    struct fake_host *h = host(MODE_NAN, NULL);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 1), WISP_E_BAD_DATA);
    ck_assert_str_eq(instance_reason(fake_instance(h)),
                     "update 1 left a NaN in buffer \"pos\", element 1");
    fake_host_destroy(h);
}
END_TEST

START_TEST(what_it_reports_is_kept) {
    struct fake_host *h = host(MODE_COUNTERS, NULL);
    float lo[3], hi[3];
    fake_start(h);
    ck_assert(!instance_bounds(fake_instance(h), lo, hi));
    fake_steps(h, 1);
    const struct instance_counter *counters;
    ck_assert_uint_eq(instance_counters(fake_instance(h), &counters), 16);
    ck_assert_double_eq(fake_counter(h, "a3"), 3);
    ck_assert_double_eq(fake_counter(h, "unknown"), 0);
    ck_assert_float_eq(instance_meter(fake_instance(h), 1), 2.5f);
    ck_assert(instance_bounds(fake_instance(h), lo, hi));
    ck_assert_float_eq(lo[2], -3);
    ck_assert_float_eq(hi[1], 2);
    fake_host_destroy(h);
}
END_TEST

START_TEST(only_sound_signals_and_lights_pass) {
    struct fake_host *h = host(MODE_SIGNALS, NULL);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    const struct fake_record *r = fake_record(h);
    ck_assert_uint_eq(r->signal_count, 1);
    ck_assert_str_eq(r->signals[0].name, "hit");
    ck_assert_float_eq(r->signals[0].value, 4);
    ck_assert_uint_eq(r->light_count, 1);
    ck_assert_ptr_nonnull(strstr(r->last_error, "not finite"));
    fake_host_destroy(h);
}
END_TEST

START_TEST(jobs_give_the_same_for_any_number_of_threads) {
    uint64_t hash[2];
    for (uint32_t t = 0; t < 2; t++) {
        struct fake_options options = {.threads = 1 + 3 * t};
        struct fake_host *h = host(MODE_JOBS, &options);
        fake_start(h);
        ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
        ck_assert_double_eq(fake_number(h, "sums", 1, 0), 128 * 128 + 127 * 64);
        ck_assert_double_eq(fake_number(h, "sums", 79, 0), 0);
        hash[t] = fake_hash(h);
        fake_host_destroy(h);
    }
    ck_assert_uint_eq(hash[0], hash[1]);
}
END_TEST

START_TEST(frame_memory_is_taken_back_after_each_call) {
    struct fake_host *h = host(MODE_FRAME, NULL);
    fake_start(h);
    fake_steps(h, 2);
    size_t before = fake_allocations(h);
    ck_assert_int_eq(fake_steps(h, 500), WISP_OK);
    ck_assert_uint_eq(fake_allocations(h), before);
    fake_host_destroy(h);
}
END_TEST

START_TEST(over_the_budget_it_fails_and_says_so) {
    struct fake_options options = {.budget = 10000};
    struct fake_host *h = host(MODE_PLAIN, &options);
    fake_start(h);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    fake_set(h, "size", 10000);
    ck_assert_int_eq(fake_steps(h, 1), WISP_E_NOMEM);
    ck_assert_str_eq(instance_reason(fake_instance(h)),
                     "update 2 failed: out of memory: buffer \"pos\": over the memory budget");
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_checkpoint_leads_to_the_same_future) {
    struct fake_host *h = host(MODE_PLAIN, NULL);
    fake_start(h);
    fake_steps(h, 10);
    struct instance *it = fake_instance(h);
    size_t size = instance_save_size(it);
    unsigned char *bytes = malloc(size), *again = malloc(size);
    instance_save(it, bytes);
    uint64_t hash = fake_hash(h);
    fake_steps(h, 7);
    ck_assert_uint_ne(fake_hash(h), hash);
    ck_assert_int_eq(instance_restore(it, bytes, size), WISP_OK);
    ck_assert_uint_eq(fake_hash(h), hash);
    ck_assert_uint_eq(instance_steps(it), 10);
    ck_assert_double_eq(fake_counter(h, "reason"), WISP_CREATE_RESTORE);
    ck_assert_uint_eq(instance_save_size(it), size);
    instance_save(it, again);
    ck_assert_mem_eq(bytes, again, size);
    /* Damaged: nothing happens. */
    bytes[size / 2] ^= 1;
    fake_steps(h, 1);
    hash = fake_hash(h);
    ck_assert_int_eq(instance_restore(it, bytes, size), WISP_E_BAD_DATA);
    ck_assert_uint_eq(fake_hash(h), hash);
    ck_assert(!instance_suspended(it));
    free(bytes);
    free(again);
    fake_host_destroy(h);
}
END_TEST

START_TEST(a_checkpoint_of_another_effect_is_refused) {
    struct fake_host *h = host(MODE_PLAIN, NULL), *dust = fake_host_open("dust", NULL);
    fake_start(h);
    fake_start(dust);
    fake_steps(dust, 1);
    size_t size = instance_save_size(fake_instance(dust));
    void *bytes = malloc(size);
    instance_save(fake_instance(dust), bytes);
    ck_assert_int_eq(instance_restore(fake_instance(h), bytes, size), WISP_E_BAD_DATA);
    free(bytes);
    fake_host_destroy(h);
    fake_host_destroy(dust);
}
END_TEST

START_TEST(a_suspension_from_outside_ends_with_a_restart) {
    struct fake_host *h = host(MODE_PLAIN, NULL);
    fake_start(h);
    fake_steps(h, 3);
    instance_suspend(fake_instance(h), WISP_E_LIMIT, "the scene is over its budget");
    ck_assert_str_eq(instance_reason(fake_instance(h)), "the scene is over its budget");
    ck_assert_int_eq(fake_steps(h, 1), WISP_E_BAD_STATE);
    instance_restart(fake_instance(h));
    ck_assert_uint_eq(instance_steps(fake_instance(h)), 0);
    ck_assert_int_eq(fake_steps(h, 1), WISP_OK);
    fake_host_destroy(h);
}
END_TEST

/* The whole way from nothing to the first step, with each request for memory failing once. */
START_TEST(no_memory_leaks_nothing_at_any_request) {
    for (size_t n = 1;; n++) {
        struct allocator_failing failing;
        allocator_failing_init(&failing, allocator_default(), n, 0);
        struct fake_options options = {.allocator = &failing.allocator};
        struct fake_host *h = host(MODE_FRAME, &options);
        wisp_status status = fake_start(h);
        if (status >= 0) status = fake_steps(h, 1);
        bool failed = atomic_load(&failing.requests) >= n;
        if (failed) ck_assert_int_lt(status, 0);
        if (!failed) ck_assert_int_eq(status, WISP_OK);
        fake_host_destroy(h); /* Looks for leaks. */
        if (!failed) break;
    }
}
END_TEST

START_TEST(services_are_found_by_id) {
    struct fake_host *h = host(MODE_PLAIN, NULL);
    fake_start(h);
    /* The host of any instance will do. */
    const wisp_host *services = fake_services(h);
    const struct {
        const char *id;
        const void *table;
    } known[] = {{WISP_LOG_ID, services->log},       {WISP_STATE_ID, services->state},
                 {WISP_JOBS_ID, services->jobs},     {WISP_WORLD_ID, services->world},
                 {WISP_ASSETS_ID, services->assets}, {WISP_REPORT_ID, services->report},
                 {WISP_GFX_ID, services->gfx}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        ck_assert_ptr_nonnull(known[i].table);
        ck_assert_ptr_eq(services->service(services, known[i].id), known[i].table);
        ck_assert_uint_gt(*(const uint32_t *)known[i].table, 15); /* struct_size */
    }
    ck_assert_ptr_null(services->service(services, "wisp.log/2"));
    ck_assert_ptr_null(services->service(services, NULL));
    fake_host_destroy(h);
}
END_TEST

SUITE_MAIN("instance", TEST(a_failed_create_suspends_with_its_reason),
           TEST(a_failed_update_suspends_with_its_reason), TEST(a_nan_suspends),
           TEST(what_it_reports_is_kept), TEST(only_sound_signals_and_lights_pass),
           TEST(jobs_give_the_same_for_any_number_of_threads),
           TEST(frame_memory_is_taken_back_after_each_call),
           TEST(over_the_budget_it_fails_and_says_so),
           TEST(a_checkpoint_leads_to_the_same_future),
           TEST(a_checkpoint_of_another_effect_is_refused),
           TEST(a_suspension_from_outside_ends_with_a_restart),
           TEST(no_memory_leaks_nothing_at_any_request), TEST(services_are_found_by_id))
