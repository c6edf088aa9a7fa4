/* A budget of memory that several guards share. A guard leases many bytes at once, so that an ordinary
   allocation costs no atomic operation. If the pool has too little left for a lease, it first
   collects the garbage of the guards that are not in a call. */
#include "guard.h"
#include <sched.h>
#include <stdlib.h>

enum { LEASE = 256 * 1024 };

static size_t whole_leases(size_t bytes) { return (bytes + LEASE - 1) / LEASE * LEASE; }

GuardPool *guard_pool_new(size_t limit) {
  GuardPool *pool = calloc(1, sizeof *pool);
  if (!pool) return NULL;
  pool->limit = limit;
  atomic_init(&pool->references, 1);
  pthread_mutex_init(&pool->lock, NULL);
  return pool;
}

size_t guard_pool_leased(GuardPool *pool) { return atomic_load(&pool->leased); }

size_t guard_pool_shortages(GuardPool *pool) { return atomic_load(&pool->shortages); }

void guard_pool_release(GuardPool *pool) {
  if (atomic_fetch_sub(&pool->references, 1) != 1) return;
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

void pool_join(GuardPool *pool, Guard *guard) {
  atomic_fetch_add(&pool->references, 1);
  pthread_mutex_lock(&pool->lock);
  guard->pool = pool;
  guard->pool_next = pool->guards;
  pool->guards = guard;
  pthread_mutex_unlock(&pool->lock);
}

void pool_leave(Guard *guard) {
  GuardPool *pool = guard->pool;
  if (!pool) return;
  pthread_mutex_lock(&pool->lock);
  for (Guard **at = &pool->guards; *at; at = &(*at)->pool_next) {
    if (*at != guard) continue;
    *at = guard->pool_next;
    break;
  }
  pthread_mutex_unlock(&pool->lock);
  atomic_fetch_sub(&pool->leased, guard->leased);
  guard->leased = 0;
  guard->pool = NULL;
  guard_pool_release(pool);
}

static bool try_lease(Guard *guard, size_t more) {
  GuardPool *pool = guard->pool;
  size_t leased = atomic_load(&pool->leased);
  do {
    if (more > pool->limit || leased > pool->limit - more) return false;
  } while (!atomic_compare_exchange_weak(&pool->leased, &leased, leased + more));
  guard->leased += more;
  return true;
}

/* Collects the garbage of every guard of the pool that nobody holds. This function runs inside the
   allocator of the guard that asks for memory. That is safe, because the other guards are separate
   Lua states, and a guard never asks for more memory while its garbage is collected. */
static void collect_idle(Guard *asking) {
  GuardPool *pool = asking->pool;
  pthread_mutex_lock(&pool->lock);
  for (Guard *g = pool->guards; g; g = g->pool_next) {
    int free_hold = HOLD_FREE;
    if (g == asking || !atomic_compare_exchange_strong(&g->hold, &free_hold, HOLD_COLLECT)) continue;
    if (g->changed) guard_collect_held(g, 1); /* one round only: a call is waiting */
    atomic_store(&g->hold, HOLD_FREE);
  }
  pthread_mutex_unlock(&pool->lock);
}

bool pool_lease(Guard *guard, size_t bytes) {
  if (bytes <= guard->leased) return true;
  size_t more = whole_leases(bytes - guard->leased);
  if (try_lease(guard, more)) return true;
  atomic_fetch_add(&guard->pool->shortages, 1);
  if (atomic_load(&guard->hold) == HOLD_COLLECT) return false;
  collect_idle(guard);
  return try_lease(guard, more);
}

void pool_give_back(Guard *guard) {
  /* Keeps one lease more than needed. Otherwise a state at the edge of a lease would take and return
     it all the time. */
  size_t keep = whole_leases(guard->blocks.system) + LEASE;
  if (guard->leased <= keep) return;
  atomic_fetch_sub(&guard->pool->leased, guard->leased - keep);
  guard->leased = keep;
}
