#ifndef PARLOR_STANDINS_H
#define PARLOR_STANDINS_H
/* Stand-ins: functions in C in front of functions of the SDK, for arguments as they usually are. Whatever is unusual (a
   metatable, a value or size that isn't expected, anything that makes an error) is left to the SDK's own text, which stays
   what the two are compared by. Results are the same down to how tables are laid out, since a length with holes shows it. */

#include "guard.h"

enum {
  STANDIN_TEXT = lua_upvalueindex(1),  /* the SDK's own function, */
  STANDIN_KEPT = lua_upvalueindex(2),  /* a table that the stand-ins of a module share, for what they keep, */
  STANDIN_LISTS = lua_upvalueindex(3), /* the SDK's function that makes what they keep, */
  STANDIN_KEYS = lua_upvalueindex(4)   /* and behind it the module's keys, texts */
};

/* The stand-ins of a module end with an empty entry; `lists` is the name of the function that makes what they keep, and `keys`
   are texts that they look for in tables. */
typedef struct Standins {
  const char *module, *lists, *keys[2];
  const luaL_Reg *functions;
} Standins;

extern const Standins guard_grid_standins;  /* grid.c */
extern const Standins guard_cards_standins; /* cards.c */

/* Calls the SDK's own function with the first `count` arguments, and returns how many results it left, to be returned at
   once. Raises what that raises. */
int standin_leave(lua_State *L, int count);

/* How many places a list has that was filled one by one. */
static inline int standin_places(int count) {
  int places = 1;
  while (places < count) places *= 2;
  return count ? places : 0;
}
#endif
