/* match.random, shuffle and pick. The numbers follow from the match and the ply, so no state of a
   generator is stored. Rejection sampling makes them uniform. Every function that a script calls
   may raise a limit error, because each number counts a step. */
#include "draws.h"

#define WORD_SIZE (UINT64_C(1) << 32)

static uint64_t word(lua_State *L, Draws *draws) {
  guard_tick(L, guard_of(L));
  if (draws->taken == DRAWS_WORDS) {
    draws->fetch(draws->context, draws->ply, draws->block, draws->pairs);
    draws->block++;
    draws->taken = 0;
  }
  uint64_t both = (uint64_t)draws->pairs[draws->taken / 2];
  return draws->taken++ % 2 == 0 ? both >> 32 : both & (WORD_SIZE - 1);
}

/* Returns a random number from 0 to n - 1; n is at least 1. */
static lua_Integer below(lua_State *L, Draws *draws, lua_Integer n) {
  uint64_t count = (uint64_t)n, limit, drawn;
  if (count <= WORD_SIZE) {
    limit = WORD_SIZE - WORD_SIZE % count;
    do drawn = word(L, draws); while (drawn >= limit);
  } else {
    limit = LUA_MAXINTEGER - LUA_MAXINTEGER % count;
    do {
      drawn = (word(L, draws) & 0x7fffffff) << 32;
      drawn |= word(L, draws);
    } while (drawn >= limit);
  }
  return (lua_Integer)(drawn % count);
}

/* Returns the Draws if a draw is allowed now. Otherwise raises an error that names the caller. */
static Draws *opened(lua_State *L, const char *caller) {
  Draws *draws = lua_touserdata(L, lua_upvalueindex(1));
  if (!draws->chance) guard_fail(L, "match.%s: declare `chance = true` to draw", caller);
  if (draws->behind_seal) {
    guard_fail(L, "match.%s: `resolve` can't draw after a round in which something was sealed for longer, since other devices "
                  "don't know what that has drawn: draw in a move of its own", caller);
  }
  if (!draws->open) guard_fail(L, "match.%s: draw in setup, play or resolve only; looking must not change the dice", caller);
  return draws;
}

/* Returns the length of the table at 1, or -1 for another value or a length that isn't an integer.
   Raises what a metamethod raises. */
static lua_Integer list_length(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE) return -1;
  lua_len(L, 1);
  lua_Integer length = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : -1;
  lua_pop(L, 1);
  return length;
}

/* random(n): returns a number from 1 to n. Raises an error unless n is an integer of at least 1. */
static int draws_random(lua_State *L) {
  Draws *draws = opened(L, "random");
  if (!lua_isinteger(L, 1) || lua_tointeger(L, 1) < 1) return guard_fail(L, "match.random: takes an integer from 1 up");
  lua_pushinteger(L, below(L, draws, lua_tointeger(L, 1)) + 1);
  return 1;
}

/* shuffle(list): shuffles the list in place and returns it. Raises an error for a value that isn't
   a list, and what metamethods of the list raise. */
static int draws_shuffle(lua_State *L) {
  Draws *draws = opened(L, "shuffle");
  lua_settop(L, 1);
  lua_Integer length = list_length(L);
  if (length < 0) return guard_fail(L, "match.shuffle: takes a list");
  for (lua_Integer i = length; i >= 2; i--) {
    lua_Integer j = below(L, draws, i) + 1;
    lua_geti(L, 1, j);
    lua_geti(L, 1, i);
    lua_seti(L, 1, j);
    lua_seti(L, 1, i);
  }
  return 1;
}

/* pick(list): returns one of its elements. Raises an error for an empty list or a value that isn't
   a list, and what metamethods raise. */
static int draws_pick(lua_State *L) {
  Draws *draws = opened(L, "pick");
  lua_Integer length = list_length(L);
  if (length < 1) return guard_fail(L, "match.pick: takes a list with something in it");
  lua_geti(L, 1, below(L, draws, length) + 1);
  return 1;
}

/* open(ply): allows draws for this ply, from its first number on. Raises an argument error. */
static int draws_of(lua_State *L) {
  draws_open(lua_touserdata(L, lua_upvalueindex(1)), luaL_checkinteger(L, 1));
  return 0;
}

/* close(): forbids draws. */
static int draws_close(lua_State *L) {
  ((Draws *)lua_touserdata(L, lua_upvalueindex(1)))->open = false;
  return 0;
}

/* resume(): allows draws again, after the last number that was drawn. */
static int draws_resume(lua_State *L) {
  ((Draws *)lua_touserdata(L, lua_upvalueindex(1)))->open = true;
  return 0;
}

/* host.draws(draw, chance): returns a table with these functions, and with the Draws for an engine
   as `numbers`. `draw` is the host function that takes a ply and a block number and returns four
   integers. Raises argument and memory errors. */
static int host_draws(lua_State *L) {
  static const luaL_Reg functions[] = {
    { "random", draws_random }, { "shuffle", draws_shuffle }, { "pick", draws_pick }, { "open", draws_of },
    { "close", draws_close }, { "resume", draws_resume }, { NULL, NULL }
  };
  Draws draws = { .taken = DRAWS_WORDS, .chance = lua_toboolean(L, 2) };
  luaL_argcheck(L, guard_words_at(L, 1, &draws.fetch, &draws.context), 1, "the host's draws expected");
  luaL_newlibtable(L, functions);
  *(Draws *)lua_newuserdatauv(L, sizeof draws, 0) = draws;
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "numbers");
  luaL_setfuncs(L, functions, 1);
  return 1;
}

void guard_open_draws(lua_State *L) {
  lua_pushcfunction(L, host_draws);
  lua_setfield(L, -2, "draws");
}
