"""Changes valid bytes so that they aren't valid any more: urls, saved matches, playthroughs, stores, lines of JSON."""

import base64
import hashlib

import cbor

INTEGERS = [0, 1, -1, 2, 15, 16, 17, 23, 24, 255, 256, 65535, 65536, 1 << 31, 1 << 32, (1 << 53) + 1, (1 << 63) - 1, -(1 << 63)]
MAGIC = [b"\0", b"\xff", b"\x7f", b"\x80", b"\xff" * 4, b"\xff" * 8, b"\0" * 8, b"\x1b\xff\xff\xff\xff\xff\xff\xff\xff",
         b"\x9f", b"\x5f", b"\xbf", b"\xf9\x7e\x00", b"\xfb\x7f\xf0\0\0\0\0\0\0", b"\x81" * 80]


def raw(random, data):
    """Changes, removes, doubles or inserts some bytes."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 4, 16])):
        at = random.randrange(len(data) + 1)
        pick = random.randrange(7)
        if pick == 0 and at < len(data):
            data[at] ^= 1 << random.randrange(8)
        elif pick == 1 and at < len(data):
            data[at] = random.randrange(256)
        elif pick == 2:
            del data[at:at + random.choice([1, 2, 4, 30])]
        elif pick == 3:
            data[at:at] = random.choice(MAGIC)
        elif pick == 4:
            end = at + random.choice([1, 8, 40])
            data[at:at] = data[at:end]
        elif pick == 5:
            magic = random.choice(MAGIC)
            data[at:at + len(magic)] = magic
        else:
            data = data[:at]
    return bytes(data)


def value(random, item):
    """Changes one part deep inside a value."""
    if isinstance(item, list) and item and random.random() < 0.8:
        at = random.randrange(len(item))
        return item[:at] + [value(random, item[at])] + item[at + 1:]
    if isinstance(item, dict) and item and random.random() < 0.85:
        key = random.choice(list(item))
        return {**item, key: value(random, item[key])}
    if isinstance(item, bytes) and random.random() < 0.6:
        try:
            return cbor.encode(value(random, cbor.decode(item)))
        except (ValueError, RecursionError):
            return raw(random, item)
    return random.choice([
        lambda: random.choice(INTEGERS), lambda: item + 1 if type(item) is int else None, lambda: [],
        lambda: {}, lambda: "", lambda: "x" * 5000, lambda: b"", lambda: random.choice([1.5, float("inf"), 1e300, -0.0]),
        lambda: None, lambda: True, lambda: [item, item], lambda: {"a": item}, lambda: [item] * 300,
        lambda: "\u202e\u200b", lambda: nested(70)])()


def nested(depth):
    item = []
    for _ in range(depth):
        item = [item]
    return item


def saved(random, text):
    """Changes a saved match. Its checksum is corrected most of the time."""
    data = base64.b64decode(text)
    pick = random.random()
    if pick < 0.2:
        return base64.b64encode(raw(random, data)).decode()
    try:
        match = cbor.decode(data)
        if pick < 0.5:
            match["state"] = state(random, match.get("state"))
            return base64.b64encode(checked(match)).decode()
        for _ in range(random.choice([1, 1, 2, 3])):
            key = random.choice(["log", "log", "seats", "seed", "options", "pending", "version", "state", "state", "game", "script",
                                 "format"])
            match[key] = value(random, match.get(key))
        if random.random() < 0.3 and isinstance(match.get("log"), list):
            match["log"] = match["log"] + [random.choice([
                [1, random.choice(INTEGERS)], [random.choice(INTEGERS), 1], [1, "say", random.choice(INTEGERS)],
                [1, "leave"], [16, 1], [2, ""], [1, 1, 1, 1], []])]
        if random.random() < 0.4:
            match["state"] = state(random, match.get("state"))
        return base64.b64encode(checked(match)).decode()
    except (ValueError, RecursionError, TypeError):
        return base64.b64encode(raw(random, data)).decode()


def state(random, data):
    """Changes the state of a saved match, above all its counters."""
    parts = cbor.decode(data) if isinstance(data, bytes) else None
    if not isinstance(parts, dict) or not parts:
        return data
    key = "ply" if random.random() < 0.3 else random.choice(list(parts))
    number = random.choice([-1, -2, random.choice(INTEGERS)])
    parts[key] = number if random.random() < 0.5 else value(random, parts.get(key))
    return cbor.encode(parts)


def checked(match):
    """Returns the bytes of a saved match whose last field is the correct checksum of all others."""
    match = {key: item for key, item in match.items() if key != "check"}
    match["check"] = hashlib.sha256(cbor.encode(match)).digest()[:16]
    return cbor.encode(match)


def url(random, text):
    """Changes the bytes after the # of a url, or the path before it."""
    front, _, back = text.partition("#")
    pick = random.random()
    if pick < 0.1:
        return random.choice([
            front.replace("tic-tac-toe", "battleship"), text + "A", text + "=", text.upper(), front + "#", "#" + back, "",
            text + "#" + back, text.replace("#", "?"), text + "\n", text * 2, "https://parlor.games/\u202e#" + back,
            front + "/../x#" + back, text.replace("parlor.games", "parlor.games:1")])
    if pick < 0.2:
        return front + "#" + raw(random, back.encode()).decode("latin-1")
    try:
        data = base64.urlsafe_b64decode(back + "=" * (-len(back) % 4))
    except ValueError:
        return text + "!"
    if pick < 0.6:
        data = raw(random, data)
    else:
        try:  # one byte with the version, then one value
            data = data[:1] + cbor.encode(value(random, cbor.decode(data[1:])))
        except (ValueError, RecursionError):
            data = raw(random, data)
    return front + "#" + base64.urlsafe_b64encode(data).decode().rstrip("=")


