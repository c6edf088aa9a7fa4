#ifndef PARLOR_TURNS_H
#define PARLOR_TURNS_H
/* The turn engine: the fast path from ply to ply of one match. legal_moves.c finds the open moves,
   turn_end.c evaluates a changed state, and turns.c plays. locals.c ensures that nothing except the
   state lasts from one hook to the next. replica.c is for replicas that don't know every sealed
   move. Rare operations (leaving, saved matches, typed arguments, watching) are in
   sdk/host/turns.lua, which creates the engine and queries it. Only the engine holds the state of a
   match.

   Every function with a TurnEngine parameter runs inside a Lua function of turns_host.c: upvalue 1 is the
   engine, upvalue 2 its values. All of these functions may raise what a hook raises, an error for an
   invalid result of a hook, a limit error, and memory errors. They need about ten free slots. After an
   error the whole Lua state is discarded, so no function cleans up after a failed hook. */

#include "draws.h"

enum { SEATS_MAX = 16, MOVES_MAX = 64 }; /* as in sdk/host/contract.lua */

/* The Lua values of an engine, as indices into its list of values. */
enum {
  STATE = 1, OUTCOME, LAST_ENTRY,          /* the match's state, its outcome, the last typed move */
  /* MATCH is what scripts see as `match`, RAW the table behind it, PLY the key "ply" of RAW, and
     SEALED the number of seals of each seat. */
  MATCH, RAW, PLY, SEALED,
  ON_SETUP, ON_OUTCOME, ON_TURN, ON_STUCK, ON_RESOLVE, /* the game's hooks */
  MOVES, BY_NAME,                          /* the moves in order, and their numbers by name */
  VALID_OUTCOME, REJECTION, SAME, INVENTED, /* functions of the host's Lua */
  SECRET, BEGIN_SECRETS, SEAL, OPEN_SECRETS, ADOPT_SECRETS, /* the secrets and their functions */
  /* For each seat: its own part of the secrets, the cache for its deferred copies (or false), and
     the value of state.secret while the seat reads its part. */
  PARTS, SOURCES, DOORS,
  SHUT,                                    /* the value of state.secret while an opening move is tried */
  /* For each seat: the value of state.secret while a seat reads whose part isn't known here, and
     the function that marks the part as unknown. */
  VEILS, HIDE,
  NUMBERS, MOVE_FACTS,                     /* the numbers of host.draws, the block of TurnEngine.moves */
  OBJECTS, SEEN, RENEW,                    /* see locals.c; the function that loads the script again */
  AT,                                      /* a text; TurnEngine points into this and MOVE_FACTS */
  ARGUMENT,                                /* after it: each seat's argument in a round */
  MOVE = ARGUMENT + SEATS_MAX + 1          /* after it: MOVE_VALUES values of each move */
};
/* The values of a move. */
enum { ON_PLAY, ON_CHOICES, ON_WHEN, ON_LEGAL, ON_FORCED, CHOICES, ANSWER, MOVE_VALUES };

typedef struct Move {
  /* Names for error messages. The move's Lua table owns the texts. */
  const char *at_play, *at_choices, *at_when, *at_legal, *at_forced;
  bool listed;                  /* whether a function lists its choices */
  bool chooses;                 /* whether it has choices */
  bool typed;                   /* whether its arguments can't be listed */
  bool has_when, has_legal, has_answer;
  bool secret, seals, opens;    /* see sdk/host/listing.lua */
  lua_Integer count;            /* the number of its listed choices, at the last query */
  bool named;                   /* whether `turn` named it */
  bool answered;                /* whether ANSWER holds the forced argument */
} Move;

