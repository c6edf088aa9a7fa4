#ifndef PARLOR_GUARD_H
#define PARLOR_GUARD_H
/* Declarations that the files of the Lua boundary share. Swift sees only include/CLuaBoundary.h. */

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

/* A growing block of host memory that belongs to a guard, so that a longjmp can't leak it. It isn't
   charged to the script. */
typedef struct Buffer {
  uint8_t *bytes;
  size_t count, capacity;
} Buffer;

/* A page of a state's region: blocks of one size. See blocks.c. */
typedef struct BlockPage {
  void *free;                    /* its freed blocks; each begins with the address of the next */
  struct BlockPage *next, *previous;
  uint16_t used, begun;          /* the blocks in use, and those that were ever in use */
  uint8_t room;                  /* one less than the blocks that it can hold */
  uint8_t kind;                  /* its size's number, or that it has none */
} BlockPage;

/* The memory of one state. See blocks.c. */
enum { BLOCK_SIZES = 23 };
typedef struct Blocks {
  uint8_t *region;               /* NULL if all blocks come from the system's heap */
  size_t region_size;            /* bytes */
  size_t system;                 /* the bytes that the system has provided */
  BlockPage *pages, *first, *next, *end; /* of the region; the first usable one, the first unused one, the limit */
  BlockPage *spare, *returned;   /* pages without blocks, with and without memory */
  BlockPage *open[BLOCK_SIZES];  /* pages that have room, by size */
} Blocks;

/* A large array of nodes of a table. See nodes.c. */
typedef struct NodeArray {
  const uint8_t *bytes;
  size_t size;
} NodeArray;

/* The addresses of a state's long texts. See longtexts.c. */
typedef struct TextPage {
  uintptr_t page;                /* the number of the page, or 0 if the place is free */
  uint64_t bits[4];              /* one for every 16 bytes: whether a long text begins there */
} TextPage;
typedef struct LongTexts {
  TextPage *pages;
  size_t room, used;             /* the number of places, a power of 2, and how many are used */
  size_t bytes;                  /* of all long texts */
} LongTexts;

/* What the watchdog knows about a thread that Parlor made. Each such thread has one record. A lock
   protects the list of records. */
typedef struct ThreadRecord {
  pthread_t thread;
  _Atomic int phase;             /* THREAD_IDLE, THREAD_RUNNING, THREAD_SIGNALLING */
  _Atomic uint64_t serial;       /* the number of the thread's current call, from 1 */
  _Atomic int64_t allowed;       /* the processor time that this call may use, ns */
  _Atomic uint64_t condemned;    /* the number of the last call that exceeded its time */
  Guard *guard;                  /* the guard of the running call; set only while the thread is idle */
  uint64_t seen;                 /* the number of the last call that the watchdog saw */
  int64_t spent;                 /* the thread's processor time at which that call expires, ns */
  /* The earliest and the latest time at which that call expires (CLOCK_MONOTONIC, ns). */
  int64_t due, latest;
  unsigned looks;                /* how many checks found that call still running after its kill */
#ifdef __APPLE__
  mach_port_t port;
#else
  clockid_t clock;               /* the thread's own clock */
  bool has_clock;                /* whether the thread has its own clock */
#endif
  struct ThreadRecord *next;
} ThreadRecord;
enum { THREAD_IDLE = 0, THREAD_RUNNING = 1, THREAD_SIGNALLING = 2 };

/* The holder of a guard: nobody, a call, or a collection of its garbage. Nothing can hold a closed
   guard. */
enum { HOLD_FREE = 0, HOLD_CALL = 1, HOLD_COLLECT = 2, HOLD_CLOSED = 3 };

typedef struct Cover Cover;        /* cover.c */

/* A compiled chunk: lua_dump's output for a text. See chunks.c. */
typedef struct Compiled {
  _Atomic int holds;
  size_t count;                  /* bytes */
  size_t peak, granted;          /* while compiling: the most bytes in use, and all bytes granted */
  uint8_t bytes[];
} Compiled;

/* Modules that were registered together, in the caller's memory. */
typedef struct ModuleList {
  const GuardModule *modules;
  size_t count;
} ModuleList;

struct GuardPool {
  _Atomic size_t leased;
  size_t limit;
  _Atomic size_t shortages;
  pthread_mutex_t lock;          /* protects the list of guards */
  Guard *guards;
  _Atomic int references;
};

