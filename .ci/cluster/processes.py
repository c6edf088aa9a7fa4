"""Starts processes of which none outlives this one, however it ends: the fuzzer's keeper sees to that."""

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fuzz"))
from keeper import KEEPER, Stopped, kill  # noqa: E402

__all__ = ["KEEPER", "Process", "Stopped"]


class Process:
    """A process in a group of its own, which can be killed, halted and awaited."""

    def __init__(self, process):
        self.process, self.pid = process, process.pid

    @classmethod
    async def start(cls, *arguments, **options):
        process = await asyncio.create_subprocess_exec(
            *map(str, arguments), start_new_session=True, limit=64 << 20, **options)
        try:
            KEEPER.start(lambda: process)
        except BaseException:
            kill(process.pid)
            raise
        return cls(process)

    @property
    def runs(self):
        return self.process.returncode is None

    def send(self, number):
        if self.runs:
            # it may have ended by itself, and nobody has looked yet
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def end(self, number=signal.SIGKILL, within=10):
        """Ends it; by force where it doesn't go."""
        self.send(number)
        try:
            await asyncio.wait_for(self.process.wait(), within)
        except asyncio.TimeoutError:
            self.send(signal.SIGKILL)
            await self.process.wait()
        kill(self.pid)
        KEEPER.forget(self.pid)
