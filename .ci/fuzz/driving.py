"""Matches of hostile games by the line protocol, and the conditions that successive answers must satisfy."""

import mutation
from program import Finding

STRANGE = [0, 1, 2, 3, 16, 17, -1, 1 << 31, (1 << 63) - 1, -(1 << 63), 1 << 63, 1 << 64, 1.5, 1e300, -1e300, "", "1", "b2",
           None, True, [], {}, [[]], {"name": "add", "argument": 1}, {"name": "", "argument": {"x": [1]}}, "x" * 5000, "\0",
           "\u202e", {"time": -1}, {"memory": 1e300}, {"time": 1e-300}, {"granted": 1}]
FIELDS = ["match", "seat", "move", "ply", "plies", "seed", "count", "bytes", "url", "style", "as", "columns", "game", "seats",
          "options", "limits"]
OPERATIONS = ["games", "open", "moves", "play", "view", "state", "digest", "scene", "undo", "save", "load", "message",
              "receive", "random", "resign", "claim", "meters", "close"]
LONGEST_TEXT = 1024  # bytes: the text of a choice has at most 256, and may follow the name of the move
LOADING = 1.5  # seconds for loading a script of bounded size that does nothing while it is loaded
SLACK = 0.4  # seconds for the work of the program itself, in a debug build


class Table:
    """One match of a session, as far as the answers of the session describe it."""

    def __init__(self, match, answer):
        self.match, self.ply, self.turn, self.over = match, answer.get("ply", 0), answer.get("turn", []), False
        # (seat, text) of all current plies, including those of an unfinished round; None if the program has played some itself
        self.played = [] if self.ply == 0 else None


