"""A cache of bounded size that drops what was not used for a while."""

from __future__ import annotations

import os
from typing import Any, Final, final

ENABLED: Final = os.environ.get("SPINNEY_CACHES") != "0"  # off: nothing is ever found in a cache


@final
class Cache:
    """Two generations. An entry that is read moves to the young one. When that is full, the old one
    is dropped. Simply emptying a full dict would drop entries that are still in use."""

    __slots__ = ("capacity", "old", "young")

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity  # of each generation
        self.young: dict[Any, Any] = {}
        self.old: dict[Any, Any] = {}

    def get(self, key: object) -> Any:
        """The entry with this key, or None."""
        found = self.young.get(key)
        if found is None and self.old:
            found = self.old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: object, thing: object) -> None:
        if not ENABLED:
            return
        if len(self.young) >= self.capacity:
            self.young, self.old = {}, self.young
        self.young[key] = thing
