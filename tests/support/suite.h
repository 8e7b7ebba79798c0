/* SPDX-License-Identifier: MIT
 *
 * The main function of a test program: SUITE_MAIN("arena", TEST(a), TEST_LOOP(b, 0, 10)).
 * Check runs each case in a process of its own; CK_FORK=no stays in one, for a debugger.
 */
#ifndef WISP_SUPPORT_SUITE_H
#define WISP_SUPPORT_SUITE_H

#include <check.h>
#include <stdlib.h>

struct suite_test {
    const TTest *test;
    int first, end; /* Loop index _i goes over [first, end). */
    int signal, exit_code;
};

#define TEST(name) {name, 0, 1, 0, 0}
#define TEST_LOOP(name, first, end) {name, first, end, 0, 0}
#define TEST_SIGNAL(name, signal) {name, 0, 1, signal, 0}
#define TEST_EXIT(name, code) {name, 0, 1, 0, code}

static inline int suite_run(const char *title, const struct suite_test *tests, size_t count) {
    Suite *suite = suite_create(title);
    TCase *tcase = tcase_create(title);
    for (size_t i = 0; i < count; i++)
        _tcase_add_test(tcase, tests[i].test, tests[i].signal, tests[i].exit_code,
                        tests[i].first, tests[i].end);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner) || srunner_ntests_run(runner) == 0;
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define SUITE_MAIN(title, ...)                                                                 \
    int main(void) {                                                                           \
        const struct suite_test tests[] = {__VA_ARGS__};                                       \
        return suite_run(title, tests, sizeof tests / sizeof tests[0]);                        \
    }

#endif
