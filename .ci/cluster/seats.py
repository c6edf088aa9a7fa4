"""People who play through the servers. Each request has one nonce, and is repeated at any of the servers until it is answered."""

import asyncio
import itertools
import time

import names
import web

GAMES = ["tic-tac-toe", "connect-four", "pig"]
LATER = {429, 500, 502, 503}


class Refused(Exception):
    """A server gave an answer that isn't allowed. This is a finding."""


class Seats:
    """Plays matches of two seats, one after the other, with people who watch them."""

    def __init__(self, parlors, random, ledger):
        self.parlors, self.random, self.ledger = parlors, random, ledger
        self.moves, self.watched, self.repeated, self.answered = {}, {}, 0, 0
        self.last, self.pause, self.times = None, 0.0, []

    async def ask(self, method, path, body=None, token=None, until=180):
        """Returns (status, JSON) from the first server that answers."""
        begin = time.monotonic()
        for _ in itertools.count():
            try:
                status, said = await web.request(self.random.choice(self.parlors).port, method, path, body, token)
                if status not in LATER:
                    self.answered += 1
                    return status, said
            except web.Unanswered as error:
                said = error
            if time.monotonic() - begin > until:
                raise Refused(f"{method} {path}: no answer for {until} s, at last {said}")
            self.repeated += 1
            await asyncio.sleep(0.2)

    async def match(self, over):
        """Opens a match at one server, joins it at another, and plays until the match is over or the time is up."""
        game = self.random.choice(GAMES)
        status, opened = await self.ask("POST", "/matches", {
            "nonce": names.nonce(self.random, "open"), "game": game, "seats": 2, "name": "Ann"})
        if status != 201:
            raise Refused(f"opening {game}: {status} {opened}")
        match = opened["match"]
        watching = [asyncio.create_task(self.watch(match, place)) for place in range(len(self.parlors))]
        status, joined = await self.ask("POST", f"/matches/{match}/join", {
            "nonce": names.nonce(self.random, "join"), "name": "Bob"})
        if status != 200:
            raise Refused(f"joining {match}: {status} {joined}")
        try:
            await asyncio.gather(*(self.seat(match, one, over) for one in (opened, joined)))
            await asyncio.sleep(0.2)
        finally:
            for task in watching:
                task.cancel()

    async def seat(self, match, mine, over):
        """Plays one seat at random."""
        seat, token, path = mine["seat"], mine["token"], f"/matches/{match}"
        moves = self.moves.setdefault(match, {}).setdefault(seat, [])
        while not over.is_set():
            status, view = await self.ask("GET", path, token=token)
            if status != 200:
                raise Refused(f"looking at {match}: {status} {view}")
            if view["phase"] in ("over", "closed"):
                return
            if seat not in (view.get("turn") or []) or not view.get("moves"):
                await asyncio.sleep(0.05)
                continue
            move, begin = self.random.choice(view["moves"])["text"], time.monotonic()
            body = {"nonce": names.nonce(self.random, f"s{seat}"), "move": move}
            status, said = await self.ask("POST", f"{path}/moves", body, token)
            if status != 200:
                # nobody else plays this seat, so a move that was legal is still legal
                raise Refused(f"{move} of seat {seat} in {match}: {status} {said}")
            moves.append(move)
            now = time.monotonic()
            self.times.append(now - begin)
            self.pause, self.last = max(self.pause, now - (self.last or now)), now

    async def watch(self, match, place):
        """Follows the events at one server; reconnects with the number of the last one, as browsers do."""
        parlor = self.parlors[place]
        lines = self.watched.setdefault((match, parlor.name), [])

        def receive(event, _, data):
            if event == "entry":
                lines.append((data["number"], data["line"]))
        while True:
            after = lines[-1][0] if lines else 0
            try:
                await web.events(parlor.port, f"/matches/{match}/events?after={after}", receive)
            except (OSError, EOFError, ValueError, asyncio.TimeoutError):
                pass
            await asyncio.sleep(0.1)

    async def judge(self):
        """Checks the conditions that must hold at the end. Returns the breaches."""
        breaches = []
        for match, seats in self.moves.items():
            views = []
            for parlor in self.parlors:
                status, view = await web.request(parlor.port, "GET", f"/matches/{match}")
                if status != 200:
                    breaches.append(f"{match}: {parlor.name} says {status} {view}")
                    continue
                views.append(view)
            breaches += judged(match, seats, views, {
                who: lines for (watched, who), lines in self.watched.items() if watched == match})
        return breaches


def judged(match, seats, views, watched):
    """Compares a match, as all servers show it, with the acknowledged moves and with the events that were watched."""
    breaches = []
    if any(view != views[0] for view in views):
        breaches.append(f"{match}: servers show it differently: {[view.get('number') for view in views]}")
    log = (views[0] if views else {}).get("log", [])
    numbers = [line["number"] for line in log]
    if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        breaches.append(f"{match}: the lines are numbered {numbers}")
    whole = not numbers or numbers[0] == 1  # a view has only the last 200 lines
    for seat, moves in seats.items():
        there = [line["text"] for line in log if line["kind"] == "ply" and line["seat"] == seat]
        if there != (moves if whole else moves[len(moves) - len(there):]):
            breaches.append(f"{match}: seat {seat} was told that it played {moves}, the log has {there}")
    lines = {line["number"]: line for line in log}
    for who, seen in watched.items():
        for place, (number, line) in enumerate(seen, 1):
            if number != place or (number in lines and line != lines[number]):
                breaches.append(f"{match}: who watched at {who} saw {line} in place {place}, the log has {lines.get(place)}")
                break
    return breaches
