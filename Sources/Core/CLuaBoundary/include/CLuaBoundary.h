#ifndef PARLOR_CLUABOUNDARY_H
#define PARLOR_CLUABOUNDARY_H
/* The boundary between Swift and Lua. Swift can call every function of this header: none of them
   raises a Lua error, and no longjmp leaves any of them. Code that may raise runs inside a
   protected call. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Guard Guard;
typedef struct GuardPool GuardPool;

/* A Lua source text. If it has a digest, the process keeps its compiled chunk for every state that
   loads the same text. Two different pairs of text and name must not share a digest. */
enum { GUARD_DIGEST = 32 };
typedef struct GuardChunk {
  const uint8_t *source;
  size_t count;
  const char *name;      /* `=` and the name that errors use */
  const uint8_t *digest; /* GUARD_DIGEST bytes, or NULL */
} GuardChunk;

/* A module: a text that `require` finds by its name. */
typedef struct GuardModule {
  const char *name;
  GuardChunk chunk;
  bool trusted;
} GuardModule;

/* The compiled chunks that the process keeps: their number, their bytes, the limits of both, and
   how often a state found a chunk. */
typedef struct GuardChunks {
  size_t count, bytes, most, most_bytes;
  uint64_t found;
} GuardChunks;

/* How a call ended. */
typedef enum GuardStatus {
  GUARD_OK = 0,
  GUARD_SCRIPT = 1,       /* the script, or Lua on its behalf, raised an error */
  GUARD_TIME = 2,         /* the call has used up its processor time */
  GUARD_MEMORY = 3,       /* the memory limit of the state refused an allocation */
  GUARD_POOL = 4,         /* the pool that states share is used up */
  GUARD_GRANTED = 5,      /* one call asked for more bytes in total than its limit */
  GUARD_OUTPUT = 6,       /* print wrote more than its limit */
  GUARD_INSTRUCTIONS = 7, /* the call exceeded the instruction limit (counting states only) */
  GUARD_DEPTH = 8,        /* calls nested too deep */
  GUARD_BUSY = 9,         /* the state is closed, or a call into it or from this thread is already running */
  GUARD_HOST = 10,        /* the host itself ran out of memory */
  GUARD_THREAD = 11,      /* guard_thread_start did not make the calling thread */
  GUARD_TABLE = 12,       /* too many keys of a table, or too many texts, collide */
  GUARD_LONG_TEXT = 13    /* a text would be longer than GUARD_TEXT_MAX */
} GuardStatus;

/* The most bytes of one text in a sandboxed state. */
enum { GUARD_TEXT_MAX = 512 << 10 };

typedef enum GuardKind {
  GUARD_SANDBOX = 0, /* the environment of scripts */
  /* Plain Lua as the baseline of benchmarks, which also play strangers' games. It lacks the
     libraries that reach outside, and has no memory limit. A deadline can't interrupt its built-in
     functions. */
  GUARD_STOCK = 1,
  /* Lua with every library, and the sandbox's functions in the global `own`: never for
     strangers' scripts. */
  GUARD_COMPARE = 2
} GuardKind;

/* The meters of one state. Sizes are in bytes. */
typedef struct GuardMeter {
  /* What Lua holds now, its maximum since guard_reset_peak, and its limit. */
  size_t used, peak, limit;
  size_t granted, granted_limit; /* the total given to the running (or last) call, and its limit */
  uint64_t calls;                      /* started calls */
  uint64_t allocations, refusals;      /* requests for more memory; refused ones */
  uint64_t instructions; /* steps of loops in C; in counting states also every VM instruction */
  GuardStatus refused_by;              /* the limit that refused last in this call */
  uint64_t fault_at, fault_count, fault_seen; /* see guard_inject_fault */
} GuardMeter;

/* One value that crosses the boundary. Text and encoded bytes of a result stay valid until the next
   call into the guard. */
