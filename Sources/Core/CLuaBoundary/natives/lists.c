/* Lists from scripts. A list has the keys 1 to n, and no other. A table with other keys is refused,
   because its length would depend on its layout in memory. The error names one of the other keys.

   Checking every key would take as long as a turn of a small game. But a table without a hash part
   has only the keys of its array. guard_list finds keys after the last element by continuing from
   that element. A hole before the last element is found when the caller reads the element at that
   place. lists_probe checks where the running library keeps the size of the hash part. If the
   layout differs, every key is checked. */
#include "guard.h"
#include <string.h>

/* The layout of a table in Lua 5.4: next 8, type 1, mark 1, flags 1, the logarithm of the hash
   part's size 1, and the array's size 4 bytes. */
enum { AT_HASH_SIZE = 11, AT_ARRAY_SIZE = 12 };
enum { SMALL_HASH = 5, SMALL_ARRAY = 16 };
/* After the array's size, the table has the addresses of the array, of the nodes and of the last
   free node. nodes.c describes a node. */
enum { AT_FLAGS = 10, AT_FLAGS_HINT = 1 << 7, AT_ADDRESSES = 16, ADDRESSES = 24, AT_NODES = 24, AT_FREE = 32, NODE = 24, NODE_KEY_TYPE = 9 };

static _Atomic int layout;
enum { LAYOUT_UNKNOWN = 0, LAYOUT_AS_HERE = 1, LAYOUT_OTHER = 2 };

static int hash_size(lua_State *L, int index) { return ((const uint8_t *)lua_topointer(L, index))[AT_HASH_SIZE]; }

static uint32_t array_size(lua_State *L, int index) {
  uint32_t size;
  memcpy(&size, (const uint8_t *)lua_topointer(L, index) + AT_ARRAY_SIZE, sizeof size);
  return size;
}

bool lists_is_small(lua_State *L, int index) {
  return atomic_load_explicit(&layout, memory_order_relaxed) == LAYOUT_AS_HERE && hash_size(L, index) <= SMALL_HASH
    && array_size(L, index) <= SMALL_ARRAY;
}

static uint64_t mixed(uint64_t sum, uint64_t value) { return (sum ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (sum >> 29); }

void lists_forget_hint(lua_State *L, int index) {
  uint8_t *table = (uint8_t *)(uintptr_t)lua_topointer(L, index);
  if (atomic_load_explicit(&layout, memory_order_relaxed) != LAYOUT_AS_HERE || !(table[AT_FLAGS] & AT_FLAGS_HINT)) return;
  /* as luaH_realasize and setlimittosize do in ltable.c */
  uint64_t size = 1;
  for (uint32_t hint = array_size(L, index); size < hint;) size *= 2;
  uint32_t real = (uint32_t)size;
  memcpy(table + AT_ARRAY_SIZE, &real, sizeof real);
  table[AT_FLAGS] &= (uint8_t)~AT_FLAGS_HINT;
}

uint64_t lists_layout(lua_State *L, int index) {
  static _Atomic uint64_t unknown;
  if (atomic_load_explicit(&layout, memory_order_relaxed) != LAYOUT_AS_HERE || !guard_knows_nodes()) {
    return atomic_fetch_add(&unknown, 1); /* never the same */
  }
  const uint8_t *table = lua_topointer(L, index), *nodes, *free_node;
  uint64_t words[ADDRESSES / 8], sum = table[AT_HASH_SIZE] | (uint64_t)(table[AT_FLAGS] & AT_FLAGS_HINT) << 8;
  sum = mixed(sum, array_size(L, index));
  memcpy(words, table + AT_ADDRESSES, sizeof words);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) sum = mixed(sum, words[i]);
  memcpy(&nodes, table + AT_NODES, sizeof nodes);
  memcpy(&free_node, table + AT_FREE, sizeof free_node);
  if (!free_node) return sum; /* there are none */
  /* include keys of removed entries, because they take room */
  for (const uint8_t *node = nodes, *end = nodes + ((size_t)NODE << table[AT_HASH_SIZE]); node < end; node += NODE) {
    uint64_t key = 0;
    uint32_t next;
    memcpy(&next, node + 12, sizeof next);
    if (node[NODE_KEY_TYPE]) memcpy(&key, node + 16, sizeof key);
    sum = mixed(mixed(sum, key), (uint64_t)next << 8 | node[NODE_KEY_TYPE]);
  }
  return sum;
}

