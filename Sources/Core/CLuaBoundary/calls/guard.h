#ifndef PARLOR_GUARD_H
#define PARLOR_GUARD_H
/* What the files of the waist share. Nothing here is seen by Swift: its side is include/CLuaBoundary.h. */

#include "CLuaBoundary.h"
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __APPLE__
#include <mach/mach_types.h>
#else
#include <time.h>
#endif

/* A growing block of host memory that belongs to a guard, so that a longjmp can't leak it. Not charged to the script. */
typedef struct Buffer {
  uint8_t *bytes;
  size_t count, capacity;
} Buffer;

/* Small blocks that a state gave back, by size. See blocks.c. */
enum { BLOCK_SIZES = 16 };
typedef struct Blocks {
  void *kept[BLOCK_SIZES];       /* each begins with the address of the next */
  size_t bytes;                  /* of those kept that are the system's own */
  uint8_t *ground, *ground_next, *ground_end; /* where the first ones lie side by side */
} Blocks;

/* A large array of nodes of a table. See nodes.c. */
typedef struct NodeArray {
  const uint8_t *bytes;
  size_t size;
} NodeArray;

/* Where the long texts of a state lie. See longtexts.c. */
typedef struct TextPage {
  uintptr_t page;                /* its number, or 0 where none is */
  uint64_t bits[4];              /* one for every 16 bytes: does a long text begin there? */
} TextPage;
typedef struct LongTexts {
  TextPage *pages;
  size_t room, used;             /* 2^n of them, and how many have a number */
  size_t bytes;                  /* of all long texts */
} LongTexts;

/* What a thread that Parlor made tells the watchdog. One per thread, in a list that only grows and shrinks under a lock. */
typedef struct ThreadRecord {
  pthread_t thread;
  _Atomic int phase;             /* THREAD_IDLE, THREAD_RUNNING, THREAD_SIGNALLING */
  _Atomic uint64_t serial;       /* of the call, from 1 */
  _Atomic int64_t allowed;       /* its time, ns of the processor's */
  _Atomic uint64_t condemned;    /* the call that was last found to be over its time */
  Guard *guard;                  /* whose call runs; written by the thread itself while idle */
  uint64_t seen;                 /* the watchdog's: the call that it saw last, */
  int64_t spent;                 /* what the thread will have had of the processor when that one's time is over, ns, */
  int64_t due, latest;           /* when that can be at the earliest, and when it is over in any case (CLOCK_MONOTONIC, ns), */
  unsigned looks;                /* and how often it looked at a call that is killed and goes on */
#ifdef __APPLE__
  mach_port_t port;
#else
  clockid_t clock;               /* the thread's own, */
  bool has_clock;                /* if it has one */
#endif
  struct ThreadRecord *next;
} ThreadRecord;
enum { THREAD_IDLE = 0, THREAD_RUNNING = 1, THREAD_SIGNALLING = 2 };

/* Who holds a guard: a call, a collection on behalf of another guard of the pool, or nobody. */
enum { HOLD_FREE = 0, HOLD_CALL = 1, HOLD_COLLECT = 2, HOLD_CLOSED = 3 };

typedef struct Cover Cover;        /* cover.c */

/* The compiled form of a text. See chunks.c. */
typedef struct Compiled {
  _Atomic int holds;
  size_t count;                  /* bytes */
  size_t peak, granted;          /* what compiling held at most, and what it was given in total */
  uint8_t bytes[];
} Compiled;

/* Modules that were registered together; the caller's memory. */
typedef struct ModuleList {
  const GuardModule *modules;
  size_t count;
} ModuleList;

struct GuardPool {
  _Atomic size_t leased;         /* bytes, in whole blocks */
  size_t limit;
  _Atomic size_t shortages;
  pthread_mutex_t lock;          /* of the list */
  Guard *guards;
  _Atomic int references;
};

