"""A TCP proxy on loopback in front of one port, which can cut connections, and delay or hold their data."""

import asyncio
import contextlib


class Proxy:
    """A proxy in front of a port. `delay` is the delay of each piece of data in each direction, in seconds."""

    def __init__(self, target):
        self.target, self.delay, self.server, self.writers = target, 0.0, None, set()
        self.open = asyncio.Event()
        self.open.set()

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        self.writers.add(writer)
        there = None
        try:
            back, there = await asyncio.open_connection("127.0.0.1", self.target)
            self.writers.add(there)
            ways = [asyncio.create_task(self.carry(reader, there)), asyncio.create_task(self.carry(back, writer))]
            # when one direction ends, end the other one, too, as if the machine had failed
            _, pending = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in pending:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass  # one end has closed the connection, or the proxy is stopped
        finally:
            for one in (writer, there):
                if one is not None:
                    self.writers.discard(one)
                    one.close()

    async def carry(self, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self.open.wait()
                if self.delay:
                    await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()

    def cut(self):
        """Ends every connection at once, even in the middle of a message."""
        for writer in list(self.writers):
            writer.transport.abort()

    def hold(self):
        """Holds all data without closing a connection, as if a cable had been pulled."""
        self.open.clear()

    def go_on(self):
        self.open.set()

    async def stop(self):
        self.go_on()
        self.server.close()
        self.cut()
        await asyncio.sleep(0.05)  # so that the tasks that serve connections notice this
