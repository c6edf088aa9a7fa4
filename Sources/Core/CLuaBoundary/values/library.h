#ifndef PARLOR_LIBRARY_H
#define PARLOR_LIBRARY_H
/* The functions of `string` and `table` that have a file of their own. What each expects and raises stands there. */

#include "guard.h"

int guard_string_format(lua_State *L); /* format.c */
int guard_table_sort(lua_State *L);    /* sort.c */

/* tables.c: Does the metatable of the table at `index` have `__index`, `__newindex` or `__len`? Needs two free slots; may raise
   a memory error. */
bool guard_asks(lua_State *L, int index);
/* The length of the table at `index`: by the length operator where the table `asks`, else raw. Needs a free slot; raises what
   `__len` raises, and an error for one that isn't an integer. */
lua_Integer guard_length(lua_State *L, int index, bool asks);

/* characters.c: what works on single bytes; ends with an empty entry. */
extern const luaL_Reg guard_character_functions[];
#endif
