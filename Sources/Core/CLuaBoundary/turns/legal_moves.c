/* Finds the open moves of a seat, with their choices. See turns.h. */
#include "turns.h"
#include <stdio.h>

/* Pops the value on top and stores it in state.secret. */
static void show_secret(lua_State *L) {
  turns_push(L, STATE);
  lua_insert(L, -2);
  lua_setfield(L, -2, "secret");
  lua_pop(L, 1);
}

/* Clears the cache for deferred copies of a seat's part. Keeps the value false, which is in the
   cache while any hook may read and change the part. */
static void forget_sources(lua_State *L, int seat) {
  turns_push(L, SOURCES);
  if (lua_rawgeti(L, -1, seat) == LUA_TTABLE) {
    lua_pushnil(L);
    lua_rawseti(L, -3, seat);
  }
  lua_pop(L, 2);
}

/* Pushes the cache for deferred copies of a seat's part, which is created unless it exists already.
   Returns its index, or 0 if the part must be copied. */
static int push_sources(lua_State *L, int seat) {
  turns_push(L, SOURCES);
  int type = lua_rawgeti(L, -1, seat);
  if (type == LUA_TNIL) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, seat);
  }
  return type == LUA_TBOOLEAN ? 0 : lua_gettop(L);
}

/* The upvalues of a door's functions, after the two upvalues of every function with a TurnEngine. A door
   is the value of state.secret while a seat may read its part. */
enum { DOOR_SEAT = lua_upvalueindex(3), DOOR_REFUSE = lua_upvalueindex(4) };

/* Whether the key at 2 is the seat of this door and the door may open. A door may open while the
   part is lent to its seat, until a hook has read or replaced the part. */
static bool opens_door(lua_State *L, const TurnEngine *engine) {
  int whole;
  lua_Integer seat = lua_tointegerx(L, 2, &whole);
  return engine->lending && !engine->taken && whole && lua_type(L, 2) == LUA_TNUMBER && seat == engine->reader
         && lua_tointeger(L, DOOR_SEAT) == seat;
}

/* Raises the error for a key that may not be read or written. 2: that key. */
static int refuse_door(lua_State *L) {
  lua_pushvalue(L, DOOR_REFUSE);
  lua_pushvalue(L, 2);
  lua_call(L, 1, 0);
  return 0;
}

/* __index of a door. 1: the door, 2: key. Lends the part when a hook first reads it. */
static int door_read(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  if (!opens_door(L, engine)) return refuse_door(L);
  lua_settop(L, 1);
  int sources = push_sources(L, engine->reader);
  turns_push(L, PARTS);
  lua_rawgeti(L, -1, engine->reader);
  guard_lend(L, sources);
  engine->taken = true;
  lua_pushvalue(L, -1);
  lua_rawseti(L, 1, engine->reader);
  return 1;
}

/* __newindex of a door. 1: the door, 2: key, 3: the new part of the seat. */
static int door_write(lua_State *L) {
  TurnEngine *engine = turns_here(L);
  if (!opens_door(L, engine)) return refuse_door(L);
  engine->taken = true;
  lua_rawseti(L, 1, engine->reader);
  return 0;
}

/* door(seat, refuse): returns the value of state.secret while the seat may read its part. `refuse`
   is called with every other key, and raises an error with the position of its caller's caller. */
int turns_call_door(lua_State *L) {
  static const luaL_Reg events[] = {
    { "__index", door_read }, { "__newindex", door_write }, { "__len", refuse_door }, { NULL, NULL }
  };
  luaL_checkinteger(L, 1);
  lua_settop(L, 2);
  lua_createtable(L, 0, 0); /* 3 */
  lua_createtable(L, 0, 4); /* 4 */
  for (const luaL_Reg *event = events; event->name; event++) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, WALK_VALUES);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, event->func, 4);
    lua_setfield(L, 4, event->name);
  }
  guard_mark_hosts(L);
  lua_setmetatable(L, 3);
  return 1;
}

void turns_lend(lua_State *L, TurnEngine *engine, int seat) {
  engine->reader = seat;
  engine->lending = true;
  engine->taken = false;
  turns_push(L, DOORS);
  lua_rawgeti(L, -1, seat);
  show_secret(L);
  lua_pop(L, 1);
}

/* Replaces the part of the secrets on top by a copy made from its bytes, as is done with a state.
   Raises an error for a part that isn't plain data. */
