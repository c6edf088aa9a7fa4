/* Errors: how errors are recorded for the host, and the functions error, assert, pcall and xpcall
   of scripts. A script can't catch a kill, a refused allocation or a stack overflow. These depend
   on resources outside the script, and on the way that a ply is played. A script also doesn't see
   the position in the host's own Lua that called it. The host replaces the texts of Lua's own
   errors before a script sees them, because their wording differs between releases of Lua and could
   end up in a state. */
#include "guard.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char kill_key;

/* The starts of Lua's messages (after the position), and the texts that scripts get instead. */
static const struct { const char *start, *text; } kinds[] = {
  { "attempt to index", "index: a value that can't be indexed" },
  { "'__index' chain", "index: a chain of __index that is too long" },
  { "'__newindex' chain", "index: a chain of __newindex that is too long" },
  { "table index is", "index: nil or NaN as a key" },
  { "index is", "index: nil or NaN as a key" },
  { "attempt to call", "call: a value that can't be called" },
  { "attempt to divide by", "arithmetic: division by zero" },
  { "attempt to perform 'n", "arithmetic: division by zero" },
  { "attempt to perform bitwise", "arithmetic: a value that isn't an integer" },
  { "attempt to compare", "compare: values that have no order" },
  { "attempt to concatenate", "concatenate: a value that isn't a text" },
  { "attempt to get length", "length: a value that has none" },
  { "attempt to", "arithmetic: a value that isn't a number" },
  { "number", "arithmetic: a value that isn't an integer" },
  { "string length overflow", "concatenate: the text would be too long" },
  { "'for' ", "for: a bound or step that isn't a number, or a step of zero" },
  { "bad 'for' ", "for: a bound or step that isn't a number, or a step of zero" },
  { "bad argument", "argument: not what the function takes" },
  { "invalid UTF-8", "argument: a text that is not UTF-8" },
  { "initial position is", "argument: a position inside a character" },
  { "string slice too long", "depth: too many values" },
  { "too many results to unpack", "depth: too many values" },
  { "memory allocation error", "depth: too many values" },
  { "table overflow", "depth: too many values" },
  { "variable '", "close: a value that can't be closed" },
};

/* Returns how many of `count` bytes to keep: at most 1 KiB, ending with a whole character. */
static size_t cut(const char *text, size_t count) {
  if (count <= GUARD_MESSAGE_MAX) return count;
  size_t kept = GUARD_MESSAGE_MAX;
  for (int i = 0; i < 3 && (text[kept] & 0xc0) == 0x80; i++) kept--;
  return kept;
}

/* Returns the text after the position `source:line: ` at the start of a message, or the whole
   message if it has none. */
static const char *behind_position(const char *text) {
  const char *colon = strchr(text, ':'), *end = colon;
  if (!colon) return text;
  do end++; while (*end >= '0' && *end <= '9');
  return end > colon + 1 && end[0] == ':' && end[1] == ' ' ? end + 2 : text;
}

static bool starts(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static bool tells_overflow(const char *message) {
  const char *text = behind_position(message);
  return starts(text, "stack overflow") || starts(text, "C stack overflow");
}

bool guard_notes_overflow(const Guard *g) { return !g->error_thrown && tells_overflow(g->error.message); }

/* Whether the error on top is a stack overflow that Lua or the host raised, not the script. */
static bool is_overflow(lua_State *L, const Guard *g) {
  return lua_type(L, -1) == LUA_TSTRING && lua_topointer(L, -1) != g->thrown && tells_overflow(lua_tostring(L, -1));
}

bool guard_is_feigned(const Guard *g) { return g->thrown && g->thrown_refusals == g->meter.refusals; }

/* Records that the script itself raised the value on top as an error. */
static void note_thrown(lua_State *L, Guard *g) {
  g->thrown = lua_topointer(L, -1);
  g->thrown_refusals = g->meter.refusals;
}

void guard_note_error(Guard *g, const char *text) {
  size_t count = cut(text, strlen(text));
  memcpy(g->error.message, text, count);
  g->error.message[count] = 0;
  g->error.message_count = count;
}

static void copy_name(char *to, const char *from) { snprintf(to, GUARD_NAME_MAX, "%s", from ? from : ""); }

/* Notes the innermost frames that have a line, from `level` on, and returns whether there are any.
   If there are none, keeps the frames noted before. */
static bool note_frames(lua_State *L, GuardError *e, int level) {
  lua_Debug ar;
  int before = e->frame_count;
  e->frame_count = 0;
  for (; e->frame_count < GUARD_FRAMES_MAX && lua_getstack(L, level, &ar); level++) {
    lua_getinfo(L, "Sln", &ar);
    if (ar.currentline < 0) continue; /* a C function: its caller has the line */
    GuardFrame *frame = &e->frames[e->frame_count++];
    copy_name(frame->source, ar.short_src);
    copy_name(frame->name, ar.what[0] == 'm' ? "" : ar.name);
    frame->line = ar.currentline;
  }
  if (e->frame_count > 0) return true;
  e->frame_count = before;
  return false;
}

/* Copies the error at 1 and the frames of the call stack, and returns the error. Raises nothing,
   allocates nothing. */
int guard_on_error(lua_State *L) {
  Guard *g = guard_of(L);
  GuardError *e = &g->error;
  g->error_thrown = g->thrown && lua_topointer(L, 1) == g->thrown;
  if (lua_type(L, 1) == LUA_TSTRING) {
    size_t count;
    const char *text = lua_tolstring(L, 1, &count);
    e->message_count = cut(text, count);
    memcpy(e->message, text, e->message_count);
    e->message[e->message_count] = 0;
  } else {
    char text[64];
    snprintf(text, sizeof text, "an error was raised with %s, not a text", guard_kind(L, 1));
    guard_note_error(g, text);
  }
  e->frame_count = 0; /* drop those of an earlier, caught error */
  note_frames(L, e, 1);
  return 1;
}

void guard_note_place(Guard *g) {
  enum { DEEP = 2000 /* calls */ };
  lua_Debug ar;
  if (!g->L || atomic_load(&g->hold) != HOLD_CALL || g->kind != GUARD_SANDBOX) return;
  /* After the guard has refused memory for an overflowing stack, Lua unwinds the stack and asks for
     a smaller one. At that point no frame is left, so keep the frames that were noted before. */
  if (!note_frames(g->L, &g->error, 0)) return;
  g->deep = lua_getstack(g->L, DEEP, &ar) != 0;
}

_Noreturn void guard_raise_kill(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kill_key);
  lua_error(L);
  __builtin_unreachable();
}

