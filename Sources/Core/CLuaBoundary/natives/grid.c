/* Native functions of parlor.grid, for boards without a metatable and with valid integer sides. The
   SDK's own function makes the cell names, once for each size. Every function here may also raise
   a limit error, or a memory error.

   A cell's place is its number in reading order, from 0: row by row from the top, as `grid.cells`
   lists them. */
#include "standins.h"

enum { SIDE_MAX = 26, CELLS_MAX = SIDE_MAX * SIDE_MAX, WAYS = 4 };
enum { COLUMNS = STANDIN_KEYS, ROWS = STANDIN_KEYS - 1 }; /* upvalues count downwards */

/* The four directions of a line, in the order in which the SDK checks them. */
static const struct { int right, up; } ways[WAYS] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };

/* The board at 1. `names` is the index of the list of its cells' names. */
typedef struct Board {
  Guard *guard;
  int columns, rows, cells, names;
} Board;

/* Returns the side of the board at 1 with the key at `key`, or 0 if it isn't a valid integer. */
static int side(lua_State *L, int key) {
  lua_pushvalue(L, key);
  lua_rawget(L, 1);
  lua_Integer length = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
  lua_pop(L, 1);
  return length >= 1 && length <= SIDE_MAX ? (int)length : 0;
}

/* Reads the board at 1 and pushes the list of its cells. Returns false if the native functions
   can't handle the board. Adjusts the stack to `count` arguments, with nil for missing ones. Needs
   four free slots. */
static bool read_board(lua_State *L, int count, Board *board) {
  lua_settop(L, count);
  if (lua_type(L, 1) != LUA_TTABLE) return false;
  if (lua_getmetatable(L, 1)) {
    bool deferred = guard_is_deferred(L);
    lua_pop(L, 1);
    if (!deferred) return false;
    guard_behind(L, 1); /* it is only read */
    lua_replace(L, 1);
  }
  int columns = side(L, COLUMNS), rows = side(L, ROWS);
  if (!columns || !rows) return false;
  *board = (Board){ guard_of(L), columns, rows, columns * rows, count + 1 };
  int size = columns * (SIDE_MAX + 1) + rows;
  if (lua_rawgeti(L, STANDIN_KEPT, size) == LUA_TNIL) {
    lua_pushvalue(L, STANDIN_LISTS);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, STANDIN_KEPT, size);
    lua_replace(L, board->names);
  }
  return true;
}

/* Pushes the name of the cell at a place. */
static inline void push_name(lua_State *L, const Board *board, int place) { lua_rawgeti(L, board->names, place + 1); }

/* Pushes the value of the cell at a place and returns its type. Counts a step. */
static inline int push_value(lua_State *L, const Board *board, int place) {
  guard_tick(L, board->guard);
  push_name(L, board, place);
  return lua_rawget(L, 1);
}

/* Returns the place of the cell whose name is at `index`, or -1. */
static int place_of(lua_State *L, const Board *board, int index) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  const char *name = lua_tolstring(L, index, &length);
  if (length < 2 || length > 3 || name[1] < '1' || name[1] > '9') return -1;
  int column = name[0] - 'a', row = name[1] - '0';
  if (length == 3) {
    if (name[2] < '0' || name[2] > '9') return -1;
    row = row * 10 + name[2] - '0';
  }
  if (column < 0 || column >= board->columns || row > board->rows) return -1;
  return (board->rows - row) * board->columns + column;
}

/* cells(board): returns a new list of all cells. */
static int grid_cells(lua_State *L) {
  Board board;
  if (!read_board(L, 1, &board)) return standin_leave(L, 1);
  lua_createtable(L, standin_places(board.cells), 0);
  for (int place = 0; place < board.cells; place++) {
    guard_tick(L, board.guard);
    push_name(L, &board, place);
    lua_rawseti(L, -2, place + 1);
  }
  return 1;
}

/* empty(board): returns a new list of the empty cells. Counts them first, because a growing list is
   copied again and again. */
static int grid_empty(lua_State *L) {
  Board board;
  bool is_empty[CELLS_MAX];
  int count = 0, added = 0;
  if (!read_board(L, 1, &board)) return standin_leave(L, 1);
  for (int place = 0; place < board.cells; place++) {
    if (place % 16 == 0) lua_settop(L, board.names); /* pop the values in batches */
    is_empty[place] = push_value(L, &board, place) == LUA_TNIL;
    count += is_empty[place];
  }
  /* The SDK's list starts with room for eight. */
  lua_createtable(L, standin_places(count < 8 ? 8 : count), 0);
  for (int place = 0; added < count; place++) {
    if (!is_empty[place]) continue;
    push_name(L, &board, place);
    lua_rawseti(L, -2, ++added);
  }
  return 1;
}

/* full(board): returns whether no cell is empty. */
static int grid_full(lua_State *L) {
  Board board;
  if (!read_board(L, 1, &board)) return standin_leave(L, 1);
  int place = 0;
  for (; place < board.cells && push_value(L, &board, place) != LUA_TNIL; place++) lua_pop(L, 1);
  lua_pushboolean(L, place == board.cells);
  return 1;
}

