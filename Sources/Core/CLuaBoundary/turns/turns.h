#ifndef PARLOR_TURNS_H
#define PARLOR_TURNS_H
/* The turn engine: the fast path from ply to ply of one match. legal_moves.c finds the open moves,
   turn_end.c evaluates a changed state, and turns.c plays. locals.c ensures that nothing except the
   state lasts from one hook to the next. replica.c is for replicas that don't know every sealed
   move. Rare operations (leaving, saved matches, typed arguments, watching) are in
   sdk/host/turns.lua, which creates the engine and queries it. Only the engine holds the state of a
   match.

   Every function with a TurnEngine parameter runs inside a Lua function of turns_host.c: upvalue 1
   is the engine, upvalue 2 its values. All of these functions may raise memory errors, a limit
   error, an error for an invalid result of a hook, and what a hook raises. They need about ten free
   slots. After an error the whole Lua state is discarded, so no function cleans up after a failed
   hook. */

#include "draws.h"

enum { SEATS_MAX = 16, MOVES_MAX = 64 }; /* as in sdk/host/contract.lua */

/* The Lua values of an engine, as indices into its list of values. */
enum {
  STATE = 1, OUTCOME, LAST_ENTRY,          /* the match's state, its outcome, the last typed move */
  /* MATCH is the frozen table that scripts see as `match`, and RAW is the table behind it. PLY is
     the key "ply" of RAW. SEALED has the number of seals of each seat. */
  MATCH, RAW, PLY, SEALED,
  ON_SETUP, ON_OUTCOME, ON_TURN, ON_STUCK, ON_RESOLVE, /* the game's hooks */
  MOVES, BY_NAME,                          /* the moves in order, and their numbers by name */
  VALID_OUTCOME, REJECTION, SAME, INVENTED, /* functions of the host's Lua */
  SECRET, BEGIN_SECRETS, SEAL, OPEN_SECRETS, ADOPT_SECRETS, /* the secrets and their functions */
  /* Lists with an element for each seat. PARTS: the seat's own part of the secrets. SOURCES: the
     cache for deferred copies of that part, or false. DOORS: the value of state.secret while the
     seat reads its part. */
  PARTS, SOURCES, DOORS,
  SHUT,                                    /* the value of state.secret while an opening move is tried */
  /* VEILS has, for each seat, the value of state.secret while a hook runs for that seat although
     its part isn't known here. HIDE is the function that marks a seat's part as unknown. */
  VEILS, HIDE,
  NUMBERS, MOVE_FACTS,                     /* the Draws of host.draws, the block of TurnEngine.moves */
  OBJECTS, SEEN, RENEW,                    /* see locals.c; the function that loads the script again */
  AT,                                      /* the name from `at`; TurnEngine points into AT and MOVE_FACTS */
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
  int reader;                   /* the seat whose part is lent now, or was lent last */
  /* Whether the part is lent now, and whether the hook has read or replaced it. */
  bool lending, taken;
  unsigned unknown;             /* the seats with unknown seals, as bits of turns_bit */
  unsigned owed;                /* the seats whose seals an UNOPENED entry needs, as such bits */
  int refused, refused_move;    /* the seat of the last move that `play` rejected, or 0; its number */
  bool veiled;                  /* whether the running hook has asked for an unknown part */
  /* Whether a move is only tried; see turns_try. Whether the running ply is bound; see turns_enter.
     Whether the match ended because a bound ply was refused or failed. */
  bool trying, bound, voided;
  /* Whether the last gathered choices depend on a part of the secrets that only the seat's own
     device has. */
  bool private_list;
  /* The number of seats, the last seat that moved, and the seat whose turn it is. In a round, that
     is the first seat that hasn't moved. */
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
  lua_Integer total;            /* the number of these moves with all their choices; a typed move counts as one */
  /* Whether a hook has run since the script's variables were last compared, and whether a question
     has run since the state was last compared. */
  bool ran, asked;
  bool is_watchful;             /* whether the state is compared after each question */
  const char *ran_in;           /* the name of the hook that ran last */
  char at_name[64];             /* that name, if the host's Lua called the hook */
  bool unnoted;                 /* whether the variables can't be compared */
  /* Whether random moves may be played without any comparison, and whether some were. */
  bool may_be_rough, is_rough;
  size_t script_modules;        /* Guard.script_modules when the variables were noted */
  /* The first variable that a hook changed, in words, if the script was loaded again for it; else
     empty. */
  char changed[160];
  const char *hook;             /* the running hook, for error messages */
  /* The name of the last hook that may have changed the state: a literal, or a text of a move. */
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
   the state. turns_ask is for questions, which are hooks that may only read the state. */
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
/* If a question has changed the state since it was noted, raises an error that names the last
   question and the changed place. If only the memory layout of the state's tables has changed,
   makes the state again from its bytes. */
void turns_check_state(lua_State *L, TurnEngine *engine);
/* If a sealed move has changed the state outside of its seat's part, raises an error that names the
   changed place. Doesn't make the state again, because open secrets still contain the seat's part
   as it was before the move. The caller seals the move next, and then calls turns_take_state. */
void turns_check_seal(lua_State *L, TurnEngine *engine);
/* Replaces the state by a copy, and notes the copy. A closed state.secret isn't part of the state,
   so the copy has the same value there. Raises an error if the state isn't plain data. */
void turns_copy_state(lua_State *L, TurnEngine *engine);
/* Prepares for an event: ensures that the script's variables have their values after loading, and that the
   state is as the last ply left it. Raises the errors of turns_check_state and turns_fresh. */
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
   seat's part of the secrets is unknown, accepts any argument of a forced move, and any move whose
   `legal` reads the part. */
bool turns_is_legal(lua_State *L, TurnEngine *engine, int seat, int number);
/* Pushes the only valid argument of a forced move. */
void turns_push_forced(lua_State *L, TurnEngine *engine, int seat, int number);
/* turns_lend lets a seat read its own part of the secrets until turns_take_back. A hook that reads
   the part gets a copy, which expires in turns_take_back. The hook's result, which is on top,
   doesn't expire. With `keeps`, the copy becomes the seat's part, with the hook's changes. */
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
/* Plays a legal entry of a seat. The argument of the entry is on top and is popped. The number may
   be UNKNOWN_MOVE. Returns the flags, or pushes code and sentence and returns REFUSED. If the entry
   opens unknown seals, returns UNOPENED and sets TurnEngine.owed to the seats of those seals.

   An entry of a round, and a move that opens seals, are first tried by themselves: see turns_try.
   When a whole round or such a move is played after that, the ply is *bound*: its result may depend
   on what its seat couldn't know. A ply that has drawn is bound, too. If a bound ply is refused or
   fails, the caller ends the match with `turns_call_void`, so that nobody can try one ply after
   another. */
int turns_enter(lua_State *L, TurnEngine *engine, int seat, int number);
/* Runs setup to make the state. If setup rejected the options, pushes code and sentence and returns
   false. */
bool turns_set_up(lua_State *L, TurnEngine *engine);
/* Tries an entry by itself: plays the move on a copy of the state, and then drops the copy. During
   the trial all seals stay closed, and the random numbers are the same in every match. The argument
   is on top and stays there. If the move was rejected, pushes code and sentence and returns false.
   Accepts a move that isn't known here. Also accepts a move that would open seals, if it reads them
   or fails. */
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
/* These two check an argument of a function that Lua calls. */
Move *turns_checked_move(lua_State *L, TurnEngine *engine, int arg);
int turns_checked_seat(lua_State *L, const TurnEngine *engine, int arg);
extern const luaL_Reg turns_partial[];
#endif
