/* SPDX-License-Identifier: MIT
 *
 * pattern - see pattern.h. A backtracking matcher: try() walks the pattern item by item and
 * recurses where there is a choice.
 */
#include "script/pattern.h"

#include "script/vm.h"
#include <lauxlib.h>
#include <string.h>

enum { DEPTH_MOST = 160 };

static const char *try(struct pattern *p, const char *s, const char *q);

void pattern_init(struct pattern *p, lua_State *L, const char *text, size_t text_size,
                  const char *source, size_t source_size) {
    *p = (struct pattern){.L = L,
                          .text = text,
                          .text_end = text + text_size,
                          .source = source,
                          .source_end = source + source_size};
    if (source_size && source[0] == '^') {
        p->anchored = true;
        p->source++;
    }
}

/* ---- Classes. ASCII only: what a scene matches must not depend on the locale. ---- */

static bool in(unsigned c, unsigned lo, unsigned hi) { return c >= lo && c <= hi; }

static bool in_class(unsigned char c, unsigned char letter) {
    bool upper = in(c, 'A', 'Z'), lower = in(c, 'a', 'z'), digit = in(c, '0', '9'), r;
    bool graph = in(c, 33, 126);
    switch (letter | 0x20) {
    case 'a':
        r = upper || lower;
        break;
    case 'c':
        r = c < 32 || c == 127;
        break;
    case 'd':
        r = digit;
        break;
    case 'g':
        r = graph;
        break;
    case 'l':
        r = lower;
        break;
    case 'p':
        r = graph && !upper && !lower && !digit;
        break;
    case 's':
        r = c == ' ' || in(c, 9, 13);
        break;
    case 'u':
        r = upper;
        break;
    case 'w':
        r = upper || lower || digit;
        break;
    case 'x':
        r = digit || in(c | 0x20u, 'a', 'f');
        break;
    default:
        return letter == c;
    }
    return in(letter, 'A', 'Z') ? !r : r;
}

/* Past one single-character item: a character, %x, or [set]. */
static const char *item_end(struct pattern *p, const char *q) {
    char c = *q++;
    if (c == '%') {
        if (q == p->source_end) luaL_error(p->L, "malformed pattern (ends with '%%')");
        return q + 1;
    }
    if (c != '[') return q;
    if (q < p->source_end && *q == '^') q++;
    do { /* A ']' that comes first is a member. */
        if (q == p->source_end) luaL_error(p->L, "malformed pattern (missing ']')");
        if (*q++ == '%') {
            if (q == p->source_end) luaL_error(p->L, "malformed pattern (missing ']')");
            q++;
        }
    } while (q == p->source_end || *q != ']');
    return q + 1;
}

/* q at '[', end past its ']'. */
static bool in_set(unsigned char c, const char *q, const char *end) {
    bool member = true;
    const char *last = end - 1;
    q++;
    if (*q == '^') {
        member = false;
        q++;
    }
    while (q < last) {
        if (*q == '%') {
            if (in_class(c, (unsigned char)q[1])) return member;
            q += 2;
        } else if (q + 2 < last && q[1] == '-') {
            if (in(c, (unsigned char)q[0], (unsigned char)q[2])) return member;
            q += 3;
        } else {
            if ((unsigned char)*q == c) return member;
            q++;
        }
    }
    return !member;
}

/* Whether the character at s is of the item q..end. */
static bool one(struct pattern *p, const char *s, const char *q, const char *end) {
    vm_burn(p->L, 1);
    if (s >= p->text_end) return false;
    unsigned char c = (unsigned char)*s;
    switch (*q) {
    case '.':
        return true;
    case '%':
        return in_class(c, (unsigned char)q[1]);
    case '[':
        return in_set(c, q, end);
    default:
        return (unsigned char)*q == c;
    }
}

/* ---- Repeats ---- */

static const char *longest(struct pattern *p, const char *s, const char *q, const char *end) {
    ptrdiff_t n = 0;
    while (one(p, s + n, q, end)) n++;
    for (; n >= 0; n--) {
        const char *r = try(p, s + n, end + 1);
        if (r) return r;
    }
    return NULL;
}

static const char *shortest(struct pattern *p, const char *s, const char *q, const char *end) {
    for (;;) {
        const char *r = try(p, s, end + 1);
        if (r) return r;
        if (!one(p, s, q, end)) return NULL;
        s++;
    }
}

/* ---- Captures and the special items ---- */

static const char *open_capture(struct pattern *p, const char *s, const char *q,
                                ptrdiff_t kind) {
    if (p->capture_count >= PATTERN_CAPTURES) luaL_error(p->L, "too many captures");
    p->captures[p->capture_count++] = (struct pattern_capture){s, kind};
    const char *r = try(p, s, q);
    if (!r) p->capture_count--;
    return r;
}

static const char *close_capture(struct pattern *p, const char *s, const char *q) {
    int i = p->capture_count;
    while (--i >= 0 && p->captures[i].length != CAPTURE_OPEN) {
    }
    if (i < 0) luaL_error(p->L, "invalid pattern capture");
    p->captures[i].length = s - p->captures[i].at;
    const char *r = try(p, s, q);
    if (!r) p->captures[i].length = CAPTURE_OPEN;
    return r;
}

