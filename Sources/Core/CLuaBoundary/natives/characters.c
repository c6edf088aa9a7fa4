/* `string` for scripts: the functions that work byte by byte. Only ASCII letters count as letters,
   in every locale. Every function here may raise argument errors, a memory error or a limit
   error. */
#include "library.h"
#include "textbuffer.h"
#include <limits.h>
#include <string.h>

/* The offsets of a part of a text. Positions of scripts count from 1, and negative positions from
   the end. */
typedef struct Span {
  size_t start, end;
} Span;

static Span span_of(lua_Integer from, lua_Integer to, size_t length) {
  lua_Integer count = (lua_Integer)length;
  if (from < -count || from == 0) from = 1;
  else if (from < 0) from += count + 1;
  if (to > count) to = count;
  else if (to < -count) to = 0;
  else if (to < 0) to += count + 1;
  return from > to ? (Span){0, 0} : (Span){(size_t)from - 1, (size_t)to};
}

/* byte(text [, from [, to]]): returns the bytes as integers. Raises an error for more bytes than
   the stack can hold. */
static int string_byte(lua_State *L) {
  size_t length;
  const char *text = text_argument(L, 1, &length);
  lua_Integer from = luaL_optinteger(L, 2, 1);
  Span span = span_of(from, luaL_optinteger(L, 3, from), length);
  Guard *guard = guard_of(L);
  if (span.end - span.start >= INT_MAX) return luaL_error(L, "string slice too long");
  guard_need_room(L, (int)(span.end - span.start) + 1, "the text is too long");
  for (size_t i = span.start; i < span.end; i++) {
    guard_tick(L, guard);
    lua_pushinteger(L, (unsigned char)text[i]);
  }
  return (int)(span.end - span.start);
}

/* char(...): returns the text of these bytes. */
static int string_char(lua_State *L) {
  int count = lua_gettop(L);
  TextBuffer out;
  text_open(&out, L, guard_of(L));
  char *room = text_room(&out, (size_t)count);
  for (int arg = 1; arg <= count; arg++) {
    guard_tick(L, out.guard);
    lua_Integer byte = luaL_checkinteger(L, arg);
    luaL_argcheck(L, byte >= 0 && byte <= UCHAR_MAX, arg, "value out of range (expected 0 to 255)");
    room[arg - 1] = (char)byte;
  }
  out.count = (size_t)count;
  text_push(&out);
  return 1;
}

static int string_len(lua_State *L) {
  size_t length;
  text_argument(L, 1, &length);
  lua_pushinteger(L, (lua_Integer)length);
  return 1;
}

/* sub(text, from [, to]): returns the part of the text. */
static int string_sub(lua_State *L) {
  size_t length;
  const char *text = text_argument(L, 1, &length);
  lua_Integer from = luaL_checkinteger(L, 2);
  Span span = span_of(from, luaL_optinteger(L, 3, -1), length);
  lua_pushlstring(L, text + span.start, span.end - span.start);
  return 1;
}

/* Returns the text of argument 1 after applying `change` to each stride. */
static int changed_text(lua_State *L, void (*change)(char *to, const char *from, size_t length), bool backwards) {
  size_t length;
  const char *text = text_argument(L, 1, &length);
  TextBuffer out;
  text_open(&out, L, guard_of(L));
  char *room = text_room(&out, length);
  for (size_t done = 0; done < length;) {
    size_t part = length - done < TEXT_STRIDE ? length - done : TEXT_STRIDE;
    change(room + done, backwards ? text + (length - done - part) : text + done, part);
    done += part;
    guard_tick(L, out.guard);
  }
  out.count = length;
  text_push(&out);
  return 1;
}

static void lower(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = (char)(from[i] >= 'A' && from[i] <= 'Z' ? from[i] + 32 : from[i]);
}

static void upper(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = (char)(from[i] >= 'a' && from[i] <= 'z' ? from[i] - 32 : from[i]);
}

static void reverse(char *to, const char *from, size_t length) {
  for (size_t i = 0; i < length; i++) to[i] = from[length - 1 - i];
}

static int string_lower(lua_State *L) { return changed_text(L, lower, false); }
static int string_upper(lua_State *L) { return changed_text(L, upper, false); }
static int string_reverse(lua_State *L) { return changed_text(L, reverse, true); }

const luaL_Reg guard_character_functions[] = {
    {"byte", string_byte}, {"char", string_char}, {"len", string_len}, {"lower", string_lower},
    {"reverse", string_reverse}, {"sub", string_sub}, {"upper", string_upper}, {NULL, NULL},
};
