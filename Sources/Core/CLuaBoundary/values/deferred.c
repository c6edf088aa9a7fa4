/* Deferred copies. When a table is lent to a hook, the hook gets a copy, but most hooks read only a
   little of it. Therefore a table without inner tables is lent as an empty table, the deferred
   copy, which reads through to the original. A deferred copy becomes a real copy when a script
   writes to it, or when a function needs the table itself. Scripts can't distinguish a deferred
   copy from a real one. Functions of the sandbox that read a table raw use the original. Before a
   function writes to a table or stores it, the function completes the copy. No script may reach the
   original, and it must not change while a deferred copy of it is lent. */
#include "guard.h"

/* Key in the metatable of deferred copies. Its value is the initial room for the list << 32, plus
   the initial room for other keys. */
static const char sizes_key;

/* __newindex of a deferred copy. 1: table, 2: key, 3: value. Raises what an assignment raises. */
static int write_deferred(lua_State *L) {
  guard_complete(L, 1);
  if (lua_isnil(L, 2)) return luaL_error(L, "table index is nil");
  if (lua_type(L, 2) == LUA_TNUMBER && lua_tonumber(L, 2) != lua_tonumber(L, 2)) return luaL_error(L, "table index is NaN");
  lua_rawset(L, 1);
  return 0;
}

/* __len of a deferred copy. */
static int deferred_length(lua_State *L) {
  if (!guard_behind(L, 1)) return guard_fail(L, "what is lent was expected");
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
  return 1;
}

/* Pushes the metatable for deferred copies of the table at `index`, or false if the table holds
   tables. Raises a limit error and memory errors.

   A copy has room for all its entries from the start; see push_copy in lent.c. A table whose keys
   are all texts needs no room from the start, because it grows to the same size in any order of its
   keys. */
static void push_source(lua_State *L, const Guard *g, int index) {
  size_t length, count;
  bool has_others = false;
  guard_count(L, g, index, &length, &count);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    guard_poll(L, g);
    if (lua_type(L, -2) != LUA_TSTRING) has_others = true;
    if (lua_type(L, -1) != LUA_TTABLE && lua_type(L, -2) != LUA_TTABLE) continue;
    lua_pop(L, 2);
    lua_pushboolean(L, 0);
    return;
  }
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, index);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, write_deferred);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, deferred_length);
  lua_setfield(L, -2, "__len");
  lua_pushvalue(L, index);
  lua_rawsetp(L, -2, &guard_key_behind);
  lua_pushinteger(L, has_others ? (lua_Integer)(length << 32 | (count - length)) : 0);
  lua_rawsetp(L, -2, &sizes_key);
  guard_mark_hosts(L);
}

bool guard_push_deferred(lua_State *L, const Guard *g, int index, int sources) {
  lua_pushvalue(L, index);
  if (lua_rawget(L, sources) == LUA_TNIL) {
    lua_pop(L, 1);
    push_source(L, g, index);
    lua_pushvalue(L, index);
    lua_pushvalue(L, -2);
    lua_rawset(L, sources);
  }
  if (lua_type(L, -1) != LUA_TTABLE) {
    lua_pop(L, 1);
    return false;
  }
  lua_rawgetp(L, -1, &sizes_key);
  lua_Integer sizes = lua_tointeger(L, -1);
  lua_createtable(L, (int)(sizes >> 32), (int)(sizes & INT32_MAX));
  lua_replace(L, -2);
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
  return true;
}

bool guard_is_deferred(lua_State *L) {
  bool is = lua_rawgetp(L, -1, &sizes_key) == LUA_TNUMBER;
  lua_pop(L, 1);
  return is;
}

bool guard_complete(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  bool is = guard_is_deferred(L);
  lua_pop(L, 1);
  if (!is) return false;
  Guard *g = guard_of(L);
  guard_behind(L, index);
  int behind = lua_gettop(L);
  lua_pushnil(L);
  lua_setmetatable(L, index);
  /* Fill the copy in the order in which every copy of that table is filled. */
  for (lua_pushnil(L); lua_next(L, behind);) {
    guard_tick(L, g);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, index);
  }
  lua_settop(L, behind - 1);
  return true;
}