class Driver:
    def __init__(self, workspace, random, game):
        self.workspace, self.random, self.game = workspace, random, game
        self.session = workspace.drive()
        self.urls, self.saves, self.tables = [], [], []

    # Requests

    def budget(self, calls):
        """Returns twice the deadline for each call into Lua that the request may need."""
        return 2 * self.game.deadline * calls + SLACK

    def ask(self, request, calls=2):
        answer = self.session.ask(request, self.budget(calls))
        if "ok" in answer:
            self.inspect(request, answer["ok"])
        return answer

    def ok(self, request, calls=2):
        return self.ask(request, calls).get("ok")

    def inspect(self, request, answer):
        """Checks the conditions for an answer with the state of a match."""
        where = f"drive {request['op']}"
        if "outcome" in answer and "turn" in answer and answer.get("match", 1) is not None:
            if (answer["outcome"] is None) != bool(answer["turn"]):
                raise Finding("answer", where, f"turn {answer['turn']} and outcome {answer['outcome']}")
        if not 0 <= (answer.get("ply") or 0) <= 1 << 20:
            raise Finding("answer", where, f"ply {answer['ply']}")
        outcome = answer.get("outcome")
        if outcome is not None:
            self.inspect_outcome(outcome, where)
        if request["op"] in ("view", "scene") and "seat" not in request and self.game.leaks and "canary" in str(answer):
            raise Finding("secret", where, "a spectator sees what a seat hides")

    @staticmethod
    def inspect_outcome(outcome, where):
        win, scores = outcome.get("win"), outcome.get("scores")
        good = (
            len(outcome) == 1
            and (outcome == {"draw": True}
                 or isinstance(win, list) and win and len(set(win)) == len(win)
                 and all(type(seat) is int and 1 <= seat <= 16 for seat in win)
                 or isinstance(scores, list) and scores
                 and all(type(score) in (int, float) and abs(score) < 1e309 for score in scores)))
        if not good:
            raise Finding("outcome", where, f"outcome {str(outcome)[:120]}")

    def open(self, folder="game", **more):
        request = {"op": "open", "game": "./" + folder, "seed": self.random.randint(0, 9), **more}
        # a script is loaded, defined and set up, and each of these may take the time of a call. Loading and defining have the deadline
        # of the host, but a definition without tricks doesn't need that time
        loading = LOADING if self.game.loads_plainly else 2 * 5
        answer = self.session.ask(request, loading + 2 * self.game.deadline + SLACK)
        if "ok" not in answer:
            return None
        table = Table(answer["ok"]["match"], answer["ok"])
        self.tables.append(table)
        return table

    def digest(self, table, always=False):
        """Returns the state's digest. If two copies of the game may differ, returns it only if `always` is true."""
        if self.game.keeps and not always:
            return None
        answer = self.ok({"op": "digest", "match": table.match}, 2 + table.ply)
        return answer and answer["digest"]

    # Steps

    def step(self, table):
        self.random.choice([
            self.play, self.play, self.play, self.play_random, self.look, self.look, self.save, self.save, self.undo, self.message,
            self.typed, self.strange, self.meters])(table)

    def play(self, table):
        if not table.turn:
            return
        seat = self.random.choice(table.turn)
        moves = self.ok({"op": "moves", "match": table.match, "seat": seat}, 2 + table.ply)
        if not moves or not moves["moves"]:
            return
        self.inspect_moves(moves["moves"])
        text = self.random.choice(moves["moves"]).get("text")
        if not isinstance(text, str):
            return
        self.told(table, seat, text, self.ok(
            {"op": "play", "match": table.match, "seat": seat, "move": text}, 3 + table.ply))

    def play_on(self, table):
        """Plays a long match, in which the memory that is kept for each ply adds up."""
        for _ in range(100):
            before = table.ply
            self.play(table)
            if table.ply == before:  # a move that can't be listed may still be typed
                self.typed(table, "go")
            if table.ply == before:
                return

    @staticmethod
    def inspect_moves(moves):
        """Checks that the texts of listed moves are short, because they are kept in memory."""
        for move in moves:
            for key in ("text", "also", "name"):
                length = len(str(move.get(key, "")).encode())
                if length > LONGEST_TEXT:
                    raise Finding("length", "drive moves", f"a {key} of {length} bytes")

    def typed(self, table, move=None):
        seat = self.random.choice(table.turn or [1])
        move = move or self.random.choice(["go", "say hello", "say ", "count 5", "count 99999999999", "pass", "3", "three", "rock",
                                   {"name": "say", "argument": self.random.choice(STRANGE)},
                                   {"name": "count", "argument": self.random.choice(STRANGE)},
                                   {"name": "add", "argument": self.random.choice(STRANGE)}])
        answer = self.ok({"op": "play", "match": table.match, "seat": seat, "move": move}, 3 + table.ply)
        self.told(table, seat, move if isinstance(move, str) else None, answer)

    @staticmethod
    def told(table, seat, text, answer):
        if answer:
            table.ply, table.turn, table.over = answer["ply"], answer["turn"], answer["outcome"] is not None
            if table.played is not None:
                table.played.append((seat, text))

    def play_random(self, table):
        plies = self.random.choice([1, 1, 2, 3])
        table.played = None
        answer = self.ok({"op": "random", "match": table.match, "seed": self.random.randint(0, 99), "plies": plies},
                         3 * plies + table.ply)
        if answer:
            table.ply, table.over = answer["ply"], answer["outcome"] is not None
        again = self.ok({"op": "undo", "match": table.match, "ply": table.ply}, 3 + table.ply)
        if again:
            table.turn = again["turn"]

    def look(self, table):
        """Checks that reading the match changes nothing, even if the game's hooks try to write."""
        before = self.digest(table, always=True)
        match = {"match": table.match}
        seat = {} if self.random.random() < 0.5 else {"seat": self.random.randint(1, self.game.seats)}
        moves = {"op": "moves", **match, "seat": self.random.randint(1, self.game.seats), "count": self.random.random() < 0.3}
        request = self.random.choice([
            moves, {"op": "view", **match, **seat}, {"op": "state", **match, **seat},
            moves,
            {"op": "scene", **match, **seat, "as": self.random.choice(["text", "svg", "words", "tree"]),
             "style": self.random.choice(["expanded", "compact", "transcript"]),
             "theme": self.random.choice(["light", "dark", "contrast"])}])
        seen = self.ok(request, 3 + table.ply)
        after = None if seen is None else self.digest(table, always=True)
        if before and after and before != after:
            raise Finding("digest", f"drive {request['op']}", "looking changed the state")

    def meters(self, table):
        self.ok({"op": "meters", "match": table.match, "count": self.random.random() < 0.5}, 3 + table.ply)

    def save(self, table):
        """Checks that a loaded match equals the saved match, now and after the same moves."""
        if self.random.random() < 0.3:
            self.ok({"op": "meters", "match": table.match}, 2)
        saved = self.ok({"op": "save", "match": table.match}, 3 + table.ply)
        self.ok({"op": "meters", "match": table.match}, 3 + table.ply)
        if not saved or len(self.tables) > 4:
            return
        self.saves.append(saved["bytes"])
        loaded = self.ok({"op": "load", "bytes": saved["bytes"]}, 4)
        if loaded:
            self.same(table, loaded["match"], "load")
            self.ok({"op": "close", "match": loaded["match"]})

    def same(self, table, other, how):
        """Checks that two copies of one match are equal, and stay equal after the same moves."""
        one, two = self.digest(table), self.ok({"op": "digest", "match": other}, 4 + table.ply)
        if one and two and one != two["digest"]:
            raise Finding("digest", f"drive {how}", "another state")
        if table.over or self.game.keeps or self.random.random() < 0.3:
            return
        seed, plies = self.random.randint(0, 99), self.random.choice([1, 2])
        answers = [self.ask({"op": "random", "match": match, "seed": seed, "plies": plies}, 3 * plies + table.ply + 2)
                   for match in (table.match, other)]
        if all("ok" in answer for answer in answers):
            if answers[0]["ok"] != answers[1]["ok"]:
                raise Finding("digest", f"drive {how}", f"goes on to {answers[0]['ok']} and {answers[1]['ok']}")
            after = [self.ok({"op": "digest", "match": match}, 4 + table.ply) for match in (table.match, other)]
            if all(after) and after[0] != after[1]:
                raise Finding("digest", f"drive {how}", "goes on to another state")
        now = self.ok({"op": "undo", "match": table.match, "ply": table.ply}, 3 + table.ply + plies)
        if table.played is not None:
            del table.played[table.ply:]  # entries of an unfinished round
        if now:
            table.turn = now["turn"]

    def undo(self, table):
        """Checks that undoing and redoing, which replay the log, lead to the same match."""
        if self.random.random() < 0.2:
            self.ok({"op": "undo", "match": table.match, "ply": self.random.choice(STRANGE)}, 3 + table.ply)
            table.played, table.turn = None, []
            return
        before, ply = self.digest(table), table.ply
        to = max(0, ply - self.random.randint(1, 2))
        back = self.ok({"op": "undo", "match": table.match, "ply": to}, 3 + ply)
        if not back:
            return
        table.ply, table.turn, table.over = back["ply"], back["turn"], False
        if back["ply"] != to or table.played is None or len(table.played) != ply:
            # within a round, going back to a ply isn't possible
            if table.played is not None:
                del table.played[back["ply"]:]
            elif back["ply"] == 0:
                table.played = []
            return
        again = table.played[to:]
        del table.played[to:]
        if any(text is None for _, text in again):
            return
        for seat, text in again:
            answer = self.ok({"op": "play", "match": table.match, "seat": seat, "move": text}, 3 + ply)
            if not answer:
                return
            self.told(table, seat, text, answer)
        after = self.digest(table)
        if before and after and before != after:
            raise Finding("digest", "drive undo", "the same moves came to another state")

    def message(self, table):
        """Checks that the receiver of a message has the same match."""
        said = self.ok({"op": "message", "match": table.match, "seat": self.random.choice(table.turn or [1, 2])},
                       4 + 3 * table.ply)
        if not said:
            return
        self.urls.append(said["url"])
        if said["length"] > 5000 or len(said["url"].encode()) != said["length"]:
            raise Finding("answer", "drive message", f"length {said['length']}")

    def strange(self, table):
        """Sends requests with arbitrary values in their fields."""
        operation = self.random.choice(OPERATIONS)
        request = {"op": operation, "match": table.match}
        for name in self.random.sample(FIELDS, self.random.randint(1, 3)):
            request[name] = self.random.choice(STRANGE)
        if operation == "random":
            request["plies"] = self.random.choice([-1, 2, 100001, 1e300, "x"])
        if operation in ("open", "games"):
            return
        self.ask(request, 6 + table.ply)
        now = self.ok({"op": "undo", "match": table.match, "ply": table.ply}, 4 + table.ply)
        table.played = None
        if now:
            table.turn = now["turn"]

    def receive_elsewhere(self, folder):
        """Lets another process read the last message. It must get a match in the same state, or refuse the message in words."""
        other = Driver(self.workspace, self.random, self.game)
        if not other.open(folder):
            return other
        for url in self.urls[-2:]:
            answer = other.ok({"op": "receive", "url": url}, 30)
            if answer and answer["verdict"] == "adopt" and answer["match"]:
                said = other.ok({"op": "message", "match": answer["match"], "seat": 2}, 30)
                if said:
                    other.urls.append(said["url"])
            other.ask({"op": "receive", "url": mutation.url(self.random, url)}, 30)
        for saved in self.saves[-1:]:
            other.ask({"op": "load", "bytes": mutation.saved(self.random, saved)}, 8)
        return other


