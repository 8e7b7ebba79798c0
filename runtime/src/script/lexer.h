/* SPDX-License-Identifier: MIT
 *
 * lexer - the tokens of a Lua source, to find where in a file a field stands.
 *
 * Lua itself reports the line of a call for a constructor that spans thirty lines; diagnostics
 * want the field. Any bytes give tokens: what Lua would refuse is cut somewhere sensible.
 * Units      line and col from 1; col counts bytes. "\r\n", "\n\r", "\r" and "\n" end a line.
 * Ownership  Tokens point into the text by offset; the text must outlive them.
 * Threads    Pure.
 */
#ifndef SCRIPT_LEXER_H
#define SCRIPT_LEXER_H

#include "base/arena.h"

enum token_kind {
    TOKEN_NAME = 1, /* keywords too */
    TOKEN_STRING,   /* with its quotes or brackets */
    TOKEN_NUMBER,
    TOKEN_MARK,
    TOKEN_END
};

struct token {
    uint32_t at, length; /* bytes in the text */
    int32_t line, col;
    enum token_kind kind;
};

struct lexer {
    const char *text;
    size_t size, at, line_start;
    int32_t line;
};

void lexer_init(struct lexer *lexer, const char *text, size_t size);
struct token lexer_next(struct lexer *lexer); /* TOKEN_END for ever at the end */

struct tokens {
    const char *text;
    struct token *items; /* the last is TOKEN_END */
    size_t count;
};

enum { TOKEN_NONE = -1 };

/* All of a text of less than 4 GiB. False: no memory. */
bool tokens_read(struct arena *arena, const char *text, size_t size, struct tokens *out);

bool token_is(const struct tokens *tokens, ptrdiff_t index, const char *text);

/* A call in the source, as token indices. */
struct call_site {
    ptrdiff_t name; /* the called name; TOKEN_NONE when it was not found */
    ptrdiff_t open; /* '{' of its table; TOKEN_NONE when there is none */
};

/* The call of `name` that begins on a line, number `ordinal` (from 0, around) of those there.
 * When nothing of that name is called there (an alias), the only call of the line. */
struct call_site tokens_call(const struct tokens *tokens, int32_t line, const char *name,
                             uint32_t ordinal);

/* A field of a table constructor: by name, or by position from 1 when name is NULL. */
struct token_key {
    const char *name;
    int64_t index;
};

/* The token a field begins with ('name', '[' or the value itself), and in *value the first
 * token of its value. TOKEN_NONE when the constructor does not have it. */
ptrdiff_t tokens_field(const struct tokens *tokens, ptrdiff_t open, struct token_key key,
                       ptrdiff_t *value);

/* Positional fields of a constructor. */
int64_t tokens_positional(const struct tokens *tokens, ptrdiff_t open);

/* The first token of a line that is this name, else the first of the line, else TOKEN_NONE. */
ptrdiff_t tokens_on_line(const struct tokens *tokens, int32_t line, const char *name,
                         size_t name_length);

/* Whether `.name` or `["name"]` stands anywhere. */
bool tokens_mention(const struct tokens *tokens, const char *name);

#endif
