/* SPDX-License-Identifier: MIT
 *
 * What a script must not be able to do: each attack under the limits of own scenes and under
 * hardened ones. "killed" is a stop within the budget, however the script tries to go on.
 */
#include "fixtures/scenes/load.h"

#include "os/clock.h"

enum result { CAUGHT = 1, KILLED, MEMORY, FINE };

struct attack {
    const char *name, *code;
    enum result result;
    const char *words; /* in the diagnostics; NULL: not looked at */
};

#define TAIL "\nreturn wisp.scene {}"

static const struct attack attacks[] = {
    {"S2", "assert(load == nil and loadstring == nil and dofile == nil and loadfile == nil)",
     FINE, NULL},
    {"S3", "assert(debug == nil)", FINE, NULL},
    {"S4", "assert(os == nil and io == nil)", FINE, NULL},
    {"S5", "assert(package == nil)", FINE, NULL},
    {"S6a", "require '../secret'", CAUGHT, "words joined by dots"},
    {"S6b", "require '/etc/x'", CAUGHT, "words joined by dots"},
    {"S6c", "require 'a\\0b'", CAUGHT, "words joined by dots"},
    {"S6d", "require '..x'", CAUGHT, "words joined by dots"},
    {"S6e", "require 'a//b'", CAUGHT, "words joined by dots"},
    {"S8", "ipairs = function() return pairs {} end require 'io'", CAUGHT, "globals"},
    {"S10", "assert(getmetatable('') == nil) assert(getmetatable(print) == nil)", FINE, NULL},
    {"S11a", "string.sub = nil", CAUGHT, "read-only table"},
    {"S11b", "wisp.scene = nil", CAUGHT, "read-only table"},
    {"S11c", "rawset(math, 'pi', 3)", CAUGHT, "read-only table"},
    {"S11d", "setmetatable(math, {})", CAUGHT, "read-only table"},
    {"S12", "setmetatable({}, { __gc = function() while true do end end })", CAUGHT, "__gc"},
    {"S15a", "local t = setmetatable({}, {}) getmetatable(t).__index = t print(t.x)", CAUGHT,
     "'__index' chain too long"},
    {"S15b",
     "local t = {} setmetatable(t, { __index = function(a, k) return a[k] end }) print(t.x)",
     CAUGHT, "stack overflow"},
    {"S17", "while true do end", KILLED, NULL},
    {"S18", "local n = 0 while true do pcall(function() while true do end end) n = n + 1 end",
     KILLED, NULL},
    {"S18x",
     "while true do xpcall(function() while true do end end, function() while true do end "
     "end) end",
     KILLED, NULL},
    {"S20", "coroutine.wrap(function() while true do end end)()", KILLED, NULL},
    {"S21",
     "local function f(d) if d > 0 then for i = 1, 60 do coroutine.wrap(f)(d - 1) end end end "
     "f(12)",
     KILLED, NULL},
    {"S22",
     "local x <close> = setmetatable({}, { __close = function() while true do end end }) while "
     "true do end",
     KILLED, NULL},
    {"S23", "string.find(('a'):rep(28), ('a?'):rep(28) .. ('a'):rep(28))", KILLED, "pattern"},
    {"S24", "((' '):rep(1e5) .. 'x'):gsub('%s+$', '')", KILLED, "pattern"},
    {"S25", "('('):rep(2e5):gsub('%b()', '')", KILLED, NULL},
    {"S27", "assert(string.rep('', math.maxinteger) == '')", FINE, NULL},
    {"S28a",
     "table.insert(setmetatable({}, { __len = function() return 2 ^ 53 | 0 end }), 1, 0)",
     CAUGHT, "plain table"},
    {"S28b", "assert(table.move == nil)", FINE, NULL},
    {"S28c", "table.concat(setmetatable({}, { __index = rawlen }), '', 1, 1 << 60)", CAUGHT,
     "plain table"},
    {"S29",
     "local t = {} for i = 1, 1000 do t[i] = i end table.sort(t, function() return true end)",
     CAUGHT, "invalid order function"},
    {"S33", "string.rep('x', 1 << 30)", CAUGHT, "not enough memory"},
    {"S34", "local s = 'x' while true do s = s .. s end", MEMORY, NULL},
    {"S38", "local function f() return (('x'):gsub('.', f)) end f()", CAUGHT, "stack overflow"},
    {"S38b", "local function f() table.sort({ 1, 2 }, f) end f()", CAUGHT, "stack overflow"},
    {"S38c", "local function f() return coroutine.wrap(f)() end f()", CAUGHT, "stack overflow"},
    {"S39", "assert(coroutine.close == nil and coroutine.running == nil)", FINE, NULL},
    {"S42a", "error(nil)", CAUGHT, "(error object is a nil value)"},
    {"S42b", "error({})", CAUGHT, "(error object is a table value)"},
    {"S42c", "error(setmetatable({}, { __tostring = function() error 'x' end }))", CAUGHT,
     "(error object is a table value)"},
    {"S44", "error('%s%n%s')", CAUGHT, "%s%n%s"},
    {"S45", "error('\\27]0;owned\\7\\27[2J')", CAUGHT, "\\x1b]0;owned\\x07\\x1b[2J"},
    {"S48",
     "assert(tostring(print) == 'function' and tostring({}) == 'table') "
     "assert(('%s'):format({}) == 'table')",
     FINE, NULL},
    {"S48p", "string.format('%p', {})", CAUGHT, "%p"},
    {"dump", "assert(string.dump == nil and string.pack == nil)", FINE, NULL},
    {"seed", "assert(math.randomseed == nil)", FINE, NULL},
};
enum { ATTACKS = sizeof attacks / sizeof *attacks };