def drive(workspace, random, game):
    """Plays a hostile game in a session, and reads its messages in another session."""
    workspace.write("game/game.lua", game.source())
    driver = Driver(workspace, random, game)
    more = {}
    if random.random() < 0.15:
        more["seats"] = random.choice(STRANGE)
    elif game.seats > 2:
        more["seats"] = random.randint(2, game.seats)
    if random.random() < 0.1:
        more["options"] = random.choice([{"o": 1}, {"x": (1 << 63) - 1}, {"x": 1e300}, {"": None}, [], {"x": "y"}])
    if random.random() < 0.2:
        more["limits"] = {random.choice(["time", "memory", "granted"]): random.choice([1e-9, 0.05, 1, 1e6, 4e6, 1e14])}
    table = driver.open(**more)
    if table:
        # a round may be unfinished: compare the state only if no entry is pending
        for _ in range(random.choice([4, 8, 16])):
            driver.step(table)
        if random.random() < 0.1:
            driver.play_on(table)
        if random.random() < 0.5 and driver.urls or driver.saves:
            driver.receive_elsewhere("game").session.end()
    driver.session.end()
    return driver


def lines(workspace, random, game):
    """Sends lines that are almost requests."""
    workspace.write("game/game.lua", game.source())
    session = workspace.drive()
    good = [b'{"id":1,"op":"open","game":"tic-tac-toe","seed":7}', b'{"id":2,"op":"play","match":1,"seat":1,"move":"b2"}',
            b'{"id":3,"op":"scene","match":1,"as":"svg","columns":80}', b'{"id":4,"op":"undo","match":1,"ply":0}',
            b'{"id":5,"op":"random","match":1,"seed":1,"plies":3}', b'{"id":6,"op":"meters","match":1,"count":true}',
            b'{"id":7,"op":"open","game":"./game","options":{},"limits":{"time":0.2}}', b'{"id":8,"op":"save","match":1}']
    for _ in range(30):
        line = random.choice(good)
        if random.random() < 0.8:
            line = mutation.json_line(random, line)
        session.ask_line(line, 2 * 5 + 2 * game.deadline + SLACK)
    session.end()

