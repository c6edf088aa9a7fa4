/* table.sort for scripts: a stable merge sort. Elements that compare equal keep their order, so the result depends on
   nothing but the table and the comparison; and any comparison will do, however inconsistent, though the order is then
   arbitrary (but the same everywhere). */
#include "library.h"
#include <limits.h>

/* What sorting keeps on the Lua stack. The elements stay where they are; what is sorted is their numbers. */
enum {
  SLOT_TABLE = 1,    /* argument 1 */
  SLOT_BEFORE = 2,   /* argument 2: the comparison, or nil */
  SLOT_ELEMENTS = 3, /* a table: the elements in their old order */
  SLOT_NUMBERS = 4,  /* a userdata: two arrays of element numbers */
  SLOT_LEFT = 5,     /* the elements that are compared next */
  SLOT_RIGHT = 6
};
enum { NUMBERS_STRIDE = 1024 /* element numbers copied between two ticks */ };

static void load(lua_State *L, int slot, int number) {
  lua_rawgeti(L, SLOT_ELEMENTS, number);
  lua_replace(L, slot);
}

/* Whether the right element goes before the left one. Raises what the comparison raises. */
static bool right_first(lua_State *L, Guard *guard, bool own_comparison) {
  guard_tick(L, guard);
  if (!own_comparison) return lua_compare(L, SLOT_RIGHT, SLOT_LEFT, LUA_OPLT);
  lua_pushvalue(L, SLOT_BEFORE);
  lua_pushvalue(L, SLOT_RIGHT);
  lua_pushvalue(L, SLOT_LEFT);
  lua_call(L, 2, 1);
  bool result = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return result;
}

static void copy_numbers(lua_State *L, Guard *guard, int *to, const int *from, int count) {
  for (int i = 0; i < count; i++) {
    if (i % NUMBERS_STRIDE == 0) guard_tick(L, guard);
    to[i] = from[i];
  }
}

/* Merges the sorted numbers from[start..<middle] and from[middle..<end] into `to`. */
static void merge(lua_State *L, Guard *guard, bool own, const int *from, int *to, int start, int middle, int end) {
  int left = start, right = middle, next = start;
  load(L, SLOT_LEFT, from[middle - 1]);
  load(L, SLOT_RIGHT, from[middle]);
  bool takes_right = right_first(L, guard, own);
  if (takes_right) { /* else the two runs are in order as they stand */
    if (middle - start > 1) {
      load(L, SLOT_LEFT, from[start]);
      takes_right = right_first(L, guard, own);
    }
    for (;;) {
      if (takes_right) {
        to[next++] = from[right++];
        if (right == end) break;
        load(L, SLOT_RIGHT, from[right]);
      } else {
        to[next++] = from[left++];
        if (left == middle) break;
        load(L, SLOT_LEFT, from[left]);
      }
      takes_right = right_first(L, guard, own);
    }
  }
  copy_numbers(L, guard, to + next, from + left, middle - left);
  next += middle - left;
  copy_numbers(L, guard, to + next, from + right, end - right);
}

/* sort(table [, comparison]). The table is written only when everything is compared: whatever the comparison does to it,
   or raises, the outcome is the sorted old elements or no change. Raises argument errors, "array too big", what the
   comparison raises, a memory error, the kill. */
int guard_table_sort(lua_State *L) {
  guard_writable(L, 1);
  lua_Unsigned length = lua_rawlen(L, 1);
  if (length < 2) return 0;
  luaL_argcheck(L, length < INT_MAX, 1, "array too big");
  bool own = !lua_isnoneornil(L, 2);
  if (own) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  Guard *guard = guard_of(L);
  int count = (int)length;
  lua_createtable(L, count, 0);
  int *numbers = lua_newuserdatauv(L, 2 * (size_t)count * sizeof(int), 0), *sorted = numbers + count;
  for (int i = 0; i < count; i++) {
    guard_tick(L, guard);
    lua_rawgeti(L, SLOT_TABLE, i + 1);
    lua_rawseti(L, SLOT_ELEMENTS, i + 1);
    numbers[i] = i + 1;
  }
  lua_settop(L, SLOT_RIGHT);
  for (int run = 1; run < count; run = run > count / 2 ? count : 2 * run) {
    for (int start = 0; start < count;) {
      int middle = count - start > run ? start + run : count;
      int end = count - middle > run ? middle + run : count;
      if (middle < end) merge(L, guard, own, numbers, sorted, start, middle, end);
      else copy_numbers(L, guard, sorted + start, numbers + start, end - start);
      start = end;
    }
    int *other = numbers;
    numbers = sorted;
    sorted = other;
  }
  for (int i = 0; i < count; i++) {
    guard_tick(L, guard);
    lua_rawgeti(L, SLOT_ELEMENTS, numbers[i]);
    lua_rawseti(L, SLOT_TABLE, i + 1);
  }
  return 0;
}