struct Guard {
  lua_State *L;
  GuardMeter meter;
  GuardPool *pool;
  Guard *pool_next;
  size_t leased;                 /* the bytes leased from the pool */
  Blocks blocks;
  NodeArray *nodes;              /* the arrays now in use */
  size_t nodes_count, nodes_room;
  LongTexts long_texts;
  /* The text for which Lua has just got memory. NULL from the next call of the allocator on. */
  const uint8_t *new_text;
  bool lifts_text_limit;         /* whether the host is making a text that may exceed the limit for scripts */
  bool texts_collide;            /* whether, in this call, a new text shared its place with too many others */
  _Atomic int hold;
  _Atomic int killed;            /* 0, or the GuardStatus of the limit that has ended the call */
  const void *thrown;            /* the last error from error, assert, guard_fail or a handler of xpcall */
  uint64_t thrown_refusals;      /* the meter's refusals at that time */
  const void *unreadable;        /* the error message for the last module that couldn't be compiled */
  GuardKind kind;
  bool counting;                 /* whether calls get a hook at every instruction, from the next call on */
  bool covering;                 /* whether calls get a hook at every line, from the next call on */
  int hooks;                     /* the hooks in place: HOOK_COUNT | HOOK_COVER */
  Cover *cover;                  /* NULL until lines are covered */
  ModuleList *modules;
  size_t modules_count;
  uint64_t instruction_limit;    /* of a call; 0: none */
  uint64_t instruction_end;
  size_t print_limit;
  Buffer printed, out, seen, keys, reply;
  Buffer journal;                /* integers that a host function added in the last call */
  Buffer variables, state;       /* the values that turns/locals.c has recorded */
  size_t script_modules;         /* how often the loading of a module of the script has begun */
  int last_reference;            /* the last reference given out; none is given out twice */
  bool deep; /* whether very many calls were nested when memory was last refused */
  int too_many;                  /* 0, or a large number of values for which the stack had no room */
  int lent;                      /* the number of lent tables that haven't expired yet */
  bool changed;                  /* whether anything ran since the last collection */
  GuardSlot answer;              /* the reply of a host function */
  GuardError error;
  bool error_thrown;             /* whether a script or guard_fail raised `error`, not Lua itself */
};

enum { HOOK_COUNT = 1, HOOK_COVER = 2 };

static inline Guard *guard_of(lua_State *L) { return *(Guard **)lua_getextraspace(L); }

/* ---- buffer.c: nothing here raises ---- */
/* Makes room for `more` bytes. Returns false if the host has no memory. */
bool buffer_reserve(Buffer *buffer, size_t more);
bool buffer_append(Buffer *buffer, const void *bytes, size_t count);
void buffer_clear(Buffer *buffer); /* empties it, and frees a large block */
void buffer_free(Buffer *buffer);

/* ---- blocks.c: a size is the requested one, before rounding; NULL means no block ---- */
/* Reserves addresses for a state that may get this limit. Then `blocks_limit` must be called.
   Returns false if the system has no addresses left. */
bool blocks_begin(Blocks *blocks, size_t memory_limit);
/* Lets the state have pages with four times the memory that its script may use. */
void blocks_limit(Blocks *blocks, size_t memory_limit);
void blocks_end(Blocks *blocks); /* no block may be in use any more */
/* Expects a size > 0. Returns NULL if there is no memory, or if the limit on pages is reached. In
   that case nothing has changed. */
void *blocks_resize(Blocks *blocks, void *block, size_t old_size, size_t size);
/* Whether a new block of this size would exceed the limit on pages. */
bool blocks_are_full(const Blocks *blocks, size_t size);
/* The bytes that the system would have to provide for this request. */
size_t blocks_growth(const Blocks *blocks, const void *block, size_t old_size, size_t size);
void blocks_free(Blocks *blocks, void *block, size_t size);
void blocks_release(Blocks *blocks); /* returns the memory of unused pages to the system */

/* ---- nodes.c: only for new blocks, never for grown ones; only nodes_probe may raise ---- */
/* Arrays of nodes are recorded if they have at least NODES_NOTED bytes. A new array of at least
   NODES_CHECKED bytes must pass nodes_are_placed_soon. */
enum { NODES_NOTED = 24 << 8, NODES_CHECKED = 24 << 9 };
/* Whether Lua can move the keys of any recorded array into this new block in a short time. May
   write to the block. */
