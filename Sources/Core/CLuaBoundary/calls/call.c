/* Protected calls: the only way into Lua. */
#include "guard.h"
#include <sched.h>
#include <stdio.h>
#include <string.h>

/* Notes the error for a stack that has no room, because of too many values at once or too many
   nested calls. */
static void note_depth(Guard *g) {
  enum { MOST = 1000000 /* LUAI_MAXSTACK of Lua 5.4, which no public header defines */ };
  if (!g->too_many) return guard_note_error(g, "calls nest too deep");
  char text[GUARD_MESSAGE_MAX];
  snprintf(text, sizeof text, "too many values at once: %d, and a call holds at most %d with all that it has", g->too_many, MOST);
  guard_note_error(g, text);
}

static const char *text_of_kill(int killed) {
  switch (killed) {
  case GUARD_TIME: return "time is up";
  default: return "too many instructions";
  }
}

/* Notes which limit refused memory, and its value. */
static void note_refusal(Guard *g) {
  const GuardMeter *m = &g->meter;
  const char *deep = g->deep ? ", thousands of calls deep: does a function call itself without an end?" : "";
  char text[GUARD_MESSAGE_MAX];
  switch (m->refused_by) {
  case GUARD_TABLE: snprintf(text, sizeof text, "too many keys of a table, or too many texts, fall on one place"); break;
  case GUARD_LONG_TEXT: snprintf(text, sizeof text, "limit text: one text may have %d bytes, and was to get more", GUARD_TEXT_MAX); break;
  case GUARD_GRANTED:
    snprintf(text, sizeof text, "limit granted: one call may be given %zu bytes, freed or not, and asked for more%s",
             m->granted_limit, deep);
    break;
  case GUARD_POOL:
    snprintf(text, sizeof text, "limit pool: all scripts together may hold %zu bytes, and one asked for more%s",
             g->pool ? g->pool->limit : 0, deep);
    break;
  case GUARD_HOST: snprintf(text, sizeof text, "the host has no memory left"); break;
  default:
    snprintf(text, sizeof text, "limit memory: a script may hold %zu bytes, and asked for more%s", m->limit, deep);
    break;
  }
  guard_note_error(g, text);
}

static GuardStatus status_of(Guard *g, int status) {
  int killed = guard_killed(g);
  if (status == LUA_OK) return GUARD_OK;
  if (killed == GUARD_OUTPUT) {
    char text[GUARD_MESSAGE_MAX];
    snprintf(text, sizeof text, "limit output: one call may print %zu bytes, and printed more", g->print_limit);
    guard_note_error(g, text);
    return GUARD_OUTPUT;
  }
  if (killed == GUARD_DEPTH) {
    note_depth(g);
    return GUARD_DEPTH;
  }
  if (killed) {
    guard_note_error(g, text_of_kill(killed));
    return (GuardStatus)killed;
  }
  switch (status) {
  case LUA_ERRMEM:
    note_refusal(g);
    if (guard_is_feigned(g)) {
      guard_note_error(g, "not enough memory");
      return GUARD_SCRIPT;
    }
    return g->meter.refused_by ? g->meter.refused_by : GUARD_MEMORY;
  case LUA_ERRERR: /* only calls nested too deep prevent the handling of an error */
    if (g->error.message_count == 0) guard_note_error(g, "calls nest too deep, also while an error was handled");
    return GUARD_DEPTH;
  default:
    if (!guard_notes_overflow(g)) return GUARD_SCRIPT;
    if (g->too_many) note_depth(g);
    return GUARD_DEPTH;
  }
}

static void forget_error(Guard *g) {
  g->thrown = g->unreadable = NULL;
  g->error_thrown = g->deep = false;
  g->too_many = 0;
  g->lifts_text_limit = false;
  g->error.message_count = 0;
  g->error.message[0] = 0;
  g->error.frame_count = 0;
}

/* Runs `body` in a protected call. The state's stack is empty before and after. Its first three
   slots always exist. */
