/* SPDX-License-Identifier: MIT
 *
 * Diagnostics: the text form, order, limit, and life without memory.
 */
#include "base/diag.h"
#include "support/suite.h"
#include <string.h>

static struct diag_list list;
static struct strbuf text;

static const char *written(void) {
    strbuf_clear(&text);
    diag_list_write(&list, &text);
    ck_assert_int_eq(text.status, WISP_OK);
    return strbuf_text(&text);
}

static void begin(void) {
    diag_list_init(&list, allocator_default());
    strbuf_init(&text, allocator_default());
}

static void end(void) {
    diag_list_free(&list);
    strbuf_free(&text);
}

static struct diag *add(const char *file, int line, int col, const char *words) {
    struct diag_place place = {file, line, col, 0};
    return diag_add(&list, place, DIAG_ERROR, "code", "%s", words);
}

START_TEST(the_text_form) {
    begin();
    struct diag_place place = {"campfire.lua", 15, 32, 38};
    struct diag *d = diag_add(&list, place, DIAG_ERROR, "unknown-field",
                              "wisp.%s \"flame\" has no field '%s'", "jet_flame", "spraed");
    diag_note(&list, d, "did you mean '%s'?", "spread");
    diag_suggest(&list, d, "spread");
    diag_set_path(&list, d, "effects[2].spraed");
    ck_assert_str_eq(
        written(), "campfire.lua:15:32: error[unknown-field]: wisp.jet_flame \"flame\" has no "
                   "field 'spraed'\ncampfire.lua:15:32: note: did you mean 'spread'?\n");
    ck_assert_str_eq(list.items[0].suggestion, "spread");
    ck_assert_str_eq(list.items[0].path, "effects[2].spraed");
    ck_assert_int_eq(list.items[0].end_col, 38);
    end();
}
END_TEST

START_TEST(unknown_places_are_left_out) {
    begin();
    diag_add(&list, (struct diag_place){"a.lua", 3, 0, 0}, DIAG_WARNING, "w", "x");
    diag_add(&list, (struct diag_place){"a.lua", 0, 7, 0}, DIAG_INFO, "i", "y");
    diag_add(&list, (struct diag_place){NULL, 0, 0, 0}, DIAG_ERROR, "e", "z");
    ck_assert_str_eq(written(),
                     "a.lua:3: warning[w]: x\na.lua: info[i]: y\nwisp: error[e]: z\n");
    ck_assert_uint_eq(list.errors, 1);
    ck_assert_uint_eq(list.warnings, 1);
    end();
}
END_TEST

START_TEST(control_bytes_are_shown) {
    begin();
    add("a\x1b.lua", 1, 1, "\x1b[2J\xff");
    ck_assert_str_eq(written(), "a\\x1b.lua:1:1: error[code]: \\x1b[2J\\xff\n");
    end();
}
END_TEST

START_TEST(long_texts_stay_whole) { /* 2-byte characters over every inner border. */
    begin();
    static char words[4002];
    for (int i = 1; i < 4000; i += 2) memcpy(words + i, "\xc3\xa9", 2);
    words[0] = 'a';
    add("f", 1, 1, words);
    ck_assert_ptr_nonnull(strstr(written(), words));
    end();
}
END_TEST

START_TEST(order_is_by_place_and_stable) {
    begin();
    add("b", 1, 1, "4");
    add("a", 2, 5, "2");
    add("a", 2, 5, "3");
    add("a", 1, 9, "1");
    diag_list_sort(&list);
    for (size_t i = 0; i < 4; i++) ck_assert_int_eq(list.items[i].text[0], '1' + (int)i);
    end();
}
END_TEST

START_TEST(past_the_limit_they_are_counted) {
    begin();
    for (int i = 0; i < DIAG_LIMIT + 5; i++) {
        struct diag *d = add("a", i, 1, "x");
        ck_assert_int_eq(d != NULL, i < DIAG_LIMIT);
        diag_note(&list, d, "n");
        diag_suggest(&list, d, "s");
    }
    ck_assert_uint_eq(list.count, DIAG_LIMIT);
    ck_assert_uint_eq(list.dropped, 5);
    ck_assert_uint_eq(list.errors, DIAG_LIMIT + 5);
    ck_assert_ptr_nonnull(strstr(written(), "5 more not shown"));
    diag_list_clear(&list);
    ck_assert_str_eq(written(), "");
    ck_assert_uint_eq(list.errors + list.dropped, 0);
    end();
}
END_TEST

START_TEST(two_notes_and_no_third) {
    begin();
    struct diag *d = add("a", 1, 1, "x");
    for (int i = 0; i < 3; i++) diag_note(&list, d, "n%d", i);
    ck_assert_str_eq(written(), "a:1:1: error[code]: x\na:1:1: note: n0\na:1:1: note: n1\n");
    end();
}
END_TEST

START_TEST(appending_copies) {
    begin();
    struct diag_list other;
    diag_list_init(&other, allocator_default());
    other.limit = 1;
    struct diag_place place = {"b", 2, 3, 4};
    struct diag *d = diag_add(&other, place, DIAG_WARNING, "w", "%%d %s", "%n");
    diag_note(&other, d, "note");
    diag_set_path(&other, d, "p");
    diag_add(&other, place, DIAG_ERROR, "e", "dropped");
    add("a", 1, 1, "x");
    diag_list_append(&list, &other);
    diag_list_free(&other);
    ck_assert_str_eq(written(), "a:1:1: error[code]: x\nb:2:3: warning[w]: %d %n\nb:2:3: note: "
                                "note\nwisp: note: 1 more not shown\n");
    ck_assert_str_eq(list.items[1].path, "p");
    ck_assert_uint_eq(list.errors, 2);
    ck_assert_uint_eq(list.warnings, 1);
    end();
}
END_TEST

START_TEST(no_memory_is_counted_not_fatal) {
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), (size_t)_i + 1, 0);
    diag_list_init(&list, &f.allocator);
    for (int i = 0; i < 20; i++) {
        struct diag *d = add("some/file", i, 1, "words");
        diag_note(&list, d, "note %d", i);
    }
    ck_assert_uint_eq(list.errors, 20);
    ck_assert_uint_eq(list.count + list.dropped, 20);
    ck_assert_uint_ge(list.count, 19);
    diag_list_free(&list);
}
END_TEST

SUITE_MAIN("diag", TEST(the_text_form), TEST(unknown_places_are_left_out),
           TEST(control_bytes_are_shown), TEST(long_texts_stay_whole),
           TEST(order_is_by_place_and_stable), TEST(past_the_limit_they_are_counted),
           TEST(two_notes_and_no_third), TEST(appending_copies),
           TEST_LOOP(no_memory_is_counted_not_fatal, 0, 24))
