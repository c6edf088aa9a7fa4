#ifndef PARLOR_CLUAGUARD_H
#define PARLOR_CLUAGUARD_H
/* The waist between Swift and Lua. Every function here can be called from Swift: none of them raises a Lua error, and no
   longjmp leaves one of them. Whatever may raise runs inside one protected call. */

#include <stddef.h>
#include <stdint.h>

typedef struct Guard Guard;
typedef struct GuardPool GuardPool;

/* How a call ended. */
typedef enum GuardStatus {
  GUARD_OK = 0,
  GUARD_SCRIPT = 1,       /* the script, or Lua on its behalf, raised an error */
  GUARD_TIME = 2,         /* the deadline passed */
  GUARD_MEMORY = 3,       /* the instance's memory limit refused an allocation */
  GUARD_POOL = 4,         /* the pool that instances share is used up */
  GUARD_GRANTED = 5,      /* one call asked for more bytes in total than it may */
  GUARD_OUTPUT = 6,       /* print wrote more than it may */
  GUARD_INSTRUCTIONS = 7, /* the instruction limit passed (counting states only) */
  GUARD_DEPTH = 8,        /* calls nested too deep */
  GUARD_BUSY = 9,         /* a call into this state, or from this thread, is already running */
  GUARD_HOST = 10         /* the host itself ran out of memory */
} GuardStatus;
#endif
