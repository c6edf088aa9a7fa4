/* Plays a ply, a round or a whole random game. See turns.h. */
#include "turns.h"


void turns_set_ply(lua_State *L, TurnEngine *engine, lua_Integer ply) {
  engine->ply = ply;
  turns_push(L, RAW);
  turns_push(L, PLY);
  lua_pushinteger(L, ply);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/* Whether the value on top is a rejection. If so, pushes its code and sentence. */
static bool rejects(lua_State *L) {
  if (lua_type(L, -1) != LUA_TTABLE) return false;
  if (!lua_getmetatable(L, -1)) {
    lua_pushliteral(L, "reject");
    bool plain = lua_rawget(L, -2) != LUA_TTABLE;
    lua_pop(L, 1);
    if (plain) return false;
  } else {
    lua_pop(L, 1);
  }
  turns_push(L, REJECTION);
  lua_pushvalue(L, -2);
  lua_call(L, 1, 2);
  if (!lua_isnil(L, -2)) return true;
  lua_pop(L, 2);
  return false;
}

/* Counts another seal or round move of a seat, for match.sealed. */
static void count_seal(lua_State *L, int seat) {
  turns_push(L, SEALED);
  lua_rawgeti(L, -1, seat);
  lua_pushinteger(L, lua_tointeger(L, -1) + 1);
  lua_rawseti(L, -3, seat);
  lua_pop(L, 2);
}

/* Calls a function of the secrets: seal or hide. */
static void tell_secrets(lua_State *L, int place, int number) {
  turns_push(L, place);
  turns_push(L, STATE);
  lua_pushinteger(L, number);
  lua_call(L, 2, 0);
}

/* Opens the secrets, except those of seats that have left. */
static void open_secrets(lua_State *L, const TurnEngine *engine) {
  unsigned gone = 0;
  for (int seat = 1; seat <= engine->seats; seat++) gone |= engine->gone[seat] ? turns_bit(seat) : 0;
  turns_push(L, OPEN_SECRETS);
  turns_push(L, STATE);
  lua_pushinteger(L, engine->seats);
  lua_pushinteger(L, gone);
  lua_call(L, 3, 0);
}

/* Whether this is a sealed move that isn't known here. A sealed move that is known counts as
   unknown, too, if it comes after an unknown one of the same seat. */
static bool is_hidden(const TurnEngine *engine, int seat, int number) {
  return number == UNKNOWN_MOVE || (engine->moves[number].seals && turns_is_unknown(engine, seat));
}

/* Plays a move, whose argument is on top. If the move was rejected, pushes code and sentence and
   returns false. Otherwise pops the argument and returns true. While `trying`, seals, opens and
   counts nothing. */
static bool perform(lua_State *L, TurnEngine *engine, int seat, int number, lua_Integer ply) {
  if (is_hidden(engine, seat, number)) {
    engine->unknown |= turns_bit(seat);
    tell_secrets(L, HIDE, seat);
    lua_pop(L, 1);
    return true;
  }
  const Move *move = &engine->moves[number];
  bool lent = move->seals && engine->guarding;
  turns_fresh(L, engine);
  if (engine->draws) draws_open(engine->draws, engine->trying ? DRAWS_TRIAL : ply);
  guard_copy(L);
  engine->hook = engine->maker = move->at_play;
  if (lent) turns_lend(L, engine, seat);
  if (move->opens && !move->seals && !engine->trying) open_secrets(L, engine);
  move_push(L, number, ON_PLAY);
  turns_push(L, STATE);
  lua_pushinteger(L, seat);
  lua_pushvalue(L, -4);
  turns_push(L, MATCH);
  turns_call_maker(L, engine, 4, 1);
  if (lent) {
    turns_take_back(L, engine, !engine->trying);
    turns_check_seal(L, engine); /* other devices don't know what it writes outside of the part */
  }
  if (move->seals && !engine->trying) tell_secrets(L, SEAL, seat);
  else if (move->secret && !engine->trying) count_seal(L, seat);
  if (engine->draws) engine->draws->open = false;
  if (rejects(L)) {
    if (engine->draws && draws_were_taken(engine->draws)) {
      guard_fail(L, "%s: it refused after it had drawn; refuse first: what was drawn would be seen, and drawn again", move->at_play);
    }
    engine->refused = seat;
    engine->refused_move = number;
    return false;
  }
  lua_pop(L, 2);
  return true;
}

/* Whether this move opens seals. */
static bool opens_seals(const TurnEngine *engine, int number) {
  return engine->guarding && number != UNKNOWN_MOVE && engine->moves[number].opens && !engine->moves[number].seals;
}

/* Returns the bits of the seats whose seals must be known before this entry, and the round that the
   entry completes, can be played. Seats that have left aren't among them, because nobody opens
   their seals. */
static unsigned owed_before(const TurnEngine *engine, int seat, int number) {
  unsigned unknown = engine->unknown;
  for (int other = 1; other <= engine->seats; other++) {
    if (engine->gone[other]) unknown &= ~turns_bit(other);
  }
  if (opens_seals(engine, number) && unknown) return unknown;
  if (engine->round_count == 0 || engine->waiting_count + 1 < engine->round_count) return 0;
  for (int i = 0; i < engine->round_count; i++) {
    int other = engine->round[i], entered = other == seat ? number : engine->waiting[other];
    if (opens_seals(engine, entered) && unknown) return unknown;
    if (is_hidden(engine, other, entered)) unknown |= turns_bit(other);
  }
  return 0;
}

/* Whether state.secret is closed, so that a hook can't read it. */
static bool is_closed(lua_State *L, const TurnEngine *engine) {
  if (!engine->guarding) return false;
  turns_push(L, STATE);
  lua_pushliteral(L, "secret");
  lua_rawget(L, -2);
  bool closed = lua_getmetatable(L, -1);
  lua_pop(L, closed ? 3 : 2);
  return closed;
}

/* 1: seat, 2: number of a move that opens seals, 3: argument. Tries the move while the seals stay
   closed. Returns nothing, or code and sentence of a rejection. */
static int try_opening(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = (int)luaL_checkinteger(L, 1), number = (int)luaL_checkinteger(L, 2);
  lua_settop(L, 3);
  turns_push(L, STATE);
  turns_push(L, SHUT);
  lua_setfield(L, -2, "secret");
  lua_pop(L, 1);
  return perform(L, engine, seat, number, engine->ply + 1) ? 0 : 2;
}

bool turns_try(lua_State *L, TurnEngine *engine, int seat, int number) {
  if (is_hidden(engine, seat, number)) return true;
  int argument = lua_gettop(L), status = LUA_OK;
  turns_push(L, STATE);
  turns_copy_state(L, engine);
  engine->trying = true;
  bool played = true;
  if (opens_seals(engine, number) && is_closed(L, engine)) {
    engine->veiled = false;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, WALK_VALUES);
    lua_pushcclosure(L, try_opening, 2);
    lua_pushinteger(L, seat);
    lua_pushinteger(L, number);
    lua_pushvalue(L, argument);
    status = lua_pcall(L, 3, LUA_MULTRET, 0);
    if (status != LUA_OK) guard_caught(L, guard_of(L), status);
    /* the move may depend on the seals, so it can't be tried */
    if (engine->veiled || status != LUA_OK) lua_settop(L, argument + 1);
    played = lua_gettop(L) == argument + 1;
  } else {
    lua_pushvalue(L, argument);
    played = perform(L, engine, seat, number, engine->ply + 1);
  }
  engine->trying = false;
  if (engine->draws) {
    engine->draws->open = false;
    draws_forget(engine->draws);
  }
  lua_pushvalue(L, argument + 1);
  turns_keep(L, STATE);
  lua_remove(L, argument + 1);
  turns_note_state(L, engine);
  return played;
}

