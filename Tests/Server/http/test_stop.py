"""A server that is stopped or killed: no acknowledged entry is lost, and no client waits for ever."""

import signal
import socket
import threading
import time

from client import Seat, Stream, get, joined, nonce, opened, pair, post
from test_nonces import KeptTest


class Stop(KeptTest):
    def test_a_graceful_stop_with_streams_open_and_moves_under_way(self):
        server = self.server()
        tables = [pair(server, "pig") for _ in range(6)]
        streams = [Stream(server, ann.match, ann.token) for ann, _ in tables for _ in range(3)]
        for stream in streams:
            stream.until_view(3)
        held = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]  # some idle, some in the middle of a request
        for sock in held[10:]:
            sock.sendall(b"POST /matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        acknowledged = [[] for _ in tables]

        def say(ann, said):
            while True:
                try:
                    answer = ann.act("say", phrase="hello")
                except OSError:
                    return
                if answer.status != 200:
                    return
                said.append(answer.json["number"])

        threads = [threading.Thread(target=say, args=(ann, said)) for (ann, _), said in zip(tables, acknowledged)]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        begun = time.monotonic()
        server.signal(signal.SIGTERM)
        self.assertEqual(server.wait(10), 0)
        self.assertLess(time.monotonic() - begun, 2.5)
        for thread in threads:
            thread.join()
        for stream in streams:
            last = None
            while event := stream.event():
                last = event
            self.assertEqual(last.name, "gone")
            stream.close()
        self.assertGreater(sum(len(said) for said in acknowledged), 6)
        server.start()
        for (ann, _), said in zip(tables, acknowledged):
            log = get(server, f"/matches/{ann.match}").json["log"]
            self.assertLessEqual(set(said), {line["number"] for line in log})
            self.assertEqual([line["number"] for line in log], list(range(1, len(log) + 1)))

    def test_a_reader_that_reads_nothing_holds_up_no_stop(self):
        server = self.server()
        ann, bob = pair(server, "battleship")
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.connect(("127.0.0.1", server.port))
        sock.sendall(f"GET /matches/{ann.match}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        for _ in range(45):
            ann.act("say", phrase="hello"), bob.act("say", phrase="hello")
        begun = time.monotonic()
        server.signal(signal.SIGTERM)
        self.assertEqual(server.wait(10), 0)
        self.assertLess(time.monotonic() - begun, 3)
        sock.close()

    def test_streams_go_on_at_the_server_that_comes_after(self):
        server = self.server()
        ann, bob = pair(server)
        stream = Stream(server, ann.match, ann.token)
        last = stream.until_view(3)[-1].number
        server.kill()
        server.start()
        ann.move("b2")
        stream = Stream(server, ann.match, ann.token, after=last)
        self.assertEqual([(event.name, event.number) for event in stream.until_view(4)], [("entry", 4), ("view", 4)])
