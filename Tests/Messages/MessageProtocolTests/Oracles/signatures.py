"""Verifies the signatures of messages. Written from docs/protocol.md alone.

Each line of input is a url. Each line of output is JSON: the verdicts on each seat's signature (null for a seat without
one) and on each signature of a join and of a bet, the bets that count, each as [ply, number, pool, chips], and whether
an offered bet is signed. Needs cbor2 and cryptography.
"""

import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from heads import IN_TURN, MOVES, Message, fields


def verify(key, signature, payload):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, payload)
        return True
    except InvalidSignature:
        return False


def run_start(plies, index):
    """Returns the index where the run of a ply begins."""
    seat, place, kind, _, _ = plies[index]
    if place == 0 and kind not in IN_TURN:
        return index
    while index > 0:
        before = plies[index - 1]
        if place == 0:
            if before[0] != seat or before[1] != 0 or before[2] not in IN_TURN:
                break
        elif plies[index][1] == 1:
            break
        index -= 1
    return index


def payload(message, seat, number):
    plies = message.log.plies
    if number == 0:
        return fields(b"parlor-sign-1", message.heads[0], bytes([seat, 0]), b"")
    last = number - 1
    start = run_start(plies, last)
    places = [at for at in range(start, last + 1) if plies[at][0] == seat]
    own = [plies[at][3] for at in places]
    link = message.log.links.get(places[0], b"")
    kind = 1 if plies[last][1] else 0
    return fields(b"parlor-sign-1", message.heads[start], bytes([seat, kind]), link, *own)


def bet_payload(message, bet, number):
    token, key, pool, chips, _ = bet
    return fields(
        b"parlor-bet-1", message.heads[0], bytes([number]), bytes([pool]), chips.to_bytes(4, "big"), token, key, b""
    )


def bets(message):
    """Returns whether each bet of the log is signed for its place, and the bets that count."""
    seats, signed, book = message.seats, [], []
    keys = [seat and seat[1] for seat in message.setup[2]]
    moves, gone, claimants = [0] * seats, set(), {}
    before = None

    def closed(moves):
        return all(count >= 2 or seat in gone for seat, count in enumerate(moves, 1))

    for index, (seat, place, kind, body, details) in enumerate(message.log.plies):
        if place == 1:
            before = (len(book), not closed(moves))
        elif place == 0:
            before = None
        counted, is_open = before or (len(book), not closed(moves))
        after = [count + (kind in MOVES and at == seat) for at, count in enumerate(moves, 1)]
        is_open = is_open and None not in keys and (place > 0 or not closed(after))
        numbers = []
        carried = message.log.bets[index]
        for at, bet in enumerate(carried):
            known = [entry for entry in book[:counted] if entry[0] == bet[1]]
            number = len(known) + sum(other[1] == bet[1] for other in carried[:at])
            numbers.append(number)
            signed.append(verify(bet[1], bet[4], bet_payload(message, bet, number)))
        if kind == "join":
            keys[seat - 1] = details[1]
        elif kind == "start":
            for join in details:
                keys[join[0] - 1] = join[2]
        elif kind == "resign":
            gone.add(seat)
        elif kind == "claim":
            claimants.setdefault(body[2], set()).add(seat)
            if len(claimants[body[2]]) > 1:
                gone.add(body[2])
        if kind in IN_TURN:
            claimants.pop(seat, None)
        moves = after
        for (_, key, pool, chips, _), number in zip(carried, numbers):
            own = [entry for entry in book if entry[0] == key]
            fits = number == len(own) and sum(entry[4] for entry in own) + chips <= 100
            if is_open and fits and key not in keys and pool <= seats:
                book.append((key, index + 1, number, pool, chips))
    return signed, [entry[1:] for entry in book]


def judge(message):
    keys = [seat and seat[1] for seat in message.setup[2]]
    joins = []
    for seat, _, kind, _, details in message.log.plies:
        if kind == "join":
            keys[seat - 1] = details[1]
        if kind == "start":
            for taken, token, key, *anchor, signature in details:
                keys[taken - 1] = key
                anchor = anchor[0] if anchor else b""
                signed = fields(b"parlor-join-1", message.heads[0], bytes([taken]), token, key, anchor)
                joins.append(verify(key, signature, signed))
    seats = []
    for seat, entry in enumerate(message.signatures, 1):
        signed = entry and payload(message, seat, entry[0])
        seats.append(entry and verify(keys[seat - 1], entry[1], signed))
    signed, book = bets(message)
    offer = message.offer and any(
        verify(message.offer[1], message.offer[4], bet_payload(message, message.offer, number)) for number in range(16)
    )
    return {"seats": seats, "joins": joins, "bets": signed, "book": book, "offer": offer}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(judge(Message(line.strip()))))
