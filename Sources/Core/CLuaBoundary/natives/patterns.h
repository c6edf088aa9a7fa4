#ifndef PARLOR_PATTERNS_H
#define PARLOR_PATTERNS_H
/* Lua's patterns (reference manual §6.4.1), matched with a stack of choices instead of recursion, and counted. */

#include "guard.h"

enum { PATTERN_CAPTURES = 32 };
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct Capture {
  const char *start;
  ptrdiff_t length; /* or CAPTURE_OPEN before its ')' is met, or CAPTURE_POSITION for '()' */
} Capture;

/* A search through a subject. Subject and pattern must stay alive (on the Lua stack or in an upvalue) as long as the
   matcher is used, and end with a zero byte after their last, as all strings of Lua do. */
typedef struct Matcher {
  lua_State *L;
  Guard *guard;
  const char *subject, *subject_end;
  const char *pattern, *pattern_end;
  bool anchored;               /* try only the place where the search starts */
  const char *start, *end;     /* the match last found */
  int count;                   /* of its captures */
  Capture captures[PATTERN_CAPTURES];
} Matcher;

/* Finds the first match that starts at `at` or, unless anchored, later. A match that would end at `end` again, where
   the one before ended, doesn't count; begin with NULL there. A step costs a tick. Needs two free slots; raises an
   error about the pattern, or the kill. */
bool pattern_search(Matcher *matcher, const char *at);

/* The text of capture `index` (from 0; the first is the whole match where the pattern has none): its start in *start
   and its length, or CAPTURE_POSITION. Raises an error for a capture that isn't there or isn't closed. */
ptrdiff_t pattern_capture(Matcher *matcher, int index, const char **start);

/* Pushes capture `index` as a string or, for a position, an integer. Needs one free slot; raises as above, or a memory
   error. */
void pattern_push_capture(Matcher *matcher, int index);

/* Pushes all captures and returns how many; with `whole`, a pattern without captures gives the whole match. Asks for
   the slots itself; raises as above. */
int pattern_push_captures(Matcher *matcher, bool whole);

/* Whether a text means itself as a pattern. Needs one free slot; raises the kill. */
bool pattern_is_plain(lua_State *L, Guard *guard, const char *pattern, size_t length);
#endif
