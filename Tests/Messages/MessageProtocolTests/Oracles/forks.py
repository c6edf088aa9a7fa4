"""Decides between two logs of one match by the section "Forks" of docs/protocol.md, and plays matches that make such logs.

The arguments are a seed, a number of matches and a number of pairs for each match, or only `cases`. Each line of output is one match:
its kind of game, its seats, its length, all logs that were made of the match, and pairs of these logs with the decision of the rules.
A pair is `[ours, theirs, verdict, log]`, with the logs as indices.
A ply is `[seat, kind, data, place]`. The kinds are s start, j join, m move, c claim, r resign, x close.

This program makes no signatures. A seat's *word* is the content of its signature: the log before the seat's last run, and the seat's
plies of that run.
"""

import json
import random
import sys

IN_TURN = "sjm"


class Game:
    """Toy games. seq: the seats move one after another. pick: a move may skip a seat. duo: a move may keep the turn once. rounds: all
    seats move at once. mixed: a round, then one turn, and so on."""

    def __init__(self, kind, seats, length):
        self.kind, self.seats, self.length = kind, seats, length
        self.known = {}
        opening = (1, "s", 0, 0) if seats > 2 else (2, "j", 0, 0)
        self.first = (opening,)
        self.known[self.first] = self.judge(
            {
                "active": frozenset(range(1, seats + 1)), "entered": frozenset(), "claims": frozenset(),
                "closed": frozenset(), "turn": seats, "skip": 0, "again": 0, "stage": 0, "total": 0, "left": (),
            }
        )  # fmt: skip

    def judge(self, state):
        """Computes which seats owe a ply, and whether the match is over. Removes the claims against seats that owe no ply."""
        active = sorted(state["active"])
        state["over"] = len(active) < 2 or state["stage"] >= self.length
        state["round"] = self.kind == "rounds" or self.kind == "mixed" and state["stage"] % 2 == 0
        if state["over"]:
            owes = ()
        elif state["round"]:
            owes = [seat for seat in active if seat not in state["entered"]]
        elif state["again"] in active:
            owes = [state["again"]]
        else:
            seat = state["turn"]
            for _ in range(1 + state["skip"]):
                seat = self.next(seat, active)
            owes = [seat]
        state["owes"] = frozenset(owes)
        state["claims"] = frozenset(claim for claim in state["claims"] if claim[1] in state["owes"])
        return state

    def next(self, seat, active):
        return next(after % self.seats + 1 for after in range(seat, seat + self.seats) if after % self.seats + 1 in active)

    def state(self, log):
        if log not in self.known:
            before = self.state(log[:-1])
            self.known[log] = before and self.play(dict(before, left=()), log[-1], log)
        return self.known[log]

    def leave(self, state, seat):
        if not state["round"] and seat in state["owes"]:
            state.update(turn=seat, skip=0)
        if state["again"] == seat:
            state["again"] = 0
        state.update(active=state["active"] - {seat}, entered=frozenset(), left=state["left"] + (seat,))
        return self.judge(state)

    def play(self, state, ply, log):
        seat, kind, data, place = ply
        previous = log[-2]
        if place == 2 and (previous[3] == 0 or previous[0] >= seat or (previous[1] == "x") != (kind == "x")):
            return None
        if kind == "x":
            if not state["over"] or seat in state["closed"] or place == 0 or place == 1 and state["closed"]:
                return None
            return self.judge(dict(state, closed=state["closed"] | {seat}))
        if state["over"] or kind in "sj":
            return None
        if kind == "r":
            return self.leave(state, seat) if seat in state["active"] else None
        if kind == "c":
            if seat not in state["active"] or data not in state["owes"] or seat == data or (seat, data) in state["claims"]:
                return None
            claims = state["claims"] | {(seat, data)}
            if sum(other[1] == data and other[0] in state["active"] for other in claims) < 2:
                return self.judge(dict(state, claims=claims))
            state["claims"] = frozenset(claim for claim in claims if claim[1] != data)
            return self.leave(state, data)
        if seat not in state["owes"] or (place > 0) != state["round"]:
            return None
        if place == 1 and state["entered"] and previous[1] != "c" or place == 2 and not state["entered"]:
            return None
        state["claims"] = frozenset(claim for claim in state["claims"] if claim[1] != seat)
        state["total"] = (state["total"] * 3 + data) % 97
        if state["round"]:
            state["entered"] |= {seat}
            if state["entered"] == state["active"]:
                state.update(entered=frozenset(), stage=state["stage"] + 1, turn=self.seats)
            return self.judge(state)
        again = self.kind == "duo" and data == 2 and state["again"] != seat
        ends = self.kind != "mixed" or seat == max(state["active"])
        state.update(turn=seat, skip=data - 1 if self.kind == "pick" else 0, again=seat if again else 0)
        state["stage"] += 0 if again else int(ends)
        return self.judge(state)


