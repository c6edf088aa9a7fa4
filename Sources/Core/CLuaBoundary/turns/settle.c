/* Evaluates a changed state: an outcome, or whose turn it is. See walk.h. */
#include "walk.h"

static int next_seat(const Walk *walk, int seat) {
  do seat = seat % walk->seats + 1; while (walk->gone[seat] && walk->gone_count < walk->seats);
  return seat;
}

/* Returns the seat at `index`, or 0 if the value is not a seat. */
static int seat_at(lua_State *L, const Walk *walk, int index) {
  int whole;
  lua_Integer seat = lua_tointegerx(L, index, &whole);
  return whole && lua_type(L, index) == LUA_TNUMBER && seat >= 1 && seat <= walk->seats ? (int)seat : 0;
}

/* Opens the move whose name is on top, and pops the name. */
static void open_named(lua_State *L, Walk *walk) {
  walk_push(L, BY_NAME);
  lua_pushvalue(L, -2);
  if (lua_rawget(L, -2) == LUA_TNIL) {
    guard_push_text(L, -3);
    guard_fail(L, "turn: '%s' is no move of this game", lua_tostring(L, -1));
  }
  walk->moves[lua_tointeger(L, -1) - 1].named = true;
  lua_pop(L, 3);
}

/* Opens only the moves that `turn` named: one name, or a list of names, which is popped. */
static void name_moves(lua_State *L, Walk *walk) {
  walk->naming = true;
  for (int number = 0; number < walk->move_count; number++) walk->moves[number].named = false;
  if (lua_type(L, -1) == LUA_TSTRING) {
    open_named(L, walk);
    return;
  }
  lua_Integer count = guard_list(L, "turn: the second result");
  if (count < 0) guard_fail(L, "turn: the second result must be a move's name or a list of names");
  for (lua_Integer place = 1; place <= count; place++) {
    guard_tick(L, guard_of(L));
    if (lua_rawgeti(L, -1, place) == LUA_TNIL) guard_fail(L, "turn: the list of names has a hole at %d", (int)place);
    open_named(L, walk);
  }
  lua_pop(L, 1);
}

/* Starts a round of the seats in the list on top. */
static void begin_round(lua_State *L, Walk *walk) {
  lua_Integer listed = guard_list(L, "turn");
  for (int seat = 1; seat <= walk->seats; seat++) walk->waiting[seat] = NOT_IN_ROUND;
  for (lua_Integer place = 1; place <= listed; place++) {
    guard_tick(L, guard_of(L));
    if (lua_rawgeti(L, -1, place) == LUA_TNIL) guard_fail(L, "turn: the list of seats has a hole at %d", (int)place);
    int seat = seat_at(L, walk, -1);
    if (!seat) guard_fail(L, "turn: seats are numbers from 1 to %d", walk->seats);
    walk->waiting[seat] = NOT_MOVED;
    lua_pop(L, 1);
  }
  int count = 0;
  for (int seat = 1; seat <= walk->seats; seat++) {
    if (walk->waiting[seat] == NOT_MOVED && !walk->gone[seat]) walk->round[count++] = seat;
  }
  if (count == 0) guard_fail(L, "turn: there is no outcome, and no seat to move");
  walk->round_count = count;
  walk->waiting_count = 0;
  walk->turn = walk->round[0];
}

/* Sets whose turn it is from the result of `turn`, which is popped. */
static void set_turn(lua_State *L, Walk *walk) {
  int seat = 0;
  walk->round_count = 0;
  if (lua_type(L, -1) == LUA_TTABLE) {
    begin_round(L, walk);
  } else if (lua_isnil(L, -1)) {
    walk->turn = next_seat(walk, walk->last);
  } else if ((seat = seat_at(L, walk, -1)) != 0) {
    walk->turn = walk->gone[seat] ? next_seat(walk, seat) : seat;
  } else {
    guard_fail(L, "turn: must return a seat from 1 to %d, a list of seats, or nil", walk->seats);
  }
  lua_pop(L, 1);
}

