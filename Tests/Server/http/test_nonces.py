"""A repeated request is carried out once: repeated immediately, at the same time, after a restart, or at another server."""

import pathlib
import shutil
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from client import Seat, ServerTest, get, joined, nonce, opened, pair, post
from servers import Server


class Nonces(ServerTest):
    def test_each_kind_of_request_happens_once(self):
        same = nonce()
        ann = post(self.server, "/matches", game="tic-tac-toe", name="Ann", fields={"nonce": same})
        again = post(self.server, "/matches", game="tic-tac-toe", name="Other", fields={"nonce": same})
        self.assertEqual((ann.status, ann.json), (again.status, again.json))
        match = ann.json["match"]
        same = nonce()
        bob, other = (post(self.server, f"/matches/{match}/join", name="Bob", fields={"nonce": same}) for _ in range(2))
        self.assertEqual((bob.status, bob.json), (other.status, other.json))
        ann = Seat(self.server, ann.json)
        for what, body in (("moves", {"move": "b2"}), ("say", {"phrase": "hello"}), ("leave", {})):
            same = nonce()
            first, second = (ann.act(what, fields={"nonce": same}, **body) for _ in range(2))
            self.assertEqual((first.status, first.json), (second.status, second.json))
        self.assertEqual([line["kind"] for line in ann.view()["log"]], ["open", "join", "join", "ply", "say", "leave"])

    def test_twenty_at_the_same_time(self):
        with ThreadPoolExecutor(20) as many:
            same = nonce()
            answers = list(many.map(lambda _: post(self.server, "/matches", game="tic-tac-toe", fields={"nonce": same}), range(20)))
            self.assertEqual({(answer.status, answer.bytes) for answer in answers}, {(201, answers[0].bytes)})
            ann = Seat(self.server, answers[0].json)
            same = nonce()
            answers = list(many.map(lambda _: post(self.server, f"/matches/{ann.match}/join", fields={"nonce": same}), range(20)))
            self.assertEqual({(answer.status, answer.bytes) for answer in answers}, {(200, answers[0].bytes)})
            same = nonce()
            answers = list(many.map(lambda _: ann.move("b2", fields={"nonce": same}), range(20)))
            self.assertEqual({answer.status for answer in answers}, {200})
            self.assertEqual(len([line for line in ann.view()["log"] if line["kind"] == "ply"]), 1)

    def test_twenty_for_one_seat_get_one(self):
        ann = opened(self.server)
        with ThreadPoolExecutor(20) as many:
            answers = list(many.map(lambda _: post(self.server, f"/matches/{ann.match}/join"), range(20)))
        self.assertEqual(sorted(answer.status for answer in answers), [200] + [409] * 19)

    def test_a_nonce_is_of_one_form(self):
        ann = opened(self.server)
        for bad in ("", "short", "x" * 15, "x" * 65, "has a space in it", "Ünïcödé-Ünïcödé-Ünï", "nul\u0000nul\u0000nul\u0000nul", 17, None, ["a" * 20], True):
            self.refused(post(self.server, f"/matches/{ann.match}/join", fields={"nonce": bad}), 400, "bad_request")
        self.assertEqual(ann.view()["number"], 2)


class KeptTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="parlor-http-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def server(self):
        server = Server(log=f"sqlite:{self.folder / 'matches.sqlite'}", folder=self.folder)
        self.addCleanup(server.stop)
        return server


class NoncesThatAreKept(KeptTest):
    def test_behind_a_restart(self):
        server = self.server()
        opening, sitting, moving = nonce(), nonce(), nonce()

        def all_of_it():
            ann = post(server, "/matches", game="tic-tac-toe", name="Ann", fields={"nonce": opening})
            match = ann.json["match"]
            bob = post(server, f"/matches/{match}/join", name="Bob", fields={"nonce": sitting})
            moved = post(server, f"/matches/{match}/moves", ann.json["token"], move="b2", fields={"nonce": moving})
            return [(answer.status, answer.json) for answer in (ann, bob, moved)]

        before = all_of_it()
        server.kill()
        server.start()
        self.assertEqual(all_of_it(), before)

    def test_two_servers_over_one_file(self):
        servers = [self.server(), self.server()]
        same = nonce()
        with ThreadPoolExecutor(16) as many:
            answers = list(many.map(lambda i: post(servers[i % 2], "/matches", game="connect-four", name="Ann", fields={"nonce": same}), range(16)))
            self.assertEqual({(answer.status, answer.bytes) for answer in answers}, {(201, answers[0].bytes)}, answers)
            seats = [Seat(servers[0], answers[0].json), joined(servers[1], answers[0].json["match"])]
            for turn in range(8):
                same = nonce()
                seat = seats[turn % 2]
                answers = list(many.map(lambda i: post(servers[i % 2], f"/matches/{seat.match}/moves", seat.token, move="1234567"[turn % 7], fields={"nonce": same}), range(8)))
                self.assertEqual({answer.status for answer in answers}, {200}, answers)
        for server in servers:
            log = get(server, f"/matches/{seats[0].match}").json["log"]
            self.assertEqual([line["number"] for line in log], list(range(1, 12)))
            self.assertEqual([line["kind"] for line in log], ["open", "join", "join"] + ["ply"] * 8)
        self.assertEqual(*[get(server, f"/matches/{seats[0].match}/digest").json for server in servers])


class Durability(KeptTest):
    def test_nothing_acknowledged_is_lost_by_sigkill(self):
        server = self.server()
        played = {}
        for turn in range(6):
            ann, bob = pair(server, "connect-four")
            played[ann.match] = []
            for seat, move in zip([ann, bob] * 3, "123456"[: turn + 1]):
                self.assertEqual(seat.move(move).status, 200)
                played[ann.match].append(move)
            server.kill()
            server.start()
        for match, moves in played.items():
            log = get(server, f"/matches/{match}").json["log"]
            self.assertEqual([line["text"] for line in log if line["kind"] == "ply"], moves)

