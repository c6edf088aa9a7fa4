#ifndef PARLOR_LIBRARY_H
#define PARLOR_LIBRARY_H
/* The functions of `string` and `table` that have a file of their own. Those files document what
   each function expects and raises. */

#include "guard.h"

int guard_string_format(lua_State *L); /* format.c */
int guard_table_sort(lua_State *L);    /* sort.c */

/* tables.c: Whether the metatable of the table at `index` has `__index`, `__newindex` or `__len`.
   Needs two free slots; may raise a memory error. */
bool guard_asks(lua_State *L, int index);
/* Returns the length of the table at `index`: by the length operator if `asks`, else raw. Needs a
   free slot; raises what `__len` raises, and an error for a length that isn't an integer. */
lua_Integer guard_length(lua_State *L, int index, bool asks);

/* characters.c: the functions for single bytes, and an empty entry at the end. */
extern const luaL_Reg guard_character_functions[];
#endif