LINES = [":", "::", "#", "a:", ":a", "game:", "option :", "option", "option x", "option x: ", "1", "1 ", " 1 b2", "0 b2",
         "17 b2", "99999999999999999999 b2", "1 leave", "1 leave x", "2 leave resigned", "outcome:", "outcome: win",
         "outcome: win 99999999999999999999", "outcome: scores nan inf", "seats: -1", "seats: 9223372036854775807",
         "seats: 99999999999999999999", "version: -9223372036854775808", "seed: -1", "seed: 18446744073709551615",
         "option size: 9223372036854775807", "option size: 1e300", "\0", "\ufeff", "\u2028", "1 " + "x" * 70000, "-1 b2",
         "game: ../tic-tac-toe", "game: /", "game: nosuch", "1\tb2", "١ b2", "1 \u202eb2"]


def playthrough(random, text):
    """Inserts, removes, swaps or breaks lines of a playthrough."""
    rows = text.split("\n")
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randrange(len(rows) + 1)
        pick = random.randrange(5)
        if pick < 3:
            rows.insert(at, random.choice(LINES))
        elif pick == 3 and at < len(rows):
            del rows[at]
        elif at < len(rows):
            rows[at] = raw(random, rows[at].encode("utf-8", "surrogatepass")).decode("latin-1")
    data = "\n".join(rows).encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        data = data.replace(b"\n", random.choice([b"\r\n", b"\r", b"\0\n", b"\n" * 3000]))
    return raw(random, data) if random.random() < 0.1 else data


def json_line(random, line):
    """Changes a number, text or bracket of a request."""
    pick = random.randrange(6)
    text = line.decode("utf-8", "replace")
    if pick == 0:
        result = raw(random, line)
    elif pick == 1:
        result = text.replace("1", random.choice(
            ["-1", "1e400", "1.0", "01", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "NaN", "1e-400",
             "18446744073709551616", "-0", "-0.0", "0x1", "[" * 300 + "]" * 300, '"\\ud800"', '"\\u0000"'])).encode()
    elif pick == 2:
        result = text.replace("}", random.choice([",}", "}}", "", ',"id":2}', ',"x":1}', ',"id":[1]}', ',"id":1e300}'])).encode()
    elif pick == 3:
        result = text.replace('"', random.choice(["'", "", '\\"', '"\\u0000', '"\xff'])).encode("latin-1", "replace")
    elif pick == 4:
        result = random.choice([b"", b" ", b"null", b"[]", b"{}", b"1", b'"x"', b"{" * 5000, b"[" * 100000, b'{"id":' * 2000,
                                b'"' + b"x" * (1 << 20) + b'"', b"\xef\xbb\xbf" + line, b"\xff\xfe", b'{"op":null}'])
    else:
        result = text.replace("tic-tac-toe", random.choice(
            ["", ".", "..", "/", "/dev/zero", "/dev/stdin", "./nosuch", "\\u0000", "x" * 5000, "game.lua", "./game/game.lua",
             "/proc/self/mem"])).encode()
    return result.replace(b"\n", b" ")


def database(random, data):
    """Changes a store: bytes of the header, of pages, or of the content of a cell."""
    data = bytearray(data)
    if not data:
        return b"x"
    for _ in range(random.choice([1, 2, 8, 64])):
        pick = random.randrange(5)
        if pick == 0:
            data[random.randrange(min(100, len(data)))] = random.choice([0, 1, 255, random.randrange(256)])
        elif pick == 1:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        elif pick == 2:
            page = random.randrange(max(1, len(data) // 4096)) * 4096
            data[page:page + 8] = bytes(random.randrange(256) for _ in range(8))
        elif pick == 3:
            del data[random.randrange(len(data)):]
            if not data:
                return b""
        else:
            at = data.find(random.choice([b'"', b"https", b"{", b"salt", b"\0\1", b"seat", b":1", b":0"]))
            if at >= 0:
                data[at:at + 1] = bytes([random.randrange(256)])
    return bytes(data)
