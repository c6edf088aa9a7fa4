"""What a server bears: load.py moves|idle|watchers|cold [--server PROGRAM] [--log LOG] [--servers N] …

Starts parlor-server on free ports of this machine, plays, measures, and stops it. Prints one line of JSON for each figure. Only the
loopback interface is used, and every loop has an end.
"""
import argparse, asyncio, json, os, re, signal, statistics, subprocess, sys, tempfile, threading, time, uuid


class House:
    """Servers over one log, each a process."""

    all = []

    def __init__(self, args):
        self.args, self.processes, self.ports = args, [], []
        self.folder = tempfile.TemporaryDirectory(prefix="parlor-load-")

    def start(self, count):
        log = self.args.log or f"sqlite:{self.folder.name}/matches.sqlite"
        for _ in range(count):
            process = subprocess.Popen(
                [self.args.server, "--port", "0", "--state", self.folder.name, "--log", log, "--rate", "1e9,1e9",
                 "--streams", "20000", "--connections", "30000", "--open", "1000000", "--bot-pause", "0", "--log-format", "json", "--tables", str(self.args.tables)],
                stderr=subprocess.PIPE, text=True)
            self.processes.append(process)
            House.all.append(process)
            for line in process.stderr:
                found = re.search(r"at http://127\.0\.0\.1:(\d+)/", line)
                if found:
                    self.ports.append(int(found.group(1)))
                    break
            else:
                sys.exit("load: the server doesn't start")
            # what it says later is read, so that it never waits for us
            threading.Thread(target=self.drain, args=[process.stderr], daemon=True).start()

    @staticmethod
    def drain(stream):
        for _ in stream:
            pass

    def stop(self):
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(20)
        self.processes, self.ports = [], []

    def memory(self):
        """Resident memory of the first server, in MB."""
        with open(f"/proc/{self.processes[0].pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


class Client:
    """One connection that asks one thing after the other."""

    def __init__(self, port):
        self.port, self.reader, self.writer = port, None, None

    async def ask(self, method, path, body=None, token=None):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\ncontent-length: {len(data)}\r\n"
        if body is not None:
            head += "content-type: application/json\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        answer = await self.reader.readexactly(length)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer[:200]!r}")
        return json.loads(answer)

    def close(self):
        if self.writer:
            self.writer.close()


def nonce():
    return uuid.uuid4().hex


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


async def play_games(house, seconds, times, worker):
    """Plays connect four, whole games, each seat's requests to another server where there are several."""
    clients = [Client(house.ports[(worker + seat) % len(house.ports)]) for seat in range(2)]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ann = await clients[0].ask("POST", "/matches", {"nonce": nonce(), "game": "connect-four"})
        path = f"/matches/{ann['match']}"
        bob = await clients[1].ask("POST", f"{path}/join", {"nonce": nonce()})
        tokens, ply = [ann["token"], bob["token"]], 0
        view = {"phase": "playing"}
        columns = [0] * 7
        while view["phase"] == "playing" and time.monotonic() < end:
            column = next(i for i in range(7) if columns[(i + ply * 3 + worker) % 7] < 6)
            column = (column + ply * 3 + worker) % 7
            columns[column] += 1
            begun = time.monotonic()
            view = await clients[ply % 2].ask(
                "POST", f"{path}/moves", {"nonce": nonce(), "move": "1234567"[column]}, tokens[ply % 2])
            times.append(time.monotonic() - begun)
            ply += 1
    for client in clients:
        client.close()


async def moves(args):
    house = House(args)
    house.start(args.servers)
    for players in args.players:
        times = []
        begun = time.monotonic()
        await asyncio.gather(*(play_games(house, args.seconds, times, worker) for worker in range(players)))
        spent = time.monotonic() - begun
        print(json.dumps({
            "figure": "moves", "servers": args.servers, "matches at once": players, "moves/s": round(len(times) / spent),
            "p50 ms": round(1000 * statistics.median(times), 2), "p99 ms": round(1000 * percentile(times, 0.99), 2),
            "moves": len(times)}), flush=True)
    house.stop()


