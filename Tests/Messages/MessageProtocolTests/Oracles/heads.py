"""Reads messages and computes their heads. Written from docs/protocol.md alone.

Each line of input is one of: `url <url>`, `log <seats> <hexadecimal digits>`, `seal <private key> <match id> <place head> <place count>
<seat> <move>`, `chain <private key> <public key> <match id> <number>…` or `draw <match id> <seat> <run> <drawn> <sides> <link or ->…`, with
hexadecimal digits for all values except numbers. Output: one line of JSON for each. Needs cbor2, for the envelope.
"""

import base64
import hashlib
import hmac
import json
import sys

import cbor2

OTHER_SEAT, NAMED_SEAT, ROUND, TYPED, JOIN, START, RESIGN, CLAIM, CLOSE = range(1, 10)
SEAL, OPEN, WITNESS, BETS, OPENED, OPENED_BEHIND, HIDE, DISCLOSE, REVEALED, REVEALED_BEHIND, REVEAL = range(10, 21)
MOVES = ("move", "typed", "seal", "hide")
IN_TURN = (*MOVES, "open", "reveal", "join", "start", "witness")
LINKS = 1024


def fields(*parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def seal(match, head, count, seat, salt, move):
    return hashlib.sha256(
        fields(b"parlor-seal-1", match, head, count.to_bytes(2, "big"), bytes([seat]), salt, move)
    ).digest()


def sealing_key(private):
    extracted = hmac.digest(bytes(32), private, "sha256")
    return hmac.digest(extracted, b"parlor-sealing-key-1" + b"\x01", "sha256")


def salt_of(key, head, count, move):
    return hmac.digest(key, fields(b"parlor-salt-1", head, count.to_bytes(2, "big"), move), "sha256")[:16]


def ply_head(head, seat, place, body, link=b""):
    return hashlib.sha256(fields(b"parlor-ply-1", head, bytes([seat, place]), body, link)).digest()


def link_before(match, public, number, link):
    """Returns the link with this number (the anchor for 0), computed from the link after it."""
    return hashlib.sha256(fields(b"parlor-link-1", match, public, number.to_bytes(2, "big"), link)).digest()[:16]


def chain(private, public, match):
    """Returns the anchor and all links, by their numbers."""
    extracted = hmac.digest(bytes(32), private, "sha256")
    links = [hmac.digest(extracted, b"parlor-chain-1" + b"\x01", "sha256")[:16]]
    for number in range(LINKS - 1, -1, -1):
        links.append(link_before(match, public, number, links[-1]))
    return links[::-1]


def draw_key(match, seat, run, drawn, links):
    numbers = bytes([seat]), run.to_bytes(2, "big"), drawn.to_bytes(2, "big")
    return hashlib.sha256(fields(b"parlor-draw-1", match, *numbers, *links)).digest()


def words(key):
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def number_below(stream, most):
    """Returns a number from 1 to `most`."""
    while True:
        if most <= 1 << 32:
            found, end = next(stream), 1 << 32
        else:
            found, end = (next(stream) & 0x7FFFFFFF) << 32 | next(stream), (1 << 63) - 1
        if found < end - end % most:
            return found % most + 1


class Log:
    """The plies of a log: a list of (seat, place, kind, body, details), and the bets that each ply carries."""

    def __init__(self, data, seats, draws=False):
        self.data, self.seats, self.at, self.draws = data, seats, 0, draws
        self.links = {}
        self.last, self.length, self.before = seats, 0, 1
        self.plies, self.bets = [], []
        while self.at < len(data):
            self.entry()

    @staticmethod
    def read_bet(data):
        reader = Log(b"", 2)
        reader.data = data
        bet = reader.bet()
        assert reader.at == len(data), "more than a bet"
        return bet

    def take(self, count):
        piece = self.data[self.at : self.at + count]
        assert len(piece) == count, "cut short"
        self.at += count
        return piece

    def number(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def expected(self):
        following = self.last % self.seats + 1
        goes_on = 0 < self.length < self.before
        return (self.last, following) if goes_on else (following, self.last)

    def end_run(self):
        if self.length:
            self.before = self.length
        self.length = 0

    def add(self, seat, place, ply):
        kind, body, details, bets = ply
        self.plies.append((seat, place, kind, body, details))
        self.bets.append(bets)
        if kind not in MOVES:
            return
        if place:
            self.end_run()
        elif seat == self.last and self.length:
            self.length += 1
        else:
            self.end_run()
            self.last, self.length = seat, 1

    def entry(self):
        start = self.at
        code = self.take(2)[1] if self.data[self.at] == 0 and self.at + 1 < len(self.data) else None
        if code == ROUND:
            mask, place = self.number(), 1
            kinds = set()
            for seat in range(1, self.seats + 1):
                if mask >> (seat - 1) & 1:
                    ply = self.ply()
                    self.add(seat, place, ply)
                    kinds.add("move" if ply[0] in MOVES else "open" if ply[0] == "reveal" else ply[0])
                    place = 2
            assert kinds in ({"move"}, {"open"}, {"close"}), "the entries of a round"
        elif code == OTHER_SEAT:
            self.add(self.expected()[1], 0, self.ply())
        elif code == NAMED_SEAT:
            seat = self.number()
            self.add(seat, 0, self.ply())
        else:
            self.at = start
            self.add(self.expected()[0], 0, self.ply())

    def person(self, bets=False):
        token = self.take(self.number())
        if self.draws and not bets:
            return token, self.take(32), self.take(16)
        return token, self.take(32)

    def bet(self):
        return (*self.person(bets=True), self.number(), self.number(), self.take(64))

    def move(self):
        at = self.at
        if self.number() == 0:
            assert self.take(1)[0] == TYPED, "a move"
            self.take(self.number())
            self.take(self.number())
        return self.data[at : self.at]

    def ply(self):
        start, bets = self.at, []
        if self.data[self.at : self.at + 2] == bytes([0, BETS]):
            self.take(2)
            count = self.number()
            assert 1 <= count <= 16, "the number of bets"
            bets = [self.bet() for _ in range(count)]
        index, details, kind = self.number(), None, "move"
        if index == 0:
            code = self.take(1)[0]
            if code == TYPED:
                kind = "typed"
                self.take(self.number())
                self.take(self.number())
            elif code == JOIN:
                kind, details = "join", self.person()
            elif code == START:
                kind, details = "start", []
                for _ in range(self.number()):
                    seat = self.number()
                    details.append((seat, *self.person(), self.take(64)))
            elif code == CLAIM:
                kind = "claim"
                self.number()
            elif code == SEAL:
                kind = "seal"
                self.take(32)
            elif code == HIDE:
                kind, details = "hide", self.take(32)
            elif code == DISCLOSE:
                kind, details = "close", (self.take(32), [self.move() for _ in range(self.number())])
                assert details[1], "a disclosure of nothing"
            elif code in (OPENED, REVEALED):
                kind, details = "seal" if code == OPENED else "hide", 0
            elif code in (OPENED_BEHIND, REVEALED_BEHIND):
                kind, details = "seal" if code == OPENED_BEHIND else "hide", self.number()
                assert details > 0, "a round that begins with its bracket"
            elif code == REVEAL:
                kind, details = "reveal", [(self.take(16), self.move()) for _ in range(self.number())]
                assert details, "an opening of nothing"
            elif code == OPEN:
                kind, details = "open", (self.take(16), self.move())
            elif code == WITNESS:
                assert self.draws, "nothing is drawn"
                kind = "witness"
            else:
                kind = {RESIGN: "resign", CLOSE: "close"}[code]
        assert not bets or kind in MOVES, "bets in front of something else"
        return kind, self.data[start : self.at], details, bets


    def open(self, latest, people, match):
        """Finds the link that each ply opens. `people` has the key and the anchor of each seat."""
        runs, current, opened = {}, None, {}
        for index, (seat, place, kind, _, _) in enumerate(self.plies):
            if kind not in (*MOVES, "join", "start", "witness") or not place and current == seat:
                continue
            current = None if place else seat
            runs[seat] = runs.get(seat, 0) + 1
            opened[index] = seat, runs[seat]
        for seat in range(1, self.seats + 1):
            link, count = latest[seat - 1], runs.get(seat, 0)
            assert (link is None) == (count == 0), "a link that is missing or not due"
            for number in range(count, 0, -1):
                index = next(at for at, what in opened.items() if what == (seat, number))
                self.links[index] = link
                link = link_before(match, people[seat][0], number - 1, link)
            assert count == 0 or link == people[seat][1], "another chain"

    def opened(self):
        """Returns the sealed moves that the log reveals: index -> (salt, move)."""
        sealed, hidden, found = {}, {}, {}
        for index, (seat, _, kind, _, details) in enumerate(self.plies):
            if kind == "seal":
                sealed[seat] = index
            elif kind == "hide":
                hidden.setdefault(seat, []).append(index)
            elif kind == "open":
                found[sealed.pop(seat)] = details
            elif kind == "reveal":
                mine = hidden.pop(seat)
                assert len(mine) == len(details), "as many as were sealed"
                found.update(zip(mine, details))
        return found

    def fill(self, match, first):
        """Computes the commitments that the log leaves out, and puts them into their plies."""
        opened = self.opened()
        for index, (seat, place, kind, body, back) in enumerate(self.plies):
            if kind not in ("seal", "hide") or not isinstance(back, int):
                continue
            assert index in opened, "never opened"
            begin = index
            while self.plies[begin][1] == 2:
                begin -= 1
            begin -= back
            assert begin >= 0 and (begin == index or self.plies[begin][1] == 1), "no round begins there"
            head = first
            for at, ply in enumerate(self.plies[:begin]):
                if ply[2] != "claim":
                    head = ply_head(head, *ply[:2], ply[3], self.links.get(at, b""))
            count = sum(ply[0] == seat and ply[2] != "claim" for ply in self.plies[:begin])
            salt, move = opened[index]
            codes = (OPENED, OPENED_BEHIND, SEAL) if kind == "seal" else (REVEALED, REVEALED_BEHIND, HIDE)
            bets = body[: -2 if back == 0 else body.rindex(bytes([0, codes[1]]))]
            body = bets + bytes([0, codes[2]]) + seal(match, head, count, seat, salt, move)
            self.plies[index] = (seat, place, kind, body, None)


class Message:
    def __init__(self, url):
        path, payload = url.split("#")
        self.game = path.rsplit("/", 1)[1].encode()
        data = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        assert data[0] == 3, "version"
        envelope = cbor2.loads(data[1:])
        # The keys of each map are all integers of one sign, or all text, so the orders of RFC 7049 and RFC 8949 agree.
        assert cbor2.dumps(envelope, canonical=True) == data[1:], "not canonical"
        self.script, self.match, self.sender = envelope[0], envelope[1], envelope[2]
        self.setup, self.signatures, self.check = envelope[3], envelope[5], envelope[7]
        self.seats = len(self.setup[2])
        inviter = next(seat for seat in self.setup[2] if seat)
        self.draws = len(inviter) == 3
        assert self.draws == (6 in envelope), "links"
        self.log = Log(envelope[4], self.seats, self.draws)
        self.bytes = envelope[4]
        self.offer = Log.read_bet(envelope[9]) if 9 in envelope else None
        assert self.sender == 0 or self.offer is None, "sender"
        self.heads = [
            hashlib.sha256(
                fields(b"parlor-1", self.game, self.script, self.match, cbor2.dumps(self.setup, canonical=True))
            ).digest()
        ]
        if self.draws:
            self.log.open(envelope[6], self.people(), self.match)
        self.log.fill(self.match, self.heads[0])
        for index, (seat, place, _, body, _) in enumerate(self.log.plies):
            self.heads.append(ply_head(self.heads[-1], seat, place, body, self.log.links.get(index, b"")))

    def people(self):
        people = {seat: tuple(entry[1:]) for seat, entry in enumerate(self.setup[2], 1) if entry}
        for seat, _, kind, _, details in self.log.plies:
            if kind == "join":
                people[seat] = details[1:]
            if kind == "start":
                people.update({join[0]: join[2:4] for join in details})
        return people


def describe(log):
    return [[seat, place, kind, body.hex()] for seat, place, kind, body, _ in log.plies]


def main():
    for line in sys.stdin:
        parts = line.split()
        if parts[0] == "log":
            print(json.dumps({"plies": describe(Log(bytes.fromhex("".join(parts[2:])), int(parts[1])))}))
            continue
        if parts[0] == "chain":
            links = chain(*(bytes.fromhex(part) for part in parts[1:4]))
            print(json.dumps([links[int(number)].hex() for number in parts[4:]]))
            continue
        if parts[0] == "draw":
            place = (int(number) for number in parts[2:5])
            links = (b"" if part == "-" else bytes.fromhex(part) for part in parts[6:])
            key = draw_key(bytes.fromhex(parts[1]), *place, links)
            stream = words(key)
            print(json.dumps({"key": key.hex(), "numbers": [number_below(stream, int(parts[5])) for _ in range(20)]}))
            continue
        if parts[0] == "seal":
            private, match, head = (bytes.fromhex(word) for word in parts[1:4])
            count, seat, move = int(parts[4]), int(parts[5]), bytes.fromhex(parts[6])
            key = sealing_key(private)
            salt = salt_of(key, head, count, move)
            found = {"key": key, "salt": salt, "commitment": seal(match, head, count, seat, salt, move)}
            print(json.dumps({name: value.hex() for name, value in found.items()}))
            continue
        message = Message(parts[1])
        print(
            json.dumps(
                {
                    "plies": describe(message.log),
                    "heads": [head.hex() for head in message.heads],
                    "script": message.script.hex(),
                    "match": message.match.hex(),
                    "sender": message.sender,
                    "check": message.check.hex(),
                    "version": message.setup[0],
                    "options": message.setup[1],
                    "tokens": [seat and seat[0] for seat in message.setup[2]],
                    "numbers": [entry and entry[0] for entry in message.signatures],
                }
            )
        )


if __name__ == "__main__":
    main()
