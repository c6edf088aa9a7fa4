/* Compiling. Lua's compiler has no hook, and the work behind one line may grow with the whole source (a jump out of the
   thousandth `elseif` is chained to all before it), so it reads its source in small pieces and looks at the clock between.
   At a label, and at the end of a loop, it takes every jump to it out of one list, moving those behind: the square of their
   number in one step. So their number is bounded. */
#define _GNU_SOURCE /* memmem */
#include "guard.h"
#include <string.h>

enum { JUMPS_MAX = 4096 /* `goto` and `break` in one source: moving that many takes milliseconds */ };

enum { PIECE = 256 /* bytes: the compiler's longest time unwatched is that of a piece, milliseconds at worst */ };

typedef struct Source {
  const char *at, *end;
} Source;

/* Gives the next piece. Raises the kill. */
static const char *next_piece(lua_State *L, void *context, size_t *size) {
  Source *source = context;
  guard_tick(L, guard_of(L));
  const char *piece = source->at;
  *size = (size_t)(source->end - piece) < PIECE ? (size_t)(source->end - piece) : PIECE;
  source->at += *size;
  return *size ? piece : NULL;
}

/* How often the word stands in the text, in comments and within names, too: telling them apart would be a second compiler. */
static size_t count_of(const char *word, const char *text, size_t count) {
  size_t found = 0, length = strlen(word);
  for (const char *end = text + count; (text = memmem(text, (size_t)(end - text), word, length)); text += length) found++;
  return found;
}

void guard_compile(lua_State *L, const char *text, size_t count, const char *name, bool trusted) {
  Guard *g = guard_of(L);
  Source source = { text, text + count };
  guard_need_room(L, 4, "a chunk");
  if (count_of("goto", text, count) + count_of("break", text, count) > JUMPS_MAX) {
    lua_pushfstring(L, "%s:1: more than %d times goto and break in one file", name + 1, JUMPS_MAX);
    g->unreadable = lua_topointer(L, -1);
    lua_error(L);
  }
  if (lua_load(L, next_piece, &source, name, "t") != LUA_OK) {
    g->unreadable = lua_topointer(L, -1);
    lua_error(L);
  }
  if (trusted && g->kind == GUARD_SANDBOX) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_trusted);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1); /* its first upvalue is its environment */
  }
}
