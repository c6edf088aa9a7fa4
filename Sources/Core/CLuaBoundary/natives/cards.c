/* Native functions of parlor.cards. Every function here may also raise a limit error, or a memory
   error. */
#include "standins.h"
#include <string.h>

enum { DECK = 52 };

/* deck(): returns a new list, copied from the one that the SDK's function made on the first
   request. */
static int cards_deck(lua_State *L) {
  Guard *guard = guard_of(L);
  lua_settop(L, 0);
  if (lua_rawgeti(L, STANDIN_KEPT, 1) == LUA_TNIL) {
    lua_pushvalue(L, STANDIN_LISTS);
    lua_call(L, 0, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, STANDIN_KEPT, 1);
    lua_replace(L, 1);
  }
  lua_createtable(L, standin_places(DECK), 0);
  for (int i = 1; i <= DECK; i++) {
    guard_tick(L, guard);
    lua_rawgeti(L, 1, i);
    lua_rawseti(L, 2, i);
  }
  /* The SDK's function asks for the length at each card. Lua stores a hint for the length in the
     table, and that hint is part of the table's memory layout. */
  lua_rawlen(L, 2);
  return 1;
}

/* value(card): returns the card's value, 1 to 13. */
static int cards_value(lua_State *L) {
  static const char ranks[] = "a23456789tjqk";
  size_t length;
  if (lua_type(L, 1) != LUA_TSTRING) return standin_leave(L, 1);
  const char *card = lua_tolstring(L, 1, &length), *rank, *suit;
  if (length != 2 || !(rank = memchr(ranks, card[0], 13)) || !(suit = memchr("shdc", card[1], 4))) return standin_leave(L, 1);
  lua_pushinteger(L, rank - ranks + 1);
  return 1;
}

static const luaL_Reg functions[] = { { "deck", cards_deck }, { "value", cards_value }, { NULL, NULL } };
const Standins guard_cards_standins = { "parlor.cards", "deck", { NULL }, functions };
