"""How much of anything one may ask for: buckets of tokens that fill up again with time."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

PREFIX = 64  # bits of an IPv6 address that one household or one machine usually has for itself
ADDRESS = 64  # characters of an address that are looked at: a proxy may pass on anything


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_link_local or found.is_loopback:
        return str(found)  # everybody on the local link has the same first 64 bits
    kept = int(found) >> (128 - PREFIX) << (128 - PREFIX)
    return f"{IPv6Address(kept)}/{PREFIX}"


def network(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 of an IPv6 address."""
    return _network(address[:ADDRESS])


class Bucket:
    """`burst` at once, and `rate` more every second."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.tokens = burst
        self.filled = monotonic()

    def level(self) -> float:
        """How many there are now."""
        now = monotonic()
        if now > self.filled:  # a clock that runs backwards neither gives nor takes
            self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        return self.tokens

    def take(self, cost: float = 1.0) -> bool:
        """Pay; no, and nothing is paid, if there is not enough left."""
        if self.level() < cost:
            return False
        self.tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Pay for what has happened already. This may leave a debt, at most as large as `burst`."""
        self.tokens = max(-self.burst, self.level() - cost)

    def give_back(self) -> None:
        """One that was taken for nothing."""
        self.tokens = min(self.burst, self.tokens + 1)


class Buckets:
    """A bucket for everybody, by name; those not seen for longest are forgotten first.

    A forgotten bucket is a full one, so there are more of them than an attacker has names to fill.
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


class Tally:
    """How many of something everybody has at this moment, by name."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def count(self, name: str) -> int:
        return self._counts.get(name, 0)

    def add(self, name: str) -> None:
        self._counts[name] = self.count(name) + 1

    def remove(self, name: str) -> None:
        left = self.count(name) - 1
        if left > 0:
            self._counts[name] = left
        else:
            self._counts.pop(name, None)

    def __len__(self) -> int:
        return len(self._counts)
