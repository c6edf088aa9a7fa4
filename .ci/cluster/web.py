"""HTTP as a browser speaks it, with asyncio alone: one request for each connection, and server-sent events."""

import asyncio
import json


class Unanswered(Exception):
    """There was no answer, so the request may have been carried out or not."""


async def request(port, method, path, body=None, token=None, within=30):
    """Returns (status, JSON). Raises Unanswered."""
    try:
        return await asyncio.wait_for(_request(port, method, path, body, token), within)
    except (OSError, EOFError, ValueError, asyncio.TimeoutError) as error:
        raise Unanswered(repr(error)) from None


def _head(port, method, path, token, length=None):
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
    if length is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {length}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


async def _answer_head(reader):
    """Returns the status and the headers."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    return int(lines[0].split()[1]), headers


async def _request(port, method, path, body, token):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4 << 20)
    try:
        data = None if body is None else json.dumps(body).encode()
        writer.write(_head(port, method, path, token, None if data is None else len(data)) + (data or b""))
        status, headers = await _answer_head(reader)
        content = await reader.readexactly(int(headers["content-length"]))
        return status, json.loads(content)
    finally:
        writer.close()


async def events(port, path, receive):
    """Passes (event, id, JSON) to `receive` until the stream ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=4 << 20)
    try:
        writer.write(_head(port, "GET", path, None))
        status, headers = await asyncio.wait_for(_answer_head(reader), 30)
        if status != 200:
            return
        fields, rest = {}, b""
        while True:
            piece, chunked = None, headers.get("transfer-encoding") == "chunked"
            if chunked:
                size = int((await reader.readuntil(b"\r\n")).strip() or b"0", 16)
                if size == 0:
                    return
                piece = (await reader.readexactly(size + 2))[:-2]
            else:
                piece = await reader.read(65536)
                if not piece:
                    return
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                if line:
                    name, _, value = line.decode().partition(":")
                    fields[name] = value.removeprefix(" ")
                elif "event" in fields:
                    receive(fields["event"], int(fields.get("id") or 0), json.loads(fields.get("data") or "null"))
                    fields = {}
    finally:
        writer.close()