static int protect(Guard *g, lua_CFunction body, void *context) {
  lua_State *L = g->L;
  forget_error(g);
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

bool guard_take(Guard *g) {
  int hold = HOLD_FREE;
  while (!atomic_compare_exchange_weak(&g->hold, &hold, HOLD_CALL)) {
    if (hold == HOLD_CALL || hold == HOLD_CLOSED) return false;
    if (hold == HOLD_COLLECT) sched_yield();
    hold = HOLD_FREE;
  }
  return true;
}

void guard_give(Guard *g) { atomic_store_explicit(&g->hold, HOLD_FREE, memory_order_release); }

/* Counts a new call and resets the meters of a single call. */
static void begin_meters(Guard *g) {
  g->meter.calls++;
  g->meter.granted = 0;
  g->meter.refused_by = GUARD_OK;
  g->texts_collide = false;
  if (g->counting) g->instruction_end = g->instruction_limit ? g->meter.instructions + g->instruction_limit : UINT64_MAX;
}

/* Takes hold of the guard and arms the watchdog. Returns GUARD_OK, or the reason why no call is
   possible. */
static GuardStatus begin(Guard *g, ThreadRecord *record, int64_t nanoseconds) {
  if (!record) return GUARD_THREAD;
  if (atomic_load_explicit(&record->phase, memory_order_relaxed) != THREAD_IDLE || !guard_take(g)) return GUARD_BUSY;
  atomic_store_explicit(&g->killed, 0, memory_order_relaxed); /* watchdog_arm publishes it */
  g->changed = true;
  if (g->hooks != guard_wanted_hooks(g)) guard_restore_hook(g);
  Buffer *buffers[] = { &g->out, &g->printed, &g->seen, &g->keys, &g->reply, &g->journal };
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
    if (buffers[i]->capacity > 0) buffer_clear(buffers[i]); /* most were never used */
  }
  begin_meters(g);
  watchdog_arm(record, g, nanoseconds);
  return GUARD_OK;
}

void guard_next_call(Guard *g) {
  ThreadRecord *record = guard_thread;
  watchdog_disarm(record);
  if (guard_killed(g)) { /* the kill came just after the previous call */
    guard_restore_hook(g);
    atomic_store_explicit(&g->killed, 0, memory_order_relaxed);
  }
  buffer_clear(&g->printed);
  begin_meters(g);
  watchdog_arm(record, g, atomic_load_explicit(&record->allowed, memory_order_relaxed));
}

/* Ends the call that `begin` started. `status` is the result of lua_pcall. */
static GuardStatus end(Guard *g, ThreadRecord *record, int status) {
  watchdog_disarm(record);
  GuardStatus result = status_of(g, status);
  if (guard_killed(g)) guard_restore_hook(g);
  guard_give(g);
  return result;
}

GuardStatus guard_protect(Guard *g, lua_CFunction body, void *context, int64_t nanoseconds) {
  ThreadRecord *record = guard_thread;
  GuardStatus begun = begin(g, record, nanoseconds);
  return begun == GUARD_OK ? end(g, record, protect(g, body, context)) : begun;
}

/* Collects all garbage. The body of a protected call. */
static int body_collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

void guard_collect_held(Guard *g, int rounds) {
  /* Each collection halves Lua's reserves: its stack and its table of strings. Continue while a
     collection frees a noticeable amount. */
  for (int round = 0; round < rounds; round++) {
    size_t before = g->meter.used;
    lua_pushcfunction(g->L, body_collect);
    lua_pcall(g->L, 0, 0, 0);
    lua_settop(g->L, 0);
    if (g->meter.used >= before - before / 64) break;
  }
  g->changed = false;
  blocks_release(&g->blocks);
  if (g->pool) pool_give_back(g);
}

bool guard_collect(Guard *g) {
  int hold = HOLD_FREE;
  if (!atomic_compare_exchange_strong(&g->hold, &hold, HOLD_COLLECT)) return false;
  guard_collect_held(g, 24);
  atomic_store(&g->hold, HOLD_FREE);
  return true;
}

