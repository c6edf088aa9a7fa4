/* Encodes a Lua value as deterministic CBOR (RFC 8949 section 4.2.1): with the shortest heads, the
   shortest float that keeps the value, and map keys in the bytewise order of their encodings. A
   table with the keys 1…n becomes an array, and {} an empty array. Any other table becomes a map. */
#include "guard.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Key {
  const char *text; /* NULL for an integer */
  size_t count;
  lua_Integer integer;
} Key;

typedef struct Encoder {
  lua_State *L;
  Guard *g;
  Buffer *out;
  size_t start;
  bool strict, outline;
  size_t most, most_items; /* the limits */
  int deepest;
  size_t seen;  /* tables visited so far */
  size_t items; /* values visited so far, without keys */
  const char *root;
  int at;             /* the stack index of the whole value */
  const void *sought; /* a shared table: a second walk ends at its first place */
  const char *second; /* the path of its second place */
  int depth;
  Key path[GUARD_POSITION_DEPTH];
} Encoder;

enum { PATH_MAX_BYTES = 400 };

/* Writes the current path: "state.board[3]". Cuts a path that is too long. */
static void write_path(const Encoder *e, char text[PATH_MAX_BYTES]) {
  size_t n = (size_t)snprintf(text, PATH_MAX_BYTES, "%s", e->root);
  for (int i = 0; i < e->depth && n < PATH_MAX_BYTES - 80; i++) {
    const Key *key = &e->path[i];
    bool plain = key->text && key->count > 0 && key->count < 64 && !(key->text[0] >= '0' && key->text[0] <= '9');
    for (size_t j = 0; plain && j < key->count; j++) {
      char c = key->text[j];
      plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    size_t room = PATH_MAX_BYTES - n;
    int written = plain ? snprintf(text + n, room, &".%.*s"[n == 0], (int)key->count, key->text)
                : key->text ? snprintf(text + n, room, "[\"%.*s\"]", (int)(key->count < 40 ? key->count : 40), key->text)
                : snprintf(text + n, room, "[" LUA_INTEGER_FMT "]", (LUAI_UACINT)key->integer);
    n += (size_t)written;
    if (n > PATH_MAX_BYTES - 1) n = PATH_MAX_BYTES - 1;
  }
}

/* Raises "<path>: <what>", after removing the written bytes. */
static _Noreturn void fail(Encoder *e, const char *what) {
  char path[PATH_MAX_BYTES];
  write_path(e, path);
  e->out->count = e->start;
  guard_fail(e->L, "%s: %s", path, what);
  __builtin_unreachable();
}

/* Appends bytes to the output. The functions put_… need two free slots. They raise memory errors.
   If the output gets too long or the value can't be saved, they raise an error that names the
   path. */
static void put(Encoder *e, const void *bytes, size_t count) {
  if (e->out->count - e->start + count > e->most) {
    bool whole = (e->most & ((1 << 20) - 1)) == 0;
    lua_pushfstring(e->L, whole ? "the whole is over %d MiB" : "the whole is over %d KiB", (int)(e->most >> (whole ? 20 : 10)));
    fail(e, lua_tostring(e->L, -1));
  }
  if (!buffer_append(e->out, bytes, count)) guard_raise_host_memory(e->L);
}

static void put_head(Encoder *e, int major, uint64_t value) {
  int follow = value < 24 ? 0 : value <= UINT8_MAX ? 1 : value <= UINT16_MAX ? 2 : value <= UINT32_MAX ? 4 : 8;
  static const uint8_t info[] = { 0, 24, 25, 0, 26, 0, 0, 0, 27 };
  uint8_t bytes[9] = { (uint8_t)(major << 5 | (follow ? info[follow] : (int)value)) };
  for (int i = 0; i < follow; i++) bytes[1 + i] = (uint8_t)(value >> 8 * (follow - 1 - i));
  put(e, bytes, (size_t)follow + 1);
}

static void put_integer(Encoder *e, lua_Integer i) {
  if (i >= 0) put_head(e, 0, (uint64_t)i); else put_head(e, 1, ~(uint64_t)i);
}

/* Returns the bits of `value` as a half float, or -1 if no half float equals it. */
static int half_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  uint32_t sign = bits >> 16 & 0x8000, mantissa = bits & 0x7fffff;
  int exponent = (int)(bits >> 23 & 0xff) - 127;
  if (isinf(value)) return (int)(sign | 0x7c00);
  if (value == 0) return (int)sign;
  if (exponent > 15 || exponent < -24) return -1;
  if (exponent >= -14) {
    if (mantissa & 0x1fff) return -1;
    return (int)(sign | (uint32_t)(exponent + 15) << 10 | mantissa >> 13);
  }
  int shift = -exponent - 1; /* subnormal: the leading one moves into the mantissa */
  mantissa |= 0x800000;
  if (mantissa & ((UINT32_C(1) << shift) - 1)) return -1;
  return (int)(sign | mantissa >> shift);
}

