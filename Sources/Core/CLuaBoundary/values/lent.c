/* Copies: what the host keeps, what crossed from a script and is judged, what is lent. A hook that may look at something it
   must not keep (a seat's secrets, a seat's view) gets a copy, and every table of the copy is noted. When the hook has
   returned they are emptied, and whoever has kept one finds an error instead. What lies in them that is no table, a script
   can keep all the same: a number has no owner. */
#include "guard.h"

static const char noted_key, expired_key; /* registry: a list of the tables that are lent now, and what they get in the end */

enum { COPIED_MAX = 1 << 20 /* entries for which room is made at once */ };

/* How a value is copied. */
typedef struct Copying {
  Guard *guard;
  const char *what;   /* what errors call it */
  int noted;          /* the index of a list where its tables are noted, or 0 */
  int sources;        /* where its tables needn't be copied before a script writes to them: the index of the list for
                         guard_push_deferred, or 0 */
  size_t *left;       /* how many values may follow, or NULL */
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

/* Notes the table on top as lent. */
static void note(lua_State *L, const Copying *how) {
  if (!how->noted) return;
  lua_pushvalue(L, -1);
  lua_rawseti(L, how->noted, how->guard->lent + 1);
  how->guard->lent++;
}

/* Pushes a deep copy of the value at `index`: raw contents, no metatables. Raises memory errors, the kill, one for depth, one
   for too many values, and one for a table that has expired or is sealed. */
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
  /* Made as large as it will be: the order in which keys come, which differs from process to process, must not decide
     where they lie, for that shows in the length of a table with holes. */
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

/* Can there be nothing that is lent in the table on top, nor in what it holds? Its order is no script's: nothing is counted. */
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

/* host.copy(value [, what]): a deep copy; `what` is what errors call the value. */
static int host_copy(lua_State *L) {
  luaL_checkany(L, 1);
  Copying how = { .guard = guard_of(L), .what = luaL_optstring(L, 2, "copy") };
  push_copy(L, &how, 1, 0);
  return 1;
}

/* host.raw_copy(value): what crossed from a script, to be judged: a deep copy of its raw contents, of at most
   GUARD_ITEMS_MAX values GUARD_DEPTH_MAX deep. No metamethod is asked, now or later; functions stay what they are. */
static int host_raw_copy(lua_State *L) {
  size_t left = GUARD_ITEMS_MAX;
  luaL_checkany(L, 1);
  Copying how = { .guard = guard_of(L), .what = "copy", .left = &left };
  push_copy(L, &how, 1, 0);
  return 1;
}

/* host.plain(value): the same table if it has no metatable, else, and for a frozen one, as host.raw_copy; nothing for what is
   no table. Called with one argument, once a ply. */
static int host_plain(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) return 0;
  if (!lua_getmetatable(L, 1)) return 1;
  lua_settop(L, 1);
  return host_raw_copy(L);
}

/* host.lend(value [, what]): a deep copy that lasts until host.expire, or the end of the call. */
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
      lua_rawset(L, noted + 2); /* the key is there: this allocates nothing */
    }
    lua_pushvalue(L, noted + 1);
    lua_setmetatable(L, noted + 2);
    lua_settop(L, noted + 1);
    lua_pushnil(L);
    lua_rawseti(L, noted, g->lent);
  }
  lua_settop(L, noted - 1);
}

/* host.expire(): takes back all that is lent. */
static int host_expire(lua_State *L) {
  guard_expire(L);
  return 0;
}

/* __index, __newindex and __len of what was taken back. Raises always. */
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
