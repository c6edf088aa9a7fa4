#ifndef PARLOR_STANDINS_H
#define PARLOR_STANDINS_H
/* Native functions of the SDK: C functions that replace SDK functions for usual arguments. In
   unusual cases (a metatable, an unexpected value or size, any error) they call the SDK's Lua
   function, which remains the reference for tests. Tables in their results have the same memory
   layout as those of the SDK, because the length of a list with holes depends on it. */

#include "guard.h"

enum {
  STANDIN_TEXT = lua_upvalueindex(1),  /* the SDK's own function */
  /* A cache table that the native functions of a module share. */
  STANDIN_KEPT = lua_upvalueindex(2),
  STANDIN_LISTS = lua_upvalueindex(3), /* the SDK's function that makes the cached values */
  STANDIN_KEYS = lua_upvalueindex(4)   /* from here on: the module's keys, texts */
};

/* The native functions of a module. `functions` ends with an empty entry. `lists` names the SDK
   function that makes the cached values. `keys` are texts that the native functions look up in
   tables. */
typedef struct Standins {
  const char *module, *lists, *keys[2];
  const luaL_Reg *functions;
} Standins;

extern const Standins guard_grid_standins;  /* grid.c */
extern const Standins guard_cards_standins; /* cards.c */

/* Calls the SDK's own function with the first `count` arguments. Returns the number of results,
   which the caller must return at once. Raises what the SDK's function raises. */
int standin_leave(lua_State *L, int count);

/* Returns the capacity of a list that got its `count` elements one by one. */
static inline int standin_places(int count) {
  int places = 1;
  while (places < count) places *= 2;
  return count ? places : 0;
}
#endif
