"""Addresses of clients, and counters by address or guest."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

PREFIX = 64  # bits of an IPv6 address that identify a household or a machine
ADDRESS = 64  # characters of an address that are used, because a proxy may pass on anything


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


class CountByName:
    """How many of something each name has at the moment."""

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
