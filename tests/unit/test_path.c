/* SPDX-License-Identifier: MIT
 *
 * Paths as text.
 */
#include "base/path.h"
#include "support/suite.h"
#include <string.h>

START_TEST(joins) {
    static const char *const cases[][3] = {{"a", "b", "a/b"}, {"a/", "b", "a/b"},
                                           {"", "b", "b"},    {"a", "/b", "/b"},
                                           {"a", "", "a"},    {"/", "x", "/x"}};
    char out[16];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(path_join(out, sizeof out, cases[i][0], cases[i][1]), WISP_OK);
        ck_assert_str_eq(out, cases[i][2]);
    }
    ck_assert_int_eq(path_join(out, 4, "ab", "c"), WISP_E_LIMIT);
    ck_assert_str_eq(out, "");
    ck_assert_int_eq(path_join(out, 5, "ab", "c"), WISP_OK);
    strcpy(out, "x");
    ck_assert_int_eq(path_join(out, sizeof out, out, "y"), WISP_OK); /* In place. */
    ck_assert_str_eq(out, "x/y");
}
END_TEST

START_TEST(parts) {
    static const char *const cases[][4] = {/* path, folder, name, extension */
                                           {"a/b.lua", "a", "b.lua", ".lua"},
                                           {"b.tar.gz", ".", "b.tar.gz", ".gz"},
                                           {"/b", "/", "b", ""},
                                           {"a//b", "a", "b", ""},
                                           {".hidden", ".", ".hidden", ""},
                                           {"a.d/b", "a.d", "b", ""},
                                           {"//x", "/", "x", ""}};
    char out[32];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(path_dirname(out, sizeof out, cases[i][0]), WISP_OK);
        ck_assert_str_eq(out, cases[i][1]);
        ck_assert_str_eq(path_basename(cases[i][0]), cases[i][2]);
        ck_assert_str_eq(path_extension(cases[i][0]), cases[i][3]);
    }
}
END_TEST

START_TEST(normal_forms) {
    static const char *const cases[][2] = {{"", "."},
                                           {".", "."},
                                           {"./a/./b//c/", "a/b/c"},
                                           {"a/..", "."},
                                           {"a/../b", "b"},
                                           {"../a", "../a"},
                                           {"a/../../b", "../b"},
                                           {"../../a/..", "../.."},
                                           {"/", "/"},
                                           {"/..", "/"},
                                           {"/../a/../..", "/"},
                                           {"/a//b/../c", "/a/c"},
                                           {"..a/b", "..a/b"},
                                           {"a/..b", "a/..b"},
                                           {"a/.../b", "a/.../b"}};
    char out[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(path_normalise(out, sizeof out, cases[i][0]), WISP_OK);
        ck_assert_str_eq(out, cases[i][1]);
    }
    ck_assert_int_eq(path_normalise(out, 3, "abc"), WISP_E_LIMIT);
    ck_assert_int_eq(path_normalise(out, 4, "a/b"), WISP_OK);
    ck_assert_int_eq(path_normalise(out, 1, ""), WISP_E_LIMIT);
}
END_TEST

START_TEST(beneath) {
    static const char *const in[][2] = {{"/r", "a"},  {"/r", "/r/a"}, {"/r", "a/../b"},
                                        {"/r/", "."}, {"/", "/x"},    {"r", "a"},
                                        {".", "a/b"}, {"/r", "/r"},   {"/r", "..a"}};
    static const char *const out[][2] = {
        {"/r", "../a"}, {"/r", "/ra"}, {"/r", "a/../../b"}, {"/r", "/"},
        {"r", "/r/a"},  {".", ".."},   {".", "../a"},       {"/r", "/etc/passwd"}};
    for (size_t i = 0; i < sizeof in / sizeof in[0]; i++)
        ck_assert_msg(path_is_beneath(in[i][0], in[i][1]), "%s %s", in[i][0], in[i][1]);
    for (size_t i = 0; i < sizeof out / sizeof out[0]; i++)
        ck_assert_msg(!path_is_beneath(out[i][0], out[i][1]), "%s %s", out[i][0], out[i][1]);
}
END_TEST

SUITE_MAIN("path", TEST(joins), TEST(parts), TEST(normal_forms), TEST(beneath))