typedef struct TurnEngine {
  Draws *draws;                 /* NULL if the game has no random draws */
  bool guarding, secretive;     /* whether there are secrets to guard; whether moves have secrets */
  bool has_turn, has_stuck, has_resolve;
  int reader;                   /* the seat that is lent its part, or was last */
  /* Whether the part is lent now, and whether the hook has read or replaced it. */
  bool lending, taken;
  unsigned unknown;             /* the seats with unknown seals; bits of turns_bit */
  unsigned owed;                /* those whose seals an UNOPENED entry needs */
  int refused, refused_move;    /* the seat of the last move that `play` rejected, or 0; its number */
  bool veiled;                  /* whether the running hook has asked for an unknown part */
  /* Whether a ply is only tried, by itself; whether the running ply can't be refused any more; whether
     such a ply has failed, which ended the match. */
  bool trying, bound, voided;
  /* Whether the last gathered choices depend on a part that only the owner's device has. */
  bool private_list;
  /* The numbers of seats, the last seat that moved, and the seat whose turn it is: in a round, the
     first that hasn't moved. */
  int seats, last, turn;
  lua_Integer ply;
  bool over;
  bool gone[SEATS_MAX + 1];
  int gone_count;
  bool naming;                  /* whether `turn` opened only certain moves */
  int round[SEATS_MAX], round_count; /* the seats of the round; a count of 0 means no round */
  /* In a round: the number of each seat's move, NOT_IN_ROUND or NOT_MOVED. */
  int waiting[SEATS_MAX + 1];
  int waiting_count;
  int open[MOVES_MAX], open_count; /* the open moves of the seat `gathered` */
  int gathered;                 /* that seat, or 0 */
  lua_Integer total;            /* their number with all choices; a typed move counts as one */
  /* Whether a hook has run since the script's variables were compared, and a question since the state
     was. */
  bool ran, asked;
  bool is_watchful;             /* whether the state is compared after each question */
  const char *ran_in;           /* the last of those hooks */
  char at_name[64];             /* its name, if Lua runs it */
  bool unnoted;                 /* whether the variables can't be compared */
  /* Whether random moves may be played without any comparison, and whether some were. */
  bool may_be_rough, is_rough;
  size_t script_modules;        /* the number of the script's modules when they were noted */
  /* What a hook changed first, in words, where the script was loaded again; else empty. */
  char changed[160];
  const char *hook;             /* the running hook, for error messages */
  /* The last hook that may have changed the state; a literal, or a move's text. */
  const char *maker;
  int move_count;
  Move *moves;
} TurnEngine;
enum { NOT_IN_ROUND = -2, NOT_MOVED = -1 };
/* Stands for the number of a sealed move that isn't known here. */
enum { UNKNOWN_MOVE = MOVES_MAX };

enum { WALK_VALUES = lua_upvalueindex(2) };

static inline unsigned turns_bit(int seat) { return 1u << (seat - 1); }
/* Whether this seat has seals that aren't known here. If so, nothing that depends on the seat's
   part of the secrets is known. */
static inline bool turns_is_unknown(const TurnEngine *engine, int seat) { return (engine->unknown & turns_bit(seat)) != 0; }
static inline TurnEngine *turns_here(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }
static inline int turns_push(lua_State *L, int place) { return lua_rawgeti(L, WALK_VALUES, place); }
static inline int move_push(lua_State *L, int number, int value) {
  return turns_push(L, MOVE + number * MOVE_VALUES + value);
}
/* Pops the value on top and stores it at its place. */
static inline void turns_keep(lua_State *L, int place) { lua_rawseti(L, WALK_VALUES, place); }
static inline void move_keep(lua_State *L, int number, int value) { turns_keep(L, MOVE + number * MOVE_VALUES + value); }

/* These two call a hook, with its arguments on top. turns_call_maker is for hooks that may change
   the state, turns_ask for questions: hooks that may only read it. */
static inline void turns_call_maker(lua_State *L, TurnEngine *engine, int arguments, int results) {
  engine->ran = true;
  engine->ran_in = engine->hook;
  lua_call(L, arguments, results);
}
void turns_ask(lua_State *L, TurnEngine *engine, int arguments, int results);

/* ---- locals.c ---- */
/* Loads the script again if a hook has changed one of the script's variables. Returns whether the
   script was loaded again. Raises what loading raises. */
bool turns_fresh(lua_State *L, TurnEngine *engine);
/* Notes the state, which questions mustn't change. */
void turns_note_state(lua_State *L, TurnEngine *engine);
/* Notes a state that a hook has made, and ensures that every device has the same state with the
   same memory layout. Raises an error for a state that isn't plain data. */
void turns_take_state(lua_State *L, TurnEngine *engine);
/* Raises an error with the name of the last question and the place, if a question has changed the
   state since it was noted. If only the memory layout of its tables has changed, makes the state
   again. */
void turns_check_state(lua_State *L, TurnEngine *engine);
/* Raises an error with the place, if a sealed move has changed the state outside of its seat's
   part. Doesn't make the state again, because open secrets still contain the seat's part as it was
   before the move. The caller seals the move next, and then calls turns_take_state. */
void turns_check_seal(lua_State *L, TurnEngine *engine);
/* Puts a copy in the place of the state, and notes it. The copy has the same value of state.secret, if that value is
   no part of the state. Raises an error if the state isn't plain data. */
void turns_copy_state(lua_State *L, TurnEngine *engine);
/* Prepares for an event: ensures that the script's variables are as loading left them, and that the
   state is as the last ply left it. Raises what the functions for this raise. */
void turns_begin(lua_State *L, TurnEngine *engine);
int turns_call_note(lua_State *L);

/* ---- legal_moves.c ---- */
/* Finds the open moves of a seat and returns their number, with all choices. */
lua_Integer turns_gather(lua_State *L, TurnEngine *engine, int seat);
/* Returns the number of the move at an index of the canonical list and pushes its argument. Returns
   -1 and pushes nothing if there is none. */