static struct script_limits own_scene(void) {
    return (struct script_limits){.load_ns = 200000000, .memory_bytes = (size_t)64 << 20};
}

static struct script_limits hardened(void) {
    return (struct script_limits){.load_ns = 200000000,
                                  .memory_bytes = (size_t)32 << 20,
                                  .block_bytes = (size_t)512 << 10,
                                  .hook_instructions = 250};
}

static void check(const struct attack *attack, struct script_limits limits) {
    char text[1024];
    struct loaded l;
    struct script_config config = test_config(allocator_default());
    config.limits = limits;
    snprintf(text, sizeof text, "%s%s", attack->code, TAIL);
    uint64_t begin = clock_now_ns();
    load_bytes(&config, text, strlen(text), &l);
    uint64_t took = clock_now_ns() - begin;
    const char *words = strbuf_text(&l.text);
    switch (attack->result) {
    case FINE:
        ck_assert_msg(l.status == WISP_OK, "%s: %s", attack->name, words);
        break;
    case CAUGHT:
        ck_assert_msg(strstr(words, "error[script-error]") || strstr(words, "memory"), "%s: %s",
                      attack->name, words);
        break;
    case MEMORY:
        ck_assert_msg(strstr(words, "error[out-of-memory]"), "%s: %s", attack->name, words);
        break;
    case KILLED:
        ck_assert_msg(strstr(words, "error[out-of-time]") ||
                          strstr(words, "error[out-of-memory]"),
                      "%s: %s", attack->name, words);
        break;
    }
    if (attack->words && attack->result != FINE && !limits.block_bytes)
        ck_assert_msg(strstr(words, attack->words), "%s: %s", attack->name, words);
    ck_assert_msg(took < 10000000000u, "%s hangs", attack->name);
    unload(&l);
}

START_TEST(own_scenes_cannot) { check(&attacks[_i], own_scene()); }
END_TEST

START_TEST(hardened_states_cannot) { check(&attacks[_i], hardened()); }
END_TEST

/* S30: colliding keys make one rehash take seconds; a cap on single blocks stops them. */
START_TEST(a_block_is_capped) {
    struct attack attack = {
        "S30", "local t = {} local m = (1 << 17) - 1 for i = 1, 1e5 do t[i * m * 3] = true end",
        MEMORY, NULL};
    check(&attack, hardened());
}
END_TEST

