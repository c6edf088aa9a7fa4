"""Streams of events: no event is missing or comes twice, however readers come, go, or are slow."""

import http.client
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from client import ServerTest, Stream, ask, eventually, get, joined, nonce, opened, pair, post
from servers import Server


def streams_open(server):
    for line in get(server, "/metrics").bytes.decode().splitlines():
        if line.startswith("parlor_event_streams "):
            return int(float(line.split()[1]))


class Events(ServerTest):
    def test_reconnecting_while_moves_go_on(self):
        """Tests that a reader gets every entry once, in order, if it reconnects with the last id that it saw."""
        ann, bob = self.pair("pig")
        done = threading.Event()

        def play():
            for number in range(40):
                seat = (ann, bob)[number % 2]
                view = seat.view()
                if seat.seat in view["turn"]:
                    assert seat.move(view["moves"][0]["text"]).status == 200
                assert seat.act("say", phrase="hello").status == 200
            time.sleep(0.5)
            done.set()
            ann.act("say", phrase="good_game")  # wakes the readers that wait

        def read(pieces):
            last, numbers = 0, []
            stream = Stream(self.server, ann.match, ann.token)
            while not (done.is_set() and last >= ann.view()["number"]):
                for _ in range(pieces):
                    event = stream.event()
                    if event.name == "entry":
                        numbers.append(event.number)
                        last = event.number
                        self.assertEqual((event.data["number"], event.data["line"]["number"]), (last, last))
                    else:
                        self.assertEqual((event.name, event.number, event.data["number"]), ("view", last, last))
                    if done.is_set() and last >= ann.view()["number"]:
                        break
                stream.close()
                stream = Stream(self.server, ann.match, ann.token, after=last)
            stream.close()
            return numbers

        with ThreadPoolExecutor(5) as many:
            readers = [many.submit(read, pieces) for pieces in (1, 3, 7)]
            many.submit(play).result()
            whole = list(range(1, ann.view()["number"] + 1))
            for reader in readers:
                numbers = reader.result(timeout=60)  # a reader that ended early may have missed the last greeting
                self.assertEqual(numbers, whole[: len(numbers)])
                self.assertGreaterEqual(len(numbers), len(whole) - 1)

    def test_where_a_stream_begins(self):
        ann, bob = self.pair()
        ann.move("b2")
        for after, query, expected in ((None, "", [1, 2, 3, 4]), (2, "", [3, 4]), (4, "", []), (None, "?after=3", [4]), (-5, "", [1, 2, 3, 4]), ("x", "", [1, 2, 3, 4]), (10**30, "", [1, 2, 3, 4])):
            with self.subTest(after=after, query=query):
                stream = Stream(self.server, ann.match, after=after, query=query)
                events = stream.until_view(4)
                self.assertEqual([event.number for event in events if event.name == "entry"], expected)
                self.assertEqual(events[-1].data["number"], 4)
                stream.close()
        # a reader that claims to know more entries than exist still gets the entries that follow
        stream = Stream(self.server, ann.match, after=1000)
        stream.until_view(4)
        bob.move("a1")
        self.assertEqual([event.number for event in stream.until_view(5)], [5, 5])
        stream.close()

    def test_a_stream_of_no_match_is_refused(self):
        for match in ("a" * 20, "nonsense"):
            answer = get(self.server, f"/matches/{match}/events")
            self.refused(answer, 404, "unknown_match")

    def test_readers_that_vanish_leave_nothing(self):
        ann, bob = self.pair("pig")
        for round in range(3):
            socks = []
            for number in range(40):
                sock = socket.create_connection(("127.0.0.1", self.server.port))
                sock.sendall(f"GET /matches/{ann.match}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                if number % 2:
                    sock.recv(100)
                socks.append(sock)
            ann.act("say", phrase="hello")
            for number, sock in enumerate(socks):
                if number % 3 == 0:  # close the connection with a reset
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                sock.close()
        self.assertTrue(eventually(lambda: streams_open(self.server) == 0), streams_open(self.server))

    def test_who_vanishes_while_much_is_sent_leaves_nothing(self):
        ann, bob = self.pair("battleship")
        socks = []
        for _ in range(10):
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(("127.0.0.1", self.server.port))
            sock.sendall(f"GET /matches/{ann.match}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            socks.append(sock)
        for _ in range(45):
            ann.act("say", phrase="hello")
            bob.act("say", phrase="thanks")
        for sock in socks:
            sock.close()
        self.assertTrue(eventually(lambda: streams_open(self.server) == 0), streams_open(self.server))

    def test_slow_readers_pile_nothing_up(self):
        """Tests that readers which read nothing delay no move, and that their memory doesn't grow with the number of events."""
        matches = [self.pair("battleship") for _ in range(2)]
        socks = []
        for ann, _ in matches:
            for _ in range(20):
                sock = socket.socket()
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                sock.connect(("127.0.0.1", self.server.port))
                sock.sendall(f"GET /matches/{ann.match}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                socks.append(sock)

        def talk(times):
            for ann, bob in matches:
                for _ in range(times):
                    self.assertEqual(ann.act("say", phrase="hello").status, 200)
                    self.assertEqual(bob.act("say", phrase="hello").status, 200)

        talk(20)
        before = self.server.memory()
        talk(30)
        self.assertLess(self.server.memory() - before, 30_000_000)
        for sock in socks:
            sock.close()
        self.assertTrue(eventually(lambda: streams_open(self.server) == 0))


class FewStreams(ServerTest):
    options = ("--streams", "6", "--connections", "40", "--rate", "100000,100000")
    freely = False

    def test_there_are_so_many_and_no_more(self):
        ann, _ = self.pair()
        open_ = [Stream(self.server, ann.match) for _ in range(6)]
        self.assertEqual({stream.status for stream in open_}, {200})
        over = get(self.server, f"/matches/{ann.match}/events")
        self.refused(over, 503, "too_many")
        self.assertGreater(int(over.headers["Retry-After"]), 0)
        open_.pop().close()
        self.assertTrue(eventually(lambda: streams_open(self.server) == 5))
        open_.append(Stream(self.server, ann.match))
        self.assertEqual(open_[-1].status, 200)
        for stream in open_:
            stream.close()

    def test_asking_for_the_head_alone_takes_no_place(self):
        ann, _ = self.pair()
        for _ in range(10):
            self.assertEqual(ask(self.server, "HEAD", f"/matches/{ann.match}/events").status, 200)
        self.assertTrue(eventually(lambda: streams_open(self.server) == 0))
