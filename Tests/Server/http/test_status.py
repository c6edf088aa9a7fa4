"""The information for operators of the server: metrics, readiness, lines of the log."""

import importlib.util
import json
import pathlib
import shutil
import tempfile
import unittest

from client import ServerTest, Stream, ask, eventually, get, joined, nonce, opened, pair, post
from servers import Server


class Metrics(ServerTest):
    @unittest.skipUnless(importlib.util.find_spec("prometheus_client"), "prometheus_client isn't installed")
    def test_prometheus_reads_them(self):
        from prometheus_client.parser import text_string_to_metric_families

        ann, bob = self.pair()
        ann.move("b2"), ann.move("z9")
        stream = Stream(self.server, ann.match)
        stream.until_view(4)
        self.ask("BREW", "/lobby")
        answer = self.get("/metrics")
        self.assertTrue(answer.headers["Content-Type"].startswith("text/plain; version=0.0.4"))
        families = {family.name: family for family in text_string_to_metric_families(answer.bytes.decode())}
        self.assertEqual(families["parlor_event_streams"].samples[0].value, 1)
        self.assertGreaterEqual(families["parlor_matches_in_memory"].samples[0].value, 1)
        moves = {sample.labels["status"]: sample.value for sample in families["parlor_requests"].samples if "moves" in sample.labels["route"]}
        self.assertEqual(moves, {"200": 1, "409": 1})
        times = families["parlor_request_seconds"]
        self.assertEqual(times.type, "histogram")
        buckets = [sample for sample in times.samples if sample.name.endswith("_bucket") and "moves" in sample.labels["route"]]
        values = [sample.value for sample in buckets]
        self.assertEqual((values, values[-1], buckets[-1].labels["le"]), (sorted(values), 2, "+Inf"))
        stream.close()

    def test_labels_arent_made_up_by_clients(self):
        for number in range(30):
            self.ask("GET", f"/no/such/path/{number}")
            self.get(f"/matches/{'a' * 18}{'abcdefgh'[number % 8]}{'abcdefgh'[number // 8]}")
        before = len(self.get("/metrics").bytes)
        for number in range(200):
            self.ask("GET", f"/no/such/path/x{number}")
            self.ask("PROPFIND" if number % 2 else "MKCALENDAR", f"/other{number}")
        self.assertLess(len(self.get("/metrics").bytes) - before, 3000)


class Ready(unittest.TestCase):
    def test_a_log_that_cant_be_read(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="parlor-http-"))
        self.addCleanup(shutil.rmtree, folder)
        file = folder / "matches.sqlite"
        server = Server(log=f"sqlite:{file}", folder=folder)
        self.addCleanup(server.stop)
        self.assertEqual((get(server, "/ready").status, get(server, "/ready").json["status"]), (200, "ready"))
        ann, _ = pair(server)
        for name in ("matches.sqlite", "matches.sqlite-wal"):
            with open(folder / name, "r+b") as out:  # as a failing disk would
                size = out.seek(0, 2)
                out.seek(0)
                out.write(b"\xa5" * size)
        ready = get(server, "/ready")
        self.assertEqual((ready.status, ready.json["status"]), (503, "not ready"), ready)
        self.assertNotIn(str(folder), ready.bytes.decode())
        answer = ann.move("b2")
        self.assertEqual((answer.status, answer.code), (500, "damaged"))
        self.assertNotIn(str(folder), answer.bytes.decode())
        self.assertEqual(get(server, "/health").status, 200)


class Lines(ServerTest):
    def test_each_line_is_json_and_tells_nobodys_secret(self):
        names = ["Zacharias-Quill", "Bartholomea\nJson", "}\"{quote"]
        nonces = [nonce() for _ in range(6)]
        ann = post(self.server, "/matches", game="tic-tac-toe", name=names[0], fields={"nonce": nonces[0]}).json
        bob = post(self.server, f"/matches/{ann['match']}/join", name=names[1], fields={"nonce": nonces[1]}).json
        post(self.server, f"/matches/{ann['match']}/moves", ann["token"], move="b2", fields={"nonce": nonces[2]})
        post(self.server, f"/matches/{ann['match']}/moves", bob["token"], move="z9", fields={"nonce": nonces[3]})
        post(self.server, "/matches", game="no-such-game", name=names[2], fields={"nonce": nonces[4]})
        get(self.server, f"/matches/{ann['match']}?token={bob['token']}", ann["token"])
        Stream(self.server, ann["match"], ann["token"]).close()
        ask(self.server, "POST", "/matches", "{" + nonces[5], headers={"Content-Type": "application/json"})
        said = self.server.said()
        lines = [json.loads(line) for line in said.splitlines()]
        self.assertTrue(lines)
        for line in lines:
            self.assertLessEqual({"time", "level", "logger", "message"}, set(line))
        for secret in [ann["token"], bob["token"], "Zacharias", "Bartholomea", *nonces]:
            self.assertNotIn(secret, said)