static void put_number(Encoder *e, lua_Number number) {
  if (number != number) fail(e, "NaN can't be saved");
  float single = (float)number;
  uint64_t bits = 0;
  int follow = 8;
  if ((double)single == number) {
    int half = half_bits(single);
    uint32_t word;
    memcpy(&word, &single, 4);
    follow = half < 0 ? 4 : 2;
    bits = half < 0 ? word : (uint64_t)half;
  } else {
    memcpy(&bits, &number, 8);
  }
  uint8_t bytes[9] = { (uint8_t)(7 << 5 | (follow == 2 ? 25 : follow == 4 ? 26 : 27)) };
  for (int i = 0; i < follow; i++) bytes[1 + i] = (uint8_t)(bits >> 8 * (follow - 1 - i));
  put(e, bytes, (size_t)follow + 1);
}

/* Whether a text is UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. */
static bool is_utf8(const char *text, size_t count) {
  const uint8_t *p = (const uint8_t *)text, *end = p + count;
  while (p < end) {
    uint8_t c = *p++;
    if (c < 0x80) continue;
    int more = c >= 0xc2 && c <= 0xdf ? 1 : c >= 0xe0 && c <= 0xef ? 2 : c >= 0xf0 && c <= 0xf4 ? 3 : 0;
    if (!more || end - p < more) return false;
    uint8_t low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80, high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    if (*p < low || *p > high) return false;
    for (p++; --more; p++) if ((*p & 0xc0) != 0x80) return false;
  }
  return true;
}

/* Appends a text. Raises the errors of `put`. `what` is the error for bytes that aren't UTF-8. */
static void put_text(Encoder *e, const char *text, size_t count, const char *what) {
  if (!is_utf8(text, count)) fail(e, what);
  put_head(e, 3, count);
  put(e, text, count);
}

static bool key_less(const Key *a, const Key *b) {
  if (!a->text != !b->text) return !a->text;
  if (a->text) return a->count != b->count ? a->count < b->count : memcmp(a->text, b->text, a->count) < 0;
  if ((a->integer < 0) != (b->integer < 0)) return a->integer >= 0;
  return a->integer >= 0 ? a->integer < b->integer : a->integer > b->integer;
}

/* Sinks keys[root] to its place in the heap of the first `count` keys. Needs a free slot; raises
   only a limit error. */
static void sift(Encoder *e, Key *keys, size_t root, size_t count) {
  Key key = keys[root];
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    guard_poll(e->L, e->g);
    if (child + 1 < count && key_less(&keys[child], &keys[child + 1])) child++;
    if (!key_less(&key, &keys[child])) break;
    keys[root] = keys[child];
  }
  keys[root] = key;
}

/* Sorts keys (heapsort). Needs a free slot; raises only a limit error. */
static void sort_keys(Encoder *e, Key *keys, size_t count) {
  for (size_t i = count / 2; i-- > 0;) sift(e, keys, i, count);
  for (size_t end = count; end-- > 1;) {
    Key last = keys[end];
    keys[end] = keys[0];
    keys[0] = last;
    sift(e, keys, 0, end);
  }
}

static size_t slot_of(const void **slots, size_t capacity, const void *table) {
  size_t at = ((uintptr_t)table >> 4) * 0x9E3779B97F4A7C15u >> 20 & (capacity - 1);
  while (slots[at] && slots[at] != table) at = (at + 1) & (capacity - 1);
  return at;
}

/* Appends the value at `index`. Needs four free slots; raises the errors of guard_encode. */
static void encode_value(Encoder *e, int index);

/* Raises an error that names both places of a table that occurs twice. Walks through the value
   again to find the first place. */
