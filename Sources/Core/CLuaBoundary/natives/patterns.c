/* Interprets a pattern item by item, and only as far as the match gets. Therefore an error in a
   part of the pattern that is never reached isn't raised, as in stock Lua. */
#include "patterns.h"
#include <string.h>

enum {
  /* The most open choices. Stock Lua nests at most 200 calls, of which the first has no choice. */
  PATTERN_DEPTH = 199,
  SET_STRIDE = 256,    /* members of a set per tick */
  TEXT_COMPARED = 4096 /* bytes compared per tick */
};

/* The alternatives to try if the rest of the pattern doesn't match. */
typedef enum ChoiceKind {
  TAKE_ONE_LESS, /* `*` and `+`: release the last character */
  TAKE_ONE_MORE, /* `-`: take the next character */
  TAKE_NONE,     /* `?`: continue without the character */
  DROP_CAPTURE,  /* remove the capture opened here */
  REOPEN_CAPTURE /* reopen the capture closed here */
} ChoiceKind;

typedef struct Choice {
  const char *at;   /* in the subject: the end of the taken characters */
  /* TAKE_ONE_LESS: the start of the taken characters; TAKE_ONE_MORE: the item in the pattern. */
  const char *mark;
  const char *rest; /* the pattern after the item */
  ChoiceKind kind;
  int capture;
} Choice;

static bool is_letter(unsigned char c) { return (unsigned char)((c | 0x20) - 'a') < 26; }
static bool is_digit(unsigned char c) { return (unsigned char)(c - '0') < 10; }
static bool is_printed(unsigned char c) { return c > 32 && c < 127; }

/* Whether c belongs to the class %name. A name that isn't a class means itself. ASCII only, in
   every locale. */
static bool class_holds(unsigned char name, unsigned char c) {
  bool held;
  switch (name | 0x20) {
    case 'a': held = is_letter(c); break;
    case 'c': held = c < 32 || c == 127; break;
    case 'd': held = is_digit(c); break;
    case 'g': held = is_printed(c); break;
    case 'l': held = (unsigned char)(c - 'a') < 26; break;
    case 'p': held = is_printed(c) && !is_letter(c) && !is_digit(c); break;
    case 's': held = c == ' ' || (unsigned char)(c - '\t') < 5; break;
    case 'u': held = (unsigned char)(c - 'A') < 26; break;
    case 'w': held = is_letter(c) || is_digit(c); break;
    case 'x': held = is_digit(c) || (unsigned char)((c | 0x20) - 'a') < 6; break;
    case 'z': held = c == 0; break;
    default: return name == c;
  }
  return (name & 0x20) != 0 ? held : !held; /* an uppercase name means the complement */
}

/* Returns the end of the set at `set` (its '['): the place after its ']'. The first member may be a
   ']'. */
static const char *set_end(const Matcher *m, const char *set) {
  const char *first = set + (set[1] == '^' ? 2 : 1);
  size_t members = 0;
  for (const char *p = first; p < m->pattern_end; p++) {
    if (*p == ']' && p != first) return p + 1;
    if (*p == '%') p++;
    if (++members % SET_STRIDE == 0) guard_tick(m->L, m->guard);
  }
  luaL_error(m->L, "malformed pattern (missing ']')");
  return NULL;
}

/* Whether c is in the set from `set` (its '[') to `end` (after its ']'). */
static bool set_holds(const Matcher *m, const char *set, const char *end, unsigned char c) {
  bool inside = set[1] != '^';
  const char *p = set + (inside ? 1 : 2), *last = end - 1;
  for (size_t members = 1; p < last; members++) {
    if (*p == '%') {
      if (class_holds((unsigned char)p[1], c)) return inside;
      p += 2;
    } else if (p[1] == '-' && p + 2 < last) {
      if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return inside;
      p += 3;
    } else {
      if ((unsigned char)*p == c) return inside;
      p++;
    }
    if (members % SET_STRIDE == 0) guard_tick(m->L, m->guard);
  }
  return !inside;
}

