/* Small blocks that a state gave back, kept for it to take again: scripts make and drop small tables all the time, and a
   list for each size is quicker than any general allocator. What is kept is bounded, and not charged to the script. Blocks
   are the system's own, one by one, so each can go back to it at any time. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
enum { KEPT_MAX = 0 }; /* a block that is used after it was given back must be seen */
#else
enum { KEPT_MAX = 256 * 1024 }; /* bytes */
#endif
enum { STEP = 16, SMALL = STEP * BLOCK_SIZES };

static size_t place(size_t size) { return (size - 1) / STEP; }
static size_t rounded(size_t size) { return size <= SMALL ? (place(size) + 1) * STEP : size; }

static void *take(Blocks *blocks, size_t size) {
  if (size <= SMALL) {
    void *block = blocks->kept[place(size)];
    if (block) {
      memcpy(&blocks->kept[place(size)], block, sizeof(void *));
      blocks->bytes -= rounded(size);
      return block;
    }
  }
  return malloc(rounded(size));
}

void blocks_free(Blocks *blocks, void *block, size_t size) {
  if (!block) return;
  if (size == 0 || size > SMALL || blocks->bytes >= KEPT_MAX) {
    free(block);
    return;
  }
  memcpy(block, &blocks->kept[place(size)], sizeof(void *));
  blocks->kept[place(size)] = block;
  blocks->bytes += rounded(size);
}

void *blocks_resize(Blocks *blocks, void *block, size_t old_size, size_t size) {
  if (!block) return take(blocks, size);
  if (rounded(size) == rounded(old_size)) return block;
  if (size > SMALL || old_size > SMALL || !blocks->kept[place(size)]) return realloc(block, rounded(size));
  void *other = take(blocks, size);
  memcpy(other, block, old_size < size ? old_size : size);
  blocks_free(blocks, block, old_size);
  return other;
}

void blocks_release(Blocks *blocks) {
  for (size_t i = 0; i < BLOCK_SIZES; i++) {
    while (blocks->kept[i]) {
      void *block = blocks->kept[i];
      memcpy(&blocks->kept[i], block, sizeof(void *));
      free(block);
    }
  }
  blocks->bytes = 0;
}
