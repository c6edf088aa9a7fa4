/* Functions of the turn engine for a replica that doesn't know every sealed move: of some moves it
   only knows that a seat has sealed them. See turns.h. */
#include "turns.h"

Move *turns_checked_move(lua_State *L, TurnEngine *engine, int arg) {
  lua_Integer number = luaL_checkinteger(L, arg);
  luaL_argcheck(L, number >= 1 && number <= engine->move_count, arg, "a move's number expected");
  return &engine->moves[number - 1];
}

int turns_checked_seat(lua_State *L, const TurnEngine *engine, int arg) {
  lua_Integer seat = luaL_checkinteger(L, arg);
  luaL_argcheck(L, seat >= 1 && seat <= engine->seats, arg, "a seat expected");
  return (int)seat;
}

/* seal(seat): plays a sealed move that isn't known here. Returns the result of turns_told. */
static int call_seal(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = (int)luaL_checkinteger(L, 1), flags = REFUSED;
  engine->refused = 0;
  turns_begin(L, engine);
  if (turns_may_seal(L, engine, seat)) {
    lua_pushnil(L);
    flags = turns_enter(L, engine, seat, UNKNOWN_MOVE);
  }
  lua_pushinteger(L, turns_told(engine, 0, seat, flags));
  return 1;
}

/* is_unknown(seat): returns whether the seat has seals that aren't known here. */
static int call_is_unknown(lua_State *L) {
  const TurnEngine *engine = turns_here(L);
  lua_Integer seat = luaL_checkinteger(L, 1);
  lua_pushboolean(L, seat >= 1 && seat <= engine->seats && turns_is_unknown(engine, (int)seat));
  return 1;
}

/* mark_unknown(seat): marks the seat's seals as unknown, for a saved match. */
static int call_mark_unknown(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  engine->unknown |= turns_bit(turns_checked_seat(L, engine, 1));
  return 0;
}

/* unveil(): records that a hook has tried to read a part of the secrets that isn't known. */
static int call_unveil(lua_State *L) {
  turns_here(L)->veiled = true;
  return 0;
}

/* may_seal(seat): returns whether the seat may seal a move now. */
static int call_may_seal(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  lua_pushboolean(L, turns_may_seal(L, engine, (int)luaL_checkinteger(L, 1)));
  return 1;
}

/* at_index(seat, index): returns the number and the argument of the seat's move at this index, or
   nothing. */
static int call_at_index(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = turns_checked_seat(L, engine, 1);
  lua_Integer index = luaL_checkinteger(L, 2);
  if (!turns_may_move(engine, seat)) return 0;
  turns_gather(L, engine, seat);
  lua_settop(L, 2);
  int number = turns_at_index(L, engine, index);
  if (number < 0) return 0;
  lua_pushinteger(L, number + 1);
  lua_insert(L, -2);
  return 2;
}

/* refused(): returns the seat and the number of the move that `play` rejected at the last ply, or
   nothing. */
static int call_refused(lua_State *L) {
  const TurnEngine *engine = turns_here(L);
  if (!engine->refused) return 0;
  lua_pushinteger(L, engine->refused);
  lua_pushinteger(L, engine->refused_move + 1);
  return 2;
}

/* The functions that turns_host.c adds to its own. */
const luaL_Reg turns_partial[] = {
  { "seal", call_seal }, { "may_seal", call_may_seal }, { "unveil", call_unveil }, { "is_unknown", call_is_unknown },
  { "mark_unknown", call_mark_unknown }, { "at_index", call_at_index }, { "refused", call_refused }, { NULL, NULL }
};
