/* math.max and math.min for scripts. Stock Lua's functions compare values of any length, even a
   million long texts, in one call that no hook can end. The functions of this file count each
   comparison and end when the call's time is up. */
#include "guard.h"

/* Pushes the largest or smallest argument. If several are equal, pushes the first of them. Raises
   what a comparison raises, and a limit error. */
static int extreme(lua_State *L, bool largest) {
  int count = lua_gettop(L);
  luaL_argcheck(L, count >= 1, 1, "value expected");
  Guard *guard = guard_of(L);
  int found = 1;
  for (int i = 2; i <= count; i++) {
    guard_tick(L, guard);
    if (largest ? lua_compare(L, found, i, LUA_OPLT) : lua_compare(L, i, found, LUA_OPLT)) found = i;
  }
  lua_pushvalue(L, found);
  return 1;
}

/* math.max(x, …): returns the largest argument. Raises an error without arguments. */
static int math_max(lua_State *L) { return extreme(L, true); }

/* math.min(x, …): returns the smallest argument. Raises an error without arguments. */
static int math_min(lua_State *L) { return extreme(L, false); }

void guard_open_math(lua_State *L) {
  static const luaL_Reg functions[] = {{"max", math_max}, {"min", math_min}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