/* Returns the end of the single-character item at `item`. */
static inline const char *item_end(const Matcher *m, const char *item) {
  if (*item == '[') return set_end(m, item);
  if (*item != '%') return item + 1;
  if (item + 1 == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
  return item + 2;
}

static inline bool item_holds(const Matcher *m, const char *item, const char *end, unsigned char c) {
  switch (*item) {
    case '.': return true;
    case '%': return class_holds((unsigned char)item[1], c);
    case '[': return set_holds(m, item, end, c);
    default: return (unsigned char)*item == c;
  }
}

/* %b: returns the end of the text at `at` that `pair[0]` opens and `pair[1]` closes, or NULL. */
static const char *match_balanced(const Matcher *m, const char *at, const char *pair) {
  if (m->pattern_end - pair < 2) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (at == m->subject_end || *at != pair[0]) return NULL;
  size_t open = 1;
  for (at++; at < m->subject_end; at++) {
    guard_tick(m->L, m->guard);
    if (*at == pair[1]) {
      if (--open == 0) return at + 1;
    } else if (*at == pair[0]) {
      open++;
    }
  }
  return NULL;
}

/* %f: whether the character at `at` is in the set and the one before it isn't. Both ends of the
   subject count as a zero byte. */
static bool match_frontier(const Matcher *m, const char *at, const char *set, const char *end) {
  unsigned char before = at == m->subject ? 0 : (unsigned char)at[-1];
  unsigned char here = at == m->subject_end ? 0 : (unsigned char)*at;
  return !set_holds(m, set, end, before) && set_holds(m, set, end, here);
}

/* %1 to %9: returns the end of a second copy of the capture, or NULL. A position has no text to
   repeat. */
static const char *match_again(const Matcher *m, const char *at, unsigned char digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->count || m->captures[index].length == CAPTURE_OPEN)
    luaL_error(m->L, "invalid capture index %%%d in pattern", index + 1);
  ptrdiff_t length = m->captures[index].length;
  if (length == CAPTURE_POSITION || m->subject_end - at < length) return NULL;
  const char *text = m->captures[index].start, *end = at + length;
  while (at < end) {
    size_t part = end - at < TEXT_COMPARED ? (size_t)(end - at) : TEXT_COMPARED;
    if (memcmp(at, text, part) != 0) return NULL;
    at += part;
    text += part;
    guard_tick(m->L, m->guard);
  }
  return end;
}

static int last_open_capture(const Matcher *m) {
  for (int index = m->count - 1; index >= 0; index--)
    if (m->captures[index].length == CAPTURE_OPEN) return index;
  return luaL_error(m->L, "invalid pattern capture (')' without '(')");
}

/* Returns the next place from `at` where a match can start, or NULL. If the pattern begins with a
   literal character, returns the next place of that character. */
static const char *next_start(const Matcher *m, const char *at) {
  if (m->anchored || m->pattern == m->pattern_end) return at;
  switch (m->pattern[0]) {
    case '(': case ')': case '%': case '[': case '.': case '$': return at;
    default: break;
  }
  switch (m->pattern[1]) {
    case '*': case '?': case '-': return at;
    default: break;
  }
  while (at < m->subject_end) {
    size_t rest = (size_t)(m->subject_end - at), span = rest < TEXT_COMPARED ? rest : TEXT_COMPARED;
    const char *hit = memchr(at, m->pattern[0], span);
    if (hit != NULL) return hit;
    at += span;
    guard_tick(m->L, m->guard);
  }
  return NULL;
}

/* The progress of a match that starts at one place. */
typedef struct {
  Matcher *const m;
  Choice *const choices; /* room for PATTERN_DEPTH */
  Choice *top;           /* the next free choice */
  const char *at;        /* in the subject */
  const char *p;         /* in the pattern */
} Attempt;

/* The result of an item of the pattern. */
typedef enum { TAKEN, FAILED, ORDINARY /* a single-character item */ } Step;

static inline void open_choice(Attempt *a, Choice choice) {
  if (a->top == a->choices + PATTERN_DEPTH) luaL_error(a->m->L, "pattern too complex");
  *a->top++ = choice;
}

static inline Step open_capture(Attempt *a) {
  Matcher *m = a->m;
  if (m->count == PATTERN_CAPTURES) luaL_error(m->L, "too many captures");
  bool position = a->p[1] == ')';
  m->captures[m->count++] = (Capture){a->at, position ? CAPTURE_POSITION : CAPTURE_OPEN};
  open_choice(a, (Choice){.kind = DROP_CAPTURE});
  a->p += position ? 2 : 1;
  return TAKEN;
}

static inline Step close_capture(Attempt *a) {
  int index = last_open_capture(a->m);
  a->m->captures[index].length = a->at - a->m->captures[index].start;
  open_choice(a, (Choice){.kind = REOPEN_CAPTURE, .capture = index});
  a->p++;
  return TAKEN;
}

/* Continues at `end` in the subject and `length` bytes later in the pattern. Fails if `end` is
   NULL. */
static inline Step take_to(Attempt *a, const char *end, ptrdiff_t length) {
  if (end == NULL) return FAILED;
  a->at = end;
  a->p += length;
  return TAKEN;
}

/* Takes %b, %f and %1 to %9. Any other % is an ordinary item. */
static inline Step take_percent(Attempt *a) {
  const Matcher *m = a->m;
  const char *p = a->p;
  if (p[1] == 'b') return take_to(a, match_balanced(m, a->at, p + 2), 4);
  if (is_digit((unsigned char)p[1])) return take_to(a, match_again(m, a->at, (unsigned char)p[1]), 2);
  if (p[1] != 'f') return ORDINARY;
  if (p[2] != '[') luaL_error(m->L, "malformed pattern (missing '[' after '%%f')");
  const char *end = set_end(m, p + 2);
  return match_frontier(m, a->at, p + 2, end) ? take_to(a, a->at, end - p) : FAILED;
}

