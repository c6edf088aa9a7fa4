"""The faults that are caused while the matches are played. Each fault is undone at its end, also when its task is cancelled."""

import asyncio



class Faults:
    """Causes faults and counts them; `say` reports each fault."""

    def __init__(self, cluster, workers, parlors, proxies, random, say):
        self.cluster, self.workers, self.parlors, self.proxies = cluster, workers, parlors, proxies
        self.random, self.say = random, say
        self.counts = {}

    def did(self, what, whom):
        self.counts[what] = self.counts.get(what, 0) + 1
        self.say(f"{what} {whom}")

    async def victim(self):
        """Returns the server that leads a stream of matches."""
        stream = f"parlor_log_{self.random.randrange(16):02}"
        return await self.cluster.leader(stream) or self.random.choice(self.cluster.servers)

    async def kill_leader(self, down=1.5):
        server = await self.victim()
        self.did("SIGKILL of the leader", server.name)
        await server.kill()
        try:
            await asyncio.sleep(down)
        finally:
            await server.start()

    async def halt(self, seconds=10):
        server = await self.victim()
        self.did(f"SIGSTOP for {seconds} s of the leader", server.name)
        server.halt()
        try:
            await asyncio.sleep(seconds)
        finally:
            server.go_on()

    async def servers(self, every=5.0):
        """Kills the leader every few seconds. Each fourth time, halts it instead."""
        turn = 0
        while True:
            await asyncio.sleep(every)
            turn += 1
            if turn % 4 == 0:
                await self.halt()
            else:
                await self.kill_leader()

    async def kill_worker(self):
        worker = self.random.choice(self.workers)
        self.did("SIGKILL of the worker", worker.name)
        await worker.kill()

    async def kill_parlor(self):
        parlor = self.random.choice(self.parlors)
        self.did("SIGKILL of the parlor-server", parlor.name)
        await parlor.again()

    async def cut(self):
        self.did("connections cut", "between a worker and the servers")
        for proxy in self.proxies:
            proxy.cut()

    async def delay(self):
        self.did("connections slow", "between a worker and the servers")
        try:
            for proxy in self.proxies:
                proxy.delay = self.random.uniform(0.02, 0.4)
            await asyncio.sleep(3)
        finally:
            for proxy in self.proxies:
                proxy.delay = 0

    async def hold(self):
        self.did("connections silent for 4 s", "between a worker and the servers")
        try:
            for proxy in self.proxies:
                proxy.hold()
            await asyncio.sleep(4)
        finally:
            for proxy in self.proxies:
                proxy.go_on()

    async def around(self, every=1.5):
        """Causes faults of the workers and parlor-servers, and of their connections to the servers."""
        while True:
            for fault in self.random.sample([self.kill_worker, self.cut, self.delay, self.hold, self.kill_parlor], 5):
                await asyncio.sleep(every)
                await fault()
