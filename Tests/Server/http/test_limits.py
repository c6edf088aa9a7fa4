"""Requests that no browser sends, and very many requests."""

import json
import random
import re
import socket
import time
import unittest

from client import ServerTest, ask, eventually, get, nonce, opened, pair, post, raw
from servers import Server

JSON = {"Content-Type": "application/json"}


def head(path="/matches", method="POST", **fields):
    fields = {"Host": "x", **{name.replace("_", "-"): value for name, value in fields.items()}}
    return f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n"


class Bodies(ServerTest):
    def test_only_json_is_read(self):
        body = json.dumps({"nonce": nonce(), "game": "tic-tac-toe"})
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", "application/json5", "text/json", "", "a" * 3000):
            self.refused(ask(self.server, "POST", "/matches", body, headers={"Content-Type": kind}), 415, "bad_request")
        for kind in ("application/json", "application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"):
            self.assertEqual(ask(self.server, "POST", "/matches", body, headers={"Content-Type": kind}).status, 201)

    def test_nonsense_is_refused(self):
        for body in ("", "{", "[]", "null", "1", '"text"', "{]", "{\"a\":1,}", "\ufeff{}", "{'nonce': 1}", "NaN", b"\xff\xfe{}", b'{"nonce":"\xff"}', "{}{}", "{}\0", b"\x00" * 100,
                     '{"nonce":"' + "a" * 20 + '","game":"tic-tac-toe","name":"\\ud800"}', '{"nonce":"' + "a" * 20 + '","nonce":"' + "b" * 20 + '","game":"tic-tac-toe"}'):
            with self.subTest(body):
                answer = ask(self.server, "POST", "/matches", body, headers=JSON)
                self.refused(answer, 400, "bad_request")

    def test_types_are_checked(self):
        good = {"nonce": "a" * 20, "game": "tic-tac-toe"}
        for field, values in {"game": (1, [], {}, True, None), "seats": ("2", 2.5, 1e400, -1, 0, 17, 2**70, []), "options": ([1], 1, "x", {"a": {"b": {}}}),
                              "name": (1, [], {}), "turnLimit": ("1", 1.5, -1, 0, 2**63, 10**30), "public": (1, "true", []), "bots": (-1, 2, 10**30, "1")}.items():
            for value in values:
                with self.subTest(f"{field}: {value}"):
                    answer = ask(self.server, "POST", "/matches", {**good, "nonce": nonce(), field: value})
                    self.assertIn(answer.status, (400, 422), answer)

    def test_deep_and_wide_json(self):
        for body in ("[" * 16000, '{"a":' * 3000, '{"nonce":' + "[" * 5000 + "]" * 5000 + "}", "[" + "1," * 8000 + "1]", '{"a":' + "1" * 16000 + "}", '{"a":1e999999}', '{"a":"' + "\\u0000" * 2000 + '"}',
                     "{" + ",".join(f'"k{i}":1' for i in range(1500)) + "}"):
            begun = time.monotonic()
            self.refused(ask(self.server, "POST", "/matches", body, headers=JSON), 400, "bad_request")
            self.assertLess(time.monotonic() - begun, 5)

    def test_too_large_is_refused_before_it_is_read(self):
        for path, most in (("/matches", 16 << 10), ("/show", 64 << 10), (f"/matches/{'a' * 20}/moves", 16 << 10)):
            self.refused(ask(self.server, "POST", path, b" " * (most + 1), headers=JSON), 413, "too_large")
            # a body that is announced but never sent
            answer = raw(self.server, head(path, Content_Type="application/json", Content_Length=10**12).encode(), wait=1)
            self.assertTrue(answer == b"" or b" 413 " in answer.splitlines()[0], answer[:300])
        before = self.server.memory()
        sock = raw(self.server, head(Content_Type="application/json", Transfer_Encoding="chunked").encode(), hold=True)
        try:
            for _ in range(400):
                sock.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")
        except OSError:
            pass
        sock.close()
        self.assertLess(self.server.memory() - before, 20_000_000)


