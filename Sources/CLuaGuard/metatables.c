/* Snapshot metatables. setmetatable attaches a copy, made by the host, of those metamethods that are safe with this Lua:
   no __gc (runs without hooks, even in lua_close), __close, __mode (a weak metatable and a collection forced by a refused
   allocation free twice), __concat (use after free where it grows the stack), __metatable, __name, __pairs. */
#include "guard.h"
#include <string.h>

/* Keys of a snapshot that no script can name: the metatable it was made from, by a script or by the host's own Lua. */
static const char script_key, trusted_key;
static const char *const carried[] = {
  "__index", "__newindex", "__call", "__len", "__eq", "__lt", "__le", "__unm", "__tostring", "__add", "__sub", "__mul",
  "__div", "__mod", "__pow", "__idiv", "__band", "__bor", "__bxor", "__shl", "__shr", "__bnot"
};
enum { CARRIED = sizeof carried / sizeof *carried };
static const char events_key;

/* Raises an error if the table at 1 has a metatable of the host's own Lua: the seal of a secret, for one, is not the
   script's to take off. */
static void check_not_hosts(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE || !lua_getmetatable(L, 1)) return;
  if (lua_rawgetp(L, -1, &trusted_key) != LUA_TNIL) guard_fail(L, "setmetatable: the metatable of this table is the host's");
  lua_pop(L, 2);
}

bool guard_is_hosts(lua_State *L) {
  bool is = lua_rawgetp(L, -1, &trusted_key) != LUA_TNIL;
  lua_pop(L, 1);
  return is;
}

void guard_mark_hosts(lua_State *L) {
  lua_pushboolean(L, 1);
  lua_rawsetp(L, -2, &trusted_key);
}

/* The last snapshots of some metatables, so that tables that get the same one share its snapshot. Strong, and few. */
enum { KEPT = 8, FEW_KEYS = 8 /* to look at more keys takes as long as a new snapshot */ };
static const char kept_key, events_in_key; /* registry: the snapshots by slot; in a snapshot: how many events it has */

enum { SLOT_META = 2, SLOT_GIVEN = 3, SLOT_KEPT = 4, SLOT_SNAPSHOT = 5 };

static int kept_slot(const void *metatable) { return (int)(((uintptr_t)metatable >> 4) % KEPT) + 1; }

/* Is the snapshot of this metatable, and does it hold what the metatable holds now? The metatable may have been changed since, or
   have come to lie where another one lay. Leaves what it pushed; raises nothing. */
static bool is_current(lua_State *L, bool trusted) {
  if (lua_isnil(L, SLOT_SNAPSHOT)) return false;
  lua_rawgetp(L, SLOT_SNAPSHOT, trusted ? &trusted_key : &script_key);
  if (!lua_rawequal(L, -1, SLOT_GIVEN)) return false;
  lua_rawgetp(L, SLOT_SNAPSHOT, &events_in_key);
  lua_Integer left = lua_tointeger(L, -1);
  lua_settop(L, SLOT_SNAPSHOT);
  int keys = 0;
  if (lists_hash_part(L, SLOT_META) > FEW_KEYS) return false;
  for (lua_pushnil(L); lua_next(L, SLOT_META); lua_pop(L, 1)) {
    if (++keys > FEW_KEYS) return false;
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    lua_pushvalue(L, -2);
    bool carried = lua_rawget(L, SLOT_SNAPSHOT) != LUA_TNIL;
    if (carried ? !lua_rawequal(L, -1, -2) : strncmp(lua_tostring(L, -3), "__", 2) == 0) return false;
    if (carried) left--;
    lua_pop(L, 1);
  }
  return left == 0;
}

/* Puts a snapshot of the metatable into its slot. Raises memory errors. */
static void make_snapshot(lua_State *L, bool trusted) {
  lua_Integer count = 0;
  lua_settop(L, SLOT_KEPT);
  lua_createtable(L, 0, 4);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &events_key); /* the names, interned */
  for (int i = 1; i <= CARRIED; i++) {
    lua_rawgeti(L, SLOT_SNAPSHOT + 1, i);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, SLOT_META) == LUA_TNIL) {
      lua_pop(L, 2);
      continue;
    }
    lua_rawset(L, SLOT_SNAPSHOT);
    count++;
  }
  lua_settop(L, SLOT_SNAPSHOT);
  lua_pushvalue(L, SLOT_GIVEN);
  lua_rawsetp(L, SLOT_SNAPSHOT, trusted ? &trusted_key : &script_key);
  lua_pushinteger(L, count);
  lua_rawsetp(L, SLOT_SNAPSHOT, &events_in_key);
}

/* setmetatable(table, metatable or nil): the table. Raises argument errors, memory errors, and an error for a frozen
   table, or for one whose metatable is the host's. What the metatable holds now is what counts: later changes of it need
   another setmetatable. Upvalue 1: is the caller the host's own Lua? */
static int own_setmetatable(lua_State *L) {
  bool trusted = lua_toboolean(L, lua_upvalueindex(1));
  guard_unfrozen(L, 1);
  if (!trusted) check_not_hosts(L);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) {
    lua_pushvalue(L, 2); /* what the script gave and gets back: of a frozen table the proxy */
    guard_readable(L, SLOT_META);
    int slot = kept_slot(lua_topointer(L, SLOT_GIVEN));
    lua_rawgetp(L, LUA_REGISTRYINDEX, &kept_key);
    lua_rawgeti(L, SLOT_KEPT, slot);
    if (!is_current(L, trusted)) {
      make_snapshot(L, trusted);
      lua_pushvalue(L, SLOT_SNAPSHOT);
      lua_rawseti(L, SLOT_KEPT, slot);
    }
    lua_settop(L, SLOT_SNAPSHOT);
  }
  lua_setmetatable(L, 1);
  lua_settop(L, 1);
  return 1;
}

/* getmetatable(value): the metatable that a table was given, else nil; scripts don't see those of the host's own Lua,
   which they could change. Upvalue 1 as above. Raises an argument error without a value. */
static int own_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (lua_type(L, 1) != LUA_TTABLE || !lua_getmetatable(L, 1) || guard_is_deferred(L)) {
    lua_pushnil(L);
    return 1;
  }
  if (lua_rawgetp(L, -1, &script_key) == LUA_TNIL && lua_toboolean(L, lua_upvalueindex(1))) {
    lua_rawgetp(L, -2, &trusted_key);
  }
  return 1;
}

void guard_open_metatables(lua_State *L, bool trusted) {
  static const luaL_Reg functions[] = {
    { "setmetatable", own_setmetatable }, { "getmetatable", own_getmetatable }, { NULL, NULL }
  };
  lua_createtable(L, CARRIED, 0);
  for (int i = 0; i < CARRIED; i++) {
    lua_pushstring(L, carried[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &events_key);
  lua_createtable(L, KEPT, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kept_key);
  lua_pushboolean(L, trusted);
  luaL_setfuncs(L, functions, 1);
}
