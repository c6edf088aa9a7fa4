#ifndef PARLOR_WALK_H
#define PARLOR_WALK_H
/* The quick path from ply to ply of one match: gather.c says which moves are open, settle.c what follows from a changed
   state, walk.c plays; partial.c is for whoever doesn't know all that was sealed. What is rare (leaving, saved matches, typed
   arguments, watching) stands in sdk/host/walk.lua, which made the walk and asks it how things stand: the state of a match is
   held here, once.

   Every function that takes a Walk runs in one of the functions that walkhost.c gives to Lua: upvalue 1 the walk, 2 its values.
   All of them may raise what a hook raises, an error for what a hook must not return, the kill, and memory errors, and need
   about ten free slots. After an error the whole state is thrown away, so nothing cleans up after a hook that fails. */

#include "draws.h"

enum { SEATS_MAX = 16, MOVES_MAX = 64 }; /* as sdk/host/contract.lua has them */

/* What a walk holds of Lua, as places in the list of its values. */
enum {
  STATE = 1, OUTCOME, LAST_ENTRY,          /* of the match: its state, how it ended, the last typed move */
  MATCH, RAW, PLY, SEALED,                 /* what scripts see as `match`, the table behind it, and "ply", a key of that; the
                                              seals of each seat */
  ON_SETUP, ON_OUTCOME, ON_TURN, ON_STUCK, ON_RESOLVE, /* the game's hooks */
  MOVES, BY_NAME,                          /* its moves in order, and their numbers by name */
  VALID_OUTCOME, REJECTION, SAME, INVENTED, /* functions of the host's Lua: see sdk/host */
  SECRET, BEGIN_SECRETS, SEAL, OPEN_SECRETS, /* the secrets and their functions, */
  PARTS, SOURCES, DOORS,                   /* each seat's own part, what is known of it for deferred copies, or false; and what
                                              stands at state.secret while the seat reads it, */
  VEILS, HIDE,                             /* or while a seat reads whose part isn't known; and what notes that it isn't */
  NUMBERS, MOVE_FACTS,                     /* what host.draws draws from, the block of Walk.moves, */
  AT,                                      /* and a text: Walk's pointers point into these */
  ARGUMENT,                                /* behind it: the argument that each seat entered in a round */
  MOVE = ARGUMENT + SEATS_MAX + 1          /* behind it: MOVE_VALUES of each move, */
};
enum { ON_PLAY, ON_CHOICES, ON_WHEN, ON_LEGAL, ON_FORCED, CHOICES, ANSWER, MOVE_VALUES }; /* namely these */

typedef struct Move {
  const char *at_play, *at_choices, *at_when, *at_legal, *at_forced; /* for error messages; the move's table holds the texts */
  bool listed;                  /* a function lists its choices */
  bool chooses;                 /* it has choices at all */
  bool typed;                   /* its arguments can't be listed */
  bool has_when, has_legal, has_answer;
  bool secret, seals, opens;    /* see sdk/host/listing.lua */
  lua_Integer count;            /* how many places it takes in the canonical list, as last asked */
  bool named;                   /* `turn` opened it */
  bool answered;                /* ANSWER holds what is forced */
} Move;

typedef struct Walk {
  Draws *draws;                 /* or NULL: the game doesn't draw */
  bool guarding, secretive;     /* are there secrets to keep? moves with secrets? */
  bool has_turn, has_stuck, has_resolve;
  int reader;                   /* the seat that its part is lent to, or was last */
  bool lending, taken;          /* is it lent now? and did the hook read or replace it? */
  unsigned unknown;             /* the seats with seals that aren't known here, a bit for each: see walk_bit */
  unsigned owed;                /* those that must be known before what was refused as UNOPENED */
  int refused, refused_move;    /* the seat of the last move that `play` rejected, or 0; its number */
  bool veiled;                  /* did the hook that runs ask for what isn't known? */
  bool private_list;            /* do the choices that were gathered last follow from a part that only the owner's device has? */
  int seats, last, turn;        /* whose turn it is; in a round, the first seat that hasn't moved */
  lua_Integer ply;
  bool over;
  bool gone[SEATS_MAX + 1];
  int gone_count;
  bool naming;                  /* did `turn` open certain moves only? */
  int round[SEATS_MAX], round_count; /* the seats of the round; 0: it is none */
  int waiting[SEATS_MAX + 1];   /* of a round: the number of a seat's move, or one of these: */
  int waiting_count;
  int open[MOVES_MAX], open_count; /* the open moves of the seat `gathered`, */
  int gathered;                 /* or 0 */
  lua_Integer total;            /* how many there are with all choices; a typed one counts one */
  const char *hook;             /* what is running, for error messages */
  const char *maker;            /* what made the state as it is: the last hook that may change it; a literal, or a move's text */
  int move_count;
  Move *moves;
} Walk;
enum { NOT_IN_ROUND = -2, NOT_MOVED = -1 };
/* In the place of a move's number: the seat sealed one, and which isn't known here. */
enum { UNKNOWN_MOVE = MOVES_MAX };

