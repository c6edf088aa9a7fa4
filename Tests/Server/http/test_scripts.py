"""A failing script ends only its request, and affects neither the server nor another match."""

import time

from client import ServerTest, Stream, get, opened, pair, post
from servers import GAMES


class Scripts(ServerTest):
    options = ("--games", str(GAMES))

    def test_a_move_that_fails_changes_nothing(self):
        ann, bob = self.pair("hostile")
        for way in ("loop", "eat", "deep", "throw"):
            with self.subTest(way):
                number = ann.view()["number"]
                begun = time.monotonic()
                answer = ann.move(f"play {way}")
                self.refused(answer, 500, "script_failed")
                self.assertLess(time.monotonic() - begun, 20)
                self.assertNotIn(b"SECRETSTACK", answer.bytes)
                self.assertEqual(ann.view()["number"], number)
        self.assertEqual(ann.move("play well").status, 200)
        self.assertEqual(bob.move("play well").status, 200)
        self.assertIn("SECRETSTACK", self.server.said())  # the operator can read the reason

    def test_a_scene_that_fails_leaves_the_others_alone(self):
        other, _ = self.pair()
        for way in ("loop", "eat", "deep", "throw"):
            with self.subTest(way):
                ann, bob = self.pair("hostile")
                stream = ann.stream()
                stream.until_view(3)
                drawn = ann.move(f"draw {way}")
                self.refused(drawn, 500, "script_failed")
                self.assertIn("was carried out", drawn.json["error"]["message"])
                self.refused(get(self.server, f"/matches/{ann.match}"), 500, "script_failed")
                while (event := stream.event()) and event.name != "gone":
                    pass
                stream.close()
                self.assertEqual(other.view()["phase"], "playing")
        self.assertEqual(other.move("b2").status, 200)