/* Plays moves of a round in seat order: the sealed moves if `sealed`, the other moves if `others`.
   Returns the same as perform. */
static bool play_entries(lua_State *L, TurnEngine *engine, bool sealed, bool others) {
  for (int i = 0; i < engine->round_count; i++) {
    int seat = engine->round[i], number = engine->waiting[seat];
    if (!(number == UNKNOWN_MOVE || engine->moves[number].seals ? sealed : others)) continue;
    turns_push(L, ARGUMENT + seat);
    if (!perform(L, engine, seat, number, engine->ply + i + 1)) return false;
    turns_take_state(L, engine);
  }
  return true;
}

/* Plays a round after its last move has come in. If a move opens seals, plays all moves in the
   order of the seats. Otherwise plays the sealed moves first, on the state on which they were
   tried, because other devices don't know them. Returns the same as perform. */
static bool play_round(lua_State *L, TurnEngine *engine) {
  bool opens = false;
  for (int i = 0; i < engine->round_count; i++) opens |= opens_seals(engine, engine->waiting[engine->round[i]]);
  if (opens ? !play_entries(L, engine, true, true)
            : !play_entries(L, engine, true, false) || !play_entries(L, engine, false, true)) return false;
  engine->last = engine->round[engine->round_count - 1];
  turns_set_ply(L, engine, engine->ply + engine->round_count);
  if (!engine->has_resolve) return true;
  turns_fresh(L, engine);
  engine->hook = engine->maker = "resolve";
  if (engine->draws) {
    engine->draws->open = true;
    for (int i = 0; i < engine->round_count; i++) {
      int number = engine->waiting[engine->round[i]];
      if (number == UNKNOWN_MOVE || engine->moves[number].seals) engine->draws->behind_seal = true;
    }
  }
  turns_push(L, ON_RESOLVE);
  turns_push(L, STATE);
  turns_push(L, MATCH);
  turns_call_maker(L, engine, 2, 0);
  if (engine->draws) engine->draws->open = engine->draws->behind_seal = false;
  return true;
}

