#ifndef PARLOR_GUARD_H
#define PARLOR_GUARD_H
/* What the files of the waist share. Nothing here is seen by Swift: its side is include/CLuaGuard.h. */

#include "include/CLuaGuard.h"
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing block of host memory that belongs to a guard, so that a longjmp can't leak it. Not charged to the script. */
typedef struct Buffer {
  uint8_t *bytes;
  size_t count, capacity;
} Buffer;

/* What a thread that Parlor made tells the watchdog. One per thread, in a list that only grows and shrinks under a lock. */
typedef struct ThreadRecord {
  pthread_t thread;
  _Atomic int phase;             /* THREAD_IDLE, THREAD_RUNNING, THREAD_SIGNALLING */
  _Atomic int64_t deadline;      /* CLOCK_MONOTONIC, ns */
  Guard *guard;                  /* whose call runs; written by the thread itself while idle */
  struct ThreadRecord *next;
} ThreadRecord;
enum { THREAD_IDLE = 0, THREAD_RUNNING = 1, THREAD_SIGNALLING = 2 };

/* Who holds a guard: a call, a collection on behalf of another guard of the pool, or nobody. */
enum { HOLD_FREE = 0, HOLD_CALL = 1, HOLD_COLLECT = 2, HOLD_CLOSED = 3 };

struct GuardPool {
  _Atomic size_t leased;         /* bytes, in whole blocks */
  size_t limit;
  pthread_mutex_t lock;          /* of the list */
  Guard *guards;
  _Atomic int references;
};

struct Guard {
  lua_State *L;
  GuardMeter meter;
  GuardPool *pool;
  Guard *pool_next;
  size_t leased;
  _Atomic int hold;
  volatile sig_atomic_t killed;  /* a GuardStatus once a limit has ended the call, else 0; sticky until the call ends */
  int thrown;                    /* the error in flight was raised by the script's own error/assert, not by Lua */
  int kind;                      /* GuardKind */
  int counting;                  /* a hook at every instruction */
  uint64_t instruction_limit;
  size_t printed, print_limit;
  Buffer printed_text, out, scratch, reply;
  GuardError error;
};

/* ---- guard.c ---- */
static inline Guard *guard_of(lua_State *L) { return *(Guard **)lua_getextraspace(L); }

/* Raises the kill once more. Expects one free slot; never returns. */
_Noreturn void guard_raise_kill(lua_State *L);

/* Called once per step of every loop in C that a script can make long: counts it, and ends the call when its time is
   up. Expects one free slot; raises only the kill. */
static inline void guard_tick(lua_State *L, Guard *g) {
  g->meter.instructions++;
  if (__builtin_expect(g->killed != 0, 0)) guard_raise_kill(L);
}

/* ---- frozen.c ---- */
/* Argument `arg` must be a table to read from, else an argument error is raised; a frozen proxy at `arg` is replaced by
   the table behind it. Metamethods of the table are not used by the callers: they read raw. Needs two free slots. */
void guard_readable(lua_State *L, int arg);
/* Argument `arg` must be a table that the script may change: raises an argument error for other types and an error that
   names the table for a frozen one. Needs two free slots. */
void guard_writable(lua_State *L, int arg);

/* ---- text.c ---- */
/* Pushes the text of the value at `index` as tostring gives it to scripts: no addresses ("table", "function"), nan for
   every NaN, a `__tostring` of the script's own is called. Raises what that raises, or a memory error. */
void guard_push_text(lua_State *L, int index);

/* ---- the libraries: each pushes a new table of functions; raises on a refused allocation ---- */
void guard_open_strings(lua_State *L); /* find match gmatch gsub rep format + the stock byte char len lower reverse sub upper */
void guard_open_tables(lua_State *L);  /* concat insert move remove sort unpack + pack */
#endif
