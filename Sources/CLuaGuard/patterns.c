/* A pattern is read as it stands, item by item, and only as far as the subject takes the match: so an error in a part
   that is never reached is not raised, as in stock Lua. */
#include "patterns.h"
#include <string.h>

enum {
  PATTERN_DEPTH = 199, /* choices that may be open at once; stock Lua nests 200 calls, the first without a choice */
  SET_STRIDE = 256,    /* members of a set read between two ticks */
  TEXT_COMPARED = 4096 /* bytes compared between two ticks */
};

/* What to do when the rest of the pattern doesn't match. */
typedef enum ChoiceKind {
  TAKE_ONE_LESS, /* `*` and `+`: give the last character back */
  TAKE_ONE_MORE, /* `-`: take the next character */
  TAKE_NONE,     /* `?`: go on without the character */
  DROP_CAPTURE,  /* the capture opened here was never one */
  REOPEN_CAPTURE /* the capture closed here is open again */
} ChoiceKind;

typedef struct Choice {
  const char *at;   /* in the subject: up to where characters are taken */
  const char *mark; /* TAKE_ONE_LESS: where taking began; TAKE_ONE_MORE: the item in the pattern */
  const char *rest; /* of the pattern, behind the item */
  ChoiceKind kind;
  int capture;
} Choice;

static bool is_letter(unsigned char c) { return (unsigned char)((c | 0x20) - 'a') < 26; }
static bool is_digit(unsigned char c) { return (unsigned char)(c - '0') < 10; }
static bool is_printed(unsigned char c) { return c > 32 && c < 127; }

/* Whether c belongs to the class %name; a name that is no class means itself. ASCII only, in every locale. */
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
  return (name & 0x20) != 0 ? held : !held; /* a capital means the complement */
}

/* The end of the set that starts at `set` (its '['): behind its ']'. The first member may be a ']' itself. */
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

/* Whether c is in the set from `set` (its '[') up to `end` (behind its ']'). */
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

/* The end of the item (one that stands for a single character) that starts at `item`. */
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

/* %b: behind the text at `at` that `pair[0]` opens and `pair[1]` closes, or NULL. */
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

/* %f: whether the set at `set` begins to hold at `at`; both ends of the subject count as a zero byte. */
static bool match_frontier(const Matcher *m, const char *at, const char *set, const char *end) {
  unsigned char before = at == m->subject ? 0 : (unsigned char)at[-1];
  unsigned char here = at == m->subject_end ? 0 : (unsigned char)*at;
  return !set_holds(m, set, end, before) && set_holds(m, set, end, here);
}

/* %1 to %9: behind a second copy of the capture, or NULL. A position has no text to repeat. */
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

/* The next place from `at` where a match can start: for a pattern that begins with a character as such, where that
   stands, or NULL if it doesn't. */
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

/* The end of the match that starts exactly at `at`, or NULL. `choices` has room for PATTERN_DEPTH of them. */
static const char *match_here(Matcher *m, Choice *const choices, const char *at) {
  Choice *const limit = choices + PATTERN_DEPTH;
  Choice *top = choices; /* the next free choice */
  lua_State *const L = m->L;
  Guard *const guard = m->guard;
  const char *const subject_end = m->subject_end, *const pattern_end = m->pattern_end;
  const char *p = m->pattern;
  m->count = 0;

#define OPEN_CHOICE(...)                                             \
  do {                                                               \
    if (top == limit) luaL_error(L, "pattern too complex");          \
    *top++ = (Choice){__VA_ARGS__};                                  \
  } while (0)

  for (;;) {
    guard_tick(L, guard);
    if (p == pattern_end) return at;
    switch (*p) {
      case '(': {
        if (m->count == PATTERN_CAPTURES) luaL_error(L, "too many captures");
        bool position = p[1] == ')';
        m->captures[m->count++] = (Capture){at, position ? CAPTURE_POSITION : CAPTURE_OPEN};
        OPEN_CHOICE(.kind = DROP_CAPTURE);
        p += position ? 2 : 1;
        continue;
      }
      case ')': {
        int index = last_open_capture(m);
        m->captures[index].length = at - m->captures[index].start;
        OPEN_CHOICE(.kind = REOPEN_CAPTURE, .capture = index);
        p++;
        continue;
      }
      case '$':
        if (p + 1 != pattern_end) break; /* elsewhere it means itself */
        if (at == subject_end) return at;
        goto retreat;
      case '%': {
        const char *end = NULL;
        if (p[1] == 'b') {
          if ((end = match_balanced(m, at, p + 2)) == NULL) goto retreat;
          at = end;
          p += 4;
          continue;
        }
        if (p[1] == 'f') {
          if (p[2] != '[') luaL_error(L, "malformed pattern (missing '[' after '%%f')");
          end = set_end(m, p + 2);
          if (!match_frontier(m, at, p + 2, end)) goto retreat;
          p = end;
          continue;
        }
        if (is_digit((unsigned char)p[1])) {
          if ((end = match_again(m, at, (unsigned char)p[1])) == NULL) goto retreat;
          at = end;
          p += 2;
          continue;
        }
        break;
      }
      default: break;
    }
    { /* an item that stands for one character, perhaps repeated */
      const char *end = item_end(m, p);
      bool here = at < subject_end && item_holds(m, p, end, (unsigned char)*at);
      switch (*end) { /* a zero byte at the end of the pattern */
        case '?':
          if (here) {
            OPEN_CHOICE(.kind = TAKE_NONE, .at = at, .rest = end + 1);
            at++;
          }
          p = end + 1;
          continue;
        case '-':
          if (here) OPEN_CHOICE(.kind = TAKE_ONE_MORE, .at = at, .mark = p, .rest = end + 1);
          p = end + 1;
          continue;
        case '+':
          if (!here) goto retreat;
          __attribute__((fallthrough));
        case '*':
          if (here) {
            const char *start = *end == '+' ? at + 1 : at;
            for (at++; at < subject_end && item_holds(m, p, end, (unsigned char)*at); at++) guard_tick(L, guard);
            OPEN_CHOICE(.kind = TAKE_ONE_LESS, .at = at, .mark = start, .rest = end + 1);
          }
          p = end + 1;
          continue;
        default:
          if (!here) goto retreat;
          at++;
          p = end;
          continue;
      }
    }
  retreat: /* to the last choice that has something left to try */
    for (bool found = false; !found;) {
      if (top == choices) return NULL;
      Choice *choice = top - 1;
      guard_tick(L, guard);
      switch (choice->kind) {
        case TAKE_ONE_LESS:
          found = choice->at > choice->mark;
          choice->at -= found;
          break;
        case TAKE_ONE_MORE:
          found = choice->at < subject_end
                  && item_holds(m, choice->mark, choice->rest - 1, (unsigned char)*choice->at);
          choice->at += found;
          break;
        case TAKE_NONE:
          found = true;
          top--; /* nothing is left after this; the values stay readable below */
          break;
        case DROP_CAPTURE: m->count--; break;
        case REOPEN_CAPTURE: m->captures[choice->capture].length = CAPTURE_OPEN; break;
      }
      if (found) {
        at = choice->at;
        p = choice->rest;
      } else {
        top--;
      }
    }
  }
#undef OPEN_CHOICE
}

/* Kept out of line: its choices must not lie on the C stack while gsub calls back into Lua. */
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
