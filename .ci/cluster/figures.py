"""Measures the speed of the log on three servers, and the pause of a match when a server is killed."""

import asyncio
import random as randomness
import statistics
import time

import names
from ledger import spread
from processes import Process
from servers import Cluster
from worker import Worker


async def figures(worker, kills, folder, say):
    with open("/proc/loadavg") as load:
        say(f"load of the machine before: {load.read().split()[0]}")
    for replicas in (1, 3):
        home = folder / f"r{replicas}"
        cluster = Cluster(home)
        await cluster.start()
        try:
            say(f"\n{replicas} of 3 servers keep each entry, sync_interval: always")
            process = await Process.start(
                worker, cluster.url(replicas=replicas), "--measure", stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL)
            while line := await process.process.stdout.readline():
                say(line.decode().rstrip())
            await process.end()
            say(f"memory of the servers: {', '.join(str(server.memory()) for server in cluster.servers)} MB")
            if replicas > 1:
                await pauses(cluster, worker, kills, home, say)
        finally:
            await cluster.stop()


async def pauses(cluster, program, kills, folder, say):
    """Measures for how long a match is paused when the leader of its stream is killed."""
    random, found, others = randomness.Random(1), [], []
    worker = Worker("writer", program, cluster.url(), folder)
    try:
        for _ in range(kills):
            # enough matches, so that every stream has some
            matches = [names.match(random) for _ in range(48)]
            numbers = {match: 0 for match in matches}
            gaps = {match: 0.0 for match in matches}
            over = asyncio.Event()

            async def write(match):
                while not over.is_set():
                    begin = time.monotonic()
                    answer = await worker.append(match, numbers[match] + 1, names.nonce(random, "w"), "x")
                    if answer["outcome"] == "stored":
                        numbers[match] += 1
                        gaps[match] = max(gaps[match], time.monotonic() - begin)
                    await asyncio.sleep(0.05)
            writing = [asyncio.create_task(write(match)) for match in matches]
            await asyncio.sleep(2)
            server = await cluster.leader("parlor_log_00") or cluster.servers[0]
            gaps = dict.fromkeys(gaps, 0.0)
            await server.kill()
            await asyncio.sleep(12)
            over.set()
            await asyncio.gather(*writing)
            await server.start()
            await asyncio.sleep(4)
            stood = [gap for gap in gaps.values() if gap > 1]
            found += [max(stood)] if stood else []
            others += [gap for gap in gaps.values() if gap <= 1]
    finally:
        await worker.kill()
    say(f"{kills} SIGKILLs of a leader: the matches that it led stood still for {min(found):.1f} to {max(found):.1f} s, "
        f"in the middle {statistics.median(found):.1f} s; the longest append of each other match: {spread(others)}")
