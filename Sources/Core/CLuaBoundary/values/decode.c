/* Decodes deterministic CBOR to a Lua value. Memory-safe for any bytes, but doesn't check that the
   bytes are canonical: the module Values does. */
#include "guard.h"
#include <math.h>
#include <string.h>

typedef struct Decoder {
  lua_State *L;
  const uint8_t *start, *at, *end;
  int depth;
} Decoder;

static _Noreturn void fail(Decoder *d, const char *what) {
  guard_fail(d->L, "byte %d: %s", (int)(d->at - d->start), what);
  __builtin_unreachable();
}

/* Reads a head: sets the major type and the additional information, and returns the value that
   follows. */
static uint64_t read_head(Decoder *d, int *major, int *info) {
  if (d->at == d->end) fail(d, "the bytes end early");
  *major = *d->at >> 5;
  *info = *d->at++ & 31;
  if (*info < 24) return (uint64_t)*info;
  if (*info > 27) fail(d, "an unknown length");
  int follow = 1 << (*info - 24);
  if (d->end - d->at < follow) fail(d, "the bytes end early");
  uint64_t value = 0;
  for (; follow; follow--) value = value << 8 | *d->at++;
  return value;
}

static double from_half(uint64_t bits) {
  int exponent = (int)(bits >> 10 & 31);
  double mantissa = (double)(bits & 1023);
  double value = exponent == 0 ? ldexp(mantissa, -24) : exponent == 31 ? HUGE_VAL : ldexp(mantissa + 1024, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

static double read_number(Decoder *d, int info, uint64_t bits) {
  double value = 0;
  if (info == 25) {
    value = (bits & 0x7c00) == 0x7c00 && bits & 1023 ? NAN : from_half(bits);
  } else if (info == 26) {
    uint32_t word = (uint32_t)bits;
    float single;
    memcpy(&single, &word, 4);
    value = single;
  } else {
    memcpy(&value, &bits, 8);
  }
  if (value != value) fail(d, "NaN is no value here");
  return value;
}

static size_t read_count(Decoder *d, uint64_t count, uint64_t least) {
  if (count > (uint64_t)(d->end - d->at) / least) fail(d, "the bytes end early");
  return (size_t)count;
}

static void decode_value(Decoder *d);

static void decode_container(Decoder *d, bool map, uint64_t value) {
  lua_State *L = d->L;
  if (d->depth == GUARD_POSITION_DEPTH) fail(d, "values nest too deep");
  d->depth++;
  guard_need_room(L, 6, "values within values");
  size_t count = read_count(d, value, map ? 2 : 1);
  if (count > INT32_MAX / 2) fail(d, "too many values");
  lua_createtable(L, map ? 0 : (int)count, map ? (int)count : 0);
  for (size_t i = 1; i <= count; i++) {
    guard_tick(L, guard_of(L));
    if (map) {
      decode_value(d);
      if (lua_type(L, -1) != LUA_TSTRING && !lua_isinteger(L, -1)) fail(d, "a key must be a text or an integer");
      decode_value(d);
      lua_rawset(L, -3);
    } else {
      decode_value(d);
      lua_rawseti(L, -2, (lua_Integer)i);
    }
  }
  d->depth--;
}

static void decode_value(Decoder *d) {
  lua_State *L = d->L;
  int major, info;
  uint64_t value = read_head(d, &major, &info);
  switch (major) {
  case 0:
    if (value > INT64_MAX) fail(d, "the integer is too large");
    lua_pushinteger(L, (lua_Integer)value);
    return;
  case 1:
    if (value > INT64_MAX) fail(d, "the integer is too small");
    lua_pushinteger(L, (lua_Integer)~value);
    return;
  case 3: {
    size_t count = read_count(d, value, 1);
    lua_pushlstring(L, (const char *)d->at, count);
    d->at += count;
    return;
  }
  case 4: decode_container(d, false, value); return;
  case 5: decode_container(d, true, value); return;
  case 7:
    if (info == 20 || info == 21) { lua_pushboolean(L, info == 21); return; }
    if (info == 22) { lua_pushnil(L); return; }
    if (info >= 25 && info <= 27) { lua_pushnumber(L, read_number(d, info, value)); return; }
    break;
  }
  fail(d, "a kind of value that Lua has no place for");
}

void guard_decode(lua_State *L, const uint8_t *bytes, size_t count) {
  Decoder d = { L, bytes, bytes, bytes + count, 0 };
  guard_need_room(L, 6, "values within values");
  decode_value(&d);
  if (d.at != d.end) fail(&d, "bytes after the value");
}
