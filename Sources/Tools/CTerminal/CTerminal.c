#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* The signals that end the process, unless they were ignored before. */
static const int deadly[] = {SIGHUP, SIGTERM, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
enum { DEADLY = sizeof deadly / sizeof deadly[0], ERRORS_SHOWN = 64 * 1024 };

static struct termios old_mode, raw_mode;
static char entering[TERMINAL_SEQUENCE + 1], leaving[TERMINAL_SEQUENCE + 1];
static int input = -1, output = -1;
static int kept_errors = -1, old_errors = -1;
static volatile sig_atomic_t is_taken, is_wanted, has_changed;

static void put(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = write(descriptor, bytes, count);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return; /* the terminal is closed, so nobody could read an error message */
    bytes += sent;
    count -= (size_t)sent;
  }
}

/* Sets the mode. In a background process this call raises SIGTTOU, which would stop the process, so
   SIGTTOU is blocked meanwhile. */
static void set_mode(const struct termios *mode) {
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  while (tcsetattr(input, TCSANOW, mode) != 0 && errno == EINTR) {}
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Redirects standard error into an unnamed file, because its text would be overwritten on the
   screen that the program draws. */
static void keep_errors(void) {
  static bool is_tried;
  if (!isatty(STDERR_FILENO)) return;
  if (!is_tried) {
    is_tried = true; /* only once: later calls may come from a signal handler, where tmpfile is unsafe */
    FILE *file = tmpfile();
    if (file == NULL) return;
    kept_errors = dup(fileno(file));
    fclose(file);
    old_errors = dup(STDERR_FILENO);
  }
  if (kept_errors >= 0 && old_errors >= 0) dup2(kept_errors, STDERR_FILENO);
}

static void show_errors(void) {
  if (kept_errors < 0 || old_errors < 0) return;
  dup2(old_errors, STDERR_FILENO);
  char bytes[1024];
  size_t shown = 0;
  lseek(kept_errors, 0, SEEK_SET);
  for (ssize_t got; shown < ERRORS_SHOWN && (got = read(kept_errors, bytes, sizeof bytes)) > 0; shown += (size_t)got)
    put(STDERR_FILENO, bytes, (size_t)got);
  if (ftruncate(kept_errors, 0) == 0) lseek(kept_errors, 0, SEEK_SET);
}

static void take(void) {
  set_mode(&raw_mode);
  is_taken = 1;
  keep_errors();
  put(output, entering, strlen(entering));
}

static void give_back(void) {
  if (!is_taken) return;
  is_taken = 0;
  put(output, leaving, strlen(leaving));
  set_mode(&old_mode);
  show_errors();
}

void terminal_leave(void) {
  is_wanted = 0;
  give_back();
}

/* Restores the terminal and raises the signal again. The signal has its default action now, which
   ends the process when this handler returns. Swift's own handler isn't called, because at a
   terminal that handler asks for a key and waits, so the program would seem to hang. */
static void on_end(int number) {
  terminal_leave();
  raise(number);
}

static void on_stop(int number) {
  int kept = errno;
  give_back();
  raise(SIGSTOP);
  (void)number;
  errno = kept;
}

static void on_continue(int number) {
  int kept = errno;
  (void)number;
  /* don't take the terminal in the background, where another process uses it. If this process
     then reads from the terminal, it is stopped again */
  if (is_wanted && tcgetpgrp(input) == getpgrp()) {
    is_taken = 0;
    take();
    has_changed = 1;
  }
  errno = kept;
}

static void on_resize(int number) {
  (void)number;
  has_changed = 1;
}

static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action = {0}, before;
  sigaction(number, NULL, &before);
  if (before.sa_handler == SIG_IGN) return;
  sigemptyset(&action.sa_mask);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, NULL);
}

static void handle_all(void) {
  static bool is_done;
  if (is_done) return;
  is_done = true;
  /* the handler needs a stack of its own, because the signal may come from a stack overflow */
  static char room[64 * 1024];
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  sigaltstack(&stack, NULL);
  for (int i = 0; i < DEADLY; i++) handle(deadly[i], on_end, SA_ONSTACK | SA_RESETHAND);
  handle(SIGTSTP, on_stop, SA_RESTART);
  handle(SIGCONT, on_continue, SA_RESTART);
  handle(SIGWINCH, on_resize, 0);
  atexit(terminal_leave);
}

bool terminal_enter(int from, int to, const char *enter, const char *leave) {
  if (is_taken) return true;
  if (!isatty(to) || tcgetattr(from, &old_mode) != 0) return false;
  if (strlen(enter) > TERMINAL_SEQUENCE || strlen(leave) > TERMINAL_SEQUENCE) return false;
  strcpy(entering, enter);
  strcpy(leaving, leave);
  input = from;
  output = to;
  raw_mode = old_mode;
  cfmakeraw(&raw_mode);
  raw_mode.c_lflag |= ISIG; /* Ctrl-C, Ctrl-\ and Ctrl-Z stay signals, also while a script runs */
  raw_mode.c_oflag |= OPOST;
  is_wanted = 1;
  handle_all();
  take();
  return true;
}

bool terminal_take_change(void) {
  bool changed = has_changed;
  has_changed = 0;
  return changed;
}

bool terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
