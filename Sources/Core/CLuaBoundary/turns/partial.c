/* Functions of the turn engine for a replica that doesn't know every sealed move: of some moves it
   only knows that a seat has sealed them. See walk.h. */
#include "walk.h"

Move *walk_checked_move(lua_State *L, Walk *walk, int arg) {
  lua_Integer number = luaL_checkinteger(L, arg);
  luaL_argcheck(L, number >= 1 && number <= walk->move_count, arg, "a move's number expected");
  return &walk->moves[number - 1];
}

int walk_checked_seat(lua_State *L, const Walk *walk, int arg) {
  lua_Integer seat = luaL_checkinteger(L, arg);
  luaL_argcheck(L, seat >= 1 && seat <= walk->seats, arg, "a seat expected");
  return (int)seat;
}

/* seal(seat): plays a sealed move that isn't known here. Returns the packed result of the ply, or
   REFUSED or less. */
static int call_seal(lua_State *L) {
  Walk *walk = walk_here(L);
  int seat = (int)luaL_checkinteger(L, 1), flags = REFUSED;
  walk->refused = 0;
  walk_begin(L, walk);
  if (walk_may_seal(L, walk, seat)) {
    lua_pushnil(L);
    flags = walk_enter(L, walk, seat, UNKNOWN_MOVE);
  }
  lua_pushinteger(L, walk_told(walk, 0, seat, flags));
  return 1;
}

/* is_unknown(seat): returns whether the seat has seals that aren't known here. */
static int call_is_unknown(lua_State *L) {
  const Walk *walk = walk_here(L);
  lua_Integer seat = luaL_checkinteger(L, 1);
  lua_pushboolean(L, seat >= 1 && seat <= walk->seats && walk_is_unknown(walk, (int)seat));
  return 1;
}

/* mark_unknown(seat): marks the seat's seals as unknown, for a saved match. */
static int call_mark_unknown(lua_State *L) {
  Walk *walk = walk_here(L);
  walk->unknown |= walk_bit(walk_checked_seat(L, walk, 1));
  return 0;
}

/* unveil(): records that a hook has tried to read a part of the secrets that isn't known. */
static int call_unveil(lua_State *L) {
  walk_here(L)->veiled = true;
  return 0;
}

/* may_seal(seat): returns whether the seat may seal a move now. */
static int call_may_seal(lua_State *L) {
  Walk *walk = walk_here(L);
  lua_pushboolean(L, walk_may_seal(L, walk, (int)luaL_checkinteger(L, 1)));
  return 1;
}

/* at_index(seat, index): returns the number and the argument of the seat's move at this index, or
   nothing. */
static int call_at_index(lua_State *L) {
  Walk *walk = walk_here(L);
  int seat = walk_checked_seat(L, walk, 1);
  lua_Integer index = luaL_checkinteger(L, 2);
  if (!walk_may_move(walk, seat)) return 0;
  walk_gather(L, walk, seat);
  lua_settop(L, 2);
  int number = walk_at_index(L, walk, index);
  if (number < 0) return 0;
  lua_pushinteger(L, number + 1);
  lua_insert(L, -2);
  return 2;
}

/* refused(): returns the seat and the number of the move that `play` rejected at the last ply, or
   nothing. */
static int call_refused(lua_State *L) {
  const Walk *walk = walk_here(L);
  if (!walk->refused) return 0;
  lua_pushinteger(L, walk->refused);
  lua_pushinteger(L, walk->refused_move + 1);
  return 2;
}

/* The functions that walkhost.c adds to its own. */
const luaL_Reg walk_partial[] = {
  { "seal", call_seal }, { "may_seal", call_may_seal }, { "unveil", call_unveil }, { "is_unknown", call_is_unknown },
  { "mark_unknown", call_mark_unknown }, { "at_index", call_at_index }, { "refused", call_refused }, { NULL, NULL }
};
