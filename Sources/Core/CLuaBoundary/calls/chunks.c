/* The cache of compiled chunks, only in the memory of this process: a state reuses a chunk that an
   earlier state compiled. A compiled chunk is the output of lua_dump for a text. compile.c adds
   each chunk under the digest of its text and name. The cache limits the number and the bytes of
   its chunks, and drops the least recently used chunk first. A caller that holds a chunk may read
   it even after the cache has dropped it. Nothing here touches Lua, and any thread may call. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>

enum { PLACES = 1024 /* lists by digest: even a full cache has about one chunk per two lists */ };

typedef struct Kept Kept;
struct Kept {
  uint8_t digest[GUARD_DIGEST];
  Compiled *form;
  Kept *next;                    /* in the same list */
  Kept *newer, *older;           /* in the order of use */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Kept *places[PLACES];
static Kept *newest, *oldest;
static GuardChunks figures = { .most = 512, .most_bytes = 8 << 20 };

Compiled *chunks_make(const uint8_t *bytes, size_t count) {
  Compiled *form = malloc(sizeof *form + count);
  if (!form) return NULL;
  atomic_init(&form->holds, 1);
  form->count = count;
  form->peak = form->granted = 0;
  memcpy(form->bytes, bytes, count);
  return form;
}

void chunks_release(Compiled *form) {
  if (form && atomic_fetch_sub(&form->holds, 1) == 1) free(form);
}

static Kept **place_of(const uint8_t *digest) { return &places[(digest[0] | digest[1] << 8) % PLACES]; }

static Kept *find(const uint8_t *digest) {
  Kept *kept = *place_of(digest);
  while (kept && memcmp(kept->digest, digest, GUARD_DIGEST) != 0) kept = kept->next;
  return kept;
}

static void unlink_use(Kept *kept) {
  *(kept->newer ? &kept->newer->older : &newest) = kept->older;
  *(kept->older ? &kept->older->newer : &oldest) = kept->newer;
}

static void link_newest(Kept *kept) {
  kept->newer = NULL;
  kept->older = newest;
  *(newest ? &newest->newer : &oldest) = kept;
  newest = kept;
}

static void drop(Kept *kept) {
  Kept **at = place_of(kept->digest);
  while (*at != kept) at = &(*at)->next;
  *at = kept->next;
  unlink_use(kept);
  figures.count--;
  figures.bytes -= kept->form->count;
  chunks_release(kept->form);
  free(kept);
}

static void drop_until_within_bounds(void) {
  while (oldest && (figures.count > figures.most || figures.bytes > figures.most_bytes)) drop(oldest);
}

Compiled *chunks_find(const uint8_t *digest) {
  pthread_mutex_lock(&lock);
  Kept *kept = find(digest);
  Compiled *form = kept ? kept->form : NULL;
  if (kept) {
    unlink_use(kept);
    link_newest(kept);
    atomic_fetch_add(&form->holds, 1);
    figures.found++;
  }
  pthread_mutex_unlock(&lock);
  return form;
}

void chunks_keep(const uint8_t *digest, Compiled *form) {
  pthread_mutex_lock(&lock);
  Kept *kept = find(digest) ? NULL : malloc(sizeof *kept); /* another thread may have added it */
  if (kept) {
    *kept = (Kept){ .form = form, .next = *place_of(digest) };
    memcpy(kept->digest, digest, GUARD_DIGEST);
    *place_of(digest) = kept;
    link_newest(kept);
    atomic_fetch_add(&form->holds, 1);
    figures.count++;
    figures.bytes += form->count;
    drop_until_within_bounds();
  }
  pthread_mutex_unlock(&lock);
}

GuardChunks guard_chunks(void) {
  pthread_mutex_lock(&lock);
  GuardChunks now = figures;
  pthread_mutex_unlock(&lock);
  return now;
}

void guard_chunks_bound(size_t most, size_t most_bytes) {
  pthread_mutex_lock(&lock);
  figures.most = most;
  figures.most_bytes = most_bytes;
  drop_until_within_bounds();
  pthread_mutex_unlock(&lock);
}
