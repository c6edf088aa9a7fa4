"""Ends the processes that the fuzzer started when the fuzzer has ended, however it ended: after a SIGKILL nobody else would do this.

Reads lines from its input: `+7` means that process group 7 was started, `-7` that it was ended. At the end of the input, the groups
that are left are killed. The keeper has a session of its own, so that Ctrl-C and the end of a terminal don't end it.
"""

import os
import signal
import subprocess
import sys
import threading


class Keeper:
    """The fuzzer's side of the keeper. It reports every process group to the keeper, and kills the groups that are left when the
    fuzzer stops."""

    def __init__(self):
        self.lock, self.groups, self.stopped, self.process = threading.Lock(), set(), False, None

    def start(self, make):
        """Starts a process that leads a group of its own, by calling `make`. Returns the process, or raises Stopped."""
        with self.lock:  # so that no process is started while all are being ended
            if self.stopped:
                raise Stopped
            if self.process is None:
                self.process = subprocess.Popen(
                    [sys.executable, "-IS", __file__], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                    start_new_session=True)
            process = make()
            self.groups.add(process.pid)
            self.tell(f"+{process.pid}\n")
            return process

    def end(self, group):
        """Kills the group's processes. The leader must not be reaped yet, so that the number still belongs to this group."""
        with self.lock:
            if group in self.groups:
                kill(group)

    def forget(self, group):
        """Forgets a group that was killed and whose leader is about to be reaped."""
        with self.lock:
            self.groups.discard(group)
            self.tell(f"-{group}\n")

    def stop(self):
        """Kills everything that runs, and prevents new processes."""
        with self.lock:
            self.stopped = True
            for group in self.groups:
                kill(group)

    def tell(self, line):
        try:
            os.write(self.process.stdin.fileno(), line.encode())
        except OSError:
            self.stopped = True  # nobody would end a process that is started after this
            raise


class Stopped(Exception):
    """The fuzzer stops, so processes that end now were ended by the fuzzer itself."""


def kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # no process is left; macOS gives PermissionError for processes that wait to be reaped
        pass


def watch():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups = set()
    for line in sys.stdin:
        group = int(line[1:])
        groups.add(group) if line[0] == "+" else groups.discard(group)
    for group in groups:
        kill(group)


KEEPER = Keeper()

if __name__ == "__main__":
    watch()
