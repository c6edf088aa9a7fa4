"""The attempted and the acknowledged entries, which the checker compares with the log."""

import time


class Ledger:
    def __init__(self):
        self.attempted, self.acknowledged, self.rounds = {}, {}, {}
        self.begin, self.last, self.pause, self.times = time.monotonic(), None, 0.0, []
        self.unavailable = self.retries = 0

    def tries(self, match, nonce):
        self.attempted.setdefault(match, set()).add(nonce)

    def stored(self, match, number, nonce, text, took):
        now = time.monotonic()
        self.acknowledged.setdefault(match, {})[nonce] = (number, text)
        if self.last is not None:
            self.pause = max(self.pause, now - self.last)
        self.last = now
        self.times.append(took)

    def raced(self, match, number, nonce, outcome, told):
        self.rounds.setdefault(match, {}).setdefault(number, []).append((nonce, outcome, told))

    @property
    def count(self):
        return sum(len(entries) for entries in self.acknowledged.values())


def spread(times):
    """Returns the median, the 99th percentile and the maximum, in milliseconds."""
    times = sorted(times)
    if not times:
        return "none"
    middle, slow = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
    return f"p50 {middle * 1000:.1f} ms, p99 {slow * 1000:.0f} ms, most {times[-1] * 1000:.0f} ms"
