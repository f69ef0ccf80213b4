// SPDX-License-Identifier: BSD-2-Clause
// Runs a program of Lua.
#include <stdio.h>

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>

int main(int count, char** arguments) {
    lua_State* const state = luaL_newstate();
    if (!state || count != 2) return 2;
    luaL_openlibs(state);
    int const failed = luaL_dostring(state, arguments[1]);
    if (failed) puts(lua_tostring(state, -1));
    lua_close(state);
    return failed;
}