int turns_at_index(lua_State *L, const TurnEngine *engine, lua_Integer index);
/* Whether this seat may seal a move now. Other devices can't tell which move it seals. */
bool turns_may_seal(lua_State *L, TurnEngine *engine, int seat);
/* Whether this seat may play a listed move with the argument on top, which stays there. If the
   seat's part of the secrets is unknown, accepts any answer, and any move whose `legal` reads the
   part. */
bool turns_is_legal(lua_State *L, TurnEngine *engine, int seat, int number);
/* Pushes the only valid argument of a forced move. */
void turns_push_forced(lua_State *L, TurnEngine *engine, int seat, int number);
/* turns_lend lets a seat read its own part of the secrets until turns_take_back. The seat gets a
   copy, which is made when a hook first reads the part, and which expires in turns_take_back. With
   `keeps`, the copy, as the hook has changed it, becomes the seat's part. The hook's result, which
   is on top, doesn't expire. */
void turns_lend(lua_State *L, TurnEngine *engine, int seat);
void turns_take_back(lua_State *L, TurnEngine *engine, bool keeps);
int turns_call_door(lua_State *L);

/* ---- turn_end.c ---- */
/* Evaluates a changed state: sets the outcome, or whose turn it is. */
void turns_settle(lua_State *L, TurnEngine *engine);
int turns_call_await(lua_State *L);
/* Whether the seat is to move now. */
bool turns_may_move(const TurnEngine *engine, int seat);

/* ---- turns.c ---- */
/* The flags of a packed result: index << 16 | seat << 8 | flags. The index is the move's place in
   the canonical list, or 0 for a typed move or a leave. */
enum { OVER = 1, PENDING = 2, ROUND = 4, TYPED = 8, BOUND = 16, REFUSED = -1, UNOPENED = -2 };
/* Plays a legal entry of a seat, whose argument is on top and is popped. The number may be
   UNKNOWN_MOVE. Returns the flags, or REFUSED with code and sentence pushed. Returns UNOPENED if
   the entry opens unknown seals; TurnEngine.owed then has the seats of those seals.

   An entry of a round, and a move that opens seals, are first tried by themselves: see turns_try.
   After that, or after it has drawn, the ply is *bound*: it may depend on what its seat couldn't know.
   If it is refused or fails then, the caller ends the match with `turns_call_void`, so that nobody can
   try one ply after another. */
int turns_enter(lua_State *L, TurnEngine *engine, int seat, int number);
/* Runs setup to make the state. Returns false if setup rejected the options; code and sentence are
   pushed. */
bool turns_set_up(lua_State *L, TurnEngine *engine);
/* Tries an entry by itself: plays the move, whose argument is on top and stays there, on a copy of the
   state, with random numbers that are the same in every match, and while nobody's seals are open. Drops
   the copy. Returns false if the move was rejected; code and sentence are pushed. Accepts a move that
   would open seals, if it reads them or fails, and a move that isn't known here. */
bool turns_try(lua_State *L, TurnEngine *engine, int seat, int number);
/* Whether the ply is bound; see turns_enter. */
static inline bool turns_is_bound(const TurnEngine *engine) {
  return engine->bound || (engine->draws && draws_were_taken(engine->draws) && engine->draws->ply != DRAWS_TRIAL);
}
static inline lua_Integer turns_packed(lua_Integer index, int seat, int flags) {
  return (lua_Integer)((lua_Unsigned)index << 16 | (lua_Unsigned)seat << 8 | (lua_Unsigned)flags);
}
/* Returns the result of a ply for Swift. For UNOPENED it is REFUSED minus the bits of TurnEngine.owed. */
static inline lua_Integer turns_told(const TurnEngine *engine, lua_Integer index, int seat, int flags) {
  if (flags == UNOPENED) return REFUSED - (lua_Integer)engine->owed;
  return flags == REFUSED ? REFUSED : turns_packed(index, seat, flags);
}
/* Forgets the match, except its number of seats. */
void turns_forget(lua_State *L, TurnEngine *engine);
void turns_set_ply(lua_State *L, TurnEngine *engine, lua_Integer ply);
/* Functions that Swift calls through sdk/host/referee.lua. */
int turns_call_advance(lua_State *L);
int turns_call_again(lua_State *L);
int turns_call_play_on(lua_State *L);
int turns_call_replay(lua_State *L);
int turns_call_turn(lua_State *L);
int turns_call_bound(lua_State *L);
int turns_call_void(lua_State *L);

/* ---- replica.c ---- */
/* Check an argument of a function that Lua calls. */
Move *turns_checked_move(lua_State *L, TurnEngine *engine, int arg);
int turns_checked_seat(lua_State *L, const TurnEngine *engine, int arg);
extern const luaL_Reg turns_partial[];
#endif
