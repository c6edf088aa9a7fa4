"""Ids of matches and nonces, in the form that the log accepts."""

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def match(random):
    return "".join(random.choice(LETTERS) for _ in range(20))


def nonce(random, owner):
    """Returns a nonce that contains the name of its owner."""
    return f"{owner}-{''.join(random.choice(LETTERS) for _ in range(16))}"
