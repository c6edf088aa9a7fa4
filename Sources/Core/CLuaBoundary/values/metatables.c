/* Snapshot metatables. setmetatable attaches a copy, made by the host, with only the metamethods
   that are safe with this Lua. The copy excludes __gc, which runs without hooks, even in lua_close.
   It excludes __mode, because a weak metatable leads to a double free in a collection that a
   refused allocation forces. It excludes __concat, which uses freed memory if it grows the stack.
   It also excludes __close, __metatable, __name and __pairs. */
#include "guard.h"

/* Keys of a snapshot that no script can name. The value is the original metatable, of a script or
   of the host's own Lua. */
static const char script_key, trusted_key;
static const char *const carried[] = {
  "__index", "__newindex", "__call", "__len", "__eq", "__lt", "__le", "__unm", "__tostring", "__add", "__sub", "__mul",
  "__div", "__mod", "__pow", "__idiv", "__band", "__bor", "__bxor", "__shl", "__shr", "__bnot"
};
enum { CARRIED = sizeof carried / sizeof *carried };
enum { EVENT_INDEX = 1, EVENT_NEWINDEX = 2, EVENT_CALL = 3 }; /* positions in `carried`, from 1 */
/* Registry: a table from positions to names and from names to positions. */
static const char events_key;

/* Raises an error if the table at 1 has a metatable of the host's own Lua. A script mustn't remove
   the seal of a secret, for example. */
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

enum { SLOT_META = 2, SLOT_GIVEN = 3, SLOT_SNAPSHOT = 4 };

/* Makes the snapshot of the metatable in SLOT_META and stores it in SLOT_SNAPSHOT. Returns a bit
   for each event of the snapshot. Iterates over a small metatable, and looks up each event in a
   large one. Raises memory errors. */
static uint32_t take_snapshot(lua_State *L) {
  uint32_t events = 0;
  lua_createtable(L, 0, 4);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &events_key);
  if (lists_is_small(L, SLOT_META)) {
    for (lua_pushnil(L); lua_next(L, SLOT_META);) {
      const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
      lua_Integer event = 0;
      if (name[0] == '_' && name[1] == '_') {
        lua_pushvalue(L, -2);
        lua_rawget(L, SLOT_SNAPSHOT + 1);
        event = lua_tointeger(L, -1);
        lua_pop(L, 1);
      }
      if (event) {
        events |= 1u << event;
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, SLOT_SNAPSHOT);
      } else {
        lua_pop(L, 1);
      }
    }
  } else {
    for (int event = 1; event <= CARRIED; event++) {
      lua_rawgeti(L, SLOT_SNAPSHOT + 1, event);
      lua_pushvalue(L, -1);
      if (lua_rawget(L, SLOT_META) != LUA_TNIL) {
        events |= 1u << event;
        lua_rawset(L, SLOT_SNAPSHOT);
      } else {
        lua_pop(L, 2);
      }
    }
  }
  lua_settop(L, SLOT_SNAPSHOT);
  return events;
}

/* Refuses metamethods that Lua would follow in one step that no limit reaches:
   - a `__call` that isn't a function, because at each table of such a chain, Lua moves all
     arguments by one place;
   - an `__index` or `__newindex` that leads back to the table at 1. Without such cycles, an access
     visits each table at most once.

   Expects the snapshot in its slot, and the bits of its events. Raises an error that names the
   event, or a limit error. */
static void refuse_cycles(lua_State *L, uint32_t events) {
  if (events & 1u << EVENT_CALL) {
    lua_pushliteral(L, "__call");
    if (lua_rawget(L, SLOT_SNAPSHOT) != LUA_TFUNCTION) {
      guard_fail(L, "setmetatable: __call: expected a function, got %s", guard_kind(L, -1));
    }
  }
  for (int event = EVENT_INDEX; event <= EVENT_NEWINDEX; event++) {
    if (!(events & 1u << event)) continue;
    const char *name = carried[event - 1];
    lua_settop(L, SLOT_SNAPSHOT);
    lua_pushvalue(L, SLOT_SNAPSHOT);
    for (;;) {
      guard_poll(L, guard_of(L));
      lua_pushstring(L, name);
      if (lua_rawget(L, -2) != LUA_TTABLE) break;
      if (lua_rawequal(L, -1, 1)) guard_fail(L, "setmetatable: %s leads back to the table itself", name);
      if (!lua_getmetatable(L, -1)) break;
      lua_replace(L, SLOT_SNAPSHOT + 1);
      lua_settop(L, SLOT_SNAPSHOT + 1);
    }
  }
  lua_settop(L, SLOT_SNAPSHOT);
}

/* setmetatable(table, metatable or nil): returns the table. Copies the metatable's current fields,
   so a later change of the metatable needs another call. Raises argument errors and memory errors.
   Also raises an error for a frozen table, and for a table whose metatable is the host's. Upvalue
   1: whether the caller is the host's own Lua. */
static int own_setmetatable(lua_State *L) {
  bool trusted = lua_toboolean(L, lua_upvalueindex(1));
  guard_unfrozen(L, 1);
  if (!trusted) check_not_hosts(L);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) {
    lua_pushvalue(L, 2); /* for getmetatable: the proxy, if the metatable is frozen */
    guard_readable(L, SLOT_META);
    uint32_t events = take_snapshot(L);
    lua_pushvalue(L, SLOT_GIVEN);
    lua_rawsetp(L, SLOT_SNAPSHOT, trusted ? &trusted_key : &script_key);
    refuse_cycles(L, events);
  }
  lua_setmetatable(L, 1);
  lua_settop(L, 1);
  return 1;
}

/* getmetatable(value): returns the metatable that was given to setmetatable for this table, else
   nil. Hides the metatables of the host's own Lua from scripts, because a script could change them.
   Upvalue 1: whether the caller is the host's own Lua. Raises an argument error without a value. */
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
  lua_createtable(L, CARRIED, CARRIED);
  for (int i = 0; i < CARRIED; i++) {
    lua_pushstring(L, carried[i]);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, i + 1);
    lua_pushinteger(L, i + 1);
    lua_rawset(L, -3);
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &events_key);
  lua_pushboolean(L, trusted);
  luaL_setfuncs(L, functions, 1);
}