/* Finds the function at this level, as lua_getstack does, but doesn't count native functions that
   have called their SDK originals. Looks for such functions only among the innermost NEAR levels.
   That is enough, because the SDK uses small levels. Needs a free slot. */
static bool find_level(lua_State *L, int level, lua_Debug *ar) {
  enum { NEAR = 16 };
  for (int at = 1; at <= level && at <= NEAR && lua_getstack(L, at, ar); at++) {
    lua_getinfo(L, "f", ar);
    if (guard_is_standin(lua_tocfunction(L, -1)) && level < INT_MAX) level++;
    lua_pop(L, 1);
  }
  return lua_getstack(L, level, ar);
}

/* Pushes the position of the function at this level, as luaL_where does. Pushes an empty text for
   the host's own Lua that calls the hooks of scripts, because a replay calls them from other lines.
   Raises memory errors. */
static void push_where(lua_State *L, int level) {
  static const char host[] = "sdk/host/";
  lua_Debug ar;
  if (find_level(L, level, &ar)) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline > 0 && !starts(ar.short_src, host)) {
      lua_pushfstring(L, "%s:%d: ", ar.short_src, ar.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

const char *guard_kind(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TNIL: return "nil";
  case LUA_TBOOLEAN: return "a boolean";
  case LUA_TNUMBER: return "a number";
  case LUA_TSTRING: return "a string";
  case LUA_TTABLE: return "a table";
  case LUA_TFUNCTION: return "a function";
  case LUA_TTHREAD: return "a thread";
  default: return lua_type(L, index) == LUA_TNONE ? "nothing" : "a userdata";
  }
}

int guard_fail(lua_State *L, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  push_where(L, 1);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments); /* skipped if memory is refused, as in luaL_error */
  lua_concat(L, 2);
  note_thrown(L, guard_of(L));
  lua_error(L);
  __builtin_unreachable();
}

/* Raises a memory error. The meter must have recorded a refusal. */
static _Noreturn void raise_memory(lua_State *L) {
  lua_pushliteral(L, "not enough memory"); /* Lua recognizes this preallocated text */
  lua_error(L);
  __builtin_unreachable();
}

_Noreturn void guard_raise_refused(lua_State *L, GuardStatus by) {
  GuardMeter *meter = &guard_of(L)->meter;
  guard_note_place(guard_of(L));
  meter->refusals++;
  meter->refused_by = by;
  raise_memory(L);
}

_Noreturn void guard_raise_host_memory(lua_State *L) { guard_raise_refused(L, GUARD_HOST); }

void guard_need_room(lua_State *L, int slots, const char *what) {
  enum { MANY = 1000 /* if fewer don't fit, calls or tables nest too deep */ };
  const GuardMeter *meter = &guard_of(L)->meter;
  uint64_t refusals = meter->refusals;
  if (lua_checkstack(L, slots)) return;
  if (meter->refusals != refusals) raise_memory(L);
  if (slots > MANY) guard_of(L)->too_many = slots;
  luaL_error(L, "stack overflow (%s)", what);
}

