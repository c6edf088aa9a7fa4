"""A client of the server: requests, seats, streams of events, raw bytes."""

import http.client
import json
import secrets
import socket
import time
import unittest

from servers import Server


def nonce():
    return secrets.token_urlsafe(18)


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.bytes = response.read()

    @property
    def json(self):
        return json.loads(self.bytes)

    @property
    def code(self):
        """The code of an error; None if the answer isn't an error."""
        return self.json["error"]["code"] if self.status >= 400 else None

    def __repr__(self):
        return f"{self.status} {self.bytes[:300]!r}"


def ask(server, method, path, body=None, token=None, headers=None, source="127.0.0.1", timeout=30):
    """Sends one request on a connection of its own. A body that isn't bytes is sent as JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=timeout, source_address=(source, 0))
    fields = dict(headers or {})
    if body is not None and not isinstance(body, (bytes, str)):
        body = json.dumps(body)
        fields.setdefault("Content-Type", "application/json")
    if token:
        fields["Authorization"] = f"Bearer {token}"
    try:
        connection.request(method, path, body=body.encode() if isinstance(body, str) else body, headers=fields)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def post(server, path, token=None, *, fields=None, headers=None, source="127.0.0.1", **body):
    """Sends a request that changes something. It gets a new nonce unless the fields have one."""
    return ask(server, "POST", path, {"nonce": nonce(), **body, **(fields or {})}, token, headers, source)


def get(server, path, token=None, **more):
    return ask(server, "GET", path, None, token, **more)


class Seat:
    """A person in a match."""

    def __init__(self, server, seated):
        self.server, self.match, self.seat, self.token = server, seated["match"], seated["seat"], seated["token"]

    def act(self, what, **body):
        return post(self.server, f"/matches/{self.match}/{what}", self.token, **body)

    def move(self, text, **body):
        return self.act("moves", move=text, **body)

    def view(self):
        return get(self.server, f"/matches/{self.match}", self.token).json

    def stream(self, **more):
        return Stream(self.server, self.match, self.token, **more)


def opened(server, game="tic-tac-toe", name="Ann", **body):
    answer = post(server, "/matches", game=game, name=name, **body)
    assert answer.status == 201, answer
    return Seat(server, answer.json)


def joined(server, match, name="Bob", **body):
    answer = post(server, f"/matches/{match}/join", name=name, **body)
    assert answer.status == 200, answer
    return Seat(server, answer.json)


def pair(server, game="tic-tac-toe", **body):
    ann = opened(server, game, **body)
    return ann, joined(server, ann.match)


class Event:
    def __init__(self, name, number, data):
        self.name, self.number, self.data = name, number, data

    def __repr__(self):
        return f"{self.name} {self.number}"


class Stream:
    """A stream of server-sent events, read line by line."""

    def __init__(self, server, match, token=None, after=None, theme=None, source="127.0.0.1", timeout=20, query=""):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=timeout, source_address=(source, 0))
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        path = f"/matches/{match}/events" + (f"?theme={theme}" if theme else query)
        self.connection.request("GET", path, headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def event(self):
        """Returns the next event; None at the end of the stream."""
        name, number, data, beats = "message", None, [], 0
        while True:
            line = self.response.readline()
            if not line.endswith(b"\n"):
                return None
            line = line[:-1]
            if not line:
                if data:
                    return Event(name, number, json.loads(b"\n".join(data)))
                name, number, data = "message", None, []
            elif line.startswith(b"event: "):
                name = line[7:].decode()
            elif line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: "):
                data.append(line[6:])
            elif line.startswith(b":"):
                beats += 1
                if beats > 1:
                    raise TimeoutError("nothing but beats")
            else:
                assert line.startswith(b"retry: "), line

    def until_view(self, number):
        """Returns the events up to the view after an entry."""
        events = []
        while True:
            event = self.event()
            assert event is not None, "the stream ended"
            events.append(event)
            if event.name == "view" and event.number >= number:
                return events

    def close(self):
        self.connection.close()
        self.response.close()


def raw(server, data, wait=5, source="127.0.0.1", hold=False):
    """Sends bytes unchanged. Returns the bytes that come until the server closes the connection or sends nothing more."""
    sock = socket.create_connection(("127.0.0.1", server.port), timeout=wait, source_address=(source, 0))
    sock.settimeout(wait)
    answer = b""
    try:
        sock.sendall(data)
        if hold:
            return sock
        while True:
            piece = sock.recv(65536)
            if not piece:
                break
            answer += piece
    except (TimeoutError, ConnectionError, BrokenPipeError):
        pass
    finally:
        if not hold:
            sock.close()
    return answer


def eventually(condition, seconds=10):
    """Waits until a condition is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    return condition()


class ServerTest(unittest.TestCase):
    """Tests that share one server."""

    options = ()
    log = "memory"
    freely = True

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options, log=cls.log, freely=cls.freely)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def tearDown(self):
        self.assertIsNone(self.server.process.poll(), "the server has ended: " + self.server.said()[-2000:])

    def ask(self, *all, **more):
        return ask(self.server, *all, **more)

    def post(self, *all, **more):
        return post(self.server, *all, **more)

    def get(self, *all, **more):
        return get(self.server, *all, **more)

    def pair(self, *all, **more):
        return pair(self.server, *all, **more)

    def refused(self, answer, status, code):
        self.assertEqual((answer.status, answer.code), (status, code), answer)
        self.assertTrue(answer.json["error"]["message"])