static const char *back_reference(struct pattern *p, const char *s, char digit) {
    int i = digit - '1';
    if (i < 0 || i >= p->capture_count || p->captures[i].length == CAPTURE_OPEN)
        luaL_error(p->L, "invalid capture index %%%d", i + 1);
    if (p->captures[i].length < 0) return s; /* a position: nothing to compare */
    size_t n = (size_t)p->captures[i].length;
    vm_burn(p->L, n / 8);
    return (size_t)(p->text_end - s) >= n && !memcmp(p->captures[i].at, s, n) ? s + n : NULL;
}

/* %bxy; q at x. */
static const char *balanced(struct pattern *p, const char *s, const char *q) {
    if (p->source_end - q < 2)
        luaL_error(p->L, "malformed pattern (missing arguments to '%%b')");
    if (s >= p->text_end || *s != q[0]) return NULL;
    int depth = 1;
    for (const char *t = s + 1; t < p->text_end; t++) {
        vm_burn(p->L, 1);
        if (*t == q[1]) {
            if (--depth == 0) return t + 1;
        } else if (*t == q[0]) {
            depth++;
        }
    }
    return NULL;
}

/* %f[set]; q at '['. */
static bool frontier(struct pattern *p, const char *s, const char *q, const char *end) {
    unsigned char before = s == p->text ? 0 : (unsigned char)s[-1];
    unsigned char after = s == p->text_end ? 0 : (unsigned char)*s;
    return !in_set(before, q, end) && in_set(after, q, end);
}

/* One item that is a single character with its repeat. *q moves on. Returns where the match
 * goes on, or sets *done when the rest was tried here. */
static const char *repeat(struct pattern *p, const char *s, const char **q, bool *done) {
    const char *item = *q, *end = item_end(p, item);
    char how = end < p->source_end ? *end : '\0';
    *done = true;
    switch (how) {
    case '*':
        return longest(p, s, item, end);
    case '+':
        return one(p, s, item, end) ? longest(p, s + 1, item, end) : NULL;
    case '-':
        return shortest(p, s, item, end);
    case '?': {
        const char *r = one(p, s, item, end) ? try(p, s + 1, end + 1) : NULL;
        if (r) return r;
        *done = false;
        *q = end + 1;
        return s;
    }
    default:
        *done = false;
        *q = end;
        return one(p, s, item, end) ? s + 1 : NULL;
    }
}

/* %b, %f and %1 at q. *q moves on; returns NULL when they do not match. */
static const char *special(struct pattern *p, const char *s, const char **q) {
    char letter = (*q)[1];
    *q += 2;
    if (letter == 'b') {
        const char *r = balanced(p, s, *q);
        *q += 2;
        return r;
    }
    if (letter != 'f') return back_reference(p, s, letter);
    if (*q == p->source_end || **q != '[')
        luaL_error(p->L, "missing '[' after '%%f' in pattern");
    const char *end = item_end(p, *q);
    bool here = frontier(p, s, *q, end);
    *q = end;
    return here ? s : NULL;
}

static bool is_special(const struct pattern *p, const char *q) {
    return *q == '%' && q + 1 < p->source_end &&
           (q[1] == 'b' || q[1] == 'f' || (q[1] >= '0' && q[1] <= '9'));
}

static const char *try(struct pattern *p, const char *s, const char *q) {
    if (++p->depth > DEPTH_MOST) luaL_error(p->L, "pattern too complex");
    while (q < p->source_end && s) {
        if (*q == '(') {
            bool position = q + 1 < p->source_end && q[1] == ')';
            s = position ? open_capture(p, s, q + 2, CAPTURE_POSITION)
                         : open_capture(p, s, q + 1, CAPTURE_OPEN);
            break;
        }
        if (*q == ')') {
            s = close_capture(p, s, q + 1);
            break;
        }
        if (*q == '$' && q + 1 == p->source_end) {
            s = s == p->text_end ? s : NULL;
            break;
        }
        if (is_special(p, q)) {
            s = special(p, s, &q);
            continue;
        }
        bool done;
        s = repeat(p, s, &q, &done);
        if (done) break;
    }
    p->depth--;
    return s;
}

const char *pattern_match(struct pattern *p, const char *at) {
    struct vm *vm = vm_of(p->L);
    p->capture_count = 0;
    p->depth = 0;
    vm->in_pattern = true;
    vm_burn(p->L, 2);
    const char *end = try(p, at, p->source);
    vm->in_pattern = false;
    return end;
}

void pattern_push(struct pattern *p, int i, const char *at, const char *end) {
    if (i >= p->capture_count) {
        if (i > 0) luaL_error(p->L, "invalid capture index %%%d", i + 1);
        lua_pushlstring(p->L, at, (size_t)(end - at));
        return;
    }
    const struct pattern_capture *c = &p->captures[i];
    if (c->length == CAPTURE_OPEN) luaL_error(p->L, "unfinished capture");
    if (c->length == CAPTURE_POSITION)
        lua_pushinteger(p->L, c->at - p->text + 1);
    else
        lua_pushlstring(p->L, c->at, (size_t)c->length);
}

int pattern_push_all(struct pattern *p, const char *at, const char *end, bool whole) {
    int n = p->capture_count == 0 && whole ? 1 : p->capture_count;
    luaL_checkstack(p->L, n, "too many captures");
    for (int i = 0; i < n; i++) pattern_push(p, i, at, end);
    return n;
}
