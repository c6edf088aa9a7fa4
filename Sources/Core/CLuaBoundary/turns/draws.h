#ifndef PARLOR_DRAWS_H
#define PARLOR_DRAWS_H
/* The random numbers of match.random, shuffle and pick. See draws.c. */

#include "guard.h"

enum { DRAWS_WORDS = 8 /* 32-bit words in a block */ };
/* Stands for the number of a ply that is only tried. Its numbers are the same in every match. */
enum { DRAWS_TRIAL = -1 };

typedef struct Draws {
  /* The host's draw(ply, block): 32 bytes of SHA-256 in counter mode, as four integers. */
  GuardHostWords fetch;
  void *context;
  int64_t ply, block;      /* the next block to fetch */
  int64_t pairs[DRAWS_WORDS / 2]; /* the last fetched block */
  int taken;               /* the number of its used words */
  bool chance;             /* whether the game declares `chance` */
  bool open;               /* whether it may draw now */
  bool behind_seal;        /* whether `resolve` runs after a round with a sealed move */
} Draws;

/* Allows draws for this ply, from its first number on. */
static inline void draws_open(Draws *draws, int64_t ply) {
  draws->ply = ply;
  draws->block = 0;
  draws->taken = DRAWS_WORDS;
  draws->open = true;
}
/* Whether anything was drawn since `draws_open` or `draws_forget`. */
static inline bool draws_were_taken(const Draws *draws) { return draws->block > 0; }
/* Forgets that anything was drawn. */
static inline void draws_forget(Draws *draws) { draws->block = 0; }
#endif