typedef enum GuardType {
  GUARD_NIL = 0,
  GUARD_BOOLEAN = 1, /* integer: 0 or 1 */
  GUARD_INTEGER = 2,
  GUARD_NUMBER = 3,
  GUARD_TEXT = 4,    /* bytes, as they are */
  GUARD_ENCODED = 5, /* bytes: any value as deterministic CBOR (RFC 8949 section 4.2.1) */
  GUARD_FUNCTION = 6 /* integer: a reference from guard_load or an earlier result */
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
/* The limits of line coverage: sources, lines of each, and bytes of a source's name with its
   terminator. */
enum { GUARD_COVER_SOURCES = 64, GUARD_COVER_LINES = 32768, GUARD_COVER_NAME_MAX = 256 };
/* The last error. Filled without asking Lua for memory. */
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
  uint64_t fault_at, fault_count; /* 0, or as in guard_inject_fault, from the first request on */
} GuardConfig;

/* ---- threads and time ---- */
/* Starts a thread that may call guards and runs only `run(context)`. Its stack is big enough for
   Lua's nested C calls, and it receives the watchdog's signal. Returns false if the system refuses
   a thread. */
bool guard_thread_start(void (*run)(void *), void *context);
/* Whether guard_thread_start made the calling thread. */
bool guard_thread_is_own(void);
/* The number of signals that the watchdog has sent, and of signals that found no expired call. */
uint64_t guard_signals_sent(void);
uint64_t guard_signals_stray(void);

/* ---- pool ---- */
/* Returns a budget in bytes that several guards share, or NULL if the host has no memory. */
GuardPool *guard_pool_new(size_t limit);
/* The bytes leased now, in whole leases. */
size_t guard_pool_leased(GuardPool *pool);
/* The number of times that a guard asked for more memory than was left. In these cases the pool
   collected the garbage of other guards, or refused the request. */
size_t guard_pool_shortages(GuardPool *pool);
/* Releases the caller's reference. The pool is freed when its last guard is closed. */
void guard_pool_release(GuardPool *pool);

/* ---- compiled chunks: any thread ---- */
GuardChunks guard_chunks(void);
/* Sets the limits, and drops at once what exceeds them. */
void guard_chunks_bound(size_t most, size_t most_bytes);

/* ---- life ---- */
/* Whether each state has a region of memory at a random address. False only in builds with
   AddressSanitizer, which must see each block of the system's heap. */
bool guard_has_regions(void);
/* Returns a new state with its libraries loaded and frozen. On failure returns NULL and sets
   *status to the reason. Any thread. */
Guard *guard_new(const GuardConfig *config, GuardStatus *status);
/* Returns a new sandbox for the host's own code, without limits and pool. It collects no garbage
   until guard_assign prepares it for a script. On failure returns NULL and sets *status to the
   reason. Any thread. */
Guard *guard_new_spare(GuardStatus *status);
/* Gives a state of guard_new_spare its limits and its pool. Call it once, before the state loads
   any script. Ignores config->kind. If it returns GUARD_POOL, the pool has no room: close the
   state. Any thread. */
GuardStatus guard_assign(Guard *guard, const GuardConfig *config);
/* Closes the state. Waits first if another guard of the pool is collecting the state's garbage. Any
   thread, but never during a call. */
void guard_close(Guard *guard);
/* Returns the bytes that closed states had requested and never freed. A number other than 0 means a
   memory leak. */
size_t guard_bytes_lost(void);
/* Collects all garbage of the state. Returns false during a call. */
bool guard_collect(Guard *guard);

/* ---- calls: only on threads of guard_thread_start. `nanoseconds` is the processor time that the
   call may use on its thread. Wall-clock time is only an outer limit: 30 times as much. ---- */
/* Compiles text (never bytecode) and stores the function. Trusted code sees the raw globals and
   `host`; other code sees the frozen globals. */
GuardStatus guard_load(Guard *guard, const GuardChunk *chunk, bool trusted, int *function, int64_t nanoseconds);
/* Compiles text and returns the output of lua_dump, with debug information. Runs and stores
   nothing. The bytes stay valid until the next call into the guard. */
GuardStatus guard_dump(Guard *guard, const GuardChunk *chunk, const uint8_t **bytes, size_t *size, int64_t nanoseconds);
/* Makes these modules available to `require`. They must outlive the guard. Any thread. */
GuardStatus guard_modules(Guard *guard, const GuardModule *modules, size_t count);
/* Calls a function. `results` receives exactly `wanted` slots: tables come out encoded, functions
   as new references. All texts together may have 8 MiB, each encoded value 1 MiB. */
