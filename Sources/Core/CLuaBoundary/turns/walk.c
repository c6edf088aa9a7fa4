/* Plays a ply, a round or a whole random game. See walk.h. */
#include "walk.h"


void walk_set_ply(lua_State *L, Walk *walk, lua_Integer ply) {
  walk->ply = ply;
  walk_push(L, RAW);
  walk_push(L, PLY);
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
  walk_push(L, REJECTION);
  lua_pushvalue(L, -2);
  lua_call(L, 1, 2);
  if (!lua_isnil(L, -2)) return true;
  lua_pop(L, 2);
  return false;
}

/* Counts another seal or round move of a seat, for match.sealed. */
static void count_seal(lua_State *L, int seat) {
  walk_push(L, SEALED);
  lua_rawgeti(L, -1, seat);
  lua_pushinteger(L, lua_tointeger(L, -1) + 1);
  lua_rawseti(L, -3, seat);
  lua_pop(L, 2);
}

/* Calls a function of the secrets: seal, open or hide. */
static void tell_secrets(lua_State *L, int place, int number) {
  walk_push(L, place);
  walk_push(L, STATE);
  lua_pushinteger(L, number);
  lua_call(L, 2, 0);
}

/* Whether this is a sealed move that isn't known here. A sealed move that is known counts as
   unknown, too, if it comes after an unknown one of the same seat. */
static bool is_hidden(const Walk *walk, int seat, int number) {
  return number == UNKNOWN_MOVE || (walk->moves[number].seals && walk_is_unknown(walk, seat));
}

/* Plays a move with the argument on top, which is popped. Returns false if it was rejected; code
   and sentence are pushed. */
static bool perform(lua_State *L, Walk *walk, int seat, int number, lua_Integer ply) {
  if (is_hidden(walk, seat, number)) {
    walk->unknown |= walk_bit(seat);
    tell_secrets(L, HIDE, seat);
    lua_pop(L, 1);
    return true;
  }
  const Move *move = &walk->moves[number];
  bool lent = move->seals && walk->guarding;
  walk_fresh(L, walk);
  if (walk->draws) draws_open(walk->draws, ply);
  guard_copy(L);
  walk->hook = walk->maker = move->at_play;
  if (lent) walk_lend(L, walk, seat);
  if (move->opens && !move->seals) tell_secrets(L, OPEN_SECRETS, walk->seats);
  move_push(L, number, ON_PLAY);
  walk_push(L, STATE);
  lua_pushinteger(L, seat);
  lua_pushvalue(L, -4);
  walk_push(L, MATCH);
  walk_call_maker(L, walk, 4, 1);
  if (lent) {
    walk_take_back(L, walk, true);
    walk_check_seal(L, walk); /* other devices don't know what it writes outside of the part */
  }
  if (move->seals) tell_secrets(L, SEAL, seat);
  else if (move->secret) count_seal(L, seat);
  if (walk->draws) walk->draws->open = false;
  if (rejects(L)) {
    if (walk->draws && draws_were_taken(walk->draws)) {
      guard_fail(L, "%s: it refused after it had drawn; refuse first: what was drawn would be seen, and drawn again", move->at_play);
    }
    walk->refused = seat;
    walk->refused_move = number;
    return false;
  }
  lua_pop(L, 2);
  return true;
}

/* Whether this move opens seals. */
static bool opens_seals(const Walk *walk, int number) {
  return walk->guarding && number != UNKNOWN_MOVE && walk->moves[number].opens && !walk->moves[number].seals;
}

/* Returns the bits of the seats whose seals must be known before this entry, and the round that the
   entry completes, can be played. Seats that have left aren't among them, because nobody opens
   their seals. */
static unsigned owed_before(const Walk *walk, int seat, int number) {
  unsigned unknown = walk->unknown;
  for (int other = 1; other <= walk->seats; other++) {
    if (walk->gone[other]) unknown &= ~walk_bit(other);
  }
  if (opens_seals(walk, number) && unknown) return unknown;
  if (walk->round_count == 0 || walk->waiting_count + 1 < walk->round_count) return 0;
  for (int i = 0; i < walk->round_count; i++) {
    int other = walk->round[i], entered = other == seat ? number : walk->waiting[other];
    if (opens_seals(walk, entered) && unknown) return unknown;
    if (is_hidden(walk, other, entered)) unknown |= walk_bit(other);
  }
  return 0;
}

