/* SPDX-License-Identifier: MIT
 *
 * Text in fixed buffers and text that grows.
 */
#include "base/str.h"

#include <stdio.h>
#include <string.h>

/* Length of text cut to fewer than size bytes without splitting a character. */
static size_t cut_length(const char *text, size_t length, size_t size) {
    if (length < size) return length;
    size_t end = size - 1;
    size_t start = end;
    while (start > 0 && end - start < 4 && ((unsigned char)text[start] & 0xc0) == 0x80) start--;
    return utf8_length(text + start, length - start) > end - start ? start : end;
}

size_t str_copy(char *out, size_t size, const char *text) {
    if (size == 0) return 0;
    size_t n = cut_length(text, strlen(text), size);
    memmove(out, text, n);
    out[n] = '\0';
    return n;
}

size_t str_format_args(char *out, size_t size, const char *format, va_list args) {
    if (size == 0) return 0;
    int length = vsnprintf(out, size, format, args);
    if (length < 0) {
        out[0] = '\0';
        return 0;
    }
    if ((size_t)length < size) return (size_t)length;
    /* The tail is gone: take off the beginning of a character that lost its end. */
    size_t end = size - 1, start = end;
    while (start > 0 && end - start < 3 && ((unsigned char)out[start - 1] & 0xc0) == 0x80)
        start--;
    if (start > 0 && (unsigned char)out[start - 1] >= 0xc0 &&
        utf8_length(out + start - 1, end - start + 1) == 0)
        end = start - 1;
    out[end] = '\0';
    return end;
}

size_t str_format(char *out, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t n = str_format_args(out, size, format, args);
    va_end(args);
    return n;
}

bool str_equal(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

bool str_equal_no_case(const char *a, const char *b) {
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return *a == *b;
}

bool str_starts(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *text, const char *suffix) {
    size_t n = strlen(text), m = strlen(suffix);
    return m <= n && memcmp(text + n - m, suffix, m) == 0;
}

void strbuf_init(struct strbuf *buf, const struct allocator *allocator) {
    *buf = (struct strbuf){.allocator = allocator};
}

void strbuf_free(struct strbuf *buf) {
    alloc_free(buf->allocator, buf->data, buf->capacity);
    strbuf_init(buf, buf->allocator);
}

void strbuf_clear(struct strbuf *buf) {
    buf->length = 0;
    buf->status = WISP_OK;
    if (buf->data) buf->data[0] = '\0';
}

const char *strbuf_text(const struct strbuf *buf) { return buf->data ? buf->data : ""; }

/* Room for length more bytes and the end mark. */
static bool strbuf_reserve(struct strbuf *buf, size_t length) {
    size_t need;
    if (buf->status < 0) return false;
    void *data = buf->data;
    if (!size_add(buf->length, length, &need) || !size_add(need, 1, &need) ||
        !alloc_grow(buf->allocator, &data, &buf->capacity, need, 1)) {
        buf->status = WISP_E_NOMEM;
        return false;
    }
    buf->data = data;
    return true;
}

void strbuf_add_n(struct strbuf *buf, const char *text, size_t length) {
    if (!strbuf_reserve(buf, length)) return;
    if (length) memcpy(buf->data + buf->length, text, length);
    buf->length += length;
    buf->data[buf->length] = '\0';
}

void strbuf_add(struct strbuf *buf, const char *text) { strbuf_add_n(buf, text, strlen(text)); }

void strbuf_addv(struct strbuf *buf, const char *format, va_list args) {
    va_list measure;
    va_copy(measure, args);
    int length = vsnprintf(NULL, 0, format, measure);
    va_end(measure);
    if (length < 0) {
        if (buf->status == WISP_OK) buf->status = WISP_E_BAD_PARAM;
        return;
    }
    if (!strbuf_reserve(buf, (size_t)length)) return;
    (void)vsnprintf(buf->data + buf->length, (size_t)length + 1, format, args);
    buf->length += (size_t)length;
}

void strbuf_addf(struct strbuf *buf, const char *format, ...) {
    va_list args;
    va_start(args, format);
    strbuf_addv(buf, format, args);
    va_end(args);
}
