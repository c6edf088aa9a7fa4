/* Evaluates a changed state: an outcome, or whose turn it is. See turns.h. */
#include "turns.h"

static int next_seat(const TurnEngine *engine, int seat) {
  do seat = seat % engine->seats + 1; while (engine->gone[seat] && engine->gone_count < engine->seats);
  return seat;
}

/* Returns the seat at `index`, or 0 if the value is not a seat. */
static int seat_at(lua_State *L, const TurnEngine *engine, int index) {
  int whole;
  lua_Integer seat = lua_tointegerx(L, index, &whole);
  return whole && lua_type(L, index) == LUA_TNUMBER && seat >= 1 && seat <= engine->seats ? (int)seat : 0;
}

/* Opens the move whose name is on top, and pops the name. */
static void open_named(lua_State *L, TurnEngine *engine) {
  turns_push(L, BY_NAME);
  lua_pushvalue(L, -2);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    guard_push_text(L, -3);
    guard_fail(L, "turn: '%s' is no move of this game", lua_tostring(L, -1));
  }
  engine->moves[lua_tointeger(L, -1) - 1].named = true;
  lua_pop(L, 3);
}

/* Opens only the moves that `turn` named. Pops its second result: a name or a list of names. */
static void name_moves(lua_State *L, TurnEngine *engine) {
  engine->naming = true;
  for (int number = 0; number < engine->move_count; number++) engine->moves[number].named = false;
  if (lua_type(L, -1) == LUA_TSTRING) {
    open_named(L, engine);
    return;
  }
  lua_Integer count = guard_list(L, "turn: the second result");
  if (count < 0) guard_fail(L, "turn: the second result must be a move's name or a list of names");
  for (lua_Integer place = 1; place <= count; place++) {
    guard_tick(L, guard_of(L));
    if (lua_rawgeti(L, -1, place) == LUA_TNIL) guard_fail(L, "turn: the list of names has a hole at %d", (int)place);
    open_named(L, engine);
  }
  lua_pop(L, 1);
}

/* Starts a round of the seats in the list on top. */
static void begin_round(lua_State *L, TurnEngine *engine) {
  lua_Integer listed = guard_list(L, "turn");
  for (int seat = 1; seat <= engine->seats; seat++) engine->waiting[seat] = NOT_IN_ROUND;
  for (lua_Integer place = 1; place <= listed; place++) {
    guard_tick(L, guard_of(L));
    if (lua_rawgeti(L, -1, place) == LUA_TNIL) guard_fail(L, "turn: the list of seats has a hole at %d", (int)place);
    int seat = seat_at(L, engine, -1);
    if (!seat) guard_fail(L, "turn: seats are numbers from 1 to %d", engine->seats);
    engine->waiting[seat] = NOT_MOVED;
    lua_pop(L, 1);
  }
  int count = 0;
  for (int seat = 1; seat <= engine->seats; seat++) {
    if (engine->waiting[seat] == NOT_MOVED && !engine->gone[seat]) engine->round[count++] = seat;
  }
  if (count == 0) guard_fail(L, "turn: there is no outcome, and no seat to move");
  engine->round_count = count;
  engine->waiting_count = 0;
  engine->turn = engine->round[0];
}

/* Sets whose turn it is from the result of `turn`, which is popped. */
static void set_turn(lua_State *L, TurnEngine *engine) {
  int seat = 0;
  engine->round_count = 0;
  if (lua_type(L, -1) == LUA_TTABLE) {
    begin_round(L, engine);
  } else if (lua_isnil(L, -1)) {
    engine->turn = next_seat(engine, engine->last);
  } else if ((seat = seat_at(L, engine, -1)) != 0) {
    engine->turn = engine->gone[seat] ? next_seat(engine, seat) : seat;
  } else {
    guard_fail(L, "turn: must return a seat from 1 to %d, a list of seats, or nil", engine->seats);
  }
  lua_pop(L, 1);
}

