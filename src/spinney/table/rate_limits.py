"""Rate limits: token buckets."""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic


class Bucket:
    """Holds up to `burst` tokens, and gets `rate` more every second."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.tokens = burst
        self.filled = monotonic()

    def level(self) -> float:
        """How many tokens there are now."""
        now = monotonic()
        if now > self.filled:  # a clock that runs backwards changes nothing
            self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        return self.tokens

    def take(self, cost: float = 1.0) -> bool:
        """Take tokens. False, and nothing is taken, if there are too few."""
        if self.level() < cost:
            return False
        self.tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Take tokens for what has happened already. This may leave a debt, at most `burst`."""
        self.tokens = max(-self.burst, self.level() - cost)

    def give_back(self) -> None:
        """Return one token."""
        self.tokens = min(self.burst, self.tokens + 1)


class Buckets:
    """A bucket for each name. The least recently used one is dropped first.

    A name whose bucket was dropped gets a full one. So `most` must be larger than the number of
    names that an attacker can use.
    """

    def __init__(self, rate: float, burst: float, most: int = 100_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        bucket = self._known.pop(name, None) or Bucket(self.rate, self.burst)
        self._known[name] = bucket
        if len(self._known) > self.most:
            self._known.popitem(last=False)
        return bucket

    def take(self, name: str, cost: float = 1.0) -> bool:
        return self.of(name).take(cost)

    def charge(self, name: str, cost: float) -> None:
        self.of(name).charge(cost)
