"""A run of the program, watched for its use of resources and for the way in which it ends."""

import array
import fcntl
import os
import resource
import select
import signal
import subprocess
import termios
import time

from keeper import KEEPER, Stopped

LARGEST = 400 << 20  # bytes resident, of any command
FLOOD = 64 << 20  # bytes of one answer, or of the whole output of a command
TALK = 2 << 20  # bytes of output after one typed line: a screen, and the text that hooks may print for an event
STANDSTILL = 120  # wall-clock seconds without an answer and without work: this is a deadlock, however busy the machine is
TICKS = os.sysconf("SC_CLK_TCK")


class Finding(Exception):
    """A condition that the program has violated."""

    def __init__(self, kind, where, detail):
        super().__init__(f"{kind} {where}: {detail}")
        self.kind, self.where, self.detail = kind, where, detail


def used(pid):
    """Returns the processor time of a process in seconds, and its resident bytes; None if they can't be known."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return None


def last_words(errors):
    """Returns the message that a program printed when it trapped."""
    lines = errors.decode(errors="replace").splitlines()
    fatal = [line for line in lines if "Fatal error" in line] or [line for line in lines if " in " in line and " at " in line]
    return fatal[0].strip()[:160] if fatal else ""


class Program:
    """A process that leads a group of its own. The group is killed when its leader has ended or must end."""

    def __init__(self, command, folder, home, parlor_home, output=subprocess.PIPE, name="program"):
        self.name = name
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": str(folder), "TERM": "dumb", "LANG": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no", "PARLOR_HOME": str(parlor_home),
        }
        self.errors = open(home / "stderr", "w+b")
        # on Linux a child's maximum includes the time before it became the program, and begins with the maximum of this process
        self.inherited = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            self.process = KEEPER.start(lambda: subprocess.Popen(
                command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=output, stderr=self.errors,
                start_new_session=True))
        except BaseException:
            self.errors.close()
            raise
        self.buffer = b""
        self.usage = None

    # ---- watching ----

    def look(self):
        """Returns the seconds of processor time so far. Too much memory is a finding at once, before the whole machine runs short."""
        now = used(self.process.pid)
        if not now:
            return None
        if now[1] > LARGEST:
            self.refuse("memory", self.name, f"{now[1] >> 20} MB resident")
        return now[0]

    def refuse(self, kind, where, detail):
        self.kill()
        raise Finding(kind, where, detail)

    def has_ended(self):
        return self.process.returncode is not None or os.waitid(
            os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def hear(self, seconds, where):
        """Waits for output for at most `seconds`, and reads it. Returns the bytes: empty at the end of the output, None if there
        was no output."""
        if not self.process.stdout or not select.select([self.process.stdout], [], [], seconds)[0]:
            return None
        part = os.read(self.process.stdout.fileno(), 1 << 16)
        self.buffer += part
        if len(self.buffer) > FLOOD:
            self.refuse("flood", where, f"over {FLOOD >> 20} MB")
        return part

    def watch(self, budget, where, is_done, step=0.05):
        """Reads output until `is_done` returns a value, which is returned, or until the output has ended (None).

        `budget`: seconds of processor time from now. A program that neither works nor writes output for a while is a finding.
        """
        begin = latest = self.look() or 0
        wall = idle = time.monotonic()
        while True:
            done = is_done()
            now = self.look()
            if now is not None and now - begin > budget:
                self.refuse("time", where, f"{now - begin:.2f} s of processor time, of {budget:.2f} s")
            if done is not None:
                return done
            ended = self.has_ended()  # before reading, so that all output of a program that has ended is read
            part = self.hear(step, where)
            if part == b"" or ended and part is None:
                return None
            if not self.process.stdout:
                time.sleep(step)
            if part or (now or 0) > latest + 0.02:
                latest, idle = now or latest, time.monotonic()
            if time.monotonic() - idle > STANDSTILL:
                self.refuse("standstill", where, f"no answer and no work for {STANDSTILL} s")
            if now is None and time.monotonic() - wall > STANDSTILL + 10 * budget:  # on this system the processor time isn't known
                self.refuse("time", where, f"no answer within {STANDSTILL + 10 * budget:.0f} s")

    def read_line(self, budget, where):
        """Returns the next line of output; None at the end of the output."""
        if self.watch(budget, where, lambda: b"\n" in self.buffer or None) is None:
            return None
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line

    # ---- feeding ----

    def write(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (OSError, ValueError):
            pass  # the program has ended; `end` reports how

    def unread(self):
        """Returns the number of bytes of input that the program hasn't read yet."""
        count = array.array("i", [0])
        try:
            fcntl.ioctl(self.process.stdin.fileno(), termios.FIONREAD, count)
        except (OSError, ValueError):
            return 0
        return count[0]

    def feed(self, line, budget, where):
        """Writes a line, and waits until the program reads it. By then the program has handled the line before, within the budget.

        Returns false if the program has ended.
        """
        said = len(self.buffer)
        self.write(line)
        goes_on = self.watch(budget, where, lambda: True if self.unread() == 0 else None, 0.005) is not None
        if len(self.buffer) - said > TALK:
            self.refuse("flood", where, f"{len(self.buffer) - said >> 20} MB")
        return goes_on

    def close_input(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass

    # ---- ending ----

    def kill(self):
        KEEPER.end(self.process.pid)

    def reap(self):
        """Returns the exit code of the program, which must have ended, and ends the processes that it has left behind."""
        if self.process.returncode is None:
            os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
            self.kill()
            KEEPER.forget(self.process.pid)
            _, status, self.usage = os.wait4(self.process.pid, 0)
            self.process.returncode = os.waitstatus_to_exitcode(status)
        return self.process.returncode

    def close(self):
        """Ends the program, whatever it is doing."""
        self.kill()
        self.reap()
        self.close_input()
        if self.process.stdout:
            self.process.stdout.close()
        self.errors.close()

    def end(self, budget, where, closes=True):
        """Waits for the end of the program, within `budget` seconds of processor time. Returns the exit code, the rest of the
        output, and the errors.

        `closes`: whether to close the input. It is False if another process writes the input.
        """
        try:
            if closes:
                self.close_input()
            begin = self.look() or 0
            self.watch(budget, where, lambda: None)
            left = max(budget - ((self.look() or begin) - begin), 0.05)
            self.watch_end(left, where)
            self.errors.seek(0)
            errors = self.errors.read(1 << 20)
            code = self.reap()
            if KEEPER.stopped:
                raise Stopped
            factor = 1 if os.uname().sysname == "Darwin" else 1024
            if code < 0:
                raise Finding("signal", where, f"{signal.Signals(-code).name} {last_words(errors)}")
            if self.usage.ru_maxrss * factor > LARGEST and self.usage.ru_maxrss > self.inherited:
                raise Finding("memory", where, f"{self.usage.ru_maxrss * factor >> 20} MB resident")
            if code == 70:
                raise Finding("fault", where, errors.decode(errors="replace").strip()[-200:] or "exit code 70")
            return code, self.buffer, errors
        finally:
            self.close()

    def watch_end(self, budget, where):
        """Waits until the program itself ends, after its output has ended."""
        begin, wall = self.look() or 0, time.monotonic()
        while not self.has_ended():
            spent = (self.look() or 0) - begin
            if spent > budget or time.monotonic() - wall > STANDSTILL:
                kind = "time" if spent > budget else "standstill"
                self.refuse(kind, where, f"not ended after {spent:.1f} s of processor time")
            time.sleep(0.01)
