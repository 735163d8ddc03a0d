"""How much of anything one may ask for: buckets of tokens that fill up again with time."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic


class Bucket:
    """`burst` at once, and `rate` more every second."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.tokens = burst
        self.filled = monotonic()

    def take(self) -> bool:
        """One of them; no if there is none left."""
        now = monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def give_back(self) -> None:
        """One that was taken for nothing."""
        self.tokens += 1


class Buckets:
    """A bucket for everybody, by name; those not seen for longest are forgotten first.

    A forgotten bucket is a full one, so there are more of them than an attacker has names to fill.
    """

    def __init__(self, rate: float, burst: float, most: int = 100_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        bucket = self._known.pop(name, None) or Bucket(self.rate, self.burst)
        self._known[name] = bucket
        if len(self._known) > self.most:
            self._known.popitem(last=False)
        return bucket.take()