static _Noreturn void fail_shared(Encoder *e, const void *table) {
  char second[PATH_MAX_BYTES];
  write_path(e, second);
  Encoder again = { .L = e->L, .g = e->g, .out = e->out, .start = e->start, .strict = true, .root = e->root, .at = e->at,
                    .most = e->most, .most_items = e->most_items, .deepest = e->deepest, .sought = table, .second = second };
  e->out->count = e->start;
  e->g->keys.count = 0;
  e->g->seen.count = 0;
  encode_value(&again, again.at);
  guard_fail(e->L, "%s: this table is also somewhere else: copy it with parlor.copy", second);
  __builtin_unreachable();
}

/* Raises the error of fail_shared if this is the first place of the shared table. */
static void look_for_first(Encoder *e, const void *table) {
  if (table != e->sought) return;
  char first[PATH_MAX_BYTES];
  write_path(e, first);
  e->out->count = e->start;
  guard_fail(e->L, "%s: this table is also at %s: copy it with parlor.copy", e->second, first);
}

/* Records a table. Raises memory errors, and an error if the table was visited before. The set uses
   open addressing in g->seen, at most half full. */
static void note_table(Encoder *e, const void *table) {
  Buffer *seen = &e->g->seen;
  size_t capacity = seen->count / sizeof(void *);
  if (2 * (e->seen + 1) > capacity) {
    size_t bigger = capacity ? capacity * 2 : 64, bytes = bigger * sizeof(void *);
    seen->count = capacity * sizeof(void *);
    /* The new slots first, the old ones after them. */
    if (!buffer_reserve(seen, bytes)) guard_raise_host_memory(e->L);
    const void **slots = (const void **)(void *)seen->bytes;
    memmove(slots + bigger, slots, capacity * sizeof(void *));
    memset(slots, 0, bytes);
    for (size_t i = 0; i < capacity; i++) {
      if (slots[bigger + i]) slots[slot_of(slots, bigger, slots[bigger + i])] = slots[bigger + i];
    }
    seen->count = bytes;
    capacity = bigger;
  }
  const void **slots = (const void **)(void *)seen->bytes;
  size_t at = slot_of(slots, capacity, table);
  if (slots[at]) fail_shared(e, table);
  slots[at] = table;
  e->seen++;
}

/* Encodes the value on top under `key` and pops it. */
static void encode_child(Encoder *e, Key key) {
  e->path[e->depth++] = key; /* encode_table has checked that there is room */
  encode_value(e, lua_gettop(e->L));
  e->depth--;
  lua_pop(e->L, 1);
}

/* Appends the keys of the table at `table` to g->keys and returns their number. Needs four free
   slots; raises a limit error, a memory error, or an error that names the path. */
static size_t gather_keys(Encoder *e, int table, size_t length, bool *array) {
  lua_State *L = e->L;
  Buffer *keys = &e->g->keys;
  size_t count = 0;
  *array = true;
  for (lua_pushnil(L); lua_next(L, table); count++) {
    guard_tick(L, e->g);
    lua_pop(L, 1);
    Key key = { 0 };
    if (lua_type(L, -1) == LUA_TSTRING) {
      key.text = lua_tolstring(L, -1, &key.count);
      *array = false;
    } else if (lua_isinteger(L, -1)) {
      key.integer = lua_tointeger(L, -1);
      if (key.integer < 1 || (size_t)key.integer > length) *array = false;
    } else {
      lua_pushfstring(L, "%s as a key can't be saved: use texts or integers",
                      lua_type(L, -1) == LUA_TNUMBER ? "a float" : guard_kind(L, -1));
      fail(e, lua_tostring(L, -1));
    }
    if (++e->items > e->most_items) fail(e, "the whole has too many values");
    if (!buffer_append(keys, &key, sizeof key)) guard_raise_host_memory(L);
  }
  if (count != length) *array = false;
  return count;
}

/* Appends the table at `index` and its contents. Makes room for its slots itself; raises the errors
   of guard_encode, and a stack overflow. */
