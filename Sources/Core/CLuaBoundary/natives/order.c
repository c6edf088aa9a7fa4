/* pairs and next with the same order on every machine: false, true, numbers ascending, strings
   bytewise. Stock Lua's order of strings differs between processes. */
#include "guard.h"
#include <string.h>

typedef struct Key {
  const char *text; /* NULL for a number or boolean */
  size_t count;
  lua_Integer integer;
  lua_Number number;
  int rank; /* 0 boolean, 1 number, 2 string */
  bool is_integer;
} Key;

static bool number_less(const Key *a, const Key *b) {
  if (a->is_integer && b->is_integer) return a->integer < b->integer;
  lua_Number x = a->is_integer ? (lua_Number)a->integer : a->number;
  lua_Number y = b->is_integer ? (lua_Number)b->integer : b->number;
  if (x != y) return x < y;
  /* Lua turns integral float keys into integers, so a float key has a fraction. If it equals the
     integer key here, the conversion has rounded the integer. */
  return a->is_integer && !b->is_integer;
}

static bool less(const Key *a, const Key *b) {
  if (a->rank != b->rank) return a->rank < b->rank;
  if (a->rank == 0) return a->integer < b->integer;
  if (a->rank == 1) return number_less(a, b);
  int order = memcmp(a->text, b->text, a->count < b->count ? a->count : b->count);
  return order ? order < 0 : a->count < b->count;
}

/* Reads the key on top. The table still holds the key, so its text stays valid. Raises an error for
   a key without an order. */
static void read_key(lua_State *L, Key *key) {
  *key = (Key){ 0 };
  switch (lua_type(L, -1)) {
  case LUA_TBOOLEAN: key->integer = lua_toboolean(L, -1); return;
  case LUA_TNUMBER:
    key->rank = 1;
    key->is_integer = lua_isinteger(L, -1);
    if (key->is_integer) key->integer = lua_tointeger(L, -1); else key->number = lua_tonumber(L, -1);
    return;
  case LUA_TSTRING: key->rank = 2; key->text = lua_tolstring(L, -1, &key->count); return;
  default: guard_fail(L, "pairs: %s as a key has no order", guard_kind(L, -1));
  }
}

static void push_key(lua_State *L, const Key *key) {
  if (key->text) lua_pushlstring(L, key->text, key->count);
  else if (key->rank == 0) lua_pushboolean(L, key->integer != 0);
  else if (key->is_integer) lua_pushinteger(L, key->integer);
  else lua_pushnumber(L, key->number);
}

static void sift(lua_State *L, Guard *g, Key *keys, size_t root, size_t count) {
  Key key = keys[root];
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    guard_poll(L, g);
    if (child + 1 < count && less(&keys[child], &keys[child + 1])) child++;
    if (!less(&key, &keys[child])) break;
    keys[root] = keys[child];
  }
  keys[root] = key;
}

/* Sorts distinct keys in place, without further memory: insertion sort for few keys, heapsort for
   many. Raises a limit error. */
static void sort(lua_State *L, Guard *g, Key *keys, size_t count) {
  if (count <= 16) {
    for (size_t i = 1; i < count; i++) {
      Key key = keys[i];
      size_t j = i;
      for (; j && less(&key, &keys[j - 1]); j--) keys[j] = keys[j - 1];
      keys[j] = key;
    }
    return;
  }
  for (size_t i = count / 2; i-- > 0;) sift(L, g, keys, i, count);
  for (size_t end = count - 1; end > 0; end--) {
    Key last = keys[end];
    keys[end] = keys[0];
    keys[0] = last;
    sift(L, g, keys, 0, end);
  }
}

/* The iterator of a plain sequence. 2: position; upvalues: the table, its length at the start.
   Ignores the value at 1, because a script may call an iterator with any value. Raises only a limit
   error. */
static int sequence_step(lua_State *L) {
  lua_Integer count = lua_tointeger(L, lua_upvalueindex(2)), i = lua_tointeger(L, 2);
  Guard *g = guard_of(L);
  if (i < 0) return 0;
  while (i < count) {
    guard_tick(L, g);
    lua_pushinteger(L, ++i);
    if (lua_rawgeti(L, lua_upvalueindex(1), i) != LUA_TNIL) return 2;
    lua_pop(L, 2);
  }
  return 0;
}