GuardStatus guard_call(Guard *guard, int function, const GuardSlot *arguments, int count, GuardSlot *results, int wanted,
                       int64_t nanoseconds);
/* Calls a function that takes one integer and returns one, faster than guard_call. A result that
   isn't an integer is a script error. */
GuardStatus guard_call_integer(Guard *guard, int function, int64_t argument, int64_t *result, int64_t nanoseconds);
/* Does the same with three arguments. The function may add integers to a journal. guard_journal
   returns them after the call, even if the call failed, until the next call. The two journal
   functions must not run during a call. */
GuardStatus guard_call_integers(Guard *guard, int function, const int64_t arguments[3], int64_t *result, int64_t nanoseconds);
const int64_t *guard_journal(const Guard *guard, size_t *count);
void guard_forget_journal(Guard *guard);
/* Releases the reference to a function. */
void guard_forget(Guard *guard, int function);

/* ---- host functions ---- */
/* A host function: it reads `arguments` and replies with guard_reply. A status other than 0 raises
   the replied text as an error, once the host function has returned. It must not call into any
   guard. */
typedef int (*GuardHostFunction)(void *context, Guard *guard, const GuardSlot *arguments, int count);
/* Adds the function to the `host` table of trusted code. `context` must outlive the guard. */
GuardStatus guard_host(Guard *guard, const char *name, GuardHostFunction function, void *context);
/* A host function that takes two integers and returns four, without slots. It is meant for
   functions that rules call many times a ply. It can't fail, and must not call into any guard. */
typedef void (*GuardHostWords)(void *context, int64_t first, int64_t second, int64_t words[4]);
/* Adds the function as guard_host does. */
GuardStatus guard_host_words(Guard *guard, const char *name, GuardHostWords function, void *context);
/* Sets the reply of the running host function: any value, whose bytes are copied. Returns false if
   the host has no memory. */
bool guard_reply(Guard *guard, const GuardSlot *value);

/* ---- hashes: any thread ---- */
/* Computes SHA-256 of a message. If the message has more than GUARD_SHORT bytes, hashes only the
   first GUARD_SHORT bytes. The 32 bytes of the result are four integers, with the highest byte of
   each integer first. For tests, `plainly` avoids the processor's SHA instructions. */
enum { GUARD_SHORT = 55 };
void guard_hash_short(const uint8_t *message, size_t count, bool plainly, int64_t words[4]);

/* ---- meters and errors ---- */
const GuardMeter *guard_meter(const Guard *guard);
void guard_reset_peak(Guard *guard);
const GuardError *guard_error(const Guard *guard);
/* The output of print in the last call. */
const uint8_t *guard_printed(const Guard *guard, size_t *count);
/* Counts every VM instruction exactly, from the next call on. Calls then take about twice as long.
   A limit of 0 means no limit. */
void guard_count_instructions(Guard *guard, bool on, uint64_t limit);
/* Records each script line that runs, from the next call on. Chunks named sdk/… belong to the host
   and are left out. When recording is switched off, the record is kept until the guard is closed.
   Returns false if the host has no memory for it. */
bool guard_cover_lines(Guard *guard, bool on);
/* Returns the number of sources with lines that ran. Lines and
   sources beyond the limits above aren't recorded. */
size_t guard_covered_sources(const Guard *guard);
/* Returns the lines of a source as GUARD_COVER_LINES bits, and sets *name to its name. The bit of
   `line` is bit `line % 8` of byte `line / 8`. Lines and name belong to the guard. Returns NULL
   past the last source. Never call it during a call. */
const uint8_t *guard_covered(const Guard *guard, size_t source, const char **name);
/* Whether this process knows how its Lua library lays out tables. The check of growing tables needs
   that layout. The answer is valid after a state was made. */
bool guard_knows_nodes(void);
/* For tests: returns the seed with which the state hashes texts. GUARD_HOST means that the layout
   of texts isn't known. */
GuardStatus guard_text_seed(Guard *guard, uint32_t *seed);
/* For tests: refuses the `at`-th request for memory from now (1 is the next request) and the
   `count` - 1 requests after it. If `at` is 0, it refuses none. */
void guard_inject_fault(Guard *guard, uint64_t at, uint64_t count);
#endif