struct Guard {
  lua_State *L;
  GuardMeter meter;
  GuardPool *pool;
  Guard *pool_next;
  size_t leased;                 /* of the pool */
  Blocks blocks;
  NodeArray *nodes;              /* those that are in use now */
  size_t nodes_count, nodes_room;
  LongTexts long_texts;
  const uint8_t *new_text;       /* the last one that Lua got memory for, until it asks again; else NULL */
  bool lifts_text_limit;         /* a text of the host's is made, which may be longer than a script's */
  bool texts_collide;            /* in this call a new text shared its place with very many */
  _Atomic int hold;
  _Atomic int killed;            /* a GuardStatus once a limit has ended the call, else 0; sticky until the call ends */
  const void *thrown;            /* the error value that error, assert or a handler of xpcall last gave, not Lua */
  uint64_t thrown_refusals;      /* the meter's refusals at that time */
  const void *unreadable;        /* the message for the last module that couldn't be compiled */
  GuardKind kind;
  bool counting;                 /* a hook at every instruction, from the next call on */
  bool covering;                 /* a hook at every line, from the next call on */
  int hooks;                     /* which of the two are in place: HOOK_COUNT | HOOK_COVER */
  Cover *cover;                  /* or NULL, as long as no lines were covered */
  ModuleList *modules;
  size_t modules_count;
  uint64_t instruction_limit;    /* of a call; 0: none */
  uint64_t instruction_end;
  size_t print_limit;
  Buffer printed, out, seen, keys, reply;
  Buffer journal;                /* integers that a function of the host noted in the last call */
  int last_reference;            /* the number of the function stored last; none is used twice */
  bool deep;                     /* very many calls were nested when memory was last refused */
  int too_many;                  /* values for which the call's stack had no room; 0 if it never was asked for many */
  int lent;                      /* tables that host.lend gave and that weren't taken back */
  bool changed;                  /* something ran since the last collection */
  GuardSlot answer;              /* what a host function replied */
  GuardError error;
  bool error_thrown;             /* what `error` tells of was raised by the script's own error or assert */
};

enum { HOOK_COUNT = 1, HOOK_COVER = 2 };

static inline Guard *guard_of(lua_State *L) { return *(Guard **)lua_getextraspace(L); }

/* ---- buffer.c: nothing here raises ---- */
bool buffer_reserve(Buffer *buffer, size_t more);                        /* room for `more` bytes; false: no memory */
bool buffer_append(Buffer *buffer, const void *bytes, size_t count);
void buffer_clear(Buffer *buffer);                                       /* empty again; a large block goes back */
void buffer_free(Buffer *buffer);

/* ---- blocks.c: sizes as the block was asked for; a null block is none ---- */
void blocks_begin(Blocks *blocks);
void blocks_end(Blocks *blocks);                                         /* nothing of it may be in use any more */
void *blocks_resize(Blocks *blocks, void *block, size_t old_size, size_t size); /* size > 0; NULL: no memory, all as it was */
void blocks_free(Blocks *blocks, void *block, size_t size);
void blocks_release(Blocks *blocks);                                     /* what is kept goes back to the system */

/* ---- nodes.c: of blocks that are new, not grown; nothing here raises but the probe ---- */
/* From how many bytes on an array of nodes is noted, and may a larger one be had only if it won't take long to fill. */
enum { NODES_NOTED = 24 << 8, NODES_CHECKED = 24 << 9 };
/* May Lua move what the noted arrays hold to this block, which it is about to get? It may be written to. */
bool nodes_are_placed_soon(Guard *g, void *block, size_t size);
/* Notes a block that Lua gets, if it can be an array of nodes. False: the host has no memory. */
bool nodes_note(Guard *g, const void *block, size_t size);
void nodes_forget(Guard *g, const void *block, size_t size);             /* one that Lua gives back, noted or not */
/* Notes `texts_collide` if `new_text`, which Lua has filled in meanwhile, shares its place with too many others. */
void nodes_look_at_text(Guard *g);
/* Finds out, once in a process, whether nodes look as this knows them. Raises memory errors. */
void nodes_probe(lua_State *L);

/* ---- longtexts.c: nothing here raises; a block and its size in bytes ---- */
/* The smallest block of a text of over 40 bytes: Lua makes each of those anew. */
enum { LONG_TEXT = 24 + 41 + 1 };
bool long_texts_note(LongTexts *texts, const void *text, size_t size);   /* a new one; false: the host has no memory */
void long_texts_forget(LongTexts *texts, const void *block, size_t size); /* a block that Lua gives back, a text or not */
bool long_texts_hold(const LongTexts *texts, const void *address);       /* does a long text lie there? */

/* ---- allocator.c, pool.c ---- */
void *guard_allocate(void *guard, void *block, size_t old_size, size_t new_size);
void pool_join(GuardPool *pool, Guard *guard);
void pool_leave(Guard *guard);
bool pool_lease(Guard *guard, size_t used);                              /* is `used` covered, after leasing more? */
void pool_give_back(Guard *guard);                                       /* what is leased and far from used */

