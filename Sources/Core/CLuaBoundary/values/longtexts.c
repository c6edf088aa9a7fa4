/* The set of a state's long texts, which Lua doesn't share. Before nodes.c follows an address that
   it found in an arbitrary block, it checks in this set whether the address is that of a long text.

   Each page of 4 KiB that holds or held a long text has a bit for every 16 bytes. A table with open
   addressing finds a page by its number. */
#include "guard.h"
#include <stdlib.h>
#include <string.h>

enum { PAGE_BITS = 12, ALIGNMENT_BITS = 4, FIRST_ROOM = 64 };

static uintptr_t page_of(const void *text) { return (uintptr_t)text >> PAGE_BITS; }

static size_t bit_of(const void *text) { return ((uintptr_t)text >> ALIGNMENT_BITS) & ((1 << (PAGE_BITS - ALIGNMENT_BITS)) - 1); }

/* Returns the place of the page, or a free place for the page. At least one place must be free. */
static TextPage *find(const LongTexts *texts, uintptr_t page) {
  size_t at = (size_t)((uint64_t)page * UINT64_C(0x9E3779B97F4A7C15) >> 32);
  for (;; at++) {
    TextPage *found = &texts->pages[at & (texts->room - 1)];
    if (found->page == page || found->page == 0) return found;
  }
}

static bool is_empty(const TextPage *page) {
  for (size_t i = 0; i < sizeof page->bits / sizeof *page->bits; i++) {
    if (page->bits[i]) return false;
  }
  return true;
}

/* Rebuilds the table with room for twice the pages that hold texts, and drops the other pages. */
static bool make_room(LongTexts *texts) {
  size_t used = 0;
  for (size_t i = 0; i < texts->room; i++) used += !is_empty(&texts->pages[i]);
  LongTexts more = *texts;
  for (more.room = FIRST_ROOM; more.room < 4 * used;) more.room *= 2;
  more.pages = calloc(more.room, sizeof *more.pages);
  if (!more.pages) return false;
  more.used = used;
  for (size_t i = 0; i < texts->room; i++) {
    if (!is_empty(&texts->pages[i])) *find(&more, texts->pages[i].page) = texts->pages[i];
  }
  free(texts->pages);
  *texts = more;
  return true;
}

bool long_texts_note(LongTexts *texts, const void *text, size_t size) {
  if (2 * texts->used >= texts->room && !make_room(texts)) return false;
  TextPage *page = find(texts, page_of(text));
  if (page->page == 0) {
    page->page = page_of(text);
    texts->used++;
  }
  page->bits[bit_of(text) / 64] |= UINT64_C(1) << bit_of(text) % 64;
  texts->bytes += size;
  return true;
}

bool long_texts_hold(const LongTexts *texts, const void *address) {
  if (texts->room == 0 || (uintptr_t)address % (1 << ALIGNMENT_BITS) != 0) return false;
  return find(texts, page_of(address))->bits[bit_of(address) / 64] >> bit_of(address) % 64 & 1;
}

void long_texts_forget(LongTexts *texts, const void *block, size_t size) {
  if (!long_texts_hold(texts, block)) return;
  find(texts, page_of(block))->bits[bit_of(block) / 64] &= ~(UINT64_C(1) << bit_of(block) % 64);
  texts->bytes -= size;
}
