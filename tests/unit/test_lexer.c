/* SPDX-License-Identifier: MIT
 *
 * Where in a Lua text things stand.
 */
#include "fixtures/scenes/load.h"

#include "script/lexer.h"

static struct arena arena;

static struct tokens read(const char *text) {
    struct tokens tokens;
    arena_init(&arena, allocator_default(), 0, 0);
    ck_assert(tokens_read(&arena, text, strlen(text), &tokens));
    return tokens;
}

/* All tokens joined by '|'. */
static const char *joined(const char *text) {
    struct tokens tokens = read(text);
    static char out[1024];
    size_t n = 0;
    for (size_t i = 0; tokens.items[i].kind != TOKEN_END; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%.*s", i ? "|" : "",
                              (int)tokens.items[i].length, text + tokens.items[i].at);
    if (!n) out[0] = '\0';
    arena_drop(&arena);
    return out;
}

START_TEST(tokens_are_lua_s) {
    ck_assert_str_eq(joined(""), "");
    ck_assert_str_eq(joined("a=1--c\nb"), "a|=|1|b");
    ck_assert_str_eq(joined("a--[[x\n]]b"), "a|b");
    ck_assert_str_eq(joined("a--[==[x]]\n]==]b"), "a|b");
    ck_assert_str_eq(joined("--[=x\nb"), "b");
    ck_assert_str_eq(joined("'a\\'b' \"c--d\""), "'a\\'b'|\"c--d\"");
    ck_assert_str_eq(joined("[[a]b]] [=[ ]] ]=]"), "[[a]b]]|[=[ ]] ]=]");
    ck_assert_str_eq(joined("t[a[1]]"), "t|[|a|[|1|]|]");
    ck_assert_str_eq(joined("1e-5+0x1p+3 .5 3..2"), "1e-5|+|0x1p+3|.5|3..2");
    ck_assert_str_eq(joined("a==b~=c...d..e::f"), "a|==|b|~=|c|...|d|..|e|::|f");
    ck_assert_str_eq(joined("'open\nx"), "'open|x");
    ck_assert_str_eq(joined("'a\\\nb' c"), "'a\\\nb'|c");
    ck_assert_str_eq(joined("'a\\z \n  b' c"), "'a\\z \n  b'|c");
}
END_TEST

START_TEST(lines_and_columns) {
    struct tokens t = read("a\r\n  b\n\r c\r\td --[[\n\n]] e");
    static const int expected[][2] = {{1, 1}, {2, 3}, {3, 2}, {4, 2}, {6, 4}};
    for (size_t i = 0; i < 5; i++) {
        ck_assert_int_eq(t.items[i].line, expected[i][0]);
        ck_assert_int_eq(t.items[i].col, expected[i][1]);
    }
    arena_drop(&arena);
}
END_TEST

/* Line and column of a field's token. */
static void check_field(const struct tokens *t, ptrdiff_t open, struct token_key key, int line,
                        int col) {
    ptrdiff_t value;
    ptrdiff_t at = tokens_field(t, open, key, &value);
    ck_assert_msg(at >= 0, "%s", key.name ? key.name : "positional");
    ck_assert_int_eq(t->items[at].line, line);
    ck_assert_int_eq(t->items[at].col, col);
}

