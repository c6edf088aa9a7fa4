"""Plays whole matches of three bundled games, each from one message. Written from docs/protocol.md and the pages of the games alone.

Each line of input is `<game> <url> <value of the option>`. The option is the size of battleship's sea, pig's target, or the rounds of
rock paper scissors. Each line of output is JSON: whether all signatures fit, how many seals were checked, and the results of the
moves. For battleship the results are the answers that follow from the disclosed ships, each with the answer that was given. For pig
they are the dice of each turn, drawn from the links. For rock paper scissors they are the hands of each round. Needs cbor2 and
cryptography.
"""

import json
import sys

import cbor2

from heads import MOVES, Log, Message, draw_key, number_below, ply_head, salt_of, seal, words
from signatures import judge

SHIPS = {10: [5, 4, 3, 3, 2], 8: [5, 4, 3, 3, 2], 3: [1, 1]}


def move_of(data):
    """Returns the index of a move, or the name and the argument of a move that can't be listed."""
    reader = Log(b"", 2)
    reader.data = data
    index = reader.number()
    if index:
        return index
    reader.take(1)
    name = reader.take(reader.number()).decode()
    return name, cbor2.loads(reader.take(reader.number()))


def disclosed(message):
    """Returns the moves that the seats had sealed for the match, by the index of the ply. Checks each move against its commitment."""
    moves = {}
    plies = message.log.plies
    for seat, _, kind, _, details in plies:
        if kind != "close" or not details:
            continue
        key, told = details
        hidden = [at for at, ply in enumerate(plies) if ply[0] == seat and ply[2] == "hide"]
        assert len(hidden) == len(told), "all that was sealed"
        for at, move in zip(hidden, told):
            head, count = message.heads[0], 0
            for place, before in enumerate(plies[:at]):
                if before[2] != "claim":
                    head = ply_head(head, *before[:2], before[3], message.log.links.get(place, b""))
                    count += before[0] == seat
            salt = salt_of(key, head, count, move)
            assert seal(message.match, head, count, seat, salt, move) == plies[at][4], "another move was sealed"
            moves[at] = move_of(move)
    return moves


