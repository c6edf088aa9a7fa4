"""No answer to a seat contains something that the seat may not know."""

import json
import re
import unittest

from client import ServerTest, Stream, ask, get, joined, nonce, opened, post
from servers import GAMES, Server

MARK = re.compile(rb"QZMARK(\d)X\d+")


class Marked(ServerTest):
    """A game whose hands contain a word that can be searched for."""

    options = ("--games", str(GAMES))

    def everything(self, match, token, changing):
        """Returns the answers of all routes to somebody."""
        routes = [("GET", path, None) for path in (
            f"/matches/{match}", f"/matches/{match}?theme=dark", f"/matches/{match}/digest", f"/matches/{match}/export.play",
            "/lobby", "/games", "/games/marked/picture.svg", f"/m/{match}", "/metrics", "/ready", "/health",
            f"/matches/{match}?seat=1", f"/matches/{match}?token=1", f"/matches/{match}/secret", f"/matches/{match}/state")]
        routes += [] if not changing else [("POST", f"/matches/{match}/{what}", body) for what, body in (
            ("moves", {"move": "nothing"}), ("moves", {"move": "guess QZMARK"}), ("moves", {"move": "guess red", "after": 1}),
            ("moves", {"move": ""}), ("moves", {"move": "guess"}), ("say", {"phrase": "hello"}), ("say", {"phrase": "?"}),
            ("bots", {}), ("rematch", {}), ("join", {}), ("join", {"seat": 2}), ("moves", {"move": "pass", "x": 1}))]
        routes += [("POST", "/show", {"url": f"https://x.example/marked#{match}"}), ("POST", "/show", {"game": "marked", "payload": "AAAA"})]
        for method, path, body in routes:
            if body is not None and path != "/show":
                body = {"nonce": nonce(), **body}
            answer = ask(self.server, method, path, body, token)
            yield f"{method} {path} {body}", answer.bytes + str(answer.headers).encode()
        for after in (None, 0, 2):
            stream = Stream(self.server, match, token, after=after)
            number = get(self.server, f"/matches/{match}").json["number"]
            yield f"events {after}", json.dumps([event.data for event in stream.until_view(number)]).encode()
            stream.close()

    def seen(self, match, token, changing):
        """Returns the seats whose marks are in the answers to somebody, and the places of the marks."""
        return {(int(found.group(1)), where) for where, data in self.everything(match, token, changing) for found in MARK.finditer(data)}

    def test_nobody_sees_the_other_hand_before_the_end(self):
        ann = opened(self.server, "marked", public=True)
        self.assertEqual(self.seen_seats(ann.match, ann.token, changing=False), set(), "a hand is shown before the match has begun")
        bob = joined(self.server, ann.match)
        other = opened(self.server, "marked")
        for move in ("pass", "guess red", "pass"):
            mover = ann if 1 in ann.view()["turn"] else bob
            self.assertEqual(self.seen_seats(ann.match, ann.token), {1})
            self.assertEqual(self.seen_seats(ann.match, bob.token), {2})
            for stranger in (None, other.token, "A" * 43):
                self.assertEqual(self.seen_seats(ann.match, stranger), set())
            self.assertEqual(mover.move(move).status, 200)

    def seen_seats(self, match, token, changing=True):
        return {seat for seat, _ in self.seen(match, token, changing)}

    def test_who_stands_up_has_seen_nothing(self):
        ann = opened(self.server, "marked")
        left = ann.act("leave")
        self.assertIsNone(MARK.search(left.bytes))
        self.assertEqual(self.seen_seats(ann.match, ann.token), set())

    def test_a_stream_that_was_opened_without_a_seat_stays_without(self):
        ann = opened(self.server, "marked")
        stream = Stream(self.server, ann.match)
        bob = joined(self.server, ann.match)
        ann.move("pass"), bob.move("guess black")
        events = stream.until_view(5)
        self.assertIsNone(MARK.search(json.dumps([event.data for event in events]).encode()))
        stream.close()


class Twins(ServerTest):
    """Two matches that differ only in something that a seat may not know."""

    options = ("--games", str(GAMES))

    def told(self):
        """Returns the answers that seat 2 and a spectator get over a whole match, and seat 1's hand. Omits public values that may differ."""
        ann = opened(self.server, "twins", name="Ann")
        bob = joined(self.server, ann.match)
        streams = [Stream(self.server, ann.match, token) for token in (bob.token, None)]
        answers = []
        for turn in range(6):
            seat, move = (ann, "show nothing" if turn == 2 else "pass") if turn % 2 == 0 else (bob, "pass")
            moved = seat.move(move)
            assert moved.status == 200, moved
            if seat is bob:
                answers.append((moved.status, dict(moved.headers), moved.bytes))
            for token in (bob.token, None):
                for path in ("", "?theme=dark", "/digest", "/export.play"):
                    answer = get(self.server, f"/matches/{ann.match}{path}", token)
                    answers.append((answer.status, dict(answer.headers), answer.bytes))
                for move in ("show nothing", "show", "pass 1"):
                    answer = post(self.server, f"/matches/{ann.match}/moves", token, move=move)
                    answers.append((answer.status, dict(answer.headers), answer.bytes))
        for stream in streams:
            answers.append([(event.name, event.number, event.data) for event in stream.until_view(9)])
            stream.close()
        return self.without_public(repr(answers), ann.match), ann.view()["words"]

    def without_public(self, text, match):
        text = text.replace(match, "<match>")
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", "<time>", text)
        return re.sub(r"'[Dd]ate': '[^']*'", "'date': <date>", text)

    def test_answers_and_events_are_equal_byte_for_byte(self):
        hands, told = set(), set()
        for _ in range(4):
            answers, hand = self.told()
            hands.add(hand)
            told.add(answers)
        self.assertGreater(len(hands), 1, "the hands are the same by chance")
        self.assertEqual(len(told), 1, self.difference(*list(told)[:2]) if len(told) > 1 else None)

    def difference(self, one, two):
        place = next(i for i, (a, b) in enumerate(zip(one, two)) if a != b)
        return f"…{one[max(0, place - 200):place + 100]}… is not …{two[place - 20:place + 100]}…"
