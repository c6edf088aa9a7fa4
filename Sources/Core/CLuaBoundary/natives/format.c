/* string.format for scripts: the conversions of Lua 5.4 except %p, with one text for every NaN. */
#include "library.h"
#include "textbuffer.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  /* The most bytes of a conversion's flags, width and precision, as in stock Lua. */
  SPEC_LENGTH = 20,
  /* Room for one conversion of snprintf: at most 15 bytes (and room for integer_text). */
  SPEC_TEXT = 64,
  ITEM_TEXT = 512   /* room for one number: the longest is %99.99f of -1.8e308, with 410 bytes */
};

enum { FLAG_LEFT = 1, FLAG_SIGN = 2, FLAG_SPACE = 4, FLAG_ALTERNATE = 8, FLAG_ZERO = 16 };
static const char flag_characters[] = "-+ #0"; /* in the order of the bits */

/* One conversion of the format. */
typedef struct Conversion {
  const char *text; /* from the per cent sign; without a final zero byte */
  int length;
  int flags;
  int width;        /* 0 for none */
  int precision;    /* -1 for none */
  char letter;      /* 0 if the format ends here */
} Conversion;

static const char *read_two_digits(const char *at, int *value) {
  *value = 0;
  for (int digits = 0; digits < 2 && *at >= '0' && *at <= '9'; digits++) *value = *value * 10 + (*at++ - '0');
  return at;
}

/* Reads the conversion at `at`, a per cent sign, and returns the rest. The text must end with a
   zero byte. */
static const char *read_conversion(const char *at, Conversion *out) {
  const char *p = at + 1, *flag;
  *out = (Conversion){.text = at, .precision = -1};
  while (*p != 0 && p - at <= SPEC_LENGTH && (flag = strchr(flag_characters, *p)) != NULL) {
    out->flags |= 1 << (flag - flag_characters);
    p++;
  }
  p = read_two_digits(p, &out->width);
  if (*p == '.') p = read_two_digits(p + 1, &out->precision);
  out->letter = *p;
  out->length = (int)(p - at) + (*p != 0);
  return p + (*p != 0);
}

/* Raises an error if the conversion has flags other than `flags`. Also raises one if it has a
   precision and `precision` is false. */
static void check_conversion(lua_State *L, const Conversion *conversion, int flags, bool precision) {
  bool allowed = (conversion->flags & ~flags) == 0 && (precision || conversion->precision < 0);
  if (!allowed || conversion->length - 2 > SPEC_LENGTH)
    luaL_error(L, "invalid conversion '%s' in the format (a flag or precision that doesn't go with it)",
               lua_pushlstring(L, conversion->text, (size_t)conversion->length));
}

/* Adds a text in a field, padded with spaces on the left or, with FLAG_LEFT, on the right. */
static void add_field(TextBuffer *out, const Conversion *conversion, const char *text, size_t length) {
  size_t width = (size_t)conversion->width, fill = width > length ? width - length : 0;
  bool left = (conversion->flags & FLAG_LEFT) != 0;
  if (fill > 0 && !left) text_add_repeated(out, ' ', fill);
  text_add(out, text, length);
  if (fill > 0 && left) text_add_repeated(out, ' ', fill);
}

/* Writes the conversion again for snprintf, from its checked parts. */
static void write_spec(const Conversion *conversion, const char *size, char spec[SPEC_TEXT]) {
  char *p = spec;
  *p++ = '%';
  for (int bit = 0; flag_characters[bit] != 0; bit++)
    if (conversion->flags & 1 << bit) *p++ = flag_characters[bit];
  if (conversion->width > 0) p += integer_text(conversion->width, p);
  if (conversion->precision >= 0) {
    *p++ = '.';
    p += integer_text(conversion->precision, p);
  }
  while (*size != 0) *p++ = *size++;
  *p++ = conversion->letter;
  *p = 0;
}

static void add_item(TextBuffer *out, const char *item, int length) {
  if (length < 0 || length >= ITEM_TEXT) luaL_error(out->L, "a number that 'format' cannot write");
  text_add(out, item, (size_t)length);
}

static void add_integer(TextBuffer *out, Conversion *conversion, lua_Integer value) {
  char item[ITEM_TEXT], spec[SPEC_TEXT];
  if (conversion->length == 2 && (conversion->letter == 'd' || conversion->letter == 'i')) {
    text_add(out, item, integer_text(value, item));
    return;
  }
  write_spec(conversion, "ll", spec);
  int length = conversion->letter == 'd' || conversion->letter == 'i'
                   ? snprintf(item, sizeof item, spec, (long long)value)
                   : snprintf(item, sizeof item, spec, (unsigned long long)value);
  add_item(out, item, length);
}

static void add_float(TextBuffer *out, Conversion *conversion, lua_Number value) {
  if (value != value) {
    add_field(out, conversion, "nan", 3);
    return;
  }
  char item[ITEM_TEXT], spec[SPEC_TEXT];
  write_spec(conversion, "", spec);
  add_item(out, item, snprintf(item, sizeof item, spec, value));
}

/* %q: adds the text in quotes, so that Lua reads back the same bytes. */
static void add_quoted(TextBuffer *out, const char *text, size_t length) {
  text_add_byte(out, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (i % TEXT_STRIDE == TEXT_STRIDE - 1) guard_tick(out->L, out->guard);
    if (byte == '"' || byte == '\\' || byte == '\n') {
      text_add_byte(out, '\\');
      text_add_byte(out, text[i]);
    } else if (byte < 32 || byte == 127) {
      char digits[NUMBER_TEXT];
      size_t count = integer_text(byte, digits);
      bool digit_follows = i + 1 < length && text[i + 1] >= '0' && text[i + 1] <= '9';
      text_add_byte(out, '\\');
      if (digit_follows) text_add_repeated(out, '0', 3 - count);
      text_add(out, digits, count);
    } else {
      text_add_byte(out, text[i]);
    }
  }
  text_add_byte(out, '"');
}