/* The iterator over sorted keys. Upvalues: the table, the list of keys, the position in it. Skips
   removed keys. */
static int keys_step(lua_State *L) {
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(3));
  Guard *g = guard_of(L);
  for (;;) {
    guard_tick(L, g);
    if (lua_rawgeti(L, lua_upvalueindex(2), ++i) == LUA_TNIL) return 0;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
    lua_pop(L, 2);
  }
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

/* Counts the keys of the table at 1 and sets `sequence` to whether they are 1…n. */
static size_t count_keys(lua_State *L, Guard *g, bool *sequence) {
  size_t length = lua_rawlen(L, 1), count = 0;
  *sequence = true;
  for (lua_pushnil(L); lua_next(L, 1); count++) {
    guard_tick(L, g);
    lua_pop(L, 1);
    if (!lua_isinteger(L, -1)) { *sequence = false; continue; }
    lua_Integer i = lua_tointeger(L, -1);
    if (i < 1 || (size_t)i > length) *sequence = false;
  }
  if (count != length) *sequence = false;
  return count;
}

/* Returns the sorted keys of the table at 1, in a block that stays on the stack. Raises memory
   errors and read_key's. */
static Key *sorted_keys(lua_State *L, Guard *g, size_t count) {
  Key *keys = lua_newuserdatauv(L, (count ? count : 1) * sizeof(Key), 0);
  size_t n = 0;
  for (lua_pushnil(L); lua_next(L, 1) && n < count; n++) {
    guard_poll(L, g);
    lua_pop(L, 1);
    read_key(L, &keys[n]);
  }
  sort(L, g, keys, count);
  return keys;
}

/* pairs(table): returns an iterator over the table's current keys, the table, and 0. Raises
   argument errors, memory errors, and an error for a key that is a table or a function. For a
   frozen table it returns the proxy. The table behind the proxy stays in the iterator, where the
   script can't reach it. */
static int own_pairs(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  guard_complete(L, 1); /* the iterator may outlive the lending */
  lua_pushvalue(L, 1); /* 2: the caller's argument */
  guard_readable(L, 1);
  Guard *g = guard_of(L);
  bool sequence;
  size_t count = count_keys(L, g, &sequence);
  lua_pushvalue(L, 1);
  if (sequence) {
    lua_pushinteger(L, (lua_Integer)count);
    lua_pushcclosure(L, sequence_step, 2);
  } else {
    Key *keys = sorted_keys(L, g, count); /* 4 */
    lua_createtable(L, count < INT32_MAX ? (int)count : 0, 0);
    for (size_t i = 0; i < count; i++) {
      guard_poll(L, g);
      push_key(L, &keys[i]);
      lua_rawseti(L, 5, (lua_Integer)i + 1);
    }
    lua_remove(L, 4); /* drop the block; the keys are in the list */
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, keys_step, 3);
  }
  lua_pushvalue(L, 2);
  lua_pushinteger(L, 0);
  return 3;
}

/* next(table): returns the first pair in the order of pairs, or nil if the table is empty. Takes no
   key, because continuing from a key would require sorting again. If there are several keys, raises
   what pairs raises; a single key may have any type. */
static int own_next(lua_State *L) {
  guard_readable(L, 1);
  if (!lua_isnoneornil(L, 2)) return guard_fail(L, "next takes no key here: loop with pairs");
  lua_settop(L, 1);
  Guard *g = guard_of(L);
  guard_tick(L, g);
  lua_pushnil(L);
  if (!lua_next(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  lua_pushvalue(L, -2); /* 2: a key, 3: its value, 4: the key once more */
  if (!lua_next(L, 1)) { /* a single key needs no order */
    lua_settop(L, 3);
    return 2;
  }
  Key first, key;
  lua_settop(L, 2);
  read_key(L, &first);
  while (lua_next(L, 1)) {
    guard_tick(L, g);
    lua_pop(L, 1);
    read_key(L, &key);
    if (less(&key, &first)) first = key;
  }
  push_key(L, &first);
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

void guard_open_order(lua_State *L) {
  static const luaL_Reg functions[] = { { "pairs", own_pairs }, { "next", own_next }, { NULL, NULL } };
  luaL_setfuncs(L, functions, 0);
}
