#include "textbuffer.h"
#include <string.h>

void text_open(TextBuffer *text, lua_State *L, Guard *guard) {
  lua_pushnil(L);
  text->L = L;
  text->guard = guard;
  text->bytes = text->first;
  text->count = 0;
  text->capacity = TEXT_FIRST;
  text->slot = lua_gettop(L);
}

char *text_grow(TextBuffer *text, size_t length) {
  if (length > SIZE_MAX / 4 - text->count) luaL_error(text->L, "resulting string too large");
  size_t needed = text->count + length;
  size_t capacity = text->capacity * 2 > needed ? text->capacity * 2 : needed;
  char *block = lua_newuserdatauv(text->L, capacity, 0);
  text_copy(text->L, text->guard, block, text->bytes, text->count);
  lua_replace(text->L, text->slot);
  text->bytes = block;
  text->capacity = capacity;
  return block + text->count;
}

void text_add(TextBuffer *text, const char *bytes, size_t length) {
  char *end = text_room(text, length);
  text_copy(text->L, text->guard, end, bytes, length);
  text->count += length;
}

void text_add_repeated(TextBuffer *text, char byte, size_t times) {
  memset(text_room(text, times), byte, times);
  text->count += times;
}

void text_push(TextBuffer *text) { lua_pushlstring(text->L, text->bytes, text->count); }

void text_copy(lua_State *L, Guard *guard, char *to, const char *from, size_t length) {
  while (length > TEXT_STRIDE) {
    memcpy(to, from, TEXT_STRIDE);
    to += TEXT_STRIDE;
    from += TEXT_STRIDE;
    length -= TEXT_STRIDE;
    guard_tick(L, guard);
  }
  memcpy(to, from, length);
}
