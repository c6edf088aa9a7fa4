/* Copies of values that the host stores, of values from scripts that the host validates, and of
   values that it lends to hooks. A hook that may read a value but must not keep it (a seat's
   secrets, a seat's view) gets a lent copy. Every table of the copy is recorded, and is emptied
   when the hook has returned: the table expires. A script that has kept such a table gets an error
   when it uses the table later. A script can still keep values that aren't tables, such as
   numbers. */
#include "guard.h"

/* Registry: the list of lent tables, and the metatable of expired ones. */
static const char noted_key, expired_key;

enum { COPIED_MAX = 1 << 20 /* the most entries allocated in advance */ };

/* The options of a copy. */
typedef struct Copying {
  Guard *guard;
  const char *what;   /* the name of the value in errors */
  int noted;          /* the index of the list that records its tables, or 0 */
  int sources; /* the index of the table for guard_push_deferred, or 0 for no deferred copies */
  size_t *left;       /* the number of values that may still follow, or NULL for no limit */
} Copying;

void guard_count(lua_State *L, const Guard *g, int index, size_t *length, size_t *count) {
  *length = lua_rawlen(L, index);
  *count = 0;
  for (lua_pushnil(L); lua_next(L, index); ++*count) {
    lua_pop(L, 1);
    guard_poll(L, g);
  }
  if (*length > *count) *length = *count;
}

/* Records the table on top as lent, if the copy is a lent one. */
static void note(lua_State *L, const Copying *how) {
  if (!how->noted) return;
  lua_pushvalue(L, -1);
  lua_rawseti(L, how->noted, how->guard->lent + 1);
  how->guard->lent++;
}

/* Pushes a deep copy of the value at `index`: raw contents, no metatables. Raises memory errors,
   a limit error, and errors for too deep nesting, for too many values, and for a table that has expired
   or is sealed. */
static void push_copy(lua_State *L, const Copying *how, int index, int depth) {
  if (lua_type(L, index) != LUA_TTABLE) {
    lua_pushvalue(L, index);
    return;
  }
  Guard *g = how->guard;
  if (depth == GUARD_DEPTH_MAX) {
    guard_fail(L, "%s: tables nest more than %d deep, or one contains itself", how->what, GUARD_DEPTH_MAX);
  }
  guard_need_room(L, 8, "tables within tables");
  if (how->sources && guard_push_deferred(L, g, index, how->sources)) {
    note(L, how);
    return;
  }
  if (!guard_behind(L, index)) lua_pushvalue(L, index);
  guard_copyable(L, lua_gettop(L));
  int from = lua_gettop(L);
  /* Allocate the table at its final size. Otherwise its memory layout would depend on the order of
     the keys, which differs between processes. The length of a table with holes depends on that
     layout. */
  size_t length, count;
  guard_count(L, g, from, &length, &count);
  if (how->left && count > *how->left) guard_fail(L, "%s: more than %d values", how->what, GUARD_ITEMS_MAX);
  if (how->left) *how->left -= count;
  count -= length;
  lua_createtable(L, length < COPIED_MAX ? (int)length : COPIED_MAX, count < COPIED_MAX ? (int)count : COPIED_MAX);
  note(L, how);
  for (lua_pushnil(L); lua_next(L, from);) {
    guard_tick(L, g);
    lua_pushvalue(L, -2);
    if (lua_type(L, -2) == LUA_TTABLE) push_copy(L, how, lua_gettop(L) - 1, depth + 1);
    else lua_pushvalue(L, -2);
    lua_rawset(L, from + 1);
    lua_pop(L, 1);
  }
  lua_replace(L, from);
}

void guard_copy(lua_State *L) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  Copying how = { .guard = guard_of(L), .what = "copy" };
  push_copy(L, &how, lua_gettop(L), 0);
  lua_replace(L, -2);
}

void guard_copy_raw(lua_State *L) {
  size_t left = GUARD_ITEMS_MAX;
  if (lua_type(L, -1) != LUA_TTABLE) return;
  Copying how = { .guard = guard_of(L), .what = "copy", .left = &left };
  push_copy(L, &how, lua_gettop(L), 0);
  lua_replace(L, -2);
}

void guard_lend(lua_State *L, int sources) {
  if (lua_type(L, -1) != LUA_TTABLE) return;
  int value = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &noted_key);
  Copying how = { .guard = guard_of(L), .what = "copy", .noted = value + 1, .sources = sources };
  push_copy(L, &how, value, 0);
  lua_replace(L, value);
  lua_settop(L, value);
}

/* Whether the table on top surely isn't lent and contains no lent table. Counts no steps, because
   the iteration order differs between processes. */
