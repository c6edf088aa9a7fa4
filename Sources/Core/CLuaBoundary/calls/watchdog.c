/* Time limits. A permanent hook that checks the time would double the time of running code.
   Therefore a watchdog thread sends a signal to the thread of a call whose deadline has passed. The
   handler runs on that thread: it marks the guard as killed and installs the hook that ends the
   call at its next instruction. A call can't end while the watchdog sends the signal, so the signal
   never hits a later call. A signal that finds no condemned call is ignored.

   The limit of a call is processor time, not wall-clock time, so that other load on the machine
   doesn't end a call. The watchdog checks the wall clock first, because the processor time of a
   thread is never more than the wall-clock time. The wall clock is also an outer limit.

   Only the watchdog reads clocks, because reading the time at every call would take as long as all
   other work for a call. The time of a call starts when the watchdog first sees the call. That may
   be late by one tick or by a 64th of the call's allowed time, whichever is longer. The watchdog
   sleeps as long as this precision permits, and at most until the first known call can expire. A
   call whose allowed time is too short for the current interval wakes the watchdog, which then uses
   a shorter interval for some time. So wakes are rare, and for most calls the check costs one
   comparison. */
#include "guard.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __APPLE__
#include <mach/mach.h>
#endif

enum { STACK_SIZE = 4 << 20, REMINDER = 8 /* checks after the kill until the first reminder */ };
/* The shortest and the longest interval between two checks of the watchdog, in ns. If no call has
   needed the current interval for PATIENCE ns, the interval grows. */
enum { TICK = 1000000, LONGEST = 50000000, PATIENCE = 500000000 };
/* The watchdog may see a call late by one PART-th of the call's allowed time. The interval is set
   to one USUAL_PART-th of that time, so that calls with slightly less time needn't wake the
   watchdog. */
enum { PART = 64, USUAL_PART = 128 };
/* The wall-clock limit of a call: OUTER_BOUND times its processor time, and at least OUTER_LEAST
   ns. */
enum { OUTER_BOUND = 30, OUTER_LEAST = 1000000000 };

_Thread_local ThreadRecord *guard_thread;

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wanted; /* wakes the watchdog */
static ThreadRecord *records;
/* A call with less time than this, in ns, must wake the watchdog. While the watchdog is parked,
   every call must wake it. */
static _Atomic int64_t unwatched;
/* The shortest allowed time of the calls that woke the watchdog; under the lock. */
static int64_t shortest = INT64_MAX;
static _Atomic uint64_t sent, stray;
static struct sigaction earlier_action;
static pthread_once_t started = PTHREAD_ONCE_INIT;
static bool watching;

static int64_t now_in_nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Returns the processor time of this thread, in ns, or -1 if the system doesn't report it. The
   thread must be running. */
static int64_t processor_time(const ThreadRecord *record) {
#ifdef __APPLE__
  thread_basic_info_data_t info;
  mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
  if (thread_info(record->port, THREAD_BASIC_INFO, (thread_info_t)&info, &count) != KERN_SUCCESS) return -1;
  return ((int64_t)info.user_time.seconds + info.system_time.seconds) * 1000000000
         + ((int64_t)info.user_time.microseconds + info.system_time.microseconds) * 1000;
#else
  struct timespec t;
  if (!record->has_clock || clock_gettime(record->clock, &t) != 0) return -1;
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
#endif
}

/* Finds the processor clock of the calling thread. */
static void find_clock(ThreadRecord *record) {
#ifdef __APPLE__
  record->port = pthread_mach_thread_np(pthread_self());
#else
  record->has_clock = pthread_getcpuclockid(pthread_self(), &record->clock) == 0;
#endif
}

static int64_t later(int64_t from, int64_t by) { return by < INT64_MAX - from ? from + by : INT64_MAX; }

/* Starts the time of a call that wasn't seen before. */
static void begin_to_watch(ThreadRecord *r, uint64_t serial, int64_t now) {
  int64_t allowed = atomic_load(&r->allowed);
  int64_t most = allowed < INT64_MAX / OUTER_BOUND ? allowed * OUTER_BOUND : INT64_MAX;
  r->seen = serial;
  r->looks = 0;
  r->due = later(now, allowed);
  r->latest = later(now, most > OUTER_LEAST || allowed <= 0 ? most : OUTER_LEAST);
  int64_t used = processor_time(r);
  r->spent = used < 0 ? INT64_MAX : later(used, allowed);
  if (used < 0) r->latest = r->due; /* without a processor clock, use the wall clock */
}