/* Plays a round's moves in seat order, after its last move has come in. Returns as perform does. */
static bool play_round(lua_State *L, Walk *walk) {
  lua_Integer ply = walk->ply;
  for (int i = 0; i < walk->round_count; i++) {
    int seat = walk->round[i];
    walk_push(L, ARGUMENT + seat);
    if (!perform(L, walk, seat, walk->waiting[seat], ++ply)) return false;
    walk_take_state(L, walk);
    walk->last = seat;
  }
  walk_set_ply(L, walk, ply);
  if (!walk->has_resolve) return true;
  walk_fresh(L, walk);
  walk->hook = walk->maker = "resolve";
  if (walk->draws) {
    walk->draws->open = true;
    for (int i = 0; i < walk->round_count; i++) {
      int number = walk->waiting[walk->round[i]];
      if (number == UNKNOWN_MOVE || walk->moves[number].seals) walk->draws->behind_seal = true;
    }
  }
  walk_push(L, ON_RESOLVE);
  walk_push(L, STATE);
  walk_push(L, MATCH);
  walk_call_maker(L, walk, 2, 0);
  if (walk->draws) walk->draws->open = walk->draws->behind_seal = false;
  return true;
}

int walk_enter(lua_State *L, Walk *walk, int seat, int number) {
  walk->refused = 0;
  walk_check_state(L, walk);
  walk->owed = owed_before(walk, seat, number);
  if (walk->owed) {
    lua_pop(L, 1);
    return UNOPENED;
  }
  if (walk->round_count > 0) {
    walk_keep(L, ARGUMENT + seat);
    walk->waiting[seat] = number;
    walk->gathered = 0;
    if (++walk->waiting_count < walk->round_count) {
      int i = 0;
      while (walk->waiting[walk->round[i]] != NOT_MOVED) i++;
      walk->turn = walk->round[i];
      return PENDING;
    }
    if (!play_round(L, walk)) return REFUSED;
    walk_settle(L, walk);
    return ROUND | (walk->over ? OVER : 0);
  }
  if (!perform(L, walk, seat, number, walk->ply + 1)) return REFUSED;
  walk_set_ply(L, walk, walk->ply + 1);
  walk->last = seat;
  walk_settle(L, walk);
  return walk->over ? OVER : 0;
}

_Noreturn static void fail_without_moves(lua_State *L, int seat) {
  guard_fail(L, "seat %d is to move and has no legal move: let `outcome` or `stuck` end the match, or `turn` pass it on",
             seat);
}

/* Pushes an argument for the `nth` open typed move and returns the move's number. Pushes nothing
   and returns -1 if `legal` allows no argument. */
static int invent(lua_State *L, const Walk *walk, int seat, lua_Integer nth, lua_Integer pick) {
  int i = 0;
  while (!walk->moves[walk->open[i]].typed || --nth > 0) i++;
  walk_push(L, INVENTED);
  lua_pushinteger(L, walk->open[i] + 1);
  lua_pushinteger(L, seat);
  lua_pushinteger(L, pick);
  lua_call(L, 3, 1);
  if (!lua_isnil(L, -1)) return walk->open[i];
  lua_pop(L, 1);
  return -1;
}

/* Does the same for the `nth` of `count` typed moves. If no argument is possible for that move,
   tries the next ones in turn. */
static int invent_any(lua_State *L, const Walk *walk, int seat, lua_Integer nth, lua_Integer count, lua_Integer pick) {
  for (lua_Integer tried = 0; tried < count; tried++) {
    int number = invent(L, walk, seat, (nth - 1 + tried) % count + 1, pick);
    if (number >= 0) return number;
    guard_tick(L, guard_of(L));
  }
  return -1;
}

/* Chooses a move of a seat by `pick`: pushes the argument, returns the move's number, and sets its
   index (0 for a typed one). */