void lists_probe(lua_State *L) {
  static const struct { int array, hash, size; } tables[] = {
    { 0, 0, 0 }, { 0, 1, 0 }, { 0, 2, 1 }, { 0, 5, 3 }, { 7, 0, 0 }, { 300, 33, 6 }, { 1, 1000, 10 },
  };
  if (atomic_load(&layout) != LAYOUT_UNKNOWN) return;
  bool as_here = LUA_VERSION_NUM == 504;
  for (size_t i = 0; as_here && i < sizeof tables / sizeof *tables; i++) {
    lua_createtable(L, tables[i].array, tables[i].hash);
    as_here = hash_size(L, -1) == tables[i].size && array_size(L, -1) == (uint32_t)tables[i].array;
    lua_pop(L, 1);
  }
  atomic_store(&layout, as_here ? LAYOUT_AS_HERE : LAYOUT_OTHER);
}

/* Returns the rank of a key: numbers before texts, texts before other types, nil last. */
static int rank(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TNUMBER: return 0;
  case LUA_TSTRING: return 1;
  case LUA_TNIL: return 2 + LUA_NUMTYPES;
  default: return 2 + lua_type(L, index);
  }
}

/* Raises an error for the table on top, which has keys outside 1 to n. The error names one of these
   keys: the smallest number, else the first text, else another key. */
static int refuse(lua_State *L, Guard *g, const char *what, lua_Integer n) {
  int table = lua_gettop(L);
  lua_pushnil(L); /* the key for the error */
  for (lua_pushnil(L); lua_next(L, table);) {
    guard_poll(L, g);
    lua_pop(L, 1);
    int kind = rank(L, -1), known = rank(L, table + 1);
    bool odd = !lua_isinteger(L, -1) || lua_tointeger(L, -1) < 1 || lua_tointeger(L, -1) > n;
    bool first = kind < known || (kind == known && kind <= 1 && lua_compare(L, -1, table + 1, LUA_OPLT));
    if (!odd || !first) continue;
    lua_pushvalue(L, -1);
    lua_replace(L, table + 1);
  }
  lua_settop(L, table + 1);
  switch (lua_type(L, -1)) {
  case LUA_TSTRING:
    guard_push_text(L, -1);
    lua_pushfstring(L, "the key '%s'", lua_tostring(L, -1));
    break;
  /* The value on top is a copy of the key, so lua_tostring may convert it. */
  case LUA_TNUMBER: lua_pushfstring(L, "the key %s", lua_tostring(L, -1)); break;
  default: lua_pushfstring(L, "a key that is %s", guard_kind(L, -1));
  }
  return guard_fail(L, "%s: a list has the keys 1 to %d and no other; this one has %s", what, (int)n, lua_tostring(L, -1));
}

lua_Integer guard_list(lua_State *L, const char *what) {
  if (!guard_plain(L)) return -1;
  lua_Integer length = (lua_Integer)lua_rawlen(L, -1), count = 0;
  bool whole = true;
  if (atomic_load_explicit(&layout, memory_order_relaxed) == LAYOUT_AS_HERE && hash_size(L, -1) == 0) {
    if (length > 0) lua_pushinteger(L, length);
    else lua_pushnil(L);
    if (!lua_next(L, -2)) return length;
    lua_pop(L, 2);
  }
  Guard *g = guard_of(L);
  guard_need_room(L, 8, "lists");
  for (lua_pushnil(L); lua_next(L, -2); count++) {
    guard_poll(L, g);
    lua_pop(L, 1);
  }
  for (lua_Integer i = 1; whole && i <= count; i++) {
    guard_poll(L, g);
    whole = lua_rawgeti(L, -1, i) != LUA_TNIL;
    lua_pop(L, 1);
  }
  if (!whole) refuse(L, g, what, count);
  return count;
}
