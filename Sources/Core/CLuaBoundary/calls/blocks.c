/* Small blocks. The first blocks of a state come from one arena, so a state that plays one game
   makes few requests to the system. A state also keeps its freed small blocks for reuse, in a list
   for each size. Scripts make and drop small tables all the time, and these lists are quicker than
   a general allocator. The kept bytes outside the arena are bounded. Neither kept blocks nor the
   arena are charged to the script. Each block outside the arena is a separate block of the system
   and can be returned at any time. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>

/* in bytes */
#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
enum { KEPT_MAX = 0, GROUND = 0 }; /* the sanitizer must see a use after free */
#else
enum { KEPT_MAX = 256 * 1024, GROUND = 96 * 1024 };
#endif
enum { STEP = 16, SMALL = STEP * BLOCK_SIZES };

static size_t place(size_t size) { return (size - 1) / STEP; }
static size_t rounded(size_t size) { return size <= SMALL ? (place(size) + 1) * STEP : size; }

static bool is_in_ground(const Blocks *blocks, const void *block) {
  return (uintptr_t)block - (uintptr_t)blocks->ground < (uintptr_t)blocks->ground_end - (uintptr_t)blocks->ground;
}

void blocks_begin(Blocks *blocks) {
  blocks->ground = GROUND ? malloc(GROUND) : NULL; /* without it, all blocks come from the system */
  blocks->ground_next = blocks->ground;
  blocks->ground_end = blocks->ground ? blocks->ground + GROUND : NULL;
}

void blocks_end(Blocks *blocks) {
  blocks_release(blocks);
  free(blocks->ground);
  *blocks = (Blocks){ 0 };
}

static void *take(Blocks *blocks, size_t size) {
  if (size > SMALL) return malloc(size);
  void *block = blocks->kept[place(size)];
  if (block) {
    memcpy(&blocks->kept[place(size)], block, sizeof(void *));
    if (!is_in_ground(blocks, block)) blocks->bytes -= rounded(size);
    return block;
  }
  if ((size_t)(blocks->ground_end - blocks->ground_next) < rounded(size)) return malloc(rounded(size));
  block = blocks->ground_next;
  blocks->ground_next += rounded(size);
  return block;
}

static void keep(Blocks *blocks, void *block, size_t size) {
  memcpy(block, &blocks->kept[place(size)], sizeof(void *));
  blocks->kept[place(size)] = block;
}

void blocks_free(Blocks *blocks, void *block, size_t size) {
  if (!block) return;
  if (is_in_ground(blocks, block)) {
    if (size > 0) keep(blocks, block, size);
  } else if (size == 0 || size > SMALL || blocks->bytes >= KEPT_MAX) {
    free(block);
  } else {
    keep(blocks, block, size);
    blocks->bytes += rounded(size);
  }
}

void *blocks_resize(Blocks *blocks, void *block, size_t old_size, size_t size) {
  if (!block) return take(blocks, size);
  if (rounded(size) == rounded(old_size)) return block;
  bool is_own = is_in_ground(blocks, block);
  if (!is_own && (size > SMALL || old_size > SMALL || !blocks->kept[place(size)])) return realloc(block, rounded(size));
  void *other = take(blocks, size);
  if (!other) return NULL;
  memcpy(other, block, old_size < size ? old_size : size);
  blocks_free(blocks, block, old_size);
  return other;
}

void blocks_release(Blocks *blocks) {
  for (size_t i = 0; i < BLOCK_SIZES; i++) {
    void *block = blocks->kept[i];
    blocks->kept[i] = NULL;
    while (block) {
      void *next;
      memcpy(&next, block, sizeof next);
      if (is_in_ground(blocks, block)) keep(blocks, block, (i + 1) * STEP);
      else free(block);
      block = next;
    }
  }
  blocks->bytes = 0;
}