bool nodes_are_placed_soon(Guard *g, void *block, size_t size);
/* Notes a new block if it can be an array of nodes. Returns false if the host has no memory. */
bool nodes_note(Guard *g, const void *block, size_t size);
void nodes_forget(Guard *g, const void *block, size_t size); /* accepts any freed block */
/* Sets `texts_collide` if `new_text` shares its place with too many other texts. Call it only after
   Lua has filled in the text. */
void nodes_look_at_text(Guard *g);
/* Checks once per process whether nodes.c knows the layout of nodes. Raises memory errors. */
void nodes_probe(lua_State *L);

/* ---- longtexts.c: nothing here raises; sizes are in bytes ---- */
/* The size of the smallest block that holds a text of over 40 bytes. Lua doesn't share such texts:
   it makes a new object for each. */
enum { LONG_TEXT = 24 + 41 + 1 };
/* Notes a new text. Returns false if the host has no memory. */
bool long_texts_note(LongTexts *texts, const void *text, size_t size);
/* Forgets a freed block, which needn't be a text. */
void long_texts_forget(LongTexts *texts, const void *block, size_t size);
/* Whether a long text begins at this address. */
bool long_texts_hold(const LongTexts *texts, const void *address);

/* ---- allocator.c, pool.c ---- */
void *guard_allocate(void *guard, void *block, size_t old_size, size_t new_size);
void pool_join(GuardPool *pool, Guard *guard);
void pool_leave(Guard *guard);
bool pool_lease(Guard *guard, size_t bytes); /* leases more if needed; false if the bytes aren't covered */
/* Returns what exceeds the bytes that the system has provided by more than a lease. */
void pool_give_back(Guard *guard);

/* ---- watchdog.c ---- */
extern _Thread_local ThreadRecord *guard_thread;
void watchdog_arm(ThreadRecord *record, Guard *guard, int64_t nanoseconds);
void watchdog_disarm(ThreadRecord *record);
/* Ends the running call at its next step with a *limit error*, which no script can catch. `status`
   is the limit. The watchdog's signal handler calls this function, too. */
void guard_kill(Guard *guard, GuardStatus status);
void guard_restore_hook(Guard *guard);

/* ---- cover.c: nothing here raises or allocates ---- */
void cover_note(lua_State *L, Guard *guard, lua_Debug *ar); /* records the line of a line event */
void cover_free(Guard *guard);
/* The hooks for the next call. */
static inline int guard_wanted_hooks(const Guard *g) {
  return (g->counting ? HOOK_COUNT : 0) | (g->covering ? HOOK_COVER : 0);
}

/* ---- call.c ---- */
/* Runs `body` inside a protected call and returns its status. `body` gets `context`, a light
   userdata, at index 1 and may raise anything. */
GuardStatus guard_protect(Guard *guard, lua_CFunction body, void *context, int64_t nanoseconds);
/* Does the same without the watchdog, for booting a state. Runs on any thread. `body` must be
   trusted code that ends soon. */
GuardStatus guard_protect_untimed(Guard *guard, lua_CFunction body, void *context);
/* Lets the watchdog and the meters begin a new call, within a call from Swift that does the work of
   several calls. Raises nothing. */
void guard_next_call(Guard *guard);

/* Pushes the value of a slot. Raises memory errors, and an error for bytes that aren't an encoded
   value. */
void guard_push_slot(lua_State *L, const GuardSlot *slot);
/* Collects all garbage of a guard that the caller holds outside a call. Collects up to `rounds`
   times, because each round returns more of Lua's reserves. Keeps the data of the last call,
   because the owner of the guard may be reading them. */
void guard_collect_held(Guard *guard, int rounds);

/* Takes hold of the guard. If its garbage is being collected, waits for the end of the collection.
   Returns false if a call runs or the guard is closed. */
bool guard_take(Guard *guard);
void guard_give(Guard *guard);

/* ---- compile.c ---- */
/* Pushes the function of a chunk. Compiles the chunk unless the process has kept its compiled form.
   Raises syntax errors, memory errors and a limit error. */
void guard_compile(lua_State *L, const GuardChunk *chunk, bool trusted);
/* Appends the compiled chunk to `out`. Raises the errors of guard_compile, and an error for a
   compiled chunk over CHUNK_FORM_MAX. */
void guard_write_form(lua_State *L, const GuardChunk *chunk, Buffer *out);

