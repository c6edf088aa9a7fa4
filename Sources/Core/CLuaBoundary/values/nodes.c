/* Limits for keys that collide. When the hash part of a table is full, Lua allocates a new one and
   inserts every key into it. No hook and no flag can interrupt this step. A script can choose keys
   that all collide in the new part. Numbers are hashed without a seed. A script can also find out
   which texts and addresses collide, because `#` of a table with holes depends on that. With such
   keys the work of the step is quadratic in the number of keys, and takes minutes within 32 MB.
   Therefore this file treats no hash as a secret.

   The allocator can foresee the step, because Lua requests the new array of 2^n nodes while the
   table still has its old array. Therefore this file records large arrays of nodes. Before the
   allocator grants a larger array, this file computes how the keys of the recorded arrays would be
   placed in it. If placing them would take too long, the request is refused with limit `table`.
   Keys that are short texts aren't counted in this computation, because the following rule prevents
   them from colliding.

   Lua also keeps short texts in a table of its own. Whenever Lua makes or frees a short text, it
   searches all texts at the same place of that table. A full collection, or the end of the state,
   frees many texts in one step. Therefore this file counts the texts that share a place with a new
   text. If there are too many, the call gets no more memory, and the limit is also `table`.

   This file relies on Lua 5.4's layout of nodes and texts, and on its hashing of keys
   (`mainposition` in ltable.c, `TString` in lobject.h). `nodes_probe` checks that with a table of
   the running library. If the layout differs, tables can't have large hash parts, and texts are not
   counted. */
#include "guard.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  NODE = 24, /* bytes of a node: value 8, its type 1, the key's type 1, padding 2, next 4, key 8 */
  AT_TYPE = 8, AT_KEY_TYPE = 9, AT_KEY = 16,
  TYPE_BITS = 0x0f,              /* 0 for every kind of nil: a removed entry */
  KEY_FALSE = 1, KEY_TRUE = 17, KEY_INTEGER = 3, KEY_FLOAT = 19, KEY_SHORT = 4 | 64, KEY_LONG = 20 | 64,
};
/* The offsets of a text's fields, and the type of a short text. */
enum { TEXT_TYPE = 8, TEXT_HASH = 12, TEXT_NEXT = 16, TYPE_SHORT = 4 };
/* The limits for placing keys: 2^26 steps of at most 4 ns take about a quarter of a second.
   Comparing BYTES_OF_STEP bytes of two long texts takes at most one step. Reaching the two texts
   takes STEPS_OF_TEXT further steps. */
enum { STEPS_MAX = 1 << 26, BYTES_OF_STEP = 32, STEPS_OF_TEXT = 4 };
/* Returns the steps from one node of a chain to the next if more than NEAR other nodes were moved
   between the two. The next node is then on another page. In a large hash part, that page is
   neither in the processor's cache nor in its table of pages. A script can arrange this for every
   node. */
enum { NEAR = 64 };
static uint32_t steps_of_way(size_t count) { return count <= 1 << 13 ? 1 : count <= 1 << 17 ? 8 : 32; }
/* The chain of a place during placing: the steps to walk along it, the number of moves when its
   last key was placed, and its number of keys. */
typedef struct Chain {
  uint32_t steps, moved, keys;
} Chain;
/* A longer chain isn't a coincidence: among 2^19 random keys, so many hardly ever share a place. */
enum { KEYS_BY_CHANCE = 12 };
/* The largest array of nodes if their layout is unknown. */
enum { NODES_UNKNOWN = NODE << 14 };
/* The most short texts that may share a place with a new one. On average Lua has about one text at
   each place, and ordinary texts never reach twenty. */
enum { TEXTS_MAX = 100 };

static _Atomic int layout;       /* LAYOUT_… */
enum { LAYOUT_UNKNOWN = 0, LAYOUT_AS_HERE = 1, LAYOUT_OTHER = 2 };

/* Whether this is the size of an array of 2^n nodes. */
static bool is_nodes(size_t size) { return size % NODE == 0 && ((size / NODE) & (size / NODE - 1)) == 0; }

/* Returns the place of an integer among 2^n, as Lua computes it. */
static size_t place_of_integer(uint64_t key, size_t count) { return (size_t)(key % ((count - 1) | 1)); }

static size_t place_of_float(double key, size_t count) {
  int exponent;
  double scaled = frexp(key, &exponent) * -(double)INT_MIN;
  unsigned int hash = 0;
  if (scaled >= -0x1p63 && scaled < 0x1p63) { /* neither infinite nor NaN */
    hash = (unsigned int)exponent + (unsigned int)(int64_t)scaled;
    if (hash > INT_MAX) hash = ~hash;
  }
  return (size_t)((int)hash % (int)((count - 1) | 1));
}