class Wire(ServerTest):
    def test_requests_in_a_row_are_answered_in_a_row(self):
        answer = raw(self.server, (head("/health", "GET") * 50 + head("/nothing/here", "GET", Connection="close")).encode())
        self.assertEqual(re.findall(rb"HTTP/1.1 (\d+)", answer), [b"200"] * 50 + [b"404"])

    def test_one_request_isnt_taken_for_two(self):
        """Tests that requests which two HTTP parsers could read differently are refused: https://portswigger.net/web-security/request-smuggling."""
        inner = "GET /games HTTP/1.1\r\nHost: x\r\n\r\n"
        for fields in (
            f"Content-Length: {len(inner) + 5}\r\nTransfer-Encoding: chunked\r\n",
            "Content-Length: 0\r\nContent-Length: 5\r\n", "Content-Length: +5\r\n", "Content-Length: 5, 5\r\n", "Content-Length: 0x5\r\n", "Content-Length: -1\r\n",
            "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding : chunked\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
            "X: a\nTransfer-Encoding: chunked\r\n", " X: a\r\n", "X\r\n", "X: a\0b\r\n",
        ):
            with self.subTest(fields):
                data = f"POST /matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{fields}\r\n0\r\n\r\n{inner}"
                answer = raw(self.server, data.encode(), wait=0.7)
                self.assertNotIn(b'"phrases"', answer, "the inner request was answered")
                self.assertNotIn(b"HTTP/1.1 2", answer)
                self.assertNotIn(b"HTTP/1.1 5", answer)

    def test_behind_a_body_that_is_too_large_nothing_is_taken_for_a_request(self):
        inner = b"GET /games HTTP/1.1\r\nHost: x\r\n\r\n"
        body = inner * 1000
        answer = raw(self.server, head(Content_Type="application/json", Content_Length=len(body)).encode() + body, wait=2)
        self.assertNotIn(b'"phrases"', answer)

    def test_heads_without_end(self):
        for data in (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: " + b"a" * 200_000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 50_000 + b"\r\n",
                     b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"A" * 200_000, b"\r\n" * 100_000, b"\0" * 10_000, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\1" * 500,
                     b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /\r\n\r\n", b"G\xc3\x89T / HTTP/1.1\r\nHost: x\r\n\r\n"):
            with self.subTest(data[:40]):
                answer = raw(self.server, data, wait=0.7)
                self.assertTrue(answer == b"" or re.match(rb"HTTP/1.[01] 4\d\d", answer) or b"200" in answer[:15] and data.startswith(b"\r\n"), answer[:200])

    def test_paths_that_lead_nowhere(self):
        secret = (self.server.folder / "secret").read_bytes()
        for path in ("/web/%2e%2e/%2e%2e/Package.swift", "/web/../server.swift", "/web/..%2f..%2fPackage.swift", "/web/%00", "/web/style.css%00.js", "/web//etc/passwd", "/web/%2fetc%2fpasswd",
                     "/web/....//....//etc/passwd", "/web/\\..\\..\\secret", "/web/%c0%ae%c0%ae/secret", "//etc/passwd", "/%2e%2e/secret", "/m/%2e%2e%2f%2e%2e", "/matches/%2e%2e/events", "/games/%2e%2e/picture.svg",
                     "/games/" + "a" * 30_000 + "/picture.svg", "/web/" + "a/" * 10_000, "/?" + "a=b&" * 5000, "/matches/aaaaaaaaaaaaaaaaaaaa?theme=" + "x" * 20_000, "*", "http://evil.example/lobby", "/web", "/web/", "/m/", "/matches/"):
            with self.subTest(path[:60]):
                answer = raw(self.server, head(path, "GET", Connection="close").encode(), wait=5)
                self.assertNotIn(b" 500 ", answer[:20])
                self.assertNotIn(secret, answer)
                self.assertNotIn(b"root:", answer)
                self.assertNotIn(b"swift-tools-version", answer)
        self.assertEqual(get(self.server, "/matches").status, 405)
        self.assertEqual(ask(self.server, "DELETE", "/lobby").headers["Allow"], "GET, HEAD")
        self.assertEqual(ask(self.server, "HEAD", "/lobby").bytes, b"")

    def test_noise(self):
        generator = random.Random(1)
        alphabet = [b"GET ", b"POST ", b"/matches", b"/", b" HTTP/1.1", b"\r\n", b"\r\n\r\n", b"Host: x", b"Content-Length: 5", b"Transfer-Encoding: chunked", b"5\r\nhello\r\n", b"0\r\n\r\n", b"\0", b"\xff", b"{", b"Expect: 100-continue", b"Upgrade: h2c", b"Connection: Upgrade"]
        for _ in range(80):
            raw(self.server, b"".join(generator.choice(alphabet) for _ in range(generator.randrange(1, 25))), wait=0.05)
        self.assertEqual(get(self.server, "/health").status, 200)


class Crowds(unittest.TestCase):
    def test_thousands_of_connections_are_left_open(self):
        """Lets one address use all its connections. Another address is still served, and the connections become free again."""
        with Server("--connections", "1000", "--rate", "100000,100000", freely=False, descriptors=4096) as server:
            held = []
            for number in range(2500):
                try:
                    sock = socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=("127.0.0.3", 0))
                except OSError:
                    break
                if number % 3:
                    sock.sendall(b"GET /lobby HTTP/1.1\r\nHo" if number % 2 else head(Content_Type="application/json", Content_Length=100).encode() + b"{")
                held.append(sock)
            self.assertFalse(self.answers(server, "127.0.0.3"), "one address has more connections than it may")
            for _ in range(20):
                self.assertEqual(get(server, "/lobby").status, 200)
            self.assertEqual(post(server, "/matches", game="tic-tac-toe").status, 201)
            for sock in held:
                sock.close()
            self.assertTrue(eventually(lambda: self.answers(server, "127.0.0.3")))

    def answers(self, server, source):
        try:
            return get(server, "/lobby", source=source).status == 200
        except OSError:
            return False

    def test_with_few_descriptors_it_goes_on(self):
        with Server(descriptors=60) as server:
            held = []
            for _ in range(200):
                try:
                    held.append(socket.create_connection(("127.0.0.1", server.port), timeout=1))
                except OSError:
                    break
            for sock in held:
                sock.close()
            self.assertTrue(eventually(lambda: self.answers(server, "127.0.0.1"), 20), server.said()[-2000:])

    def test_a_body_that_never_comes_is_waited_for_no_longer_than_a_while(self):
        with Server() as server:
            sock = socket.create_connection(("127.0.0.1", server.port))
            sock.sendall(head(Content_Type="application/json", Content_Length=100).encode())
            sock.settimeout(1)
            begun, answer = time.monotonic(), None
            while time.monotonic() - begun < 30:
                try:
                    sock.sendall(b" ")  # one byte each second, so the request is never complete
                    answer = sock.recv(1000)
                    break
                except TimeoutError:
                    pass
                except OSError:
                    answer = b""
                    break
            self.assertIsNotNone(answer, "the connection is open still")

    def test_match_ids_that_are_made_up_cost_nothing(self):
        with Server() as server:
            import http.client
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            alphabet = "abcdefghijklmnopqrstuvwxyz234567"
            generator = random.Random(2)

            def make_up(times):
                for _ in range(times):
                    connection.request("GET", "/matches/" + "".join(generator.choice(alphabet) for _ in range(20)))
                    answer = connection.getresponse()
                    answer.read()
                    self.assertEqual(answer.status, 404)

            make_up(500)
            before = server.memory()
            make_up(2500)
            self.assertLess(server.memory() - before, 12_000_000)


