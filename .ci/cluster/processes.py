"""Starts processes. None of them outlives this process, however this process ends, because the fuzzer's keeper kills them."""

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
    """A process in a process group of its own. It can be killed, halted and awaited."""

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
            # the process may have ended by itself, without anybody having noticed
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def end(self, number=signal.SIGKILL, within=10):
        """Ends the process; kills it if it doesn't end in time."""
        self.send(number)
        try:
            await asyncio.wait_for(self.process.wait(), within)
        except asyncio.TimeoutError:
            self.send(signal.SIGKILL)
            await self.process.wait()
        kill(self.pid)
        KEEPER.forget(self.pid)
