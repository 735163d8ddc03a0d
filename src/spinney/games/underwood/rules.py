"""Underwood, for two to four mushroom species. Read from top to bottom, this file is the rulebook.

    set-up     the forest floor, trees, start tokens              R2 to R5, R13
    decisions  what a player may do                               R5, R6, R13.4
    effects    what a move does, and what follows                 R7 to R9
    the end    majorities and points, in scoring.py               R10 to R12, R13.2, R13.3

The numbers R1, R2, ... are those of rulebook.md, #1, #2, ... its rulings. The pieces stand next
door in pieces.py, the laying of tiles in layout.py. Everything lies open, and chance speaks only
while the board is laid out.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.arrays import append, i64, vec
from spinney.core.rng import Rng
from spinney.core.state import BITS, Moves, bit, mixed
from spinney.core.verbs import verb
from spinney.games.underwood.layout import (
    DOUBLE,
    GAPLESS,
    SINGLE,
    Prospect,
    Wood,
    draw_tiles,
    generated,
    join_trail,
)
from spinney.games.underwood.pieces import (
    ANT_TRAIL,
    BAY,
    CLEARINGS,
    EMPTY,
    GROW,
    HALFWAY,
    KEEP,
    LAY,
    MIDDLE,
    MUSHROOM,
    MYCELIUM,
    MYCORRHIZA,
    PILE,
    PLANT,
    PRICE,
    ROLL,
    ROLLS,
    SAPLING_STARTS,
    SAPLINGS,
    START,
    STARTS,
    TILES,
    TILES_FOR,
    TOKENS,
    TOP,
    TRAIL,
    TREE,
    TREES,
    TURNS,
    Grow,
    Lay,
    Shapes,
    Start,
    Trail,
    cell_of,
    laid_at,
    lay,
    lay_floor,
    lying,
    plant,
    planted_at,
    turn_of,
)
from spinney.games.underwood.scoring import (
    GROWING,
    LAYING,
    NOTHING,
    PLANTING,
    ROLLING,
    STARTING,
    Ground,
    bit_of,
    word_of,
)


@final
@mypyc_attr(acyclic=True)
class Underwood(Ground):
    """The table, and what happens on it."""

    # --------------------------------------------------------------------------------------- set-up
    def roll(self) -> None:
        """R2, #16: lay out a random board. With an unusual components file there may be no other
        board; then it is the same one again.
        """
        rng = Rng(self.rng_state)
        laid = generated(self.shapes(), TILES_FOR[self.seats], self.variant, rng)
        if len(laid):
            self.laid = laid
        self.rng_state = rng.fork()
        self.take_holes()
        self.open_floor()

    def unpack(self) -> None:
        """#20: draw the tiles that the players will lay, and lay the first one."""
        rng = Rng(self.rng_state)
        tiles = draw_tiles(TILES_FOR[self.seats], rng)
        self.rng_state = rng.fork()
        if self.variant == ANT_TRAIL:
            self.bag = vec[i64]([TILES, TILES + 1])
            for tile in tiles:
                self.bag = append(self.bag, tile)
        else:
            self.bag = tiles
        self.laid = vec[i64]([lying(self.bag[0], MIDDLE, 0)])
        self.bag = self.bag[1:]
        self.phase = LAYING
        self.pass_to(self.starter)

    def take_holes(self) -> None:
        """R13.2: a tree stands in every gap."""
        if self.variant == MYCORRHIZA:
            for cell in Wood(self.shapes(), self.laid).bays(TURNS, TURNS):
                if cell not in [tree for tree in self.trees]:
                    self.trees = append(self.trees[:], cell)

    def open_floor(self) -> None:
        """The tiles lie: count their spaces."""
        self.floor = lay_floor(self.shapes(), self.laid, self.trees)
        self.piles = vec[i64]([EMPTY] * self.floor.spaces)
        self.survey()

    def begin_planting(self) -> None:
        """R13.2, R13.3, #12, #22: the starting player sets the trees that have no place yet."""
        self.phase = PLANTING
        self.left = 0
        if self.variant == SAPLINGS:
            self.left = TREES
        elif self.variant == MYCORRHIZA:
            sites = len(Wood(self.shapes(), self.laid).bays(BAY, TURNS))
            self.left = (TREES if sites > TREES else sites) - len(self.trees)
        if self.left > 0:
            self.pass_to(self.starter)
        else:
            self.begin_starting()

    def begin_starting(self) -> None:
        """R5: the seat to the right of the starting player is the first to place a token."""
        self.phase = STARTING
        self.left = self.seats * (SAPLING_STARTS if self.variant == SAPLINGS else STARTS)
        self.pass_to(self.to_the_right(self.starter))

    # ------------------------------------------------------------------------------------ decisions
    def legal(self, seat: i64, moves: Moves) -> None:
        if self.phase == GROWING:
            self.legal_growths(seat, moves)
        elif self.phase == STARTING:
            self.legal_starts(seat, moves)
        elif self.phase == PLANTING:
            self.legal_plantings(moves)
        elif self.phase == LAYING:
            self.legal_layings(moves)
        else:
            moves.add(KEEP)
            moves.add(ROLL)

    def legal_layings(self, moves: Moves) -> None:
        """R2, R13, #19 to #22: wherever the next tile touches others, encloses only what it may,
        and leaves the board what its variant is about.
        """
        wood = Wood(self.shapes(), self.laid)
        tile = self.bag[0]
        if tile == TILES + 1:
            for way in join_trail(wood):
                moves.add(said(way))
            return
        gaps: i64 = 0
        if self.variant == MYCORRHIZA:
            gaps = len(wood.bays(TURNS, TURNS))
        prospect = Prospect(wood, self.variant if self.planned else 0, self.bag)
        places = wood.places(tile)
        for place in places:
            if self.may_lie(wood, place, gaps) and prospect.kept(place):
                moves.add(said(place))
        if moves.count == 0:  # it does not come to this with the printed tiles
            for place in places:
                if self.may_lie(wood, place, gaps):
                    moves.add(said(place))
        if moves.count == 0:
            for place in places:
                moves.add(said(place))

    def keeps(self, move: i64) -> bool:
        """#19, #22: whether the board can still get what its variant is about."""
        if not self.planned:
            return True
        prospect = Prospect(Wood(self.shapes(), self.laid), self.variant, self.bag)
        return prospect.kept(lying(self.bag[0], laid_at(move), Lay.turn(move)))

    def may_lie(self, wood: Wood, place: i64, gaps: i64) -> bool:
        """R2, R13.1, R13.2, #21: what a tile may enclose; there are so many gaps already."""
        if self.variant == CLEARINGS:
            return True
        touched = wood.told(place)
        if touched < GAPLESS:
            return True
        return self.variant == MYCORRHIZA and touched < DOUBLE and gaps + touched // SINGLE <= TREES

    def legal_plantings(self, moves: Moves) -> None:
        """R13.2: at the edge, with four spaces or more around; R13.3: one on a tile at most."""
        if self.variant == SAPLINGS:
            for space in range(self.floor.spaces):
                if not self.planted & bit(self.floor.tile[space]):
                    moves.add(plant(self.floor.cells[space]))
        else:
            trees = [tree for tree in self.trees]
            for cell in Wood(self.shapes(), self.laid).bays(BAY, TURNS):
                if cell not in trees:
                    moves.add(plant(cell))

    def legal_starts(self, seat: i64, moves: Moves) -> None:
        """R5: any empty space that touches no opponent's token; #9: if there is none, any."""
        first = self.free[0]
        second = self.free[1]
        near = self.floor.near
        for word in range(2 * self.seats):
            if word >> 1 != seat:
                board = self.roots[word]
                space = HALFWAY * (word & 1)
                while board:
                    if board & 1:
                        first &= ~near[2 * space]
                        second &= ~near[2 * space + 1]
                    board >>= 1
                    space += 1
        if first == 0 and second == 0:
            first = self.free[0]
            second = self.free[1]
        moves.each(START, first)
        moves.each(Start.say(HALFWAY), second)

    def legal_growths(self, seat: i64, moves: Moves) -> None:
        """R6: one own mycelium becomes a mushroom."""
        supply = self.supply[seat]
        for half in range(2):
            board = self.roots[2 * seat + half]
            base: i64 = HALFWAY * half
            while board:
                for space in BITS[board & 255]:
                    self.legal_targets(seat, base + space, supply, moves)
                board >>= 8
                base += 8

    def legal_targets(self, seat: i64, space: i64, supply: i64, moves: Moves) -> None:
        """R7: its own tile or one that it touches, and all of that target or nothing."""
        floor = self.floor
        way = floor.ways[space]
        end = floor.ways[space + 1]
        while way < end:
            if 0 < self.cost(seat, way) <= supply:
                moves.add(Grow.say(space, floor.way_tiles[way]))
            way += 1
        if self.variant == ANT_TRAIL and floor.trail[space]:
            self.legal_trails(space, supply, moves)

    def cost(self, seat: i64, way: i64) -> i64:
        """R7, R8, #1: the tokens it takes to spread along a way, compensation included."""
        price = PRICE[seat]
        piles = self.piles
        tokens: i64 = 0
        for space in self.floor.spread[way]:
            tokens += price[piles[space] & TOP]
        return tokens

    def legal_trails(self, space: i64, supply: i64, moves: Moves) -> None:
        """R13.4, #13: every tile beside the trail, if all its empty spaces there can be covered."""
        for number in range(len(self.floor.trail_tiles)):
            if 0 < self.trail_cost(number) <= supply:
                moves.add(Trail.say(space, self.floor.trail_tiles[number]))

    def trail_cost(self, number: i64) -> i64:
        """R13.4: the empty spaces beside the ant trail on one of its tiles."""
        cost: i64 = 0
        for space in self.floor.trail_near[number]:
            if self.piles[space] == EMPTY:
                cost += 1
        return cost

    def can_grow(self, seat: i64) -> bool:
        """R9: whether the seat can take its turn at all."""
        supply = self.supply[seat]
        if supply == 0:
            return False
        for half in range(2):
            board = self.roots[2 * seat + half]
            base: i64 = HALFWAY * half
            while board:
                for space in BITS[board & 255]:
                    if self.can_spread(seat, base + space, supply):
                        return True
                board >>= 8
                base += 8
        return False

    def can_spread(self, seat: i64, space: i64, supply: i64) -> bool:
        """R9: whether there is a target for this mycelium."""
        floor = self.floor
        way = floor.ways[space]
        end = floor.ways[space + 1]
        while way < end:
            if 0 < self.cost(seat, way) <= supply:
                return True
            way += 1
        if self.variant == ANT_TRAIL and floor.trail[space]:
            for number in range(len(floor.trail_tiles)):
                if 0 < self.trail_cost(number) <= supply:
                    return True
        return False

    # -------------------------------------------------------------------------------------- effects
    def apply(self, seat: i64, move: i64) -> None:
        option = verb(move)
        if option == GROW:
            self.flip(seat, Grow.space(move))
            self.spread(seat, self.floor.way(Grow.space(move), Grow.tile(move)))
            self.begin_turn(self.to_the_left(seat))
        elif option == TRAIL:
            self.flip(seat, Trail.space(move))
            self.follow_trail(seat, Trail.tile(move))
            self.begin_turn(self.to_the_left(seat))
        elif option == START:
            self.place(seat, Start.space(move))
            self.left -= 1
            if self.left:
                self.pass_to(self.to_the_right(seat))
            else:
                self.phase = GROWING
                self.begin_turn(self.starter)
        elif option == PLANT:
            self.plant(planted_at(move))
        elif option == LAY:
            self.lay(seat, move)
        elif option == ROLL:
            self.left -= 1
            self.trees = NOTHING
            self.roll()
            self.reveal_count += 1
            if self.left == 0:
                self.begin_planting()
        else:
            self.begin_planting()

    def lay(self, seat: i64, move: i64) -> None:
        """#20: the tile lies; its neighbour lays the next one, until all lie."""
        tile = lying(self.bag[0], laid_at(move), Lay.turn(move))
        self.laid = append(self.laid[:], tile)
        self.bag = self.bag[1:]
        if len(self.bag):
            self.pass_to(self.to_the_left(seat))
        else:
            self.take_holes()
            self.open_floor()
            self.begin_planting()

    def plant(self, cell: i64) -> None:
        """R13.2, R13.3"""
        if self.variant == SAPLINGS:
            space: i64 = 0
            while self.floor.cells[space] != cell:
                space += 1
            self.piles[space] = TREE
            self.free[0 if space < HALFWAY else 1] &= ~bit_of(space)
            self.planted |= bit(self.floor.tile[space])
        else:
            self.trees = append(self.trees[:], cell)
            self.floor = lay_floor(self.shapes(), self.laid, self.trees)
        self.left -= 1
        if self.left == 0:
            self.begin_starting()

    def flip(self, seat: i64, space: i64) -> None:
        """R6: the mycelium becomes a mushroom."""
        self.piles[space] += MUSHROOM - MYCELIUM
        self.roots[word_of(seat, space)] &= ~bit_of(space)

    def spread(self, seat: i64, way: i64) -> None:
        """R7, R8: cover every allowed space of the target; pay the owner of a covered mycelium."""
        price = PRICE[seat]
        for space in self.floor.spread[way]:
            top = self.piles[space] & TOP
            if price[top]:
                if top != EMPTY:
                    owner = top - MYCELIUM
                    self.roots[word_of(owner, space)] &= ~bit_of(space)
                    self.supply[seat] -= 1
                    self.held[owner * self.seats + seat] += 1
                self.place(seat, space)

    def follow_trail(self, seat: i64, tile: i64) -> None:
        """R13.4, #14: only empty spaces beside the trail, and none of those beside the mushroom."""
        number: i64 = 0
        while self.floor.trail_tiles[number] != tile:
            number += 1
        for space in self.floor.trail_near[number]:
            if self.piles[space] == EMPTY:
                self.place(seat, space)

    def place(self, seat: i64, space: i64) -> None:
        """A token from the supply, mycelium side up, on top of whatever lies there."""
        self.piles[space] = self.piles[space] << PILE | (MYCELIUM + seat)
        self.supply[seat] -= 1
        self.roots[word_of(seat, space)] |= bit_of(space)
        self.free[0 if space < HALFWAY else 1] &= ~bit_of(space)

    def to_the_left(self, seat: i64) -> i64:
        return 0 if seat + 1 == self.seats else seat + 1

    def to_the_right(self, seat: i64) -> i64:
        return self.seats - 1 if seat == 0 else seat - 1

    def pass_to(self, seat: i64) -> None:
        self.turn = seat
        self.to_act = bit(seat)

    def begin_turn(self, seat: i64) -> None:
        """R9, #3: the game ends at once when the player whose turn it is cannot grow."""
        self.turn = seat
        self.to_act = bit(seat) if self.can_grow(seat) else 0

    # -------------------------------------------------------------------------------------- copying
    def hash_key(self) -> i64:
        key = mixed(self.phase, self.to_act << 16 | self.turn << 8 | self.left)
        key = mixed(mixed(key, self.planted), self.starter)
        for pile in self.piles:
            key = mixed(key, pile)
        for number in self.supply:
            key = mixed(key, number)
        for number in self.held:
            key = mixed(key, number)
        if self.phase < STARTING:
            for tile in self.laid:
                key = mixed(key, tile)
            for tile in self.bag:
                key = mixed(key, tile)
            for cell in self.trees:
                key = mixed(key, cell)
        return key

    def clone(self) -> Underwood:
        copy = Underwood()
        copy.copy_from(self)
        return copy


