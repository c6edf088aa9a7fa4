#ifndef PARLOR_TEXTBUFFER_H
#define PARLOR_TEXTBUFFER_H
/* A text that grows, for functions that build a string. Its memory is a userdata on the caller's Lua stack: an error
   raised midway leaks nothing, and Lua collects garbage before an allocation is refused for good. (luaL_Buffer asks the
   allocator directly: where collecting would have helped, it ends the call for want of memory.) */

#include "guard.h"

enum {
  TEXT_FIRST = 512,    /* bytes kept on the C stack: gsub nests by way of its callbacks, up to 200 deep */
  TEXT_STRIDE = 4096,  /* bytes handled between two ticks */
  NUMBER_TEXT = 32     /* room for the text of any number */
};

typedef struct TextBuffer {
  lua_State *L;
  Guard *guard;
  char *bytes;
  size_t count, capacity;
  int slot;            /* of the Lua stack: keeps the block alive once the text has outgrown `first` */
  char first[TEXT_FIRST];
} TextBuffer;

/* Starts an empty text; pushes one value that must stay where it is until the text is done. */
void text_open(TextBuffer *text, lua_State *L, Guard *guard);

/* Room for `length` more bytes at the end; the caller adds to `count` what it wrote. Needs one free slot; raises a
   memory error, the kill, or "resulting string too large". */
char *text_grow(TextBuffer *text, size_t length);
static inline char *text_room(TextBuffer *text, size_t length) {
  if (__builtin_expect(text->capacity - text->count < length, 0)) return text_grow(text, length);
  return text->bytes + text->count;
}

/* Adds to the end, a tick per stride. Needs one free slot; raises a memory error or the kill. */
void text_add(TextBuffer *text, const char *bytes, size_t length);
static inline void text_add_byte(TextBuffer *text, char byte) {
  *text_room(text, 1) = byte;
  text->count++;
}
void text_add_repeated(TextBuffer *text, char byte, size_t times);

/* Pushes the finished string. Needs one free slot; raises a memory error. */
void text_push(TextBuffer *text);

/* Copies, a tick per stride. Needs one free slot; raises the kill. */
void text_copy(lua_State *L, Guard *guard, char *to, const char *from, size_t length);

/* ---- text.c ---- */
/* Writes the text of the number at `index`, as tostring gives it, and returns its length. Raises nothing. */
size_t number_text(lua_State *L, int index, char out[NUMBER_TEXT]);
size_t integer_text(lua_Integer value, char out[NUMBER_TEXT]);

/* Argument `arg` as text: a string as it is; a number is replaced by its text, as in the stock functions but with one
   text for every NaN. Needs one free slot; raises an argument error for other types, or a memory error. */
const char *text_of_number_argument(lua_State *L, int arg, size_t *length);
static inline const char *text_argument(lua_State *L, int arg, size_t *length) {
  if (__builtin_expect(lua_type(L, arg) == LUA_TSTRING, 1)) return lua_tolstring(L, arg, length);
  return text_of_number_argument(L, arg, length);
}
#endif
