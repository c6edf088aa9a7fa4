/* Growing tables. When the hash part of a table is full, Lua makes a new one and puts every key into it, all in one step
   that no hook and no flag can end. Numbers are hashed without a seed, so a script can choose keys that all fall on one
   place of the new part: then that step takes the square of their number, minutes within 32 MB.

   The allocator sees the step coming: it is asked for an array of nodes, 2^n of them, while the table still has its old
   one. So the large arrays of nodes are noted, and before a larger one is handed out the keys in them are placed as Lua is
   about to place them. If that would take too long the array is refused, with limit `table`. Of texts and addresses a
   script can't choose the place: there is a seed in the one, and the other it never sees.

   This knows how Lua 5.4 lays a node out and how it hashes a number. `nodes_probe` tries that out on a table of the running
   library; where it isn't so, tables may simply not have large hash parts. */
#include "guard.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  NODE = 24,                     /* bytes of a node: value 8, its type 1, the key's type 1, next 4 behind 2 of padding, key 8 */
  AT_TYPE = 8, AT_KEY_TYPE = 9, AT_KEY = 16,
  TYPE_BITS = 0x0f,              /* 0 for every kind of nil: an entry that has gone */
  KEY_INTEGER = 3, KEY_FLOAT = 19,
};
/* Keys placed one by one behind one another: 2^26 steps take less than a quarter of a second. */
enum { STEPS_MAX = 1 << 26 };

static _Atomic int layout;       /* LAYOUT_… */
enum { LAYOUT_UNKNOWN = 0, LAYOUT_AS_HERE = 1, LAYOUT_OTHER = 2 };

/* Is this the size of an array of 2^n nodes? */
static bool is_nodes(size_t size) { return size % NODE == 0 && ((size / NODE) & (size / NODE - 1)) == 0; }

/* The place of an integer among 2^n, as Lua has it. */
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

/* The steps it takes to put the keys of the array of `size` bytes into `count` places. `placed` has room for a number each. */
static uint64_t steps_to_place(const uint8_t *nodes, size_t size, size_t count, uint32_t *placed) {
  uint64_t steps = 0;
  memset(placed, 0, count * sizeof *placed);
  for (const uint8_t *node = nodes, *end = nodes + size; node < end; node += NODE) {
    size_t place;
    if ((node[AT_TYPE] & TYPE_BITS) == 0) continue;
    if (node[AT_KEY_TYPE] == KEY_INTEGER) {
      uint64_t key;
      memcpy(&key, node + AT_KEY, sizeof key);
      place = place_of_integer(key, count);
    } else if (node[AT_KEY_TYPE] == KEY_FLOAT) {
      double key;
      memcpy(&key, node + AT_KEY, sizeof key);
      place = place_of_float(key, count);
    } else {
      continue;
    }
    steps += placed[place]++;
  }
  return steps;
}

bool nodes_are_placed_soon(Guard *g, void *block, size_t size) {
  if (!is_nodes(size)) return true;
  if (atomic_load_explicit(&layout, memory_order_relaxed) == LAYOUT_OTHER) return size <= NODES_CHECKED;
  for (size_t i = 0; i < g->nodes_count; i++) {
    if (steps_to_place(g->nodes[i].bytes, g->nodes[i].size, size / NODE, block) > STEPS_MAX) return false;
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

void nodes_forget(Guard *g, const void *block) {
  for (size_t i = 0; i < g->nodes_count; i++) {
    if (g->nodes[i].bytes != block) continue;
    g->nodes[i] = g->nodes[--g->nodes_count];
    return;
  }
}

/* Is the one array that is noted as this file takes it to be, with these two keys where they belong? */
static bool is_as_here(const Guard *g, size_t count, lua_Integer integer, lua_Number number) {
  if (g->nodes_count != 1 || g->nodes[0].size != count * NODE) return false;
  const uint8_t *node = g->nodes[0].bytes + place_of_integer((uint64_t)integer, count) * NODE;
  const uint8_t *other = g->nodes[0].bytes + place_of_float(number, count) * NODE;
  return (node[AT_TYPE] & TYPE_BITS) == LUA_TBOOLEAN && node[AT_KEY_TYPE] == KEY_INTEGER
         && memcmp(node + AT_KEY, &integer, sizeof integer) == 0 && (other[AT_TYPE] & TYPE_BITS) == LUA_TBOOLEAN
         && other[AT_KEY_TYPE] == KEY_FLOAT && memcmp(other + AT_KEY, &number, sizeof number) == 0
         && (node[NODE + AT_TYPE] & TYPE_BITS) == 0;
}

void nodes_probe(lua_State *L) {
  if (atomic_load(&layout) != LAYOUT_UNKNOWN) return;
  const size_t count = NODES_NOTED / NODE;
  const lua_Integer integer = INT64_C(-6148914691236517205);
  const lua_Number number = -1234.5678;
  lua_createtable(L, 0, (int)count);
  lua_pushboolean(L, 1);
  lua_rawseti(L, -2, integer);
  lua_pushnumber(L, number);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  atomic_store(&layout, is_as_here(guard_of(L), count, integer, number) ? LAYOUT_AS_HERE : LAYOUT_OTHER);
  lua_pop(L, 1);
}

bool guard_knows_nodes(void) { return atomic_load(&layout) == LAYOUT_AS_HERE; }