/* %q: adds argument `arg` as a literal that Lua reads back as the same value. Raises an argument
   error if there is none. */
static void add_literal(TextBuffer *out, int arg) {
  lua_State *L = out->L;
  char item[ITEM_TEXT];
  size_t length;
  switch (lua_type(L, arg)) {
    case LUA_TSTRING: {
      const char *text = lua_tolstring(L, arg, &length);
      add_quoted(out, text, length);
      return;
    }
    case LUA_TNUMBER: {
      lua_Integer integer = lua_tointeger(L, arg);
      lua_Number number = lua_tonumber(L, arg);
      if (lua_isinteger(L, arg)) {
        /* The least integer has no decimal literal. */
        if (integer == LUA_MININTEGER) text_add(out, "0x8000000000000000", 18);
        else text_add(out, item, integer_text(integer, item));
      } else if (number != number) {
        text_add(out, "(0/0)", 5);
      } else if (isinf(number)) {
        text_add(out, number > 0 ? "1e9999" : "-1e9999", number > 0 ? 6 : 7);
      } else {
        add_item(out, item, snprintf(item, sizeof item, "%a", number));
      }
      return;
    }
    case LUA_TNIL: case LUA_TBOOLEAN:
      guard_push_text(L, arg);
      break;
    default: luaL_argerror(L, arg, "value has no literal form");
  }
  const char *text = lua_tolstring(L, -1, &length);
  text_add(out, text, length);
  lua_pop(L, 1);
}

/* %s: adds argument `arg` as text. Raises what its `__tostring` raises. If the conversion has a
   flag, a width or a precision, also raises an error for a text with zero bytes. */
static void add_text(TextBuffer *out, const Conversion *conversion, int arg) {
  lua_State *L = out->L;
  size_t length;
  bool pushed = lua_type(L, arg) != LUA_TSTRING;
  if (pushed) guard_push_text(L, arg);
  const char *text = lua_tolstring(L, pushed ? -1 : arg, &length);
  if (conversion->length == 2) {
    text_add(out, text, length);
  } else {
    luaL_argcheck(L, memchr(text, 0, length) == NULL, arg, "string contains zeros");
    if (conversion->precision >= 0 && length > (size_t)conversion->precision) length = (size_t)conversion->precision;
    add_field(out, conversion, text, length);
  }
  if (pushed) lua_pop(L, 1);
}

/* Adds argument `arg` in the format of the conversion. Raises argument and format errors. */
static void add_converted(TextBuffer *out, Conversion *conversion, int arg) {
  lua_State *L = out->L;
  const int number_flags = FLAG_LEFT | FLAG_SIGN | FLAG_SPACE | FLAG_ALTERNATE | FLAG_ZERO;
  switch (conversion->letter) {
    case 'c': {
      check_conversion(L, conversion, FLAG_LEFT, false);
      char byte = (char)(unsigned char)luaL_checkinteger(L, arg);
      add_field(out, conversion, &byte, 1);
      return;
    }
    case 'd': case 'i':
      check_conversion(L, conversion, FLAG_LEFT | FLAG_SIGN | FLAG_SPACE | FLAG_ZERO, true);
      add_integer(out, conversion, luaL_checkinteger(L, arg));
      return;
    case 'u':
      check_conversion(L, conversion, FLAG_LEFT | FLAG_ZERO, true);
      add_integer(out, conversion, luaL_checkinteger(L, arg));
      return;
    case 'o': case 'x': case 'X':
      check_conversion(L, conversion, FLAG_LEFT | FLAG_ALTERNATE | FLAG_ZERO, true);
      add_integer(out, conversion, luaL_checkinteger(L, arg));
      return;
    case 'a': case 'A': case 'e': case 'E': case 'f': case 'g': case 'G':
      check_conversion(L, conversion, number_flags, true);
      add_float(out, conversion, luaL_checknumber(L, arg));
      return;
    case 's':
      check_conversion(L, conversion, FLAG_LEFT, true);
      add_text(out, conversion, arg);
      return;
    case 'q':
      if (conversion->length != 2) luaL_error(L, "'%%q' takes no flags, width or precision");
      add_literal(out, arg);
      return;
    case 'p': luaL_error(L, "'%%p' would show an address, which differs from run to run"); return;
    default:
      luaL_error(L, "invalid conversion '%s' in the format",
                 lua_pushlstring(L, conversion->text, (size_t)conversion->length));
  }
}

/* format(text, ...): returns the text with its conversions replaced by the arguments. Raises
   argument errors, a memory error, a limit error, and what a `__tostring` raises. Also raises an
   error for a conversion other than c d i u o x X a A e E f g G q s %. */
int guard_string_format(lua_State *L) {
  size_t length;
  int arg = 1, last_arg = lua_gettop(L);
  const char *at = text_argument(L, 1, &length), *end = at + length;
  TextBuffer out;
  text_open(&out, L, guard_of(L));
  while (at < end) {
    const char *escape = memchr(at, '%', (size_t)(end - at));
    text_add(&out, at, (size_t)((escape != NULL ? escape : end) - at));
    if (escape == NULL) break;
    guard_tick(L, out.guard);
    if (escape[1] == '%') {
      text_add_byte(&out, '%');
      at = escape + 2;
      continue;
    }
    Conversion conversion;
    if (++arg > last_arg) return luaL_argerror(L, arg, "no value");
    at = read_conversion(escape, &conversion);
    add_converted(&out, &conversion, arg);
  }
  text_push(&out);
  return 1;
}