enum { WALK_VALUES = lua_upvalueindex(2) };

static inline unsigned walk_bit(int seat) { return 1u << (seat - 1); }
/* Are there seals of this seat that aren't known here? Then nothing that follows from its part is. */
static inline bool walk_is_unknown(const Walk *walk, int seat) { return (walk->unknown & walk_bit(seat)) != 0; }
static inline Walk *walk_here(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }
static inline int walk_push(lua_State *L, int place) { return lua_rawgeti(L, WALK_VALUES, place); }
static inline int move_push(lua_State *L, int number, int value) {
  return walk_push(L, MOVE + number * MOVE_VALUES + value);
}
/* Pops the value on top into its place. */
static inline void walk_keep(lua_State *L, int place) { lua_rawseti(L, WALK_VALUES, place); }
static inline void move_keep(lua_State *L, int number, int value) { walk_keep(L, MOVE + number * MOVE_VALUES + value); }

/* ---- gather.c ---- */
/* Asks which moves are open for a seat; returns how many there are. */
lua_Integer walk_gather(lua_State *L, Walk *walk, int seat);
/* The number of the move at an index of the canonical list, its argument pushed; or -1 and nothing. */
int walk_at_index(lua_State *L, const Walk *walk, lua_Integer index);
/* May this seat seal a move now? Which one nobody else can tell. */
bool walk_may_seal(lua_State *L, Walk *walk, int seat);
/* May this seat play a listed move with the argument on top? It stays there. What only an unknown part could tell is
   believed: any answer, and a move whose `legal` asks for the part. */
bool walk_is_legal(lua_State *L, Walk *walk, int seat, int number);
/* Pushes the one true argument of a forced move. */
void walk_push_forced(lua_State *L, Walk *walk, int seat, int number);
/* Lets a seat read its own part of the secrets until that is taken back: a copy, made when a hook asks for it, which expires
   then. With `keeps` what a hook made of it is the seat's part from now on. Of the hook's result, which is on top, nothing
   expires. */
void walk_lend(lua_State *L, Walk *walk, int seat);
void walk_take_back(lua_State *L, Walk *walk, bool keeps);
int walk_call_door(lua_State *L);

/* ---- settle.c ---- */
/* After the state changed: is the match over, and if not, whose turn is it? */
void walk_settle(lua_State *L, Walk *walk);
int walk_call_await(lua_State *L);
/* Does the seat have a move to make now? */
bool walk_may_move(const Walk *walk, int seat);

/* ---- walk.c ---- */
/* Flags of a packed result: index << 16 | seat << 8 | flags. The index is the move's place in the canonical list, 0 for a
   typed move or a leave. */
enum { OVER = 1, PENDING = 2, ROUND = 4, TYPED = 8, REFUSED = -1, UNOPENED = -2 };
/* One entry of a seat, found legal, with the argument on top, which is popped. The number may be UNKNOWN_MOVE. Returns the
   flags; or REFUSED, code and sentence pushed; or UNOPENED: it opens seals that aren't known here, those of Walk.owed. */
int walk_enter(lua_State *L, Walk *walk, int seat, int number);
/* Makes the state. False: setup rejected the options; code and sentence are pushed. */
bool walk_set_up(lua_State *L, Walk *walk);
static inline lua_Integer walk_packed(lua_Integer index, int seat, int flags) {
  return (lua_Integer)((lua_Unsigned)index << 16 | (lua_Unsigned)seat << 8 | (lua_Unsigned)flags);
}
/* The result of a ply for Swift; of one that opens seals that aren't known here, the bits of their seats below REFUSED. */
static inline lua_Integer walk_told(const Walk *walk, lua_Integer index, int seat, int flags) {
  if (flags == UNOPENED) return REFUSED - (lua_Integer)walk->owed;
  return flags == REFUSED ? REFUSED : walk_packed(index, seat, flags);
}
/* Forgets the match, but for its seats. */
void walk_forget(lua_State *L, Walk *walk);
void walk_set_ply(lua_State *L, Walk *walk, lua_Integer ply);
/* What Swift calls, through sdk/host/referee.lua. */
int walk_call_advance(lua_State *L);
int walk_call_again(lua_State *L);
int walk_call_play_on(lua_State *L);
int walk_call_replay(lua_State *L);
int walk_call_turn(lua_State *L);

/* ---- partial.c ---- */
/* Arguments of a function that Lua calls. */
Move *walk_checked_move(lua_State *L, Walk *walk, int arg);
int walk_checked_seat(lua_State *L, const Walk *walk, int arg);
extern const luaL_Reg walk_partial[];
#endif
