#ifndef PARLOR_CLUABOUNDARY_H
#define PARLOR_CLUABOUNDARY_H
/* The waist between Swift and Lua. Every function here can be called from Swift: none of them raises a Lua error, and no
   longjmp leaves one of them. Whatever may raise runs inside one protected call. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Guard Guard;
typedef struct GuardPool GuardPool;

/* A text of Lua's. Where it has a digest, its compiled form is kept in this process for whoever loads the same: no two texts
   or names may share one. */
enum { GUARD_DIGEST = 32 };
typedef struct GuardChunk {
  const uint8_t *source;
  size_t count;
  const char *name;      /* `=` and what errors call it */
  const uint8_t *digest; /* GUARD_DIGEST bytes, or NULL */
} GuardChunk;

/* A text that `require` finds by its name. */
typedef struct GuardModule {
  const char *name;
  GuardChunk chunk;
  bool trusted;
} GuardModule;

/* The compiled forms that the process keeps: how many, their bytes, the bounds of both, and how often one was found. */
typedef struct GuardChunks {
  size_t count, bytes, most, most_bytes;
  uint64_t found;
} GuardChunks;

/* How a call ended. */
typedef enum GuardStatus {
  GUARD_OK = 0,
  GUARD_SCRIPT = 1,       /* the script, or Lua on its behalf, raised an error */
  GUARD_TIME = 2,         /* the processor time of the call is used up */
  GUARD_MEMORY = 3,       /* the instance's memory limit refused an allocation */
  GUARD_POOL = 4,         /* the pool that instances share is used up */
  GUARD_GRANTED = 5,      /* one call asked for more bytes in total than it may */
  GUARD_OUTPUT = 6,       /* print wrote more than it may */
  GUARD_INSTRUCTIONS = 7, /* the instruction limit passed (counting states only) */
  GUARD_DEPTH = 8,        /* calls nested too deep */
  GUARD_BUSY = 9,         /* a call into this state, or from this thread, is already running, or the state is closed */
  GUARD_HOST = 10,        /* the host itself ran out of memory */
  GUARD_THREAD = 11,      /* the calling thread was not made by guard_thread_start */
  GUARD_TABLE = 12,       /* the keys of a table fall on each other: it may not grow */
  GUARD_LONG_TEXT = 13    /* a text would be longer than one may be */
} GuardStatus;

/* How many bytes one text of a sandboxed state may have. */
enum { GUARD_TEXT_MAX = 512 << 10 };

typedef enum GuardKind {
  GUARD_SANDBOX = 0, /* what scripts run in */
  GUARD_STOCK = 1,   /* plain Lua without what reaches out of it, and without a limit of memory: the baseline of benchmarks,
                        which play strangers' games, too. No deadline ends its own functions in the middle. */
  GUARD_COMPARE = 2  /* Lua with every library, and the sandbox's own functions beside it, in the global `own`: never for
                        strangers' scripts */
} GuardKind;

/* Figures of one state. Sizes in bytes. */
typedef struct GuardMeter {
  size_t used, peak, limit;            /* what Lua holds now, its maximum since guard_reset_peak, and the most it may */
  size_t granted, granted_limit;       /* what the running (or last) call has been given in total, and the most it may */
  uint64_t calls;                      /* that have begun */
  uint64_t allocations, refusals;      /* requests for more memory; those refused */
  uint64_t instructions;               /* steps of loops in C; in counting states every VM instruction too */
  GuardStatus refused_by;              /* which limit refused last in this call */
  uint64_t fault_at, fault_count, fault_seen; /* see guard_inject_fault */
} GuardMeter;

/* One value that crosses the waist. Text and encoded bytes that come out stay valid until the next call into the guard. */
typedef enum GuardType {
  GUARD_NIL = 0,
  GUARD_BOOLEAN = 1, /* integer: 0 or 1 */
  GUARD_INTEGER = 2,
  GUARD_NUMBER = 3,
  GUARD_TEXT = 4,    /* bytes, as they are */
  GUARD_ENCODED = 5, /* bytes: any value as deterministic CBOR (RFC 8949 section 4.2.1) */
  GUARD_FUNCTION = 6 /* integer: a reference of guard_load or of an earlier result */
} GuardType;
typedef struct GuardSlot {
  GuardType type;
  int64_t integer;
  double number;
  const uint8_t *bytes;
  size_t count;
} GuardSlot;