static void copy_part(lua_State *L, const TurnEngine *engine) {
  Guard *g = guard_of(L);
  size_t start = g->out.count;
  char name[sizeof "state.secret[16]"];
  snprintf(name, sizeof name, "state.secret[%d]", engine->reader);
  guard_encode_within(L, -1, &g->out, name, true, GUARD_PART);
  lua_pop(L, 1);
  guard_decode(L, g->out.bytes + start, g->out.count - start);
  g->out.count = start;
}

void turns_take_back(lua_State *L, TurnEngine *engine, bool keeps) {
  guard_unlend(L);
  engine->lending = false;
  if (engine->taken) {
    turns_push(L, DOORS);
    lua_rawgeti(L, -1, engine->reader);
    if (keeps) {
      turns_push(L, PARTS);
      lua_rawgeti(L, -2, engine->reader);
      copy_part(L, engine);
      lua_rawseti(L, -2, engine->reader);
      lua_pop(L, 1);
      forget_sources(L, engine->reader);
    }
    lua_pushnil(L);
    lua_rawseti(L, -2, engine->reader);
    lua_pop(L, 2);
  }
  turns_push(L, SECRET);
  lua_getfield(L, -1, "shown");
  show_secret(L);
  lua_pop(L, 1);
  guard_expire(L);
}

/* Pushes a hook of a move and its arguments, and returns their number. `argument` is the index of
   the move's argument, or 0. */
static int push_question(lua_State *L, int seat, int number, int hook, int argument) {
  move_push(L, number, hook);
  turns_push(L, STATE);
  lua_pushinteger(L, seat);
  if (argument) lua_pushvalue(L, argument);
  turns_push(L, MATCH);
  return argument ? 4 : 3;
}

/* Calls a hook of a move for a seat whose part isn't known. Pushes the result and returns true. If
   the hook tried to read the part, pushes nothing and returns false, because the hook's result or
   error has no meaning in that case. */
static bool ask_veiled(lua_State *L, TurnEngine *engine, int seat, int number, int hook, int argument) {
  int before = lua_gettop(L);
  turns_push(L, VEILS);
  lua_rawgeti(L, -1, seat);
  show_secret(L);
  lua_settop(L, before);
  engine->veiled = false;
  engine->ran = engine->asked = true;
  engine->ran_in = engine->hook;
  int status = lua_pcall(L, push_question(L, seat, number, hook, argument), 1, 0);
  if (status != LUA_OK) {
    guard_caught(L, guard_of(L), status);
    lua_settop(L, before);
    /* call it again, so that its own error is raised from its place */
    if (!engine->veiled) turns_ask(L, engine, push_question(L, seat, number, hook, argument), 1);
  }
  turns_push(L, SECRET);
  lua_getfield(L, -1, "shown");
  show_secret(L);
  lua_pop(L, 1);
  if (engine->veiled) lua_settop(L, before);
  return !engine->veiled;
}

/* Calls `choices` of a move. A list that only the device of the seat can make counts as empty here.
   Only sealed moves have such lists, and sealed moves come after all others. */
static void list_choices(lua_State *L, TurnEngine *engine, int seat, int number) {
  Move *move = &engine->moves[number];
  bool lent = engine->guarding && move->seals;
  engine->hook = move->at_choices;
  if (lent && turns_is_unknown(engine, seat)) {
    if (!ask_veiled(L, engine, seat, number, ON_CHOICES, 0)) {
      engine->private_list = true;
      move->count = 0;
      lua_createtable(L, 0, 0);
      move_keep(L, number, CHOICES);
      return;
    }
  } else {
    if (lent) turns_lend(L, engine, seat);
    move_push(L, number, ON_CHOICES);
    turns_push(L, STATE);
    lua_pushinteger(L, seat);
    turns_push(L, MATCH);
    turns_ask(L, engine, 3, 1);
    if (lent) {
      turns_take_back(L, engine, false);
      engine->private_list |= engine->taken;
    }
  }
  move->count = guard_list(L, move->at_choices);
  if (move->count < 0) guard_fail(L, "%s: must return a list, returned %s", move->at_choices, guard_kind(L, -1));
  move_keep(L, number, CHOICES);
}

static bool is_open(lua_State *L, TurnEngine *engine, int seat, int number) {
  Move *move = &engine->moves[number];
  if (engine->naming && !move->named) return false;
  if (!move->has_when) return true;
  engine->hook = move->at_when;
  move_push(L, number, ON_WHEN);
  turns_push(L, STATE);
  lua_pushinteger(L, seat);
  turns_push(L, MATCH);
  turns_ask(L, engine, 3, 1);
  bool open = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return open;
}