/* Ends the match with the hook's outcome on top, which is popped. */
static void finish(lua_State *L, TurnEngine *engine, const char *from) {
  turns_push(L, VALID_OUTCOME);
  lua_insert(L, -2);
  lua_pushstring(L, from);
  lua_pushinteger(L, engine->seats);
  lua_call(L, 3, 1);
  turns_keep(L, OUTCOME);
  engine->over = true;
}

/* Raises an error if a script has replaced the sealed secrets. */
static void check_secrets(lua_State *L) {
  turns_push(L, STATE);
  lua_getfield(L, -1, "secret");
  turns_push(L, SECRET);
  lua_getfield(L, -1, "shown");
  if (!lua_rawequal(L, -1, -3)) guard_fail(L, "state.secret was replaced: change its parts, and in secret moves only");
  lua_pop(L, 4);
}

void turns_settle(lua_State *L, TurnEngine *engine) {
  engine->gathered = 0;
  if (engine->guarding) check_secrets(L);
  turns_take_state(L, engine);
  turns_fresh(L, engine);
  engine->hook = "outcome";
  turns_push(L, ON_OUTCOME);
  turns_push(L, STATE);
  turns_push(L, MATCH);
  turns_ask(L, engine, 2, 1);
  if (!lua_isnil(L, -1)) {
    finish(L, engine, "outcome");
    return;
  }
  lua_pop(L, 1);
  if (engine->has_turn) {
    engine->hook = "turn";
    turns_push(L, ON_TURN);
    turns_push(L, STATE);
    turns_push(L, MATCH);
    turns_ask(L, engine, 2, 2);
    if (!lua_isnil(L, -1)) {
      name_moves(L, engine);
    } else {
      engine->naming = false;
      lua_pop(L, 1);
    }
    set_turn(L, engine);
  } else {
    engine->turn = next_seat(engine, engine->last);
  }
  /* all devices must agree, so skip `stuck` if only the device of the seat knows how many moves
     there are */
  if (engine->has_stuck && engine->round_count == 0 && turns_gather(L, engine, engine->turn) == 0 && !engine->private_list) {
    engine->hook = "stuck";
    turns_push(L, ON_STUCK);
    turns_push(L, STATE);
    lua_pushinteger(L, engine->turn);
    turns_push(L, MATCH);
    turns_ask(L, engine, 3, 1);
    finish(L, engine, "stuck");
  }
}

/* await(turn, named, entered): sets what the match waits for, without calling hooks. The arguments
   come from the Lua state in which the rules run, which has called the hooks. `turn` is a seat, or
   the list of a round's seats. `named` has the names of the open moves, or is nil if all are open.
   `entered` has, for each seat, whether it has moved in the round. Raises an error for an invalid
   result of `turn`. */
int turns_call_await(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  lua_settop(L, 3);
  luaL_checktype(L, 3, LUA_TTABLE);
  engine->gathered = 0;
  engine->naming = false;
  lua_pushvalue(L, 2);
  if (lua_isnil(L, -1)) lua_pop(L, 1);
  else name_moves(L, engine);
  lua_pushvalue(L, 1);
  set_turn(L, engine);
  for (int seat = 1; seat <= engine->seats && engine->round_count > 0; seat++) {
    lua_rawgeti(L, 3, seat);
    if (lua_toboolean(L, -1) && engine->waiting[seat] == NOT_MOVED) {
      engine->waiting[seat] = UNKNOWN_MOVE;
      engine->waiting_count++;
    }
    lua_pop(L, 1);
  }
  for (int i = engine->round_count - 1; i >= 0; i--) {
    if (engine->waiting[engine->round[i]] == NOT_MOVED) engine->turn = engine->round[i];
  }
  return 0;
}

bool turns_may_move(const TurnEngine *engine, int seat) {
  if (engine->over || seat < 1 || seat > engine->seats) return false;
  if (engine->round_count == 0) return engine->turn == seat;
  return engine->waiting[seat] == NOT_MOVED && !engine->gone[seat];
}
