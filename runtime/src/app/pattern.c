/* SPDX-License-Identifier: MIT
 *
 * pattern - "f_%05d.png" without printf: the text comes from users.
 */
#include "app/sink.h"
#include "base/str.h"

#include <ctype.h>
#include <string.h>

/* at: just past a '%'. Returns the directive's length without it, 0 when it is not one. */
static size_t directive(const char *at, int *width) {
    size_t length = 0;
    *width = 0;
    if (at[0] == '%') return 1;
    if (at[0] == '0') length = 1;
    if (isdigit((unsigned char)at[length])) *width = at[length++] - '0';
    return at[length] == 'd' ? length + 1 : 0;
}

bool sink_pattern_valid(const char *pattern, int *directives) {
    *directives = 0;
    for (const char *at = strchr(pattern, '%'); at != NULL; at = strchr(at, '%')) {
        int width;
        size_t length = directive(at + 1, &width);
        if (length == 0) return false;
        if (at[1] != '%') ++*directives;
        at += 1 + length;
    }
    return *directives <= 1;
}

wisp_status sink_pattern_expand(const char *pattern, uint64_t number, char *out, size_t size) {
    size_t length = 0;
    for (const char *at = pattern; *at != '\0';) {
        int width = 0;
        size_t step = *at == '%' ? directive(at + 1, &width) : 0;
        if (length + 24 > size) return WISP_E_LIMIT;
        if (step == 0 || at[1] == '%') {
            out[length++] = *at;
            at += step == 0 ? 1 : 2;
            continue;
        }
        length += str_format(out + length, size - length, at[1] == '0' ? "%0*llu" : "%*llu",
                             width, (unsigned long long)number);
        at += 1 + step;
    }
    out[length] = '\0';
    return WISP_OK;
}
