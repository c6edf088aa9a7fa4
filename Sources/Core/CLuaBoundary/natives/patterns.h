#ifndef PARLOR_PATTERNS_H
#define PARLOR_PATTERNS_H
/* Lua's patterns (reference manual §6.4.1), matched with a stack of choices instead of recursion,
   in counted steps. */

#include "guard.h"

enum { PATTERN_CAPTURES = 32 };
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct Capture {
  const char *start;
  ptrdiff_t length; /* CAPTURE_OPEN before its ')', or CAPTURE_POSITION for '()' */
} Capture;

/* A search through a subject. Subject and pattern must stay alive (on the Lua stack or in an
   upvalue) while the matcher is used. Both must end with a zero byte after the last one, as all Lua
   strings do. */
typedef struct Matcher {
  lua_State *L;
  Guard *guard;
  const char *subject, *subject_end;
  const char *pattern, *pattern_end;
  bool anchored;               /* whether to try only the start of the search */
  const char *start, *end;     /* the last match */
  int count;                   /* the number of its captures */
  Capture captures[PATTERN_CAPTURES];
} Matcher;

/* Finds the first match that starts at `at` or, unless anchored, later. Skips a match that would
   end at `end`, where the previous match ended; `end` must be NULL before the first search. Counts
   a tick per step. Needs two free slots; raises an error about the pattern, or a limit error. */
bool pattern_search(Matcher *matcher, const char *at);

/* Returns the length of capture `index` (from 0), or CAPTURE_POSITION, and sets *start. Without
   captures, index 0 is the whole match. Raises an error for a capture that doesn't exist or isn't
   closed. */
ptrdiff_t pattern_capture(Matcher *matcher, int index, const char **start);

/* Pushes capture `index` as a string or, for a position, an integer. Needs one free slot; raises a
   memory error, or the errors of pattern_capture. */
void pattern_push_capture(Matcher *matcher, int index);

/* Pushes all captures and returns their number. With `whole`, the whole match counts as the capture
   of a pattern without captures. Makes room for the slots itself; raises the errors of
   pattern_push_capture. */
int pattern_push_captures(Matcher *matcher, bool whole);

/* Whether a pattern matches only itself. Needs one free slot; raises a limit error. */
bool pattern_is_plain(lua_State *L, Guard *guard, const char *pattern, size_t length);
#endif
