/* require: finds the texts that the host registered, and nothing else. A module is compiled when it is first asked for. */
#include "guard.h"
#include <string.h>

typedef struct Registration {
  const char *module, *name;
  const uint8_t *source;
  size_t count;
  bool trusted;
} Registration;

/* 1: the registration. Raises memory errors. */
int guard_body_module(lua_State *L) {
  Registration *r = lua_touserdata(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_modules);
  lua_createtable(L, 0, 4);
  lua_pushlstring(L, (const char *)r->source, r->count);
  lua_setfield(L, -2, "source");
  lua_pushfstring(L, "=%s", r->name);
  lua_setfield(L, -2, "name");
  lua_pushboolean(L, r->trusted);
  lua_setfield(L, -2, "trusted");
  lua_setfield(L, -2, r->module);
  return 0;
}

GuardStatus guard_module(Guard *guard, const char *module, const uint8_t *source, size_t count, const char *name,
                         bool trusted) {
  Registration r = { module, name, source, count, trusted };
  return guard_protect(guard, guard_body_module, &r, INT64_C(5000000000));
}

/* 1: name, 2: modules, 3: the module. Runs it and stores its value, as it is and frozen. Raises what it raises. */
static void load_module(lua_State *L) {
  size_t count;
  /* Which call loads it: one that a limit ended in the middle doesn't spoil the module for those that follow. */
  lua_Integer call = (lua_Integer)guard_of(L)->meter.calls;
  lua_getfield(L, 3, "loading");
  if (lua_tointeger(L, -1) == call) guard_fail(L, "module '%s' failed to load, or requires itself", lua_tostring(L, 1));
  lua_pushinteger(L, call);
  lua_setfield(L, 3, "loading");
  lua_getfield(L, 3, "source");
  const char *source = lua_tolstring(L, -1, &count);
  lua_getfield(L, 3, "name");
  lua_getfield(L, 3, "trusted");
  guard_compile(L, source, count, lua_tostring(L, -2), lua_toboolean(L, -1));
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
  }
  lua_pushvalue(L, -1);
  if (lua_type(L, -1) == LUA_TTABLE) guard_freeze_deep(L, lua_tostring(L, 1));
  lua_setfield(L, 3, "frozen");
  lua_setfield(L, 3, "raw");
  lua_pushnil(L); /* its text has served */
  lua_setfield(L, 3, "source");
}

/* require(name): the module's value. Raises argument errors, an unknown name, and what the module raises. Upvalue 1: does
   the caller see raw tables? */
static int own_require(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_modules);
  lua_pushvalue(L, 1);
  bool trusted = lua_toboolean(L, lua_upvalueindex(1));
  /* modules named host.… are the host's own */
  if (lua_rawget(L, 2) != LUA_TTABLE || (!trusted && strncmp(lua_tostring(L, 1), "host.", 5) == 0)) {
    return guard_fail(L, "no module '%s': a script may require the parlor modules and the .lua files of its own folder",
                      lua_tostring(L, 1));
  }
  const char *wanted = trusted ? "raw" : "frozen";
  if (lua_getfield(L, 3, wanted) == LUA_TNIL) {
    lua_settop(L, 3);
    load_module(L);
    lua_getfield(L, 3, wanted);
  }
  return 1;
}

void guard_open_modules(lua_State *L, bool trusted) {
  lua_pushboolean(L, trusted);
  lua_pushcclosure(L, own_require, 1);
  lua_setfield(L, -2, "require");
}
