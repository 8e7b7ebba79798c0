/* SPDX-License-Identifier: MIT
 *
 * Text: cutting at a character's border, UTF-8, printable text, growing text.
 */
#include "base/str.h"
#include "support/suite.h"
#include <string.h>

START_TEST(cuts_are_at_a_border) { /* "a" U+00E9 U+20AC U+1F600: 1 + 2 + 3 + 4 bytes. */
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
    static const size_t kept[] = {0, 0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    for (size_t size = 0; size < sizeof kept / sizeof kept[0]; size++) {
        char a[16], b[16];
        memset(a, 'x', sizeof a);
        memset(b, 'x', sizeof b);
        ck_assert_uint_eq(str_copy(a, size, text), kept[size]);
        ck_assert_uint_eq(str_format(b, size, "%s", text), kept[size]);
        if (size == 0) continue;
        ck_assert(memcmp(a, text, kept[size]) == 0 && a[kept[size]] == '\0');
        ck_assert_str_eq(a, b);
        ck_assert_int_eq(a[size], 'x');
        ck_assert_int_eq(b[size], 'x');
    }
}
END_TEST

START_TEST(cutting_bytes_that_are_no_text_is_safe) {
    char out[8];
    ck_assert_uint_le(str_format(out, sizeof out, "%s", "\x80\x80\x80\x80\x80\x80\x80\x80\x80"),
                      7);
    ck_assert_uint_le(str_copy(out, sizeof out, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), 7);
    ck_assert_uint_eq(strlen(out), 7);
}
END_TEST

START_TEST(utf8_good_and_bad) {
    static const char *const good[] = {"",
                                       "ascii",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\x80",
                                      "\xc0\xaf",
                                      "\xc1\xbf",
                                      "\xc2",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xe2\x82",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "a\xfe"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        ck_assert_msg(utf8_valid(good[i], strlen(good[i])), "good %zu", i);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(!utf8_valid(bad[i], strlen(bad[i])), "bad %zu", i);
    ck_assert(utf8_valid("a\0b", 3));
}
END_TEST

START_TEST(bad_bytes_are_replaced) {
    char out[32];
    ck_assert_uint_eq(utf8_sanitise(out, sizeof out,
                                    "a\xff"
                                    "b\xe2\x82",
                                    5),
                      11);
    ck_assert_str_eq(out, "a\xef\xbf\xbd"
                          "b\xef\xbf\xbd\xef\xbf\xbd");
    for (size_t size = 1; size < 12; size++) {
        utf8_sanitise(out, size,
                      "a\xff"
                      "b\xe2\x82",
                      5);
        ck_assert(strlen(out) < size && utf8_valid(out, strlen(out)));
    }
}
END_TEST

START_TEST(control_bytes_are_shown) {
    static const char text[] = "\x1b]0;owned\a\tok\n\x7f\xc2\x9b"
                               "2J\xff\0z";
    char out[64];
    size_t n = str_printable(out, sizeof out, text, sizeof text - 1);
    ck_assert_str_eq(out, "\\x1b]0;owned\\x07\tok\n\\x7f\\xc2\\x9b2J\\xff\\x00z");
    ck_assert_uint_eq(n, strlen(out));
    for (size_t size = 1; size < sizeof out; size++) {
        memset(out, 'x', sizeof out);
        ck_assert_uint_lt(str_printable(out, size, text, sizeof text - 1), size);
        ck_assert_int_eq(out[size], 'x');
    }
}
END_TEST

START_TEST(beginnings_and_ends) {
    ck_assert(str_starts("wisp.snow", "wisp.") && !str_starts("wis", "wisp"));
    ck_assert(str_ends("a.so", ".so") && !str_ends("so", ".so") && str_ends("x", ""));
    ck_assert(str_equal_no_case("Rate", "rAtE") && !str_equal_no_case("rate", "rates"));
    ck_assert(!str_equal("a", "A"));
}
END_TEST

START_TEST(a_text_grows) {
    struct strbuf b;
    strbuf_init(&b, allocator_default());
    ck_assert_str_eq(strbuf_text(&b), "");
    for (int i = 0; i < 1000; i++) strbuf_addf(&b, "%d,", i);
    strbuf_add_n(&b, "\0x", 2);
    ck_assert_uint_eq(b.length, 10 * 2 + 90 * 3 + 900 * 4 + 2);
    ck_assert(str_starts(b.data, "0,1,2,") && b.data[b.length - 1] == 'x');
    strbuf_clear(&b);
    ck_assert_str_eq(strbuf_text(&b), "");
    strbuf_free(&b);
}
END_TEST

START_TEST(the_first_failure_stays) {
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), 2, 0);
    struct strbuf b;
    strbuf_init(&b, &f.allocator);
    strbuf_add(&b, "kept");
    strbuf_addf(&b, "%200s", "lost");
    strbuf_add(&b, "!");
    ck_assert_int_eq(b.status, WISP_E_NOMEM);
    ck_assert_str_eq(strbuf_text(&b), "kept");
    strbuf_free(&b);
}
END_TEST

SUITE_MAIN("str", TEST(cuts_are_at_a_border), TEST(cutting_bytes_that_are_no_text_is_safe),
           TEST(utf8_good_and_bad), TEST(bad_bytes_are_replaced), TEST(control_bytes_are_shown),
           TEST(beginnings_and_ends), TEST(a_text_grows), TEST(the_first_failure_stays))
