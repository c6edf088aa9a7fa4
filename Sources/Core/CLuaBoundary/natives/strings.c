/* `string` for scripts: the functions that search and replace, and the table of all functions.
   Results are those of Lua 5.4, in counted steps. Every function here may also raise a limit error, or a
   memory error. */
#include "library.h"
#include "patterns.h"
#include "textbuffer.h"
#include <limits.h>
#include <string.h>

static void matcher_open(Matcher *m, lua_State *L, const char *subject, size_t length, const char *pattern,
                         size_t pattern_length) {
  m->L = L;
  m->guard = guard_of(L);
  m->subject = subject;
  m->subject_end = subject + length;
  m->pattern = pattern;
  m->pattern_end = pattern + pattern_length;
  m->anchored = false;
  m->end = NULL;
}

/* Reads a '^' at the start of a pattern. Such a pattern is tried at one place only. (gmatch treats
   it as a character, as in stock Lua.) */
static void read_anchor(Matcher *m) {
  m->anchored = *m->pattern == '^';
  m->pattern += m->anchored;
}

/* Returns the offset of the position `init`, which counts from 1 or, if negative, from the end. The
   offset may exceed the length. */
static size_t offset_of(lua_Integer init, size_t length) {
  if (init > 0) return (size_t)init - 1;
  if (init == 0 || init < -(lua_Integer)length) return 0;
  return length - (size_t)-init;
}

static bool equal_bytes(lua_State *L, Guard *guard, const char *a, const char *b, size_t length) {
  while (length > TEXT_STRIDE) {
    if (memcmp(a, b, TEXT_STRIDE) != 0) return false;
    a += TEXT_STRIDE;
    b += TEXT_STRIDE;
    length -= TEXT_STRIDE;
    guard_tick(L, guard);
  }
  return memcmp(a, b, length) == 0;
}

/* Returns the first place of `part` in `text`, or NULL. Counts a tick per stride and per occurrence
   of its first byte. */
static const char *find_plain(lua_State *L, const char *text, size_t length, const char *part, size_t part_length) {
  Guard *guard = guard_of(L);
  if (part_length == 0) return text;
  if (part_length > length) return NULL;
  const char *end = text + (length - part_length) + 1; /* after the last possible place */
  while (text < end) {
    guard_tick(L, guard);
    size_t span = end - text < TEXT_STRIDE ? (size_t)(end - text) : TEXT_STRIDE;
    const char *hit = memchr(text, part[0], span);
    if (hit == NULL) {
      text += span;
    } else {
      if (equal_bytes(L, guard, hit + 1, part + 1, part_length - 1)) return hit;
      text = hit + 1;
    }
  }
  return NULL;
}

/* Runs find or match: (text, pattern [, init [, plain]]). */
static int look_for(lua_State *L, bool find) {
  size_t length, pattern_length;
  const char *text = text_argument(L, 1, &length);
  const char *pattern = text_argument(L, 2, &pattern_length);
  size_t offset = offset_of(luaL_optinteger(L, 3, 1), length);
  if (offset > length) {
    lua_pushnil(L);
    return 1;
  }
  const char *at = text + offset;
  if (find && (lua_toboolean(L, 4) || pattern_is_plain(L, guard_of(L), pattern, pattern_length))) {
    const char *hit = find_plain(L, at, length - offset, pattern, pattern_length);
    if (hit != NULL) {
      lua_pushinteger(L, hit - text + 1);
      lua_pushinteger(L, hit - text + (lua_Integer)pattern_length);
      return 2;
    }
  } else {
    Matcher m;
    matcher_open(&m, L, text, length, pattern, pattern_length);
    read_anchor(&m);
    if (pattern_search(&m, at)) {
      if (!find) return pattern_push_captures(&m, true);
      lua_pushinteger(L, m.start - text + 1);
      lua_pushinteger(L, m.end - text);
      return 2 + pattern_push_captures(&m, false);
    }
  }
  lua_pushnil(L);
  return 1;
}

/* find(text, pattern [, init [, plain]]): returns start, end and captures, or nil. Raises argument
   and pattern errors. */
static int string_find(lua_State *L) { return look_for(L, true); }

/* match(text, pattern [, init]): returns the captures or the match, or nil. Raises argument and
   pattern errors. */
static int string_match(lua_State *L) { return look_for(L, false); }

/* The iterator of gmatch. Upvalues: text, pattern, the offset to continue from, the offset at which
   the last match ended (-1 before the first). Raises pattern errors. */
static int next_match(lua_State *L) {
  size_t length, pattern_length;
  const char *text = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  lua_Integer offset = lua_tointeger(L, lua_upvalueindex(3));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));
  if (offset > (lua_Integer)length) return 0;
  Matcher m;
  matcher_open(&m, L, text, length, pattern, pattern_length);
  if (last >= 0) m.end = text + last;
  if (!pattern_search(&m, text + offset)) return 0;
  lua_pushinteger(L, m.end - text);
  lua_copy(L, -1, lua_upvalueindex(3));
  lua_replace(L, lua_upvalueindex(4));
  return pattern_push_captures(&m, true);
}

/* gmatch(text, pattern [, init]): returns the iterator. Raises argument errors. */
static int string_gmatch(lua_State *L) {
  size_t length, pattern_length;
  text_argument(L, 1, &length);
  text_argument(L, 2, &pattern_length);
  size_t offset = offset_of(luaL_optinteger(L, 3, 1), length);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)(offset > length ? length + 1 : offset));
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

