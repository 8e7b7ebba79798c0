/* SPDX-License-Identifier: MIT
 *
 * The log: levels, sinks, visible control bytes, the limit per origin, many threads.
 */
#include "base/log.h"
#include "os/thread.h"
#include "support/suite.h"
#include <stdio.h>
#include <string.h>

struct heard {
    int lines;
    enum log_level level;
    char origin[128], text[LOG_TEXT_MOST + 64];
};

static void hear(void *user, enum log_level level, const char *origin, const char *text) {
    struct heard *h = user;
    h->lines++;
    h->level = level;
    strcpy(h->origin, origin);
    strcpy(h->text, text);
}

static struct log *log_with(struct heard *h) {
    struct log *log;
    ck_assert_int_eq(log_create(allocator_default(), &log), WISP_OK);
    ck_assert_int_eq(log_add_sink(log, hear, h), WISP_OK);
    return log;
}

START_TEST(what_is_written_is_heard) {
    static struct heard h;
    struct log *log = log_with(&h);
    log_write(log, LOG_LEVEL_WARN, "snow", "rate %d", 5);
    ck_assert_int_eq(h.lines, 1);
    ck_assert_int_eq(h.level, LOG_LEVEL_WARN);
    ck_assert_str_eq(h.origin, "snow");
    ck_assert_str_eq(h.text, "rate 5");
    log_text(log, LOG_LEVEL_PLUGIN_MISBEHAVING, NULL, "%s%n");
    ck_assert_str_eq(h.text, "%s%n");
    ck_assert_str_eq(h.origin, "wisp");
    log_destroy(log);
}
END_TEST

START_TEST(levels_below_are_dropped) {
    static struct heard h;
    struct log *log = log_with(&h);
    log_text(log, LOG_LEVEL_DEBUG, "a", "x");
    ck_assert_int_eq(h.lines, 0);
    log_set_level(log, LOG_LEVEL_DEBUG);
    log_text(log, LOG_LEVEL_DEBUG, "a", "x");
    ck_assert_int_eq(h.lines, 1);
    log_set_level(log, LOG_LEVEL_ERROR);
    log_text(log, LOG_LEVEL_WARN, "a", "x");
    ck_assert_int_eq(h.lines, 1);
    log_destroy(log);
}
END_TEST

START_TEST(text_is_printable_and_capped) {
    static struct heard h;
    static char big[3 * LOG_TEXT_MOST];
    struct log *log = log_with(&h);
    log_text(log, LOG_LEVEL_INFO, "a\n\x1b", "\x1b]0;owned\a");
    ck_assert_str_eq(h.text, "\\x1b]0;owned\\x07");
    ck_assert_str_eq(h.origin, "a\n\\x1b");
    memset(big, 'A', sizeof big - 1);
    log_text(log, LOG_LEVEL_INFO, "a", big);
    ck_assert_uint_eq(strlen(h.text), LOG_TEXT_MOST);
    memset(big, '\a', sizeof big - 1);
    log_text(log, LOG_LEVEL_INFO, "a", big);
    ck_assert_uint_le(strlen(h.text), LOG_TEXT_MOST);
    log_destroy(log);
}
END_TEST

START_TEST(a_noisy_origin_is_limited_alone) {
    static struct heard h;
    struct log *log = log_with(&h);
    log_set_time(log, 1000000000);
    for (int i = 0; i < 200; i++) log_text(log, LOG_LEVEL_INFO, "noisy", "x");
    ck_assert_int_eq(h.lines, LOG_LINES_PER_SECOND);
    log_text(log, LOG_LEVEL_INFO, "quiet", "y");
    ck_assert_int_eq(h.lines, LOG_LINES_PER_SECOND + 1);
    log_set_time(log, 1999999999);
    ck_assert_int_eq(h.lines, LOG_LINES_PER_SECOND + 1);
    log_set_time(log, 2000000000);
    ck_assert_int_eq(h.lines, LOG_LINES_PER_SECOND + 2);
    ck_assert_str_eq(h.origin, "noisy");
    ck_assert_ptr_nonnull(strstr(h.text, "150"));
    log_text(log, LOG_LEVEL_INFO, "noisy", "again");
    ck_assert_str_eq(h.text, "again");
    log_destroy(log);
}
END_TEST

START_TEST(any_number_of_origins) {
    static struct heard h;
    struct log *log = log_with(&h);
    for (int i = 0; i < 1000; i++) {
        char origin[16];
        (void)snprintf(origin, sizeof origin, "o%d", i);
        log_text(log, LOG_LEVEL_INFO, origin, "x");
    }
    ck_assert_int_eq(h.lines, 1000);
    log_destroy(log);
}
END_TEST

START_TEST(sinks_come_and_go) {
    static struct heard h[LOG_SINKS_MOST + 1];
    struct log *log = log_with(&h[0]);
    for (int i = 1; i < LOG_SINKS_MOST; i++)
        ck_assert_int_eq(log_add_sink(log, hear, &h[i]), WISP_OK);
    ck_assert_int_eq(log_add_sink(log, hear, &h[LOG_SINKS_MOST]), WISP_E_LIMIT);
    log_remove_sink(log, hear, &h[1]);
    log_text(log, LOG_LEVEL_INFO, "a", "x");
    for (int i = 0; i < LOG_SINKS_MOST; i++) ck_assert_int_eq(h[i].lines, i != 1);
    log_destroy(log);
}
END_TEST

START_TEST(no_log_is_fine) {
    log_text(NULL, LOG_LEVEL_ERROR, "a", "x");
    log_set_time(NULL, 1);
    log_set_level(NULL, LOG_LEVEL_DEBUG);
    log_destroy(NULL);
    struct allocator_failing f;
    allocator_failing_init(&f, allocator_default(), 1, 1);
    struct log *log = NULL;
    ck_assert_int_eq(log_create(&f.allocator, &log), WISP_E_NOMEM);
    ck_assert_ptr_null(log);
}
END_TEST

static void chatter(void *user) {
    for (int i = 0; i < 1000; i++) log_text(user, LOG_LEVEL_INFO, "thread", "x");
}

START_TEST(threads_take_turns) {
    static struct heard h;
    struct thread threads[4];
    struct log *log = log_with(&h);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(thread_start(&threads[i], "chatter", 0, chatter, log), WISP_OK);
    for (int i = 0; i < 4; i++) thread_join(&threads[i]);
    ck_assert_int_eq(h.lines, LOG_LINES_PER_SECOND);
    log_set_time(log, 2000000000);
    ck_assert_ptr_nonnull(strstr(h.text, "3950"));
    log_destroy(log);
}
END_TEST

START_TEST(lines_in_a_file) {
    char line[64] = "";
    FILE *file = tmpfile();
    log_sink_file(file, LOG_LEVEL_PLUGIN_MISBEHAVING, "snow", "NaN in pos");
    rewind(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_str_eq(line, "plugin misbehaving: snow: NaN in pos\n");
    fclose(file);
}
END_TEST

SUITE_MAIN("log", TEST(what_is_written_is_heard), TEST(levels_below_are_dropped),
           TEST(text_is_printable_and_capped), TEST(a_noisy_origin_is_limited_alone),
           TEST(any_number_of_origins), TEST(sinks_come_and_go), TEST(no_log_is_fine),
           TEST(threads_take_turns), TEST(lines_in_a_file))
