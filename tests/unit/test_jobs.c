/* SPDX-License-Identifier: MIT
 *
 * The pool: every element once, the same chunks and the same bits for any number of threads.
 */
#include "base/jobs.h"
#include "os/clock.h"
#include "os/thread.h"
#include "support/suite.h"
#include <float.h>
#include <pthread.h>
#include <string.h>

enum { MOST = 10000 };

static const uint32_t thread_counts[] = {1, 2, 3, 4, 8, 17, 64};

static struct jobs *pool(uint32_t threads) {
    struct jobs *jobs;
    ck_assert_int_eq(jobs_create(allocator_default(), threads, &jobs), WISP_OK);
    ck_assert_uint_eq(jobs_threads(jobs), threads);
    return jobs;
}

struct visits {
    unsigned char seen[MOST];
    uint64_t grain;
    atomic_uint bad;
};

static void visit(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct visits *v = ctx;
    if (begin != chunk * v->grain || end <= begin || end - begin > v->grain)
        atomic_fetch_add(&v->bad, 1);
    for (uint64_t i = begin; i < end; i++) v->seen[i]++;
}

START_TEST(every_element_once) { /* Whatever count, grain and threads. */
    struct jobs *jobs = pool(thread_counts[_i]);
    static struct visits v;
    static unsigned char expected[MOST];
    static const uint64_t counts[] = {0, 1, 2, 7, 64, 1000, MOST}, grains[] = {1, 3, 64, MOST};
    for (int c = 0; c < 7 * 4 * 5; c++) {
        uint64_t count = counts[c % 7];
        memset(&v, 0, sizeof v);
        v.grain = grains[c / 7 % 4];
        jobs_parallel(jobs, count, v.grain, visit, &v);
        memset(expected, 0, MOST);
        memset(expected, 1, count);
        ck_assert(memcmp(v.seen, expected, MOST) == 0);
        ck_assert_uint_eq(atomic_load(&v.bad), 0);
    }
    jobs_destroy(jobs);
}
END_TEST

struct sums {
    float per_chunk[MOST];
};

static void sum_chunk(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct sums *s = ctx;
    float sum = 0;
    for (uint64_t i = begin; i < end; i++) sum += 1.0f / (float)(i + 1);
    s->per_chunk[chunk] = sum;
}

START_TEST(same_bits_for_any_number_of_threads) {
    static struct sums alone, shared;
    for (uint64_t grain = 1; grain < 500; grain = grain * 3 + 1) {
        jobs_parallel(NULL, MOST, grain, sum_chunk, &alone);
        for (size_t t = 0; t < sizeof thread_counts / sizeof thread_counts[0]; t++) {
            struct jobs *jobs = pool(thread_counts[t]);
            memset(&shared, 0, sizeof shared);
            jobs_parallel(jobs, MOST, grain, sum_chunk, &shared);
            size_t bytes = jobs_chunk_count(MOST, grain) * sizeof(float);
            ck_assert(memcmp(alone.per_chunk, shared.per_chunk, bytes) == 0);
            jobs_destroy(jobs);
        }
    }
}
END_TEST

START_TEST(chunk_counts) {
    ck_assert_uint_eq(jobs_chunk_count(0, 5), 0);
    ck_assert_uint_eq(jobs_chunk_count(5, 5), 1);
    ck_assert_uint_eq(jobs_chunk_count(6, 5), 2);
    ck_assert_uint_eq(jobs_chunk_count(6, 0), 6);
    ck_assert_uint_lt(jobs_chunk_count(UINT64_MAX, 1), UINT32_MAX);
    ck_assert_uint_eq(jobs_grain(1000, 0), 1);
}
END_TEST

struct nest {
    struct jobs *jobs;
    atomic_uint inner;
};

static void nest_inner(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct nest *n = ctx;
    (void)chunk;
    atomic_fetch_add(&n->inner, (unsigned)(end - begin));
}

static void nest_outer(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct nest *n = ctx;
    (void)chunk;
    for (uint64_t i = begin; i < end; i++) jobs_parallel(n->jobs, 10, 2, nest_inner, n);
}

START_TEST(a_call_inside_a_job_runs) {
    struct nest n = {.jobs = pool(4)};
    jobs_parallel(n.jobs, 100, 1, nest_outer, &n);
    ck_assert_uint_eq(atomic_load(&n.inner), 1000);
    jobs_destroy(n.jobs);
}
END_TEST

static void call_often(void *user) {
    struct nest *n = user;
    for (int i = 0; i < 200; i++) jobs_parallel(n->jobs, 10, 1, nest_inner, n);
}

START_TEST(many_callers_at_once) {
    struct nest n = {.jobs = pool(3)};
    struct thread callers[4];
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(thread_start(&callers[i], "caller", 0, call_often, &n), WISP_OK);
    for (int i = 0; i < 50; i++) jobs_drain(n.jobs);
    for (int i = 0; i < 4; i++) thread_join(&callers[i]);
    ck_assert_uint_eq(atomic_load(&n.inner), 4 * 200 * 10);
    jobs_destroy(n.jobs);
}
END_TEST

static void pause_then_count(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    (void)begin, (void)end, (void)chunk;
    clock_sleep_ns(2000000);
    atomic_fetch_add((atomic_uint *)ctx, 1);
}

