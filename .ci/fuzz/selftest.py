"""Checks that each kind of finding occurs once, against a stub that misbehaves, and that all processes of the fuzzer end with it.

A check that never finds anything proves nothing, so this test shows which checks do. Takes a few seconds; `make test-fuzz` runs it first.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import commands
import driving
import games
import program
from program import Finding
from workspace import Workspace, judge

HERE = Path(__file__).resolve().parent
BUDGET = 20.0
failures = []


def check(name, good, detail=""):
    if not good:
        failures.append(name)
        print(f"selftest: {name}: {detail}")


def fires(kind, name, act):
    """Checks that `act` ends in a finding of this kind."""
    try:
        act()
    except Finding as finding:
        check(name, finding.kind == kind, f"a finding of kind {kind} was expected, there was: {finding}")
    else:
        check(name, False, f"nothing was found, instead of {kind}")


def is_alive(pid):
    """Returns whether a process exists and isn't only waiting to be reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        pass
    try:
        os.kill(pid, 0)
        return not Path("/proc").is_dir() or Path(f"/proc/{pid}").is_dir()
    except OSError:
        return False


def all_end(pids, seconds=10):
    end = time.monotonic() + seconds
    while any(is_alive(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.02)
    return [pid for pid in pids if is_alive(pid)]


def pids_beside(stub, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for place in stub.parent.glob("pids-*"):
            numbers = place.read_text().split()
            if len(numbers) == 2:
                place.unlink()
                return [int(number) for number in numbers]
        time.sleep(0.02)
    return []


class Picks(random.Random):
    """A random generator whose first choices are given."""

    def randrange(self, *_):
        return 2


def commands_fire(place):
    """Checks the kinds of findings of a command that runs to its end."""
    def run(name, **more):
        workspace = place(name)
        workspace.run([name], **{"budget": BUDGET, **more})
    fires("signal", "a signal", lambda: run("abort"))
    fires("fault", "exit code 70", lambda: run("blame"))
    fires("memory", "memory", lambda: run("hog"))
    fires("time", "processor time", lambda: run("spin", budget=0.3))
    fires("time", "processor time of one line", lambda: run("slow-line", lines=b"quick\nslow\nquick\n", each=0.5))
    fires("standstill", "a standstill", lambda: run("sleep"))
    fires("standstill", "a standstill at the end", lambda: run("close-and-sleep"))
    fires("flood", "a flood", lambda: run("talk"))
    fires("silence", "a full disk", lambda: run("mute", full=True))
    fires("reach", "a file of another folder", lambda: commands.folders(place("show"), Picks(1), games.base(random.Random(1))))
    fires("reach", "a script that wrote a file", lambda: run("escape"))
    run("good")


def answers_fire(place):
    """Checks the kinds of findings in the answers of the line protocol."""
    workspace = place("drive")
    game = games.base(random.Random(1))
    driver = driving.Driver(workspace, random.Random(1), game)

    def ask(answer, op="play"):
        return lambda: driver.ask({"op": op, "answer": answer}, 2)
    fires("internal", "an error of its own", ask({"error": {"kind": "internal", "message": "x"}}))
    for name, answer in {"no JSON": "x", "another id": '{"id":0,"ok":{}}', "NaN": '{"id":1,"ok":{"x":NaN}}', "two kinds":
                         {"ok": {}, "error": {"kind": "x"}}, "a turn after the end": {"ok": {"turn": [1], "outcome": {"draw": True}}},
                         "no turn and no end": {"ok": {"turn": [], "outcome": None}}, "a ply below 0": {"ok": {"ply": -1}}}.items():
        fires("answer", name, ask(answer))
    for outcome in ({"scores": []}, {"win": [1, 1]}, {"win": [17]}, {"draw": True, "win": [1]}, {}):
        fires("outcome", f"the outcome {outcome}", ask({"ok": {"outcome": outcome, "turn": []}}))
    fires("length", "a long text", lambda: driver.inspect_moves([{"text": "x" * 5000}]))
    table = driving.Table(1, {})
    fires("digest", "looking that writes", lambda: driver.look(table))
    fires("digest", "another match after loading", lambda: driver.same(table, 2, "load"))
    game.leaks = True
    fires("secret", "a leak", ask({"ok": {"view": {"x": "canaryone"}}}, "view"))
    fires("answer", "bytes after the last answer", lambda: judge(b"\xff", "judge"))
    driver.session.end()


def nothing_is_left(place, stub):
    """Checks that processes which a command leaves behind end with the case, and that all processes end with the fuzzer, however
    it ends."""
    place("child").run(["child"], budget=BUDGET)
    left = pids_beside(stub)
    check("a child that was left behind", left and not all_end(left), f"still there: {left}")
    (stub.parent / "act").write_text("child-and-sleep")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
        fuzzer = subprocess.Popen(
            [sys.executable, str(HERE), "--program", str(stub), "--seed", "1", "--only", "lines", "--work", str(stub.parent)],
            stdout=subprocess.DEVNULL, start_new_session=True)
        started = pids_beside(stub)
        check(f"something ran before {number.name}", len(started) == 2, "nothing was started")
        fuzzer.send_signal(number)
        left = all_end([fuzzer.pid, *started])
        code = fuzzer.poll()
        check(f"the end by {number.name}", not left and started, f"still there: {left}")
        check(f"the exit code after {number.name}", code == (-9 if number == signal.SIGKILL else 0), f"exit code {code}")
        if fuzzer.poll() is None:
            fuzzer.kill()
            fuzzer.wait()
    (stub.parent / "act").unlink()


def main():
    begin = time.monotonic()
    program.LARGEST, program.FLOOD, program.STANDSTILL = 80 << 20, 1 << 20, 1.5
    folder = Path(tempfile.mkdtemp(prefix="fuzz-selftest-"))
    try:
        stub = folder / "stub.py"
        shutil.copy(HERE / "stub.py", stub)
        stub.chmod(0o755)

        def place(name):
            return Workspace(stub, folder, folder / f"case-{name}")
        commands_fire(place)
        answers_fire(place)
        nothing_is_left(place, stub)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"selftest of the fuzzer: {len(failures)} failures, {time.monotonic() - begin:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
