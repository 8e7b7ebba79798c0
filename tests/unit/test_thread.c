/* SPDX-License-Identifier: MIT
 *
 * Threads: deep stacks, locks.
 */
#include "os/thread.h"
#include "support/suite.h"
#include <string.h>

struct work {
    struct mutex mutex;
    int count;
    char name[32];
};

static void deep(void *user) {
    volatile unsigned char stack[1024 * 1024];
    for (size_t i = 0; i < sizeof stack; i += 4096) stack[i] = 7;
    ((struct work *)user)->count = stack[4096];
    (void)pthread_getname_np(pthread_self(), ((struct work *)user)->name, 32);
}

START_TEST(a_stack_of_more_than_a_mebibyte) {
    struct work w = {.count = 0};
    struct thread thread;
    ck_assert_int_eq(thread_start(&thread, "a name longer than 15", 0, deep, &w), WISP_OK);
    thread_join(&thread);
    thread_join(&thread); /* Twice is once. */
    ck_assert_int_eq(w.count, 7);
    ck_assert_uint_le(strlen(w.name), 15);
}
END_TEST

static void count_up(void *user) {
    struct work *w = user;
    for (int i = 0; i < 10000; i++) {
        mutex_lock(&w->mutex);
        w->count++;
        mutex_unlock(&w->mutex);
    }
}

START_TEST(locks_exclude) {
    struct work w = {.count = 0};
    struct thread threads[4];
    ck_assert_int_eq(mutex_init(&w.mutex), WISP_OK);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(thread_start(&threads[i], "count", 1, count_up, &w), WISP_OK);
    for (int i = 0; i < 4; i++) thread_join(&threads[i]);
    ck_assert_int_eq(w.count, 40000);
    mutex_destroy(&w.mutex);
}
END_TEST

START_TEST(an_impossible_stack_is_refused) {
    struct thread thread;
    ck_assert_int_eq(thread_start(&thread, "huge", SIZE_MAX / 2, count_up, NULL), WISP_E_LIMIT);
    thread_join(&thread);
}
END_TEST

START_TEST(there_is_a_processor) { ck_assert_uint_ge(thread_processors(), 1); }
END_TEST

SUITE_MAIN("thread", TEST(a_stack_of_more_than_a_mebibyte), TEST(locks_exclude),
           TEST(an_impossible_stack_is_refused), TEST(there_is_a_processor))
