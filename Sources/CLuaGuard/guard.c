/* The life of a guarded state. */
#include "guard.h"
#include <sched.h>
#include <stdlib.h>

/* Ends a killed call at the next instruction. Raises the kill. */
static void kill_hook(lua_State *L, lua_Debug *ar) {
  (void)ar;
  guard_raise_kill(L);
}

/* Counts instructions and notes lines, as the mask has it; ends the call at its limit, and calls nested past 4,000 frames.
   Raises the kill. */
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
  atomic_compare_exchange_strong(&g->killed, &none, (int)status); /* the first limit is the one that is told */
  /* a hook at every instruction looks for itself; one at every line may come too late */
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
  Buffer *all[] = { &g->printed, &g->out, &g->seen, &g->keys, &g->reply };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) buffer_free(all[i]);
}

static _Atomic size_t lost;

size_t guard_bytes_lost(void) { return atomic_load(&lost); }

static void destroy(Guard *g) {
  if (g->L) lua_close(g->L);
  atomic_fetch_add(&lost, g->meter.used); /* all of it is freed: what is left was lost before */
  pool_leave(g);
  blocks_release(&g->blocks);
  free(g->nodes);
  free_buffers(g);
  cover_free(g);
  free(g);
}

Guard *guard_new(const GuardConfig *config, GuardStatus *status) {
  *status = GUARD_HOST;
  Guard *g = calloc(1, sizeof *g);
  if (!g) return NULL;
  atomic_init(&g->hold, HOLD_CALL);
  g->kind = config->kind;
  g->print_limit = config->print_limit;
  guard_inject_fault(g, config->fault_at, config->fault_count);
  g->meter.limit = g->meter.granted_limit = SIZE_MAX / 4; /* the boot is the host's own, so it is not refused */
  if (config->pool) pool_join(config->pool, g);
  g->L = g->kind == GUARD_STOCK ? luaL_newstate() : lua_newstate(guard_allocate, g);
  if (!g->L) {
    if (g->meter.refused_by) *status = g->meter.refused_by;
    destroy(g);
    return NULL;
  }
  *(Guard **)lua_getextraspace(g->L) = g;
  *status = guard_protect_untimed(g, guard_boot, NULL);
  if (*status != GUARD_OK) {
    destroy(g);
    return NULL;
  }
  guard_collect_held(g, 1);
  g->meter.limit = config->memory_limit;
  g->meter.granted_limit = config->granted_limit;
  g->meter.peak = g->meter.used;
  atomic_store(&g->hold, HOLD_FREE);
  return g;
}

void guard_close(Guard *g) {
  if (!g) return;
  int hold = HOLD_FREE;
  while (!atomic_compare_exchange_weak(&g->hold, &hold, HOLD_CLOSED)) {
    sched_yield();
    hold = HOLD_FREE;
  }
  destroy(g);
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
