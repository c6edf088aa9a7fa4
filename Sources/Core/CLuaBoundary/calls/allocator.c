/* The allocator of a guarded state. It counts memory, and refuses requests that would exceed a
   limit. After a refusal, Lua collects garbage and asks again; only a second refusal becomes
   LUA_ERRMEM. Nothing here touches Lua. */
#include "guard.h"

/* Records a refusal and the script's position, because a memory error calls no message handler. */
static void refuse(Guard *g, GuardStatus by) {
  g->meter.refusals++;
  g->meter.refused_by = by;
  guard_note_place(g);
}

/* Counts a request for a larger block. Returns GUARD_OK and counts the bytes as granted, or
   returns the limit that refuses them. */
static GuardStatus request(Guard *g, const void *block, size_t old, size_t size) {
  size_t grow = size - old;
  GuardMeter *m = &g->meter;
  m->allocations++;
  if (__builtin_expect(m->fault_at != 0, 0)) {
    m->fault_seen++;
    if (m->fault_seen >= m->fault_at && m->fault_seen - m->fault_at < m->fault_count) return GUARD_MEMORY;
  }
  if (__builtin_expect(grow > m->limit || m->used > m->limit - grow, 0)) return GUARD_MEMORY;
  if (__builtin_expect(grow > m->granted_limit || m->granted > m->granted_limit - grow, 0)) return GUARD_GRANTED;
  if (g->pool) {
    size_t bytes = g->blocks.system + blocks_growth(&g->blocks, block, old, size);
    if (bytes > g->leased && !pool_lease(g, bytes)) return GUARD_POOL;
  }
  m->granted += grow;
  return GUARD_OK;
}

static inline void *allocate(Guard *g, void *block, size_t old, size_t new_size) {
  if (new_size == 0) {
    blocks_free(&g->blocks, block, old);
    g->meter.used -= old;
    if (g->pool) pool_give_back(g);
    return NULL;
  }
  GuardStatus by = new_size <= old ? GUARD_OK : g->texts_collide ? GUARD_TABLE : request(g, block, old, new_size);
  if (__builtin_expect(by != GUARD_OK, 0)) {
    refuse(g, by);
    return NULL;
  }
  void *result = blocks_resize(&g->blocks, block, old, new_size);
  if (!result) {
    if (new_size > old) {
      refuse(g, blocks_are_full(&g->blocks, new_size) ? GUARD_MEMORY : GUARD_HOST);
      return NULL;
    }
    result = block; /* Lua requires that a shrink succeeds: keep the larger block */
  }
  g->meter.used = g->meter.used - old + new_size;
  if (g->meter.used > g->meter.peak) g->meter.peak = g->meter.used;
  return result;
}

/* Frees a block that Lua hasn't seen yet, and records the refusal. */
static void *take_back(Guard *g, void *block, size_t size, GuardStatus by) {
  allocate(g, block, size, 0);
  refuse(g, by);
  return NULL;
}

/* Allocates a large block, which may be an array of a table's nodes. Checks and notes a new array,
   and forgets a freed one. */
static __attribute__((noinline)) void *allocate_large(Guard *g, void *block, size_t old, size_t new_size) {
  nodes_forget(g, block, old);
  void *result = allocate(g, block, old, new_size);
  if (!result || block || new_size < NODES_NOTED) return result;
  if (new_size >= NODES_CHECKED && !nodes_are_placed_soon(g, result, new_size)) return take_back(g, result, new_size, GUARD_TABLE);
  if (!nodes_note(g, result, new_size)) return take_back(g, result, new_size, GUARD_HOST);
  return result;
}

/* The length of a text is limited because of a step that nothing can interrupt: one table access
   may follow a chain of `__index` through up to 2,000 tables. At each table, Lua may compare a text
   key with another text of the same length. With texts of 15 MB such a step took six seconds. */
enum { TEXT_MOST = GUARD_TEXT_MAX + 32 /* with its header, and the final zero byte */ };

static void *allocate_text(Guard *g, size_t size) {
  if (__builtin_expect(size > TEXT_MOST, 0) && g->kind == GUARD_SANDBOX && !g->lifts_text_limit) {
    refuse(g, GUARD_LONG_TEXT);
    return NULL;
  }
  void *result = allocate(g, NULL, 0, size);
  if (size < LONG_TEXT) g->new_text = result;
  else if (result && !long_texts_note(&g->long_texts, result, size)) return take_back(g, result, size, GUARD_HOST);
  return result;
}

void *guard_allocate(void *guard, void *block, size_t old_size, size_t new_size) {
  Guard *g = guard;
  /* Without a block, the old size is a type tag: 0 for anything that isn't an object. */
  size_t old = block ? old_size : 0;
  if (g->new_text) nodes_look_at_text(g);
  if (!block && old_size == LUA_TSTRING) return allocate_text(g, new_size);
  if (old >= LONG_TEXT && new_size == 0) long_texts_forget(&g->long_texts, block, old);
  if (__builtin_expect((old | new_size) >= NODES_NOTED, 0) && (block || old_size == 0)) return allocate_large(g, block, old, new_size);
  return allocate(g, block, old, new_size);
}
