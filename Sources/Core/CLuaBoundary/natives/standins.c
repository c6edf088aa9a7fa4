/* Installs the native functions of SDK modules. See standins.h. */
#include "standins.h"
#include <string.h>

static const Standins *const modules[] = { &guard_grid_standins, &guard_cards_standins };
enum { MODULES = sizeof modules / sizeof *modules, KEYS = 2 };

int standin_leave(lua_State *L, int count) {
  lua_settop(L, count);
  lua_pushvalue(L, STANDIN_TEXT);
  lua_insert(L, 1);
  lua_call(L, count, LUA_MULTRET);
  return lua_gettop(L);
}

bool guard_is_standin(lua_CFunction function) {
  for (size_t i = 0; i < MODULES; i++) {
    for (const luaL_Reg *entry = modules[i]->functions; entry->name; entry++) {
      if (entry->func == function) return true;
    }
  }
  return false;
}

/* host.stand_in(module, name): replaces functions of the module by native ones. The Lua source of a
   module calls this function. The source of another version that doesn't call it runs without
   native functions. Raises argument and memory errors. */
static int host_stand_in(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  const char *name = luaL_checkstring(L, 2);
  const Standins *standins = NULL;
  for (size_t i = 0; i < MODULES; i++) {
    if (strcmp(modules[i]->module, name) == 0) standins = modules[i];
  }
  if (!standins) return guard_fail(L, "there are no stand-ins for '%s'", name);
  lua_settop(L, 1);
  lua_createtable(L, 0, 0); /* 2: their cache */
  lua_getfield(L, 1, standins->lists); /* 3 */
  for (const luaL_Reg *entry = standins->functions; entry->name; entry++) {
    if (lua_getfield(L, 1, entry->name) != LUA_TFUNCTION) return guard_fail(L, "'%s' has no function %s", name, entry->name);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    for (int i = 0; i < KEYS; i++) lua_pushstring(L, standins->keys[i]);
    lua_pushcclosure(L, entry->func, 3 + KEYS);
    lua_setfield(L, 1, entry->name);
  }
  return 0;
}

void guard_open_standins(lua_State *L) {
  lua_pushcfunction(L, host_stand_in);
  lua_setfield(L, -2, "stand_in");
}
