/* Compiling. A text is compiled in a separate temporary state, never in the state that asks for it.
   Therefore the memory of the compiler isn't charged to the script, and the call depth of the
   asking state doesn't matter. The compiled chunk can also be kept for later states (chunks.c). A
   state loads only chunks that this file made from a text in this process, because Lua doesn't
   verify bytecode.

   A script mustn't notice whether a chunk was cached. Therefore the steps and the granted bytes of
   compiling are always charged to the asking state. A cached chunk is used only if the state would
   have had room to compile it.

   Lua's compiler has no hook, and the work for one line may grow with the whole source. For
   example, a jump out of the thousandth `elseif` is chained to all jumps before it. Therefore the
   compiler gets the source in small pieces, and the clock is checked between the pieces. At a
   label, and at the end of a loop, the compiler removes each jump to that place from a list and
   moves the later jumps. That is quadratic work in one step, so the number of jumps is limited. */
#define _GNU_SOURCE /* memmem */
#include "guard.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JUMPS_MAX = 4096 /* `goto` and `break` in one source: moving so many takes milliseconds */ };
enum { PIECE = 256 /* bytes: the compiler runs unwatched for one piece, milliseconds at worst */ };
enum { FORM_PIECE = 16 * 1024 /* bytes of a compiled chunk per read: well under a millisecond */ };

/* A source of bytes, read piece by piece on behalf of a guard. */
typedef struct Reading {
  const Guard *guard;
  const uint8_t *at, *end;
  size_t piece;
} Reading;

/* Returns the next piece, or NULL at the end. After a kill of the guard's call it reports the end,
   too, so the caller must check for a kill. Raises nothing, because it may run in another state
   than the guard's. */
static const char *next_piece(lua_State *L, void *context, size_t *size) {
  (void)L;
  Reading *reading = context;
  const uint8_t *piece = reading->at;
  size_t left = guard_killed(reading->guard) ? 0 : (size_t)(reading->end - piece);
  *size = left < reading->piece ? left : reading->piece;
  reading->at += *size;
  return *size ? (const char *)piece : NULL;
}

/* Returns the steps that are charged for compiling so many bytes: one for each piece, and one for
   the end. */
static uint64_t steps_of(size_t count) { return (count + PIECE - 1) / PIECE + 1; }

/* Counts the word in the text, also within comments and names, because excluding these would take a
   second compiler. */
static size_t count_of(const char *word, const uint8_t *text, size_t count) {
  size_t found = 0, length = strlen(word);
  for (const uint8_t *end = text + count; (text = memmem(text, (size_t)(end - text), word, length)); text += length) found++;
  return found;
}

/* One attempt to compile. */
typedef struct Attempt {
  GuardStatus status;              /* GUARD_OK, GUARD_SCRIPT with a message, or the limit that refused memory */
  Compiled *form;                  /* for GUARD_OK: the chunk, to be released; NULL if too long to be kept */
  char message[2 * GUARD_MESSAGE_MAX]; /* longer than errors show: guard_on_error cuts it */
} Attempt;

enum { TOO_LONG = 1, NO_MEMORY = 2 };

/* The writer for lua_dump; a nonzero result ends the dump. Raises nothing. */
static int write_form(lua_State *L, const void *bytes, size_t count, void *context) {
  (void)L;
  Buffer *out = context;
  if (count > CHUNK_FORM_MAX || out->count > CHUNK_FORM_MAX - count) return TOO_LONG;
  return buffer_append(out, bytes, count) ? 0 : NO_MEMORY;
}

/* Dumps the function on top of the compiling state into a chunk. */
static void write_out(Guard *compiler, Attempt *attempt) {
  int refused = lua_dump(compiler->L, write_form, &compiler->out, 0);
  attempt->status = refused == NO_MEMORY ? GUARD_HOST : GUARD_OK;
  if (refused) return;
  attempt->form = chunks_make(compiler->out.bytes, compiler->out.count);
  if (!attempt->form) {
    attempt->status = GUARD_HOST;
    return;
  }
  attempt->form->peak = compiler->meter.peak;
  attempt->form->granted = compiler->meter.granted;
}

/* Limits the compiling state to what the asking state has left. Injected faults count the requests
   of both states. */
static void share_meters(Guard *compiler, const Guard *g) {
  const GuardMeter *m = &g->meter;
  compiler->meter.limit = m->limit > m->used ? m->limit - m->used : 0;
  compiler->meter.granted_limit = m->granted_limit > m->granted ? m->granted_limit - m->granted : 0;
  compiler->meter.fault_at = m->fault_at;
  compiler->meter.fault_count = m->fault_count;
  compiler->meter.fault_seen = m->fault_seen;
}