enum { GUARD_MESSAGE_MAX = 1024, GUARD_NAME_MAX = 64, GUARD_FRAMES_MAX = 16 };
typedef struct GuardFrame {
  char source[GUARD_NAME_MAX], name[GUARD_NAME_MAX];
  int line;
} GuardFrame;
/* How much is noted of the lines that ran: sources, lines of each, bytes of a source's name with its end. */
enum { GUARD_COVER_SOURCES = 64, GUARD_COVER_LINES = 32768, GUARD_COVER_NAME_MAX = 256 };
/* What is known of the last error; filled without asking Lua for memory. */
typedef struct GuardError {
  char message[GUARD_MESSAGE_MAX + 1];
  size_t message_count;
  int frame_count;
  GuardFrame frames[GUARD_FRAMES_MAX];
} GuardError;

typedef struct GuardConfig {
  GuardKind kind;
  size_t memory_limit, granted_limit, print_limit;
  GuardPool *pool; /* or NULL */
  uint64_t fault_at, fault_count; /* 0, or as guard_inject_fault, from the first request on */
} GuardConfig;

/* ---- threads and time ---- */
/* Starts a thread on which guards may be called: big enough a stack for Lua's nested C calls, the watchdog's signal let
   through. `run(context)` is the whole of it. False if the system refuses a thread. */
bool guard_thread_start(void (*run)(void *), void *context);
/* Is the calling thread one of them? */
bool guard_thread_is_own(void);
/* Signals sent by the watchdog so far, and signals that found no expired call. */
uint64_t guard_signals_sent(void);
uint64_t guard_signals_stray(void);

/* ---- pool ---- */
/* A budget in bytes that several guards share; NULL if the host has no memory. */
GuardPool *guard_pool_new(size_t limit);
/* Bytes leased now (whole blocks). */
size_t guard_pool_leased(GuardPool *pool);
/* How often a guard asked for more than was left, so that others were collected for it or it was refused. */
size_t guard_pool_shortages(GuardPool *pool);
/* Gives up the caller's hold; the pool goes when its last guard has gone. */
void guard_pool_release(GuardPool *pool);

/* ---- compiled forms: any thread ---- */
GuardChunks guard_chunks(void);
/* Other bounds; what is over them goes at once. */
void guard_chunks_bound(size_t most, size_t most_bytes);

/* ---- life ---- */
/* A new state, its libraries in place and frozen. On failure NULL, and *status says why. Any thread. */
Guard *guard_new(const GuardConfig *config, GuardStatus *status);
/* A new state for code of the host's own: no limits, no pool, and nothing is collected until guard_assign makes it a script's.
   On failure NULL, and *status says why. Any thread. */
Guard *guard_new_spare(GuardStatus *status);
/* Gives a spare state its limits and its pool, once, before any script's code comes in; config->kind is not looked at. With
   GUARD_POOL, when the pool has no room, the state is of no use any more. Any thread. */
GuardStatus guard_assign(Guard *guard, const GuardConfig *config);
/* Ends the state; waits for a collection that runs on its behalf. Any thread, never while a call runs. */
void guard_close(Guard *guard);
/* Bytes that states which are gone had asked for and never freed: 0, or memory leaks somewhere. */
size_t guard_bytes_lost(void);
/* Collects everything that can be; false while a call runs. */
bool guard_collect(Guard *guard);

/* ---- calls: on own threads only; `nanoseconds` is the time allowed, of the processor's that the thread gets. The time of
   day counts as an outer bound only: 30 times as much. ---- */
/* Compiles text (never bytecode) and stores the function. Trusted code sees the raw globals and `host`; other code sees the
   frozen ones. */
GuardStatus guard_load(Guard *guard, const GuardChunk *chunk, bool trusted, int *function, int64_t nanoseconds);
/* Compiles text and hands out what lua_dump writes of it, debug information and all; nothing runs, nothing is stored. The
   bytes stay valid until the next call into the guard. */
