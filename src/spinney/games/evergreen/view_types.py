"""What a seat of Evergreen may know, as data. Apart from view.py, which is compiled: mypyc would
drop the keywords of these classes."""

from __future__ import annotations

from msgspec import Struct


class Planet(Struct, frozen=True, gc=False):
    pieces: dict[str, str]  # space -> what stands there
    levels: dict[str, int]  # power -> how far its marker is
    buds: int  # points that buds have brought


class Gardener(Struct, frozen=True, gc=False):
    planet: Planet  # while all act: one's own as it stands, others' as last seen
    cards: list[str]  # picked this season
    card: str  # picked this round, "" before that
    points: int
    start: int  # and where the points are from; of each season so far:
    light: list[int]
    forest: list[int]
    fertile: int


class Question(Struct, frozen=True, gc=False):
    """What is open: `where` are the spaces that can answer it, `times` how often."""

    what: str
    times: int
    must: bool
    where: list[str]


class View(Struct, frozen=True, gc=False, rename={"reveal_count": "sealed"}):
    """The table from one seat; -1 is a spectator."""

    seat: int
    seats: int
    deciding: list[int]  # in a draft whose turn it is; while all act only this seat, until done
    reveal_count: int
    season: str
    round: int  # rounds of this season that are over
    sun: str  # the side it shines from
    first: int  # who holds the first player token; one more than the seats: the solo rival
    drafted: int  # picks made in this draft
    acting: bool  # the draft is over and all are at work
    over: bool
    pool: list[str]  # left to right; "" where a card was taken
    token: str  # the card under the first player token
    deck: int
    discard: list[str]
    zone: dict[str, list[str]]  # the stack of each biome, latest last
    flipped: list[str]  # cards of the zone that lie face down
    fertility: dict[str, int]
    gardeners: list[Gardener]
    rival: list[str]  # cards the solo rival picked this season
    rival_card: str
    acted: bool  # this seat, while all act
    powered: bool
    agenda: list[Question]  # what is open for this seat, the newest last
    refill_at_once: bool = False  # whether an empty deck does not wait for the next draw