/* Returns the flags of a ply that was played. The next ply begins unbound. */
static int played(lua_State *L, TurnEngine *engine) {
  turns_check_state(L, engine); /* a question that changes the state fails in the ply that called it */
  int flags = (engine->over ? OVER : 0) | (turns_is_bound(engine) ? BOUND : 0);
  engine->bound = false;
  if (engine->draws) draws_forget(engine->draws);
  return flags;
}

int turns_enter(lua_State *L, TurnEngine *engine, int seat, int number) {
  engine->refused = 0;
  turns_check_state(L, engine);
  engine->owed = owed_before(engine, seat, number);
  if (engine->owed) {
    lua_pop(L, 1);
    return UNOPENED;
  }
  bool opens = opens_seals(engine, number) && is_closed(L, engine);
  if ((engine->round_count > 0 || opens) && !engine->is_rough && !turns_try(L, engine, seat, number)) return REFUSED;
  if (engine->round_count > 0) {
    turns_keep(L, ARGUMENT + seat);
    engine->waiting[seat] = number;
    engine->gathered = 0;
    if (++engine->waiting_count < engine->round_count) {
      int i = 0;
      while (engine->waiting[engine->round[i]] != NOT_MOVED) i++;
      engine->turn = engine->round[i];
      return PENDING;
    }
    engine->bound = true;
    if (!play_round(L, engine)) return REFUSED;
    turns_settle(L, engine);
    return ROUND | played(L, engine);
  }
  engine->bound = opens;
  if (!perform(L, engine, seat, number, engine->ply + 1)) return REFUSED;
  turns_set_ply(L, engine, engine->ply + 1);
  engine->last = seat;
  turns_settle(L, engine);
  return played(L, engine);
}

_Noreturn static void fail_without_moves(lua_State *L, int seat) {
  guard_fail(L, "seat %d is to move and has no legal move: let `outcome` or `stuck` end the match, or `turn` pass it on",
             seat);
}

/* Pushes an argument for the `nth` open typed move and returns the move's number. Pushes nothing
   and returns -1 if `legal` allows no argument. */
static int invent(lua_State *L, const TurnEngine *engine, int seat, lua_Integer nth, lua_Integer pick) {
  int i = 0;
  while (!engine->moves[engine->open[i]].typed || --nth > 0) i++;
  turns_push(L, INVENTED);
  lua_pushinteger(L, engine->open[i] + 1);
  lua_pushinteger(L, seat);
  lua_pushinteger(L, pick);
  lua_call(L, 3, 1);
  if (!lua_isnil(L, -1)) return engine->open[i];
  lua_pop(L, 1);
  return -1;
}

/* Does the same as invent for the `nth` of `count` typed moves. If no argument is possible for that
   move, tries the next moves in turn. */
static int invent_any(lua_State *L, const TurnEngine *engine, int seat, lua_Integer nth, lua_Integer count, lua_Integer pick) {
  for (lua_Integer tried = 0; tried < count; tried++) {
    int number = invent(L, engine, seat, (nth - 1 + tried) % count + 1, pick);
    if (number >= 0) return number;
    guard_tick(L, guard_of(L));
  }
  return -1;
}

/* Chooses a move of a seat by `pick`: pushes the argument, returns the move's number, and sets its
   index (0 for a typed one). */
