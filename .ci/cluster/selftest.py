"""The checker's own tests: a correct log passes, and each kind of broken log is reported with the words for its kind.

  python3 .ci/cluster/selftest.py
"""

import asyncio
import contextlib
import copy
import unittest

import checker
from proxy import Proxy
from seats import judged

LOG = [(1, "ann-1", "a"), (2, "bob-1", "b"), (3, "ann-2", "c"), (4, "cid-1", "d")]


def facts():
    """Returns the facts of a correct run: one match, in which Bob's entry was never acknowledged."""
    return {
        "logs": {"m": list(LOG)},
        "acknowledged": {"m": {nonce: (number, text) for number, nonce, text in LOG if nonce != "bob-1"}},
        "attempted": {"m": {nonce for _, nonce, _ in LOG} | {"lost-1"}},
        "watchers": {"eve": {"m": LOG[:3]}, "fay": {"m": []}},
        "readers": {"one": checker.digest({"m": LOG}), "two": checker.digest({"m": LOG})},
    }


class CheckerTests(unittest.TestCase):
    def breaches(self, change):
        changed = copy.deepcopy(facts())
        change(changed)
        return "\n".join(checker.check(**changed))

    def log(self, log):
        def change(changed):
            changed["logs"]["m"] = log
            changed["readers"] = {"one": checker.digest(changed["logs"])}
        return self.breaches(change)

    def test_a_sound_log_passes(self):
        self.assertEqual(self.breaches(lambda _: None), "")

    def test_an_entry_removed(self):
        for place in range(4):
            found = self.log(LOG[:place] + LOG[place + 1:])
            self.assertNotEqual(found, "", place)
        self.assertIn("ann-2 was acknowledged as (3, 'c'), the log has []", self.log(LOG[:2] + LOG[3:]))
        self.assertIn("expected entry 3, found entry 4", self.log(LOG[:2] + LOG[3:]))

    def test_the_last_one_removed_and_the_rest_sound(self):
        self.assertIn("cid-1 was acknowledged", self.log(LOG[:3]))

    def test_an_entry_removed_and_the_others_numbered_anew(self):
        self.assertIn("cid-1 was acknowledged as (4, 'd'), the log has [(3, 'd')]",
                      self.log([(1, "ann-1", "a"), (2, "ann-2", "c"), (3, "cid-1", "d")]))

    def test_an_entry_doubled(self):
        for place in range(4):
            self.assertNotEqual(self.log(LOG[:place] + LOG[place:place + 1] + LOG[place:]), "", place)
        self.assertIn("cid-1 stands at 4 and at 5", self.log(LOG + [(5, "cid-1", "d")]))

    def test_two_entries_swapped(self):
        for place in range(3):
            swapped = list(LOG)
            swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
            self.assertIn("expected entry", self.log(swapped))
        # with corrected numbers
        self.assertIn("ann-2 was acknowledged as (3, 'c'), the log has [(4, 'c')]",
                      self.log(LOG[:2] + [(3, "cid-1", "d"), (4, "ann-2", "c")]))

    def test_another_text(self):
        self.assertIn("the log has [(4, 'x')]", self.log(LOG[:3] + [(4, "cid-1", "x")]))

    def test_an_entry_from_nowhere(self):
        self.assertIn("nobody wrote mal-1 at 5", self.log(LOG + [(5, "mal-1", "e")]))

    def test_a_watcher_with_a_gap(self):
        def change(changed):
            changed["watchers"]["eve"]["m"] = [LOG[0], LOG[2]]
        self.assertIn("eve saw (3, 'ann-2', 'c') in place 2", self.breaches(change))

    def test_a_watcher_that_saw_more_or_something_else(self):
        for entries in ([*LOG, (5, "x", "")], [LOG[0], (2, "ann-2", "c")], LOG[1:], LOG[:1] * 2):
            def change(changed):
                changed["watchers"]["eve"]["m"] = entries
            self.assertIn("eve saw", self.breaches(change))

    def test_a_reader_that_reads_otherwise(self):
        def change(changed):
            changed["readers"]["two"] = checker.digest({"m": LOG[:3]})
        self.assertIn("not all read the same", self.breaches(change))

    def test_a_match_that_nobody_read(self):
        def change(changed):
            changed["acknowledged"]["n"] = {"ann-9": (1, "a")}
        self.assertIn("n: nobody has read it", self.breaches(change))

    def test_one_winner(self):
        sound = {1: [("a", "stored", None), ("b", "taken", "a")]}
        self.assertEqual(checker.winners("m", sound), [])
        self.assertIn("2 winners of 1", checker.winners("m", {1: [("a", "stored", None), ("b", "stored", None)]})[0])
        self.assertIn("0 winners of 1", checker.winners("m", {1: [("a", "taken", "x"), ("b", "taken", "x")]})[0])
        self.assertIn("told of c", checker.winners("m", {1: [("a", "stored", None), ("b", "taken", "c")]})[0])


