/* The functions of the turn engine for sdk/host/turns.lua, except the fast path. These functions
   take and return moves as numbers from 1. Every function may also raise argument errors, which
   only the host's own Lua can cause. See turns.h. */
#include "turns.h"
#include <stdio.h>
#include <string.h>

/* enter(seat, move, argument): plays an entry and returns its flags. For a rejection, returns nil,
   code and sentence. If seals must be known first, returns nil and the bits of their seats. */
static int call_enter(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = turns_checked_seat(L, engine, 1), number = (int)(turns_checked_move(L, engine, 2) - engine->moves);
  luaL_argcheck(L, turns_may_move(engine, seat), 1, "a seat that is to move expected");
  lua_settop(L, 3);
  int flags = turns_enter(L, engine, seat, number);
  if (flags == REFUSED) {
    lua_pushnil(L);
    lua_insert(L, -3);
    return 3;
  }
  if (flags == UNOPENED) {
    lua_pushnil(L);
    lua_pushinteger(L, engine->owed);
    return 2;
  }
  lua_pushinteger(L, flags);
  return 1;
}

/* tries(seat, index): returns whether the seat's listed move at this index can be played by itself, as
   far as that is known before it opens seals. See turns_try. */
static int call_tries(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = turns_checked_seat(L, engine, 1), number = -1;
  lua_Integer index = luaL_checkinteger(L, 2);
  lua_settop(L, 2);
  turns_begin(L, engine);
  if (turns_may_move(engine, seat)) {
    turns_gather(L, engine, seat);
    number = turns_at_index(L, engine, index);
  }
  lua_pushboolean(L, number >= 0 && turns_try(L, engine, seat, number));
  return 1;
}

/* mark_void(): marks that the match ended because a bound ply failed. See turns_enter. */
static int call_mark_void(lua_State *L) {
  turns_here(L)->voided = true;
  return 0;
}

/* legal(seat, move, argument): returns whether the seat may play the move with the argument. As the
   second result, returns the only valid argument of a forced move, if it is known. */
static int call_legal(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = turns_checked_seat(L, engine, 1), number = (int)(turns_checked_move(L, engine, 2) - engine->moves);
  lua_settop(L, 3);
  lua_pushboolean(L, turns_is_legal(L, engine, seat, number));
  if (engine->moves[number].answered) move_push(L, number, ANSWER);
  else lua_pushnil(L);
  return 2;
}

/* forced(seat, move): asks the hook again and returns the only valid argument of a forced move. The
   seat's part must be known. */
static int call_forced(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = turns_checked_seat(L, engine, 1);
  luaL_argcheck(L, !turns_is_unknown(engine, seat), 1, "a seat whose part is known expected");
  turns_push_forced(L, engine, seat, (int)(turns_checked_move(L, engine, 2) - engine->moves));
  return 1;
}

/* open(seat): returns a list of the open moves, which have their choices in `list` and `count`. */
static int call_open(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  turns_gather(L, engine, turns_checked_seat(L, engine, 1));
  lua_createtable(L, engine->open_count, 0);
  turns_push(L, MOVES);
  for (int i = 0; i < engine->open_count; i++) {
    int number = engine->open[i];
    lua_rawgeti(L, -1, number + 1);
    if (engine->moves[number].chooses) move_push(L, number, CHOICES);
    else lua_pushnil(L);
    lua_setfield(L, -2, "list");
    lua_pushinteger(L, engine->moves[number].count);
    lua_setfield(L, -2, "count");
    lua_rawseti(L, -3, i + 1);
  }
  lua_pop(L, 1);
  return 1;
}

/* may_move(seat): returns whether the seat is to move now. */
static int call_may_move(lua_State *L) {
  lua_pushboolean(L, turns_may_move(turns_here(L), (int)luaL_checkinteger(L, 1)));
  return 1;
}

/* ungather(): forgets which moves are open, so that the next call asks the script again. */
static int call_ungather(lua_State *L) {
  turns_here(L)->gathered = 0;
  return 0;
}

