/* A growing block of host memory, owned by a guard. Nothing here touches Lua. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>

bool buffer_reserve(Buffer *buffer, size_t more) {
  if (more <= buffer->capacity - buffer->count) return true;
  if (more > SIZE_MAX / 4 - buffer->count) return false;
  size_t capacity = buffer->capacity ? buffer->capacity : 256;
  while (capacity < buffer->count + more) capacity *= 2;
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (!bytes) return false;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return true;
}

bool buffer_append(Buffer *buffer, const void *bytes, size_t count) {
  if (!buffer_reserve(buffer, count)) return false;
  if (count) memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
  return true;
}

void buffer_clear(Buffer *buffer) {
  enum { KEPT = 1 << 20 };
  if (buffer->capacity > KEPT) buffer_free(buffer);
  buffer->count = 0;
}

void buffer_free(Buffer *buffer) {
  free(buffer->bytes);
  *buffer = (Buffer){ 0 };
}
