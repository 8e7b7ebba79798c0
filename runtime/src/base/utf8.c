/* SPDX-License-Identifier: MIT
 *
 * UTF-8: which bytes are a character, and what to show for those that are not.
 * Source   RFC 3629, table of well-formed sequences.
 */
#include "base/str.h"

#include <string.h>

static bool byte_in(unsigned char byte, unsigned char low, unsigned char high) {
    return low <= byte && byte <= high;
}

size_t utf8_length(const char *text, size_t length) {
    if (length == 0) return 0;
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] < 0x80) return 1;
    size_t n = byte_in(s[0], 0xc2, 0xdf)   ? 2
               : byte_in(s[0], 0xe0, 0xef) ? 3
               : byte_in(s[0], 0xf0, 0xf4) ? 4
                                           : 0;
    if (n == 0 || n > length) return 0;
    /* Too long forms, surrogates and what lies past U+10FFFF show in the second byte. */
    unsigned char low = s[0] == 0xe0 ? 0xa0 : s[0] == 0xf0 ? 0x90 : 0x80;
    unsigned char high = s[0] == 0xed ? 0x9f : s[0] == 0xf4 ? 0x8f : 0xbf;
    if (!byte_in(s[1], low, high)) return 0;
    for (size_t i = 2; i < n; i++)
        if (!byte_in(s[i], 0x80, 0xbf)) return 0;
    return n;
}

bool utf8_valid(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length(text + i, length - i);
        if (n == 0) return false;
        i += n;
    }
    return true;
}

size_t utf8_sanitise(char *out, size_t size, const char *text, size_t length) {
    size_t at = 0;
    if (size == 0) return 0;
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length(text + i, length - i);
        const char *piece = n ? text + i : "\xef\xbf\xbd";
        size_t bytes = n ? n : 3;
        if (bytes >= size - at) break;
        memcpy(out + at, piece, bytes);
        at += bytes;
        i += n ? n : 1;
    }
    out[at] = '\0';
    return at;
}

static bool is_control(const char *text, size_t n) {
    unsigned char c = (unsigned char)text[0];
    if (n == 1) return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
    return n == 2 && c == 0xc2 && (unsigned char)text[1] < 0xa0; /* C1: U+0080..U+009F. */
}

size_t str_printable(char *out, size_t size, const char *text, size_t length) {
    static const char digits[] = "0123456789abcdef";
    size_t at = 0;
    if (size == 0) return 0;
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length(text + i, length - i);
        if (n == 0 || is_control(text + i, n)) {
            unsigned char c = (unsigned char)text[i];
            if (size - at <= 4) break;
            const char shown[4] = {'\\', 'x', digits[c >> 4], digits[c & 15]};
            memcpy(out + at, shown, 4);
            at += 4;
            i++;
            continue;
        }
        if (n >= size - at) break;
        memcpy(out + at, text + i, n);
        at += n;
        i += n;
    }
    out[at] = '\0';
    return at;
}
