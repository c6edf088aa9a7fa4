/* Creating, configuring and closing a guarded state, and its hooks. */
#include "guard.h"
#include <sched.h>
#include <stdlib.h>

/* Ends a killed call at the next instruction. Raises a limit error. */
static void kill_hook(lua_State *L, lua_Debug *ar) {
  (void)ar;
  guard_raise_kill(L);
}

/* Counts instructions and records lines, depending on the mask. Ends the call at its instruction
   limit, or if its frames nest deeper than 4,000. Raises a limit error. */
static void step_hook(lua_State *L, lua_Debug *ar) {
  enum { DEEPEST = 4000 };
  Guard *g = guard_of(L);
  if (ar->event == LUA_HOOKCALL) {
    lua_Debug deep;
    if (lua_getstack(L, DEEPEST, &deep)) guard_kill(g, GUARD_DEPTH);
  } else if (ar->event == LUA_HOOKCOUNT) {
    if (++g->meter.instructions > g->instruction_end) guard_kill(g, GUARD_INSTRUCTIONS);
  } else if (ar->event == LUA_HOOKLINE) {
    cover_note(L, g, ar);
  }
  guard_poll(L, g);
}

void guard_kill(Guard *g, GuardStatus status) {
  int none = 0;
  atomic_compare_exchange_strong(&g->killed, &none, (int)status); /* report the first limit only */
  /* a hook at every instruction polls `killed` itself, but a hook at every line could be too
     late */
  if (!(g->hooks & HOOK_COUNT)) lua_sethook(g->L, kill_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1);
}

void guard_restore_hook(Guard *g) {
  g->hooks = guard_wanted_hooks(g);
  int mask = (g->hooks & HOOK_COUNT ? LUA_MASKCOUNT : 0) | (g->hooks & HOOK_COVER ? LUA_MASKLINE : 0);
  if (mask) lua_sethook(g->L, step_hook, LUA_MASKCALL | mask, 1);
  else lua_sethook(g->L, NULL, 0, 0);
}

void guard_count_instructions(Guard *g, bool on, uint64_t limit) {
  g->counting = on;
  g->instruction_limit = limit;
}

static void free_buffers(Guard *g) {
  Buffer *all[] = { &g->printed, &g->out, &g->seen, &g->keys, &g->reply, &g->journal, &g->variables,
                    &g->state };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) buffer_free(all[i]);
}

static _Atomic size_t lost;

size_t guard_bytes_lost(void) { return atomic_load(&lost); }

void guard_destroy(Guard *g) {
  if (g->L) lua_close(g->L);
  /* lua_close frees everything that Lua still has, so bytes that remain were lost before. */
  atomic_fetch_add(&lost, g->meter.used);
  pool_leave(g);
  blocks_end(&g->blocks);
  free(g->nodes);
  free(g->long_texts.pages);
  free(g->modules);
  free_buffers(g);
  cover_free(g);
  free(g);
}

/* Restarts the automatic collector. */
static void let_collect(Guard *g) {
  lua_gc(g->L, LUA_GCRESTART);
  /* A step of a negative size delays the next step until the state's memory has doubled, as after a
     collection. */
  lua_gc(g->L, LUA_GCSTEP, -(int)(g->meter.used >> 10));
}

static void use_limits(Guard *g, const GuardConfig *config) {
  g->meter.limit = config->memory_limit;
  blocks_limit(&g->blocks, config->memory_limit);
  g->meter.granted_limit = config->granted_limit;
  g->print_limit = config->print_limit;
  g->meter.peak = g->meter.used;
}

/* Makes a state with its libraries. The state has no limits, its collector is stopped, and the
   caller holds it. On failure returns NULL and sets *status to the reason. */
static Guard *make(const GuardConfig *config, GuardStatus *status) {
  *status = GUARD_HOST;
  Guard *g = calloc(1, sizeof *g);
  if (!g) return NULL;
  atomic_init(&g->hold, HOLD_CALL);
  g->kind = config->kind;
  guard_inject_fault(g, config->fault_at, config->fault_count);
  /* The boot is the host's own work, so it is never refused. */
  g->meter.limit = g->meter.granted_limit = SIZE_MAX / 4;
  if (!blocks_begin(&g->blocks, config->memory_limit)) {
    guard_destroy(g);
    return NULL;
  }
  blocks_limit(&g->blocks, g->meter.limit);
  if (config->pool) pool_join(config->pool, g);
  g->L = g->kind == GUARD_STOCK ? luaL_newstate() : lua_newstate(guard_allocate, g);
  if (!g->L) {
    if (g->meter.refused_by) *status = g->meter.refused_by;
    guard_destroy(g);
    return NULL;
  }
  *(Guard **)lua_getextraspace(g->L) = g;
  lua_gc(g->L, LUA_GCSTOP); /* objects made at the start stay alive */
  *status = guard_protect_untimed(g, guard_boot, NULL);
  if (*status == GUARD_OK) return g;
  guard_destroy(g);
  return NULL;
}

Guard *guard_new(const GuardConfig *config, GuardStatus *status) {
  Guard *g = make(config, status);
  if (!g) return NULL;
  let_collect(g);
  use_limits(g, config);
  guard_give(g);
  return g;
}

Guard *guard_new_spare(GuardStatus *status) {
  Guard *g = make(&(GuardConfig){ .kind = GUARD_SANDBOX }, status);
  if (g) guard_give(g);
  return g;
}

GuardStatus guard_assign(Guard *g, const GuardConfig *config) {
  if (!guard_take(g)) return GUARD_BUSY;
  GuardStatus status = GUARD_OK;
  if (config->pool) {
    pool_join(config->pool, g);
    if (!pool_lease(g, g->meter.used)) status = GUARD_POOL;
  }
  guard_inject_fault(g, config->fault_at, config->fault_count);
  let_collect(g);
  use_limits(g, config);
  guard_give(g);
  return status;
}

void guard_close(Guard *g) {
  if (!g) return;
  int hold = HOLD_FREE;
  while (!atomic_compare_exchange_weak(&g->hold, &hold, HOLD_CLOSED)) {
    sched_yield();
    hold = HOLD_FREE;
  }
  guard_destroy(g);
}

const GuardMeter *guard_meter(const Guard *g) { return &g->meter; }
void guard_reset_peak(Guard *g) { g->meter.peak = g->meter.used; }
const GuardError *guard_error(const Guard *g) { return &g->error; }

const uint8_t *guard_printed(const Guard *g, size_t *count) {
  *count = g->printed.count;
  return g->printed.bytes;
}

void guard_inject_fault(Guard *g, uint64_t at, uint64_t count) {
  g->meter.fault_at = at;
  g->meter.fault_count = count;
  g->meter.fault_seen = 0;
}
