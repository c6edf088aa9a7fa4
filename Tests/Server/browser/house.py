"""A server for the tests: started on a free port, killed, and started again on the same port with its stored state."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]


def program():
    """Returns the path of the server program to test."""
    named = os.environ.get("PARLOR_SERVER")
    if named:
        return pathlib.Path(named)
    for build in (ROOT / ".build/debug", ROOT / ".build/release"):
        if (build / "parlor-server").exists():
            return build / "parlor-server"
    raise SystemExit("parlor-server isn't built: run  make server-build  or name it with PARLOR_SERVER")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class House:
    """One server, with a folder of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="parlor-browser-")
        # the bundled games, and one more game whose moves are typed words
        shutil.copytree(ROOT / "sdk/guide/examples/chain", pathlib.Path(self.folder.name) / "games/chain")
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = open(pathlib.Path(self.folder.name) / "server.log", "ab")
        self.process = None
        self.start()

    def start(self):
        command = [
            str(program()), "--port", str(self.port), "--state", self.folder.name, "--web", str(ROOT / "server/web"),
            "--rate", "100000,100000", "--open", "1000", "--connections", "5000", "--bot-pause", "20", "--games", str(pathlib.Path(self.folder.name) / "games"),
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, cwd=ROOT, env={**os.environ, "PARLOR_HOME": str(ROOT)})
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(self.address + "/ready", timeout=1) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"the server didn't start: {self.said()}")

    def kill(self):
        """Kills the server, so that it can't finish anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=10)

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()
        self.folder.cleanup()

    def said(self):
        self.log.flush()
        return (pathlib.Path(self.folder.name) / "server.log").read_text(errors="replace")[-2000:]
