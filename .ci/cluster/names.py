"""Ids of matches and nonces, as the log takes them."""

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def match(random):
    return "".join(random.choice(LETTERS) for _ in range(20))


def nonce(random, owner):
    """A nonce that says whose it is."""
    return f"{owner}-{''.join(random.choice(LETTERS) for _ in range(16))}"