async def idle(args):
    """Opens many matches, each with two moves."""
    house = House(args)
    house.start(1)
    before = house.memory()
    begun = time.monotonic()

    async def some(count):
        client = Client(house.ports[0])
        for _ in range(count):
            ann = await client.ask("POST", "/matches", {"nonce": nonce(), "game": "tic-tac-toe"})
            path = f"/matches/{ann['match']}"
            bob = await client.ask("POST", f"{path}/join", {"nonce": nonce()})
            await client.ask("POST", f"{path}/moves", {"nonce": nonce(), "move": "b2"}, ann["token"])
            await client.ask("POST", f"{path}/moves", {"nonce": nonce(), "move": "a1"}, bob["token"])
        client.close()

    await asyncio.gather(*(some(args.matches // 20) for _ in range(20)))
    spent = time.monotonic() - begun
    await asyncio.sleep(5)
    print(json.dumps({
        "figure": "open matches", "matches": args.matches, "MB before": round(before), "MB": round(house.memory()),
        "opened/s": round(args.matches / spent), "tables": args.tables}), flush=True)
    house.stop()


async def watchers(args):
    """Many streams on one match: what they cost, and how long a move takes to all of them."""
    house = House(args)
    house.start(1)
    client = Client(house.ports[0])
    ann = await client.ask("POST", "/matches", {"nonce": nonce(), "game": "connect-four"})
    path = f"/matches/{ann['match']}"
    bob = await client.ask("POST", f"{path}/join", {"nonce": nonce()})
    before = house.memory()
    seen, ready, gaps = {}, asyncio.Semaphore(0), []

    async def watch():
        reader, writer = await asyncio.open_connection("127.0.0.1", house.ports[0], limit=1 << 22)
        writer.write(f"GET {path}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
        last = 0
        try:
            while line := await reader.readline():
                if line.startswith(b"event: entry"):
                    number = int((await reader.readline()).split()[1])
                    if number != last + 1:
                        gaps.append((last, number))
                    last = number
                    seen.setdefault(number, []).append(time.monotonic())
                    if number == 3:
                        ready.release()
        except asyncio.CancelledError:
            writer.close()

    tasks = []
    for _ in range(args.streams):
        tasks.append(asyncio.create_task(watch()))
        if len(tasks) % 100 == 0:
            await asyncio.sleep(0.05)
    for _ in tasks:
        await asyncio.wait_for(ready.acquire(), 60)
    memory = house.memory()
    spans = []
    for ply in range(10):
        begun = time.monotonic()
        await client.ask("POST", f"{path}/moves", {"nonce": nonce(), "move": "1234567"[ply % 7]}, [ann, bob][ply % 2]["token"])
        while len(seen.get(4 + ply, [])) < args.streams and time.monotonic() - begun < 30:
            await asyncio.sleep(0.005)
        spans.append(max(seen[4 + ply]) - begun)
    print(json.dumps({
        "figure": "event streams", "streams": args.streams, "MB before": round(before), "MB": round(memory),
        "KB a stream": round((memory - before) * 1024 / args.streams, 1), "ms to all, median": round(1000 * statistics.median(spans)),
        "gaps": len(gaps), "missing": sum(args.streams - len(times) for times in seen.values())}), flush=True)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    house.stop()


async def cold(args):
    """Reads matches of many moves from the log, in a server that has just begun."""
    house = House(args)
    house.start(1)
    client = Client(house.ports[0])
    paths = []
    for _ in range(10):
        ann = await client.ask("POST", "/matches", {"nonce": nonce(), "game": "battleship", "options": {"size": 10}, "bots": 1})
        path = f"/matches/{ann['match']}"
        made = 0
        view = await client.ask("GET", path, None, ann["token"])
        while made < args.plies // 2 and view["phase"] == "playing":
            if 1 in view["turn"]:
                names = [move["text"] for move in view["moves"]] or [typed["name"] for typed in view["typed"]]
                view = await client.ask(
                    "POST", f"{path}/moves", {"nonce": nonce(), "move": names[made * 7 % len(names)]}, ann["token"])
                made += 1
            else:
                await asyncio.sleep(0.003)
                view = await client.ask("GET", path, None, ann["token"])
        paths.append((path, view["number"]))
    client.close()
    house.stop()
    house.start(1)
    client = Client(house.ports[0])
    await client.ask("GET", "/games")
    times = []
    for path, _ in paths:
        begun = time.monotonic()
        await client.ask("GET", path)
        times.append(time.monotonic() - begun)
    warm = []
    for path, _ in paths:
        begun = time.monotonic()
        await client.ask("GET", path)
        warm.append(time.monotonic() - begun)
    print(json.dumps({
        "figure": "cold load", "game": "battleship", "entries": round(statistics.mean(number for _, number in paths)),
        "ms": round(1000 * statistics.median(times), 1), "first ms": round(1000 * times[0], 1),
        "warm ms": round(1000 * statistics.median(warm), 2)}), flush=True)
    client.close()
    house.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["moves", "idle", "watchers", "cold"])
    parser.add_argument("--server", default=os.path.join(os.path.dirname(__file__), "../../.build/release/parlor-server"))
    parser.add_argument("--log", help="the log of the servers (default: SQLite in a new folder)")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="+", default=[1, 8, 32], help="matches at once")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--plies", type=int, default=100)
    parser.add_argument("--tables", type=int, default=500)
    args = parser.parse_args()
    try:
        asyncio.run({"moves": moves, "idle": idle, "watchers": watchers, "cold": cold}[args.what](args))
    finally:
        for process in House.all:
            process.kill()


if __name__ == "__main__":
    main()
