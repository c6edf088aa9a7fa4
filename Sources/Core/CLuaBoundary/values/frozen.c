/* Frozen tables. A frozen table is an empty proxy of another table: reads reach the other table,
   and writes are refused. The host's own table functions recognize a proxy. */
#include "guard.h"
#include <string.h>

const char guard_key_behind; /* key in a proxy's metatable: the table behind it */

/* __newindex of a proxy. 1: proxy, 2: key, 3: value; upvalue 1: the name for errors. Always
   raises. */
static int refuse_write(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  if (lua_type(L, 2) == LUA_TSTRING) return guard_fail(L, "%s.%s can't be changed: %s is frozen", name, lua_tostring(L, 2), name);
  return guard_fail(L, "%s can't be changed: it is frozen", name);
}

/* __newindex of the globals' proxy. Always raises. */
static int refuse_global(lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING) return guard_fail(L, "globals can't be changed: keep it in a local or in the state");
  return guard_fail(L, "global '%s' can't be set: write 'local %s', or keep it in the state", lua_tostring(L, 2), lua_tostring(L, 2));
}

/* __len of a proxy. */
static int length(lua_State *L) {
  if (!guard_behind(L, 1)) return guard_fail(L, "a frozen table was expected");
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

void guard_freeze(lua_State *L, const char *name) {
  guard_need_room(L, 6, "tables within tables");
  lua_createtable(L, 0, 0);
  lua_createtable(L, 0, 4);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, strcmp(name, "_G") == 0 ? refuse_global : refuse_write, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, length);
  lua_setfield(L, -2, "__len");
  lua_pushvalue(L, -3);
  lua_rawsetp(L, -2, &guard_key_behind);
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

/* Replaces the table on top by its proxy, which is created unless it exists already. `memo` is the
   index of a table that maps tables to their proxies. The proxy of a table without inner tables
   reads the table itself. Any other proxy reads a copy of its table, in which proxies replace the
   inner tables. */
static void push_frozen(lua_State *L, int memo, const char *name, int depth) {
  if (depth == GUARD_DEPTH_MAX) guard_fail(L, "%s: tables nest too deep to be frozen", name);
  guard_need_room(L, 12, "tables within tables");
  int table = lua_gettop(L);
  guard_complete(L, table);
  if (guard_behind(L, table)) {
    lua_pop(L, 1); /* it already is a proxy */
    return;
  }
  lua_pushvalue(L, table);
  if (lua_rawget(L, memo) != LUA_TNIL) {
    lua_replace(L, table);
    return;
  }
  lua_pop(L, 1);
  Guard *g = guard_of(L);
  bool nested = false;
  for (lua_pushnil(L); lua_next(L, table);) {
    guard_tick(L, g);
    if (lua_type(L, -1) == LUA_TTABLE) nested = true;
    lua_pop(L, 1);
  }
  if (nested) {
    lua_createtable(L, 0, 0);
    if (lua_getmetatable(L, table)) lua_setmetatable(L, -2);
  } else {
    lua_pushvalue(L, table);
  }
  lua_pushvalue(L, -1);
  guard_freeze(L, name);
  lua_pushvalue(L, table);
  lua_pushvalue(L, -2);
  lua_rawset(L, memo);
  /* the stack: the table, the table that is read, the proxy */
  if (nested) {
    for (lua_pushnil(L); lua_next(L, table);) {
      guard_tick(L, g);
      if (lua_type(L, -1) == LUA_TTABLE) push_frozen(L, memo, name, depth + 1);
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, table + 1);
    }
  }
  lua_replace(L, table);
  lua_settop(L, table);
}

void guard_freeze_deep(lua_State *L, const char *name) {
  lua_createtable(L, 0, 4);
  lua_insert(L, -2);
  push_frozen(L, lua_gettop(L) - 1, name, 0);
  lua_remove(L, -2);
}

bool guard_behind(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  if (lua_rawgetp(L, -1, &guard_key_behind) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

/* Raises an error if the table at `arg` has a metatable of the host with a function for `event`.
   Raw access would bypass that function, which protects lent and sealed tables. */
static void respect_host(lua_State *L, int arg, const char *event, const char *what) {
  if (!lua_getmetatable(L, arg)) return;
  if (guard_is_hosts(L)) {
    guard_not_expired(L, arg);
    lua_pushstring(L, event);
    if (lua_rawget(L, -2) == LUA_TFUNCTION) guard_fail(L, "this table is sealed by the host: it can't be %s", what);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

void guard_readable(lua_State *L, int arg) {
  luaL_checktype(L, arg, LUA_TTABLE);
  if (guard_behind(L, arg)) lua_replace(L, arg);
  respect_host(L, arg, "__index", "read raw, or looped over: ask it for a key");
}

void guard_copyable(lua_State *L, int index) {
  respect_host(L, index, "__index", "copied or handed on: take the parts of it that may be read");
}

void guard_unfrozen(lua_State *L, int arg) {
  luaL_checktype(L, arg, LUA_TTABLE);
  if (guard_complete(L, arg)) return;
  if (guard_behind(L, arg)) guard_fail(L, "a frozen table can't be changed: parlor.copy makes one that can");
}

void guard_writable(lua_State *L, int arg) {
  guard_unfrozen(L, arg);
  respect_host(L, arg, "__newindex", "changed raw: assign to a key");
}