# ---- logs ----


def word(log, seat):
    """Returns the content of a seat's signature over its last ply; None if the seat has made no ply."""
    last = max((index for index, ply in enumerate(log) if ply[0] == seat), default=None)
    if last is None:
        return None
    begin = last
    if log[last][3]:
        while log[begin][3] == 2:
            begin -= 1
    elif log[last][1] in IN_TURN:
        while begin > 0 and log[begin - 1][0] == seat and log[begin - 1][1] in IN_TURN and log[begin - 1][3] == 0:
            begin -= 1
    return seat, log[:begin], bool(log[last][3]), tuple(ply[1:3] for ply in log[begin : last + 1] if ply[0] == seat)


def words(log, seats):
    """Returns the words of all seats in a log. A seat without a ply has the word `(seat,)` if it is seat 1, which invites, or if the
    match is for two."""
    begun = {(seat,) for seat in range(1, seats + 1) if word(log, seat) is None and (seats == 2 or seat == 1)}
    return {word(log, seat) for seat in range(1, seats + 1)} - {None} | begun


def bracket(log, begin):
    if begin >= len(log) or log[begin][3] != 1:
        return ()
    end = begin + 1
    while end < len(log) and log[end][3] == 2:
        end += 1
    return log[begin:end]


def as_round(entries):
    ordered = sorted(entries, key=lambda entry: entry[0])
    return tuple(entry[:3] + (1 if index == 0 else 2,) for index, entry in enumerate(ordered))


def legal(game, log):
    return all(game.state(log[:count]) for count in range(1, len(log) + 1))


def adding(game, log, seat, kind, data):
    """Returns the log with one more ply. An entry goes to its place in the last round. Returns None if the ply isn't legal."""
    state = game.state(log)
    result = log + ((seat, kind, data, 0),)
    if kind == "x" or kind == "m" and state["round"]:
        open_at_end = state["closed"] if kind == "x" else state["entered"] and log[-1][3]
        begin = len(log)
        while open_at_end and log[begin - 1][3]:
            begin -= 1
            if log[begin][3] == 1:
                break
        if any(entry[0] == seat for entry in log[begin:]):
            return None
        result = log[:begin] + as_round(log[begin:] + ((seat, kind, data, 1),))
    return result if legal(game, result) else None


# ---- the rules ----


