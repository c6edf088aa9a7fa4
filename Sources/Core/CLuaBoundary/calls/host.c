/* Host functions. The trampoline passes the arguments as slots and raises only after the host
   function has returned, so that no longjmp crosses the host's frames. */
#include "guard.h"

enum { ARGUMENTS_MAX = 8 };

typedef struct Registration {
  const char *name;
  GuardHostFunction function; /* NULL if `words` is set */
  GuardHostWords words;
  void *context;
} Registration;

/* Calls a host function. Upvalue 1: the function in a full userdata, 2: its context. Raises the
   host function's error, and memory errors. */
static int trampoline(lua_State *L) {
  Guard *g = guard_of(L);
  GuardHostFunction *function = lua_touserdata(L, lua_upvalueindex(1));
  GuardSlot arguments[ARGUMENTS_MAX];
  int count = lua_gettop(L);
  if (count > ARGUMENTS_MAX) return guard_fail(L, "a host function takes at most %d arguments", ARGUMENTS_MAX);
  size_t start = g->out.count;
  for (int i = 0; i < count; i++) {
    GuardSlot *slot = &arguments[i];
    *slot = (GuardSlot){ .type = GUARD_NIL };
    switch (lua_type(L, i + 1)) {
    case LUA_TNIL: break;
    case LUA_TBOOLEAN: slot->type = GUARD_BOOLEAN; slot->integer = lua_toboolean(L, i + 1); break;
    case LUA_TNUMBER:
      slot->type = lua_isinteger(L, i + 1) ? GUARD_INTEGER : GUARD_NUMBER;
      slot->integer = lua_isinteger(L, i + 1) ? lua_tointeger(L, i + 1) : 0;
      slot->number = lua_tonumber(L, i + 1);
      break;
    case LUA_TSTRING: slot->type = GUARD_TEXT; slot->bytes = (const uint8_t *)lua_tolstring(L, i + 1, &slot->count); break;
    default:
      slot->type = GUARD_ENCODED;
      slot->integer = (int64_t)g->out.count;
      guard_encode(L, i + 1, &g->out, "argument", false);
      slot->count = g->out.count - (size_t)slot->integer;
    }
  }
  for (int i = 0; i < count; i++) {
    if (arguments[i].type == GUARD_ENCODED) arguments[i].bytes = g->out.bytes + arguments[i].integer;
  }
  g->answer = (GuardSlot){ .type = GUARD_NIL };
  int status = (*function)(lua_touserdata(L, lua_upvalueindex(2)), g, arguments, count);
  g->out.count = start;
  if (status) {
    lua_pushlstring(L, (const char *)g->reply.bytes, g->answer.type == GUARD_TEXT ? g->answer.count : 0);
    return guard_fail(L, "%s", lua_tostring(L, -1));
  }
  g->answer.bytes = g->reply.bytes;
  guard_push_slot(L, &g->answer);
  return 1;
}

/* Calls a GuardHostWords function. Upvalue 1: the function in a full userdata, 2: its context.
   Arguments 1 and 2: integers. Raises argument errors. */
static int trampoline_words(lua_State *L) {
  GuardHostWords *function = lua_touserdata(L, lua_upvalueindex(1));
  int64_t words[4];
  (*function)(lua_touserdata(L, lua_upvalueindex(2)), luaL_checkinteger(L, 1), luaL_checkinteger(L, 2), words);
  for (int i = 0; i < 4; i++) lua_pushinteger(L, (lua_Integer)words[i]);
  return 4;
}

bool guard_words_at(lua_State *L, int index, GuardHostWords *words, void **context) {
  if (lua_tocfunction(L, index) != trampoline_words) return false;
  lua_getupvalue(L, index, 1);
  *words = *(GuardHostWords *)lua_touserdata(L, -1);
  lua_getupvalue(L, index, 2);
  *context = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return true;
}

/* Adds a host function to `host`. 1: the registration. Raises memory errors. */
static int body_host(lua_State *L) {
  Registration *r = lua_touserdata(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_trusted);
  lua_getfield(L, -1, "host");
  luaL_checktype(L, -1, LUA_TTABLE);
  if (r->function) {
    GuardHostFunction *function = lua_newuserdatauv(L, sizeof *function, 0);
    *function = r->function;
  } else {
    GuardHostWords *words = lua_newuserdatauv(L, sizeof *words, 0);
    *words = r->words;
  }
  lua_pushlightuserdata(L, r->context);
  lua_pushcclosure(L, r->function ? trampoline : trampoline_words, 2);
  lua_setfield(L, -2, r->name);
  return 0;
}

GuardStatus guard_host(Guard *guard, const char *name, GuardHostFunction function, void *context) {
  Registration r = { name, function, NULL, context };
  return guard_protect(guard, body_host, &r, INT64_C(5000000000));
}

GuardStatus guard_host_words(Guard *guard, const char *name, GuardHostWords function, void *context) {
  Registration r = { name, NULL, function, context };
  return guard_protect(guard, body_host, &r, INT64_C(5000000000));
}

bool guard_reply(Guard *guard, const GuardSlot *value) {
  guard->reply.count = 0;
  if (!buffer_append(&guard->reply, value->bytes, value->count)) return false;
  guard->answer = *value;
  return true;
}