class SeatTests(unittest.TestCase):
    """Tests of a match of people, as two servers show it."""

    lines = [{"number": 1, "kind": "open", "seat": 1, "text": None}, {"number": 2, "kind": "join", "seat": 2, "text": None},
             {"number": 3, "kind": "ply", "seat": 1, "text": "b2"}, {"number": 4, "kind": "ply", "seat": 2, "text": "a1"},
             {"number": 5, "kind": "ply", "seat": 1, "text": "b2"}]

    def judged(self, lines=None, other=None, moves=("b2", "b2"), seen=5):
        lines = lines or self.lines
        views = [{"number": 5, "log": lines}, {"number": 5, "log": lines if other is None else other}]
        watched = {"one": [(number, line) for number, line in enumerate(self.lines[:seen], 1)]}
        return "\n".join(judged("m", {1: list(moves), 2: ["a1"]}, views, watched))

    def test_a_sound_match_passes(self):
        self.assertEqual(self.judged(), "")
        self.assertEqual(self.judged(seen=0), "")

    def test_a_move_that_is_missing_or_was_played_twice(self):
        self.assertIn("seat 1 was told", self.judged(moves=("b2", "b2", "c3")))
        self.assertIn("seat 1 was told", self.judged(moves=("b2",)))
        self.assertIn("the lines are numbered", self.judged(self.lines[:2] + self.lines[3:]))

    def test_servers_that_differ(self):
        self.assertIn("servers show it differently", self.judged(other=self.lines[:4]))

    def test_a_page_that_missed_something(self):
        swapped = [*self.lines[:3], {**self.lines[4], "number": 4}, {**self.lines[3], "number": 5}]
        self.assertIn("who watched at one saw", self.judged(swapped))

    def test_a_match_longer_than_a_view(self):
        self.assertEqual(judged("m", {1: ["x", "b2", "b2"], 2: ["a1"]}, [{"log": self.lines[2:]}], {}), [])


class ProxyTests(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        async def echo(reader, writer):
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                while data := await reader.read(100):
                    writer.write(data)
                    await writer.drain()
            writer.close()
        self.server = await asyncio.start_server(echo, "127.0.0.1", 0)
        self.proxy = Proxy(self.server.sockets[0].getsockname()[1])
        await self.proxy.start()

    async def asyncTearDown(self):
        await self.proxy.stop()
        self.server.close()

    async def test_it_passes_on(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port)
        writer.write(b"hello")
        self.assertEqual(await reader.readexactly(5), b"hello")
        writer.close()

    async def test_it_delays(self):
        self.proxy.delay = 0.3
        reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port)
        writer.write(b"hello")
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(reader.readexactly(5), 0.2)
        self.assertEqual(await asyncio.wait_for(reader.readexactly(5), 5), b"hello")
        writer.close()

    async def test_it_cuts(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port)
        writer.write(b"hello")
        await reader.readexactly(5)
        self.proxy.cut()
        with contextlib.suppress(ConnectionError):
            self.assertEqual(await asyncio.wait_for(reader.read(1), 5), b"")
        writer.close()

    async def test_it_holds_everything(self):
        self.proxy.hold()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.proxy.port)
        writer.write(b"hello")
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(reader.readexactly(5), 0.2)
        self.proxy.go_on()
        self.assertEqual(await asyncio.wait_for(reader.readexactly(5), 5), b"hello")
        writer.close()


if __name__ == "__main__":
    unittest.main(verbosity=0)