GuardStatus guard_dump(Guard *guard, const GuardChunk *chunk, const uint8_t **bytes, size_t *size, int64_t nanoseconds);
/* Makes `require` find these modules; any thread. They must outlive the guard. */
GuardStatus guard_modules(Guard *guard, const GuardModule *modules, size_t count);
/* Calls a function. `results` receives exactly `wanted` slots; tables come out encoded, functions as new references.
   Texts may have 8 MiB together, each encoded value 1 MiB. */
GuardStatus guard_call(Guard *guard, int function, const GuardSlot *arguments, int count, GuardSlot *results, int wanted,
                       int64_t nanoseconds);
/* The quick way for the quick call: one integer in, one out (a result that is no integer is a script error). */
GuardStatus guard_call_integer(Guard *guard, int function, int64_t argument, int64_t *result, int64_t nanoseconds);
/* The same with three. The function may note integers in a journal, which can be read after the call, failed or not, until the
   next one. Neither of these is for while a call runs. */
GuardStatus guard_call_integers(Guard *guard, int function, const int64_t arguments[3], int64_t *result, int64_t nanoseconds);
const int64_t *guard_journal(const Guard *guard, size_t *count);
void guard_forget_journal(Guard *guard);
/* Forgets a function. */
void guard_forget(Guard *guard, int function);

/* ---- host functions ---- */
/* A function of the host: reads `arguments`, answers with guard_reply; a status other than 0 raises the replied text
   as an error once the host function has returned. It must not call into any guard. */
typedef int (*GuardHostFunction)(void *context, Guard *guard, const GuardSlot *arguments, int count);
/* Puts it into the `host` table of trusted code. `context` must outlive the guard. */
GuardStatus guard_host(Guard *guard, const char *name, GuardHostFunction function, void *context);
/* A function of the host from two integers to four, without a detour through slots: for what rules ask many times a ply.
   It can't fail, and must not call into any guard. */
typedef void (*GuardHostWords)(void *context, int64_t first, int64_t second, int64_t words[4]);
/* As guard_host. */
GuardStatus guard_host_words(Guard *guard, const char *name, GuardHostWords function, void *context);
/* Any value; bytes are copied. False if the host has no memory. */
bool guard_reply(Guard *guard, const GuardSlot *value);

/* ---- hashes: any thread ---- */
/* SHA-256 of a message of at most GUARD_SHORT bytes; of a longer one only these are hashed. The 32 bytes come as integers, their
   first byte the highest. `plainly`: without the processor's own instructions for it, for tests. */
enum { GUARD_SHORT = 55 };
void guard_hash_short(const uint8_t *message, size_t count, bool plainly, int64_t words[4]);

/* ---- meters and errors ---- */
const GuardMeter *guard_meter(const Guard *guard);
void guard_reset_peak(Guard *guard);
const GuardError *guard_error(const Guard *guard);
/* What print wrote in the last call. */
const uint8_t *guard_printed(const Guard *guard, size_t *count);
/* Counts every VM instruction from the next call on (exact, and about twice as slow); a limit of 0 is none. */
void guard_count_instructions(Guard *guard, bool on, uint64_t limit);
/* Notes each line of scripts that runs from the next call on; chunks named sdk/… are the host's own and left out. What was
   noted stays when it is switched off, until the guard is closed. False if the host has no memory for it. */
bool guard_cover_lines(Guard *guard, bool on);
/* How many sources had lines that ran; what doesn't fit into the sizes below isn't noted. */
size_t guard_covered_sources(const Guard *guard);
/* The lines of one of them: GUARD_COVER_LINES bits, `line` being bit `line % 8` of byte `line / 8`, and its name. Both are
   the guard's. NULL past the last. Never while a call runs. */
const uint8_t *guard_covered(const Guard *guard, size_t source, const char **name);
/* Does the watch over growing tables know how this Lua library lays them out? Known once a state was made. */
bool guard_knows_nodes(void);
/* For tests: the seed with which the state hashes texts. GUARD_HOST: the layout of texts isn't known. */
GuardStatus guard_text_seed(Guard *guard, uint32_t *seed);
/* For tests: refuses the `at`-th request for memory from now (1 = the next) and the `count` - 1 after it; `at` 0 ends it. */
void guard_inject_fault(Guard *guard, uint64_t at, uint64_t count);
#endif