def said(place: i64) -> i64:
    """The move that lays a tile there."""
    return lay(cell_of(place), turn_of(place))


# ------------------------------------------------------------------------------------------ set-up
GIVEN: Final = 0  # the board lies there: generated, a preset, or saved earlier
ROLLED: Final = 1  # #17: the starting player may have it rolled again
BUILT: Final = 2  # #20: the players lay the tiles


def setup(
    shapes: Shapes,
    seats: i64,
    variant: i64,
    layout: i64,
    planned: i64,
    laid: list[int],
    trees: list[int],
    rng: Rng,
) -> Underwood:
    """R2 to R5: the board, 24 tokens each, and a starting player by lot."""
    table = Underwood()
    table.seats = seats
    if layout == BUILT and (variant == CLEARINGS or variant == MYCORRHIZA):
        table.planned = planned
    table.starter = rng.below(seats)
    table.turn = table.starter
    table.to_act = bit(table.starter)
    table.rng_state = rng.fork()
    table.printed = shapes.mark
    table.variant = variant
    table.phase = ROLLING
    table.left = ROLLS
    table.laid = vec[i64](laid)
    table.trees = vec[i64](trees)
    table.floor = lay_floor(shapes, NOTHING, NOTHING)
    table.piles = vec[i64]()
    table.supply = vec[i64]([TOKENS] * seats)
    table.held = vec[i64]([0] * (seats * seats))
    table.survey()
    if layout == BUILT:
        table.unpack()
    else:
        table.take_holes()
        table.open_floor()
        if layout == GIVEN:
            table.begin_planting()
    return table
