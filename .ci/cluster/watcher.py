"""A watcher. It follows arrivals through one worker, and reads the log where it sees a gap, as a page of the server does."""

import asyncio

from worker import Died


class Watcher:
    def __init__(self, name, worker):
        self.name, self.worker, self.seen, self.late, self.filled, self.other = name, worker, {}, {}, 0, []
        self.wake = asyncio.Event()

    async def run(self):
        await self.worker.follow(self.receive)
        while True:
            await self.wake.wait()
            self.wake.clear()
            await asyncio.sleep(0.02)
            for match in list(self.late):
                await self.fill(match)

    def watch(self, match):
        self.seen.setdefault(match, [])

    def receive(self, match, entry):
        if match not in self.seen:
            return
        seen = self.seen[match]
        if entry[0] == len(seen) + 1:
            seen.append(entry)
        elif entry[0] <= len(seen):
            if seen[entry[0] - 1] != entry:
                self.other.append(f"{match}: {self.name} saw {seen[entry[0] - 1]}, and later {entry}")
        else:
            self.late[match] = True
            self.wake.set()

    async def fill(self, match):
        """Reads the entries that didn't arrive."""
        try:
            entries = await self.worker.read(match, len(self.seen[match]) + 1)
        except Died:
            entries = None
        if entries is None:
            self.wake.set()  # try again when the worker answers
            return
        self.late.pop(match, None)
        self.filled += len(entries)
        for entry in entries:
            self.receive(match, entry)