/* Returns the place of a key among `count` = 2^n. A text used as a key has a hash already, whatever
   its length. */
static size_t place_of_key(const uint8_t *node, size_t count) {
  const uint8_t *key = node + AT_KEY;
  switch (node[AT_KEY_TYPE]) {
  case KEY_INTEGER: {
    uint64_t integer;
    memcpy(&integer, key, sizeof integer);
    return place_of_integer(integer, count);
  }
  case KEY_FLOAT: {
    double number;
    memcpy(&number, key, sizeof number);
    return place_of_float(number, count);
  }
  case KEY_SHORT:
  case KEY_LONG: {
    const uint8_t *text;
    uint32_t hash;
    memcpy(&text, key, sizeof text);
    memcpy(&hash, text + TEXT_HASH, sizeof hash);
    return hash & (count - 1);
  }
  case KEY_FALSE: return 0;
  case KEY_TRUE: return 1;
  default: { /* tables, functions and the like, by their addresses */
    uintptr_t address;
    memcpy(&address, key, sizeof address);
    return (uint32_t)address % (uint32_t)((count - 1) | 1);
  }
  }
}

/* Returns the steps to place the keys of the array in `count` places. `chains` has room for one
   chain per place.

   A key is compared with all keys of its place. If the key is the first of its place, it may find a
   node of another chain there. Lua moves that node away, and walks along that other chain to find
   the previous node. Which chain that is depends on all keys that were placed before, so this
   function assumes the longest chain so far. A short text may be such a first key. */
static uint64_t steps_to_place(const Guard *g, const NodeArray *nodes, size_t count, Chain *chains) {
  uint64_t steps = 0;
  uint32_t moved = 0, longest = 0, way = steps_of_way(count);
  memset(chains, 0, count * sizeof *chains);
  for (const uint8_t *node = nodes->bytes, *end = nodes->bytes + nodes->size; node < end; node += NODE) {
    if ((node[AT_TYPE] & TYPE_BITS) == 0) continue;
    if (node[AT_KEY_TYPE] == KEY_SHORT) {
      steps += longest;
      continue;
    }
    uint64_t cost = 1;
    if (node[AT_KEY_TYPE] == KEY_LONG) {
      /* A block of this size needn't hold nodes: its contents may be numbers that a script has
         chosen. So follow only addresses of known texts. */
      const uint8_t *text;
      size_t length;
      memcpy(&text, node + AT_KEY, sizeof text);
      if (!long_texts_hold(&g->long_texts, text)) continue;
      memcpy(&length, text + TEXT_NEXT, sizeof length);
      cost = STEPS_OF_TEXT + length / BYTES_OF_STEP;
    }
    Chain *chain = &chains[place_of_key(node, count)];
    steps += cost * chain->steps;
    if (chain->keys == 0) {
      steps += longest;
      chain->steps = 1;
    } else {
      moved++;
      chain->steps += moved - chain->moved <= NEAR ? 1 : way;
    }
    chain->moved = moved;
    if (++chain->keys > KEYS_BY_CHANCE && chain->steps > longest) longest = chain->steps;
  }
  return steps;
}

void nodes_look_at_text(Guard *g) {
  const uint8_t *text = g->new_text;
  g->new_text = NULL;
  if (text[TEXT_TYPE] != TYPE_SHORT || atomic_load_explicit(&layout, memory_order_relaxed) != LAYOUT_AS_HERE) return;
  for (size_t count = 0; text; count++) {
    if (count > TEXTS_MAX) {
      g->texts_collide = true;
      return;
    }
    memcpy(&text, text + TEXT_NEXT, sizeof text);
  }
}

bool nodes_are_placed_soon(Guard *g, void *block, size_t size) {
  if (!is_nodes(size)) return true;
  if (atomic_load_explicit(&layout, memory_order_relaxed) == LAYOUT_OTHER) return size <= NODES_UNKNOWN;
  /* with so few keys, and with texts of this total length, placing even the worst keys can't take
     long */
  uint64_t count = size / NODE;
  uint64_t pairs = count * count / 2;
  if (pairs * (steps_of_way(count) + STEPS_OF_TEXT) + count * (g->long_texts.bytes / BYTES_OF_STEP) <= STEPS_MAX) return true;
  for (size_t i = 0; i < g->nodes_count; i++) {
    /* a table that grows to this array has at least half as many nodes now */
    if (g->nodes[i].size < size / 2) continue;
    if (steps_to_place(g, &g->nodes[i], count, block) > STEPS_MAX) return false;
  }
  return true;
}

