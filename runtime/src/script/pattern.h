/* SPDX-License-Identifier: MIT
 *
 * pattern - Lua's text patterns with every step metered.
 *
 * Stock matching cannot be stopped from outside and takes exponential time on short texts.
 * Ownership  Text and pattern are lent; captures point into the text.
 * Errors     [script] Malformed patterns, too deep ones and spent budgets raise.
 */
#ifndef SCRIPT_PATTERN_H
#define SCRIPT_PATTERN_H

#include <lua.h>
#include <stdbool.h>

enum { PATTERN_CAPTURES = 32, CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

struct pattern_capture {
    const char *at;
    ptrdiff_t length; /* or CAPTURE_ */
};

struct pattern {
    lua_State *L;
    const char *text, *text_end;
    const char *source, *source_end; /* the pattern without a leading '^' */
    bool anchored;
    int depth, capture_count;
    struct pattern_capture captures[PATTERN_CAPTURES];
};

void pattern_init(struct pattern *p, lua_State *L, const char *text, size_t text_size,
                  const char *source, size_t source_size);
/* The end of a match that begins at `at`, or NULL. */
const char *pattern_match(struct pattern *p, const char *at);
/* Push capture i of a match at..end; capture 0 of a pattern without captures is all of it. */
void pattern_push(struct pattern *p, int i, const char *at, const char *end);
/* Push all captures; returns how many. whole: push the whole match when there are none. */
int pattern_push_all(struct pattern *p, const char *at, const char *end, bool whole);

#endif
