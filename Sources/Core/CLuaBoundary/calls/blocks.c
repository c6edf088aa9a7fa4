/* The memory of one Lua state.

   If a table or a function is a key, its address decides its place in Lua's hash table, and a script
   can compute such an address. So no address may depend on anything outside of the state. Every new block of up to
   SMALL bytes comes from the state's own region, which begins at a random address. No object of a
   script is larger, apart from texts, which Lua places by their content. Larger blocks come from
   the system's heap.

   The region consists of pages. A page has blocks of one size, and its free blocks form a list. A
   page without blocks in use can serve any size. Bonwick's slab allocator works like this (USENIX
   Summer 1994).

   A script could keep one block in each of many pages. So the number of pages is limited, too: see
   blocks_limit. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
enum { HAS_REGION = 0 }; /* the sanitizer must see a use after free */
#else
enum { HAS_REGION = 1 };
#endif

/* in bytes */
enum { PAGE = 4096, SMALL = 2080, ALIGNMENT = 16 };
enum { SLACK = 1 << 20 }; /* for pages that are partly used */
enum { SPARE = BLOCK_SIZES, RETURNED }; /* the kind of a page without a size */
static const size_t REGION_MOST = SIZE_MAX >> 28, REGION_USUAL = (size_t)1 << 30, REGION_LEAST = (size_t)1 << 24;

/* The sizes of blocks: multiples of 16 up to 128, then four for each doubling, then thirds and
   halves of a page. The largest closure has 2,072 bytes. */
static const uint16_t sizes[BLOCK_SIZES] = { 16,  32,  48,  64,  80,  96,  112, 128, 160, 192,  224,  256,
                                             320, 384, 448, 512, 640, 768, 896, 1024, 1360, 2048, SMALL };

bool guard_has_regions(void) { return HAS_REGION; }

static size_t kind_of(size_t size) {
  if (size <= 128) return (size - 1) / ALIGNMENT;
  if (size > 1024) return size <= 1360 ? 20 : size <= 2048 ? 21 : 22;
  unsigned doubling = 63 - (unsigned)__builtin_clzll(size - 1); /* 7 for 129...256 */
  return 8 + (doubling - 7) * 4 + ((size - 1) >> (doubling - 2) & 3);
}

static bool is_inside(const Blocks *blocks, const void *block) {
  return (uintptr_t)block - (uintptr_t)blocks->region < blocks->region_size;
}

static BlockPage *page_of(const Blocks *blocks, const void *block) {
  return &blocks->pages[((uintptr_t)block - (uintptr_t)blocks->region) / PAGE];
}

static uint8_t *start_of(const Blocks *blocks, const BlockPage *page) {
  return blocks->region + (size_t)(page - blocks->pages) * PAGE;
}

/* Reserves addresses without memory, at a random place if the system allows it. Returns NULL if it
   doesn't have that many. */