START_TEST(threads_that_slept_wake_and_the_caller_waits) {
    struct jobs *jobs = pool(4);
    for (int i = 0; i < 20; i++) {
        atomic_uint count = 0;
        clock_sleep_ns(3000000); /* Past the spinning. */
        jobs_parallel(jobs, 7, 1, pause_then_count, &count);
        ck_assert_uint_eq(atomic_load(&count), 7);
    }
    jobs_destroy(jobs);
}
END_TEST

static void note_thread(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    (void)end, (void)chunk;
    ((pthread_t *)ctx)[begin] = pthread_self();
}

START_TEST(one_chunk_stays_with_the_caller) {
    struct jobs *jobs = pool(4);
    pthread_t who[1];
    for (int i = 0; i < 100; i++) {
        jobs_parallel(jobs, 1, 1, note_thread, who);
        ck_assert(pthread_equal(who[0], pthread_self()));
    }
    jobs_destroy(jobs);
}
END_TEST

struct meeting {
    atomic_uint arrived;
    unsigned wanted;
};

/* Ends only when `wanted` threads are inside at once. */
static void meet(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    struct meeting *m = ctx;
    (void)begin, (void)end, (void)chunk;
    atomic_fetch_add(&m->arrived, 1);
    while (atomic_load(&m->arrived) < m->wanted) clock_sleep_ns(100000);
}

START_TEST(all_threads_take_part) {
    static const uint32_t counts[] = {2, 5, 64};
    struct meeting m = {.wanted = counts[_i]};
    struct jobs *jobs = pool(counts[_i]);
    jobs_parallel(jobs, m.wanted, 1, meet, &m);
    ck_assert_uint_eq(atomic_load(&m.arrived), m.wanted);
    jobs_destroy(jobs);
}
END_TEST

static void halve_least(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    (void)end, (void)chunk;
    volatile float least = FLT_MIN;
    ((float *)ctx)[begin] = least * 0.5f;
}

START_TEST(denormals_are_zero_inside_and_back_after) {
    float results[64];
    struct jobs *jobs = pool(4);
    memset(results, 0xff, sizeof results);
    jobs_parallel(jobs, 64, 1, halve_least, results);
    for (int i = 0; i < 64; i++) ck_assert(results[i] == 0.0f);
    jobs_parallel(NULL, 1, 1, halve_least, results);
    ck_assert(results[0] == 0.0f);
    volatile float least = FLT_MIN;
    ck_assert(least * 0.5f > 0.0f);
    jobs_destroy(jobs);
}
END_TEST

static void deep(void *ctx, uint64_t begin, uint64_t end, uint32_t chunk) {
    volatile unsigned char stack[1000 * 1000];
    (void)end, (void)chunk;
    for (size_t i = 0; i < sizeof stack; i += 4096) stack[i] = 1;
    ((unsigned char *)ctx)[begin] = stack[4096];
}

START_TEST(stacks_are_deep_enough) {
    unsigned char ok[32] = {0};
    struct jobs *jobs = pool(4);
    jobs_parallel(jobs, 32, 1, deep, ok);
    for (int i = 0; i < 32; i++) ck_assert_uint_eq(ok[i], 1);
    jobs_destroy(jobs);
}
END_TEST

START_TEST(no_memory_per_call) {
    struct allocator_counting c;
    allocator_counting_init(&c, allocator_default());
    struct jobs *jobs;
    ck_assert_int_eq(jobs_create(&c.allocator, 4, &jobs), WISP_OK);
    size_t before = atomic_load(&c.allocations);
    struct nest n = {.jobs = jobs};
    for (int i = 0; i < 100; i++) jobs_parallel(jobs, 10, 1, nest_inner, &n);
    ck_assert_uint_eq(atomic_load(&c.allocations), before);
    jobs_destroy(jobs);
    ck_assert_uint_eq(atomic_load(&c.live_bytes), 0);
}
END_TEST

START_TEST(bad_counts_are_refused) {
    struct jobs *jobs = NULL;
    ck_assert_int_eq(jobs_create(allocator_default(), 0, &jobs), WISP_E_BAD_PARAM);
    ck_assert_int_eq(jobs_create(allocator_default(), 65, &jobs), WISP_E_BAD_PARAM);
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), 1, 1);
    ck_assert_int_eq(jobs_create(&f.allocator, 2, &jobs), WISP_E_NOMEM);
    ck_assert_ptr_null(jobs);
    jobs_destroy(NULL);
    jobs_drain(NULL);
    ck_assert_uint_eq(jobs_threads(NULL), 1);
}
END_TEST

SUITE_MAIN("jobs", TEST_LOOP(every_element_once, 0, 7),
           TEST(same_bits_for_any_number_of_threads), TEST(chunk_counts),
           TEST(a_call_inside_a_job_runs), TEST(many_callers_at_once),
           TEST(threads_that_slept_wake_and_the_caller_waits),
           TEST(one_chunk_stays_with_the_caller), TEST_LOOP(all_threads_take_part, 0, 3),
           TEST(denormals_are_zero_inside_and_back_after), TEST(stacks_are_deep_enough),
           TEST(no_memory_per_call), TEST(bad_counts_are_refused))
