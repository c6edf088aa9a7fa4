/* Small functions of the sandbox: print, rawget, rawset, rawlen, tostring for all code; `host` for
   trusted code. */
#include "guard.h"
#include <string.h>

/* Appends to the output of the call. Raises a limit error if the output exceeds its limit. Needs a free
   slot. */
static void write_out(lua_State *L, Guard *g, const char *text, size_t size) {
  if (size > g->print_limit - g->printed.count) {
    guard_kill(g, GUARD_OUTPUT);
    guard_raise_kill(L);
  }
  if (!buffer_append(&g->printed, text, size)) guard_raise_host_memory(L);
}

/* print(...): writes to the output of the call, and ends the call if the output exceeds its limit.
   Raises what tostring raises. */
static int own_print(lua_State *L) {
  Guard *g = guard_of(L);
  int count = lua_gettop(L);
  guard_need_room(L, 4, "values to print");
  for (int i = 1; i <= count; i++) {
    size_t size;
    guard_poll(L, g);
    guard_push_text(L, i);
    const char *text = lua_tolstring(L, -1, &size);
    write_out(L, g, text, size);
    if (i < count) write_out(L, g, "\t", 1);
    lua_pop(L, 1);
  }
  write_out(L, g, "\n", 1);
  return 0;
}

/* tostring(value): returns the text of a value. Raises what a `__tostring` raises, and memory
   errors. */
static int own_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  guard_push_text(L, 1);
  return 1;
}

/* rawget(table, key): reads through frozen proxies. Raises argument errors. */
static int own_rawget(lua_State *L) {
  guard_readable(L, 1);
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  lua_rawget(L, 1);
  return 1;
}

/* rawset(table, key, value): returns the table. Raises argument and memory errors, and an error for
   a frozen table. */
static int own_rawset(lua_State *L) {
  guard_writable(L, 1);
  luaL_checkany(L, 2);
  luaL_checkany(L, 3);
  lua_settop(L, 3);
  lua_rawset(L, 1);
  return 1;
}

/* rawlen(table or text): reads through frozen proxies. Raises argument errors. */
static int own_rawlen(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE) guard_readable(L, 1);
  else luaL_argexpected(L, lua_type(L, 1) == LUA_TSTRING, 1, "table or string");
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

/* Removes the bytes from `start` on from the buffer and returns them as a text. */
static int return_bytes(lua_State *L, Guard *g, size_t start) {
  g->lifts_text_limit = true; /* only the host's own Lua gets this text, no script */
  lua_pushlstring(L, (const char *)g->out.bytes + start, g->out.count - start);
  g->lifts_text_limit = false;
  g->out.count = start;
  return 1;
}

/* host.encode(value, root, strict, room): returns canonical bytes. `room` is "whole", "part" or
   "position"; see guard_encode_within. Raises guard_encode's errors. */
static int host_encode(lua_State *L) {
  Guard *g = guard_of(L);
  luaL_checkany(L, 1);
  const char *root = luaL_optstring(L, 2, "value");
  static const char *const rooms[] = { "whole", "part", "position", NULL };
  size_t start = g->out.count;
  GuardRoom room = (GuardRoom)luaL_checkoption(L, 4, "whole", rooms);
  guard_encode_within(L, 1, &g->out, root, lua_toboolean(L, 3), room);
  return return_bytes(L, g, start);
}

/* host.outline(value): returns the encoded bytes of a value that may hold functions; see
   guard_encode_outline. Raises guard_encode's errors. */
static int host_outline(lua_State *L) {
  Guard *g = guard_of(L);
  luaL_checkany(L, 1);
  size_t start = g->out.count;
  guard_encode_outline(L, 1, &g->out, "value");
  return return_bytes(L, g, start);
}

/* host.decode(bytes): returns the value. Raises guard_decode's errors. */
static int host_decode(lua_State *L) {
  size_t count;
  const char *bytes = luaL_checklstring(L, 1, &count);
  guard_decode(L, (const uint8_t *)bytes, count);
  return 1;
}

/* host.where(function): returns the name of its source and the line of its definition. Returns
   nothing for C functions and other values. */
static int host_where(lua_State *L) {
  if (lua_type(L, 1) != LUA_TFUNCTION || lua_iscfunction(L, 1)) return 0;
  lua_Debug ar;
  lua_settop(L, 1);
  lua_getinfo(L, ">S", &ar);
  lua_pushstring(L, ar.short_src);
  lua_pushinteger(L, ar.linedefined);
  return 2;
}

/* host.freeze(table, name): returns a frozen proxy of the table. */
static int host_freeze(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const char *name = luaL_checkstring(L, 2);
  lua_pushvalue(L, 1);
  guard_freeze(L, name);
  return 1;
}

/* host.is_empty(table): returns whether the table has no keys. Its errors name the public function,
   parlor.is_empty. */
static int host_is_empty(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) return guard_fail(L, "parlor.is_empty: expected a table, got %s", guard_kind(L, 1));
  guard_readable(L, 1);
  lua_pushnil(L);
  lua_pushboolean(L, !lua_next(L, 1));
  return 1;
}

void guard_open_natives(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "print", own_print }, { "tostring", own_tostring }, { "rawget", own_rawget }, { "rawset", own_rawset },
    { "rawlen", own_rawlen }, { NULL, NULL }
  };
  static const luaL_Reg host[] = {
    { "encode", host_encode }, { "outline", host_outline }, { "decode", host_decode }, { "where", host_where },
    { "freeze", host_freeze }, { "is_empty", host_is_empty }, { "forget_modules", guard_forget_modules },
    { "forget_script_modules", guard_forget_script_modules }, { NULL, NULL }
  };
  luaL_setfuncs(L, functions, 0);
  luaL_newlib(L, host);
  guard_open_lending(L);
  guard_open_standins(L);
  guard_open_draws(L);
  guard_open_turns(L);
  lua_setfield(L, -2, "host");
}
