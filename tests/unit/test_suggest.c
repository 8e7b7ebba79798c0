/* SPDX-License-Identifier: MIT
 *
 * Did you mean.
 */
#include "base/suggest.h"
#include "support/suite.h"
#include <string.h>

START_TEST(distances) {
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {{"", "", 0},
                 {"", "abc", 3},
                 {"rate", "rate", 0},
                 {"raet", "rate", 1},
                 {"colour", "color", 1},
                 {"temprature", "temperature", 1},
                 {"Rate", "rate", 1},
                 {"lifetime", "life", 4},
                 {"position", "pos", 5},
                 {"kitten", "sitting", 3},
                 {"ca", "abc", 3} /* not 2: no part is edited twice */};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_uint_eq(suggest_distance(cases[i].a, cases[i].b), cases[i].distance);
        ck_assert_uint_eq(suggest_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
    char longer[80];
    memset(longer, 'a', 79);
    longer[79] = '\0';
    ck_assert_uint_eq(suggest_distance(longer, "a"), SIZE_MAX);
}
END_TEST

static const char *const names[] = {"color", "life", "pos", "rate", "spread", "speed"};
static const struct suggest_synonym synonyms[] = {
    {"lifetime", "life"}, {"position", "pos"}, {"emit", "rate"}, {"size", "radius"}};

static const char *suggest(const char *word) {
    return suggest_name(word, names, 6, synonyms, 4);
}

START_TEST(suggestions) {
    ck_assert_str_eq(suggest("spraed"), "spread");
    ck_assert_str_eq(suggest("colour"), "color");
    ck_assert_str_eq(suggest("RATE"), "rate");
    ck_assert_str_eq(suggest("SPEED"), "speed");
    ck_assert_str_eq(suggest("lifetime"), "life");
    ck_assert_str_eq(suggest("Position"), "pos");
    ck_assert_str_eq(suggest("emit"), "rate");
    ck_assert_ptr_null(suggest("size")); /* Its meaning is no name here. */
    ck_assert_ptr_null(suggest("shadow"));
    ck_assert_ptr_null(suggest("xy"));
    ck_assert_ptr_null(suggest_name("rate", NULL, 0, NULL, 0));
}
END_TEST

START_TEST(the_limit_grows_with_the_word) {
    static const char *const longs[] = {"abcdefghi", "xyz"};
    ck_assert_str_eq(suggest_name("abcdef123", longs, 2, NULL, 0), "abcdefghi"); /* 3 of 9 */
    ck_assert_ptr_null(suggest_name("abcde1234", longs, 2, NULL, 0));            /* 4 of 9 */
    ck_assert_str_eq(suggest_name("xy", longs, 2, NULL, 0), "xyz"); /* 1 is always allowed */
    ck_assert_ptr_null(suggest_name("x1y", longs, 2, NULL, 0));
}
END_TEST

SUITE_MAIN("suggest", TEST(distances), TEST(suggestions), TEST(the_limit_grows_with_the_word))
