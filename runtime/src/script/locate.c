/* SPDX-License-Identifier: MIT
 *
 * locate - calls and fields in a token list; the second half of lexer.h.
 */
#include "script/lexer.h"

#include <string.h>

static bool is(const struct tokens *t, size_t i, const char *text) {
    size_t n = strlen(text);
    return i < t->count && t->items[i].length == n &&
           !memcmp(t->text + t->items[i].at, text, n);
}

bool token_is(const struct tokens *tokens, ptrdiff_t index, const char *text) {
    return index >= 0 && is(tokens, (size_t)index, text);
}

static bool is_any(const struct tokens *t, size_t i, const char *const *words) {
    for (; *words; words++)
        if (is(t, i, *words)) return true;
    return false;
}

/* How the nesting changes with this token. Blocks count, as their statements hold commas. */
static int nesting(const struct tokens *t, size_t i) {
    static const char *const opens[] = {"(", "{", "[", "function", "if", "do", "repeat", NULL};
    static const char *const closes[] = {")", "}", "]", "end", "until", NULL};
    enum token_kind kind = t->items[i].kind;
    if (kind != TOKEN_MARK && kind != TOKEN_NAME) return 0;
    return is_any(t, i, opens) ? 1 : is_any(t, i, closes) ? -1 : 0;
}

/* The ',' or ';' or closing mark that ends the value beginning at i. */
static size_t value_end(const struct tokens *t, size_t i) {
    for (int depth = 0; i < t->count && t->items[i].kind != TOKEN_END; i++) {
        int step = nesting(t, i);
        if (depth == 0 && (step < 0 || is(t, i, ",") || is(t, i, ";"))) return i;
        depth += step;
    }
    return i;
}

/* The first '{' among a call's arguments; `open` is the token after the called name. */
static ptrdiff_t argument_table(const struct tokens *t, size_t open) {
    if (is(t, open, "{")) return (ptrdiff_t)open;
    if (!is(t, open, "(")) return TOKEN_NONE;
    int depth = 0;
    for (size_t i = open; i < t->count; i++) {
        if (depth == 1 && is(t, i, "{")) return (ptrdiff_t)i;
        depth += nesting(t, i);
        if (depth == 0) break;
    }
    return TOKEN_NONE;
}

static bool is_call(const struct tokens *t, size_t i) {
    return t->items[i].kind == TOKEN_NAME && i + 1 < t->count &&
           (is(t, i + 1, "{") || is(t, i + 1, "(") || t->items[i + 1].kind == TOKEN_STRING) &&
           !is(t, i, "function") && !is(t, i, "return");
}

struct call_site tokens_call(const struct tokens *tokens, int32_t line, const char *name,
                             uint32_t ordinal) {
    uint32_t named = 0, calls = 0;
    size_t only = 0;
    for (size_t i = 0; i + 1 < tokens->count; i++) {
        if (tokens->items[i].line != line || !is_call(tokens, i)) continue;
        calls++;
        only = i;
        if (is(tokens, i, name)) named++;
    }
    struct call_site none = {TOKEN_NONE, TOKEN_NONE};
    if (named == 0)
        return calls == 1
                   ? (struct call_site){(ptrdiff_t)only, argument_table(tokens, only + 1)}
                   : none;
    uint32_t wanted = ordinal % named;
    for (size_t i = 0; i + 1 < tokens->count; i++) {
        if (tokens->items[i].line != line || !is_call(tokens, i) || !is(tokens, i, name))
            continue;
        if (wanted-- == 0)
            return (struct call_site){(ptrdiff_t)i, argument_table(tokens, i + 1)};
    }
    return none;
}

/* Whether a string token without escapes holds exactly this name. */
static bool quotes(const struct tokens *t, size_t i, const char *name) {
    const struct token *token = &t->items[i];
    size_t n = strlen(name);
    return token->kind == TOKEN_STRING && token->length == n + 2 &&
           !memcmp(t->text + token->at + 1, name, n);
}

static bool has_index(const struct tokens *t, size_t i, int64_t index) {
    const struct token *token = &t->items[i];
    if (token->kind != TOKEN_NUMBER || token->length > 9) return false;
    int64_t n = 0;
    for (uint32_t k = 0; k < token->length; k++) {
        char c = t->text[token->at + k];
        if (c < '0' || c > '9') return false;
        n = 10 * n + (c - '0');
    }
    return n == index;
}

/* One field that begins at i: where its value begins, and whether it is the wanted one. */
struct field {
    size_t value;
    bool positional, match;
};

static struct field field_at(const struct tokens *t, size_t i, struct token_key key) {
    if (t->items[i].kind == TOKEN_NAME && is(t, i + 1, "="))
        return (struct field){i + 2, false, key.name && is(t, i, key.name)};
    if (is(t, i, "[") && is(t, i + 2, "]") && is(t, i + 3, "="))
        return (struct field){i + 4, false,
                              key.name ? quotes(t, i + 1, key.name)
                                       : has_index(t, i + 1, key.index)};
    if (is(t, i, "[")) {
        size_t close = value_end(t, i + 1);
        if (is(t, close + 1, "=")) return (struct field){close + 2, false, false};
    }
    return (struct field){i, true, false};
}

ptrdiff_t tokens_field(const struct tokens *tokens, ptrdiff_t open, struct token_key key,
                       ptrdiff_t *value) {
    ptrdiff_t found = TOKEN_NONE;
    if (open < 0) return found;
    int64_t position = 0;
    for (size_t i = (size_t)open + 1;
         i < tokens->count && tokens->items[i].kind != TOKEN_END;) {
        if (is(tokens, i, "}")) break;
        struct field field = field_at(tokens, i, key);
        if (field.positional) field.match = !key.name && ++position == key.index;
        if (field.match) { /* The last of several is what Lua keeps. */
            found = (ptrdiff_t)i;
            if (value) *value = (ptrdiff_t)field.value;
        }
        i = value_end(tokens, field.value);
        if (!is(tokens, i, ",") && !is(tokens, i, ";")) break;
        i++;
    }
    return found;
}

int64_t tokens_positional(const struct tokens *tokens, ptrdiff_t open) {
    int64_t count = 0;
    if (open < 0) return count;
    for (size_t i = (size_t)open + 1;
         i < tokens->count && tokens->items[i].kind != TOKEN_END;) {
        if (is(tokens, i, "}")) break;
        struct field field = field_at(tokens, i, (struct token_key){"", 0});
        count += field.positional;
        i = value_end(tokens, field.value);
        if (!is(tokens, i, ",") && !is(tokens, i, ";")) break;
        i++;
    }
    return count;
}

ptrdiff_t tokens_on_line(const struct tokens *tokens, int32_t line, const char *name,
                         size_t name_length) {
    ptrdiff_t first = TOKEN_NONE;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct token *token = &tokens->items[i];
        if (token->line != line) continue;
        if (first == TOKEN_NONE) first = (ptrdiff_t)i;
        if (name_length && token->length == name_length &&
            !memcmp(tokens->text + token->at, name, name_length))
            return (ptrdiff_t)i;
    }
    return first;
}

bool tokens_mention(const struct tokens *tokens, const char *name) {
    for (size_t i = 1; i < tokens->count; i++)
        if ((is(tokens, i - 1, ".") && is(tokens, i, name)) ||
            (is(tokens, i - 1, "[") && quotes(tokens, i, name)))
            return true;
    return false;
}
