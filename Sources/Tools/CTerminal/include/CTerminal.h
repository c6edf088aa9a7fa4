#ifndef PARLOR_CTERMINAL_H
#define PARLOR_CTERMINAL_H
/* The guard of a terminal that a program draws on. Whatever ends or stops the process gives the terminal back as it was:
   what runs then calls only what is safe in a signal handler, and so it stands in C. */

#include <stdbool.h>

/* The most bytes of what is written on entering and on leaving. */
enum { TERMINAL_SEQUENCE = 256 };

/* Takes the terminal: raw mode on `input`, then `enter` is written to `output`. From now on, an exit, a signal that ends the
   process and a crash write `leave` and bring the old mode back; a stop does, too, and the terminal is taken again when the
   process goes on. Meanwhile what goes to standard error is kept where that is a terminal, and shown on leaving. Ctrl-C
   stays the program's own affair. False where this is no terminal; then nothing was changed. */
bool terminal_enter(int input, int output, const char *enter, const char *leave);

/* Gives the terminal back; nothing if it isn't taken. */
void terminal_leave(void);

/* Must everything be drawn anew, because the window has another size or the process was stopped? Asking forgets it. */
bool terminal_take_change(void);

/* The size of the window; false if it can't be told. */
bool terminal_size(int output, int *columns, int *rows);

#endif
