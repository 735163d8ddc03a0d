"""Bramble, the tests' toy game: small, but every law has something to check in it.

Everybody holds three berry cards. In each round everybody secretly keeps one of them back, all at
the same time (an open phase: choose, then finish). Then the cards are revealed. Whoever kept the
highest (in a tie the lowest seat) picks up to two bushes in different places (a multi-step turn on
the agenda) and scores the card plus the berries. The kept cards are discarded and replaced from the
deck. When the deck is empty, the discards become the deck.
"""

from tests.toy.bramble import BRAMBLE

__all__ = ["BRAMBLE"]
