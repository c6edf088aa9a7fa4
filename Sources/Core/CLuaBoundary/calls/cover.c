/* Line coverage of scripts. The hook that records lines is in guard.c, with the hook of the
   instruction count. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>

typedef struct CoverSource {
  char name[GUARD_COVER_NAME_MAX];
  uint8_t lines[GUARD_COVER_LINES / 8]; /* bit `line % 8` of byte `line / 8` */
} CoverSource;

struct Cover {
  size_t count, last;                   /* the number of sources; the source used last, which is tried first */
  CoverSource sources[GUARD_COVER_SOURCES];
};

bool guard_cover_lines(Guard *g, bool on) {
  if (on && !g->cover) g->cover = calloc(1, sizeof *g->cover);
  g->covering = on && g->cover;
  return g->covering == on;
}

size_t guard_covered_sources(const Guard *g) { return g->cover ? g->cover->count : 0; }

const uint8_t *guard_covered(const Guard *g, size_t source, const char **name) {
  if (source >= guard_covered_sources(g)) return NULL;
  *name = g->cover->sources[source].name;
  return g->cover->sources[source].lines;
}

/* Returns the record of this source, added if it is new, or NULL if there is no room. Compares
   names, not addresses, because addresses are reused after a chunk is freed. */
static CoverSource *find(Cover *cover, const char *name) {
  if (cover->last < cover->count && strcmp(cover->sources[cover->last].name, name) == 0) {
    return &cover->sources[cover->last];
  }
  for (size_t i = 0; i < cover->count; i++) {
    if (strcmp(cover->sources[i].name, name) != 0) continue;
    cover->last = i;
    return &cover->sources[i];
  }
  if (cover->count == GUARD_COVER_SOURCES || strlen(name) >= GUARD_COVER_NAME_MAX) return NULL;
  cover->last = cover->count++;
  strcpy(cover->sources[cover->last].name, name);
  return &cover->sources[cover->last];
}

void cover_note(lua_State *L, Guard *g, lua_Debug *ar) {
  static const char own[] = "sdk/"; /* the prefix of the host's own chunks */
  int line = ar->currentline;
  if (line < 0 || line >= GUARD_COVER_LINES || !lua_getinfo(L, "S", ar)) return;
  const char *name = ar->source;
  if (*name == '=' || *name == '@') name++;
  if (strncmp(name, own, sizeof own - 1) == 0) return;
  CoverSource *source = find(g->cover, name);
  if (source) source->lines[line / 8] |= (uint8_t)(1 << line % 8);
}

void cover_free(Guard *g) {
  free(g->cover);
  g->cover = NULL;
}