def decide(game, ours, theirs):
    """Returns the verdict and the log that stays."""
    if ours[: len(theirs)] == theirs:
        return "late", ours
    if theirs[: len(ours)] == ours:
        return "adopt", theirs
    at = next(index for index in range(len(ours)) if ours[index] != theirs[index])

    def active(log, place):
        return game.state(log[:place])["active"]

    def behind_claims(log):
        index = next((index for index in range(at, len(log)) if log[index][1] != "c"), None)
        return index if index is not None and active(log, index) == active(log, at) else None

    def first_act(log, begin):
        index = next((index for index in range(begin, len(log)) if log[index][1] != "c"), None)
        return log[index] if index is not None and active(log, index) == active(log, begin) else None

    def first_turn(log, begin):
        """Returns the first ply that is neither a claim nor a resignation, if it isn't an entry and no claims put a seat out before."""
        for index in range(begin, len(log)):
            if log[index][1] == "c" and active(log, index + 1) != active(log, index):
                return None
            if log[index][1] not in "cr":
                return None if log[index][3] else log[index]
        return None

    def acted_twice(begin, other_begin):
        """Returns the seat that acted first in both logs, and made two different plies."""
        for find in (first_act, first_turn):
            own, other = find(ours, begin), find(theirs, other_begin)
            if own and other and own[0] == other[0] and own[1:3] != other[1:3]:
                return {own[0]}
        return set()

    def entry(log, index):
        return log[index][1] == "m" and log[index][3] > 0

    def entries(log, begin):
        found, end = {}, begin
        for index in range(begin, len(log)):
            if log[index][3]:
                found[log[index][0]] = log[index][1:3]
                end = index + 1
                if log[index][1] == "m" and not game.state(log[:end])["entered"]:
                    break
            elif log[index][1] != "c" or active(log, index + 1) != active(log, begin):
                break
        return found, end

    # find out whether the logs differ within one round
    begins = None
    if game.state(ours[:at])["entered"]:
        begin = at
        while game.state(ours[:begin])["entered"]:
            begin -= 1
        begins = begin, begin
    elif game.state(ours[:at])["closed"]:
        begin = next(index for index in range(at) if ours[index][1] == "x")
        begins = begin, begin
    elif ours[at][1] == "x" and theirs[at][1] == "x":
        begins = at, at
    else:
        found = [behind_claims(ours), behind_claims(theirs)]
        if None not in found:
            pairs = list(zip((ours, theirs), found))
            # both logs have an entry here, or one has an entry and the other has a resignation that crossed the entry
            if any(entry(*pair) for pair in pairs) and all(entry(*pair) or pair[0][pair[1]][1] == "r" for pair in pairs):
                begins = tuple(found)

    def fate(log, begin, end):
        """Returns the state of the round, and the seat that made it void."""
        if log[begin][1] == "x":
            return "open", None
        if end > begin and not game.state(log[:end])["entered"]:
            return "complete", None
        for index in range(end, len(log)):
            if log[index][1] == "r":
                return "void", log[index][0]
            if active(log, index + 1) != active(log, index):
                return "claimed", None
        return "open", None

    if begins:
        (first, end), (second, other_end) = entries(ours, begins[0]), entries(theirs, begins[1])
        (fated, one), (other_fated, another) = fate(ours, begins[0], end), fate(theirs, begins[1], other_end)
        after = end == other_end <= at  # both logs have the same entries, and differ only after them
        if after and (fated == "void") == (other_fated == "void"):
            begins = None

    if begins:
        # if two seats are left, a resignation decides, unless its seat has resigned in both logs
        place = min(begins + (at,))
        if len(active(ours, begins[0])) == 2:
            if fated == "void" and not any(ply[0] == one and ply[1] == "r" for ply in theirs[place:]):
                fated = "decides"
            if other_fated == "void" and not any(ply[0] == another and ply[1] == "r" for ply in ours[place:]):
                other_fated = "decides"
        fates = {fated, other_fated}
        order = ["claimed", "open", "void", "complete", "decides"]
        # whether one log ends with the round, and the other log has all of its entries
        holds = other_end == len(theirs) and all(first.get(seat) == entry for seat, entry in second.items())
        held = end == len(ours) and all(second.get(seat) == entry for seat, entry in first.items())
        resigned = {one} & set(second) - set(first) | {another} & set(first) - set(second)
        twice = {seat for seat in first if seat in second and first[seat] != second[seat]} | resigned
        if fated == other_fated == "complete" and first == second:
            # both logs have the same round: look for a seat with a different first act after it
            twice = acted_twice(end, other_end)
        if ours[at][0] == theirs[at][0] and (after or ours[at][1] == theirs[at][1] == "c"):
            twice = {ours[at][0]}
        skipped = twice
    else:
        first = second = {}
        fates = set()
        place = end = other_end = at
        own, other = (log[index] if index is not None else None
                      for log, index in ((ours, behind_claims(ours)), (theirs, behind_claims(theirs))))  # fmt: skip
        skipped = {own[0]} if own and other and own[0] == other[0] else set()
        twice = {ours[at][0]} if ours[at][0] == theirs[at][0] else acted_twice(at, at)
        skipped = skipped | twice

    def left(log):
        return {ply[0] for ply in log[place:] if ply[1] == "r"}

    def builders(log, begin):
        seats = {ply[0] for ply in log[begin:] if ply[1] in IN_TURN or ply[1] == "x" and ply[0] in active(log, len(log))}
        return seats - skipped

    def backers(log, begin, other, other_begin):
        seats = builders(log, begin)
        return seats - left(other) - (seats & builders(other, other_begin) & left(log))

    def alone(seats, log, begin, complete):
        """Returns whether only one seat built on a log, which has an entry in the complete round and hasn't closed the match."""
        closers = {ply[0] for ply in log[begin:] if ply[1] == "x" and ply[0] in active(log, len(log))}
        return len(seats) == 1 and seats <= set(complete) and not seats & closers

    def put_out(log):
        return sum(len(game.state(log[: index + 1])["left"]) for index in range(place, len(log)) if log[index][1] == "c")

    def union():
        if not begins or begins[0] != begins[1] or begins[0] > at or fates & {"void", "decides"}:
            return None  # the round doesn't begin on one head, or a seat that resigned would be back in it
        both = {entry[0]: entry for entry in bracket(theirs, begins[1])}
        both.update({entry[0]: entry for entry in bracket(ours, begins[0])})
        if set(both) != set(first) | set(second):
            return None
        log = ours[: begins[0]] + as_round(both.values())
        have = words(ours, game.seats) | words(theirs, game.seats)
        return log if words(log, game.seats) <= have and legal(game, log) else None

    def by_fate():
        if fated == other_fated:
            return None
        return ("kept", ours) if order.index(fated) > order.index(other_fated) else ("adopt", theirs)

    backing, against = backers(ours, end, theirs, other_end), backers(theirs, other_end, ours, end)
    if begins and not twice:
        # a single seat with an entry in the complete round doesn't build on the log in which the round is void
        if fated in ("void", "decides") and other_fated == "complete" and alone(backing, ours, end, second):
            backing = set()
        if other_fated in ("void", "decides") and fated == "complete" and alone(against, theirs, other_end, first):
            against = set()
    if len(backing) != len(against):
        return ("kept", ours) if len(backing) > len(against) else ("adopt", theirs)
    if begins and not backing and "decides" in fates and not fates <= {"void", "decides"}:
        return by_fate()
    has_ended = game.state(ours)["over"] or game.state(theirs)["over"]
    if twice:
        if not backing and set(second) - set(first):
            united = union()
            if united and ours[: len(united)] != united:
                return "adopt", united
        return ("disputed" if (backing or has_ended) and game.seats > 2 else "undecided"), ours
    if has_ended and backing & against and put_out(ours) + put_out(theirs) and game.seats > 2:
        return "disputed", ours
    if backing and put_out(ours) != put_out(theirs):
        return ("kept", ours) if put_out(ours) < put_out(theirs) else ("adopt", theirs)
    if begins:
        over = fates & {"void", "complete", "decides"}
        if not backing and over and by_fate():
            return by_fate()
        if holds != held:
            return ("kept", ours) if holds else ("adopt", theirs)
        united = None if backing or over else union()
        if united:
            return ("kept", ours) if ours[: len(united)] == united else ("adopt", united)
        if not backing and by_fate():
            return by_fate()
    if len(first) != len(second):
        return ("kept", ours) if len(first) > len(second) else ("adopt", theirs)
    rank = {"s": 2, "j": 2, "m": 2, "r": 1, "c": 0, "x": -1}
    if rank[ours[at][1]] != rank[theirs[at][1]]:
        return ("kept", ours) if rank[ours[at][1]] > rank[theirs[at][1]] else ("adopt", theirs)
    return ("kept", ours) if ours[at][0] < theirs[at][0] else ("adopt", theirs)


