/* SPDX-License-Identifier: MIT
 *
 * Clocks.
 */
#include "os/clock.h"
#include "support/suite.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>

START_TEST(time_goes_forward) {
    uint64_t last = clock_now_ns();
    for (int i = 0; i < 1000; i++) {
        uint64_t now = clock_now_ns();
        ck_assert_uint_ge(now, last);
        last = now;
    }
}
END_TEST

static void ring(int signal) { (void)signal; }

START_TEST(a_signal_does_not_shorten_sleep) {
    struct sigaction action = {.sa_handler = ring};
    sigaction(SIGALRM, &action, NULL);
    const struct itimerval soon = {{0, 2000}, {0, 2000}};
    setitimer(ITIMER_REAL, &soon, NULL);
    uint64_t before = clock_now_ns();
    clock_sleep_ns(20 * 1000000);
    ck_assert_uint_ge(clock_now_ns() - before, 20 * 1000000);
}
END_TEST

START_TEST(wall_time_is_the_wall) {
    int64_t seconds = clock_wall_ns() / 1000000000;
    ck_assert_int_le(seconds, (int64_t)time(NULL) + 2);
    ck_assert_int_ge(seconds, (int64_t)time(NULL) - 2);
}
END_TEST

SUITE_MAIN("clock", TEST(time_goes_forward), TEST(a_signal_does_not_shorten_sleep),
           TEST(wall_time_is_the_wall))
