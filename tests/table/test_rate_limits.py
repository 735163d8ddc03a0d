"""Buckets, counts and networks, by themselves.

Time is set, not waited for: `filled` is when a bucket was last filled up.
"""

from __future__ import annotations

from time import monotonic

import pytest

from spinney.server.addresses import CountByName, network
from spinney.table.rate_limits import Bucket, Buckets

RATE = 0.001  # a second: slow enough that the test itself takes no time


def drained(burst: float) -> Bucket:
    bucket = Bucket(RATE, burst)
    assert bucket.take(burst)
    return bucket


def later(bucket: Bucket, tokens: float) -> None:
    """When that many tokens have come in."""
    bucket.filled -= tokens / RATE


def takes(bucket: Bucket, most: int = 1000) -> int:
    """How many there are to take, one by one."""
    return next((n for n in range(most) if not bucket.take()), most)


# ------------------------------------------------------------------------------------- one bucket
def test_a_burst_and_no_more() -> None:
    assert takes(Bucket(RATE, 20)) == 20


def test_the_rate() -> None:
    bucket = Bucket(0.5, 1000)
    assert bucket.take(1000)
    bucket.filled -= 1000
    assert 500 <= bucket.level() < 600
    bucket = drained(20)
    later(bucket, 5.1)
    assert takes(bucket) == 5
    assert takes(bucket) == 0
    later(bucket, 0.5)
    assert takes(bucket) == 0  # part of a token is none
    later(bucket, 0.5)
    assert takes(bucket) == 1


def test_a_long_rest_gives_no_more_than_a_burst() -> None:
    bucket = Bucket(RATE, 20)
    later(bucket, 1_000_000)
    assert takes(bucket) == 20
    later(bucket, 1_000_000)
    assert bucket.level() == 20


def test_time_is_counted_once() -> None:
    bucket = drained(20)
    later(bucket, 3.5)
    assert bucket.level() == pytest.approx(3.5, abs=0.1)
    assert bucket.level() == pytest.approx(3.5, abs=0.1)
    assert takes(bucket) == 3


def test_a_refusal_costs_nothing() -> None:
    bucket = drained(20)
    later(bucket, 4.5)
    assert not bucket.take(10) and bucket.take(4) and not bucket.take()


def test_a_clock_that_runs_backwards_gives_nothing_and_takes_nothing() -> None:
    bucket = drained(20)
    later(bucket, 5.5)
    assert bucket.take()
    bucket.filled = monotonic() + 5000
    assert bucket.level() == pytest.approx(4.5, abs=0.1)
    assert bucket.take(4) and not bucket.take()
    assert bucket.filled <= monotonic()  # and it goes on from here
    later(bucket, 2)
    assert takes(bucket) == 2


def test_what_is_given_back_is_there_again_but_never_above_the_burst() -> None:
    bucket = drained(3)
    bucket.give_back()
    assert takes(bucket) == 1
    for _ in range(10):
        bucket.give_back()
    assert bucket.tokens == 3 and takes(bucket) == 3


def test_a_charge_may_leave_a_debt_as_large_as_the_burst() -> None:
    bucket = Bucket(RATE, 10)
    bucket.charge(4)
    assert bucket.level() == pytest.approx(6, abs=0.1)
    bucket.charge(12)
    assert bucket.level() == pytest.approx(-6, abs=0.1) and not bucket.take()
    later(bucket, 5)
    assert not bucket.take()
    later(bucket, 2.5)
    assert takes(bucket) == 1
    bucket.charge(1_000_000)
    assert bucket.tokens == -10
    later(bucket, 11.5)
    assert takes(bucket) == 1


# ------------------------------------------------------------------------------------ many buckets
def test_everybody_has_a_bucket_of_their_own() -> None:
    buckets = Buckets(RATE, 2)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b", 2) and not buckets.take("b")
    buckets.charge("c", 3)
    assert not buckets.take("c") and not buckets.take("a") and buckets.take("d")


def test_those_not_seen_for_longest_are_forgotten() -> None:
    buckets = Buckets(RATE, 1, most=3)
    for name in "abc":
        assert buckets.take(name)
    assert not buckets.take("a")  # seen again: b is the oldest now
    assert buckets.take("d")
    assert [buckets.take(name) for name in "acd"] == [False, False, False]
    assert buckets.take("b")  # forgotten: a full one


def test_memory_is_bounded() -> None:
    buckets = Buckets(RATE, 1, most=50)
    for number in range(1000):
        buckets.take(f"{number}")
    assert len(buckets._known) == 50


# ---------------------------------------------------------------------------------------- counting
def test_counting_what_is_there() -> None:
    tally = CountByName()
    tally.add("a")
    tally.add("a")
    tally.add("b")
    assert (tally.count("a"), tally.count("b"), tally.count("c")) == (2, 1, 0)
    tally.remove("a")
    tally.remove("b")
    tally.remove("b")
    assert (tally.count("a"), tally.count("b"), len(tally)) == (1, 0, 1)
    tally.remove("a")
    assert len(tally) == 0


@pytest.mark.parametrize(
    "address, counted",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1", "fe80::1"),  # all neighbours on a link share these 64 bits
        ("::1", "::1"),
        ("", ""),
        ("unix:", "unix:"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_ipv6_counts_by_its_first_64_bits(address: str, counted: str) -> None:
    assert network(address) == counted