/* Whether lua_rawequal gives the result of `==` for the value at `index`, because the value can't
   have a metamethod. */
static bool compares_raw(lua_State *L, int index) {
  int type = lua_type(L, index);
  return type != LUA_TNIL && type != LUA_TTABLE && type != LUA_TUSERDATA;
}

/* count(board, value): returns the number of cells with the value. */
static int grid_count(lua_State *L) {
  Board board;
  if (!read_board(L, 2, &board) || !compares_raw(L, 2)) return standin_leave(L, 2);
  int count = 0;
  for (int place = 0; place < board.cells; place++) {
    push_value(L, &board, place);
    count += lua_rawequal(L, -1, 2);
    lua_pop(L, 1);
  }
  lua_pushinteger(L, count);
  return 1;
}

/* Returns how many cells after `place` in this direction have the value at 4. */
static int reach(lua_State *L, const Board *board, int place, int right, int up) {
  int column = place % board->columns + right, row = place / board->columns - up, length = 0;
  for (; column >= 0 && column < board->columns && row >= 0 && row < board->rows; column += right, row -= up) {
    push_value(L, board, row * board->columns + column);
    bool same = lua_rawequal(L, -1, 4);
    lua_pop(L, 1);
    if (!same) break;
    length++;
  }
  return length;
}

/* run(board, cell): returns the longest run of equal values through the cell, or 0 for an empty
   cell. */
static int grid_run(lua_State *L) {
  Board board;
  if (!read_board(L, 2, &board)) return standin_leave(L, 2);
  int place = place_of(L, &board, 2), longest = 1;
  if (place < 0) return standin_leave(L, 2);
  if (push_value(L, &board, place) == LUA_TNIL) longest = 0; /* 4 */
  else if (!compares_raw(L, 4)) return standin_leave(L, 2);
  for (int i = 0; longest > 0 && i < WAYS; i++) {
    int length = 1 + reach(L, &board, place, ways[i].right, ways[i].up) + reach(L, &board, place, -ways[i].right, -ways[i].up);
    if (length > longest) longest = length;
  }
  lua_pushinteger(L, longest);
  return 1;
}

enum { EMPTY = -1 };

/* Reads the values of all cells. Returns false if a value is not an integer. Sets `taken` to the
   number of cells that aren't empty. */
static bool read_values(lua_State *L, const Board *board, lua_Integer *values, int *taken) {
  *taken = 0;
  for (int place = 0; place < board->cells; place++) {
    values[place] = EMPTY;
    bool empty = push_value(L, board, place) == LUA_TNIL;
    if (!empty && lua_isinteger(L, -1)) values[place] = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (empty) continue;
    if (values[place] == EMPTY) return false;
    (*taken)++;
  }
  return true;
}

/* Returns the step from each place of a line to the next, if all its `length` cells are on the
   board and have the same value. Otherwise returns 0. */
static int line_step(const Board *board, const lua_Integer *values, int place, int way, int length) {
  int right = ways[way].right, up = ways[way].up, step = right - up * board->columns;
  int column = place % board->columns + right * (length - 1), row = place / board->columns - up * (length - 1);
  if (column < 0 || column >= board->columns || row < 0 || row >= board->rows) return 0;
  for (int i = 1; i < length; i++) {
    if (values[place + i * step] != values[place]) return 0;
  }
  return step;
}

/* Pushes a new list of the cells of a line. */
static void push_line(lua_State *L, const Board *board, int place, int step, int length) {
  lua_createtable(L, standin_places(length), 0);
  for (int i = 0; i < length; i++) {
    push_name(L, board, place + i * step);
    lua_rawseti(L, -2, i + 1);
  }
}

/* owner(board, length): returns the value that fills the first complete line, and that line.
   Returns nothing if no line is complete. */
static int grid_owner(lua_State *L) {
  Board board;
  lua_Integer values[CELLS_MAX], length;
  int taken;
  if (!read_board(L, 2, &board) || !lua_isinteger(L, 2)) return standin_leave(L, 2);
  length = lua_tointeger(L, 2);
  if (length < 2 || length > SIDE_MAX || !read_values(L, &board, values, &taken)) return standin_leave(L, 2);
  for (int place = 0; taken >= length && place < board.cells; place++) {
    if (values[place] == EMPTY) continue;
    guard_tick(L, board.guard);
    for (int way = 0; way < WAYS; way++) {
      int step = line_step(&board, values, place, way, (int)length);
      if (!step) continue;
      lua_pushinteger(L, values[place]);
      push_line(L, &board, place, step, (int)length);
      return 2;
    }
  }
  return 0;
}

static const luaL_Reg functions[] = {
  { "cells", grid_cells }, { "empty", grid_empty }, { "full", grid_full }, { "count", grid_count }, { "run", grid_run },
  { "owner", grid_owner }, { NULL, NULL }
};
const Standins guard_grid_standins = { "parlor.grid", "cells", { "columns", "rows" }, functions };