static uint8_t *reserve(size_t size) {
  for (int tries = 0;; tries++) {
    uint64_t random;
    if (getentropy(&random, sizeof random) != 0) return NULL;
    /* user addresses have 47 bits on most systems; a page of the system has at most 64 KiB */
    void *wanted = (void *)(uintptr_t)(random & ((UINT64_C(1) << 46) - 1) & ~UINT64_C(0xFFFF));
    int flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE;
    uint8_t *region = mmap(wanted, size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (region == MAP_FAILED) return NULL;
    if (region != wanted && tries < 16) {
      munmap(region, size);
      continue;
    }
#ifdef MADV_NOHUGEPAGE
    madvise(region, size, MADV_NOHUGEPAGE); /* a small state would get 2 MiB at its first byte */
#endif
    return region;
  }
}

bool blocks_begin(Blocks *blocks, size_t memory_limit) {
  if (!HAS_REGION) return true;
  size_t size = REGION_USUAL;
  while (size < REGION_MOST && size / 4 < memory_limit) size *= 2;
  while (!(blocks->region = reserve(size))) {
    if ((size /= 2) < REGION_LEAST) return false;
  }
  blocks->region_size = size;
  /* The records of the pages lie in the first pages, so no page in use has number 0. */
  blocks->pages = (BlockPage *)blocks->region;
  blocks->first = blocks->next = blocks->pages + size / PAGE * sizeof(BlockPage) / PAGE + 1;
  return true;
}

void blocks_limit(Blocks *blocks, size_t memory_limit) {
  size_t most = blocks->region_size / PAGE, wanted = memory_limit / (PAGE / 4) + SLACK / PAGE;
  size_t used = (size_t)(blocks->next - blocks->pages);
  blocks->end = blocks->pages + (wanted < most - used ? used + wanted : most);
}

void blocks_end(Blocks *blocks) {
  if (blocks->region) munmap(blocks->region, blocks->region_size);
  *blocks = (Blocks){ 0 };
}

static void open(Blocks *blocks, BlockPage *page) {
  BlockPage **first = &blocks->open[page->kind];
  page->previous = NULL;
  page->next = *first;
  if (*first) (*first)->previous = page;
  *first = page;
}

static void shut(Blocks *blocks, BlockPage *page) {
  if (page->next) page->next->previous = page->previous;
  if (page->previous) page->previous->next = page->next;
  else blocks->open[page->kind] = page->next;
}

static void push(BlockPage **list, BlockPage *page) {
  page->next = *list;
  *list = page;
}

static BlockPage *pop(BlockPage **list) {
  BlockPage *page = *list;
  if (page) *list = page->next;
  return page;
}

/* Returns a page without blocks, or NULL if the limit is reached. */
static BlockPage *new_page(Blocks *blocks) {
  BlockPage *page = pop(&blocks->spare);
  if (page) return page;
  page = pop(&blocks->returned);
  if (!page && blocks->next < blocks->end) page = blocks->next++;
  if (page) blocks->system += PAGE;
  return page;
}

/* Makes an open page without blocks in use a spare one. */
static void set_aside(Blocks *blocks, BlockPage *page) {
  shut(blocks, page);
  page->kind = SPARE;
  push(&blocks->spare, page);
}

static void *take(Blocks *blocks, size_t size) {
  size_t kind = kind_of(size);
  BlockPage *page = blocks->open[kind];
  if (__builtin_expect(!page, 0)) {
    if (!(page = new_page(blocks))) return NULL;
    *page = (BlockPage){ .kind = (uint8_t)kind, .room = (uint8_t)(PAGE / sizes[kind] - 1) };
    open(blocks, page);
  }
  void *block = page->free;
  if (block) memcpy(&page->free, block, sizeof page->free);
  else block = start_of(blocks, page) + (size_t)page->begun++ * sizes[kind];
  if (page->used++ == page->room) shut(blocks, page);
  return block;
}

static void give(Blocks *blocks, void *block) {
  BlockPage *page = page_of(blocks, block);
  memcpy(block, &page->free, sizeof page->free);
  page->free = block;
  if (page->used-- == page->room + 1) open(blocks, page);
  bool is_only = blocks->open[page->kind] == page && !page->next;
  if (page->used == 0 && !is_only) set_aside(blocks, page);
}

/* Resizes a block of the system's heap, or makes one. */
static void *resize_outside(Blocks *blocks, void *block, size_t old_size, size_t size) {
  void *other = realloc(block, size);
  if (other) blocks->system = blocks->system - old_size + size;
  return other;
}

void blocks_free(Blocks *blocks, void *block, size_t size) {
  if (!block) return;
  if (is_inside(blocks, block)) {
    give(blocks, block);
  } else {
    blocks->system -= size;
    free(block);
  }
}

void *blocks_resize(Blocks *blocks, void *block, size_t old_size, size_t size) {
  if (!block) return blocks->region && size <= SMALL ? take(blocks, size) : resize_outside(blocks, NULL, 0, size);
  /* Only arrays change their size, and no array is a key. So those outside remain there. */
  if (!is_inside(blocks, block)) return resize_outside(blocks, block, old_size, size);
  if (size <= SMALL && kind_of(size) == page_of(blocks, block)->kind) return block;
  void *other = blocks_resize(blocks, NULL, 0, size);
  if (!other) return NULL;
  memcpy(other, block, old_size < size ? old_size : size);
  give(blocks, block);
  return other;
}

bool blocks_are_full(const Blocks *blocks, size_t size) {
  if (!blocks->region || size > SMALL || blocks->open[kind_of(size)] || blocks->spare) return false;
  return !blocks->returned && blocks->next == blocks->end;
}

size_t blocks_growth(const Blocks *blocks, const void *block, size_t old_size, size_t size) {
  bool is_own = block ? is_inside(blocks, block) : blocks->region && size <= SMALL;
  if (!is_own) return block && size <= old_size ? 0 : size - (block ? old_size : 0);
  if (size > SMALL) return size;
  return blocks->open[kind_of(size)] || blocks->spare ? 0 : PAGE;
}

/* Returns the memory of neighbouring spare pages to the system, as far as they fill its pages. */
static void give_back(Blocks *blocks, BlockPage *from, BlockPage *to) {
  uintptr_t unit = (uintptr_t)sysconf(_SC_PAGESIZE);
  uint8_t *start = (uint8_t *)(((uintptr_t)start_of(blocks, from) + unit - 1) / unit * unit);
  uint8_t *end = (uint8_t *)((uintptr_t)start_of(blocks, to) / unit * unit);
#ifdef __APPLE__
  bool is_done = start < end && madvise(start, (size_t)(end - start), MADV_FREE) == 0;
#else
  bool is_done = start < end && madvise(start, (size_t)(end - start), MADV_DONTNEED) == 0;
#endif
  for (BlockPage *page = from; page < to; page++) {
    uint8_t *bytes = start_of(blocks, page);
    bool is_gone = is_done && bytes >= start && bytes < end;
    page->kind = is_gone ? RETURNED : SPARE;
    push(is_gone ? &blocks->returned : &blocks->spare, page);
    if (is_gone) blocks->system -= PAGE;
  }
}

void blocks_release(Blocks *blocks) {
  if (!blocks->region) return;
  for (size_t kind = 0; kind < BLOCK_SIZES; kind++) {
    BlockPage *page = blocks->open[kind];
    if (page && page->used == 0) set_aside(blocks, page); /* it is the only open one: see `give` */
  }
  if (!blocks->spare) return;
  blocks->spare = NULL;
  BlockPage *first = NULL; /* of the neighbours found so far */
  for (BlockPage *page = blocks->first; page < blocks->next; page++) {
    bool is_spare = page->kind == SPARE;
    if (is_spare && !first) first = page;
    if (!is_spare && first) {
      give_back(blocks, first, page);
      first = NULL;
    }
  }
  if (first) give_back(blocks, first, blocks->next);
}
