/* The environment of scripts. There are two tables of globals with the same functions. The SDK and
   the host's own Lua get the raw table. All other code gets a frozen proxy of a table whose library
   tables are frozen, too. */
#include "guard.h"
#include <string.h>

const char guard_key_modules, guard_key_trusted;

/* Functions of stock Lua that are used unchanged. None of them loops for longer than its arguments
   are long, compares arguments with each other, or shows an address. */
static const char *const base[] = { "ipairs", "rawequal", "select", "tonumber", "type", NULL };
/* The functions of math, except: random; the transcendental functions, whose last digit differs
   between versions of libm; and the functions that guard_open_math adds. */
static const char *const math[] = { "abs", "ceil", "floor", "fmod", "huge", "maxinteger", "mininteger", "modf",
                                    "pi", "sqrt", "tointeger", "type", "ult", NULL };
static const char *const utf8[] = { "charpattern", "codes", "len", "offset", NULL };
static const char *const libraries[] = { "string", "table", "math", "utf8" };

/* Copies the named fields of the table at `from` into the table at `to`. Needs a free slot; raises memory errors. */
static void copy_fields(lua_State *L, int from, int to, const char *const *names) {
  from = lua_absindex(L, from);
  to = lua_absindex(L, to);
  for (; *names; names++) {
    lua_getfield(L, from, *names);
    lua_setfield(L, to, *names);
  }
}

/* Pushes a table with these fields of the stock library. Needs three free slots; raises memory errors. */
static void push_library(lua_State *L, lua_CFunction open, const char *const *names) {
  lua_pushcfunction(L, open);
  lua_call(L, 0, 1);
  lua_createtable(L, 0, 16);
  copy_fields(L, -2, -1, names);
  lua_remove(L, -2);
}

/* Pushes the raw globals. Needs ten free slots; raises memory errors. */
static void push_globals(lua_State *L) {
  lua_createtable(L, 0, 32);
  int globals = lua_gettop(L);
  lua_pushcfunction(L, luaopen_base);
  lua_call(L, 0, 1);
  copy_fields(L, -1, globals, base);
  lua_pop(L, 1);
  guard_open_errors(L);
  guard_open_metatables(L, true);
  guard_open_order(L);
  guard_open_natives(L);
  guard_open_strings(L);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1); /* stock Lua's, which also converts texts to numbers in arithmetic */
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 2);
  lua_setfield(L, globals, "string");
  guard_open_tables(L);
  lua_setfield(L, globals, "table");
  push_library(L, luaopen_math, math);
  guard_open_math(L);
  lua_setfield(L, globals, "math");
  push_library(L, luaopen_utf8, utf8);
  guard_open_utf8(L);
  lua_setfield(L, globals, "utf8");
  guard_open_modules(L, true);
}

/* Tells Lua the names of the library functions. luaL_argerror looks them up if the calling code
   doesn't name the function. Expects the raw globals on top, and three free slots; raises memory
   errors. */
static void name_functions(lua_State *L) {
  lua_createtable(L, 0, 8);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    lua_getfield(L, -2, libraries[i]);
    lua_setfield(L, -2, libraries[i]);
  }
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_GNAME);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

/* Does the work of guard_boot for a sandbox. Needs twelve free slots; raises memory errors. */
static int boot_sandbox(lua_State *L) {
  push_globals(L);
  name_functions(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guard_key_trusted);
  lua_createtable(L, 0, 32); /* the globals of scripts */
  for (lua_pushnil(L); lua_next(L, -3);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_pushnil(L);
  lua_setfield(L, -2, "host");
  guard_open_metatables(L, false);
  guard_open_modules(L, false);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    lua_getfield(L, -1, libraries[i]);
    guard_freeze(L, libraries[i]);
    lua_setfield(L, -2, libraries[i]);
  }
  lua_pushvalue(L, -1);
  guard_freeze(L, "_G");
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "_G");
  /* The globals of chunks loaded from now on. */
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  return 0;
}

/* The libraries and functions that reach files, processes, bytecode and other functions' locals.
   They are removed even in the baseline of benchmarks, because benchmarks run games of
   strangers. */
static const char *const reaching[] = {"io", "os", "package", "debug", "dofile", "loadfile", "load", "collectgarbage", "warn"};

static int say_nothing(lua_State *L) {
  (void)L;
  return 0;
}

/* Removes `reaching` from the globals on top of the stack. Also clears the registry table in which
   `require` would find them. Raises memory errors. */
static void shut_in(lua_State *L) {
  for (size_t i = 0; i < sizeof reaching / sizeof *reaching; i++) {
    lua_pushnil(L);
    lua_setfield(L, -2, reaching[i]);
  }
  lua_pushcfunction(L, say_nothing); /* a benchmark's output is its own */
  lua_setfield(L, -2, "print");
  lua_getfield(L, -1, "string");
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  lua_pop(L, 1);
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

/* Prepares plain Lua. GUARD_STOCK gets it without `reaching`. GUARD_COMPARE gets all of it, and the
   sandbox's functions in the global `own`. Needs fifteen free slots; raises memory errors. */
static int boot_stock(lua_State *L) {
  luaL_openlibs(L);
  lua_pushglobaltable(L);
  if (guard_of(L)->kind == GUARD_STOCK) shut_in(L);
  guard_open_modules(L, true);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guard_key_trusted);
  lua_createtable(L, 0, 0);
  lua_setfield(L, -2, "host");
  if (guard_of(L)->kind == GUARD_STOCK) return 0;
  lua_getfield(L, -1, "string");
  lua_createtable(L, 0, 4);
  guard_open_strings(L);
  lua_setfield(L, -2, "string");
  guard_open_tables(L);
  lua_setfield(L, -2, "table");
  lua_createtable(L, 0, 2);
  guard_open_utf8(L);
  lua_setfield(L, -2, "utf8");
  guard_open_errors(L);
  guard_open_metatables(L, true);
  guard_open_order(L);
  guard_open_natives(L);
  lua_setfield(L, -3, "own");
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index"); /* restores what guard_open_strings has replaced */
  return 0;
}

/* Prepares a new state for scripts. The body of a protected call; raises memory errors. */
int guard_boot(lua_State *L) {
  if (guard_of(L)->kind != GUARD_STOCK) {
    nodes_probe(L);
    lists_probe(L);
  }
  lua_createtable(L, 0, 8);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &guard_key_modules);
  return guard_of(L)->kind == GUARD_SANDBOX ? boot_sandbox(L) : boot_stock(L);
}
