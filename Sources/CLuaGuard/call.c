/* Protected calls: the only way into Lua. */
#include "guard.h"
#include <sched.h>
#include <string.h>

static const char *text_of_kill(int killed) {
  switch (killed) {
  case GUARD_TIME: return "time is up";
  case GUARD_OUTPUT: return "too much was printed";
  case GUARD_DEPTH: return "calls nest too deep";
  default: return "too many instructions";
  }
}

static GuardStatus status_of(Guard *g, int status) {
  int killed = guard_killed(g);
  if (status == LUA_OK) return GUARD_OK;
  if (killed) {
    guard_note_error(g, text_of_kill(killed));
    return (GuardStatus)killed;
  }
  switch (status) {
  case LUA_ERRMEM:
    guard_note_error(g, "not enough memory");
    if (guard_is_feigned(g)) return GUARD_SCRIPT;
    return g->meter.refused_by ? g->meter.refused_by : GUARD_MEMORY;
  case LUA_ERRERR: /* only calls nested too deep keep an error from being handled */
    if (g->error.message_count == 0) guard_note_error(g, "calls nest too deep, also while an error was handled");
    return GUARD_DEPTH;
  default: return guard_notes_overflow(g) ? GUARD_DEPTH : GUARD_SCRIPT;
  }
}

/* The state's stack is empty before and after; three of its first slots are always there. */
static int protect(Guard *g, lua_CFunction body, void *context) {
  lua_State *L = g->L;
  g->thrown = g->unreadable = NULL;
  g->error_thrown = false;
  g->error.message_count = 0;
  g->error.message[0] = 0;
  g->error.frame_count = 0;
  lua_pushcfunction(L, guard_on_error); /* light C functions: pushing them allocates nothing */
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, context);
  int status = lua_pcall(L, 1, 0, 1);
  lua_settop(L, 0);
  return status;
}

GuardStatus guard_protect_untimed(Guard *g, lua_CFunction body, void *context) {
  return status_of(g, protect(g, body, context));
}

/* Takes hold of the guard for a call; a collection on its behalf is waited for. */
static bool take(Guard *g) {
  int hold = HOLD_FREE;
  while (!atomic_compare_exchange_weak(&g->hold, &hold, HOLD_CALL)) {
    if (hold == HOLD_CALL || hold == HOLD_CLOSED) return false;
    if (hold == HOLD_COLLECT) sched_yield();
    hold = HOLD_FREE;
  }
  return true;
}

GuardStatus guard_protect(Guard *g, lua_CFunction body, void *context, int64_t nanoseconds) {
  ThreadRecord *record = guard_thread;
  if (!record) return GUARD_THREAD;
  if (atomic_load_explicit(&record->phase, memory_order_relaxed) != THREAD_IDLE || !take(g)) return GUARD_BUSY;
  atomic_store(&g->killed, 0);
  g->meter.granted = 0;
  g->meter.refused_by = GUARD_OK;
  g->printed.count = 0;
  if (g->counting) g->instruction_end = g->instruction_limit ? g->meter.instructions + g->instruction_limit : UINT64_MAX;
  watchdog_arm(record, g, nanoseconds);
  int status = protect(g, body, context);
  watchdog_disarm(record);
  GuardStatus result = status_of(g, status);
  if (guard_killed(g)) guard_restore_hook(g);
  atomic_store_explicit(&g->hold, HOLD_FREE, memory_order_release);
  return result;
}

/* Collects everything that can be. Body of a protected call. */
int guard_body_collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

bool guard_collect(Guard *g) {
  int hold = HOLD_FREE;
  if (!atomic_compare_exchange_strong(&g->hold, &hold, HOLD_COLLECT)) return false;
  guard_protect_untimed(g, guard_body_collect, NULL);
  if (g->pool) pool_give_back(g);
  atomic_store(&g->hold, HOLD_FREE);
  return true;
}

typedef struct Call {
  int function, count, wanted;
  const GuardSlot *arguments;
  GuardSlot *results;
} Call;

/* Pushes one argument. Raises memory errors, and an error for bytes that aren't an encoded value. */
static void push_slot(lua_State *L, const GuardSlot *slot) {
  switch (slot->type) {
  case GUARD_NIL: lua_pushnil(L); return;
  case GUARD_BOOLEAN: lua_pushboolean(L, slot->integer != 0); return;
  case GUARD_INTEGER: lua_pushinteger(L, (lua_Integer)slot->integer); return;
  case GUARD_NUMBER: lua_pushnumber(L, slot->number); return;
  case GUARD_TEXT: lua_pushlstring(L, (const char *)slot->bytes, slot->count); return;
  case GUARD_ENCODED: guard_decode(L, slot->bytes, slot->count); return;
  case GUARD_FUNCTION: lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)slot->integer); return;
  }
  luaL_error(L, "a value of no known type");
}

