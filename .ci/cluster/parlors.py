"""parlor-server processes in front of the cluster."""

import asyncio
import os
import signal
from pathlib import Path

import web
from processes import Process
from servers import free_ports

ROOT = Path(__file__).resolve().parents[2]


class Parlor:
    """One parlor-server. It always has the same port, and the key that all parlor-servers share."""

    def __init__(self, name, program, log, folder, port=None, bot_pause=0, quick=True):
        self.name, self.program, self.log, self.process, self.deaths, self.busy = name, program, log, None, 0, False
        self.port = port or free_ports(1)[0]
        self.output, self.state, self.secret = folder / f"{name}.output", folder / name, folder / "secret"
        # allow more requests, because tests send requests more often than people
        self.more = ["--rate", "1000000,1000000", "--open", "100000", "--connections", "100000", "--bot-pause", bot_pause] if quick else []

    async def start(self):
        with open(self.output, "ab") as output:
            self.process = await Process.start(
                self.program, "--port", self.port, "--log", self.log, "--state", self.state, "--secret", self.secret,
                *self.more, stdin=asyncio.subprocess.DEVNULL, stdout=output, stderr=output,
                env={**os.environ, "PARLOR_HOME": str(ROOT)})

    async def ready(self, within=60, kept=False):
        """Waits until the server serves. Raises RuntimeError with the last output of the server, after `within` seconds or as soon
        as the server has ended. If `kept` is true, somebody else restarts the server, so its end is no error."""
        for _ in range(within * 5):
            if not self.process.runs and not kept:
                break
            try:
                status, _ = await web.request(self.port, "GET", "/games", within=5)
                if status == 200:
                    return
            except web.Unanswered:
                pass
            await asyncio.sleep(0.2)
        raise RuntimeError(f"{self.name} doesn't serve: {self.last_words()}")

    def last_words(self):
        words = self.output.read_text(errors="replace").strip().splitlines()[-2:]
        return " / ".join(words) or "it says nothing"

    async def kill(self, number=signal.SIGKILL):
        self.deaths += 1
        if self.process is not None:
            await self.process.end(number)

    async def again(self):
        """Kills the server at any moment, and starts it again."""
        self.busy = True
        try:
            await self.kill()
        finally:
            await self.start()
            self.busy = False