class Rates(ServerTest):
    options = ("--rate", "60,2", "--open", "3")
    freely = False

    def test_who_asks_too_much_waits(self):
        answers = [get(self.server, "/games", source="127.0.0.5") for _ in range(90)]
        refused = [answer for answer in answers if answer.status == 429]
        self.assertTrue(refused)
        self.refused(refused[0], 429, "too_many")
        seconds = int(refused[0].headers["Retry-After"])
        self.assertEqual(get(self.server, "/games", source="127.0.0.6").status, 200)  # other addresses aren't limited
        self.assertEqual(get(self.server, "/health", source="127.0.0.5").status, 200)
        time.sleep(seconds)
        self.assertEqual(get(self.server, "/games", source="127.0.0.5").status, 200)

    def test_one_seat_has_its_own_bucket(self):
        token = "A" * 43
        statuses = [get(self.server, "/games", token, source=f"127.0.1.{number % 50 + 1}").status for number in range(90)]
        self.assertIn(429, statuses)

    def test_a_forged_forwarded_address_counts_for_nothing(self):
        statuses = [get(self.server, "/games", source="127.0.0.7", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status for number in range(90)]
        self.assertIn(429, statuses)

    def test_the_lobby_isnt_filled_by_one(self):
        source = "127.0.0.8"
        seats = []
        for _ in range(3):
            answer = post(self.server, "/matches", game="tic-tac-toe", public=True, source=source)
            self.assertEqual(answer.status, 201)
            seats.append(answer.json)
        over = post(self.server, "/matches", game="tic-tac-toe", public=True, source=source)
        self.refused(over, 429, "too_many")
        self.assertTrue(over.headers["Retry-After"])
        self.assertEqual(post(self.server, "/matches", game="tic-tac-toe", source=source).status, 201)  # a match that isn't public isn't limited
        self.assertEqual(post(self.server, "/matches", game="tic-tac-toe", public=True, source="127.0.0.9").status, 201)


class BehindAProxy(ServerTest):
    options = ("--rate", "60,2", "--trust-proxy")
    freely = False

    def test_the_address_that_the_proxy_saw_counts(self):
        def asked(forwarded):
            return get(self.server, "/games", headers={"X-Forwarded-For": forwarded}).status

        # addresses that the client itself has written come before the address that the proxy adds
        self.assertIn(429, [asked(f"10.9.9.{number}, 10.0.0.1") for number in range(80)])
        self.assertEqual(asked("10.0.0.2"), 200)
        # of an IPv6 address only the network counts, because a client has very many addresses in its network
        self.assertIn(429, [asked(f"2001:db8:1:2::{number:x}") for number in range(80)])
        self.assertEqual(asked("2001:db8:1:3::1"), 200)