/* ---- watchdog.c ---- */
extern _Thread_local ThreadRecord *guard_thread;
void watchdog_arm(ThreadRecord *record, Guard *guard, int64_t nanoseconds);
void watchdog_disarm(ThreadRecord *record);
/* Ends the running call with `status` at its next step. Also called from the signal handler. */
void guard_kill(Guard *guard, GuardStatus status);
void guard_restore_hook(Guard *guard);

/* ---- cover.c: nothing here raises or allocates ---- */
void cover_note(lua_State *L, Guard *guard, lua_Debug *ar);               /* at a line event */
void cover_free(Guard *guard);
/* The hooks that the next call is to run under. */
static inline int guard_wanted_hooks(const Guard *g) {
  return (g->counting ? HOOK_COUNT : 0) | (g->covering ? HOOK_COVER : 0);
}

/* ---- call.c ---- */
/* Runs `body` with `context` as its one argument inside a protected call and turns what happens into a status. `body`
   gets the light userdata at index 1 and may raise anything. */
GuardStatus guard_protect(Guard *guard, lua_CFunction body, void *context, int64_t nanoseconds);
/* The same without watchdog, for the boot and for registering: trusted work of bounded length, any thread. */
GuardStatus guard_protect_untimed(Guard *guard, lua_CFunction body, void *context);
/* Where one crossing does the work of several calls: what follows is the next of them to the watchdog and the meters. Raises
   nothing. */
void guard_next_call(Guard *guard);

/* Pushes what a slot holds. Raises memory errors, and an error for bytes that aren't an encoded value. */
void guard_push_slot(lua_State *L, const GuardSlot *slot);
/* Collects everything that can be in a guard that the caller holds and no call runs in, at most `rounds` times: the more,
   the more of Lua's reserves go back, too. What is known of its last call
   stays: its owner may be reading that now. */
void guard_collect_held(Guard *guard, int rounds);

/* Takes hold of the guard for what is not a call; false while one runs. */
bool guard_take(Guard *guard);
void guard_give(Guard *guard);

/* ---- compile.c ---- */
/* Pushes the function of a chunk: compiled from its text, or as it was compiled before in this process. Raises syntax and
   memory errors, the kill. */
void guard_compile(lua_State *L, const GuardChunk *chunk, bool trusted);
/* Appends the compiled form. Raises the same, and an error for one over CHUNK_FORM_MAX. */
void guard_write_form(lua_State *L, const GuardChunk *chunk, Buffer *out);

/* ---- chunks.c: nothing here raises; what is given is held, and is to be released; NULL is none ---- */
enum { CHUNK_FORM_MAX = 2 << 20 /* bytes of a compiled form: a longer one isn't kept */ };
Compiled *chunks_make(const uint8_t *bytes, size_t count);               /* copies them; NULL: no memory */
Compiled *chunks_find(const uint8_t *digest);
void chunks_keep(const uint8_t *digest, Compiled *form);                 /* the caller's hold stays the caller's */
void chunks_release(Compiled *form);

/* ---- guard.c ---- */
void guard_destroy(Guard *guard);                                        /* one that nobody else knows of */

/* ---- errors.c ---- */
int guard_on_error(lua_State *L);                                        /* message handler of every protected call */
/* Was this memory error raised by a script that gave `error` the very text of one? */
bool guard_is_feigned(const Guard *guard);
/* Does the error that was noted say that a stack overflowed? */
bool guard_notes_overflow(const Guard *guard);
/* Room for `slots` more values on the stack. Raises a memory error where memory is the reason that there is none, else
   "stack overflow" and what would not fit. A script can't catch either. */