/* Whether the time of the call is over. If it isn't over, sets `due` to the earliest time at which
   it can be over. */
static bool is_over(ThreadRecord *r, int64_t now) {
  if (now < r->due) return false;
  if (now >= r->latest) return true;
  int64_t used = processor_time(r);
  if (used < 0 || used >= r->spent) return true;
  r->due = later(now, r->spent - used);
  return false;
}

uint64_t guard_signals_sent(void) { return atomic_load(&sent); }
uint64_t guard_signals_stray(void) { return atomic_load(&stray); }

static void on_signal(int number, siginfo_t *info, void *context) {
  ThreadRecord *record = guard_thread;
  if (record && atomic_load(&record->phase) != THREAD_IDLE
      && atomic_load(&record->condemned) == atomic_load(&record->serial)) {
    guard_kill(record->guard, GUARD_TIME);
    return;
  }
  atomic_fetch_add(&stray, 1);
  if (earlier_action.sa_flags & SA_SIGINFO) {
    earlier_action.sa_sigaction(number, info, context);
  } else if (earlier_action.sa_handler != SIG_DFL && earlier_action.sa_handler != SIG_IGN) {
    earlier_action.sa_handler(number);
  }
}

/* Whether to send a killed call another signal, a reminder. Lua may lose the new hook if the signal
   comes between its check of the hooks and its next action. Each reminder waits twice as long as
   the one before, because the signal handler walks all nested calls. With very many nested calls on
   a slow machine, reminders at a fixed interval would leave the call no time to end. */
static bool is_reminder(unsigned looks) { return looks >= REMINDER && (looks & (looks - 1)) == 0; }

/* Returns the interval that a call with this allowed time needs. */
static int64_t pace_for(int64_t allowed) {
  int64_t pace = allowed / USUAL_PART;
  return pace < TICK ? TICK : pace > LONGEST ? LONGEST : pace;
}

/* The result of a check of all threads. */
typedef struct Findings {
  bool busy;     /* whether any thread has a call */
  int64_t pace;  /* the interval that the calls need */
  int64_t next;  /* the earliest time at which one of the calls can expire */
} Findings;

/* Signals every thread whose call has expired. Expects the lock. */
static Findings look(int64_t now) {
  Findings found = { .busy = false, .pace = INT64_MAX, .next = INT64_MAX };
  for (ThreadRecord *r = records; r; r = r->next) {
    int running = THREAD_RUNNING;
    if (atomic_load(&r->phase) == THREAD_IDLE) continue;
    found.busy = true;
    uint64_t serial = atomic_load(&r->serial);
    if (serial != r->seen) begin_to_watch(r, serial, now);
    int64_t pace = pace_for(atomic_load(&r->allowed));
    bool over = is_over(r, now);
    if (over) pace = TICK; /* until the call has ended, because it may need a reminder */
    else if (r->due < found.next) found.next = r->due;
    if (pace < found.pace) found.pace = pace;
    if (!over) continue;
    if (!atomic_compare_exchange_strong(&r->phase, &running, THREAD_SIGNALLING)) continue;
    if (atomic_load(&r->serial) == serial && (!guard_killed(r->guard) || is_reminder(++r->looks))) {
      atomic_store(&r->condemned, serial);
      pthread_kill(r->thread, SIGURG);
      atomic_fetch_add(&sent, 1);
    }
    atomic_store(&r->phase, THREAD_RUNNING);
  }
  return found;
}

/* Sleeps for this time, or until a call wakes the watchdog. Releases the lock meanwhile. */
static void doze(int64_t now, int64_t nanoseconds) {
#ifdef __APPLE__
  (void)now;
  struct timespec time = { nanoseconds / 1000000000, nanoseconds % 1000000000 };
  pthread_cond_timedwait_relative_np(&wanted, &list_lock, &time);
#else
  int64_t end = later(now, nanoseconds);
  struct timespec time = { end / 1000000000, end % 1000000000 };
  pthread_cond_timedwait(&wanted, &list_lock, &time);
#endif
}