static bool is_own(lua_State *L, const Guard *g) {
  int value = lua_gettop(L);
  if (lua_getmetatable(L, value)) {
    lua_pop(L, 1);
    return false;
  }
  for (lua_pushnil(L); lua_next(L, value); lua_pop(L, 1)) {
    guard_poll(L, g);
    if (lua_type(L, -1) != LUA_TTABLE && lua_type(L, -2) != LUA_TTABLE) continue;
    lua_settop(L, value);
    return false;
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &noted_key);
  bool own = true;
  for (int i = 1; own && i <= g->lent; i++) {
    guard_poll(L, g);
    lua_rawgeti(L, value + 1, i);
    own = !lua_rawequal(L, -1, value);
    lua_pop(L, 1);
  }
  lua_settop(L, value);
  return own;
}

void guard_unlend(lua_State *L) {
  if (lua_type(L, -1) == LUA_TTABLE && !is_own(L, guard_of(L))) guard_copy(L);
}

bool guard_plain(lua_State *L) {
  if (lua_type(L, -1) != LUA_TTABLE) return false;
  if (!lua_getmetatable(L, -1)) return true;
  lua_pop(L, 1);
  guard_copy_raw(L);
  return true;
}

/* host.copy(value [, what]): returns a deep copy. `what` is the name of the value in errors. */
static int host_copy(lua_State *L) {
  luaL_checkany(L, 1);
  Copying how = { .guard = guard_of(L), .what = luaL_optstring(L, 2, "copy") };
  push_copy(L, &how, 1, 0);
  return 1;
}

/* host.raw_copy(value): returns a deep copy of the raw contents of a script's value, for
   validation. The copy has at most GUARD_ITEMS_MAX values and GUARD_DEPTH_MAX levels. It has no
   metatables, so no metamethod is called now or later. Functions are not copied. */
static int host_raw_copy(lua_State *L) {
  size_t left = GUARD_ITEMS_MAX;
  luaL_checkany(L, 1);
  Copying how = { .guard = guard_of(L), .what = "copy", .left = &left };
  push_copy(L, &how, 1, 0);
  return 1;
}

/* host.plain(value): returns the same table if it has no metatable, else the copy of host.raw_copy.
   Returns nothing for other values. It is called once a ply, with one argument. */
static int host_plain(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) return 0;
  if (!lua_getmetatable(L, 1)) return 1;
  lua_settop(L, 1);
  return host_raw_copy(L);
}

/* host.lend(value [, what]): returns a deep copy that lasts until host.expire, or until the end of
   the call. */
static int host_lend(lua_State *L) {
  luaL_checkany(L, 1);
  Copying how = { .guard = guard_of(L), .what = luaL_optstring(L, 2, "copy"), .noted = 3 };
  lua_settop(L, 2);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &noted_key);
  push_copy(L, &how, 1, 0);
  return 1;
}

void guard_expire(lua_State *L) {
  Guard *g = guard_of(L);
  if (g->lent == 0) return;
  guard_need_room(L, 6, "tables to take back");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &noted_key);
  int noted = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &expired_key);
  for (; g->lent > 0; g->lent--) {
    lua_rawgeti(L, noted, g->lent);
    for (lua_pushnil(L); lua_next(L, noted + 2);) {
      guard_tick(L, g);
      lua_pop(L, 1);
      lua_pushvalue(L, -1);
      lua_pushnil(L);
      lua_rawset(L, noted + 2); /* the key exists, so this allocates nothing */
    }
    lua_pushvalue(L, noted + 1);
    lua_setmetatable(L, noted + 2);
    lua_settop(L, noted + 1);
    lua_pushnil(L);
    lua_rawseti(L, noted, g->lent);
  }
  lua_settop(L, noted - 1);
}

/* host.expire(): makes all lent tables expire. */
static int host_expire(lua_State *L) {
  guard_expire(L);
  return 0;
}

/* __index, __newindex and __len of an expired table. Always raises. */
static int has_expired(lua_State *L) {
  return guard_fail(L, "this was lent to a hook that has returned: a secret or a view can't be kept for later, "
                       "keep what the rules need in the state");
}

void guard_not_expired(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &expired_key);
  if (lua_rawequal(L, -1, -2)) has_expired(L);
  lua_pop(L, 2);
}

void guard_open_lending(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "copy", host_copy }, { "raw_copy", host_raw_copy }, { "plain", host_plain }, { "lend", host_lend },
    { "expire", host_expire }, { NULL, NULL }
  };
  static const luaL_Reg events[] = {
    { "__index", has_expired }, { "__newindex", has_expired }, { "__len", has_expired }, { NULL, NULL }
  };
  lua_createtable(L, 0, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &noted_key);
  luaL_newlib(L, events);
  guard_mark_hosts(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &expired_key);
  luaL_setfuncs(L, functions, 0);
}