START_TEST(fields_are_found) {
    struct tokens t =
        read("return wisp.snow {\n"
             "  -- rate = 1\n"
             "  [ [[x]] ] = 'rate = 2', size = { rate = 3, 4 },\n"
             "  f = function(a, b) local rate, x = 1, 2 if a then return b end end,\n"
             "  ['max'] = 5; 10, 20,\n"
             "  rate = 4, -- here\n"
             "  [7] = 1, z = a.rate == 3, tail }\n");
    struct call_site site = tokens_call(&t, 1, "snow", 0);
    ck_assert(token_is(&t, site.name, "snow"));
    ck_assert(token_is(&t, site.open, "{"));
    check_field(&t, site.open, (struct token_key){"rate", 0}, 6, 3);
    check_field(&t, site.open, (struct token_key){"max", 0}, 5, 3);
    check_field(&t, site.open, (struct token_key){"f", 0}, 4, 3);
    check_field(&t, site.open, (struct token_key){"z", 0}, 7, 12);
    check_field(&t, site.open, (struct token_key){NULL, 7}, 7, 3);
    check_field(&t, site.open, (struct token_key){NULL, 1}, 5, 16);
    check_field(&t, site.open, (struct token_key){NULL, 3}, 7, 29);
    ck_assert_int_eq(tokens_positional(&t, site.open), 3);
    ptrdiff_t value;
    ck_assert_int_ge(tokens_field(&t, site.open, (struct token_key){"size", 0}, &value), 0);
    check_field(&t, value, (struct token_key){"rate", 0}, 3, 36);
    ck_assert_int_eq(tokens_field(&t, site.open, (struct token_key){"a", 0}, NULL), TOKEN_NONE);
    arena_drop(&arena);
}
END_TEST

START_TEST(calls_are_found) {
    struct tokens t =
        read("x = wisp.curve{{0,1}} + wisp.curve({{2,3}}) wisp.effect('a', {b=1})\n"
             "local s = snow\n"
             "s{ id = 1 }\n"
             "f(g{}, h{})\n");
    struct call_site first = tokens_call(&t, 1, "curve", 0);
    struct call_site second = tokens_call(&t, 1, "curve", 1);
    ck_assert_int_lt(first.open, second.open);
    ck_assert_int_eq(tokens_call(&t, 1, "curve", 2).open,
                     first.open); /* a loop came by again */
    struct call_site effect = tokens_call(&t, 1, "effect", 0);
    check_field(&t, effect.open, (struct token_key){"b", 0}, 1, 63);
    struct call_site alias = tokens_call(&t, 3, "snow", 0);
    check_field(&t, alias.open, (struct token_key){"id", 0}, 3, 4);
    ck_assert_int_eq(tokens_call(&t, 4, "snow", 0).name, TOKEN_NONE); /* which of three? */
    ck_assert_int_eq(tokens_call(&t, 9, "snow", 0).name, TOKEN_NONE);
    arena_drop(&arena);
}
END_TEST

/* T1.3: a mistake at line 15 of a constructor of 30 lines. */
START_TEST(line_15_of_30) {
    char text[2048];
    size_t n = (size_t)snprintf(
        text, sizeof text, "return wisp.scene { effects = {\n wisp.jet_flame { id = 'f',\n");
    for (int line = 3; line <= 30; line++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\n",
                              line == 15 ? "    spraed = 3," : "    -- spraed = 1,");
    snprintf(text + n, sizeof text - n, "} } }\n");
    struct loaded loaded;
    load_text(text, &loaded);
    ck_assert_uint_eq(loaded.diags.count, 1);
    ck_assert_int_eq(loaded.diags.items[0].line, 15);
    ck_assert_int_eq(loaded.diags.items[0].col, 5);
    ck_assert_int_eq(loaded.diags.items[0].end_col, 11);
    unload(&loaded);
}
END_TEST

START_TEST(mentions) {
    struct tokens t = read("x = s.p.rate + P['size'] -- s.p.gone\n y = 'P.text'");
    ck_assert(tokens_mention(&t, "rate"));
    ck_assert(tokens_mention(&t, "size"));
    ck_assert(!tokens_mention(&t, "gone"));
    ck_assert(!tokens_mention(&t, "text"));
    ck_assert(!tokens_mention(&t, "x"));
    arena_drop(&arena);
}
END_TEST

static void fill(TCase *t) {
    tcase_add_test(t, tokens_are_lua_s);
    tcase_add_test(t, lines_and_columns);
    tcase_add_test(t, fields_are_found);
    tcase_add_test(t, calls_are_found);
    tcase_add_test(t, line_15_of_30);
    tcase_add_test(t, mentions);
}

int main(void) { return run_suite("lexer", fill); }