bool turns_may_seal(lua_State *L, TurnEngine *engine, int seat) {
  if (!engine->guarding || !turns_may_move(engine, seat)) return false;
  for (int number = 0; number < engine->move_count; number++) {
    if (engine->moves[number].seals && is_open(L, engine, seat, number)) return true;
  }
  return false;
}

lua_Integer turns_gather(lua_State *L, TurnEngine *engine, int seat) {
  if (turns_fresh(L, engine)) engine->gathered = 0;
  if (engine->gathered == seat) return engine->total;
  uint64_t total = 0;
  engine->open_count = 0;
  engine->private_list = false;
  for (int number = 0; number < engine->move_count; number++) {
    if (!is_open(L, engine, seat, number)) continue;
    Move *move = &engine->moves[number];
    engine->open[engine->open_count++] = number;
    move->answered = false;
    if (move->listed) list_choices(L, engine, seat, number);
    total += move->typed ? 1 : (uint64_t)move->count;
  }
  engine->gathered = seat;
  return engine->total = (lua_Integer)total;
}

int turns_at_index(lua_State *L, const TurnEngine *engine, lua_Integer index) {
  if (index < 1) return -1;
  for (int i = 0; i < engine->open_count; i++) {
    int number = engine->open[i];
    const Move *move = &engine->moves[number];
    if (index > move->count) {
      index -= move->count;
      continue;
    }
    if (!move->chooses) {
      lua_pushnil(L);
      return number;
    }
    move_push(L, number, CHOICES);
    /* guard_list accepts holes, and the script may have changed the list in the meantime */
    if (lua_rawgeti(L, -1, index) == LUA_TNIL) guard_fail(L, "%s: the list has a hole at %d", move->at_choices, (int)index);
    lua_replace(L, -2);
    return number;
  }
  return -1;
}

void turns_push_forced(lua_State *L, TurnEngine *engine, int seat, int number) {
  engine->hook = engine->moves[number].at_forced;
  if (engine->guarding) turns_lend(L, engine, seat);
  move_push(L, number, ON_FORCED);
  turns_push(L, STATE);
  lua_pushinteger(L, seat);
  turns_push(L, MATCH);
  turns_ask(L, engine, 3, 1);
  if (engine->guarding) turns_take_back(L, engine, false);
  guard_copy_raw(L);
}

/* Whether the value below the top equals the argument on top, which is popped. Values are equal if
   listing.same of sdk/host/listing.lua says so; it is called only for tables. */
static bool same(lua_State *L) {
  bool equal;
  if (lua_type(L, -1) == LUA_TTABLE || lua_type(L, -2) == LUA_TTABLE) {
    turns_push(L, SAME);
    lua_pushvalue(L, -3);
    lua_pushvalue(L, -3);
    lua_call(L, 2, 1);
    equal = lua_toboolean(L, -1);
    lua_pop(L, 1);
  } else {
    equal = lua_rawequal(L, -1, -2) && lua_isinteger(L, -1) == lua_isinteger(L, -2);
  }
  lua_pop(L, 1);
  return equal;
}

bool turns_is_legal(lua_State *L, TurnEngine *engine, int seat, int number) {
  Move *move = &engine->moves[number];
  bool unknown = turns_is_unknown(engine, seat);
  if (move->has_answer) {
    if (unknown) return true;
    if (!move->answered) {
      turns_push_forced(L, engine, seat, number);
      move_keep(L, number, ANSWER);
      move->answered = true;
    }
    move_push(L, number, ANSWER);
    return same(L);
  }
  if (!move->has_legal) return true;
  engine->hook = move->at_legal;
  if (unknown) {
    if (!ask_veiled(L, engine, seat, number, ON_LEGAL, lua_gettop(L))) return true;
    bool legal = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return legal;
  }
  if (engine->guarding) turns_lend(L, engine, seat);
  move_push(L, number, ON_LEGAL);
  turns_push(L, STATE);
  lua_pushinteger(L, seat);
  lua_pushvalue(L, -4);
  turns_push(L, MATCH);
  turns_ask(L, engine, 4, 1);
  bool legal = lua_toboolean(L, -1);
  if (engine->guarding) turns_take_back(L, engine, false);
  lua_pop(L, 1);
  return legal;
}
