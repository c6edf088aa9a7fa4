/* utf8.char and utf8.codepoint. The stock versions request memory in a way that fails at the first
   refusal, although Lua could collect garbage and ask again. The functions of this file have the
   same results, in counted steps. */
#include "library.h"
#include "textbuffer.h"
#include <limits.h>

enum { SEQUENCE_MAX = 6 /* bytes: up to 31 bits, as Lua allows */ };
static const lua_Unsigned CODE_MAX = 0x7fffffff, UNICODE_MAX = 0x10ffff;

/* Writes the sequence of `code` and returns its length. */
static size_t write_code(lua_Unsigned code, char out[SEQUENCE_MAX]) {
  if (code < 0x80) {
    out[0] = (char)code;
    return 1;
  }
  size_t count = 2;
  /* A sequence of n bytes has 5n + 1 bits. */
  while (count < SEQUENCE_MAX && code >> (5 * count + 1) != 0) count++;
  for (size_t i = count - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
  out[0] = (char)((0xffu << (8 - count) & 0xff) | code);
  return count;
}

/* char(...): returns the text of these characters. Raises argument errors. */
static int utf8_char(lua_State *L) {
  int count = lua_gettop(L);
  TextBuffer out;
  text_open(&out, L, guard_of(L));
  for (int arg = 1; arg <= count; arg++) {
    guard_tick(L, out.guard);
    lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, arg);
    luaL_argcheck(L, code <= CODE_MAX, arg, "value out of range");
    char sequence[SEQUENCE_MAX];
    text_add(&out, sequence, write_code(code, sequence));
  }
  text_push(&out);
  return 1;
}

/* Reads the sequence at `at` and returns its end. Returns NULL if there is none or, unless `lax`,
   if it isn't a Unicode character. */
static const char *read_code(const char *at, const char *end, bool lax, lua_Unsigned *code) {
  unsigned char first = (unsigned char)*at++;
  if (first < 0x80) {
    *code = first;
    return at;
  }
  if (first < 0xc0 || first >= 0xfe) return NULL;
  size_t more = 1;
  while (first & 0x40 >> more) more++;
  lua_Unsigned value = first & (0x3f >> more);
  for (size_t i = 0; i < more; i++) {
    if (at == end || (*at & 0xc0) != 0x80) return NULL;
    value = value << 6 | ((unsigned char)*at++ & 0x3f);
  }
  char shortest[SEQUENCE_MAX];
  if (write_code(value, shortest) != more + 1) return NULL;
  if (!lax && (value > UNICODE_MAX || (value >= 0xd800 && value <= 0xdfff))) return NULL;
  *code = value;
  return at;
}

static lua_Integer from_end(lua_Integer position, size_t length) {
  if (position >= 0) return position;
  return position < -(lua_Integer)length ? 0 : (lua_Integer)length + position + 1;
}

/* codepoint(text [, from [, to [, lax]]]): returns the code points of the characters that start in
   these bytes. Raises argument errors, and an error for bytes that are not UTF-8. */
static int utf8_codepoint(lua_State *L) {
  size_t length;
  const char *text = text_argument(L, 1, &length);
  lua_Integer from = from_end(luaL_optinteger(L, 2, 1), length), to = from_end(luaL_optinteger(L, 3, from), length);
  bool lax = lua_toboolean(L, 4);
  luaL_argcheck(L, from >= 1, 2, "out of bounds");
  luaL_argcheck(L, to <= (lua_Integer)length, 3, "out of bounds");
  if (from > to) return 0;
  if (to - from >= INT_MAX) return luaL_error(L, "string slice too long");
  guard_need_room(L, (int)(to - from) + 2, "the text is too long");
  Guard *guard = guard_of(L);
  const char *at = text + from - 1, *end = text + length;
  int count = 0;
  for (; at < text + to; count++) {
    lua_Unsigned code;
    guard_tick(L, guard);
    at = read_code(at, end, lax, &code);
    if (at == NULL) return luaL_error(L, "invalid UTF-8 code");
    lua_pushinteger(L, (lua_Integer)code);
  }
  return count;
}

void guard_open_utf8(lua_State *L) {
  static const luaL_Reg functions[] = {{"char", utf8_char}, {"codepoint", utf8_codepoint}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