static void encode_table(Encoder *e, int index) {
  lua_State *L = e->L;
  guard_need_room(L, 8, "tables within tables");
  if (e->depth == e->deepest) fail(e, "tables nest too deep");
  guard_complete(L, index);
  bool frozen = guard_behind(L, index);
  if (frozen && e->strict) fail(e, "a frozen table can't be saved: copy it with parlor.copy");
  int table = frozen ? lua_gettop(L) : index;
  if (lua_getmetatable(L, table)) fail(e, "a table with a metatable can't be saved");
  if (e->sought) look_for_first(e, lua_topointer(L, table));
  if (e->strict) note_table(e, lua_topointer(L, table));
  size_t length = lua_rawlen(L, table), base = e->g->keys.count;
  bool array;
  size_t count = gather_keys(e, table, length, &array);
  if (array) {
    e->g->keys.count = base;
    put_head(e, 4, length);
    for (size_t i = 1; i <= length; i++) {
      guard_tick(L, e->g);
      lua_rawgeti(L, table, (lua_Integer)i);
      encode_child(e, (Key){ .integer = (lua_Integer)i });
    }
  } else {
    sort_keys(e, (Key *)(void *)(e->g->keys.bytes + base), count);
    put_head(e, 5, count);
    for (size_t i = 0; i < count; i++) {
      guard_tick(L, e->g);
      Key key = ((Key *)(void *)(e->g->keys.bytes + base))[i]; /* the block may move while children are encoded */
      if (key.text) {
        put_text(e, key.text, key.count, "a key that is not UTF-8 can't be saved");
        lua_pushlstring(L, key.text, key.count);
      } else {
        put_integer(e, key.integer);
        lua_pushinteger(L, key.integer);
      }
      lua_rawget(L, table);
      encode_child(e, key);
    }
    e->g->keys.count = base;
  }
  if (frozen) lua_pop(L, 1);
}

static void encode_value(Encoder *e, int index) {
  lua_State *L = e->L;
  switch (lua_type(L, index)) {
  case LUA_TNIL: put(e, "\xf6", 1); return;
  case LUA_TBOOLEAN: put(e, lua_toboolean(L, index) ? "\xf5" : "\xf4", 1); return;
  case LUA_TNUMBER:
    if (lua_isinteger(L, index)) put_integer(e, lua_tointeger(L, index)); else put_number(e, lua_tonumber(L, index));
    return;
  case LUA_TSTRING: {
    size_t count;
    const char *text = lua_tolstring(L, index, &count);
    put_text(e, text, count, "a text that is not UTF-8 can't be saved");
    return;
  }
  case LUA_TTABLE: encode_table(e, index); return;
  case LUA_TFUNCTION:
    if (e->outline) { /* CBOR's `undefined`, which encodes no Lua value */
      put(e, "\xf7", 1);
      return;
    }
    /* fall through */
  default:
    lua_pushfstring(L, "%s can't be saved", guard_kind(L, index));
    fail(e, lua_tostring(L, -1));
  }
}

static void encode(lua_State *L, int index, Encoder e) {
  e.L = L;
  e.g = guard_of(L);
  e.start = e.out->count;
  e.at = lua_absindex(L, index);
  e.g->keys.count = 0;
  e.g->seen.count = 0;
  encode_value(&e, e.at);
}

void guard_encode(lua_State *L, int index, Buffer *out, const char *root, bool strict) {
  guard_encode_within(L, index, out, root, strict, GUARD_WHOLE);
}

void guard_encode_within(lua_State *L, int index, Buffer *out, const char *root, bool strict, GuardRoom room) {
  size_t most = GUARD_ENCODED_MAX, items = GUARD_ITEMS_MAX;
  int deepest = GUARD_DEPTH_MAX;
  if (room == GUARD_PART) {
    most /= GUARD_PARTS_MAX;
    items /= GUARD_PARTS_MAX;
    deepest -= 2; /* it is in state.secret[seat] */
  } else if (room == GUARD_POSITION) { /* a state, all its parts, and the additions of a host */
    most = 2 * most + (64 << 10);
    items = 2 * items + 1000;
    deepest = GUARD_POSITION_DEPTH;
  }
  encode(L, index, (Encoder){ .out = out, .root = root, .strict = strict, .most = most, .most_items = items,
                              .deepest = deepest });
}

void guard_encode_outline(lua_State *L, int index, Buffer *out, const char *root) {
  encode(L, index, (Encoder){ .out = out, .root = root, .outline = true, .most = GUARD_ENCODED_MAX,
                              .most_items = GUARD_ITEMS_MAX, .deepest = GUARD_DEPTH_MAX });
}