/* Adds the replacement text (argument 3), with its %0 to %9 and %% replaced. */
static void add_filled(TextBuffer *out, Matcher *m) {
  size_t length;
  const char *from = lua_tolstring(m->L, 3, &length);
  const char *stop = from + length;
  while (from < stop) {
    const char *escape = memchr(from, '%', (size_t)(stop - from));
    text_add(out, from, (size_t)((escape != NULL ? escape : stop) - from));
    if (escape == NULL) return;
    guard_tick(m->L, m->guard);
    char what = escape[1]; /* the final zero byte if nothing follows */
    from = escape + 2;
    if (what == '%') {
      text_add_byte(out, '%');
    } else if (what == '0') {
      text_add(out, m->start, (size_t)(m->end - m->start));
    } else if (what >= '1' && what <= '9') {
      const char *start;
      char digits[NUMBER_TEXT];
      ptrdiff_t count = pattern_capture(m, what - '1', &start);
      if (count == CAPTURE_POSITION) {
        count = (ptrdiff_t)integer_text(start - m->subject + 1, digits);
        start = digits;
      }
      text_add(out, start, (size_t)count);
    } else {
      luaL_error(m->L, "invalid use of '%%' in the replacement text (write '%%%%' for a per cent sign)");
    }
  }
}

/* Adds the result of a table or function (argument 3) for the match. Returns false if the result is
   nil or false: in that case the match isn't replaced. */
static bool add_looked_up(TextBuffer *out, Matcher *m, int kind) {
  lua_State *L = m->L;
  if (kind == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, pattern_push_captures(m, true), 1);
  } else {
    pattern_push_capture(m, 0);
    lua_gettable(L, 3);
  }
  size_t length;
  char digits[NUMBER_TEXT];
  switch (lua_type(L, -1)) {
    case LUA_TSTRING: {
      const char *text = lua_tolstring(L, -1, &length);
      text_add(out, text, length);
      break;
    }
    case LUA_TNUMBER: text_add(out, digits, number_text(L, -1, digits)); break;
    case LUA_TNIL: lua_pop(L, 1); return false;
    case LUA_TBOOLEAN:
      if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        return false;
      }
      __attribute__((fallthrough));
    default:
      luaL_error(L, "invalid replacement value (%s): expected a string, a number, nil or false",
                 guard_kind(L, -1));
  }
  lua_pop(L, 1);
  return true;
}

/* gsub(text, pattern, replacement [, n]): returns the text with the first n matches replaced, and
   their number. The replacement is a text, a table (with its metamethods) or a function. Raises
   argument and pattern errors, an error for a replacement value that is not a text, and what the
   function or a metamethod raises. */
static int string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *text = text_argument(L, 1, &length);
  const char *pattern = text_argument(L, 2, &pattern_length);
  int kind = lua_type(L, 3);
  if (kind == LUA_TNUMBER) {
    text_argument(L, 3, &(size_t){0});
    kind = LUA_TSTRING;
  } else if (kind != LUA_TSTRING && kind != LUA_TTABLE && kind != LUA_TFUNCTION) {
    luaL_typeerror(L, 3, "string/function/table");
  }
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
  Matcher m;
  TextBuffer out;
  matcher_open(&m, L, text, length, pattern, pattern_length);
  read_anchor(&m);
  text_open(&out, L, m.guard);
  bool changed = false;
  const char *kept = text; /* the end of the text already in `out` */
  while (count < most && pattern_search(&m, kept)) {
    count++;
    text_add(&out, kept, (size_t)(m.start - kept));
    if (kind == LUA_TSTRING) {
      add_filled(&out, &m);
      changed = true;
    } else if (add_looked_up(&out, &m, kind)) {
      changed = true;
    } else {
      text_add(&out, m.start, (size_t)(m.end - m.start));
    }
    kept = m.end;
    if (m.anchored) break;
  }
  if (changed) {
    text_add(&out, kept, (size_t)(m.subject_end - kept));
    text_push(&out);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}

/* rep(text, n [, separator]): returns n copies of the text, with the separator between them. Raises
   argument errors and "resulting string too large". */
static int string_rep(lua_State *L) {
  size_t length, separator_length = 0;
  const char *text = text_argument(L, 1, &length), *separator = "";
  lua_Integer times = luaL_checkinteger(L, 2);
  if (!lua_isnoneornil(L, 3)) separator = text_argument(L, 3, &separator_length);
  if (times <= 0 || length + separator_length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t unit = length + separator_length; /* can't overflow: both strings are in memory */
  if (unit > (size_t)INT_MAX / (lua_Unsigned)times) return luaL_error(L, "resulting string too large");
  size_t total = unit * (size_t)times - separator_length;
  TextBuffer out;
  text_open(&out, L, guard_of(L));
  text_room(&out, total);
  text_add(&out, text, length);
  if (times > 1) text_add(&out, separator, separator_length);
  while (out.count < total) { /* append the whole units written so far */
    size_t rest = total - out.count;
    text_add(&out, out.bytes, out.count < rest ? out.count : rest);
  }
  text_push(&out);
  return 1;
}

static const luaL_Reg search_functions[] = {
    {"find", string_find}, {"format", guard_string_format}, {"gmatch", string_gmatch}, {"gsub", string_gsub},
    {"match", string_match}, {"rep", string_rep}, {NULL, NULL},
};

/* Makes Lua create the metatable of strings, which has the arithmetic on texts ("10" + 1). Points
   its __index at the new table, so that scripts can't reach the stock library. Expects eight free
   slots and pushes one table. */
void guard_open_strings(lua_State *L) {
  lua_pushcfunction(L, luaopen_string);
  lua_call(L, 0, 0);
  lua_createtable(L, 0, 13);
  luaL_setfuncs(L, search_functions, 0);
  luaL_setfuncs(L, guard_character_functions, 0);
  lua_pushliteral(L, "");
  if (lua_getmetatable(L, -1)) {
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}