class Sea:
    """One seat's ships, which only the seat knows, and its board, which all know. Cells are (column, row), both from 1."""

    def __init__(self, size):
        self.size, self.own, self.board, self.afloat = size, {}, {}, list(SHIPS[size])

    def cells(self):
        return [(column, row) for row in range(self.size, 0, -1) for column in range(1, self.size + 1)]

    def next_length(self):
        hidden = len(self.own)
        for length in SHIPS[self.size]:
            if hidden == 0:
                return length
            hidden -= length
        return None

    def free(self):
        length, found = self.next_length(), []
        if length is None:
            return found
        for across in (True,) if length == 1 else (True, False):
            for line in range(self.size, 0, -1):
                lane = [(at, line) if across else (line, self.size + 1 - at) for at in range(1, self.size + 1)]
                for start in range(self.size - length + 1):
                    berth = tuple(lane[start : start + length])
                    if not any(cell in self.own for cell in berth):
                        found.append(berth)
        return found

    def hide(self, berth):
        for cell in berth:
            self.own[cell] = berth

    def scatter(self, number):
        if self.next_length() is None:
            self.own = {}
        while self.next_length() is not None:
            berths = self.free()
            number = (number * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            self.hide(berths[(number >> 33) % len(berths)])

    def truth(self, shot):
        berth = self.own.get(shot)
        if berth is None:
            return "miss"
        sinks = all(cell == shot or self.board.get(cell) == "hit" for cell in berth)
        return "sunk " + name(berth) if sinks else "hit"

    def answers(self, shot):
        found = ["miss", "hit"]
        for right, up in ((1, 0), (0, -1)):
            back, ahead = self.hits(shot, -right, -up), self.hits(shot, right, up)
            for length in self.afloat:
                for before in range(max(0, length - 1 - ahead), min(back, length - 1) + 1):
                    berth = [(shot[0] + right * (at - before), shot[1] + up * (at - before)) for at in range(length)]
                    answer = "sunk " + name(berth)
                    if answer not in found:
                        found.append(answer)
        return found

    def hits(self, shot, right, up):
        count = 0
        while self.board.get((shot[0] + right * (count + 1), shot[1] + up * (count + 1))) == "hit":
            count += 1
        return count

    def note(self, shot, answer):
        self.board[shot] = answer
        if answer.startswith("sunk"):
            berth = next(berth for berth in self.berths(shot) if "sunk " + name(berth) == answer)
            for cell in berth:
                self.board[cell] = answer
            self.afloat.remove(len(berth))

    def berths(self, shot):
        for right, up in ((1, 0), (0, -1)):
            for length in SHIPS[self.size]:
                for before in range(length):
                    yield [(shot[0] + right * (at - before), shot[1] + up * (at - before)) for at in range(length)]


def name(berth):
    def cell(at):
        return chr(96 + at[0]) + str(at[1])

    return cell(berth[0]) if len(berth) == 1 else cell(berth[0]) + "-" + cell(berth[-1])


def battleship(message, size):
    secrets, seas, answers = disclosed(message), {1: Sea(size), 2: Sea(size)}, []
    shots = []
    for at, (seat, _, kind, body, _) in enumerate(message.log.plies):
        own, other = seas[seat], seas[3 - seat]
        if kind == "hide":
            if at not in secrets:
                continue
            move = secrets[at]
            if isinstance(move, int):
                own.hide(own.free()[move - 2])  # "ready" is listed before the moves that are sealed
            else:
                own.scatter(move[1])
        if kind not in ("move", "typed"):
            continue
        index = move_of(body)
        if seat not in ready_of(seas):
            assert index == 1, "ready"
            own.ready = True
        elif shots and shots[0][0] == seat:
            shot = shots.pop(0)[1]
            given = own.answers(shot)[index - 1]
            answers.append([name([shot]), given, own.truth(shot) if own.own else None])
            own.note(shot, given)
        else:
            assert len(ready_of(seas)) == 2, "nobody shoots before both are ready"
            shot = [cell for cell in other.cells() if cell not in other.board][index - 1]
            other.board[shot] = "shot"
            shots.append((3 - seat, shot))
    lost = [seat for seat, sea in seas.items() if not sea.afloat]
    return {"seals": len(secrets), "answers": answers, "winners": [3 - seat for seat in lost]}


def ready_of(seas):
    return [seat for seat, sea in seas.items() if getattr(sea, "ready", False)]


def pig(message, target):
    """Plays pig. Each roll waits for the next run of the other seat, and its key contains the links that are open then."""
    plies, links = message.log.plies, message.log.links
    points, turns, latest, runs = {1: 0, 2: 0}, [], {1: b"", 2: b""}, {1: 0, 2: 0}
    waiting, left = None, set()

    def settle():
        nonlocal waiting
        seat, run, count = waiting
        stream = words(draw_key(message.match, seat, run, 0, [latest[1], latest[2]]))
        dice = []
        while len(dice) < count and 1 not in dice:
            dice.append(number_below(stream, 6))
        gained = 0 if 1 in dice else sum(dice)
        points[seat] += gained
        turns.append({"seat": seat, "count": count, "dice": dice, "points": gained})
        waiting = None

    for at, (seat, _, kind, body, _) in enumerate(plies):
        if at in links:
            latest[seat] = links[at]
            runs[seat] += 1
            if waiting and waiting[0] != seat:
                settle()
        if kind in MOVES:
            assert waiting is None, "a draw waits"
            waiting = seat, runs[seat], move_of(body)
        if kind == "resign":
            left.add(seat)
            if waiting:
                settle()
    winners = [seat for seat in points if points[seat] >= target] or [seat for seat in points if left and seat not in left]
    return {"turns": turns, "points": [points[1], points[2]], "winners": winners, "waits": waiting is not None}


def rock_paper_scissors(message, rounds):
    hands, wins, thrown, seals = ["rock", "paper", "scissors"], [0, 0], [], 0
    entries = {}
    for seat, _, kind, body, details in message.log.plies:
        if kind == "move":
            entries[seat] = move_of(body)
        elif kind == "open":
            entries[seat] = move_of(details[1])
            seals += 1
        if len(entries) == 2:
            one, two = entries[1] - 1, entries[2] - 1
            thrown.append([hands[one], hands[two]])
            if one != two:
                wins[0 if (one - two) % 3 == 1 else 1] += 1
            entries = {}
    over = max(wins) > rounds // 2 or len(thrown) >= rounds + 6
    return {"hands": thrown, "wins": wins, "seals": seals, "over": over}


PLAYED = {"battleship": battleship, "pig": pig, "rock-paper-scissors": rock_paper_scissors}

if __name__ == "__main__":
    for line in sys.stdin:
        game, url, option = line.split()
        message = Message(url)
        assert message.game.decode() == game
        signed = all(verdict is not False for verdict in judge(message)["seats"])
        print(json.dumps({"signed": signed, **PLAYED[game](message, int(option))}))