# ---- matches ----


class Table:
    """Seats that play. Messages arrive late and repeatedly, and some seats cheat: they sign any legal ply."""

    def __init__(self, chance, game):
        self.chance, self.game = chance, game
        seats = range(1, game.seats + 1)
        self.cheats = {seat for seat in seats if chance.random() < 0.4}
        self.logs = {seat: game.first for seat in seats}
        self.made = {game.first: 0}
        self.said = set(words(game.first, game.seats))

    def choices(self, log, seat):
        deeds = [("m", 1), ("m", 2), ("r", 0), ("x", 0)] + [("c", other) for other in self.logs if other != seat]
        weights = {"m": 8, "c": 3, "r": 0.5, "x": 4}
        found = [(adding(self.game, log, seat, kind, data), weights[kind]) for kind, data in deeds]
        return [(after, weight) for after, weight in found if after]

    def act(self, seat, log):
        found = self.choices(log, seat)
        if not found:
            return None
        return self.chance.choices([after for after, _ in found], [weight for _, weight in found])[0]

    def keep(self, log):
        self.made.setdefault(log, len(self.made))
        self.said |= words(log, self.game.seats)

    def cheat(self):
        """Makes a log that a cheat puts together from plies of its own and plies that other seats have signed."""
        chance = self.chance
        log = chance.choice(list(self.made))
        log = log[: max(1, len(log) - chance.choice([0, 1, 1, 2, 2, 3, 4, 6]))]
        for _ in range(chance.choice([1, 2, 3, 5])):
            seat = chance.choice(sorted(self.cheats))
            after = self.act(seat, log)
            log = after or log
            for other in chance.sample(sorted(self.logs), 2):
                if other not in self.cheats and chance.random() < 0.6:
                    after = self.act(other, log)
                    if after and word(after, other) in self.said:
                        log = after
        if all(said in self.said for said in words(log, self.game.seats) if said[0] not in self.cheats):
            self.keep(log)

    def run(self, steps):
        chance = self.chance
        for _ in range(steps):
            seat = chance.choice(sorted(self.logs))
            lot = chance.random()
            if self.cheats and lot < 0.35:
                self.cheat()
            elif lot < 0.75:
                after = self.act(seat, self.logs[seat])
                if after:
                    self.logs[seat] = after
                    self.keep(after)
            else:
                theirs = chance.choice(list(self.made))
                self.logs[seat] = decide(self.game, self.logs[seat], theirs)[1]
                self.keep(self.logs[seat])
        return self


