#ifndef PARLOR_DRAWS_H
#define PARLOR_DRAWS_H
/* What match.random, shuffle and pick draw from: see draws.c. */

#include "guard.h"

enum { DRAWS_WORDS = 8 /* of 32 bits, in a block */ };

typedef struct Draws {
  GuardHostWords fetch;    /* the host's draw(ply, block): the 32 bytes of SHA-256 in counter mode as four integers */
  void *context;
  int64_t ply, block;      /* the block that is fetched next */
  int64_t pairs[DRAWS_WORDS / 2]; /* the block that was fetched last, */
  int taken;               /* and how many of its words have gone */
  bool chance;             /* does the game declare that it draws? */
  bool open;               /* may it now? */
  bool behind_seal;        /* does `resolve` run after a round in which something was sealed? */
} Draws;

/* The numbers of this ply may be drawn from now on, from the first. */
static inline void draws_open(Draws *draws, int64_t ply) {
  draws->ply = ply;
  draws->block = 0;
  draws->taken = DRAWS_WORDS;
  draws->open = true;
}
/* Was anything drawn since `draws_open`? */
static inline bool draws_were_taken(const Draws *draws) { return draws->block > 0; }
#endif