bool nodes_note(Guard *g, const void *block, size_t size) {
  if (!is_nodes(size)) return true;
  if (g->nodes_count == g->nodes_room) {
    size_t room = g->nodes_room ? 2 * g->nodes_room : 16;
    NodeArray *more = realloc(g->nodes, room * sizeof *more);
    if (!more) return false;
    g->nodes = more;
    g->nodes_room = room;
  }
  g->nodes[g->nodes_count++] = (NodeArray){ block, size };
  return true;
}

void nodes_forget(Guard *g, const void *block, size_t size) {
  if (!is_nodes(size) || size < NODES_NOTED) return;
  for (size_t i = 0; i < g->nodes_count; i++) {
    if (g->nodes[i].bytes != block) continue;
    g->nodes[i] = g->nodes[--g->nodes_count];
    return;
  }
}

/* Inserts the value on top of the stack as a key into the table below it, and removes both again.
   Returns whether the key was at the expected place, among the `count` nodes noted last. Raises
   memory errors. */
static bool is_placed_as_here(lua_State *L, size_t count) {
  const Guard *g = guard_of(L);
  const void *object = lua_topointer(L, -1);
  lua_Integer integer = lua_tointeger(L, -1);
  lua_Number number = lua_tonumber(L, -1);
  bool is_integer = lua_isinteger(L, -1);
  lua_pushvalue(L, -1);
  lua_pushboolean(L, 1);
  lua_rawset(L, -4);
  bool found = false;
  if (g->nodes_count > 0 && g->nodes[g->nodes_count - 1].size == count * NODE) {
    const uint8_t *nodes = g->nodes[g->nodes_count - 1].bytes;
    size_t keys = 0;
    for (size_t i = 0; i < count; i++) {
      const uint8_t *node = nodes + i * NODE;
      if ((node[AT_TYPE] & TYPE_BITS) == 0) continue;
      keys++;
      const void *key = object ? (const void *)&object : is_integer ? (const void *)&integer : (const void *)&number;
      found = (node[AT_TYPE] & TYPE_BITS) == LUA_TBOOLEAN && memcmp(node + AT_KEY, key, 8) == 0;
      if (found) found = place_of_key(node, count) == i;
    }
    found = found && keys == 1;
  }
  lua_pushnil(L);
  lua_rawset(L, -3);
  return found;
}

/* Whether a text has the fields that this file reads. `next` of a long text is its length. */
static bool is_text_as_here(const uint8_t *text, const char *bytes, size_t length, bool is_short) {
  size_t found;
  memcpy(&found, text + TEXT_NEXT, sizeof found);
  return (const char *)text + TEXT_NEXT + sizeof found == bytes && (text[TEXT_TYPE] == TYPE_SHORT) == is_short
         && (is_short || found == length);
}

void nodes_probe(lua_State *L) {
  if (atomic_load(&layout) != LAYOUT_UNKNOWN) return;
  const size_t count = NODES_NOTED / NODE;
  char long_text[] = "a text that is too long for Lua to keep it once for all";
  lua_createtable(L, 0, (int)count);
  lua_pushinteger(L, INT64_C(-6148914691236517205));
  bool as_here = is_placed_as_here(L, count);
  lua_pushnumber(L, -1234.5678);
  as_here = is_placed_as_here(L, count) && as_here;
  const char *text = lua_pushliteral(L, "a short text");
  as_here = as_here && is_text_as_here(lua_topointer(L, -1), text, 12, true);
  as_here = is_placed_as_here(L, count) && as_here;
  text = lua_pushstring(L, long_text);
  as_here = as_here && is_text_as_here(lua_topointer(L, -1), text, sizeof long_text - 1, false);
  as_here = is_placed_as_here(L, count) && as_here;
  lua_createtable(L, 0, 0);
  as_here = is_placed_as_here(L, count) && as_here;
  atomic_store(&layout, as_here ? LAYOUT_AS_HERE : LAYOUT_OTHER);
  lua_pop(L, 1);
}

bool guard_knows_nodes(void) { return atomic_load(&layout) == LAYOUT_AS_HERE; }

/* The body of a protected call. Its argument is the address for the seed. */
static int body_seed(lua_State *L) {
  lua_pushliteral(L, ""); /* the hash of an empty text is the seed */
  memcpy(lua_touserdata(L, 1), (const uint8_t *)lua_topointer(L, -1) + TEXT_HASH, sizeof(uint32_t));
  return 0;
}

GuardStatus guard_text_seed(Guard *guard, uint32_t *seed) {
  return guard_knows_nodes() ? guard_protect(guard, body_seed, seed, INT64_C(1000000000)) : GUARD_HOST;
}