static int choose(lua_State *L, Walk *walk, int seat, lua_Integer pick, lua_Integer *index) {
  lua_Integer total = walk_gather(L, walk, seat), typed = 0;
  if (total <= 0) fail_without_moves(L, seat);
  /* Typed moves come after the listed ones. */
  for (int i = 0; i < walk->open_count; i++) typed += walk->moves[walk->open[i]].typed;
  lua_Integer listed = total - typed, place = pick % total + 1;
  bool begins_typed = place > listed;
  if (begins_typed) {
    *index = 0;
    int number = invent_any(L, walk, seat, place - listed, typed, pick / total);
    if (number >= 0) return number;
  }
  *index = begins_typed ? 1 : place;
  for (lua_Integer tried = 0; tried < listed; tried++) {
    int number = walk_at_index(L, walk, *index);
    if (number < 0) fail_without_moves(L, seat);
    walk_fresh(L, walk);
    if (walk_is_legal(L, walk, seat, number)) return number;
    guard_tick(L, guard_of(L));
    *index = *index % listed + 1;
    lua_pop(L, 1);
  }
  *index = 0;
  int number = begins_typed ? -1 : invent_any(L, walk, seat, 1, typed, pick / total);
  if (number < 0) fail_without_moves(L, seat);
  return number;
}

/* Plays a random legal move for the seat whose turn it is. `pick`, at least 0, selects it. Returns
   a packed result. */
static lua_Integer advance(lua_State *L, Walk *walk, lua_Integer pick) {
  int seat = walk->turn;
  lua_Integer index;
  if (walk->may_be_rough) walk->is_rough = true;
  else walk_begin(L, walk);
  int number = choose(L, walk, seat, pick, &index);
  if (index == 0) {
    lua_createtable(L, 0, 2);
    walk_push(L, MOVES);
    lua_rawgeti(L, -1, number + 1);
    lua_getfield(L, -1, "name");
    lua_setfield(L, -4, "name");
    lua_pop(L, 2);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, "argument");
    walk_keep(L, LAST_ENTRY);
  }
  int flags = walk_enter(L, walk, seat, number);
  if (flags == UNOPENED) guard_fail(L, "a random move opens seals that aren't known here");
  if (flags == REFUSED) {
    guard_fail(L, "%s refused a move that is listed as legal (%s: %s)", walk->moves[number].at_play, lua_tostring(L, -2),
               lua_tostring(L, -1));
  }
  return walk_packed(index, seat, index == 0 ? flags | TYPED : flags);
}

bool walk_set_up(lua_State *L, Walk *walk) {
  walk_fresh(L, walk);
  walk->hook = walk->maker = "setup";
  if (walk->draws) draws_open(walk->draws, 0);
  walk_push(L, ON_SETUP);
  walk_push(L, MATCH);
  walk_call_maker(L, walk, 1, 1);
  if (walk->draws) walk->draws->open = false;
  if (lua_type(L, -1) != LUA_TTABLE) guard_fail(L, "setup: must return the state, a table");
  lua_pushvalue(L, -1);
  walk_keep(L, STATE);
  if (rejects(L)) return false;
  lua_pop(L, 1);
  if (walk->secretive) {
    walk_push(L, BEGIN_SECRETS);
    walk_push(L, STATE);
    lua_pushinteger(L, walk->seats);
    walk_push(L, SEALED);
    lua_call(L, 3, 0);
  }
  walk_settle(L, walk);
  return true;
}

void walk_forget(lua_State *L, Walk *walk) {
  walk->last = walk->round_count = walk->gone_count = walk->gathered = walk->refused = 0;
  walk->unknown = 0;
  walk->over = walk->naming = false;
  lua_pushnil(L);
  walk_keep(L, OUTCOME);
  walk_set_ply(L, walk, 0);
  walk_push(L, SEALED);
  for (int seat = 1; seat <= walk->seats; seat++) {
    walk->gone[seat] = false;
    walk->waiting[seat] = NOT_IN_ROUND;
    lua_pushinteger(L, 0);
    lua_rawseti(L, -2, seat);
  }
  lua_pop(L, 1);
}

