"""Whole games by JSON, and the answers to requests that can't be carried out."""

import random
import unittest

from client import Seat, ServerTest, ask, get, joined, opened, pair, post


def play_on(seats, generator, most=400):
    """Plays random legal moves until the match is over. Returns the last view of the first seat."""
    for _ in range(most):
        view = seats[0].view()
        if view["phase"] != "playing":
            return view
        seat = seats[generator.choice(view["turn"]) - 1]
        own = seat.view()
        moves = [move["text"] for move in own["moves"]] + [typed["name"] for typed in own["typed"] if typed["drawn"]]
        moves += [f"{typed['name']} {typed.get('min', 1)}" for typed in own["typed"] if typed["type"] == "integer" and not typed["drawn"]]
        answer = seat.move(generator.choice(moves))
        assert answer.status == 200, (answer, moves)
    raise AssertionError("the game doesn't end")


class Games(ServerTest):
    def test_tic_tac_toe_to_its_end_and_a_rematch(self):
        ann, bob = self.pair()
        for seat, move in ((ann, "b2"), (bob, "a3"), (ann, "c3"), (bob, "a1"), (ann, "a2"), (bob, "c2"), (ann, "b3"), (bob, "b1")):
            view = seat.move(move)
            self.assertEqual(view.status, 200, view)
            self.assertEqual(view.json["log"][-1]["text"], move)
        end = ann.move("c1").json
        self.assertEqual((end["phase"], end["outcome"]["draw"]), ("over", True))
        self.refused(ann.move("c1"), 409, "over")
        record = get(self.server, f"/matches/{ann.match}/export.play")
        self.assertIn("b2", record.bytes.decode())
        self.assertIn("attachment", record.headers["Content-Disposition"])
        self.assertEqual(get(self.server, f"/matches/{ann.match}/digest").json["number"], end["number"])

        again = ann.act("rematch")
        self.assertEqual((again.status, again.json["seat"]), (200, 2))
        other = bob.act("rematch")
        self.assertEqual((other.json["match"], other.json["seat"]), (again.json["match"], 1))
        self.assertEqual(ann.view()["next"], again.json["match"])
        self.assertEqual(Seat(self.server, other.json).view()["phase"], "playing")

    def test_every_bundled_game_can_be_played_to_its_end(self):
        generator = random.Random(7)
        games = get(self.server, "/games").json["games"]
        self.assertGreater(len(games), 5)
        for game in games:
            with self.subTest(game["id"]):
                small = {"options": {"size": 3}} if game["id"] == "battleship" else {}  # otherwise the match takes over 400 moves
                seats = [opened(self.server, game["id"], seats=game["seats"]["min"], **small)]
                seats += [joined(self.server, seats[0].match) for _ in range(game["seats"]["min"] - 1)]
                view = play_on(seats, generator)
                self.assertEqual(view["phase"], "over")
                self.assertTrue(view["outcome"]["text"])
                self.assertIn("<svg", view["svg"])
                self.assertEqual(get(self.server, f"/matches/{view['match']}/export.play").status, 200)

    def test_a_bot_plays(self):
        ann = opened(self.server, "pig", bots=1)
        generator = random.Random(3)
        for _ in range(600):
            view = ann.view()
            if view["phase"] == "over":
                break
            if 1 in view["turn"]:
                ann.move(generator.choice(view["moves"])["text"])
        self.assertEqual(view["phase"], "over")

    def test_quick_match_joins_and_the_lobby_shows_it(self):
        ann = post(self.server, "/quick", game="connect-four", name="Ann")
        self.assertEqual(ann.status, 200, ann)
        listed = [match for match in get(self.server, "/lobby").json["matches"] if match["id"] == ann.json["match"]]
        self.assertEqual([(match["free"], match["seats"][0]["name"]) for match in listed], [(1, "Ann")])
        # the browser that opened the match doesn't get the second seat, too
        cookie = f"parlor-{ann.json['match']}={ann.json['token']}"
        other = post(self.server, "/quick", game="connect-four", headers={"Cookie": cookie})
        self.assertNotEqual(other.json["match"], ann.json["match"])
        bob = post(self.server, "/quick", game="connect-four", name="Bob")
        self.assertEqual((bob.json["match"], bob.json["seat"]), (ann.json["match"], 2))
        self.assertIn(ann.json["match"], [match["id"] for match in get(self.server, "/lobby").json["watchable"]])

    def test_refusals_say_why(self):
        ann, bob = self.pair()
        self.refused(bob.move("a1"), 409, "not_your_turn")
        self.refused(ann.move("z9"), 422, "illegal_move")
        self.refused(ann.move("a1", after=1), 409, "behind")
        self.refused(ann.act("rematch"), 409, "over")
        self.refused(self.get(f"/matches/{ann.match}/export.play"), 409, "over")
        self.refused(post(self.server, f"/matches/{ann.match}/moves", move="a1"), 403, "no_seat")
        self.refused(post(self.server, f"/matches/{ann.match}/join"), 409, "full")
        self.refused(ann.act("say", phrase="you lose"), 400, "bad_request")
        self.refused(post(self.server, "/matches", game="no-such-game"), 404, "unknown_game")
        self.refused(post(self.server, "/matches", game="tic-tac-toe", seats=9), 400, "bad_request")
        self.refused(post(self.server, "/matches", game="tic-tac-toe", bots=2), 400, "bad_request")
        self.refused(post(self.server, "/matches", game="tic-tac-toe", turnLimit=0), 400, "bad_request")
        self.refused(post(self.server, "/matches", game="tic-tac-toe", surprise=1), 400, "bad_request")
        self.assertIn(post(self.server, "/matches", game="tic-tac-toe", options={"none": 3}).status, (400, 422))
        for match in ("a" * 20, "nonsense", "A" * 20, "%00", "a" * 5000):
            self.refused(self.get(f"/matches/{match}"), 404, "unknown_match")
        self.assertEqual(ann.view()["number"], 3)  # none of the requests has changed anything

    def test_names_with_odd_characters(self):
        for name in ("<b>Ann</b>&\"'", "Ann\u202egnp.exe", "A\u0000B\n\rC", "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 9, "Ж" * 80, "e" + "\u0301" * 300,
                     "abcdefghijklmnopqrstuvw xyz", "abcdefghijklmnopqrst uvw", " \u3000 ", "]]>--><!--", "event: gone\ndata: {}"):
            with self.subTest(name):
                ann = opened(self.server, name=name)
                bob = joined(self.server, ann.match, name=name)  # the same name again: the second one gets a number
                view = ann.view()
                names = [seat["name"] for seat in view["seats"]]
                self.assertNotEqual(names[0], names[1])
                for seen in names:
                    self.assertLessEqual(len(seen.encode()), 96)
                    self.assertFalse([mark for mark in seen if ord(mark) < 32 or mark in "\u202e\u200d\u2028"])
                self.assertNotIn("<b>", view["svg"])
                stream = bob.stream()
                self.assertEqual([event.name for event in stream.until_view(3)], ["entry"] * 3 + ["view"])
                stream.close()


class Kept(ServerTest):
    log = "kept.sqlite"

    def test_names_that_were_cut_can_be_read_again(self):
        # a name that is cut may end in a space, or have two spaces before its number; such entries once couldn't be read again
        tables = [pair_named(self.server, name) for name in ("abcdefghijklmnopqrstuvw xyz", "abcdefghijklmnopqrst uvw", "e" + "\u0301" * 47, "a" + "\u0301" * 46 + "b")]
        before = [ann.view() for ann, _ in tables]
        self.server.kill()
        self.server.start()
        for (ann, bob), view in zip(tables, before):
            self.assertEqual(ann.view(), view)
            self.assertEqual(ann.move("b2").status, 200)

    def test_longer_texts_than_a_log_takes_are_refused(self):
        ann, bob = self.pair()
        for size in (1000, 8000, 15000):
            answer = ann.move("b2" + " " * size + "x" * size)
            self.assertIn(answer.status, (400, 413, 422), answer)
        self.assertEqual(ann.move("b2").status, 200)


def pair_named(server, name):
    ann = opened(server, name=name)
    return ann, joined(server, ann.match, name=name)


if __name__ == "__main__":
    unittest.main()