/* ---- chunks.c: nothing here raises. The caller must release each returned chunk; NULL means none.
   ---- */
enum { CHUNK_FORM_MAX = 2 << 20 /* the most bytes of a compiled chunk that is kept */ };
Compiled *chunks_make(const uint8_t *bytes, size_t count);               /* copies the bytes; NULL: no memory */
Compiled *chunks_find(const uint8_t *digest);
void chunks_keep(const uint8_t *digest, Compiled *form); /* the caller keeps its own reference */
void chunks_release(Compiled *form);

/* ---- guard.c ---- */
void guard_destroy(Guard *guard); /* no other thread may know the guard */

/* ---- errors.c ---- */
int guard_on_error(lua_State *L); /* the message handler of protected calls */
/* Whether the script raised the last memory error itself, by passing the text of Lua's memory error
   to `error`. */
bool guard_is_feigned(const Guard *guard);
/* Whether the recorded error is a stack overflow that the script didn't raise itself. */
bool guard_notes_overflow(const Guard *guard);
/* Makes room for `slots` more values on the stack. If that fails because memory was refused, raises
   a memory error. If it fails for another reason, raises the error "stack overflow" with `what`. A
   script can't catch either error. */
void guard_need_room(lua_State *L, int slots, const char *what);
/* Marks the metatable on top as the host's own: scripts can't replace it. Needs two free slots;
   raises memory errors. */
void guard_mark_hosts(lua_State *L);
/* Whether the metatable on top is the host's own. Needs a free slot. */
bool guard_is_hosts(lua_State *L);
/* Raises an error like luaL_error, with the host's own text, which scripts see unchanged. Never
   returns. */
