"""The parts of deterministic CBOR that are needed to read a value and to write another value."""

import struct


def head(major, number):
    if number < 24:
        return bytes([major << 5 | number])
    for code, width in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << 8 * width:
            return bytes([major << 5 | code]) + number.to_bytes(width, "big")
    raise ValueError("too large")


def encode(item):
    if item is None or isinstance(item, bool):
        return {None: b"\xf6", False: b"\xf4", True: b"\xf5"}[item]
    if isinstance(item, int):
        return head(0, item) if item >= 0 else head(1, -1 - item)
    if isinstance(item, float):
        for code, form in ((0xf9, ">e"), (0xfa, ">f"), (0xfb, ">d")):
            try:
                data = struct.pack(form, item)
            except OverflowError:
                continue
            if struct.unpack(form, data)[0] == item:
                return bytes([code]) + data
        return b"\xf9\x7e\x00"
    if isinstance(item, bytes):
        return head(2, len(item)) + item
    if isinstance(item, str):
        data = item.encode("utf-8", "surrogatepass")
        return head(3, len(data)) + data
    if isinstance(item, list):
        return head(4, len(item)) + b"".join(encode(one) for one in item)
    if isinstance(item, dict):
        pairs = sorted((encode(key), encode(one)) for key, one in item.items())
        return head(5, len(pairs)) + b"".join(key + one for key, one in pairs)
    raise ValueError(f"no value: {item!r}")


def decode(data):
    item, end = part(data, 0)
    if end != len(data):
        raise ValueError("more bytes than a value")
    return item


def part(data, at, depth=0):
    if at >= len(data) or depth > 100:
        raise ValueError("cut off, or too deep")
    major, low = data[at] >> 5, data[at] & 31
    at += 1
    width = {24: 1, 25: 2, 26: 4, 27: 8}.get(low, 0)
    if low > 27 or at + width > len(data):
        raise ValueError("no length")
    number = int.from_bytes(data[at:at + width], "big") if width else low
    bits, at = data[at:at + width], at + width
    if major == 0:
        return number, at
    if major == 1:
        return -1 - number, at
    if major in (2, 3):
        if at + number > len(data):
            raise ValueError("cut off")
        text = data[at:at + number]
        return (text if major == 2 else text.decode("utf-8", "surrogateescape")), at + number
    if major == 4:
        items = []
        for _ in range(number):
            item, at = part(data, at, depth + 1)
            items.append(item)
        return items, at
    if major == 5:
        pairs = {}
        for _ in range(number):
            key, at = part(data, at, depth + 1)
            item, at = part(data, at, depth + 1)
            try:
                pairs[key] = item
            except TypeError:
                raise ValueError("no key") from None
        return pairs, at
    if major == 7 and width == 0 and low in (20, 21, 22):
        return {20: False, 21: True, 22: None}[low], at
    if major == 7 and width in (2, 4, 8):
        return struct.unpack({2: ">e", 4: ">f", 8: ">d"}[width], bits)[0], at
    raise ValueError("no value")