/* at(name): sets the name of the hook that the host's Lua is about to call. */
static int call_at(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  engine->hook = luaL_checkstring(L, 1);
  if (!engine->ran) {
    snprintf(engine->at_name, sizeof engine->at_name, "%s", engine->hook);
    engine->ran_in = engine->at_name;
  }
  engine->ran = engine->asked = true;
  lua_settop(L, 1);
  turns_keep(L, AT);
  return 0;
}

/* at_leave(): marks that `leave` is running, which may change the state. */
static int call_at_leave(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  engine->hook = engine->maker = "leave";
  engine->ran = true;
  engine->ran_in = "leave";
  return 0;
}

/* at_state(): marks that the state itself is being read. Errors then name the hook that made the
   state. */
static int call_at_state(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  engine->hook = engine->maker;
  return 0;
}

/* hook(): returns the running hook. */
static int call_hook(lua_State *L) {
  lua_pushstring(L, turns_here(L)->hook);
  return 1;
}

/* remember(entry): sets the last typed move. last_entry(): returns it. */
static int call_remember(lua_State *L) {
  lua_settop(L, 1);
  turns_keep(L, LAST_ENTRY);
  return 0;
}

static int call_last_entry(lua_State *L) {
  turns_push(L, LAST_ENTRY);
  return 1;
}

/* prepare(seats): prepares a match with this number of seats, without running setup. */
static int call_prepare(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  lua_Integer seats = luaL_checkinteger(L, 1);
  luaL_argcheck(L, seats >= 1 && seats <= SEATS_MAX, 1, "a number of seats expected");
  engine->seats = (int)seats;
  if (engine->is_rough) engine->ran = true;
  engine->is_rough = engine->asked = false;
  turns_push(L, SEALED);
  for (int seat = 1; seat <= SEATS_MAX; seat++) { /* those of the previous match */
    lua_pushnil(L);
    lua_rawseti(L, -2, seat);
  }
  turns_forget(L, engine);
  return 0;
}

/* set_up(): runs setup. Returns nothing, or code and sentence of a rejection. */
static int call_set_up(lua_State *L) { return turns_set_up(L, turns_here(L)) ? 0 : 2; }

/* stand(state, ply, last): restores the position of a saved match. The caller sets the seals and
   the seats that have left afterwards. */
static int call_stand(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  lua_Integer last = luaL_checkinteger(L, 3);
  luaL_argcheck(L, last >= 0 && last <= engine->seats, 3, "a seat, or 0, expected");
  engine->last = (int)last;
  turns_set_ply(L, engine, luaL_checkinteger(L, 2));
  engine->maker = "state";
  lua_settop(L, 1);
  turns_keep(L, STATE);
  return 0;
}

/* mark_gone(seat): marks that the seat has left. */
static int call_mark_gone(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  int seat = turns_checked_seat(L, engine, 1);
  if (!engine->gone[seat]) engine->gone_count++;
  engine->gone[seat] = true;
  return 0;
}

/* count_ply(): adds 1 to the ply. */
static int call_count_ply(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  turns_set_ply(L, engine, engine->ply + 1);
  return 0;
}

/* finish(outcome): ends the match. The outcome must be valid. */
static int call_finish(lua_State *L) {
  lua_settop(L, 1);
  turns_keep(L, OUTCOME);
  turns_here(L)->over = true;
  return 0;
}

/* settle(): evaluates the changed state: sets the outcome, or whose turn it is. */
static int call_settle(lua_State *L) {
  turns_settle(L, turns_here(L));
  return 0;
}

/* is_gone(seat): returns whether the seat has left. Accepts any value. If all seats have left, none
   counts as gone. */
static int call_is_gone(lua_State *L) {
  const TurnEngine *engine = turns_here(L);
  lua_Number seat = lua_type(L, 1) == LUA_TNUMBER ? lua_tonumber(L, 1) : 0;
  bool known = seat >= 1 && seat <= engine->seats && seat == (int)seat && engine->gone_count < engine->seats;
  lua_pushboolean(L, known && engine->gone[(int)seat]);
  return 1;
}

