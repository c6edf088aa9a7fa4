/* The text of a value for scripts. It is the same on every machine and in every run, so it contains
   no addresses. */
#include "textbuffer.h"
#include <stdio.h>
#include <string.h>

size_t integer_text(lua_Integer value, char out[NUMBER_TEXT]) {
  char digits[NUMBER_TEXT];
  size_t count = 0, length = 0;
  lua_Unsigned rest = value < 0 ? 0 - (lua_Unsigned)value : (lua_Unsigned)value;
  do digits[count++] = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (value < 0) out[length++] = '-';
  while (count > 0) out[length++] = digits[--count];
  return length;
}

/* Writes a float so that it differs from an integer: adds ".0" if "%.14g" looks like one. Never
   shows the sign of a NaN, which depends on the processor. */
static size_t float_text(lua_Number value, char out[NUMBER_TEXT]) {
  if (value != value) {
    memcpy(out, "nan", 3);
    return 3;
  }
  int written = snprintf(out, NUMBER_TEXT, "%.14g", value);
  size_t length = written > 0 && written < NUMBER_TEXT - 2 ? (size_t)written : 0;
  for (size_t i = 0; i < length; i++)
    if (out[i] != '-' && (out[i] < '0' || out[i] > '9')) return length;
  out[length++] = '.';
  out[length++] = '0';
  return length;
}

size_t number_text(lua_State *L, int index, char out[NUMBER_TEXT]) {
  return lua_isinteger(L, index) ? integer_text(lua_tointeger(L, index), out) : float_text(lua_tonumber(L, index), out);
}

const char *text_of_number_argument(lua_State *L, int arg, size_t *length) {
  if (lua_type(L, arg) == LUA_TNUMBER) {
    char out[NUMBER_TEXT];
    lua_pushlstring(L, out, number_text(L, arg, out));
    lua_replace(L, arg);
  } else if (lua_type(L, arg) != LUA_TSTRING) {
    luaL_typeerror(L, arg, "string");
  }
  return lua_tolstring(L, arg, length);
}

void guard_push_text(lua_State *L, int index) {
  char out[NUMBER_TEXT];
  index = lua_absindex(L, index);
  switch (lua_type(L, index)) {
    case LUA_TSTRING: lua_pushvalue(L, index); return;
    case LUA_TNUMBER: lua_pushlstring(L, out, number_text(L, index, out)); return;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); return;
    case LUA_TNIL: lua_pushliteral(L, "nil"); return;
    case LUA_TTABLE: break;
    default: lua_pushstring(L, luaL_typename(L, index)); return;
  }
  if (luaL_getmetafield(L, index, "__tostring") == LUA_TNIL) {
    lua_pushliteral(L, "table");
    return;
  }
  lua_pushvalue(L, index);
  lua_call(L, 1, 1);
  if (lua_type(L, -1) == LUA_TNUMBER) {
    lua_pushlstring(L, out, number_text(L, -1, out));
    lua_replace(L, -2);
  } else if (lua_type(L, -1) != LUA_TSTRING) {
    luaL_error(L, "'__tostring' must return a string, not %s", guard_kind(L, -1));
  }
}