/* S9 and a chain that is too long. */
START_TEST(require_depth_is_limited) {
    char folder[256], path[320], text[64];
    struct loaded l;
    ck_assert_int_eq(file_temp_dir("wisp-scene", folder, sizeof folder), WISP_OK);
    for (int i = 0; i < 100; i++) {
        snprintf(path, sizeof path, "%s/m%d.lua", folder, i);
        int n = snprintf(text, sizeof text, "return require 'm%d'", i + 1);
        ck_assert_int_eq(file_write(path, text, (size_t)n, 0), WISP_OK);
    }
    snprintf(path, sizeof path, "%s/m0.lua", folder);
    load_path(path, &l);
    ck_assert_ptr_nonnull(strstr(strbuf_text(&l.text), "64 modules require each other"));
    unload(&l);
    file_remove_tree(folder);
}
END_TEST

/* Pattern matching is our own: the same answers as Lua's manual gives. */
START_TEST(patterns_match_as_lua_s) {
    struct loaded l;
    load_text(
        "assert(('hello world'):match('^(%w+)') == 'hello')\n"
        "assert(('  trim  '):match('^%s*(.-)%s*$') == 'trim')\n"
        "assert(('key = value'):match('(%w+)%s*=%s*(%w+)') == 'key')\n"
        "assert(('abc'):find('b', 1, true) == 2 and ('a.c'):find('.', 1, true) == 2)\n"
        "assert(('hello'):gsub('l', 'L') == 'heLLo')\n"
        "assert(('abc'):gsub('', '-') == '-a-b-c-')\n"
        "assert(('abc'):gsub('%w', '%0%0') == 'aabbcc')\n"
        "assert(('hello world'):gsub('%w+', { hello = 'bye' }) == 'bye world')\n"
        "assert(('x(y(z))w'):match('%b()') == '(y(z))')\n"
        "assert(('THE (quick) fox'):find('%f[%a]%a+%f[%A]') == 1)\n"
        "assert(('[[x]]'):match('%[(%[.-%])%]') == '[x]')\n"
        "assert(('aa bb cc'):match('(%w)%1 (%w)%2') == 'a')\n"
        "assert(('hello'):match('()ll()') == 3)\n"
        "assert(('0x1F'):match('^0[xX](%x+)$') == '1F')\n"
        "assert(('a-b'):match('[%a-]+') == 'a-b' and ('x]y'):match('[]]') == ']')\n"
        "assert(('abc'):match('[^a]+') == 'bc' and ('f5'):match('[a-f]%d') == 'f5')\n"
        "local n = 0 for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do n = n + tonumber(v) "
        "end\n"
        "assert(n == 3)\n"
        "local parts = {} for w in ('one two'):gmatch('%a+') do parts[#parts + 1] = w end\n"
        "assert(table.concat(parts, ',') == 'one,two')\n"
        "assert(('abc'):gsub('b', function() return false end) == 'abc')\n"
        "assert(select(2, ('aaa'):gsub('a', 'b', 2)) == 2 and ('x'):rep(3, ',') == 'x,x,x')\n"
        "assert(not pcall(string.match, 'a', '(') and not pcall(string.match, 'a', '%'))\n"
        "assert(not pcall(string.match, 'a', '[a') and not pcall(string.gsub, 'a', 'a', "
        "'%2'))\n"
        "assert(('%d:%s:%5.1f%%'):format(3, 'x', 2.25) == '3:x:  2.2%')\n" TAIL,
        &l);
    ck_assert_str_eq(strbuf_text(&l.text), "");
    unload(&l);
}
END_TEST

static void fill(TCase *t) {
    tcase_add_loop_test(t, own_scenes_cannot, 0, ATTACKS);
    tcase_add_loop_test(t, hardened_states_cannot, 0, ATTACKS);
    tcase_add_test(t, a_block_is_capped);
    tcase_add_test(t, require_depth_is_limited);
    tcase_add_test(t, patterns_match_as_lua_s);
}

int main(void) { return run_suite("sandbox", fill); }
