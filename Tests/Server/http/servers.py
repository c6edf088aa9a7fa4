"""Servers for the tests: started on a free port, stopped, killed, and started again with their stored state."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
GAMES = pathlib.Path(__file__).resolve().parent / "games"
FREELY = ["--rate", "1000000,1000000", "--open", "100000", "--connections", "10000", "--bot-pause", "1"]


def program():
    """Returns the path of the server program to test."""
    named = os.environ.get("PARLOR_SERVER")
    if named:
        return pathlib.Path(named).resolve()
    for build in (".build/debug", ".build/release"):
        if (ROOT / build / "parlor-server").exists():
            return ROOT / build / "parlor-server"
    raise SystemExit("parlor-server isn't built: run  make server-build, or name it with PARLOR_SERVER")


class Server:
    """One server. `folder` has its state; without it, the server gets a new folder."""

    def __init__(self, *options, log="memory", folder=None, freely=True, descriptors=None):
        self.own = tempfile.TemporaryDirectory(prefix="parlor-http-") if folder is None else None
        self.folder = pathlib.Path(folder or self.own.name)
        self.said_to = self.folder / f"said-{id(self)}.log"
        self.log = log if log == "memory" or ":" in log else f"sqlite:{self.folder / log}"
        self.options = [*(FREELY if freely else []), *options]
        self.descriptors = descriptors
        self.process = None
        self.port = None
        self.start()

    def start(self):
        begun = self.said_to.stat().st_size if self.said_to.exists() else 0
        command = [
            str(program()), "--port", "0", "--state", str(self.folder), "--log", self.log, "--web", str(ROOT / "server/web"),
            "--log-format", "json", *self.options,
        ]
        if self.descriptors:
            command = ["sh", "-c", f'ulimit -n {self.descriptors}; exec "$@"', "sh", *command]
        with open(self.said_to, "ab") as out:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=ROOT, env={**os.environ, "PARLOR_HOME": str(ROOT)})
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            for line in self.said_to.read_bytes()[begun:].splitlines():
                if b'"port"' in line:
                    self.port = int(json.loads(line)["metadata"]["port"])
                    return
            time.sleep(0.02)
        raise RuntimeError(f"the server didn't start: {self.said()}")

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self, seconds):
        """Waits for the end of the server. Returns its exit code."""
        return self.process.wait(timeout=seconds)

    def kill(self):
        """Kills the server, so that it can't finish anything."""
        self.signal(signal.SIGKILL)
        self.process.wait(timeout=10)

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.kill()

    def close(self):
        self.stop()
        if self.own:
            self.own.cleanup()

    def said(self):
        return self.said_to.read_text(errors="replace") if self.said_to.exists() else ""

    def memory(self):
        """Returns the memory of the server, in bytes."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("no VmRSS")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
