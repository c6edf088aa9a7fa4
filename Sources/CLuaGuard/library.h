#ifndef PARLOR_LIBRARY_H
#define PARLOR_LIBRARY_H
/* The functions of `string` and `table` that have a file of their own. What each expects and raises stands there. */

#include "guard.h"

int guard_string_format(lua_State *L); /* format.c */
int guard_table_sort(lua_State *L);    /* sort.c */

/* characters.c: what works on single bytes; ends with an empty entry. */
extern const luaL_Reg guard_character_functions[];
#endif
