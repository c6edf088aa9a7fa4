/* require: loads only the texts that the host registered. A module is compiled on its first
   request. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>

GuardStatus guard_modules(Guard *g, const GuardModule *modules, size_t count) {
  if (!guard_take(g)) return GUARD_BUSY;
  GuardStatus status = GUARD_HOST;
  ModuleList *lists = realloc(g->modules, (g->modules_count + 1) * sizeof *lists);
  if (lists) {
    lists[g->modules_count] = (ModuleList){ modules, count };
    g->modules = lists;
    g->modules_count++;
    status = GUARD_OK;
  }
  guard_give(g);
  return status;
}

/* Returns the module of this name, and sets `number` to its number in this state. The last
   registration of a name wins. */
static const GuardModule *find(const Guard *g, const char *name, lua_Integer *number) {
  lua_Integer before = 0;
  const GuardModule *found = NULL;
  for (size_t list = 0; list < g->modules_count; list++) {
    const ModuleList *l = &g->modules[list];
    for (size_t i = 0; i < l->count; i++) {
      if (strcmp(l->modules[i].name, name) != 0) continue;
      found = &l->modules[i];
      *number = before + (lua_Integer)i + 1;
    }
    before += (lua_Integer)l->count;
  }
  return found;
}

/* Runs a module and stores its value. With `frozen`, also stores a frozen proxy of the value. 1:
   name, 2: the required modules by number, 3: the entry of this module. Raises what the module
   raises. */
static void load_module(lua_State *L, const GuardModule *module, bool frozen) {
  /* Store the number of the loading call. If a limit ends that call midway, later calls can still
     load the module. */
  lua_Integer call = (lua_Integer)guard_of(L)->meter.calls;
  if (!module->trusted) guard_of(L)->script_modules++;
  lua_getfield(L, 3, "loading");
  if (lua_tointeger(L, -1) == call) guard_fail(L, "module '%s' failed to load, or requires itself", lua_tostring(L, 1));
  lua_pushinteger(L, call);
  lua_setfield(L, 3, "loading");
  guard_compile(L, &module->chunk, module->trusted);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
  }
  if (frozen) {
    lua_pushvalue(L, -1);
    if (lua_type(L, -1) == LUA_TTABLE) guard_freeze_deep(L, lua_tostring(L, 1));
    lua_setfield(L, 3, "frozen");
  }
  lua_setfield(L, 3, "raw");
}

/* require(name): returns the module's value. Raises argument errors, an error for an unknown name,
   and what the module raises. Upvalue 1: whether the caller sees raw tables. */
static int own_require(lua_State *L) {
  size_t count;
  lua_Integer number = 0;
  const char *name = luaL_checklstring(L, 1, &count);
  bool trusted = lua_toboolean(L, lua_upvalueindex(1));
  lua_settop(L, 1);
  const GuardModule *module = strlen(name) == count ? find(guard_of(L), name, &number) : NULL;
  /* modules named host.… are for the host only */
  if (!module || (!trusted && strncmp(name, "host.", 5) == 0)) {
    return guard_fail(L, "no module '%s': a script may require the parlor modules and the .lua files of its own folder", name);
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_modules);
  if (lua_rawgeti(L, 2, number) == LUA_TNIL) {
    lua_settop(L, 2);
    lua_createtable(L, 0, 4);
    lua_pushvalue(L, 3);
    lua_rawseti(L, 2, number);
  }
  const char *wanted = trusted ? "raw" : "frozen";
  if (lua_getfield(L, 3, wanted) != LUA_TNIL) return 1;
  lua_settop(L, 3);
  if (lua_getfield(L, 3, "raw") == LUA_TNIL) {
    lua_settop(L, 3);
    /* freeze a module of the script at once, before anybody can change it, and a trusted module
       when a script first requests it */
    load_module(L, module, !trusted || !module->trusted);
  } else {
    if (lua_type(L, -1) == LUA_TTABLE) guard_freeze_deep(L, name);
    lua_setfield(L, 3, "frozen");
  }
  lua_getfield(L, 3, wanted);
  return 1;
}

/* host.forget_modules(): clears the cache of required modules. Code that already has the value of a
   module keeps that value, and the next request loads the module anew. Only for states in which no
   script's code runs any more, because a script could notice. Raises memory errors. */
int guard_forget_modules(lua_State *L) {
  lua_createtable(L, 0, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guard_key_modules);
  return 0;
}

/* Calls `body` for each module of the script that is in the cache. The arguments are the index of
   the cache and the number of the module. During the call the module's entry is on top, right above
   the cache. */
static void each_script_module(lua_State *L, int cache, void (*body)(lua_State *, int, lua_Integer)) {
  const Guard *g = guard_of(L);
  lua_Integer number = 0;
  for (size_t list = 0; list < g->modules_count; list++) {
    for (size_t i = 0; i < g->modules[list].count; i++) {
      number++;
      if (g->modules[list].modules[i].trusted) continue;
      if (lua_rawgeti(L, cache, number) == LUA_TTABLE) body(L, cache, number);
      lua_settop(L, cache);
    }
  }
}

static void forget_entry(lua_State *L, int cache, lua_Integer number) {
  lua_pushnil(L);
  lua_rawseti(L, cache, number);
}

/* Appends the module's values to the list, which is on the stack below the cache. */
static void list_entry(lua_State *L, int cache, lua_Integer number) {
  static const char *const values[] = { "raw", "frozen" };
  (void)number;
  for (int i = 0; i < 2; i++) {
    if (lua_getfield(L, cache + 1, values[i]) == LUA_TNIL) lua_pop(L, 1);
    else lua_rawseti(L, cache - 1, (lua_Integer)lua_rawlen(L, cache - 1) + 1);
  }
}

/* host.forget_script_modules(): clears the modules of the script from the cache. */
int guard_forget_script_modules(lua_State *L) {
  lua_settop(L, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_modules);
  each_script_module(L, 1, forget_entry);
  return 0;
}

void guard_push_script_modules(lua_State *L) {
  lua_createtable(L, 4, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_modules);
  each_script_module(L, lua_gettop(L), list_entry);
  lua_pop(L, 1);
}

void guard_open_modules(lua_State *L, bool trusted) {
  lua_pushboolean(L, trusted);
  lua_pushcclosure(L, own_require, 1);
  lua_setfield(L, -2, "require");
}