static void *watch(void *unused) {
  (void)unused;
  pthread_mutex_lock(&list_lock);
  int64_t pace = TICK;
  /* When a call last needed the interval, and when any call was last seen. */
  int64_t needed = now_in_nanoseconds(), busy = needed;
  for (;;) {
    int64_t now = now_in_nanoseconds();
    Findings found = look(now);
    /* The call that woke the watchdog may have ended before it was seen. With the interval that
       this call needed, the watchdog will see the next such call. */
    if (shortest != INT64_MAX) {
      found.busy = true;
      int64_t asked = pace_for(shortest);
      if (asked < found.pace) found.pace = asked;
      shortest = INT64_MAX;
    }
    if (found.busy) busy = now;
    if (found.pace <= pace || now - needed > PATIENCE) {
      pace = found.pace < LONGEST ? found.pace : LONGEST;
      needed = now;
    }
    bool parks = now - busy > PATIENCE;
    int64_t least = parks ? INT64_MAX : pace > TICK ? pace * PART : 0;
    if (least > atomic_load(&unwatched)) {
      atomic_store(&unwatched, least);
      /* calls that were armed before this store didn't wake the watchdog: check again before
         sleeping */
      Findings again = look(now);
      if (again.pace < pace || (parks && again.busy)) {
        atomic_store(&unwatched, 0);
        busy = now;
        if (again.pace < pace) { pace = again.pace; needed = now; }
        continue;
      }
      if (again.next < found.next) found.next = again.next;
    } else {
      atomic_store(&unwatched, least);
    }
    if (parks) {
      pthread_cond_wait(&wanted, &list_lock);
      continue;
    }
    int64_t wait = found.next - now;
    if (wait > pace) wait = pace;
    doze(now, wait > TICK ? wait : TICK);
  }
  return NULL;
}

/* Wakes the watchdog for a call whose time is too short for the current interval. */
static void wake(int64_t allowed) {
  pthread_mutex_lock(&list_lock);
  atomic_store(&unwatched, 0); /* one wake is enough */
  if (allowed < shortest) shortest = allowed;
  pthread_cond_signal(&wanted);
  pthread_mutex_unlock(&list_lock);
}

static bool make_condition(void) {
#ifdef __APPLE__
  return pthread_cond_init(&wanted, NULL) == 0;
#else
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes) != 0) return false;
  bool ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 && pthread_cond_init(&wanted, &attributes) == 0;
  pthread_condattr_destroy(&attributes);
  return ok;
#endif
}

static void start(void) {
  if (!make_condition()) return;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  pthread_t thread;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old); /* the watchdog takes no signals of the host */
  if (sigaction(SIGURG, &action, &earlier_action) == 0 && pthread_create(&thread, NULL, watch, NULL) == 0) {
    pthread_detach(thread);
    watching = true;
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

typedef struct Start {
  void (*run)(void *);
  void *context;
} Start;

static void *run_thread(void *argument) {
  Start start = *(Start *)argument;
  free(argument);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGURG);
  /* A thread inherits its creator's mask, and dispatch workers block SIGURG. */
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  ThreadRecord record = { .thread = pthread_self() };
  find_clock(&record);
  pthread_mutex_lock(&list_lock);
  record.next = records;
  records = &record;
  pthread_mutex_unlock(&list_lock);
  guard_thread = &record;
  start.run(start.context);
  guard_thread = NULL;
  pthread_mutex_lock(&list_lock);
  for (ThreadRecord **at = &records; *at; at = &(*at)->next) {
    if (*at != &record) continue;
    *at = record.next;
    break;
  }
  pthread_mutex_unlock(&list_lock);
  return NULL;
}

bool guard_thread_start(void (*run)(void *), void *context) {
  pthread_once(&started, start);
  if (!watching) return false;
  Start *start = malloc(sizeof *start);
  if (!start) return false;
  *start = (Start){ run, context };
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_SIZE); /* 200 nested C calls of Lua need 384–512 KiB */
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  bool ok = pthread_create(&thread, &attributes, run_thread, start) == 0;
  pthread_attr_destroy(&attributes);
  if (!ok) free(start);
  return ok;
}

bool guard_thread_is_own(void) { return guard_thread != NULL; }

void watchdog_arm(ThreadRecord *record, Guard *guard, int64_t nanoseconds) {
  uint64_t serial = atomic_load_explicit(&record->serial, memory_order_relaxed) + 1;
  record->guard = guard;
  atomic_store_explicit(&record->allowed, nanoseconds, memory_order_relaxed);
  atomic_store_explicit(&record->serial, serial, memory_order_release);
  atomic_store(&record->phase, THREAD_RUNNING);
  if (__builtin_expect(nanoseconds < atomic_load(&unwatched), 0)) wake(nanoseconds);
}

void watchdog_disarm(ThreadRecord *record) {
  int running = THREAD_RUNNING;
  while (!atomic_compare_exchange_weak(&record->phase, &running, THREAD_IDLE)) running = THREAD_RUNNING;
}