/* Sets a field of the table on top. Needs a free slot; raises memory errors. */
static void set_integer(lua_State *L, const char *name, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

/* Adds the data of each seat to the table on top. Needs four free slots; raises memory errors. */
static void add_seats(lua_State *L, const TurnEngine *engine) {
  int table = lua_gettop(L);
  lua_createtable(L, engine->seats, 0); /* gone */
  lua_createtable(L, engine->seats, 0); /* waiting */
  lua_createtable(L, engine->seats, 0); /* waiting_argument */
  for (int seat = 1; seat <= engine->seats; seat++) {
    lua_pushboolean(L, engine->gone[seat]);
    lua_rawseti(L, table + 1, seat);
    int number = engine->round_count > 0 ? engine->waiting[seat] : NOT_IN_ROUND;
    if (number < 0) continue;
    lua_pushinteger(L, number == UNKNOWN_MOVE ? 0 : number + 1);
    lua_rawseti(L, table + 2, seat);
    turns_push(L, ARGUMENT + seat);
    lua_rawseti(L, table + 3, seat);
  }
  lua_setfield(L, table, "waiting_argument");
  lua_setfield(L, table, "waiting");
  lua_setfield(L, table, "gone");
}

/* begin(): must be called before an event that runs hooks: see turns_begin. */
static int call_begin(lua_State *L) {
  turns_begin(L, turns_here(L));
  return 0;
}

/* watch(): compares the state after each question from now on. */
static int call_watch(lua_State *L) {
  turns_here(L)->is_watchful = true;
  return 0;
}

/* allow_rough(): lets random moves be played without any comparison from now on. */
static int call_allow_rough(lua_State *L) {
  turns_here(L)->may_be_rough = true;
  return 0;
}

/* fresh(): must be called between two hooks of an event: see turns_fresh. */
static int call_fresh(lua_State *L) {
  turns_fresh(L, turns_here(L));
  return 0;
}

/* note_state() and take_state(): see turns_note_state and turns_take_state. */
static int call_note_state(lua_State *L) {
  turns_note_state(L, turns_here(L));
  return 0;
}

static int call_take_state(lua_State *L) {
  turns_take_state(L, turns_here(L));
  return 0;
}

/* changed(): returns a text about the first variable of the script that a hook has changed, or
   nil. */
static int call_changed(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  turns_begin(L, engine);
  if (engine->changed[0]) lua_pushstring(L, engine->changed);
  else lua_pushnil(L);
  return 1;
}

/* standing(): returns the position of the match: { state =, outcome =, seats =, ply =, last =, gone
   =, gone_count =, is_round =, voided =, waiting =, waiting_argument =, named = }. In `waiting`, 0 means a
   move that isn't known here. */
static int call_standing(lua_State *L) {
  const TurnEngine *engine = turns_here(L);
  lua_createtable(L, 0, 16);
  turns_push(L, STATE);
  lua_setfield(L, -2, "state");
  turns_push(L, OUTCOME);
  lua_setfield(L, -2, "outcome");
  set_integer(L, "seats", engine->seats);
  set_integer(L, "ply", engine->ply);
  set_integer(L, "last", engine->last);
  set_integer(L, "gone_count", engine->gone_count);
  lua_pushboolean(L, engine->round_count > 0 && !engine->over);
  lua_setfield(L, -2, "is_round");
  lua_pushboolean(L, engine->voided);
  lua_setfield(L, -2, "voided");
  add_seats(L, engine);
  if (engine->naming) {
    lua_createtable(L, engine->move_count, 0);
    for (int number = 0; number < engine->move_count; number++) {
      lua_pushboolean(L, engine->moves[number].named);
      lua_rawseti(L, -2, number + 1);
    }
    lua_setfield(L, -2, "named");
  }
  return 1;
}

/* ---- making an engine ---- */

/* Copies the field of the table at `from` to a place in the list at `values`. Returns whether the
   field exists. Needs a free slot; raises memory errors, as the next three do. */
static bool take(lua_State *L, int from, const char *name, int values, int place) {
  bool given = lua_getfield(L, from, name) != LUA_TNIL;
  lua_rawseti(L, values, place);
  return given;
}

/* Whether this field of the table at `from` is true. */
static bool flag(lua_State *L, int from, const char *name) {
  lua_getfield(L, from, name);
  bool set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

/* Returns a text field of the move at `from`, or "". */
static const char *text(lua_State *L, int from, const char *name) {
  lua_getfield(L, from, name);
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 1);
  return text ? text : "";
}

/* Copies the functions and facts of the move at `from`, which sdk/host/listing.lua made. */
static void take_move(lua_State *L, Move *move, int from, int values, int first) {
  *move = (Move){
    .at_play = text(L, from, "at_play"), .at_choices = text(L, from, "at_choices"), .at_when = text(L, from, "at_when"),
    .at_legal = text(L, from, "at_legal"), .at_forced = text(L, from, "at_forced"), .listed = flag(L, from, "listed"),
    .typed = flag(L, from, "typed"), .has_answer = flag(L, from, "has_answer"), .secret = flag(L, from, "secret"),
    .seals = flag(L, from, "seals"), .opens = flag(L, from, "opens"), .named = move->named,
  };
  take(L, from, "play", values, first + ON_PLAY);
  move->has_when = take(L, from, "when", values, first + ON_WHEN);
  move->has_legal = take(L, from, "legal", values, first + ON_LEGAL);
  take(L, from, "forced", values, first + ON_FORCED);
  move->chooses = take(L, from, "choices", values, first + (move->listed ? ON_CHOICES : CHOICES));
  lua_getfield(L, from, "count");
  move->count = lua_tointeger(L, -1);
  lua_pop(L, 1);
}

/* Sets the hooks of the game from the table at 1, with the values at 2. */
static void take_hooks(lua_State *L, TurnEngine *engine) {
  take(L, 1, "setup", 2, ON_SETUP);
  take(L, 1, "outcome", 2, ON_OUTCOME);
  engine->has_turn = take(L, 1, "turn", 2, ON_TURN);
  engine->has_stuck = take(L, 1, "stuck", 2, ON_STUCK);
  engine->has_resolve = take(L, 1, "resolve", 2, ON_RESOLVE);
}

/* take(hooks): sets the hooks of a game and of its moves, for the first time or again. */
static int call_take(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushvalue(L, WALK_VALUES); /* 2 */
  turns_push(L, MOVES);           /* 3 */
  take_hooks(L, engine);
  for (int number = 0; number < engine->move_count; number++) {
    lua_rawgeti(L, 3, number + 1);
    take_move(L, &engine->moves[number], 4, 2, MOVE + number * MOVE_VALUES);
    lua_settop(L, 3);
  }
  engine->gathered = 0;
  return 0;
}

/* replace(hooks): sets the hooks of a game that was loaded again. Everything else stays: the moves
   that are open, and their choices. */
static int call_replace(lua_State *L) {
  static const struct { const char *name; int value; } of_moves[] = {
    { "play", ON_PLAY }, { "when", ON_WHEN }, { "legal", ON_LEGAL }, { "forced", ON_FORCED },
  };
  TurnEngine *engine = turns_here(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushvalue(L, WALK_VALUES); /* 2 */
  turns_push(L, MOVES);           /* 3 */
  take_hooks(L, engine);
  for (int number = 0; number < engine->move_count; number++) {
    int first = MOVE + number * MOVE_VALUES;
    lua_rawgeti(L, 3, number + 1);
    for (size_t i = 0; i < sizeof of_moves / sizeof *of_moves; i++) take(L, 4, of_moves[i].name, 2, first + of_moves[i].value);
    if (engine->moves[number].chooses) take(L, 4, "choices", 2, first + (engine->moves[number].listed ? ON_CHOICES : CHOICES));
    lua_settop(L, 3);
  }
  return 0;
}

/* load(parts): sets the facts of a game; must be called once. The facts are the fields in `given`
   and `of_secrets`, and `secretive`: whether the game has moves with secrets. */
static int call_load(lua_State *L) {
  static const struct { const char *name; int place; } given[] = {
    { "match", MATCH }, { "raw", RAW }, { "sealed", SEALED }, { "moves", MOVES }, { "by_name", BY_NAME },
    { "valid_outcome", VALID_OUTCOME }, { "rejection", REJECTION }, { "same", SAME }, { "invented", INVENTED },
    { "secret", SECRET }, { "numbers", NUMBERS }, { "renew", RENEW },
  }, of_secrets[] = {
    { "begin", BEGIN_SECRETS }, { "seal", SEAL }, { "open", OPEN_SECRETS }, { "adopt", ADOPT_SECRETS },
    { "parts", PARTS }, { "sources", SOURCES },
    { "doors", DOORS }, { "shut", SHUT },
    { "veils", VEILS }, { "hide", HIDE },
  };
  TurnEngine *engine = turns_here(L);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_getfield(L, 1, "moves"); /* 2 */
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Unsigned count = lua_rawlen(L, 2);
  luaL_argcheck(L, count <= MOVES_MAX, 1, "too many moves");
  lua_pushvalue(L, WALK_VALUES); /* 3 */
  /* Fill the places in order, so that all are in the table's array part. */
  for (lua_Unsigned place = 1; place < MOVE + count * MOVE_VALUES; place++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, 3, (lua_Integer)place);
  }
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) take(L, 1, given[i].name, 3, given[i].place);
  lua_pushliteral(L, "ply");
  turns_keep(L, PLY);
  lua_getfield(L, 1, "secret"); /* 4 */
  for (size_t i = 0; i < sizeof of_secrets / sizeof *of_secrets; i++) take(L, 4, of_secrets[i].name, 3, of_secrets[i].place);
  engine->moves = lua_newuserdatauv(L, (count ? count : 1) * sizeof(Move), 0);
  memset(engine->moves, 0, count * sizeof(Move));
  turns_keep(L, MOVE_FACTS);
  engine->move_count = (int)count;
  turns_push(L, NUMBERS);
  engine->draws = lua_touserdata(L, -1);
  engine->guarding = flag(L, 4, "guarding");
  engine->secretive = flag(L, 1, "secretive");
  return 0;
}