void guard_need_room(lua_State *L, int slots, const char *what);
/* Says that the metatable on top is the host's own: scripts can't replace it. Needs two free slots; raises memory errors. */
void guard_mark_hosts(lua_State *L);
/* Is the metatable on top the host's own? Needs a free slot. */
bool guard_is_hosts(lua_State *L);
/* luaL_error for the host's own words, which scripts are to see as they are. Never returns. */
_Noreturn int guard_fail(lua_State *L, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* After a pcall that failed, the error on top: goes on with what can't be caught, and leaves what a script may see of the rest.
   Raises the former, or memory errors. */
void guard_caught(lua_State *L, Guard *g, int status);
const char *guard_kind(lua_State *L, int index); /* what a value is, in a sentence: "a table", "nil"; never raises */
/* Raises a memory error for an allocation of the host's own. Expects one free slot; never returns. */
_Noreturn void guard_raise_host_memory(lua_State *L);
/* The same for what this limit refused elsewhere on the state's behalf. */
_Noreturn void guard_raise_refused(lua_State *L, GuardStatus by);
void guard_note_error(Guard *guard, const char *text);                   /* without a traceback */
/* Notes the frames of the call stack, and whether there are very many. Also for inside the allocator: nothing is asked of Lua
   but to look. */
void guard_note_place(Guard *guard);
/* Raises the kill once more. Expects one free slot; never returns. */
_Noreturn void guard_raise_kill(lua_State *L);
void guard_open_errors(lua_State *L);                                    /* table on top gets error assert pcall xpcall */

/* ---- boot.c ---- */
int guard_boot(lua_State *L);                                            /* body of a protected call */
extern const char guard_key_modules, guard_key_trusted;                   /* registry keys are their addresses */

/* ---- metatables.c, order.c, modules.c, natives.c: each adds functions to the table on top; a refused allocation raises ---- */
void guard_open_metatables(lua_State *L, bool trusted);
void guard_open_order(lua_State *L);
void guard_open_modules(lua_State *L, bool trusted);
int guard_forget_modules(lua_State *L);                                 /* a function for Lua */
void guard_open_natives(lua_State *L);

/* ---- standins.c ---- */
/* Adds stand_in to the table on top. Expects two free slots; raises memory errors. */
void guard_open_standins(lua_State *L);
bool guard_is_standin(lua_CFunction function);                           /* raises nothing */

/* ---- draws.c ---- */
/* Adds draws to the table on top. Expects two free slots; raises memory errors. */
void guard_open_draws(lua_State *L);

/* ---- host.c ---- */
/* Reads a function that guard_host_words registered; false if there is none at `index`. Needs two free slots. */
bool guard_words_at(lua_State *L, int index, GuardHostWords *words, void **context);

/* ---- walkhost.c ---- */
/* Adds walk to the table on top. Expects two free slots; raises memory errors. */
void guard_open_walk(lua_State *L);

/* ---- lent.c ---- */
/* These replace the value on top by a copy, and leave what is no table as it is; of a raw copy no metamethod is asked, and it
   holds GUARD_ITEMS_MAX values at most. Raise memory errors, the kill, one for depth and one for too many values. */
void guard_copy(lua_State *L);
void guard_copy_raw(lua_State *L);
/* Replaces the value on top by a copy that lasts until guard_expire, as host.lend does. With `sources`, the index of a table for
   guard_push_deferred, tables that hold no tables are deferred copies. Raises as guard_copy does. */
void guard_lend(lua_State *L, int sources);
/* How large a copy of the table at `index` is made: how many entries it has, and how many of these lie in a list. Needs two free
   slots; raises the kill. */
void guard_count(lua_State *L, const Guard *g, int index, size_t *length, size_t *count);
/* Replaces the value on top by a copy if it may be lent, or hold something that is. Raises as guard_copy does. */
void guard_unlend(lua_State *L);
/* A list as it stands: a table on top that has a metatable is replaced by a raw copy. False: it is no table. */
bool guard_plain(lua_State *L);
/* Adds copy, lend and expire to the table on top. Raises memory errors. */
void guard_open_lending(lua_State *L);
/* Takes back what is lent. Raises the kill, and an overflow of the stack. */
void guard_expire(lua_State *L);
/* Raises an error if the table at `index` was lent and has expired. Needs four free slots. */
void guard_not_expired(lua_State *L, int index);

/* ---- deferred.c ---- */
/* Pushes a deferred copy of the table at `index`, or nothing and false: it holds tables. No script can reach that table, and it
   doesn't change as long as `sources` is used, the index of a table that keeps what is known of it. Needs eight free slots;
   raises the kill and memory errors. */
bool guard_push_deferred(lua_State *L, const Guard *g, int index, int sources);
/* Is the metatable on top that of a deferred copy? Needs a free slot. */
bool guard_is_deferred(lua_State *L);
/* Makes a deferred copy at `index`, an absolute one, the copy that it stands for; false if there is none. Needs six free slots;
   raises the kill and memory errors. */
bool guard_complete(lua_State *L, int index);

/* ---- lists.c ---- */
/* Finds out how the running library lays tables out. Raises memory errors. */
void lists_probe(lua_State *L);
/* Has the table at `index` so few places for keys that lua_next over all of them is a short step? Raises nothing. */
bool lists_is_small(lua_State *L, int index);
/* The length of the list on top, which a raw copy takes the place of if it has a metatable; -1 for what is no table. Raises an
   error that begins with `what` and names a key that isn't one of 1 to n; a hole may be left for who reads it. */
lua_Integer guard_list(lua_State *L, const char *what);

/* ---- encode.c, decode.c ---- */
/* Appends the canonical bytes of the value at `index` to `out`. `root` names it in errors. With `strict` a table may
   appear once only. Raises an error that names the path, the kill, or a memory error; needs 8 free slots. */
void guard_encode(lua_State *L, int index, Buffer *out, const char *root, bool strict);
/* The same for a value that holds functions: all of them are written alike. */
void guard_encode_outline(lua_State *L, int index, Buffer *out, const char *root);
/* Pushes the value of these bytes; raises an error that names the offset, or a memory error. */
void guard_decode(lua_State *L, const uint8_t *bytes, size_t count);
enum { GUARD_DEPTH_MAX = 64, GUARD_ENCODED_MAX = 1 << 20, GUARD_ITEMS_MAX = 100000 };

static inline int guard_killed(const Guard *g) { return atomic_load_explicit(&g->killed, memory_order_relaxed); }

/* Ends the call when its time is up. For loops whose number of steps differs from process to process, as the order of a
   table's keys does: they must not be counted. Expects one free slot; raises only the kill. */
static inline void guard_poll(lua_State *L, const Guard *g) {
  if (__builtin_expect(guard_killed(g) != 0, 0)) guard_raise_kill(L);
}

/* Called once per step of every loop in C that a script can make long: counts it, and ends the call when its time is
   up. Expects one free slot; raises only the kill. */
static inline void guard_tick(lua_State *L, Guard *g) {
  g->meter.instructions++;
  guard_poll(L, g);
}

/* ---- frozen.c ---- */
/* Replaces the table on top by an empty proxy that reads it and refuses writes. `name` is what the refusal calls it. Raises
   memory errors, and an overflow of the stack: it makes its own room. */
void guard_freeze(lua_State *L, const char *name);
/* The same for a table and all tables in it, so that no way through it leads to one that can be changed. The table itself
   and those in it stay as they are, for whoever holds them. Raises memory errors, and one for tables nested too deep. */
void guard_freeze_deep(lua_State *L, const char *name);
/* Tells a proxy, that of a frozen table or a deferred copy: pushes the table behind the one at `index` and returns true, or pushes
   nothing. What is behind a deferred copy is only to be read, and not to be kept. */
bool guard_behind(lua_State *L, int index);
extern const char guard_key_behind;
/* Argument `arg` must be a table to read from, else an argument error is raised; a frozen proxy at `arg` is replaced by
   the table behind it. Metamethods of the table are not used by the callers: they read raw. So an error is raised for what
   has expired, and for what the host has sealed. Needs four free slots; may raise memory errors. */
void guard_readable(lua_State *L, int arg);
/* Argument `arg` must be a table that the script may change: raises an argument error for other types and an error that
   names the table for a frozen one, or says that it has expired or is sealed. Completes a deferred copy. Needs six free slots;
   may raise memory errors. */
void guard_writable(lua_State *L, int arg);
/* Raises an error if the table at `index`, which is about to be copied raw, has expired or is sealed: the copy would be an
   empty one. Needs four free slots. */
void guard_copyable(lua_State *L, int index);
/* As guard_writable, and takes what is sealed: its caller sees to that. Needs six free slots. */
void guard_unfrozen(lua_State *L, int arg);

/* ---- text.c ---- */
/* Pushes the text of the value at `index` as tostring gives it to scripts: no addresses ("table", "function"), nan for
   every NaN, a `__tostring` of the script's own is called. Raises what that raises, or a memory error. */
void guard_push_text(lua_State *L, int index);

/* ---- the libraries: all of these functions are the sandbox's own, none is stock Lua's; a refused allocation raises ---- */
/* Pushes a new table with byte char find format gmatch gsub len lower match rep reverse sub upper. Needs eight free slots. */
void guard_open_strings(lua_State *L);
/* Pushes a new table with concat insert move pack remove sort unpack. Needs four free slots. */
void guard_open_tables(lua_State *L);
/* Adds char and codepoint to the table on top. Needs two free slots. */
void guard_open_utf8(lua_State *L);
/* ---- extremes.c ---- */
/* Sets math.max and math.min in the table on top. Needs two free slots; raises memory errors. */
void guard_open_math(lua_State *L);
#endif
