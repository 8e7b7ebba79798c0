/* SPDX-License-Identifier: MIT
 *
 * Every status has a number of its own and words.
 */
#include "base/status.h"
#include "support/suite.h"
#include <string.h>

START_TEST(texts_are_there_and_differ) {
    for (wisp_status a = 0; a > WISP_STATUS_END; a--) {
        ck_assert_str_ne(status_text(a), "unknown status");
        ck_assert(strncmp(status_name(a), a ? "WISP_E_" : "WISP_OK", 7) == 0);
        for (wisp_status b = a + 1; b <= 0; b++) ck_assert_str_ne(status_text(a), status_text(b));
    }
}
END_TEST

START_TEST(strangers_are_unknown) {
    ck_assert_str_eq(status_text(1), "unknown status");
    ck_assert_str_eq(status_text(WISP_STATUS_END), "unknown status");
    ck_assert_str_eq(status_text(INT32_MIN), "unknown status");
}
END_TEST

SUITE_MAIN("status", TEST(texts_are_there_and_differ), TEST(strangers_are_unknown))
