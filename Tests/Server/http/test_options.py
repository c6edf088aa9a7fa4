"""Invalid options are refused with a line that says what is expected, before anything is created."""
import os
import pathlib
import subprocess
import tempfile
import unittest

from client import post
from servers import ROOT, Server, program


class Options(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="parlor-options-")
        self.state = pathlib.Path(self.folder.name) / "state"

    def tearDown(self):
        self.folder.cleanup()

    def refused(self, *options, **environment):
        done = subprocess.run(
            [str(program()), "--state", str(self.state), *options], capture_output=True, text=True, timeout=30, cwd=self.folder.name,
            env={**os.environ, "PARLOR_HOME": str(ROOT), **environment})
        self.assertEqual((done.returncode, done.stdout), (1, ""), done)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertFalse(self.state.exists(), "something was made")
        return done.stderr

    def test_numbers_out_of_range(self):
        for option, bad in {
            "--port": (-1, 65536), "--streams": (0, -5), "--connections": (0, 10**9), "--open": (-1,), "--tables": (0,),
            "--bot-pause": (-1, 60001), "--replicas": (0, 2, 4),
        }.items():
            for number in bad:
                with self.subTest(option=option, number=number):
                    told = self.refused(f"{option}={number}")
                    self.assertIn(f"{option} is {number}: expected ", told)

    def test_words(self):
        for options, part in {
            ("--log", "oracle"): "--log is 'oracle': expected", ("--log", "sqlite:"): "--log is 'sqlite:'",
            ("--log-format", "xml"): "--log-format is 'xml': expected json or text", ("--rate", "fast"): "--rate is 'fast'",
            ("--rate", "0,0"): "--rate is '0,0'", ("--games", "/no/such/folder"): "--games is '/no/such/folder'",
            ("--origin", "games.example"): "--origin is 'games.example'", ("--web", "/no/such/folder"): "--web",
            ("--origin", "https://games.example/path"): "--origin", ("--origin", "https://x:0"): "--origin",
            ("--origin", "https://x:99999"): "--origin", ("--origin", "https://*.x"): "--origin", ("--origin", "https://x\n"): "--origin",
            ("--origin", "https://"): "--origin", ("--log", "nats://h:0"): "h:0", ("--log", "nats://h?foo=1"): "foo",
            ("--log", "nats://h?replicas=2"): "replicas",
        }.items():
            with self.subTest(options=options):
                self.assertIn(part, self.refused(*options, "--port", "0"))

    def test_the_key(self):
        short = pathlib.Path(self.folder.name) / "short"
        short.write_bytes(b"abc")
        empty = pathlib.Path(self.folder.name) / "empty"
        empty.touch()
        self.assertIn("has 0 bytes", self.refused("--secret", str(empty)))
        self.assertIn("has 3 bytes: expected the 32 bytes of a key", self.refused("--secret", str(short)))
        short.with_name("long").write_bytes(b"x" * 100_000)
        self.assertIn("has more than 32 bytes", self.refused("--secret", str(short.with_name("long"))))
        os.mkfifo(short.with_name("pipe"))
        for place in ("/dev/zero", self.folder.name, str(short.with_name("pipe"))):
            self.assertIn("isn't a regular file", self.refused("--secret", place))
        self.assertIn("can't be written", self.refused("--secret", f"{self.folder.name}/no/such/folder"))
        self.assertEqual(short.read_bytes(), b"abc")

    def test_the_environment(self):
        for name, value in {"PORT": "many", "TABLES": "1.5", "STREAMS": "0", "LOG_FORMAT": "xml", "RATE": "1", "TRUST_PROXY": "maybe"}.items():
            with self.subTest(name=name):
                told = self.refused(**{f"PARLOR_SERVER_{name}": value})
                self.assertIn(value, told)


class Origins(unittest.TestCase):
    def test_an_origin_is_read_as_browsers_write_it(self):
        for option, origin in {
            "https://X.Example": "https://x.example", "HTTPS://x:443": "https://x", "http://g:80": "http://g",
            "https://x:8443": "https://x:8443", "http://[::1]:8080": "http://[::1]:8080",
        }.items():
            with self.subTest(option=option), Server("--origin", option) as server:
                self.assertEqual(post(server, "/matches", game="pig", headers={"Origin": origin}).status, 201)
                self.assertEqual(post(server, "/matches", game="pig", headers={"Origin": origin + "1"}).status, 403)


if __name__ == "__main__":
    unittest.main()
