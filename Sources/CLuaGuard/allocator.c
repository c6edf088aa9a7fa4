/* The allocator of a guarded state: counts, and refuses what would pass a limit. A refusal is not yet an error: Lua
   collects and asks again, and only a second refusal becomes LUA_ERRMEM. Nothing here touches Lua. */
#include "guard.h"

static bool refuse(GuardMeter *meter, GuardStatus by) {
  meter->refusals++;
  meter->refused_by = by;
  return true;
}

/* May the state not have `grow` bytes more? */
static bool refused(Guard *g, size_t grow) {
  GuardMeter *m = &g->meter;
  m->allocations++;
  if (__builtin_expect(m->fault_at != 0, 0)) {
    m->fault_seen++;
    if (m->fault_seen >= m->fault_at && m->fault_seen - m->fault_at < m->fault_count) return refuse(m, GUARD_MEMORY);
  }
  if (__builtin_expect(grow > m->limit || m->used > m->limit - grow, 0)) return refuse(m, GUARD_MEMORY);
  if (__builtin_expect(grow > m->granted_limit || m->granted > m->granted_limit - grow, 0)) return refuse(m, GUARD_GRANTED);
  if (g->pool && m->used + grow > g->leased && !pool_lease(g, m->used + grow)) return refuse(m, GUARD_POOL);
  m->granted += grow;
  return false;
}

/* What is done for large blocks beyond counting them. False: Lua may not have this one. */
static bool may_have(Guard *g, void *block, size_t size) {
  if (size >= NODES_CHECKED && !nodes_are_placed_soon(g, block, size)) return !refuse(&g->meter, GUARD_TABLE);
  return nodes_note(g, block, size) || !refuse(&g->meter, GUARD_HOST);
}

void *guard_allocate(void *guard, void *block, size_t old_size, size_t new_size) {
  Guard *g = guard;
  size_t old = block ? old_size : 0; /* without a block the size is a type tag */
  if (__builtin_expect(old >= NODES_NOTED, 0)) nodes_forget(g, block);
  if (new_size == 0) {
    blocks_free(&g->blocks, block, old);
    g->meter.used -= old;
    if (g->pool) pool_give_back(g);
    return NULL;
  }
  if (new_size > old && refused(g, new_size - old)) return NULL;
  void *result = blocks_resize(&g->blocks, block, old, new_size);
  if (__builtin_expect(new_size >= NODES_NOTED, 0) && result && !block && old_size == 0 && !may_have(g, result, new_size)) {
    blocks_free(&g->blocks, result, new_size);
    return NULL;
  }
  if (!result) {
    if (new_size > old) {
      refuse(&g->meter, GUARD_HOST);
      return NULL;
    }
    result = block; /* Lua counts on a shrink: the larger block serves */
  }
  g->meter.used = g->meter.used - old + new_size;
  if (g->meter.used > g->meter.peak) g->meter.peak = g->meter.used;
  return result;
}
