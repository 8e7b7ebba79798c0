/* SPDX-License-Identifier: MIT
 *
 * Shared memory: two mappings of one memory, growth, a process that dies.
 */
#include "os/shm.h"
#include "support/suite.h"
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

START_TEST(two_mappings_see_the_same) {
    struct shm a, b;
    ck_assert_int_eq(shm_create("test", 10000, &a), WISP_OK);
    for (size_t i = 0; i < a.size; i++) ck_assert(((char *)a.bytes)[i] == 0);
    ck_assert_int_eq(shm_open_fd(dup(a.fd), &b), WISP_OK);
    ck_assert_uint_eq(b.size, 10000);
    memcpy(a.bytes, "hello", 6);
    ck_assert_str_eq(b.bytes, "hello");
    ck_assert_int_eq(shm_resize(&a, 1 << 20), WISP_OK);
    ck_assert_str_eq(a.bytes, "hello");
    ((char *)a.bytes)[(1 << 20) - 1] = 'z';
    ck_assert_int_eq(shm_refresh(&b), WISP_OK);
    ck_assert_uint_eq(b.size, 1 << 20);
    ck_assert_int_eq(((char *)b.bytes)[(1 << 20) - 1], 'z');
    ck_assert_int_eq(shm_resize(&a, 100), WISP_E_BAD_PARAM);
    shm_close(&a);
    shm_close(&b);
    shm_close(&b);
    ck_assert_int_eq(b.fd, -1);
}
END_TEST

START_TEST(it_outlives_a_crash) {
    struct shm a;
    ck_assert_int_eq(shm_create("test", 4096, &a), WISP_OK);
    pid_t child = fork();
    if (child == 0) {
        memcpy(a.bytes, "last words", 11);
        _exit(1);
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_str_eq(a.bytes, "last words");
    shm_close(&a);
}
END_TEST

START_TEST(what_is_no_memory_is_refused) {
    struct shm a = {.fd = 77};
    int ends[2];
    ck_assert_int_eq(shm_create("test", 0, &a), WISP_E_BAD_PARAM);
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(shm_open_fd(ends[0], &a), WISP_E_BAD_DATA);
    ck_assert_int_eq(shm_open_fd(-1, &a), WISP_E_BAD_DATA);
    ck_assert_int_eq(a.fd, 77);
}
END_TEST

SUITE_MAIN("shm", TEST(two_mappings_see_the_same), TEST(it_outlives_a_crash),
           TEST(what_is_no_memory_is_refused))
