"""Three servers of NATS and two parlor-servers, until Ctrl-C: hosted play on a cluster, on one machine."""

import asyncio

from parlors import Parlor
from servers import Cluster


async def up(program, port, folder, say):
    cluster = Cluster(folder)
    await cluster.start()
    parlors = [Parlor(f"parlor-{index + 1}", program, cluster.url(), folder, port=port + index, quick=False)
               for index in range(2)]
    try:
        for parlor in parlors:  # one after the other, because the first one creates the streams and the key
            await parlor.start()
            await parlor.ready()
        for parlor in parlors:
            say(f"{parlor.name}: http://127.0.0.1:{parlor.port}")
        for server in cluster.servers:
            say(f"{server.name}: nats://127.0.0.1:{server.port}, figures at http://127.0.0.1:{server.monitor_port}, "
                f"process {server.process.pid}")
        say(f"Everything is in {folder}, and goes with Ctrl-C. Kill any of them: matches go on.")
        while True:
            await asyncio.sleep(1)
            for process in (*parlors, *cluster.servers):
                if not process.process.runs:
                    say(f"{process.name} has ended; it starts again in 5 s")
                    await asyncio.sleep(5)
                    await process.start()
    except RuntimeError as error:
        say(str(error))
        return 1
    finally:
        for parlor in parlors:
            await parlor.kill()
        await cluster.stop()