CASES = """
    rounds 2 1 | {1:2 2:1} | {1:2 2:2} {2x}
    rounds 2 1 | {1:2 2:1} {1x} | {1:2 2:2} {2x}
    rounds 2 1 | {1:2 2:1} {1x 2x} | {1:2 2:2} {2x}
    seq 2 4 | 1:1 2:1 1:1 2:1 | 1:1 2:1 1:1 2:2 {2x}
    seq 2 4 | 1:1 2:1 1:1 2:1 {1x} | 1:1 2:1 1:1 2:2 {2x}
    seq 2 4 | 1:1 2:1 1:1 2:1 {1x 2x} | 1:1 2:2
    seq 2 4 | 1:1 2:1 1:1 2:1 | 2c1
    seq 2 4 | 1:1 2:1 1:1 2:1 {1x} | 2c1
    seq 2 4 | 1:1 2:1 1:1 2:1 {1x 2x} | 2c1 1:2
    seq 3 9 | 1:1 2:1 3:1 1:1 2:1 3:1 1:1 2:1 | 1:1 3r 2:2
    seq 3 9 | 1:1 2:1 3:1 1:1 | 1:1 3r 2:2 1:1
    seq 2 4 | 1r {2x} | 2c1 1:2
    seq 2 4 | 1r | 2c1 1:2
    rounds 2 2 | {2:1} 1r {2x} | {1:2}
    rounds 2 2 | {2:1} 1r | {1:2}
    rounds 2 2 | {1:2} 1c2 {2:1} | {1:2 2:1}
    rounds 2 2 | {1:2} 1c2 | {1:2 2:1}
    rounds 2 2 | {1:2} 1c2 | {2:1}
    rounds 2 2 | {1:2} 1c2 {2:1} {1:1} | {1:2 2:2}
    seq 2 4 | 1:1 1c2 2:1 | 1:1 2:1
    seq 2 4 | 1:1 1c2 | 1:1 2:1 1:1
    seq 2 1 | 1:1 {1x} | 1:1 {2x}
    rounds 3 1 | {1:1 2:1 3:1} {1x} | {1:1 2:1 3:1} {2x 3x}
    rounds 3 1 | {1:1 3:1} | {2:1 3:2}
    rounds 3 1 | {1:1 2:1 3:1} | {1:1 2:1 3:2}
    rounds 3 1 | {1:1 2:1 3:1} | {2:1 3:2}
    rounds 3 2 | {1:1 3:1} | {1:1 3:2}
    rounds 3 2 | {1:1 2:1 3:1} | {1:1 2:1 3:2}
    rounds 2 1 | {1:1 2:1} | {1:1 2:2}
    seq 3 3 | 1:1 2:1 3:1 | 1:1 2:1 3:2
    seq 3 3 | 1:1 2:1 3:1 | 1:1 2:1 3r
    rounds 3 2 | {1:1} 2c3 | {1:1} 1c3
    rounds 3 2 | 2c3 1c3 {1:1 2:1} | {3:1}
    rounds 2 2 | {1:1 2:2} 2r | {2:2}
    rounds 2 2 | {1:1 2:2} 1r | {2:2}
    rounds 3 2 | {1:1 2:2 3:1} 2r | {2:2 3:1}
    rounds 2 2 | {2:2} 1r | {1:1 2:2}
    rounds 2 2 | {1:1} 1r | {2:2}
    rounds 2 2 | {1:1} 1r | {1:1 2:2}
    rounds 3 2 | {2:1} 1r | {1:1 3:1}
    rounds 3 2 | {2:1} 1r | {1:1 2:1 3:1} {2:1}
    rounds 3 2 | {2:1} 1r 2c3 | {1:1 2:1 3:1}
    rounds 2 2 | {2:1} 2c1 | {2:1} 1r
    rounds 3 2 | {2:1} 2c1 | {2:1} 3c1
    rounds 3 2 | {2:1} 2c1 | {2:1} 3c1 {1:1}
    rounds 2 1 | {1:1} 1r | {1:1 2:2}
    rounds 2 2 | {1:1} 1r | {1:1 2:2} {2:1}
    rounds 2 2 | {1:1 2:1} 1r | {2:1} 2r
    rounds 2 2 | {2:1} 1r | {2:1} 2r
    rounds 2 2 | {2:1} 2c1 {1:1} | {2:1} 2c1 2r
    rounds 2 2 | 1r | {2:1}
    rounds 2 2 | 1r | {1:1 2:1}
    rounds 3 2 | 1r | {2:1 3:1}
    rounds 3 2 | {2:1} 1r | {3:1}
    rounds 3 2 | {2:1} 2r | {1:1 2:1 3:1}
    rounds 3 2 | {2:1} 2r {1:1} | {1:1 2:1 3:1}
    rounds 3 2 | {2:1} 2r | {2:1 3:1} 3r
    rounds 3 2 | {1:1} 1c3 2c3 | {1:1 3:1}
    rounds 4 2 | 2r 1r | {1:1 3:1 4:1}
    rounds 4 2 | {1:1 2:1} 3r {2:1} 2r | {1:1 2:1 3:1 4:1}
    rounds 2 2 | {1:1} | {1:2 2:1}
    rounds 4 2 | {1:1 3:1} 1c2 | {1:1 3:1} 3c2 3r
    rounds 4 2 | {1:1 3:1} 1c2 | {1:1 2:1 3:1}
    rounds 4 2 | {1:1 2:1 3:1} | {1:1 3:1} 3c2 3r
    rounds 4 2 | {1:1 3:1} 3c2 | {1:1 3:1} 3r
    rounds 4 2 | {1:1 3:1} 3r | {1:1 3:1} 3c2 3r
    rounds 4 2 | {1:1 3:1 4:1} 1c2 3c2 | {1:1 3:1 4:1} 4c2 4r
    rounds 4 2 | {1:1 3:1 4:1} 1c2 3c2 | {1:1 3:1 4:1} 4c2
    rounds 2 2 | {1:1} 1c2 | {1:1} 1r
    seq 3 4 | 2c1 1:1 2:1 3:1 1:1 {3x} | 1:1 2:2 2r 3:1
    seq 3 6 | 1:1 2:2 1c3 3:1 1:1 2:2 | 1:1 2:2 3:1 1:2 1r
    rounds 3 2 | {2:2 3:1} 3c1 {1:1} {1:1 2:1 3:2} | {1:1 2:2 3:1} {1:2 3:2} 1r
    rounds 2 2 | {2:2} 2c1 {1:1} {1:2 2:1} | {1:1 2:2} {1:2} 1r
    seq 3 9 | 1:1 2:1 | 1:2 2:1
    seq 3 9 | 1:1 2:1 | 1:2 2:1 3:1
    seq 4 9 | 2c1 3c1 2:1 3:1 | 1:1 2:1 3:1
    seq 3 2 | 1:1 3r 2:1 | 1:1 2:2
    seq 3 2 | 1:1 3r 2:1 | 1:1 2:1
    seq 3 2 | 1:1 3r 2:1 {1x} | 1:1 2:2
    seq 3 9 | 1:1 3r 2:1 | 1:1 2:2
    seq 3 9 | 1:1 3r 2:1 1:1 | 1:1 2:2
    seq 3 9 | 1:1 3c2 3r 2:1 | 1:1 1c2 3r 2:2
    seq 4 9 | 1:1 3r 4r 2:1 | 1:1 4r 3r 2:2
    seq 4 9 | 1:1 3c2 4c2 3:1 | 1:1 3r
    mixed 3 4 | {1:1} 2c3 {2:1 3:1} 3r 1:1 | {1:1 2:1 3:1} 1:2
    rounds 3 1 | {2:1} 2r {3:1} | {1:1 2:1 3:2}
    rounds 3 1 | {2:1} 2r {1:1 3:1} | {1:1 2:1 3:2}
    rounds 3 1 | {2:1} 2r {1:1 3:1} | {1:1 2:1 3:2} {1x}
    rounds 3 1 | {2:1} 2r {3:1} | {1:1 2:1 3:2} {1x}
    rounds 3 1 | {2:1} 2r 1r {3x} | {1:1 2:1 3:2}
    rounds 3 1 | 2r {3:1} | {1:1 2:1 3:2}
    rounds 4 2 | {2:1} 2r {1:1 3:1 4:1} {1:2} | {1:1 2:1 3:2 4:2}
"""