/* Compiles in a temporary state. Raises nothing. Changes only the meters of the asking state. */
static void attempt_to_compile(Guard *g, const GuardChunk *chunk, Attempt *attempt) {
  *attempt = (Attempt){ .status = GUARD_HOST };
  Guard *compiler = calloc(1, sizeof *compiler);
  if (!compiler) return;
  atomic_init(&compiler->hold, HOLD_CALL);
  compiler->kind = GUARD_COMPARE; /* no script runs in it, so there is no position to note */
  share_meters(compiler, g);
  if (g->pool) pool_join(g->pool, compiler);
  compiler->L = lua_newstate(guard_allocate, compiler);
  int status = LUA_ERRMEM;
  if (compiler->L) {
    *(Guard **)lua_getextraspace(compiler->L) = compiler;
    Reading reading = { g, chunk->source, chunk->source + chunk->count, PIECE };
    status = lua_load(compiler->L, next_piece, &reading, chunk->name, "t");
  }
  if (status == LUA_OK) {
    write_out(compiler, attempt);
  } else if (status == LUA_ERRMEM) {
    attempt->status = compiler->meter.refused_by ? compiler->meter.refused_by : GUARD_MEMORY;
  } else {
    /* The message is a text already, so lua_tostring converts nothing. */
    const char *message = lua_tostring(compiler->L, -1);
    attempt->status = GUARD_SCRIPT;
    if (message && strcmp(message, "C stack overflow") == 0) { /* Lua doesn't say where */
      const char *name = chunk->name + (*chunk->name == '@' || *chunk->name == '=');
      snprintf(attempt->message, sizeof attempt->message, "%s:1: C stack overflow: blocks or expressions nest too deep to be compiled", name);
    } else {
      snprintf(attempt->message, sizeof attempt->message, "%s", message ? message : "syntax error");
    }
  }
  g->meter.allocations += compiler->meter.allocations;
  g->meter.refusals += compiler->meter.refusals;
  g->meter.fault_seen = compiler->meter.fault_seen;
  guard_destroy(compiler);
}

/* Compiles a chunk and returns it; the caller must release it. Returns NULL if the compiled chunk
   is too long to be kept. Raises syntax errors, memory errors and a limit error. */
static Compiled *compiled(lua_State *L, Guard *g, const GuardChunk *chunk) {
  if (count_of("goto", chunk->source, chunk->count) + count_of("break", chunk->source, chunk->count) > JUMPS_MAX) {
    lua_pushfstring(L, "%s:1: more than %d times goto and break in one file", chunk->name + 1, JUMPS_MAX);
    g->unreadable = lua_topointer(L, -1);
    lua_error(L);
  }
  Attempt attempt;
  attempt_to_compile(g, chunk, &attempt);
  if (attempt.status == GUARD_MEMORY || attempt.status == GUARD_POOL) {
    lua_gc(L, LUA_GCCOLLECT); /* as Lua does before it gives up */
    attempt_to_compile(g, chunk, &attempt);
  }
  if (guard_killed(g)) { /* perhaps only a part of the text was compiled */
    chunks_release(attempt.form);
    guard_poll(L, g);
  }
  if (attempt.status == GUARD_OK) {
    if (attempt.form && chunk->digest) chunks_keep(chunk->digest, attempt.form);
    return attempt.form;
  }
  if (attempt.status != GUARD_SCRIPT) guard_raise_refused(L, attempt.status);
  lua_pushstring(L, attempt.message);
  g->unreadable = lua_topointer(L, -1);
  lua_error(L);
  return NULL;
}

/* Whether there would have been room to compile this chunk. */
static bool has_room(const Guard *g, const Compiled *form) {
  const GuardMeter *m = &g->meter;
  return m->used <= m->limit && form->peak <= m->limit - m->used && m->granted <= m->granted_limit
         && form->granted <= m->granted_limit - m->granted;
}

/* Loads bytes with lua_load's `mode` and pushes the function. Raises lua_load's errors, and a limit
   error. */
static void load(lua_State *L, Guard *g, const uint8_t *bytes, size_t count, size_t piece, const char *name, const char *mode) {
  Reading reading = { g, bytes, bytes + count, piece };
  int status = lua_load(L, next_piece, &reading, name, mode);
  guard_poll(L, g);
  if (status == LUA_OK) return;
  g->unreadable = lua_topointer(L, -1);
  lua_error(L);
}

/* Pushes the function of a chunk in a guarded state. Raises syntax errors, memory errors and a
   limit error. */
static void load_form(lua_State *L, Guard *g, const GuardChunk *chunk) {
  Compiled *form = chunk->digest ? chunks_find(chunk->digest) : NULL;
  if (form && !has_room(g, form)) {
    chunks_release(form);
    form = NULL;
  }
  if (!form) form = compiled(L, g, chunk);
  g->meter.instructions += steps_of(chunk->count);
  /* The compiled chunk is too long to be kept, and may be far longer than its text, so compile the
     text in this state. */
  if (!form) {
    load(L, g, chunk->source, chunk->count, PIECE, chunk->name, "t");
    return;
  }
  g->meter.granted += form->granted;
  Reading reading = { g, form->bytes, form->bytes + form->count, FORM_PIECE };
  int status = lua_load(L, next_piece, &reading, chunk->name, "b");
  chunks_release(form);
  guard_poll(L, g);
  if (status != LUA_OK) lua_error(L); /* a memory error */
}

void guard_compile(lua_State *L, const GuardChunk *chunk, bool trusted) {
  Guard *g = guard_of(L);
  guard_need_room(L, 4, "a chunk");
  if (g->kind == GUARD_STOCK) load(L, g, chunk->source, chunk->count, PIECE, chunk->name, "t");
  else load_form(L, g, chunk);
  if (trusted && g->kind == GUARD_SANDBOX) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key_trusted);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1); /* its first upvalue is its environment */
  }
}

void guard_write_form(lua_State *L, const GuardChunk *chunk, Buffer *out) {
  Guard *g = guard_of(L);
  Compiled *form = compiled(L, g, chunk);
  if (!form) guard_fail(L, "the compiled chunk is over %d bytes", CHUNK_FORM_MAX);
  bool appended = buffer_append(out, form->bytes, form->count);
  chunks_release(form);
  if (!appended) guard_raise_host_memory(L);
}
