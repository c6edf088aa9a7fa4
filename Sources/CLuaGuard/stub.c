#include "guard.h"
void guard_push_text(lua_State *L, int index) { luaL_tolstring(L, index, NULL); }
void guard_open_strings(lua_State *L) { lua_pushcfunction(L, luaopen_string); lua_call(L, 0, 1); }
void guard_open_tables(lua_State *L) { lua_pushcfunction(L, luaopen_table); lua_call(L, 0, 1); }
