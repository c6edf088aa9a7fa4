"""The conditions that a log must satisfy after a run, whatever faults happened. All of them are pure functions of the records of
the run.

An entry is a pair (number, nonce) or a triple (number, nonce, text); a log is a list of them.
"""

import hashlib
import json


def digest(logs):
    """Returns one hash of all logs that a reader sees: {match: entries}."""
    text = json.dumps({match: [list(entry) for entry in entries] for match, entries in sorted(logs.items())})
    return hashlib.sha256(text.encode()).hexdigest()


def numbered(match, log):
    """Checks that the numbers of a log are 1, 2, 3, …"""
    for place, entry in enumerate(log, 1):
        if entry[0] != place:
            return [f"{match}: expected entry {place}, found entry {entry[0]}"]
    return []


def once(match, log):
    """Checks that no intent was carried out twice."""
    seen, breaches = {}, []
    for entry in log:
        if entry[1] in seen:
            breaches.append(f"{match}: {entry[1]} stands at {seen[entry[1]]} and at {entry[0]}")
        seen[entry[1]] = entry[0]
    return breaches


def kept(match, log, acknowledged):
    """Checks that each acknowledged entry is in the log, at the acknowledged number and with its text. {nonce: (number, text)}"""
    there, breaches = {}, []
    for entry in log:
        there.setdefault(entry[1], []).append((entry[0], entry[2]))
    for nonce, wanted in acknowledged.items():
        found = there.get(nonce, [])
        if found != [tuple(wanted)]:
            breaches.append(f"{match}: {nonce} was acknowledged as {tuple(wanted)}, the log has {found}")
    return breaches


def known(match, log, attempted):
    """Checks that every entry of the log was attempted by somebody."""
    return [f"{match}: nobody wrote {entry[1]} at {entry[0]}" for entry in log if entry[1] not in attempted]


def prefix(match, log, watched, who):
    """Checks that a watcher saw the log from its beginning, in order, without gaps."""
    for place, entry in enumerate(watched):
        if place >= len(log) or tuple(entry) != tuple(log[place]):
            there = tuple(log[place]) if place < len(log) else "nothing"
            return [f"{match}: {who} saw {tuple(entry)} in place {place + 1}, the log has {there}"]
    return []


def winners(match, rounds):
    """Checks that one of the writers that raced for a number won, and that the others were told which one. {number: [(nonce,
    outcome, told)]}"""
    breaches = []
    for number, racers in sorted(rounds.items()):
        won = [nonce for nonce, outcome, _ in racers if outcome == "stored"]
        told = {nonce for _, outcome, nonce in racers if outcome == "taken"}
        if len(won) != 1:
            breaches.append(f"{match}: {len(won)} winners of {number}: {', '.join(won)}")
        elif told - set(won):
            breaches.append(f"{match}: {won[0]} has won {number}, others were told of {', '.join(sorted(told - set(won)))}")
    return breaches


def check(logs, acknowledged, attempted, watchers, readers):
    """Checks all conditions. Returns the breaches.

    logs: {match: log}; acknowledged: {match: {nonce: (number, text)}}; attempted: {match: set of nonces};
    watchers: {who: {match: entries}}; readers: {who: digest}.
    """
    breaches = []
    for match, log in logs.items():
        breaches += numbered(match, log) + once(match, log)
        breaches += kept(match, log, acknowledged.get(match, {})) + known(match, log, attempted.get(match, set()))
    for match in acknowledged.keys() - logs.keys():
        breaches.append(f"{match}: nobody has read it")
    for who, matches in watchers.items():
        for match, entries in matches.items():
            breaches += prefix(match, logs.get(match, []), entries, who)
    if set(readers.values()) - {digest(logs)}:
        breaches.append(f"not all read the same: {readers}, the log is {digest(logs)}")
    return breaches
