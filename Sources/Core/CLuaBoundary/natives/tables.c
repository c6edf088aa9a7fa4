/* `table` for scripts, with the results of Lua 5.4 in counted steps. If a metatable has `__index`,
   `__newindex` or `__len`, elements and length are accessed with metamethods. Otherwise they are
   accessed raw, which is faster and gives the same result. Frozen tables can be read but not
   changed. Every function here may also raise a limit error, a memory error, and what a metamethod
   raises. */
#include "library.h"
#include "textbuffer.h"
#include <limits.h>

bool guard_asks(lua_State *L, int index) {
  static const char *const events[] = {"__index", "__newindex", "__len"};
  if (!lua_getmetatable(L, index)) return false;
  bool asks = false;
  for (size_t i = 0; !asks && i < sizeof events / sizeof *events; i++) {
    lua_pushstring(L, events[i]);
    asks = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return asks;
}

lua_Integer guard_length(lua_State *L, int index, bool asks) {
  return asks ? luaL_len(L, index) : (lua_Integer)lua_rawlen(L, index);
}

/* Moves `count` elements from `from` to `to`, the last one first if `backwards`. Moves nothing for
   a count below 1. Needs two free slots. */
static void move_elements(lua_State *L, int source, lua_Integer from, int target, lua_Integer to, lua_Integer count,
                          bool backwards) {
  Guard *guard = guard_of(L);
  /* without these three events, lua_geti and lua_seti access the table raw, too */
  for (lua_Integer i = 0; i < count; i++) {
    lua_Integer offset = backwards ? count - 1 - i : i;
    guard_tick(L, guard);
    lua_geti(L, source, from + offset);
    lua_seti(L, target, to + offset);
  }
}

/* concat(table [, separator [, from [, to]]]): returns the joined texts and numbers. Raises
   argument errors, and an error that names the index of any other element. */
static int table_concat(lua_State *L) {
  guard_readable(L, 1);
  size_t separator_length = 0, length;
  const char *separator = lua_isnoneornil(L, 2) ? "" : text_argument(L, 2, &separator_length);
  lua_Integer from = luaL_optinteger(L, 3, 1);
  bool asks = guard_asks(L, 1);
  lua_Integer last = guard_length(L, 1, asks); /* queried even if not needed, as in Lua */
  lua_Integer to = luaL_optinteger(L, 4, last);
  TextBuffer out;
  text_open(&out, L, guard_of(L));
  for (lua_Integer index = from; index <= to; index++) {
    guard_tick(L, out.guard);
    int kind = asks ? lua_geti(L, 1, index) : lua_rawgeti(L, 1, index);
    if (kind == LUA_TSTRING) {
      const char *text = lua_tolstring(L, -1, &length);
      text_add(&out, text, length);
    } else if (kind == LUA_TNUMBER) {
      char digits[NUMBER_TEXT];
      text_add(&out, digits, number_text(L, -1, digits));
    } else {
      return luaL_error(L, "invalid value (%s) at index %I in the table for 'concat': expected a string or a number",
                        luaL_typename(L, -1), (LUAI_UACINT)index);
    }
    lua_pop(L, 1);
    if (index == to) break; /* before the index overflows */
    text_add(&out, separator, separator_length);
  }
  text_push(&out);
  return 1;
}

/* insert(table, [position,] value): inserts the value. Raises argument errors. */
static int table_insert(lua_State *L) {
  guard_writable(L, 1);
  bool asks = guard_asks(L, 1);
  /* A script's `__len` may make it overflow. */
  lua_Integer end = (lua_Integer)((lua_Unsigned)guard_length(L, 1, asks) + 1);
  switch (lua_gettop(L)) {
    case 2: break;
    case 3: {
      lua_Integer position = luaL_checkinteger(L, 2);
      luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2, "position out of bounds");
      move_elements(L, 1, position, 1, position + 1, end > position ? end - position : 0, true);
      end = position;
      break;
    }
    default: return luaL_error(L, "wrong number of arguments to 'insert': expected (table, [position,] value)");
  }
  if (asks) lua_seti(L, 1, end);
  else lua_rawseti(L, 1, end);
  return 0;
}

/* remove(table [, position]): removes and returns the element. Raises argument errors. */
static int table_remove(lua_State *L) {
  guard_writable(L, 1);
  bool asks = guard_asks(L, 1);
  lua_Integer length = guard_length(L, 1, asks), position = luaL_optinteger(L, 2, length);
  luaL_argcheck(L, position == length || (lua_Unsigned)position - 1 <= (lua_Unsigned)length, 2, "position out of bounds");
  lua_geti(L, 1, position);
  if (position < length) {
    move_elements(L, 1, position + 1, 1, position, length - position, false);
    position = length;
  }
  lua_pushnil(L);
  if (asks) lua_seti(L, 1, position);
  else lua_rawseti(L, 1, position);
  return 1;
}

/* move(source, from, to, at [, target]): copies the elements and returns the target, by default
   source. Raises argument errors. */
static int table_move(lua_State *L) {
  lua_Integer from = luaL_checkinteger(L, 2), to = luaL_checkinteger(L, 3), at = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  guard_writable(L, target);
  if (target != 1) guard_readable(L, 1);
  if (to >= from) {
    luaL_argcheck(L, from > 0 || to < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer count = to - from + 1;
    luaL_argcheck(L, at <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    /* A forward loop would overwrite elements before it moves them. */
    bool backwards = at > from && at <= to && lua_compare(L, 1, target, LUA_OPEQ);
    move_elements(L, 1, from, target, at, count, backwards);
  }
  lua_pushvalue(L, target);
  return 1;
}

/* unpack(table [, from [, to]]): returns the elements. Raises argument errors, and an overflow for
   more elements than the stack can hold. */
static int table_unpack(lua_State *L) {
  guard_readable(L, 1);
  bool asks = guard_asks(L, 1);
  lua_Integer from = luaL_optinteger(L, 2, 1);
  lua_Integer to = lua_isnoneornil(L, 3) ? guard_length(L, 1, asks) : luaL_checkinteger(L, 3);
  if (from > to) return 0;
  /* One less than the number of elements, so that it can't overflow. */
  lua_Unsigned count = (lua_Unsigned)to - (lua_Unsigned)from;
  if (count >= INT_MAX) return luaL_error(L, "too many results to unpack");
  guard_need_room(L, (int)count + 1, "too many results to unpack");
  Guard *guard = guard_of(L);
  for (lua_Unsigned i = 0; i <= count; i++) {
    guard_tick(L, guard);
    lua_Integer index = (lua_Integer)((lua_Unsigned)from + i);
    if (asks) lua_geti(L, 1, index);
    else lua_rawgeti(L, 1, index);
  }
  return (int)count + 1;
}

/* pack(...): returns a table of the arguments, with their number in its field n. */
static int table_pack(lua_State *L) {
  int count = lua_gettop(L);
  Guard *guard = guard_of(L);
  lua_createtable(L, count, 1);
  lua_insert(L, 1);
  for (int index = count; index >= 1; index--) {
    guard_tick(L, guard);
    lua_rawseti(L, 1, index);
  }
  lua_pushinteger(L, count);
  lua_setfield(L, 1, "n");
  return 1;
}

static const luaL_Reg functions[] = {
    {"concat", table_concat}, {"insert", table_insert}, {"move", table_move}, {"pack", table_pack},
    {"remove", table_remove}, {"sort", guard_table_sort}, {"unpack", table_unpack}, {NULL, NULL},
};

/* Expects four free slots and pushes one table. */
void guard_open_tables(lua_State *L) { luaL_newlib(L, functions); }
