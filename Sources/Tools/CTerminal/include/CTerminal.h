#ifndef PARLOR_CTERMINAL_H
#define PARLOR_CTERMINAL_H
/* The guard of a terminal that a program draws on. The guard restores the terminal whenever the
   process ends or stops. It is written in C, because a signal handler may call only functions that
   are safe there. */

#include <stdbool.h>

/* The most bytes of a sequence for entering or for leaving. */
enum { TERMINAL_SEQUENCE = 256 };

/* Puts the terminal on `input` into raw mode and writes `enter` to `output`. From now on, an exit,
   a crash, or a signal that ends or stops the process writes `leave` and restores the old mode. When
   a stopped process continues, it puts the terminal into raw mode again. If standard error is a
   terminal, its text is kept until the terminal is restored, and then shown. Ctrl-C still raises its
   signal. Returns false without a change if `input` is no terminal or a sequence is too long. */
bool terminal_enter(int input, int output, const char *enter, const char *leave);

/* Restores the terminal. Does nothing if the terminal isn't in raw mode. */
void terminal_leave(void);

/* Returns whether everything must be redrawn, because the window was resized or the process was
   stopped. Resets the answer to false. */
bool terminal_take_change(void);

/* Gets the size of the window; returns false if it is unknown. */
bool terminal_size(int output, int *columns, int *rows);

#endif