def read(game, text):
    """Returns the log of a case. `1:2` is move 2 of seat 1, `1c2` is a claim, and braces are a round."""
    log, place = game.first, 0
    for word in text.replace("{", "{ ").replace("}", " }").split():
        if word in "{}":
            place = 1 if word == "{" else 0
            continue
        seat, kind, data = int(word[0]), {":": "m"}.get(word[1], word[1]), int(word[2:] or 0)
        log += ((seat, kind, data, place),)
        place = 2 if place else 0
    assert legal(game, log), text
    return log


def write(game, logs, decided):
    """Prints one line for a match."""
    for decision in decided:
        if decision[3] not in logs:
            logs.append(decision[3])
        decision[3] = logs.index(decision[3])
    print(json.dumps({"kind": game.kind, "seats": game.seats, "length": game.length, "logs": logs, "pairs": decided}))


def cases():
    for line in CASES.strip().splitlines():
        words, *texts = line.split("|")
        kind, seats, length = words.split()
        game = Game(kind, int(seats), int(length))
        logs = [read(game, text) for text in texts]
        write(game, list(logs), [[i, 1 - i, *decide(game, logs[i], logs[1 - i])] for i in (0, 1)])


def main():
    if sys.argv[1:] == ["cases"]:
        return cases()
    seed, count, pairs = (int(word) for word in sys.argv[1:4])
    chance = random.Random(seed)
    for _ in range(count):
        kind = chance.choice(["seq", "pick", "duo", "rounds", "mixed"])
        length = {"seq": 8, "pick": 8, "duo": 6, "rounds": 3, "mixed": 4}[kind]
        game = Game(kind, chance.choice([2, 2, 3, 3, 4]), length)
        table = Table(chance, game).run(110)
        logs = list(table.made)
        forks = [
            (ours, theirs)
            for ours in logs
            for theirs in logs
            if ours[: len(theirs)] != theirs and theirs[: len(ours)] != ours
        ]
        decided = []
        for ours, theirs in chance.sample(forks, min(pairs, len(forks))):
            verdict, log = decide(game, ours, theirs)
            decided.append([table.made[ours], table.made[theirs], verdict, log])
        write(game, logs, decided)


if __name__ == "__main__":
    main()