/* Replaces the error on top, a text, by its position and `text`. Raises memory errors. */
static void reword(lua_State *L, const char *text) {
  const char *old = lua_tostring(L, -1), *body = behind_position(old);
  lua_pushlstring(L, old, (size_t)(body - old));
  lua_pushstring(L, text);
  lua_concat(L, 2);
  lua_remove(L, -2);
}

/* Replaces the error on top by the error that a script may see. Raises memory errors. */
static void to_script(lua_State *L, Guard *g) {
  const void *error = lua_topointer(L, -1), *thrown = g->thrown, *unreadable = g->unreadable;
  g->thrown = g->unreadable = NULL; /* a later value may have the same address */
  if (lua_type(L, -1) != LUA_TSTRING || error == thrown) return;
  if (error == unreadable) {
    reword(L, "syntax: the module can't be compiled");
    return;
  }
  const char *text = behind_position(lua_tostring(L, -1));
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!starts(text, kinds[i].start)) continue;
    reword(L, kinds[i].text);
    return;
  }
}

/* error(message, level): raises the message as stock Lua does, after cutting a text to 1 KiB. */
static int own_error(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING) {
    size_t count;
    const char *text = lua_tolstring(L, 1, &count);
    if (count > GUARD_MESSAGE_MAX) {
      lua_pushlstring(L, text, cut(text, count));
      lua_replace(L, 1);
    }
    if (level > 0) {
      push_where(L, level);
      lua_pushvalue(L, 1);
      lua_concat(L, 2);
    }
  }
  note_thrown(L, guard_of(L));
  return lua_error(L);
}

/* assert(value, message, ...): returns its arguments if value is true. Otherwise raises the message
   as error does, with the position of its caller. */
static int own_assert(lua_State *L) {
  if (lua_toboolean(L, 1)) return lua_gettop(L);
  luaL_checkany(L, 1);
  lua_remove(L, 1);
  lua_pushliteral(L, "assertion failed!");
  lua_settop(L, 1);
  return own_error(L);
}

void guard_caught(lua_State *L, Guard *g, int status) {
  guard_poll(L, g);
  if (status == LUA_ERRMEM && !guard_is_feigned(g)) lua_error(L);
  /* LUA_ERRERR: there was no room even for the handler. */
  if (status == LUA_ERRERR || is_overflow(L, g)) {
    guard_kill(g, GUARD_DEPTH);
    guard_raise_kill(L);
  }
  to_script(L, g);
}

/* pcall(f, ...): returns true and the results, or false and the error. Raises only kills and memory
   errors. */
static int own_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  Guard *g = guard_of(L);
  lua_pushboolean(L, 1);
  lua_insert(L, 1); /* before the call, whose results may leave no free slot */
  int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
  if (status != LUA_OK) {
    guard_caught(L, g, status);
    lua_pushboolean(L, 0);
    lua_replace(L, 1);
  }
  guard_poll(L, g);
  return lua_gettop(L);
}

/* The message handler of xpcall. 1: the error; upvalue 1: the script's handler. After a kill it
   doesn't run the script's handler: hooks are off in a message handler, so nothing could end it. It
   catches errors of the script's handler, because Lua would pass each of them to the handler again,
   until the stack overflows. Raises only memory errors. */
static int handler(lua_State *L) {
  Guard *g = guard_of(L);
  if (!guard_killed(g) && is_overflow(L, g)) guard_kill(g, GUARD_DEPTH);
  if (guard_killed(g)) return 1;
  to_script(L, g);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  int status = lua_pcall(L, 1, 1, 0);
  if (status != LUA_OK && !guard_killed(g)) {
    if (status == LUA_ERRMEM && !guard_is_feigned(g)) lua_error(L); /* bypasses handlers */
    if (status == LUA_ERRERR || is_overflow(L, g)) guard_kill(g, GUARD_DEPTH);
    else lua_pushliteral(L, "depth: an error while an error was handled");
  }
  note_thrown(L, g); /* the handler's result is the script's own error */
  return 1;
}

/* xpcall(f, handler, ...): works as pcall, but returns handler(error) as the second result of a
   failure. */
static int own_xpcall(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  Guard *g = guard_of(L);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* f, handler, true, f, arguments */
  int status = lua_pcall(L, count - 2, LUA_MULTRET, 2);
  if (status != LUA_OK) {
    guard_caught(L, g, status);
    lua_pushboolean(L, 0);
    lua_replace(L, 3);
  }
  guard_poll(L, g);
  return lua_gettop(L) - 2;
}

void guard_open_errors(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "error", own_error }, { "assert", own_assert }, { "pcall", own_pcall }, { "xpcall", own_xpcall }, { NULL, NULL }
  };
  lua_pushliteral(L, "the call was ended"); /* interned now: raising it needs no memory */
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kill_key);
  luaL_setfuncs(L, functions, 0);
}
