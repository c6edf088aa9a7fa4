"""Ends what the fuzzer started once the fuzzer is gone, however it went: after a SIGKILL nobody else would.

Reads lines from its input: `+7` a process group was started, `-7` it was ended; at the end of input the groups that are left
are killed. It stands in a session of its own, so that Ctrl-C and the end of a terminal don't reach it.
"""

import os
import signal
import subprocess
import sys
import threading


class Keeper:
    """The fuzzer's side: it tells of every process group, and kills all that are left when the fuzzer is to stop."""

    def __init__(self):
        self.lock, self.groups, self.stopped, self.process = threading.Lock(), set(), False, None

    def start(self, make):
        """Starts a process that leads a group of its own, by `make`; gives the process, or raises Stopped."""
        with self.lock:  # so that none begins while all are ended
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
        """Kills the group's processes. Its leader isn't reaped yet: the number is still its own."""
        with self.lock:
            if group in self.groups:
                kill(group)

    def forget(self, group):
        """The leader is about to be reaped, and the group was killed."""
        with self.lock:
            self.groups.discard(group)
            self.tell(f"-{group}\n")

    def stop(self):
        """Kills everything that runs, and lets nothing begin any more."""
        with self.lock:
            self.stopped = True
            for group in self.groups:
                kill(group)

    def tell(self, line):
        try:
            os.write(self.process.stdin.fileno(), line.encode())
        except OSError:
            self.stopped = True  # nobody would end what is started now
            raise


class Stopped(Exception):
    """The fuzzer is to stop; what ends now ends by its own hand."""


def kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # none left; on macOS the latter is said of those that wait to be reaped
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