/* Takes a single-character item, with its repetition. */
static inline Step take_ordinary(Attempt *a) {
  const Matcher *m = a->m;
  const char *p = a->p, *end = item_end(m, p), *start = a->at;
  bool here = a->at < m->subject_end && item_holds(m, p, end, (unsigned char)*a->at);
  a->p = end + 1;
  switch (*end) { /* a zero byte at the end of the pattern */
    case '?':
      if (!here) return TAKEN;
      open_choice(a, (Choice){.kind = TAKE_NONE, .at = a->at, .rest = end + 1});
      a->at++;
      return TAKEN;
    case '-':
      if (here) open_choice(a, (Choice){.kind = TAKE_ONE_MORE, .at = a->at, .mark = p, .rest = end + 1});
      return TAKEN;
    case '+':
      if (!here) return FAILED;
      start++;
      __attribute__((fallthrough));
    case '*':
      if (!here) return TAKEN;
      for (a->at++; a->at < m->subject_end && item_holds(m, p, end, (unsigned char)*a->at); a->at++) {
        guard_tick(m->L, m->guard);
      }
      open_choice(a, (Choice){.kind = TAKE_ONE_LESS, .at = a->at, .mark = start, .rest = end + 1});
      return TAKEN;
    default:
      if (!here) return FAILED;
      a->at++;
      a->p = end;
      return TAKEN;
  }
}

static inline Step take_item(Attempt *a) {
  Step step = ORDINARY;
  switch (*a->p) {
    case '(': return open_capture(a);
    case ')': return close_capture(a);
    case '%': step = take_percent(a); break;
    case '$':
      if (a->p + 1 != a->m->pattern_end) break; /* elsewhere it means itself */
      return a->at == a->m->subject_end ? take_to(a, a->at, 1) : FAILED;
    default: break;
  }
  return step == ORDINARY ? take_ordinary(a) : step;
}

/* Changes a choice to its next alternative. Returns false if the choice has no alternative left. */
static inline bool choose_again(Attempt *a, Choice *choice) {
  Matcher *m = a->m;
  bool found = false;
  switch (choice->kind) {
    case TAKE_ONE_LESS:
      found = choice->at > choice->mark;
      choice->at -= found;
      break;
    case TAKE_ONE_MORE:
      found = choice->at < m->subject_end && item_holds(m, choice->mark, choice->rest - 1, (unsigned char)*choice->at);
      choice->at += found;
      break;
    case TAKE_NONE:
      found = true;
      a->top--; /* the last alternative; its values stay readable */
      break;
    case DROP_CAPTURE: m->count--; break;
    case REOPEN_CAPTURE: m->captures[choice->capture].length = CAPTURE_OPEN; break;
  }
  return found;
}

/* Returns to the last choice with an alternative left. Returns false if there is none. */
static inline bool retreat(Attempt *a) {
  for (; a->top > a->choices; a->top--) {
    guard_tick(a->m->L, a->m->guard);
    Choice *choice = a->top - 1;
    if (!choose_again(a, choice)) continue;
    a->at = choice->at;
    a->p = choice->rest;
    return true;
  }
  return false;
}

/* Returns the end of the match that starts exactly at `at`, or NULL. `choices` has room for
   PATTERN_DEPTH choices. */
static const char *match_here(Matcher *m, Choice *choices, const char *at) {
  Attempt attempt = {m, choices, choices, at, m->pattern};
  m->count = 0;
  for (;;) {
    guard_tick(m->L, m->guard);
    if (attempt.p == m->pattern_end) return attempt.at;
    if (take_item(&attempt) == FAILED && !retreat(&attempt)) return NULL;
  }
}

/* Never inlined, because the array of choices must not stay on the C stack while gsub calls back
   into Lua. */
__attribute__((noinline)) bool pattern_search(Matcher *m, const char *at) {
  Choice choices[PATTERN_DEPTH];
  do {
    if ((at = next_start(m, at)) == NULL) return false;
    const char *end = match_here(m, choices, at);
    if (end != NULL && end != m->end) {
      m->start = at;
      m->end = end;
      return true;
    }
  } while (!m->anchored && at++ < m->subject_end);
  return false;
}

ptrdiff_t pattern_capture(Matcher *m, int index, const char **start) {
  if (index >= m->count) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    *start = m->start;
    return m->end - m->start;
  }
  if (m->captures[index].length == CAPTURE_OPEN) luaL_error(m->L, "malformed pattern (unfinished capture)");
  *start = m->captures[index].start;
  return m->captures[index].length;
}

void pattern_push_capture(Matcher *m, int index) {
  const char *start;
  ptrdiff_t length = pattern_capture(m, index, &start);
  if (length == CAPTURE_POSITION) lua_pushinteger(m->L, start - m->subject + 1);
  else lua_pushlstring(m->L, start, (size_t)length);
}

int pattern_push_captures(Matcher *m, bool whole) {
  int count = m->count == 0 && whole ? 1 : m->count;
  guard_need_room(m->L, count + 1, "too many captures");
  for (int index = 0; index < count; index++) pattern_push_capture(m, index);
  return count;
}

bool pattern_is_plain(lua_State *L, Guard *guard, const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++) {
    switch (pattern[i]) {
      case '^': case '$': case '*': case '+': case '?': case '.': case '(': case '[': case '%': case '-': return false;
      default: break;
    }
    if (i % TEXT_COMPARED == TEXT_COMPARED - 1) guard_tick(L, guard);
  }
  return true;
}