/* Ends the match with the hook's outcome on top, which is popped. */
static void finish(lua_State *L, Walk *walk, const char *from) {
  walk_push(L, VALID_OUTCOME);
  lua_insert(L, -2);
  lua_pushstring(L, from);
  lua_pushinteger(L, walk->seats);
  lua_call(L, 3, 1);
  walk_keep(L, OUTCOME);
  walk->over = true;
}

/* Raises an error if a script has replaced the sealed secrets. */
static void check_secrets(lua_State *L) {
  walk_push(L, STATE);
  lua_getfield(L, -1, "secret");
  walk_push(L, SECRET);
  lua_getfield(L, -1, "shown");
  if (!lua_rawequal(L, -1, -3)) guard_fail(L, "state.secret was replaced: change its parts, and in secret moves only");
  lua_pop(L, 4);
}

void walk_settle(lua_State *L, Walk *walk) {
  walk->gathered = 0;
  if (walk->guarding) check_secrets(L);
  walk_take_state(L, walk);
  walk_fresh(L, walk);
  walk->hook = "outcome";
  walk_push(L, ON_OUTCOME);
  walk_push(L, STATE);
  walk_push(L, MATCH);
  walk_ask(L, walk, 2, 1);
  if (!lua_isnil(L, -1)) {
    finish(L, walk, "outcome");
    return;
  }
  lua_pop(L, 1);
  if (walk->has_turn) {
    walk->hook = "turn";
    walk_push(L, ON_TURN);
    walk_push(L, STATE);
    walk_push(L, MATCH);
    walk_ask(L, walk, 2, 2);
    if (!lua_isnil(L, -1)) {
      name_moves(L, walk);
    } else {
      walk->naming = false;
      lua_pop(L, 1);
    }
    set_turn(L, walk);
  } else {
    walk->turn = next_seat(walk, walk->last);
  }
  /* all devices must agree, so skip `stuck` if only the device of the seat knows how many moves
     there are */
  if (walk->has_stuck && walk->round_count == 0 && walk_gather(L, walk, walk->turn) == 0 && !walk->private_list) {
    walk->hook = "stuck";
    walk_push(L, ON_STUCK);
    walk_push(L, STATE);
    lua_pushinteger(L, walk->turn);
    walk_push(L, MATCH);
    walk_ask(L, walk, 3, 1);
    finish(L, walk, "stuck");
  }
}

/* await(turn, named, entered): sets what the match waits for, without calling hooks. The arguments
   come from the Lua state in which the rules run, which has called the hooks. `turn` is a seat, or
   the list of a round's seats. `named` has the names of the open moves, or is nil if all are open.
   `entered` says for each seat whether it has moved in the round. Raises an error for an invalid
   result of `turn`. */
int walk_call_await(lua_State *L) {
  Walk *walk = walk_here(L);
  lua_settop(L, 3);
  luaL_checktype(L, 3, LUA_TTABLE);
  walk->gathered = 0;
  walk->naming = false;
  lua_pushvalue(L, 2);
  if (lua_isnil(L, -1)) lua_pop(L, 1);
  else name_moves(L, walk);
  lua_pushvalue(L, 1);
  set_turn(L, walk);
  for (int seat = 1; seat <= walk->seats && walk->round_count > 0; seat++) {
    lua_rawgeti(L, 3, seat);
    if (lua_toboolean(L, -1) && walk->waiting[seat] == NOT_MOVED) {
      walk->waiting[seat] = UNKNOWN_MOVE;
      walk->waiting_count++;
    }
    lua_pop(L, 1);
  }
  for (int i = walk->round_count - 1; i >= 0; i--) {
    if (walk->waiting[walk->round[i]] == NOT_MOVED) walk->turn = walk->round[i];
  }
  return 0;
}

bool walk_may_move(const Walk *walk, int seat) {
  if (walk->over || seat < 1 || seat > walk->seats) return false;
  if (walk->round_count == 0) return walk->turn == seat;
  return walk->waiting[seat] == NOT_MOVED && !walk->gone[seat];
}
