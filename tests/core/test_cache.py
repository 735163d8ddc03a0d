"""What is used stays, what is not used goes, and there is never more than was agreed."""

from __future__ import annotations

from spinney.core.cache import Cache


def test_what_is_asked_for_again_and_again_stays() -> None:
    kept = Cache(10)
    kept.put("used", 1)
    kept.put("unused", 2)
    for number in range(100):
        kept.put(number, number)
        assert kept.get("used") == 1
    assert kept.get("unused") is None and kept.get(99) == 99
    assert len(kept.young) + len(kept.old) <= 20