static int choose(lua_State *L, TurnEngine *engine, int seat, lua_Integer pick, lua_Integer *index) {
  lua_Integer total = turns_gather(L, engine, seat), typed = 0;
  if (total <= 0) fail_without_moves(L, seat);
  /* Typed moves come after the listed ones. */
  for (int i = 0; i < engine->open_count; i++) typed += engine->moves[engine->open[i]].typed;
  lua_Integer listed = total - typed, place = pick % total + 1;
  bool begins_typed = place > listed;
  if (begins_typed) {
    *index = 0;
    int number = invent_any(L, engine, seat, place - listed, typed, pick / total);
    if (number >= 0) return number;
  }
  *index = begins_typed ? 1 : place;
  for (lua_Integer tried = 0; tried < listed; tried++) {
    int number = turns_at_index(L, engine, *index);
    if (number < 0) fail_without_moves(L, seat);
    turns_fresh(L, engine);
    if (turns_is_legal(L, engine, seat, number)) return number;
    guard_tick(L, guard_of(L));
    *index = *index % listed + 1;
    lua_pop(L, 1);
  }
  *index = 0;
  int number = begins_typed ? -1 : invent_any(L, engine, seat, 1, typed, pick / total);
  if (number < 0) fail_without_moves(L, seat);
  return number;
}

/* Plays a random legal move for the seat whose turn it is. `pick`, at least 0, selects it. Returns
   a packed result. */
static lua_Integer advance(lua_State *L, TurnEngine *engine, lua_Integer pick) {
  int seat = engine->turn;
  lua_Integer index;
  if (engine->may_be_rough) engine->is_rough = true;
  else turns_begin(L, engine);
  int number = choose(L, engine, seat, pick, &index);
  if (index == 0) {
    lua_createtable(L, 0, 2);
    turns_push(L, MOVES);
    lua_rawgeti(L, -1, number + 1);
    lua_getfield(L, -1, "name");
    lua_setfield(L, -4, "name");
    lua_pop(L, 2);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, "argument");
    turns_keep(L, LAST_ENTRY);
  }
  int flags = turns_enter(L, engine, seat, number);
  if (flags == UNOPENED) guard_fail(L, "a random move opens seals that aren't known here");
  if (flags == REFUSED) {
    guard_fail(L, "%s refused a move that is listed as legal (%s: %s)", engine->moves[number].at_play, lua_tostring(L, -2),
               lua_tostring(L, -1));
  }
  return turns_packed(index, seat, index == 0 ? flags | TYPED : flags);
}

bool turns_set_up(lua_State *L, TurnEngine *engine) {
  turns_fresh(L, engine);
  engine->hook = engine->maker = "setup";
  if (engine->draws) draws_open(engine->draws, 0);
  turns_push(L, ON_SETUP);
  turns_push(L, MATCH);
  turns_call_maker(L, engine, 1, 1);
  if (engine->draws) engine->draws->open = false;
  if (lua_type(L, -1) != LUA_TTABLE) guard_fail(L, "setup: must return the state, a table");
  lua_pushvalue(L, -1);
  turns_keep(L, STATE);
  if (rejects(L)) return false;
  if (engine->draws) draws_forget(engine->draws);
  lua_pop(L, 1);
  if (engine->secretive) {
    turns_push(L, BEGIN_SECRETS);
    turns_push(L, STATE);
    lua_pushinteger(L, engine->seats);
    turns_push(L, SEALED);
    lua_call(L, 3, 0);
  }
  turns_settle(L, engine);
  turns_check_state(L, engine);
  return true;
}

void turns_forget(lua_State *L, TurnEngine *engine) {
  engine->last = engine->round_count = engine->gone_count = engine->gathered = engine->refused = 0;
  engine->unknown = 0;
  engine->over = engine->naming = engine->voided = false;
  lua_pushnil(L);
  turns_keep(L, OUTCOME);
  turns_set_ply(L, engine, 0);
  turns_push(L, SEALED);
  for (int seat = 1; seat <= engine->seats; seat++) {
    engine->gone[seat] = false;
    engine->waiting[seat] = NOT_IN_ROUND;
    lua_pushinteger(L, 0);
    lua_rawseti(L, -2, seat);
  }
  lua_pop(L, 1);
}

/* Restarts the same match. */
static void begin_again(lua_State *L, TurnEngine *engine) {
  turns_forget(L, engine);
  if (!turns_set_up(L, engine)) guard_fail(L, "setup: refused options that it took before");
}

/* ---- for Swift, through sdk/host/referee.lua ---- */

/* advance(pick): plays a random legal move. Returns its packed result, or -1 if the match is
   over. */
