/* SPDX-License-Identifier: MIT
 *
 * POSIX clocks.
 */
#include "os/clock.h"

#include <errno.h>
#include <time.h>

#define SECOND_NS UINT64_C(1000000000)

uint64_t clock_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * SECOND_NS + (uint64_t)t.tv_nsec;
}

uint64_t clock_thread_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * SECOND_NS + (uint64_t)t.tv_nsec;
}

int64_t clock_wall_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * (int64_t)SECOND_NS + (int64_t)t.tv_nsec;
}

/* To a moment, not for a while: a signal then does not lengthen the sleep. */
void clock_sleep_ns(uint64_t ns) {
    uint64_t until = clock_now_ns() + ns;
    struct timespec t = {(time_t)(until / SECOND_NS), (long)(until % SECOND_NS)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
    }
}
