"""A server behind nginx, configured as in docs/hosting.md: games through the proxy, and the addresses that limits use."""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import types
import unittest

from client import Stream, get, joined, opened, post
from servers import ROOT, Server

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
PAGE = (ROOT / "docs/hosting.md").read_text()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@unittest.skipUnless(NGINX, "no nginx (Debian: nginx-light)")
class BehindNginx(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="parlor-nginx-")
        path, port = pathlib.Path(cls.folder.name), free_port()
        cls.server = Server(
            "--rate", "60,2", "--trust-proxy", "--origin", f"http://127.0.0.1:{port}", "--bot-pause", "1", freely=False)
        location = re.search(r"^location / \{.*?^\}", PAGE, re.M | re.S).group()
        location = location.replace("127.0.0.1:8080", f"127.0.0.1:{cls.server.port}")
        folders = "\n".join(
            f"{kind}_temp_path {path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (path / "nginx.conf").write_text(
            f"daemon off; pid {path}/pid; error_log {path}/error.log;\nevents {{}}\nhttp {{ access_log off;\n{folders}\n"
            f"server {{ listen 127.0.0.1:{port};\n{location}\n}} }}\n")
        cls.nginx = subprocess.Popen(
            [NGINX, "-p", str(path), "-e", f"{path}/error.log", "-c", str(path / "nginx.conf")], stdin=subprocess.DEVNULL)
        cls.proxy = types.SimpleNamespace(port=port)
        for _ in range(200):
            try:
                return socket.create_connection(("127.0.0.1", port), 1).close()
            except ConnectionError:
                time.sleep(0.05)
        raise RuntimeError((path / "error.log").read_text())

    @classmethod
    def tearDownClass(cls):
        cls.nginx.terminate()
        cls.nginx.wait(10)
        cls.server.close()
        cls.folder.cleanup()

    def test_a_match_is_played_through_it(self):
        ann = opened(self.proxy)
        bob = joined(self.proxy, ann.match)
        stream = bob.stream()
        stream.until_view(3)
        for number, (seat, move) in enumerate([(ann, "b2"), (bob, "a1"), (ann, "c3")], start=4):
            self.assertEqual(seat.move(move).status, 200)
            # the event comes at once, because the proxy doesn't buffer the stream
            self.assertEqual([event.name for event in stream.until_view(number)], ["entry", "view"])
        stream.close()

    def test_its_clients_are_counted_one_by_one(self):
        statuses = [get(self.proxy, "/games", source="127.0.0.5").status for _ in range(90)]
        self.assertIn(429, statuses)
        self.assertEqual(get(self.proxy, "/games", source="127.0.0.6").status, 200)
        # an address that the client states comes before the address that the proxy has seen, or is replaced by it
        forged = [
            get(self.proxy, "/games", source="127.0.0.5", headers={"X-Forwarded-For": f"10.1.1.{number}"}).status
            for number in range(20)]
        self.assertIn(429, forged)

    def test_pages_of_other_sites_are_refused(self):
        for origin, status in [(f"http://127.0.0.1:{self.proxy.port}", 201), ("https://evil.example", 403)]:
            answer = post(self.proxy, "/matches", game="pig", headers={"Origin": origin}, source="127.0.0.7")
            self.assertEqual(answer.status, status, origin)


if __name__ == "__main__":
    unittest.main()
