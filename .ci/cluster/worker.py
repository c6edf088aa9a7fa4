"""A log-worker process: the engine of the log behind JSON lines (Sources/Server/LogWorker)."""

import asyncio
import json

from processes import Process


class Died(Exception):
    """The worker ended before it answered."""


class Silent(Exception):
    """The worker gave no answer, although its time for retries is long over. This is a finding."""


class Worker:
    """A worker, which answers requests until it is killed. After that, the next request starts it again."""

    def __init__(self, name, program, url, folder, patience=20):
        self.name, self.program, self.url, self.patience = name, program, url, patience
        self.output = folder / f"{name}.output"
        self.process, self.waiting, self.next, self.following = None, {}, 0, None
        self.lock, self.deaths, self.starts = asyncio.Lock(), 0, 0

    async def running(self):
        async with self.lock:
            if self.process is None or not self.process.runs:
                if self.process is not None:
                    await self.process.end()
                with open(self.output, "ab") as output:
                    self.process = await Process.start(
                        self.program, self.url, "--patience", self.patience, stdin=asyncio.subprocess.PIPE,
                        stdout=asyncio.subprocess.PIPE, stderr=output)
                self.starts += 1
                asyncio.create_task(self.listen(self.process.process))
                if self.following:
                    self.tell({"id": 0, "op": "follow"})
            return self.process.process

    async def listen(self, process):
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if answer["outcome"] == "arrival":
                if self.following:
                    self.following(answer["match"], self.entry(answer["entry"]))
            elif answer.get("id") in self.waiting:
                waiting = self.waiting.pop(answer["id"])
                if not waiting[1].done():
                    waiting[1].set_result(answer)
        await process.wait()
        self.deaths += 1
        for number in [number for number, (of, _) in self.waiting.items() if of is process]:
            _, future = self.waiting.pop(number)
            if not future.done():
                future.set_exception(Died())

    def tell(self, request):
        self.process.process.stdin.write(json.dumps(request).encode() + b"\n")

    async def ask(self, **request):
        """Returns the answer to a request. Raises Died or Silent."""
        process = await self.running()
        self.next += 1
        number, future = self.next, asyncio.get_running_loop().create_future()
        self.waiting[number] = (process, future)
        try:
            self.tell({"id": number, **request})
            await process.stdin.drain()
        except OSError:
            pass  # the worker has ended, which `listen` reports
        try:
            return await asyncio.wait_for(future, 3 * self.patience + 20)
        except asyncio.TimeoutError:
            raise Silent(f"{self.name} didn't answer {request}") from None

    async def append(self, match, number, nonce, text, die=False):
        return await self.ask(op="append", match=match, number=number, nonce=nonce, text=text, die=die)

    async def read(self, match, number=1):
        """Returns the entries from a number on; None if they can't be read now."""
        answer = await self.ask(op="read", match=match, number=number)
        return [self.entry(entry) for entry in answer["entries"]] if answer["outcome"] == "read" else None

    async def follow(self, receive):
        """Passes every arrival to `receive`, also after the worker has died and was started again."""
        self.following = receive
        already = self.process is not None and self.process.runs
        await self.running()
        if already:
            self.tell({"id": 0, "op": "follow"})

    @staticmethod
    def entry(entry):
        return entry["number"], entry["nonce"], entry["text"]

    async def kill(self):
        if self.process is not None:
            await self.process.end()
