#ifndef PARLOR_TEXTBUFFER_H
#define PARLOR_TEXTBUFFER_H
/* A growing text, for functions that build a string. Its memory is a userdata on the caller's Lua
   stack. Therefore an error midway leaks nothing, and Lua collects garbage before an allocation is
   refused for good. luaL_Buffer, by contrast, asks the allocator directly. Therefore it ends the
   call for lack of memory even if a collection would have helped. */

#include "guard.h"

enum {
  TEXT_FIRST = 512,    /* bytes on the C stack: gsub nests through its callbacks, up to 200 deep */
  TEXT_STRIDE = 4096,  /* bytes per tick */
  NUMBER_TEXT = 32     /* room for the text of any number */
};

typedef struct TextBuffer {
  lua_State *L;
  Guard *guard;
  char *bytes;
  size_t count, capacity;
  int slot;            /* the stack index of the block, once the text has outgrown `first` */
  char first[TEXT_FIRST];
} TextBuffer;

/* Starts an empty text. Pushes one value, which must keep its place until the text is finished. */
void text_open(TextBuffer *text, lua_State *L, Guard *guard);

/* Makes room for `length` more bytes at the end and returns its address. The caller adds the
   written bytes to `count`. Needs one free slot; raises a memory error, a limit error, or "resulting
   string too large". */
char *text_grow(TextBuffer *text, size_t length);
static inline char *text_room(TextBuffer *text, size_t length) {
  if (__builtin_expect(text->capacity - text->count < length, 0)) return text_grow(text, length);
  return text->bytes + text->count;
}

/* Appends bytes, with a tick per stride. Needs one free slot; raises a memory error or a limit error. */
void text_add(TextBuffer *text, const char *bytes, size_t length);
static inline void text_add_byte(TextBuffer *text, char byte) {
  *text_room(text, 1) = byte;
  text->count++;
}
void text_add_repeated(TextBuffer *text, char byte, size_t times);

/* Pushes the finished string. Needs one free slot; raises a memory error. */
void text_push(TextBuffer *text);

/* Copies bytes, with a tick per stride. Needs one free slot; raises a limit error. */
void text_copy(lua_State *L, Guard *guard, char *to, const char *from, size_t length);

/* ---- text.c ---- */
/* Writes the text of the number at `index`, as tostring formats it, and returns its length. Raises
   nothing. */
size_t number_text(lua_State *L, int index, char out[NUMBER_TEXT]);
size_t integer_text(lua_Integer value, char out[NUMBER_TEXT]);

/* Returns argument `arg` as text. Replaces a number by its text as the stock functions do, but with
   one text for every NaN. Needs one free slot; raises an argument error for other types, or a
   memory error. */
const char *text_of_number_argument(lua_State *L, int arg, size_t *length);
static inline const char *text_argument(lua_State *L, int arg, size_t *length) {
  if (__builtin_expect(lua_type(L, arg) == LUA_TSTRING, 1)) return lua_tolstring(L, arg, length);
  return text_of_number_argument(L, arg, length);
}
#endif
