/* table.sort for scripts: a stable merge sort. Equal elements keep their order, so the result
   depends only on the table and the comparison. An inconsistent comparison is allowed. With such a
   comparison the order is arbitrary, but the same on every device. */
#include "library.h"
#include <limits.h>

enum {
  FEW = 64, /* up to this many elements are sorted on the stack, without a table and a block */
  NUMBERS_STRIDE = 1024  /* element numbers copied per tick */
};

/* The slots on the Lua stack. The elements themselves don't move: the sort orders their numbers,
   from 1. */
enum {
  SLOT_TABLE = 1,    /* argument 1 */
  SLOT_BEFORE = 2,   /* argument 2: the comparison, or nil */
  SLOT_ELEMENTS = 3, /* few: element 1, followed by the others; many: a table of the elements */
  SLOT_NUMBERS = 4,  /* many: a userdata, two arrays of element numbers */
  SLOT_LEFT = 5,     /* many: the next elements to compare */
  SLOT_RIGHT = 6
};

typedef struct Sorter {
  lua_State *L;
  Guard *guard;
  bool few;            /* whether the elements are on the stack */
  bool own_comparison; /* whether there is an argument 2 */
  bool asks;           /* whether elements are read and written with metamethods */
  int left, right;     /* the stack indices of the next elements to compare */
} Sorter;

static inline void load_left(Sorter *s, int number) {
  if (s->few) {
    s->left = SLOT_ELEMENTS - 1 + number;
  } else {
    lua_rawgeti(s->L, SLOT_ELEMENTS, number);
    lua_replace(s->L, s->left = SLOT_LEFT);
  }
}

static inline void load_right(Sorter *s, int number) {
  if (s->few) {
    s->right = SLOT_ELEMENTS - 1 + number;
  } else {
    lua_rawgeti(s->L, SLOT_ELEMENTS, number);
    lua_replace(s->L, s->right = SLOT_RIGHT);
  }
}

/* Whether the right element goes before the left one. Needs three free slots; raises what the comparison raises. */
static bool right_first(const Sorter *s) {
  lua_State *L = s->L;
  guard_tick(L, s->guard);
  if (!s->own_comparison) return lua_compare(L, s->right, s->left, LUA_OPLT);
  lua_pushvalue(L, SLOT_BEFORE);
  lua_pushvalue(L, s->right);
  lua_pushvalue(L, s->left);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

/* Pushes element `i` of the table. Needs a free slot. */
static void push_element(const Sorter *s, int i) {
  if (s->asks) lua_geti(s->L, SLOT_TABLE, i);
  else lua_rawgeti(s->L, SLOT_TABLE, i);
}

/* Pops element `i` of the table. */
static void pop_element(const Sorter *s, int i) {
  if (s->asks) lua_seti(s->L, SLOT_TABLE, i);
  else lua_rawseti(s->L, SLOT_TABLE, i);
}

static void copy_numbers(const Sorter *s, int *to, const int *from, int count) {
  for (int i = 0; i < count; i++) {
    if (i % NUMBERS_STRIDE == 0) guard_tick(s->L, s->guard);
    to[i] = from[i];
  }
}

/* Merges the sorted numbers from[start..<middle] and from[middle..<end], neither empty, into `to`. */
static void merge(Sorter *s, const int *from, int *to, int start, int middle, int end) {
  int left = start, right = middle, next = start;
  load_left(s, from[middle - 1]);
  load_right(s, from[middle]);
  bool takes_right = right_first(s);
  if (takes_right) { /* else the two runs are in order already */
    if (middle - start > 1) {
      load_left(s, from[start]);
      takes_right = right_first(s);
    }
    for (;;) {
      if (takes_right) {
        to[next++] = from[right++];
        if (right == end) break;
        load_right(s, from[right]);
      } else {
        to[next++] = from[left++];
        if (left == middle) break;
        load_left(s, from[left]);
      }
      takes_right = right_first(s);
    }
  }
  copy_numbers(s, to + next, from + left, middle - left);
  next += middle - left;
  copy_numbers(s, to + next, from + right, end - right);
}

/* Sorts the numbers. Returns `numbers` or `other`, whichever has the result. */
static int *sort_numbers(Sorter *s, int *numbers, int *other, int count) {
  for (int i = 0; i < count; i++) numbers[i] = i + 1;
  for (int run = 1; run < count; run = run > count / 2 ? count : 2 * run) {
    for (int start = 0; start < count;) {
      int middle = count - start > run ? start + run : count;
      int end = count - middle > run ? middle + run : count;
      if (middle < end) merge(s, numbers, other, start, middle, end);
      else copy_numbers(s, other + start, numbers + start, end - start);
      start = end;
    }
    int *sorted = other;
    other = numbers;
    numbers = sorted;
  }
  return numbers;
}

static void sort_few(Sorter *s, int count) {
  lua_State *L = s->L;
  int numbers[FEW], other[FEW];
  guard_need_room(L, count + 4, "no room to sort");
  for (int i = 1; i <= count; i++) push_element(s, i);
  int *sorted = sort_numbers(s, numbers, other, count);
  for (int i = 0; i < count; i++) {
    guard_tick(L, s->guard);
    if (s->asks && sorted[i] == i + 1) continue; /* unchanged: don't call the metamethod */
    lua_pushvalue(L, SLOT_ELEMENTS - 1 + sorted[i]);
    pop_element(s, i + 1);
  }
}

static void sort_many(Sorter *s, int count) {
  lua_State *L = s->L;
  lua_createtable(L, count, 0);
  int *numbers = lua_newuserdatauv(L, 2 * (size_t)count * sizeof(int), 0);
  for (int i = 1; i <= count; i++) {
    guard_tick(L, s->guard);
    push_element(s, i);
    lua_rawseti(L, SLOT_ELEMENTS, i);
  }
  lua_settop(L, SLOT_RIGHT);
  int *sorted = sort_numbers(s, numbers, numbers + count, count);
  for (int i = 0; i < count; i++) {
    guard_tick(L, s->guard);
    if (s->asks && sorted[i] == i + 1) continue;
    lua_rawgeti(L, SLOT_ELEMENTS, sorted[i]);
    pop_element(s, i + 1);
  }
}

/* sort(table [, comparison]): sorts the table. Writes to the table only after all comparisons.
   Therefore the sort either puts the old elements in sorted order or changes nothing, even if the
   comparison changes the table or raises an error. Only a kill, or an error of `__newindex`, can
   interrupt the writes. Raises argument errors, "array too big", a memory error, a limit error, and
   what the comparison raises. */
int guard_table_sort(lua_State *L) {
  guard_writable(L, 1);
  bool asks = guard_asks(L, 1);
  lua_Integer length = guard_length(L, 1, asks);
  if (length < 2) return 0;
  luaL_argcheck(L, length < INT_MAX, 1, "array too big");
  bool own_comparison = !lua_isnoneornil(L, 2);
  if (own_comparison) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  Sorter sorter = {.L = L, .guard = guard_of(L), .few = length <= FEW, .own_comparison = own_comparison,
                   .asks = asks};
  if (sorter.few) sort_few(&sorter, (int)length);
  else sort_many(&sorter, (int)length);
  return 0;
}