/* host.turns(): returns the functions of a new turn engine. It plays one match after another of the
   game that `load` and `take` describe. */
static int host_walk(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "advance", turns_call_advance }, { "again", turns_call_again }, { "play_on", turns_call_play_on },
    { "replay", turns_call_replay }, { "turn", turns_call_turn }, { "bound", turns_call_bound }, { "void", turns_call_void },
    { "enter", call_enter }, { "tries", call_tries }, { "legal", call_legal },
    { "forced", call_forced }, { "await", turns_call_await },
    { "open", call_open }, { "may_move", call_may_move }, { "ungather", call_ungather }, { "at", call_at },
    { "at_leave", call_at_leave }, { "at_state", call_at_state },
    { "hook", call_hook }, { "remember", call_remember }, { "last_entry", call_last_entry }, { "prepare", call_prepare },
    { "set_up", call_set_up }, { "stand", call_stand }, { "mark_gone", call_mark_gone }, { "count_ply", call_count_ply },
    { "finish", call_finish }, { "mark_void", call_mark_void }, { "settle", call_settle }, { "is_gone", call_is_gone }, { "standing", call_standing },
    { "take", call_take }, { "replace", call_replace }, { "note", turns_call_note }, { "begin", call_begin }, { "watch", call_watch }, { "allow_rough", call_allow_rough }, { "fresh", call_fresh },
    { "note_state", call_note_state }, { "take_state", call_take_state }, { "changed", call_changed }, { "load", call_load }, { "door", turns_call_door }, { NULL, NULL }
  };
  luaL_newlibtable(L, functions);
  TurnEngine *engine = lua_newuserdatauv(L, sizeof *engine, 0);
  memset(engine, 0, sizeof *engine);
  engine->hook = "load";
  engine->maker = "setup";
  lua_createtable(L, 0, 0);
  for (int i = 0; i < 3; i++) lua_pushvalue(L, -3);
  luaL_setfuncs(L, turns_partial, 2);
  lua_pop(L, 1);
  luaL_setfuncs(L, functions, 2);
  return 1;
}

void guard_open_turns(lua_State *L) {
  lua_pushcfunction(L, host_walk);
  lua_setfield(L, -2, "turns");
}
