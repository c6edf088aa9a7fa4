"""Verifies the signatures of messages, from docs/protocol.md alone.

Input: one url a line. Output: for each a line of JSON with the verdict on each seat's signature (null where there is
none) and on each signature of a join. Needs cbor2 and cryptography.
"""

import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from heads import IN_TURN, Message, fields


def verify(key, signature, payload):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, payload)
        return True
    except InvalidSignature:
        return False


def run_start(plies, index):
    """Where the run of a ply begins."""
    seat, place, kind, _, _ = plies[index]
    if kind not in IN_TURN:
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
    own = [plies[at][3] for at in range(start, last + 1) if plies[at][0] == seat]
    kind = 1 if plies[last][1] else 0
    return fields(b"parlor-sign-1", message.heads[start], bytes([seat, kind]), b"", *own)


def judge(message):
    keys = [seat and seat[1] for seat in message.setup[2]]
    joins = []
    for seat, _, kind, _, details in message.log.plies:
        if kind == "join":
            keys[seat - 1] = details[1]
        if kind == "start":
            for taken, token, key, signature in details:
                keys[taken - 1] = key
                signed = fields(b"parlor-join-1", message.heads[0], bytes([taken]), token, key, b"")
                joins.append(verify(key, signature, signed))
    seats = []
    for seat, entry in enumerate(message.signatures, 1):
        signed = entry and payload(message, seat, entry[0])
        seats.append(entry and verify(keys[seat - 1], entry[1], signed))
    return {"seats": seats, "joins": joins}


for line in sys.stdin:
    print(json.dumps(judge(Message(line.strip()))))
