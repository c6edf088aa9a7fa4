"""Writers that append entries. Each intent has one nonce, and is requested until its result is known."""

import asyncio
import time

import names
from worker import Died, Silent

# seconds within which the result of an intent must be known, whatever fails meanwhile
LONGEST = 180


async def decided(workers, random, ledger, match, number, nonce, text, die=False):
    """Requests an entry from any worker until the result is known. Returns ("stored", None) or ("taken", entry)."""
    begin = time.monotonic()
    ledger.tries(match, nonce)
    while True:
        worker = random.choice(workers)
        try:
            answer = await worker.append(match, number, nonce, text, die=die)
        except Died:
            ledger.retries += 1
            die = False
            continue
        if answer["outcome"] == "stored":
            ledger.stored(match, number, nonce, text, time.monotonic() - begin)
            return "stored", None
        if answer["outcome"] == "taken":
            return "taken", worker.entry(answer["entry"])
        if answer["outcome"] != "unavailable":
            raise Silent(f"{worker.name} says {answer} to entry {number} of {match}")
        ledger.unavailable += 1
        if time.monotonic() > begin + LONGEST:
            raise Silent(f"for {LONGEST} s nobody knew what became of entry {number} of {match}: {answer}")
        await asyncio.sleep(0.2)


async def race(workers, random, ledger, match, rounds, writers=8):
    """Lets all writers request the same entry number, in each of many rounds."""
    for number in range(1, rounds + 1):
        async def one(writer):
            nonce = names.nonce(random, f"w{writer}")
            outcome, entry = await decided(
                [workers[writer % len(workers)]], random, ledger, match, number, nonce, f"{writer}")
            ledger.raced(match, number, nonce, outcome, entry and entry[1])
        await asyncio.gather(*(one(writer) for writer in range(writers)))


async def player(name, workers, random, ledger, match, length, over, deadly):
    """Appends to a match at the same time as others, until the match is long enough or the time is up. Now and then kills the
    worker that gets the request."""
    number = 1
    while number <= length and not over.is_set():
        nonce = names.nonce(random, name)
        while True:  # the same intent, at a later number if another writer was first
            die = deadly() and not over.is_set()
            outcome, entry = await decided(
                workers, random, ledger, match, number, nonce, f"{name} {number}", die=die)
            number += 1
            if outcome == "stored":
                break
            if entry[1] == nonce:
                raise Silent(f"{nonce} was told of its own entry {entry}")
        await asyncio.sleep(random.uniform(0.005, 0.05))
