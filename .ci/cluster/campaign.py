"""Plays matches on three servers while the servers fail, and checks afterwards whether anything is missing."""

import asyncio
import itertools
import random as randomness
import time

import checker
import names
import writers
from faults import Faults
from ledger import Ledger, spread
from parlors import Parlor
from proxy import Proxy
from seats import Refused, Seats
from servers import Cluster
from watcher import Watcher
from worker import Died, Silent, Worker


class Campaign:
    def __init__(self, folder, worker, program, seconds, rounds, seed, say):
        self.folder, self.program, self.seconds, self.rounds, self.say = folder, worker, seconds, rounds, say
        self.parlor_program, self.parlors = program, []
        self.random, self.ledger, self.over = randomness.Random(seed), Ledger(), asyncio.Event()
        self.cluster, self.proxies, self.workers, self.watchers = Cluster(folder), [], [], []

    async def run(self):
        """Returns all breaches, in words."""
        breaches = []
        try:
            await self.cluster.start()
            await self.make_workers()
            await self.make_parlors()
            await self.watch()
            breaches += await self.race()
            if not breaches:  # play on only if the race had no breach: a log that lets two writers win needs no faults to fail
                breaches += await self.play()
                breaches += await self.judge()
        except (Silent, Refused, RuntimeError) as finding:
            breaches.append(str(finding))
        finally:
            await self.stop()
        return breaches

    async def make_workers(self):
        self.proxies = [Proxy(server.port) for server in self.cluster.servers]
        for proxy in self.proxies:
            await proxy.start()
        self.behind = "nats://" + ",".join(f"127.0.0.1:{proxy.port}" for proxy in self.proxies) + "?replicas=3"
        urls = {"one": self.cluster.url(), "two": self.cluster.url(), "three": self.behind}
        self.workers = [Worker(name, self.program, url, self.folder) for name, url in urls.items()]
        begin = time.monotonic()
        await self.workers[0].read(names.match(self.random))  # the first request creates the streams
        self.say(f"three servers and their streams are there after {time.monotonic() - begin:.1f} s")
        for worker in self.workers[1:]:
            await worker.read(names.match(self.random))

    async def make_parlors(self):
        for name, url in (("parlor one", self.cluster.url()), ("parlor two", self.behind)):
            parlor = Parlor(name, self.parlor_program, url, self.folder)
            self.parlors.append(parlor)
            await parlor.start()
            await parlor.ready()
        self.seats = Seats(self.parlors, self.random, self.ledger)

    async def watch(self):
        for worker in (self.workers[0], self.workers[2]):
            watcher = Watcher(f"watcher at {worker.name}", worker)
            watcher.task = asyncio.create_task(watcher.run())
            self.watchers.append(watcher)

    def match(self):
        match = names.match(self.random)
        for watcher in self.watchers:
            watcher.watch(match)
        return match

    async def race(self):
        """Lets eight writers race for every entry number, on servers that don't fail."""
        begin = time.monotonic()
        match = self.match()
        await writers.race(self.workers, self.random, self.ledger, match, self.rounds)
        breaches = checker.winners(match, self.ledger.rounds[match])
        self.say(f"8 writers raced for {self.rounds} numbers in {time.monotonic() - begin:.1f} s: "
                 f"{len(breaches)} without exactly one winner")
        return breaches

    async def play(self):
        """Plays six matches of three players at a time, with faults all the while."""
        begin, self.ledger.last, self.ledger.times = time.monotonic(), None, []
        before = self.ledger.count
        faults = Faults(self.cluster, self.workers, self.parlors, self.proxies, self.random, lambda text: self.say(
            f"{time.monotonic() - begin:6.1f} s  {text}"))
        breaking = [asyncio.create_task(fault) for fault in (faults.servers(), faults.around())]
        keeping = asyncio.create_task(self.keep_parlors())
        tables = [asyncio.create_task(self.table(place)) for place in range(6)]
        tables += [asyncio.create_task(self.seated()) for _ in range(4)]
        done, _ = await asyncio.wait(tables + breaking, timeout=self.seconds, return_when=asyncio.FIRST_COMPLETED)
        self.over.set()
        for task in breaking:
            task.cancel()
        ended = await asyncio.gather(*breaking, return_exceptions=True)
        found = [repr(one) for one in ended if isinstance(one, Exception)]
        settled = time.monotonic()
        for parlor in self.parlors:
            await parlor.ready(kept=True)
        for result in await asyncio.gather(*tables, return_exceptions=True):
            if isinstance(result, BaseException):
                found.append(str(result) or repr(result))
        keeping.cancel()
        self.say(f"{self.ledger.count - before} entries acknowledged in {self.seconds} s of "
                 f"{', '.join(f'{count} × {what}' for what, count in sorted(faults.counts.items()))}; "
                 f"{sum(worker.deaths for worker in self.workers)} workers died; after the last fault it took "
                 f"{time.monotonic() - settled:.1f} s until all was decided")
        self.say(f"appends under faults: {spread(self.ledger.times)}; the longest time without any: {self.ledger.pause:.1f} s; "
                 f"{self.ledger.unavailable} answers \"unavailable\", {self.ledger.retries} asked again of another worker")
        seats = self.seats
        self.say(f"{sum(len(moves) for match in seats.moves.values() for moves in match.values())} moves in {len(seats.moves)} matches "
                 f"through two parlor-servers, killed {sum(parlor.deaths for parlor in self.parlors)} times: "
                 f"{spread(seats.times)}; the longest time without any: {seats.pause:.1f} s; {seats.repeated} requests repeated")
        return found

    async def keep_parlors(self):
        """Restarts a parlor-server that gave up, as a supervisor would."""
        while True:
            await asyncio.sleep(0.5)
            for parlor in self.parlors:
                if not parlor.busy and not parlor.process.runs:
                    self.say(f"{parlor.name} gave up: {parlor.last_words()}")
                    await parlor.again()

    async def seated(self):
        while not self.over.is_set():
            await self.seats.match(self.over)

    async def table(self, place):
        for turn in itertools.count():
            if self.over.is_set():
                return
            match = self.match()
            deaths = itertools.count(1)
            players = [
                writers.player(f"t{place}p{seat}", self.workers, self.random, self.ledger, match, 120, self.over,
                               lambda: next(deaths) % 97 == 50) for seat in range(3)]
            archiving = asyncio.create_task(self.archive(match))
            try:
                await asyncio.gather(*players)
            finally:
                archiving.cancel()

    async def archive(self, match):
        """Archives the match again and again while it is played."""
        while True:
            await asyncio.sleep(self.random.uniform(0.5, 3))
            try:
                await self.random.choice(self.workers).ask(op="archive", match=match)
            except Died:
                pass

    async def judge(self):
        """Reads everything through each worker, after restarting the worker, and compares the results."""
        for watcher in self.watchers:
            watcher.task.cancel()
        seen = {watcher.name: watcher.seen for watcher in self.watchers}
        reading = [Worker(f"reader at {server.name}", self.program, self.cluster.url([server]), self.folder)
                   for server in self.cluster.servers]
        reading.append(Worker("reader behind the proxy", self.program, self.workers[2].url, self.folder))
        readers, logs = {}, {}
        try:
            for reader in reading:
                read = {}
                for match in self.ledger.attempted:
                    entries = await reader.read(match)
                    if entries is None:
                        return [f"{reader.name} can't read {match}"]
                    read[match] = entries
                readers[reader.name] = checker.digest(read)
                logs = logs or read
        finally:
            for reader in reading:
                await reader.kill()
        facts = (logs, self.ledger.acknowledged, self.ledger.attempted, seen, readers)
        breaches = checker.check(*facts) + [line for watcher in self.watchers for line in watcher.other]
        self.say(f"{sum(map(len, logs.values()))} entries in {len(logs)} matches; each read by {len(readers)} readers; watchers saw "
                 f"{sum(len(entries) for matches in seen.values() for entries in matches.values())} of them, "
                 f"{sum(watcher.filled for watcher in self.watchers)} by reading where arrivals were missing; "
                 f"servers have {' '.join(str(server.memory()) for server in self.cluster.servers)} MB")
        seated = await self.seats.judge()
        self.say(f"{len(self.seats.moves)} matches compared move for move on both parlor-servers, and with "
                 f"{sum(map(len, self.seats.watched.values()))} events that pages saw")
        return breaches + seated + self.would_notice(facts)

    @staticmethod
    def would_notice(facts):
        """Checks that the checker fails on the log of this run when one entry is removed, doubled or swapped."""
        logs, *others = facts
        match = max(logs, key=lambda match: len(logs[match]))
        log, missed = logs[match], []
        middle = len(log) // 2
        broken = {
            "removed": log[:middle] + log[middle + 1:], "doubled": log[:middle] + log[middle - 1:],
            "swapped": log[:middle - 1] + [log[middle], log[middle - 1]] + log[middle + 1:],
        }
        for what, entries in broken.items():
            if not checker.check({**logs, match: entries}, *others):
                missed.append(f"the checker doesn't notice an entry that was {what}")
        return missed

    async def stop(self):
        # stop the players first, because they would restart the processes that are ended here
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for process in (*self.workers, *self.parlors):
            await process.kill()
        for proxy in self.proxies:
            await proxy.stop()
        await self.cluster.stop()
