"""Who may connect: limits for each address and each guest.

A budget limits work, not people. A connection costs one token, so a school class or everybody
behind a proxy gets in at once. A connection that was closed for abuse costs many tokens, so a
client that floods and comes back soon has none left. An address without tokens creates no new
guests, but known guests have their own budget, so they do not suffer for others at their address.
"""

from __future__ import annotations

from spinney.server.addresses import CountByName, network
from spinney.server.config import Limits
from spinney.table.rate_limits import Buckets

ABUSE = 60.0  # tokens for a connection that was closed for abuse
SHARE = 10  # a guest's budget is this part of an address's
LEAST = 5.0  # but not less than this
PLAIN = 8  # sockets that WebSockets may not use
SECONDS = 10  # the burst of requests, as seconds of the rate
TOO_MANY, FULL = 429, 503


class Admission:
    """Counts sockets and work. Addresses are counted as networks (addresses.network)."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most, self.most_per_address = limits.connections, limits.connections_per_address
        per_minute = max(1.0, limits.connects_per_minute)
        own = max(min(LEAST, per_minute), per_minute / SHARE)
        newcomers = max(1.0, limits.guests_per_minute)
        self.addresses = Buckets(per_minute / 60, per_minute)
        self.guests = Buckets(own / 60, own)
        self.arrivals = Buckets(newcomers / 60, newcomers)
        self.requests = Buckets(limits.requests_per_second, SECONDS * limits.requests_per_second)
        checks = limits.checks_per_minute
        self.checks = Buckets(checks / 60, max(1.0, checks))
        self.checks_of_address = Buckets(checks / 12, max(1.0, 5 * checks))
        self.by_address = CountByName()
        self.by_guest = CountByName()
        self.anonymous = CountByName()  # sockets without a guest, by address
        self.sockets = 0

    def fit(self, sockets: int) -> None:
        """If only few sockets are possible, leave some to plain requests and to other addresses."""
        room = sockets - max(PLAIN, sockets // 10)
        self.most = min(self.most, room)
        self.most_per_address = min(self.most_per_address, 3 * room // 4)

    # ---------------------------------------------------------------------------------- WebSockets
    def enter(self, address: str, guest: str) -> int:
        """Admit a socket, and count it until `leave`. Returns 0, or the status of the refusal.

        `guest` is empty if the cookie is not known.
        """
        limits, where = self.limits, network(address)
        if self.sockets >= self.most:
            return FULL
        if self.by_address.count(where) >= self.most_per_address:
            return TOO_MANY
        if guest:
            if self.by_guest.count(guest) >= limits.connections_per_guest:
                return TOO_MANY
            if not self.guests.take(guest):
                return TOO_MANY
            self.addresses.take(where)
            self.by_guest.add(guest)
        else:
            if self.anonymous.count(where) >= limits.anonymous_per_address:
                return TOO_MANY
            if not self.addresses.take(where):
                return TOO_MANY
            self.anonymous.add(where)
        self.by_address.add(where)
        self.sockets += 1
        return 0

    def leave(self, address: str, guest: str) -> None:
        where = network(address)
        self.sockets -= 1
        self.by_address.remove(where)
        if guest:
            self.by_guest.remove(guest)
        else:
            self.anonymous.remove(where)

    def abuse(self, address: str, guest: str) -> None:
        """Charge the address and the guest of a socket that was closed for abuse."""
        self.addresses.charge(network(address), ABUSE)
        if guest:
            self.guests.charge(guest, ABUSE)

    # ---------------------------------------------------------------------------------------- HTTP
    def request(self, address: str) -> bool:
        """Whether an address may make one more request."""
        return self.requests.take(network(address))

    def check(self, address: str, guest: str) -> bool:
        """Whether a guest may have one more components file checked."""
        return self.checks.take(guest) and self.checks_of_address.take(network(address))

    def new_guest(self, address: str) -> bool:
        """Whether an address may get one more new guest."""
        where = network(address)
        return self.addresses.of(where).level() >= 0 and self.arrivals.take(where)