/* Restarts the same match. */
static void begin_again(lua_State *L, Walk *walk) {
  walk_forget(L, walk);
  if (!walk_set_up(L, walk)) guard_fail(L, "setup: refused options that it took before");
}

/* ---- for Swift, through sdk/host/referee.lua ---- */

/* advance(pick): plays a random legal move. Returns its packed result, or -1 if the match is
   over. */
int walk_call_advance(lua_State *L) {
  lua_Integer pick = luaL_checkinteger(L, 1) & LUA_MAXINTEGER;
  Walk *walk = walk_here(L);
  lua_pushinteger(L, walk->over ? -1 : advance(L, walk, pick));
  return 1;
}

/* again(): restarts the same match. Returns OVER or 0. */
int walk_call_again(lua_State *L) {
  Walk *walk = walk_here(L);
  walk->is_rough = false;
  begin_again(L, walk);
  lua_pushinteger(L, walk->over ? OVER : 0);
  return 1;
}

/* Returns the next output of SplitMix64, like Swift's generator of that name. */
static uint64_t next_random(uint64_t *state) {
  uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
  return bits ^ (bits >> 31);
}

/* play_on(generator, plies, anew): plays random legal moves, at most `plies` of them, until the
   match is over or a typed move was played (LAST_ENTRY has only the last one). Appends each packed
   result to the guard's journal. With `anew` 1 it first restarts the match. Each ply is a separate
   call for limits and meters. Returns OVER or 0. */
int walk_call_play_on(lua_State *L) {
  Walk *walk = walk_here(L);
  Guard *guard = guard_of(L);
  uint64_t generator = (uint64_t)luaL_checkinteger(L, 1);
  lua_Integer plies = luaL_checkinteger(L, 2), result = 0;
  bool in_call = luaL_checkinteger(L, 3) != 0;
  walk->is_rough = walk->may_be_rough;
  if (in_call) begin_again(L, walk);
  for (; plies > 0 && !walk->over && !(result & TYPED); plies--) {
    if (in_call) guard_next_call(guard);
    in_call = true;
    lua_settop(L, 3);
    result = advance(L, walk, (lua_Integer)(next_random(&generator) >> 1));
    if (!buffer_append(&guard->journal, &result, sizeof result)) guard_raise_host_memory(L);
  }
  lua_pushinteger(L, walk->over ? OVER : 0);
  return 1;
}

/* replay(index << 8 | seat): plays a ply of a log again. Returns its packed result, or REFUSED or
   less. */
int walk_call_replay(lua_State *L) {
  Walk *walk = walk_here(L);
  lua_Integer entry = luaL_checkinteger(L, 1), index = entry >> 8;
  int seat = entry & 0xff, number = -1, flags = REFUSED;
  walk->refused = 0;
  walk_begin(L, walk);
  if (walk_may_move(walk, seat)) {
    walk_gather(L, walk, seat);
    walk_fresh(L, walk);
    number = walk_at_index(L, walk, index);
    /* Only the device of the seat has the list. */
    if (number < 0 && walk_is_unknown(walk, seat) && walk_may_seal(L, walk, seat)) {
      lua_pushnil(L);
      number = UNKNOWN_MOVE;
    }
  }
  if (number == UNKNOWN_MOVE || (number >= 0 && walk_is_legal(L, walk, seat, number))) {
    flags = walk_enter(L, walk, seat, number);
  }
  lua_pushinteger(L, walk_told(walk, index, seat, flags));
  return 1;
}

/* turn(): returns the seats that are to move, as a bit for each seat (1 << 8 for the first), and
   the flags OVER and ROUND. A replay calls it at every ply. */
int walk_call_turn(lua_State *L) {
  const Walk *walk = walk_here(L);
  lua_Integer bits = walk->over ? OVER : walk->round_count > 0 ? ROUND : 0;
  for (int seat = 1; seat <= walk->seats; seat++) {
    if (walk_may_move(walk, seat)) bits |= (lua_Integer)1 << (7 + seat);
  }
  lua_pushinteger(L, bits);
  return 1;
}
