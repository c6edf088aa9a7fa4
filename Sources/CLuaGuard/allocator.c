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

void *guard_allocate(void *guard, void *block, size_t old_size, size_t new_size) {
  Guard *g = guard;
  size_t old = block ? old_size : 0; /* without a block the size is a type tag */
  if (new_size == 0) {
    blocks_free(&g->blocks, block, old);
    g->meter.used -= old;
    if (g->pool) pool_give_back(g);
    return NULL;
  }
  if (new_size > old && refused(g, new_size - old)) return NULL;
  void *result = blocks_resize(&g->blocks, block, old, new_size);
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
