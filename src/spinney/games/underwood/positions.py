"""Positions of Underwood as pictures, for cases and for tests.

    table = underwood(
        '''
        A A B
         C B B
        ''',
        '''
        a - b
         - A b
        ''',
        supply=[5, 9],
    )
    assert table.tile(4) == 3 and table.pile(1) == "a"

The first picture shows the tiles: a letter for each space, A is tile 1, B is tile 2, ... Q is tile
17; X and Y are the ant trail, T is a tree beside the floor (Mycorrhiza), a dot is nothing. A space
touches the two beside it, two columns away, and four in the rows above and below, one column away.
The tiles may have any form and any size. Spaces count from 1 in reading order, trails and trees
left out.

The second picture, if there is one, shows the visible tokens in the same places: a to d mycelia of
seats 0 to 3, A to D their mushrooms, T a sapling, - an empty space. `stacks` gives whole piles by
the number of the space, bottom first: {4: "ab"}. Supplies are 24 less what lies on the board, if
they are not given. Tokens `won` came from those who have `given` any, or else from the next seat.
The phase is "growing" if there are tokens, and "starting" if there are none.

A position in which tiles are laid has a `board` instead of pictures: its tiles as R14 writes them,
in any number, and the `row` of tiles that are still to be laid, by their numbers.
"""

from __future__ import annotations

from typing import Any

from spinney.core.arrays import i64, vec
from spinney.core.case_runs import answered
from spinney.core.cases import GivenLines, Positions
from spinney.core.fields import made
from spinney.games.underwood import GAME, rules, scoring
from spinney.games.underwood.components import BOX, rim
from spinney.games.underwood.layout import Wood
from spinney.games.underwood.pieces import (
    BAY,
    SAPLINGS,
    TILES,
    TOKENS,
    TRAILS,
    TURNS,
    VARIANTS,
    Shapes,
    cell_at,
    lay_floor,
    lying,
    print_shapes,
    tile_of,
)
from spinney.games.underwood.plans import NAMES, cell_named
from spinney.games.underwood.view import PHASES, Memory, pile_number, pile_text, view
from spinney.games.underwood.view_types import View

MEMORY: Memory = GAME.state_from_view.__self__  # type: ignore[attr-defined]
Spot = tuple[int, int]


def underwood(
    floor: str = "",
    tokens: str = "",
    *,
    seats: int = 2,
    turn: int = 0,
    starter: int = 0,
    variant: str = "none",
    supply: list[int] | None = None,
    won: list[int] | None = None,
    given: list[int] | None = None,
    stacks: dict[int, str] | None = None,
    left: int = 0,
    board: str = "",
    row: list[int] | None = None,
) -> Table:
    """A position; see above."""
    if board:
        return laying(board, row or [], seats, turn, starter, variant)
    pictured = picture(floor)
    forms: dict[int, list[Spot]] = {}
    trees = [spot for spot, sign in pictured.items() if sign == "T"]
    for spot, sign in pictured.items():
        if sign != "T":
            forms.setdefault(NAMES.index(sign), []).append(spot)
    shapes = printed(forms)
    laid = vec[i64]([lying(tile, cell_at(*spots[0]), 0) for tile, spots in forms.items()])
    stands = vec[i64]([cell_at(*tree) for tree in trees])
    ground = lay_floor(shapes, laid, stands)
    piles = [0] * ground.spaces
    number = {int(cell): space for space, cell in enumerate(ground.cells)}
    planted = 0
    for spot, sign in picture(tokens).items():
        if sign != "-":
            space = number[cell_at(*spot)]
            piles[space] = pile_number(sign)
            if sign == "T":
                planted |= 1 << int(ground.tile[space])
    for at, pile in (stacks or {}).items():
        piles[at - 1] = pile_number(pile)
    lying_there = "".join(map(pile_text, piles)).lower()
    held = paid(won or [0] * seats, given)
    given = [sum(held[seat::seats]) for seat in range(seats)]
    kept = [TOKENS - lying_there.count("abcd"[s]) - given[s] for s in range(seats)]
    growing = bool(tokens or stacks)
    state = made(
        rules.Underwood,
        seats=seats,
        to_act=1 << turn,
        rng_state=1,
        printed=shapes.mark,
        variant=VARIANTS.index(variant),
        phase=scoring.GROWING if growing else scoring.STARTING,
        left=left if left or growing else seats * (3 if variant == VARIANTS[SAPLINGS] else 4),
        laid=laid,
        trees=stands,
        planted=planted,
        floor=ground,
        piles=vec[i64](piles),
        supply=vec[i64](supply or kept),
        held=vec[i64](held),
        turn=turn,
        starter=starter,
    )
    state.survey()
    if growing:
        state.begin_turn(turn)
    return Table(state)


def laying(board: str, row: list[int], seats: int, turn: int, starter: int, variant: str) -> Table:
    """A board with tiles still to be laid; those of the box, for they are turned."""
    shapes = BOX.shapes()
    words = [word for word in board.split("-") if word[0] in NAMES]
    laid = [lying(NAMES.index(word[0]), cell_named(word), int(word[3])) for word in words]
    state = made(
        rules.Underwood,
        seats=seats,
        to_act=1 << turn,
        rng_state=1,
        printed=shapes.mark,
        variant=VARIANTS.index(variant),
        phase=scoring.LAYING,
        laid=vec[i64](laid),
        bag=vec[i64]([tile - 1 for tile in row]),
        floor=lay_floor(shapes, vec[i64](), vec[i64]()),
        piles=vec[i64](),
        supply=vec[i64]([TOKENS] * seats),
        held=vec[i64]([0] * (seats * seats)),
        turn=turn,
        starter=starter,
        planned=int(variant in ("clearings", "mycorrhiza")),
    )
    state.survey()
    return Table(state)