/* References to functions are registry keys that are never reused. Therefore a reference that is
   released twice, or used after its release, can't mean another function. Keys below
   FIRST_REFERENCE are Lua's own. */
enum { FIRST_REFERENCE = 16 };

/* Pops the function on top and returns its reference. Raises memory errors. */
static int keep(lua_State *L, Guard *g) {
  if (g->last_reference == INT32_MAX) guard_fail(L, "too many functions were handed out");
  if (g->last_reference < FIRST_REFERENCE) g->last_reference = FIRST_REFERENCE - 1;
  lua_rawseti(L, LUA_REGISTRYINDEX, ++g->last_reference);
  return g->last_reference;
}

enum { RESULTS_MAX = 8 << 20 /* bytes of text: a script mustn't fill the host's memory */ };

typedef struct Call {
  int function, count, wanted;
  const GuardSlot *arguments;
  GuardSlot *results;
} Call;

void guard_push_slot(lua_State *L, const GuardSlot *slot) {
  switch (slot->type) {
  case GUARD_NIL: lua_pushnil(L); return;
  case GUARD_BOOLEAN: lua_pushboolean(L, slot->integer != 0); return;
  case GUARD_INTEGER: lua_pushinteger(L, (lua_Integer)slot->integer); return;
  case GUARD_NUMBER: lua_pushnumber(L, slot->number); return;
  case GUARD_TEXT: lua_pushlstring(L, (const char *)slot->bytes, slot->count); return;
  case GUARD_ENCODED: guard_decode(L, slot->bytes, slot->count); return;
  case GUARD_FUNCTION: lua_rawgeti(L, LUA_REGISTRYINDEX, (lua_Integer)slot->integer); return;
  }
  guard_fail(L, "a value of no known type");
}

/* Reads the value at `index` into `slot`. Bytes go to g->out; until the call ends, the slot holds
   their offset. Raises memory errors, and an error that names the path of a value that can't be
   encoded. */
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
    if (g->out.count + slot->count > RESULTS_MAX) guard_fail(L, "the results are over %d bytes", RESULTS_MAX);
    if (!buffer_append(&g->out, text, slot->count)) guard_raise_host_memory(L);
    return;
  }
  case LUA_TFUNCTION:
    lua_pushvalue(L, index);
    slot->type = GUARD_FUNCTION;
    slot->integer = keep(L, g);
    return;
  default:
    slot->type = GUARD_ENCODED;
    slot->integer = (int64_t)g->out.count;
    guard_encode_within(L, index, &g->out, "result", false, GUARD_POSITION);
    slot->count = g->out.count - (size_t)slot->integer;
  }
}

/* Calls a function. 1: the Call. Raises the errors of guard_push_slot and read_slot, and what the
   function raises. */
static int body_call(lua_State *L) {
  Call *call = lua_touserdata(L, 1);
  Guard *g = guard_of(L);
  guard_need_room(L, call->count + call->wanted + 8, "too many values");
  lua_rawgeti(L, LUA_REGISTRYINDEX, call->function);
  for (int i = 0; i < call->count; i++) guard_push_slot(L, &call->arguments[i]);
  lua_call(L, call->count, call->wanted);
  for (int i = 0; i < call->wanted; i++) read_slot(L, g, 2 + i, &call->results[i]);
  guard_expire(L);
  return 0;
}

GuardStatus guard_call(Guard *g, int function, const GuardSlot *arguments, int count, GuardSlot *results, int wanted,
                       int64_t nanoseconds) {
  Call call = { function, count, wanted, arguments, results };
  for (int i = 0; i < wanted; i++) results[i] = (GuardSlot){ .type = GUARD_NIL };
  GuardStatus status = guard_protect(g, body_call, &call, nanoseconds);
  for (int i = 0; status != GUARD_OK && i < wanted; i++) {
    /* The caller doesn't get the results of a failed call. */
    if (results[i].type == GUARD_FUNCTION) guard_forget(g, (int)results[i].integer);
  }
  if (status == GUARD_OK) {
    for (int i = 0; i < wanted; i++) {
      if (results[i].type != GUARD_TEXT && results[i].type != GUARD_ENCODED) continue;
      results[i].bytes = g->out.bytes + results[i].integer;
    }
  }
  return status;
}

