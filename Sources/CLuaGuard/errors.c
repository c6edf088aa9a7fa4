/* Errors: what the host learns of one, and the error, assert, pcall and xpcall that scripts get. A kill and a refused
   allocation can't be caught. Texts that Lua itself words are replaced by the host's own before a script sees them:
   wordings differ between releases and could end up in a state. */
#include "guard.h"
#include <stdio.h>
#include <string.h>

static const char kill_key;

static const struct { const char *part, *text; } kinds[] = {
  { "attempt to index", "index: a value that can't be indexed" },
  { "attempt to call", "call: a value that can't be called" },
  { "attempt to perform 'n", "arithmetic: division by zero" },
  { "attempt to perform arithmetic", "arithmetic: a value that isn't a number" },
  { "attempt to perform bitwise", "arithmetic: a value that isn't an integer" },
  { "no integer representation", "arithmetic: a value that isn't an integer" },
  { "attempt to compare", "compare: values that have no order" },
  { "attempt to concatenate", "concatenate: a value that isn't a text" },
  { "attempt to get length", "length: a value that has none" },
  { "'for' ", "for: a bound or step that isn't a number" },
  { "index is n", "index: nil or NaN as a key" },
  { "index is N", "index: nil or NaN as a key" },
  { "bad argument", "argument: not what the function takes" },
  { "stack overflow", "depth: calls nest too deep" },
  { "error in error", "depth: an error while an error was handled" },
  { "non-closable", "close: a value that can't be closed" },
};

void guard_note_error(Guard *g, const char *text) {
  size_t count = strlen(text);
  if (count > GUARD_MESSAGE_MAX) count = GUARD_MESSAGE_MAX;
  memcpy(g->error.message, text, count);
  g->error.message[count] = 0;
  g->error.message_count = count;
}

static void copy_name(char *to, const char *from) { snprintf(to, GUARD_NAME_MAX, "%s", from ? from : ""); }

/* 1: the error. Copies it with the frames of the call stack, and returns it. Raises nothing, allocates nothing. */
int guard_on_error(lua_State *L) {
  Guard *g = guard_of(L);
  GuardError *e = &g->error;
  if (lua_type(L, 1) == LUA_TSTRING) {
    size_t count;
    const char *text = lua_tolstring(L, 1, &count);
    e->message_count = count < GUARD_MESSAGE_MAX ? count : GUARD_MESSAGE_MAX;
    memcpy(e->message, text, e->message_count);
    e->message[e->message_count] = 0;
  } else {
    char text[64];
    snprintf(text, sizeof text, "an error was raised with a %s, not a text", lua_typename(L, lua_type(L, 1)));
    guard_note_error(g, text);
  }
  lua_Debug ar;
  e->frame_count = 0;
  for (int level = 1; e->frame_count < GUARD_FRAMES_MAX && lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sln", &ar);
    if (ar.currentline < 0) continue; /* a C function: its caller tells where */
    GuardFrame *frame = &e->frames[e->frame_count++];
    copy_name(frame->source, ar.short_src);
    copy_name(frame->name, ar.what[0] == 'm' ? "" : ar.name);
    frame->line = ar.currentline;
  }
  return 1;
}

_Noreturn void guard_raise_kill(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kill_key);
  lua_error(L);
  __builtin_unreachable();
}

/* Replaces the error on top by what a script may see of it. Raises memory errors. */
static void to_script(lua_State *L, Guard *g) {
  if (g->thrown) {
    g->thrown = 0;
    return;
  }
  size_t count;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &count) : NULL;
  if (!text) return;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!strstr(text, kinds[i].part)) continue;
    const char *colon = strchr(text, ':'), *end = colon;
    if (end) do end++; while (*end >= '0' && *end <= '9');
    if (colon && end > colon + 1 && end[0] == ':' && end[1] == ' ') {
      lua_pushlstring(L, text, (size_t)(end + 2 - text));
      lua_pushstring(L, kinds[i].text);
      lua_concat(L, 2);
    } else {
      lua_pushstring(L, kinds[i].text);
    }
    lua_remove(L, -2);
    return;
  }
}

/* error(message, level): as in stock Lua; a text is cut to 1 KiB first. Raises the message. */
static int own_error(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING) {
    size_t count;
    const char *text = lua_tolstring(L, 1, &count);
    if (count > GUARD_MESSAGE_MAX) {
      lua_pushlstring(L, text, GUARD_MESSAGE_MAX);
      lua_replace(L, 1);
    }
    if (level > 0) {
      luaL_where(L, level);
      lua_pushvalue(L, 1);
      lua_concat(L, 2);
    }
  }
  guard_of(L)->thrown = 1;
  return lua_error(L);
}

/* assert(value, message, ...): its arguments if value is true, else raises message. */
static int own_assert(lua_State *L) {
  if (lua_toboolean(L, 1)) return lua_gettop(L);
  luaL_checkany(L, 1);
  lua_remove(L, 1);
  lua_pushliteral(L, "assertion failed!");
  lua_settop(L, 1);
  guard_of(L)->thrown = 1;
  return lua_error(L);
}

/* After a pcall that failed, the error on top: goes on with what can't be caught. Raises that, or memory errors. */
static void caught(lua_State *L, Guard *g, int status) {
  if (g->killed) guard_raise_kill(L);
  if (status == LUA_ERRMEM) lua_error(L);
  to_script(L, g);
}

/* pcall(f, ...): true and the results, or false and the error. Raises kills and memory errors only. */
static int own_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  Guard *g = guard_of(L);
  int status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  if (status != LUA_OK) caught(L, g, status);
  else if (g->killed) guard_raise_kill(L);
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, 1);
  return lua_gettop(L);
}

/* Message handler of xpcall. 1: the error; upvalue 1: the script's handler. Once killed the script's handler is not run:
   hooks are off while a handler runs, so nothing could end it. Raises what the handler raises. */
static int handler(lua_State *L) {
  Guard *g = guard_of(L);
  if (g->killed) return 1;
  to_script(L, g);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  g->thrown = 1; /* what the handler returned is the script's own */
  return 1;
}

/* xpcall(f, handler, ...): as pcall; a failure's second result is what handler(error) returned. */
static int own_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  Guard *g = guard_of(L);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handler, 1);
  lua_replace(L, 2);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 1); /* f, handler, f, arguments */
  int status = lua_pcall(L, count - 2, LUA_MULTRET, 2);
  if (status != LUA_OK) caught(L, g, status);
  else if (g->killed) guard_raise_kill(L);
  lua_pushboolean(L, status == LUA_OK);
  lua_replace(L, 2);
  return lua_gettop(L) - 1;
}

void guard_open_errors(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "error", own_error }, { "assert", own_assert }, { "pcall", own_pcall }, { "xpcall", own_xpcall }, { NULL, NULL }
  };
  lua_pushliteral(L, "the call was ended"); /* interned now: raising it later needs no memory */
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kill_key);
  luaL_setfuncs(L, functions, 0);
}
