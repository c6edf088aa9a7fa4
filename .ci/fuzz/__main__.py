"""A standing adversary: hostile games by grammar and broken files, through every command of the program.

  .ci/fuzz [--seed N] [--seconds N | --cases N] [--case N] [--only SCENARIO] [--like FRAGMENT] [--jobs N]
           [--program PATH] [--work FOLDER] [--again FOLDER]

Prints its seed first. A case depends only on the seed and the number of the case. A finding is stored in .build/fuzz/, with the
command that repeats it, and the run continues. The exit code is 1 if there was a finding. See README.md beside this file.
"""

import argparse
import base64
import json
import random as randomness
import re
import signal
import sys
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

import commands
from keeper import KEEPER, Stopped
from program import Finding
from workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]


def run(options, number):
    """Runs a case. Returns its facts, and the finding or None."""
    random = randomness.Random(f"{options.seed}/{number}")
    workspace = Workspace(options.program, ROOT, options.work / f"case-{options.seed}-{number}")
    facts, happen = commands.case(workspace, random, options.only)
    facts = {"seed": options.seed, "case": number, **facts}
    try:
        if options.like and not any(options.like in name for name in facts["used"]):
            return None, None
        happen()
        return facts, None
    except Stopped:
        return None, None
    except Finding as finding:
        if KEEPER.stopped:
            return None, None
        name = re.sub(r"[^a-z0-9]+", "-", f"{finding.kind} {finding.where}".lower()).strip("-")[:60]
        workspace.keep(options.work / f"{name}-{options.seed}-{number}", finding, facts)
        return facts, finding
    except Exception:
        if KEEPER.stopped:
            return None, None
        print(f"case {number} of seed {options.seed} is the fuzzer's own mistake:", flush=True)
        raise
    finally:
        workspace.close()


def again(options, folder):
    """Repeats a stored finding, act by act."""
    facts = json.loads((folder / "acts.json").read_text())
    print(f"{facts['kind']} {facts['where']}: {facts['detail']}\nmade of: {', '.join(facts['used'])}")
    workspace = Workspace(options.program, ROOT, options.work / "again")
    try:
        for act in facts["acts"]:
            if act["act"] == "run":
                workspace.run(act["arguments"], base64.b85decode(act["lines"]), act["budget"], act["full"],
                              act.get("each"), act.get("kill_after"))
            elif act["act"] == "drive":
                session = workspace.drive()
                for line, budget, operation in act["requests"]:
                    line = base64.b85decode(line)
                    answer = session.ask_line(line, budget, operation)
                    if options.show:
                        print("<", line.decode(errors="replace")[:500], "\n>", json.dumps(answer)[:500])
                session.end()
            else:
                workspace.act(act)
        print("nothing broke this time: what two answers say together only the case itself compares: "
              f"make fuzz SEED={facts['seed']} CASE={facts['case']}")
        return 0
    except Finding as finding:
        print(f"again: {finding}")
        return 1
    finally:
        workspace.close()


def signature(finding):
    """Returns the same value for two findings that count as one."""
    return finding.kind, finding.where, re.sub(r"[0-9]+", "0", finding.detail)[:80]


class Tally:
    """The findings of a campaign so far."""

    def __init__(self, options):
        self.options, self.begin, self.known, self.counts = options, time.monotonic(), {}, {}

    def add(self, facts, finding):
        self.counts[facts["scenario"]] = self.counts.get(facts["scenario"], 0) + 1
        if not finding:
            return
        key = signature(finding)
        self.known[key] = self.known.get(key, 0) + 1
        if self.known[key] == 1:
            print(f"\n{finding}\n  case {facts['case']} after {time.monotonic() - self.begin:.0f} s, {facts['scenario']}: "
                  f"{', '.join(facts['used'])[:300]}\n  again: make fuzz SEED={self.options.seed} CASE={facts['case']}", flush=True)

    def tell(self):
        """Prints the last line. Returns the exit code."""
        counts = ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items()))
        print(f"\nseed {self.options.seed}: {sum(self.counts.values())} cases in {time.monotonic() - self.begin:.0f} s ({counts}); "
              f"{len(self.known)} findings" + (f", kept in {self.options.work}" if self.known else ""), flush=True)
        return 1 if self.known else 0


def campaign(options):
    tally = Tally(options)
    numbers = iter([options.case] if options.case is not None else range(1, options.cases + 1 if options.cases else 1 << 60))
    pending = set()
    with ThreadPoolExecutor(options.jobs) as pool:
        try:
            while True:
                while len(pending) < options.jobs and (not options.seconds or time.monotonic() - tally.begin < options.seconds):
                    number = next(numbers, None)
                    if number is None:
                        break
                    pending.add(pool.submit(run, options, number))
                if not pending:
                    break
                ready, pending = wait(pending, return_when=FIRST_COMPLETED)
                for one in ready:
                    facts, finding = one.result()
                    if facts is not None:
                        tally.add(facts, finding)
        except KeyboardInterrupt:
            pass
        finally:
            KEEPER.stop()  # end everything that still runs
    return tally.tell()


def interrupt(*_):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # ignore further signals, because the cleaning up follows
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(prog=".ci/fuzz", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, help="what all cases follow from; by default the time")
    parser.add_argument("--seconds", type=float, default=0, help="how long; without it, and without --cases, until Ctrl-C")
    parser.add_argument("--cases", type=int, default=0)
    parser.add_argument("--case", type=int, help="this case alone")
    parser.add_argument("--only", choices=list(commands.SCENARIOS))
    parser.add_argument("--like", help="only cases with a fragment whose name has this in it")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--program", type=Path, default=ROOT / ".build" / "release" / "parlor")
    parser.add_argument("--work", type=Path, default=ROOT / ".build" / "fuzz", help="where cases happen and findings are kept")
    parser.add_argument("--again", type=Path, help="a folder of a finding")
    parser.add_argument("--show", action="store_true", help="with --again: requests and answers")
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    if options.seed is None:
        options.seed = int(time.time())
    if not options.program.exists():
        sys.exit(f"There is no {options.program}: build it first, or name another with --program.")
    if options.again:
        try:
            return again(options, options.again)
        except KeyboardInterrupt:
            return 1
    print(f"seed {options.seed}", flush=True)
    return campaign(options)


if __name__ == "__main__":
    sys.exit(main())