/* Calls a function with integers. Only the Lua call is protected: the code around it raises nothing
   and allocates nothing. */
static GuardStatus call_integers(Guard *g, int function, const int64_t *arguments, int count, int64_t *result,
                                 int64_t nanoseconds) {
  ThreadRecord *record = guard_thread;
  GuardStatus begun = begin(g, record, nanoseconds);
  if (begun != GUARD_OK) return begun;
  lua_State *L = g->L;
  forget_error(g);
  lua_pushcfunction(L, guard_on_error);
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  for (int i = 0; i < count; i++) lua_pushinteger(L, (lua_Integer)arguments[i]);
  int status = lua_pcall(L, count, 1, 1);
  if (status == LUA_OK && !lua_isinteger(L, -1)) {
    char text[64];
    snprintf(text, sizeof text, "an integer was expected, not %s", guard_kind(L, -1));
    guard_note_error(g, text);
    status = LUA_ERRRUN;
  }
  if (status == LUA_OK) *result = lua_tointeger(L, -1);
  lua_settop(L, 0);
  return end(g, record, status);
}

GuardStatus guard_call_integer(Guard *g, int function, int64_t argument, int64_t *result, int64_t nanoseconds) {
  return call_integers(g, function, &argument, 1, result, nanoseconds);
}

GuardStatus guard_call_integers(Guard *g, int function, const int64_t arguments[3], int64_t *result, int64_t nanoseconds) {
  return call_integers(g, function, arguments, 3, result, nanoseconds);
}

const int64_t *guard_journal(const Guard *g, size_t *count) {
  *count = g->journal.count / sizeof(int64_t);
  return (const int64_t *)(const void *)g->journal.bytes;
}

void guard_forget_journal(Guard *g) { buffer_clear(&g->journal); }

typedef struct Load {
  const GuardChunk *chunk;
  bool trusted;
  int function;
} Load;

/* Compiles a chunk. 1: the Load. Raises syntax errors, memory errors and a limit error. */
static int body_load(lua_State *L) {
  Load *load = lua_touserdata(L, 1);
  guard_compile(L, load->chunk, load->trusted);
  load->function = keep(L, guard_of(L));
  return 0;
}

GuardStatus guard_load(Guard *g, const GuardChunk *chunk, bool trusted, int *function, int64_t nanoseconds) {
  Load load = { chunk, trusted, -1 };
  GuardStatus status = guard_protect(g, body_load, &load, nanoseconds);
  *function = load.function;
  return status;
}

/* Dumps the chunk at 1. Raises syntax errors, memory errors and a limit error. */
static int body_dump(lua_State *L) {
  guard_write_form(L, lua_touserdata(L, 1), &guard_of(L)->out);
  return 0;
}

GuardStatus guard_dump(Guard *g, const GuardChunk *chunk, const uint8_t **bytes, size_t *size, int64_t nanoseconds) {
  GuardStatus status = guard_protect(g, body_dump, (void *)(uintptr_t)chunk, nanoseconds);
  *bytes = status == GUARD_OK ? g->out.bytes : NULL;
  *size = status == GUARD_OK ? g->out.count : 0;
  return status;
}

void guard_forget(Guard *g, int function) {
  if (function < FIRST_REFERENCE || !guard_take(g)) return;
  if (lua_rawgeti(g->L, LUA_REGISTRYINDEX, function) != LUA_TNIL) {
    lua_pushnil(g->L);
    /* The key exists, so this allocates nothing and raises nothing. */
    lua_rawseti(g->L, LUA_REGISTRYINDEX, function);
    g->changed = true;
  }
  lua_settop(g->L, 0);
  guard_give(g);
}
