"""`parlor-server copy`: a log is copied while its server runs, and the matches continue in the copy."""
import json
import os
import pathlib
import sqlite3
import subprocess
import tempfile
import unittest
import uuid

from client import get, post
from servers import ROOT, Server, program


def copy(source, target, *options):
    return subprocess.run(
        [str(program()), "copy", "--from", source, "--to", target, *options], capture_output=True, text=True, timeout=120)


class Copies(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="parlor-copy-")
        self.path = pathlib.Path(self.folder.name)
        for name in ("one", "two"):
            (self.path / name).mkdir()

    def tearDown(self):
        self.folder.cleanup()

    def opened(self, server, game="tic-tac-toe"):
        ann = post(server, "/matches", game=game, name="Ann").json
        bob = post(server, f"/matches/{ann['match']}/join", name="Bob").json
        return ann["match"], ann["token"], bob["token"]

    def test_matches_go_on_in_the_copy(self):
        backup = f"sqlite:{self.path}/backup"
        with Server(log="matches.sqlite", folder=self.path / "one") as server:
            match, ann, bob = self.opened(server)
            self.assertEqual(post(server, f"/matches/{match}/moves", token=ann, move="b2").status, 200)
            done = copy(server.log, backup, "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(json.loads(done.stdout), {"damaged": [], "entries": 4, "matches": 1, "otherwise": []})
            self.assertEqual(post(server, f"/matches/{match}/moves", token=bob, move="a1").status, 200)
            again = copy(server.log, backup)
            self.assertEqual((again.returncode, again.stdout), (0, "1 entries copied. The log has 1 matches.\n"))
        # a server on another machine, without the secret of the first server
        with Server(log=backup, folder=self.path / "two") as server:
            self.assertEqual(get(server, f"/matches/{match}", token=ann).json["you"], 1)
            self.assertEqual(post(server, f"/matches/{match}/moves", token=ann, move="a2").status, 200)
            # meanwhile the match continues differently in the first log
            with Server(log="matches.sqlite", folder=self.path / "one") as first:
                self.assertEqual(post(first, f"/matches/{match}/moves", token=ann, move="c3").status, 200)
                self.opened(first, "pig")
                third = copy(first.log, backup)
            self.assertEqual((third.returncode, third.stderr.count(match)), (1, 1), third.stderr)
            self.assertIn("continued differently", third.stderr)
            self.assertIn("3 entries copied. The log has 2 matches.", third.stdout)
            self.assertEqual(get(server, f"/matches/{match}").json["ply"], 3)

    def test_what_cant_be_read_is_named_and_the_rest_is_copied(self):
        with Server(log="matches.sqlite", folder=self.path / "one") as server:
            matches = [self.opened(server)[0] for _ in range(12)]
            log = server.log
        self.assertEqual(copy(log, f"sqlite:{self.path}/idle").returncode, 0)
        with sqlite3.connect(self.path / "idle") as database:
            database.execute("UPDATE archive SET bytes = zeroblob(40) WHERE match = ?", [matches[4]])
        for _ in range(2):
            done = copy(f"sqlite:{self.path}/idle", f"sqlite:{self.path}/rest", "--json")
            self.assertEqual((done.returncode, done.stderr.count("\n"), done.stderr.count(matches[4])), (1, 1, 2), done.stderr)
            self.assertEqual(json.loads(done.stdout)["damaged"], [matches[4]])
        with Server(log=f"sqlite:{self.path}/rest", folder=self.path / "two") as server:
            for match in matches:
                self.assertEqual(get(server, f"/matches/{match}").status, 404 if match == matches[4] else 200)

    def test_names_that_mean_something_to_sqlite_are_files(self):
        with Server(log="matches.sqlite", folder=self.path / "one") as server:
            self.opened(server)
            log = server.log
        for name in (":memory:", "file:other?mode=memory", "a b'ü#%20.sqlite"):
            with self.subTest(name=name):
                done = subprocess.run(
                    [str(program()), "copy", "--from", log, "--to", f"sqlite:{name}"], cwd=self.path / "two", capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                with sqlite3.connect((self.path / "two" / name).as_uri(), uri=True) as database:
                    self.assertEqual(database.execute("SELECT last FROM archive").fetchall(), [(3,)])

    def test_nobody_hears_what_was_done(self):
        with Server(log="matches.sqlite", folder=self.path / "one") as server:
            log = server.log
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [str(program()), "copy", "--from", log, "--to", f"sqlite:{self.path}/copy"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("can't be written", done.stderr)

    def test_what_is_no_log_is_refused_and_left_alone(self):
        other = self.path / "other.sqlite"
        with sqlite3.connect(other) as database:
            database.execute("CREATE TABLE mine (a)")
        other.chmod(0o644)
        (self.path / "text").write_text("no database, and longer than the header of one is, so that it is read as one " * 3)
        os.mkfifo(self.path / "pipe")
        null = os.stat("/dev/null").st_mode
        with Server(log="matches.sqlite", folder=self.path / "one") as server:
            self.opened(server)
            log = server.log
        before = other.read_bytes()
        for source, target, reason in [
            (log, log, "the same log"),
            (f"sqlite:{self.path}/missing", log, "there is no such file"),
            (log, f"sqlite:{other}", "a database of another program"),
            (f"sqlite:{other}", log, "a database of another program"),
            (f"sqlite:{self.path}/text", log, "--from"),
            (log, f"sqlite:{self.path}/no/such/folder", "can't be created: No such file or directory"),
            (log, f"sqlite:{self.path}", "isn't a regular file"),
            (log, "sqlite:/dev/null", "isn't a regular file"),
            ("sqlite:/dev/zero", log, "isn't a regular file"),
            (log, f"sqlite:{self.path}/pipe", "isn't a regular file"),
            (log, "memory", "expected sqlite:FILE or nats://HOST:PORT"),
            ("", log, "expected sqlite:FILE or nats://HOST:PORT"),
            (log, "sqlite:", "expected sqlite:FILE or nats://HOST:PORT"),
            (log, "nats://:4222", "--to"),
        ]:
            with self.subTest(source=source, target=target):
                done = copy(source, target)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(reason, done.stderr)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertEqual(other.read_bytes(), before)
        self.assertEqual(os.stat("/dev/null").st_mode, null)
        self.assertEqual(other.stat().st_mode & 0o777, 0o644)
        self.assertFalse((self.path / "missing").exists())
        self.assertEqual(copy(log, f"sqlite:{self.path}/copy").returncode, 0)


if __name__ == "__main__":
    unittest.main()
