/* SPDX-License-Identifier: MIT
 *
 * lib_utf8 - the utf8 library of scripts: the stock functions, metered by the length of texts.
 */
#include "script/state.h"

#include <lauxlib.h>
#include <lualib.h>

int luaopen_script_utf8(lua_State *L) {
    static const char *const stock[] = {"char", "codepoint", "codes", "len", "offset"};
    luaopen_utf8(L);
    for (size_t i = 0; i < sizeof stock / sizeof *stock; i++) {
        lua_getfield(L, -1, stock[i]);
        lib_metered(L);
        lua_setfield(L, -2, stock[i]);
    }
    return 1;
}