def build(given: GivenLines) -> Table:
    """`floor` and `tokens` are pictures, below their lines."""
    return underwood(**given.keys(underwood))


def paid(won: list[int], given: list[int] | None) -> list[int]:
    """Who got how many tokens from whom, receiver by receiver."""
    seats = len(won)
    rest = list(given or [won[giver - 1] for giver in range(seats)])
    held = [0] * (seats * seats)
    for receiver, tokens in enumerate(won):
        for step in range(1, seats):
            giver = (receiver + step) % seats
            some = min(tokens, rest[giver])
            held[receiver * seats + giver] = some
            tokens -= some
            rest[giver] -= some
        assert tokens == 0, "more won than given"
    return held


def picture(text: str) -> dict[Spot, str]:
    """The signs of a picture by axial coordinates; its top left corner lies left of the middle."""
    found = {}
    for r, line in enumerate(text.replace(".", " ").splitlines()):
        for column, sign in enumerate(line):
            if not sign.isspace():
                assert (column - r) % 2 == parity(text), f"{line!r} is half a space off"
                found[(column - r) // 2 - 8, r - 8] = sign
    return found


def parity(text: str) -> int:
    return next(
        (c - r) % 2
        for r, line in enumerate(text.splitlines())
        for c, sign in enumerate(line)
        if not sign.isspace()
    )


def printed(forms: dict[int, list[Spot]]) -> Shapes:
    """Tiles of these forms, in one turn only."""
    cells: list[list[int]] = [[0]] * ((TILES + TRAILS) * TURNS)
    rims: list[list[int]] = [[0]] * ((TILES + TRAILS) * TURNS)
    for tile, spots in forms.items():
        steps = [(q - spots[0][0], r - spots[0][1]) for q, r in spots]
        cells[tile * TURNS] = [q * 64 + r for q, r in steps]
        rims[tile * TURNS] = [q * 64 + r for q, r in rim(steps)]
    return print_shapes(
        vec[vec[i64]]([vec[i64](one) for one in cells]),
        vec[vec[i64]]([vec[i64](one) for one in rims]),
        vec[vec[i64]]([vec[i64]([0]) for _ in range(TILES + TRAILS)]),
    )


class Table:
    """A table in the middle of a case or a story."""

    def __init__(self, state: rules.Underwood) -> None:
        self.state = state

    def view(self, seat: int) -> View:
        """The view of a seat. The floor of a picture is remembered, for its tiles are no real
        ones."""
        seen = view(self.state, seat)
        if not seen.bag:
            MEMORY.floors[MEMORY.hash_key(seen)] = self.state.floor
        return seen

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        return self.state.to_act == 0

    @property
    def phase(self) -> str:
        """rolling, laying, planting, starting or growing"""
        return PHASES[self.state.phase]

    @property
    def left(self) -> int:
        """Rolls, trees or start tokens still to come."""
        return self.state.left

    @property
    def spaces(self) -> int:
        return self.state.floor.spaces

    @property
    def tiles(self) -> int:
        """How many forest floor tiles lie there."""
        return len([one for one in self.state.laid if tile_of(one) < TILES])

    @property
    def row(self) -> list[int]:
        """The numbers of the tiles that are still to be laid, 18 and 19 are the ant trail."""
        return [tile + 1 for tile in self.state.bag]

    @property
    def trees(self) -> int:
        """The trees that stand beside the floor."""
        return len(self.state.trees)

    @property
    def gaps(self) -> list[int]:
        """The sizes of the gaps between the tiles, in rising order."""
        return sorted(Wood(self.state.shapes(), self.state.laid).rooms())

    @property
    def places(self) -> int:
        """Where a tree could stand beside the floor: gaps, and edges with four spaces around."""
        return len(Wood(self.state.shapes(), self.state.laid).bays(BAY, TURNS))

    def tile(self, space: int) -> int:
        """The number of the tile a space lies on."""
        return int(self.state.floor.tile[space - 1]) + 1

    def pile(self, space: int) -> str:
        """A pile, bottom first: '' or 'ab'."""
        return pile_text(self.state.piles[space - 1])

    def piles(self) -> str:
        """All visible tokens in reading order, - for an empty space."""
        return "".join([pile_text(pile)[-1:] or "-" for pile in self.state.piles])

    def supply(self, seat: int = 0) -> int:
        return self.state.supply[seat]

    def won(self, seat: int = 0) -> int:
        """Opponents' tokens a seat got as compensation."""
        return self.state.won(seat)

    def given(self, seat: int = 0) -> int:
        """Tokens a seat paid as compensation."""
        return self.state.given(seat)

    def owner(self, tile: int) -> int:
        """Who has the majority on a tile, -1 for nobody."""
        return self.state.owner(tile - 1)

    def tree_owner(self, number: int) -> int:
        """Who has the majority around a tree of Mycorrhiza, in reading order from 0."""
        return self.state.majority(self.state.floor.groves[number])

    def points(self, seat: int = 0) -> int:
        return self.state.points(seat)

    def score(self, seat: int = 0) -> dict[str, Any]:
        """The lines of a score: what for, and points."""
        return {line.text: line.points for line in GAME.outcome(self.state).lines[seat]}

    def answer(self, what: str, seat: int) -> object:
        """The answer to `then WHAT`."""
        return answered(self, what, seat)


POSITIONS = Positions(build, Table)
