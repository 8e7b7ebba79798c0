/* SPDX-License-Identifier: MIT
 *
 * lexer - see lexer.h.
 */
#include "script/lexer.h"

#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

void lexer_init(struct lexer *lexer, const char *text, size_t size) {
    *lexer = (struct lexer){.text = text, .size = size, .line = 1};
}

static char peek(const struct lexer *lexer, size_t ahead) {
    return lexer->at + ahead < lexer->size ? lexer->text[lexer->at + ahead] : '\0';
}

/* Past one line end of one or two bytes. */
static void end_line(struct lexer *lexer) {
    char c = lexer->text[lexer->at++];
    char d = peek(lexer, 0);
    if ((d == '\n' || d == '\r') && d != c && lexer->at < lexer->size) lexer->at++;
    lexer->line++;
    lexer->line_start = lexer->at;
}

/* At '[': the number of '=' in a long bracket's opening, or -1 when it is none. */
static int long_level(const struct lexer *lexer) {
    size_t n = 1;
    while (peek(lexer, n) == '=') n++;
    return peek(lexer, n) == '[' ? (int)n - 1 : -1;
}

/* From '[' past the closing bracket, or to the end. */
static void skip_long(struct lexer *lexer, int level) {
    lexer->at += (size_t)level + 2;
    while (lexer->at < lexer->size) {
        char c = peek(lexer, 0);
        if (c == '\n' || c == '\r') {
            end_line(lexer);
        } else if (c == ']') {
            size_t n = 1;
            while (peek(lexer, n) == '=') n++;
            if ((int)n - 1 == level && peek(lexer, n) == ']') {
                lexer->at += n + 1;
                return;
            }
            lexer->at += n;
        } else {
            lexer->at++;
        }
    }
}

/* A quoted text ends at its quote, or before a line end that is not escaped. */
static void skip_quoted(struct lexer *lexer, char quote) {
    lexer->at++;
    while (lexer->at < lexer->size) {
        char c = peek(lexer, 0);
        if (c == '\n' || c == '\r') return;
        lexer->at++;
        if (c == quote) return;
        if (c != '\\' || lexer->at >= lexer->size) continue;
        c = peek(lexer, 0);
        if (c == '\n' || c == '\r') {
            end_line(lexer);
        } else if (c == 'z') {
            lexer->at++;
            while (lexer->at < lexer->size && memchr(" \t\r\n\v\f", peek(lexer, 0), 6)) {
                c = peek(lexer, 0);
                if (c == '\n' || c == '\r')
                    end_line(lexer);
                else
                    lexer->at++;
            }
        } else {
            lexer->at++;
        }
    }
}

static void skip_blank(struct lexer *lexer) {
    while (lexer->at < lexer->size) {
        char c = peek(lexer, 0);
        if (c == '\n' || c == '\r') {
            end_line(lexer);
        } else if (c == ' ' || c == '\t' || c == '\v' || c == '\f') {
            lexer->at++;
        } else if (c == '-' && peek(lexer, 1) == '-') {
            lexer->at += 2;
            int level = peek(lexer, 0) == '[' ? long_level(lexer) : -1;
            if (level >= 0) {
                skip_long(lexer, level);
                continue;
            }
            while (lexer->at < lexer->size && peek(lexer, 0) != '\n' && peek(lexer, 0) != '\r')
                lexer->at++;
        } else {
            return;
        }
    }
}

static void skip_number(struct lexer *lexer) {
    bool hex = peek(lexer, 0) == '0' && (peek(lexer, 1) == 'x' || peek(lexer, 1) == 'X');
    while (is_name(peek(lexer, 0)) || peek(lexer, 0) == '.') {
        char c = peek(lexer, 0);
        bool exponent = hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
        lexer->at++;
        if (exponent && (peek(lexer, 0) == '+' || peek(lexer, 0) == '-')) lexer->at++;
    }
}

static void skip_mark(struct lexer *lexer) {
    static const char *const longer[] = {
        "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
        size_t n = strlen(longer[i]);
        if (lexer->size - lexer->at >= n && !memcmp(lexer->text + lexer->at, longer[i], n)) {
            lexer->at += n;
            return;
        }
    }
    lexer->at++;
}

struct token lexer_next(struct lexer *lexer) {
    skip_blank(lexer);
    struct token token = {.at = (uint32_t)lexer->at,
                          .line = lexer->line,
                          .col = (int32_t)(lexer->at - lexer->line_start) + 1,
                          .kind = TOKEN_END};
    if (lexer->at >= lexer->size) return token;
    char c = peek(lexer, 0);
    int level = c == '[' ? long_level(lexer) : -1;
    if (is_digit(c) || (c == '.' && is_digit(peek(lexer, 1)))) {
        token.kind = TOKEN_NUMBER;
        skip_number(lexer);
    } else if (is_name(c)) {
        token.kind = TOKEN_NAME;
        while (is_name(peek(lexer, 0))) lexer->at++;
    } else if (c == '"' || c == '\'') {
        token.kind = TOKEN_STRING;
        skip_quoted(lexer, c);
    } else if (level >= 0) {
        token.kind = TOKEN_STRING;
        skip_long(lexer, level);
    } else {
        token.kind = TOKEN_MARK;
        skip_mark(lexer);
    }
    token.length = (uint32_t)(lexer->at - token.at);
    return token;
}

bool tokens_read(struct arena *arena, const char *text, size_t size, struct tokens *out) {
    struct lexer lexer;
    size_t count = 0;
    lexer_init(&lexer, text, size);
    for (enum token_kind kind = 0; kind != TOKEN_END; count++) kind = lexer_next(&lexer).kind;
    struct token *items = arena_push_array(arena, count, sizeof *items, 0);
    if (!items) return false;
    lexer_init(&lexer, text, size);
    for (size_t i = 0; i < count; i++) items[i] = lexer_next(&lexer);
    *out = (struct tokens){.text = text, .items = items, .count = count};
    return true;
}
