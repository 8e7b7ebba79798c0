/* SPDX-License-Identifier: MIT
 *
 * Text in fixed buffers, a growing text, and UTF-8.
 *
 * Ownership  A strbuf owns its text until strbuf_free; the rest writes where it is told.
 * Errors     Fixed buffers are cut at a character's border and always ended. A strbuf keeps its
 *            first failure in status and ignores what follows, so check once at the end.
 * Threads    One thread per object.
 */
#ifndef WISP_BASE_STR_H
#define WISP_BASE_STR_H

#include "base/alloc.h"
#include <stdarg.h>
#include <wisp/status.h>

/* As snprintf, but returns the bytes written (without the end mark) and is cut at a character's
 * border. size 0 writes nothing. */
size_t str_format(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
size_t str_format_args(char *out, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
size_t str_copy(char *out, size_t size, const char *text);

/* Text for terminal, log and overlay: control bytes (all but newline and tab) and bytes that
 * are not UTF-8 become \x1b and the like. Returns the bytes written. */
size_t str_printable(char *out, size_t size, const char *text, size_t length);

bool str_equal(const char *a, const char *b);
bool str_equal_no_case(const char *a, const char *b); /* ASCII letters. */
bool str_starts(const char *text, const char *prefix);
bool str_ends(const char *text, const char *suffix);

/* Bytes of the well-formed character at text (1..4), 0 when it is not one or length is 0. */
size_t utf8_length(const char *text, size_t length);
bool utf8_valid(const char *text, size_t length);
/* A copy in which each bad byte is U+FFFD; cut at a character's border. Returns bytes written.
 */
size_t utf8_sanitise(char *out, size_t size, const char *text, size_t length);

struct strbuf {
    const struct allocator *allocator;
    char *data; /* Ended, once something was added; see strbuf_text. */
    size_t length, capacity;
    wisp_status status;
};

void strbuf_init(struct strbuf *buf, const struct allocator *allocator);
void strbuf_free(struct strbuf *buf);
void strbuf_clear(struct strbuf *buf); /* Keeps the memory; clears status. */
void strbuf_add(struct strbuf *buf, const char *text);
void strbuf_add_n(struct strbuf *buf, const char *text, size_t length);
void strbuf_addf(struct strbuf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_addv(struct strbuf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* The text so far, "" when empty; valid until the next add. */
const char *strbuf_text(const struct strbuf *buf);

#endif
