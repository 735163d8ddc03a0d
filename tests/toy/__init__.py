"""Bramble, the toy of the tests: small, and yet no law is empty on it.

Everybody holds three berry cards. In a round each secretly keeps one of them back, all at the same
time (an open phase: choose, then finish). Then the cards show; whoever kept the highest, the lowest
seat in a tie, picks up to two bushes of different places (a multi-step turn on the agenda) and
scores card plus berries. The kept cards are discarded and replaced from the deck; an empty deck is
made of the discards again.
"""

from tests.toy.bramble import BRAMBLE

__all__ = ["BRAMBLE"]