int turns_call_advance(lua_State *L) {
  lua_Integer pick = luaL_checkinteger(L, 1) & LUA_MAXINTEGER;
  TurnEngine *engine = turns_here(L);
  lua_pushinteger(L, engine->over ? -1 : advance(L, engine, pick));
  return 1;
}

/* again(): restarts the same match. Returns OVER or 0. */
int turns_call_again(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  engine->is_rough = false;
  begin_again(L, engine);
  lua_pushinteger(L, engine->over ? OVER : 0);
  return 1;
}

/* Returns the next output of SplitMix64, like Swift's generator of that name. */
static uint64_t next_random(uint64_t *state) {
  uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
  return bits ^ (bits >> 31);
}

/* play_on(generator, plies, anew): plays at most `plies` random legal moves. Stops when the match
   is over, and after a typed move, because LAST_ENTRY has only the last one. Appends each packed
   result to the guard's journal. If `anew` is 1, restarts the match first. Each ply is a separate
   call for limits and meters. Returns OVER or 0. */
int turns_call_play_on(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  Guard *guard = guard_of(L);
  uint64_t generator = (uint64_t)luaL_checkinteger(L, 1);
  lua_Integer plies = luaL_checkinteger(L, 2), result = 0;
  bool in_call = luaL_checkinteger(L, 3) != 0;
  engine->is_rough = engine->may_be_rough;
  if (in_call) begin_again(L, engine);
  for (; plies > 0 && !engine->over && !(result & TYPED); plies--) {
    if (in_call) guard_next_call(guard);
    in_call = true;
    lua_settop(L, 3);
    result = advance(L, engine, (lua_Integer)(next_random(&generator) >> 1));
    if (!buffer_append(&guard->journal, &result, sizeof result)) guard_raise_host_memory(L);
  }
  lua_pushinteger(L, engine->over ? OVER : 0);
  return 1;
}

/* replay(index << 8 | seat): plays a ply of a log again. Returns the result of turns_told. */
int turns_call_replay(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  lua_Integer entry = luaL_checkinteger(L, 1), index = entry >> 8;
  int seat = entry & 0xff, number = -1, flags = REFUSED;
  engine->refused = 0;
  turns_begin(L, engine);
  if (turns_may_move(engine, seat)) {
    turns_gather(L, engine, seat);
    turns_fresh(L, engine);
    number = turns_at_index(L, engine, index);
    /* Only the device of the seat has the list. */
    if (number < 0 && turns_is_unknown(engine, seat) && turns_may_seal(L, engine, seat)) {
      lua_pushnil(L);
      number = UNKNOWN_MOVE;
    }
  }
  if (number == UNKNOWN_MOVE || (number >= 0 && turns_is_legal(L, engine, seat, number))) {
    flags = turns_enter(L, engine, seat, number);
  }
  lua_pushinteger(L, turns_told(engine, index, seat, flags));
  return 1;
}

/* turn(): returns the seats that are to move, as a bit for each seat (1 << 8 for the first), and
   the flags OVER and ROUND. A replay calls it at every ply. */
int turns_call_turn(lua_State *L) {
  const TurnEngine *engine = turns_here(L);
  lua_Integer bits = engine->over ? OVER : engine->round_count > 0 ? ROUND : 0;
  for (int seat = 1; seat <= engine->seats; seat++) {
    if (turns_may_move(engine, seat)) bits |= (lua_Integer)1 << (7 + seat);
  }
  lua_pushinteger(L, bits);
  return 1;
}

/* bound(): returns 1 if the ply that was refused or has failed was bound, else 0. See turns_enter. */
int turns_call_bound(lua_State *L) {
  lua_pushinteger(L, turns_is_bound(turns_here(L)));
  return 1;
}

/* void(seat): ends the match as a tie, in place of a bound ply of `seat` that was refused or has
   failed. The position must be the one before that ply. The state doesn't change. Returns the
   packed result. */
int turns_call_void(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = turns_checked_seat(L, engine, 1), flags = OVER | BOUND;
  if (engine->round_count > 0) {
    seat = engine->round[engine->round_count - 1];
    turns_set_ply(L, engine, engine->ply + engine->round_count);
    flags |= ROUND;
  } else {
    turns_set_ply(L, engine, engine->ply + 1);
  }
  engine->last = seat;
  engine->gathered = 0;
  engine->over = engine->voided = true;
  lua_createtable(L, 0, 1);
  lua_pushboolean(L, true);
  lua_setfield(L, -2, "draw");
  turns_keep(L, OUTCOME);
  lua_pushinteger(L, turns_packed(0, seat, flags));
  return 1;
}