_Noreturn int guard_fail(lua_State *L, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Handles the error on top after a failed pcall. If a script mustn't catch the error, raises it
   again. Otherwise replaces it by the text that a script may see; this may raise memory errors. */
void guard_caught(lua_State *L, Guard *g, int status);
/* Returns the type of the value at `index` as a noun phrase: "a table", "nil". Never raises. */
const char *guard_kind(lua_State *L, int index);
/* Raises the memory error for a failed allocation of the host itself. Expects one free slot; never
   returns. */
_Noreturn void guard_raise_host_memory(lua_State *L);
/* Raises the memory error for a request that the limit `by` refused. The request was made outside
   of this state, on its behalf. */
_Noreturn void guard_raise_refused(lua_State *L, GuardStatus by);
void guard_note_error(Guard *guard, const char *text);                   /* without a traceback */
/* Notes the frames of the call stack, and whether there are very many. The allocator may call this
   function, because it only inspects Lua's stack. */
void guard_note_place(Guard *guard);
/* Raises the limit error of a killed call. Expects one free slot; never returns. */
_Noreturn void guard_raise_kill(lua_State *L);
void guard_open_errors(lua_State *L); /* adds error assert pcall xpcall to the table on top */

/* ---- boot.c ---- */
int guard_boot(lua_State *L); /* the body of a protected call */
extern const char guard_key_modules, guard_key_trusted; /* their addresses are registry keys */

/* ---- metatables.c, order.c, modules.c, natives.c: each adds functions to the table on top and
   raises memory errors ---- */
void guard_open_metatables(lua_State *L, bool trusted);
void guard_open_order(lua_State *L);
void guard_open_modules(lua_State *L, bool trusted);
/* Functions for Lua. */
int guard_forget_modules(lua_State *L);
int guard_forget_script_modules(lua_State *L);
/* Pushes a new table with the values of all loaded modules of the script. Needs six free slots;
   raises memory errors. */
void guard_push_script_modules(lua_State *L);
void guard_open_natives(lua_State *L);

/* ---- standins.c ---- */
/* Adds stand_in to the table on top. Expects two free slots; raises memory errors. */
void guard_open_standins(lua_State *L);
bool guard_is_standin(lua_CFunction function);                           /* raises nothing */

/* ---- draws.c ---- */
/* Adds draws to the table on top. Expects two free slots; raises memory errors. */
void guard_open_draws(lua_State *L);

/* ---- host.c ---- */
/* Reads a function that guard_host_words registered. Returns false if there is none at `index`.
   Needs two free slots. */
bool guard_words_at(lua_State *L, int index, GuardHostWords *words, void **context);

/* ---- turns_host.c ---- */
/* Adds turns to the table on top. Expects two free slots; raises memory errors. */
void guard_open_turns(lua_State *L);

/* ---- lent.c ---- */
/* These two replace a table on top by a deep copy without metatables, and leave any other value as
   it is. They call no metamethods. guard_copy_raw copies at most GUARD_ITEMS_MAX values, and raises
   an error for more. Both raise memory errors, a limit error, and errors for tables that nest too
   deep, have expired or are sealed. */
void guard_copy(lua_State *L);
void guard_copy_raw(lua_State *L);
/* Replaces the value on top by a copy that lasts until guard_expire, as host.lend does. `sources`
   is 0, or the index of the cache of guard_push_deferred. With such a cache, tables that hold no
   other tables become deferred copies. Raises the errors of guard_copy. */
void guard_lend(lua_State *L, int sources);
/* Computes the size for a copy of the table at `index`. Sets `count` to the number of its entries,
   and `length` to the number of those in its list. Needs two free slots; raises a limit error. */
void guard_count(lua_State *L, const Guard *g, int index, size_t *length, size_t *count);
/* Replaces a table on top by a copy if it may be lent, or may contain a lent table. Raises the
   errors of guard_copy. */
void guard_unlend(lua_State *L);
/* Replaces a table on top that has a metatable by a raw copy. Returns false if the value is not a
   table. */
bool guard_plain(lua_State *L);
/* Adds copy, lend and expire to the table on top. Raises memory errors. */
void guard_open_lending(lua_State *L);
/* Empties all lent tables, so that they expire. Raises a limit error and a stack overflow. */
void guard_expire(lua_State *L);
/* Raises an error if the table at `index` was lent and has expired. Needs four free slots. */
void guard_not_expired(lua_State *L, int index);

/* ---- deferred.c ---- */
/* Pushes a deferred copy of the table at `index` and returns true. If the table holds tables,
   pushes nothing and returns false. `sources` is the index of a table that caches facts about
   tables. While `sources` is used, no script may reach the table at `index`, and the table must not
   change. Needs eight free slots; raises a limit error and memory errors. */
bool guard_push_deferred(lua_State *L, const Guard *g, int index, int sources);
/* Whether the metatable on top belongs to a deferred copy. Needs a free slot. */
bool guard_is_deferred(lua_State *L);
/* Turns the deferred copy at `index`, which must be absolute, into a real copy. Returns false if
   the value is not a deferred copy. Needs six free slots; raises a limit error and memory errors. */
bool guard_complete(lua_State *L, int index);

/* ---- lists.c ---- */
/* Finds out how the running Lua library lays out tables. Raises memory errors. */
void lists_probe(lua_State *L);
/* Whether the table at `index` has so few places for keys that an iteration with lua_next can't
   take long. Raises nothing. */
bool lists_is_small(lua_State *L, int index);
/* Returns a hash of the memory layout of the table at `index`: the sizes of its parts and the keys
   in them, even those of removed entries. The length of a list with holes depends on this layout.
   Equal numbers mean the same layout, except by chance. Raises nothing. */
uint64_t lists_layout(lua_State *L, int index);
/* Removes from the table at `index` the hint for its length, which Lua's `#` has stored there. The
   next length of a list with holes would depend on that hint. Raises nothing. */
void lists_forget_hint(lua_State *L, int index);
/* Returns the length of the list on top, or -1 if the value is not a table. Replaces a list that
   has a metatable by a raw copy. If there is a key outside 1 to n, raises an error that begins with
   `what` and names the key. Accepts holes: the reader must check for them. */
lua_Integer guard_list(lua_State *L, const char *what);

/* ---- encode.c, decode.c ---- */
/* Appends the canonical bytes of the value at `index` to `out`. `root` names the value in errors.
   With `strict`, a table may appear only once. Raises a limit error, a memory error, or an error
   that names the path. Needs 8 free slots. */
void guard_encode(lua_State *L, int index, Buffer *out, const char *root, bool strict);
/* The limits of an encoding. GUARD_WHOLE has the limits of a state or another whole value.
   GUARD_PART has a sixteenth of them, for one seat's part of `state.secret`. GUARD_POSITION has
   room for a position: a state with the parts of 16 seats. With separate limits, the size of one
   part never decides whether another part or the state fits. */
typedef enum GuardRoom { GUARD_WHOLE, GUARD_PART, GUARD_POSITION } GuardRoom;
/* Does the same as guard_encode, within the limits of `room`. */
void guard_encode_within(lua_State *L, int index, Buffer *out, const char *root, bool strict, GuardRoom room);
/* Does the same as guard_encode for a value that may hold functions. Every function is written as
   the same byte. */
void guard_encode_outline(lua_State *L, int index, Buffer *out, const char *root);
/* Pushes the value that these bytes encode. Raises a limit error, a memory error, or an error that
   names the offset. */
void guard_decode(lua_State *L, const uint8_t *bytes, size_t count);
enum {
  GUARD_DEPTH_MAX = 64, GUARD_POSITION_DEPTH = GUARD_DEPTH_MAX + 1, GUARD_ENCODED_MAX = 1 << 20,
  GUARD_ITEMS_MAX = 100000, GUARD_PARTS_MAX = 16
};

static inline int guard_killed(const Guard *g) { return atomic_load_explicit(&g->killed, memory_order_relaxed); }

/* Ends the call if a limit has killed it. Use this function in loops whose number of steps differs
   between processes, such as a loop over a table's keys. The steps of such loops must not be
   counted. Expects one free slot; raises only a limit error. */
static inline void guard_poll(lua_State *L, const Guard *g) {
  if (__builtin_expect(guard_killed(g) != 0, 0)) guard_raise_kill(L);
}

/* Counts a step, and ends the call if a limit has killed it. Every loop in C that a script can make
   long calls this function once per step. Expects one free slot; raises only a limit error. */
static inline void guard_tick(lua_State *L, Guard *g) {
  g->meter.instructions++;
  guard_poll(L, g);
}

/* ---- frozen.c ---- */
/* Replaces the table on top by an empty proxy that reads the table and refuses writes. The refusal
   uses `name`. Needs no free slots. Raises memory errors and a stack overflow. */
void guard_freeze(lua_State *L, const char *name);
/* Does the same for the table on top and all tables in it, so that no path through the proxy
   reaches a table that can be changed. The original tables stay as they are. Raises memory errors,
   and an error for tables nested too deep. */
void guard_freeze_deep(lua_State *L, const char *name);
/* If the value at `index` is a proxy, pushes the table behind it and returns true. Otherwise pushes
   nothing and returns false. A proxy is a frozen table or a deferred copy. The caller may only read
   the table behind a deferred copy, and must not keep it. */
bool guard_behind(lua_State *L, int index);
extern const char guard_key_behind;
/* Checks that argument `arg` is a table, and replaces a proxy by the table behind it. Raises an
   argument error for other types. The caller will read the table raw, which bypasses the
   metamethods of expired and sealed tables. Therefore this function raises an error for a table
   that has expired or that the host has sealed. Needs four free slots; may raise memory errors. */
void guard_readable(lua_State *L, int arg);
/* Checks that the script may change argument `arg`, and completes a deferred copy. Raises an
   argument error for other types, and an error for a frozen, expired or sealed table. Needs six
   free slots; may raise memory errors. */
void guard_writable(lua_State *L, int arg);
/* Raises an error if the table at `index` has expired or is sealed. Call this function before a raw
   copy, because the copy of such a table would be empty. Needs four free slots. */
void guard_copyable(lua_State *L, int index);
/* Checks as guard_writable does, but accepts sealed and expired tables: the caller checks those.
   Needs six free slots. */
void guard_unfrozen(lua_State *L, int arg);

/* ---- text.c ---- */
/* Pushes the text of the value at `index` as scripts get it from tostring: "table" or "function"
   without an address, and "nan" for every NaN. Calls a `__tostring` of the script. Needs two free
   slots; raises a memory error, or what `__tostring` raises. */
void guard_push_text(lua_State *L, int index);

/* ---- the libraries: all functions are the sandbox's own, not stock Lua's; a refused allocation
   raises ---- */
/* Pushes a new table with byte char find format gmatch gsub len lower match rep reverse sub upper.
   Needs eight free slots. */
void guard_open_strings(lua_State *L);
/* Pushes a new table with concat insert move pack remove sort unpack. Needs four free slots. */
void guard_open_tables(lua_State *L);
/* Adds char and codepoint to the table on top. Needs two free slots. */
void guard_open_utf8(lua_State *L);
/* ---- extremes.c ---- */
/* Sets math.max and math.min in the table on top. Needs two free slots; raises memory errors. */
void guard_open_math(lua_State *L);
#endif