/* Reads the value at `index` into `slot`; bytes go to g->out and are addressed by offset until the call ends. Raises
   memory errors and an error that names what can't be encoded. */
static void read_slot(lua_State *L, Guard *g, int index, GuardSlot *slot) {
  *slot = (GuardSlot){ .type = GUARD_NIL };
  switch (lua_type(L, index)) {
  case LUA_TNIL: return;
  case LUA_TBOOLEAN: slot->type = GUARD_BOOLEAN; slot->integer = lua_toboolean(L, index); return;
  case LUA_TNUMBER:
    if (lua_isinteger(L, index)) { slot->type = GUARD_INTEGER; slot->integer = lua_tointeger(L, index); }
    else { slot->type = GUARD_NUMBER; slot->number = lua_tonumber(L, index); }
    return;
  case LUA_TSTRING: {
    const char *text = lua_tolstring(L, index, &slot->count);
    slot->type = GUARD_TEXT;
    slot->integer = (int64_t)g->out.count;
    if (!buffer_append(&g->out, text, slot->count)) luaL_error(L, "the host is out of memory");
    return;
  }
  case LUA_TFUNCTION:
    lua_pushvalue(L, index);
    slot->type = GUARD_FUNCTION;
    slot->integer = luaL_ref(L, LUA_REGISTRYINDEX);
    return;
  default:
    slot->type = GUARD_ENCODED;
    slot->integer = (int64_t)g->out.count;
    guard_encode(L, index, &g->out, "result", false);
    slot->count = g->out.count - (size_t)slot->integer;
  }
}

/* 1: the call. Raises what the function raises, and what push_slot and read_slot do. */
static int body_call(lua_State *L) {
  Call *call = lua_touserdata(L, 1);
  Guard *g = guard_of(L);
  luaL_checkstack(L, call->count + call->wanted + 8, "too many values");
  g->out.count = 0;
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->function);
  for (int i = 0; i < call->count; i++) push_slot(L, &call->arguments[i]);
  lua_call(L, call->count, call->wanted);
  for (int i = 0; i < call->wanted; i++) read_slot(L, g, 2 + i, &call->results[i]);
  return 0;
}

GuardStatus guard_call(Guard *g, int function, const GuardSlot *arguments, int count, GuardSlot *results, int wanted,
                       int64_t nanoseconds) {
  Call call = { function, count, wanted, arguments, results };
  GuardStatus status = guard_protect(g, body_call, &call, nanoseconds);
  if (status == GUARD_OK) {
    for (int i = 0; i < wanted; i++) {
      if (results[i].type != GUARD_TEXT && results[i].type != GUARD_ENCODED) continue;
      results[i].bytes = g->out.bytes + results[i].integer;
    }
  }
  return status;
}

typedef struct IntegerCall {
  int function;
  int64_t value;
} IntegerCall;

/* 1: the call. Raises what the function raises. */
static int body_call_integer(lua_State *L) {
  IntegerCall *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->function);
  lua_pushinteger(L, (lua_Integer)call->value);
  lua_call(L, 1, 1);
  int is_integer = 0;
  call->value = lua_tointegerx(L, -1, &is_integer);
  if (!is_integer) return luaL_error(L, "an integer was expected");
  return 0;
}

GuardStatus guard_call_integer(Guard *g, int function, int64_t argument, int64_t *result, int64_t nanoseconds) {
  IntegerCall call = { function, argument };
  GuardStatus status = guard_protect(g, body_call_integer, &call, nanoseconds);
  *result = call.value;
  return status;
}

typedef struct Load {
  const uint8_t *source;
  size_t count;
  const char *name;
  bool trusted;
  int function;
} Load;

/* 1: the load. Raises syntax and memory errors. */
static int body_load(lua_State *L) {
  Load *load = lua_touserdata(L, 1);
  lua_pushfstring(L, "=%s", load->name);
  if (luaL_loadbufferx(L, (const char *)load->source, load->count, lua_tostring(L, 2), "t") != LUA_OK) return lua_error(L);
  if (load->trusted && guard_of(L)->kind == GUARD_SANDBOX) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_trusted);
    if (!lua_setupvalue(L, 3, 1)) lua_pop(L, 1); /* its first upvalue is its environment */
  }
  load->function = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

GuardStatus guard_load(Guard *g, const uint8_t *source, size_t count, const char *name, bool trusted, int *function) {
  Load load = { source, count, name, trusted, LUA_NOREF };
  GuardStatus status = guard_protect(g, body_load, &load, INT64_C(5000000000));
  *function = load.function;
  return status;
}

void guard_forget(Guard *g, int function) {
  if (function >= 0 && take(g)) {
    luaL_unref(g->L, LUA_REGISTRYINDEX, function); /* writes to slots that exist: allocates nothing, raises nothing */
    atomic_store(&g->hold, HOLD_FREE);
  }
}
