#!/usr/bin/env python3
"""Replaces the program in selftest.py, and misbehaves in the way that its first argument selects."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path


def leave_child():
    """Starts a process of its own group that outlives it. Writes both process ids into a file beside this one."""
    child = subprocess.Popen(["sleep", "600"])
    place = Path(__file__).parent / f"pids-{os.getpid()}"
    place.write_text(f"{os.getpid()} {child.pid}")


def hog():
    hoard = b"x" * (100 << 20)
    time.sleep(60)
    return hoard


def spin():
    while True:
        pass


def talk():
    while True:
        print("x" * 10000)


def drive():
    """Answers each line with the fields that the request has as `answer`. A digest is different each time."""
    for number, line in enumerate(sys.stdin):
        request = json.loads(line)
        canned = {"digest": {"ok": {"digest": str(number)}}, "open": {"ok": {"match": 1, "ply": 0, "turn": [1]}}}
        answer = request.get("answer") or canned.get(request["op"]) or {"ok": {}}
        print(answer if isinstance(answer, str) else json.dumps({"id": request["id"], **answer}), flush=True)


def slow_line():
    for line in sys.stdin:
        if line == "slow\n":
            spin()


ACTS = {
    "abort": os.abort, "blame": lambda: sys.exit(70), "hog": hog, "spin": spin, "talk": talk, "slow-line": slow_line,
    "sleep": lambda: time.sleep(600), "close-and-sleep": lambda: (os.close(1), time.sleep(600)),
    "mute": lambda: os.close(1), "show": lambda: print("canary"), "drive": drive, "child": leave_child,
    "child-and-sleep": lambda: (leave_child(), time.sleep(600)), "escape": lambda: Path("escaped").touch(),
    "good": lambda: print("x"),
}

if __name__ == "__main__":
    # whatever the fuzzer's arguments are, a file beside this one selects the behaviour
    act = Path(__file__).with_name("act")
    ACTS[act.read_text() if act.exists() else sys.argv[1]]()
