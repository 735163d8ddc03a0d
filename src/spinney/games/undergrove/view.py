"""What a seat may know, and the table it can make of that.

Hidden are the hands of the others, the Bonus tiles that lie face down, and what the supply, the
AI's deck and random draws will bring. Perfect recall: whoever has looked at the tiles of a stone
remembers what was left there, and so knows that those who came later have one of these.
"""

from __future__ import annotations

from functools import lru_cache

from spinney.core.agenda import nothing
from spinney.core.arrays import i64, vec
from spinney.core.game import seats_to_act
from spinney.core.packed import at, cards, count
from spinney.core.state import bit
from spinney.games.undergrove import pieces
from spinney.games.undergrove.pieces import (
    AWAY,
    BONUS_STONES,
    BONUSES,
    CARBON,
    COLOURS,
    CORNERS,
    CUBES,
    DEALT_GOALS,
    DECK,
    DEEDS,
    EARTHLOVER,
    GOALS,
    KINDS,
    MUSHROOMS,
    NITROGEN,
    NO_PLANT,
    NONE,
    PHOSPHORUS,
    PLANTS,
    POTASSIUM,
    QUESTIONS,
    REACH,
    READINGS,
    SPACES,
    STARTING,
    TILES,
    TOKENS,
    TYPES,
    carbon_of,
    corner_of,
    cube,
    cubes,
    is_tree,
    sprout,
)
from spinney.games.undergrove.rules import dealing, goals, solo, track
from spinney.games.undergrove.rules import state as rules
from spinney.games.undergrove.rules.forest import TO_CORNER, Forest, bare_ground
from spinney.games.undergrove.rules.printed import Print
from spinney.games.undergrove.rules.state import PHASES
from spinney.games.undergrove.rules.table import USED
from spinney.games.undergrove.view_types import (
    Bonus,
    Deed,
    Fir,
    Goal,
    Mushroom,
    Plant,
    Question,
    Solo,
    Stack,
    View,
)

BIT = {kind: bit(number) for number, kind in enumerate(MUSHROOMS)}
NUMBER = {kind: number for number, kind in enumerate(MUSHROOMS)}
PLACES = ("first", "second", "third")  # the stones with Bonus tiles
CARDS = [f"{deck}{n:02}" for deck in "ab" for n in range(1, DECK + 1)]


def view(table: rules.Undergrove, seat: int) -> View:
    return View(
        seat=seat,
        seats=table.seats,
        deciding=seats_to_act(table),
        reveal_count=table.reveal_count,
        turn=table.turn,
        starter=table.starter,
        turns=table.turns,
        ending=table.ending,
        phase=PHASES[table.phase],
        forest=[mushroom(table, m) for m in table.forest.order],
        places=[(p % 256 - REACH, p // 256 - REACH) for p in table.forest.places],
        blocked=[CORNERS[c] for c in range(4) if table.blocked >> c & 1],
        supply=table.in_supply,
        discard=names(table.discard),
        goals=[Goal(GOALS[side // 2], "ab"[side % 2]) for side in table.goals],
        stacks=[stack(table, seat, stone) for stone in range(BONUS_STONES)],
        spaces=[-1 if (who := at(table.spaces, s)) == track.NOBODY else who for s in range(5)],
        firs=[fir(table, s, s == seat) for s in range(len(table.firs))],
        agenda=[question(table, i) for i in range(table.agenda.depth)],
        made=table.made,
        absorbed=bool(table.absorbed),
        placed=[count(table.placed, kind) for kind in range(TOKENS)],
        readied=tokens(table.readied),
        used_up=bool(table.readied & USED),
        been=table.been,
        here="" if table.here == NONE else MUSHROOMS[table.here],
        using="" if table.using == NONE else MUSHROOMS[table.using],
        gained=table.gained,
        readings=[name for n, name in enumerate(READINGS) if table.readings >> n & 1],
        solo=alone(table) if table.solo() else None,
    )


def mushroom(table: rules.Undergrove, number: int) -> Mushroom:
    place = table.forest.place[number]
    slot = table.printed.slot[number]
    return Mushroom(
        MUSHROOMS[number],
        place % 256 - REACH,
        place // 256 - REACH,
        table.carbon[number],
        0 if slot == NONE else count(table.filled, slot),
        table.value(number),
    )


def fir(table: rules.Undergrove, seat: int, own: bool) -> Fir:
    me = table.firs[seat]
    player = seat < table.seats
    return Fir(
        c=cubes(me.purse, CARBON),
        n=cubes(me.purse, NITROGEN),
        p=cubes(me.purse, PHOSPHORUS),
        k=cubes(me.purse, POTASSIUM),
        ready=tokens(me.ready),
        hand=names(me.hand) if own else [],
        tiles=me.size,
        seedlings=me.seedlings,
        roots=me.roots,
        trees=me.trees,
        plants=[plant(table, seat, me.plants[i]) for i in range(me.grown())],
        stone=me.stone,
        space="" if me.end == NONE else SPACES[me.end],
        bonus=[
            Bonus(
                PLACES[stone],
                BONUSES[tile] if own or played or not table.to_act else "",
                played,
            )
            for stone in range(BONUS_STONES)
            if (tile := at(me.bonus, stone)) != AWAY
            for played in (bool(me.played >> stone & 1),)
        ],
        progress=[goals.progress(table, seat, g) for g in range(DEALT_GOALS)] if player else [],
        goals=[goals.goal_points(table, seat, g) for g in range(DEALT_GOALS)] if player else [],
        points=table.points(seat) if player else table.ai_points(seat),
        marks=[me.marked(g) for g in range(DEALT_GOALS)],
        boosts=boosts(table) if seat == table.turn else [],
    )


def boosts(table: rules.Undergrove) -> list[str]:
    """The ongoing mushrooms that help whose turn it is."""
    ongoing = table.printed.ongoing
    return [
        MUSHROOMS[m]
        for m in table.forest.order
        if ongoing[m] and table.boosts >> ongoing[m] & 1 and table.firs[table.turn].rooted >> m & 1
    ]


def plant(table: rules.Undergrove, seat: int, number: int) -> Plant:
    corner = corner_of(number)
    spot = table.forest.spots[corner]
    player = seat < table.seats
    return Plant(
        spot % 256 - REACH,
        spot // 256 - REACH,
        is_tree(number),
        carbon_of(number),
        names(table.roots_under(number)),
        names(table.forest.around(corner)),
        goals.plant_points(table, number) if player else goals.full_value(table, number),
    )


def stack(table: rules.Undergrove, seat: int, stone: int) -> Stack:
    """The tiles of a stone: who has been there, and what this seat knows of them."""
    came = [track.visitor(table, stone, n) - 1 for n in range(track.visits(table, stone))]
    left = table.printed.stacks[table.seats - 1] - len(came)
    known: list[str] = []
    if seat in came:
        later = came[came.index(seat) + 1 :]
        heap = table.stacks[stone]
        known = tiles(heap + sum(cards(at(table.firs[s].bonus, stone), 1) for s in later))
    choosing = (
        seat == table.turn
        and table.agenda.what() == pieces.ASK_KEEP
        and table.agenda.spaces() >> stone & 1
    )
    return Stack(left, came, known, tiles(table.stacks[stone]) if choosing else [])


def question(table: rules.Undergrove, place: int) -> Question:
    asked = table.agenda.asked(place)
    return Question(
        QUESTIONS[asked & 255],
        asked >> 8 & 255,
        bool(asked >> 16),
        table.agenda.where(place),
    )


def alone(table: rules.Undergrove) -> Solo:
    deeds: list[Deed] = []
    if table.card != NONE:
        for place, action in enumerate(table.printed.cards[table.card]):
            what = table.deeds >> 16 * place
            colour = action >> 10 & 3
            deeds.append(
                Deed(
                    DEEDS[action & 3],
                    bool(what & 1),
                    COLOURS[colour - 1] if colour else "",
                    MUSHROOMS[what >> 1 & 63] if what & 1 else "",
                    what >> 13 & 7,
                    MUSHROOMS[what >> 7 & 63] if what & 1 and what >> 7 & 63 != NONE else "",
                )
            )
    return Solo(
        keep=table.keep,
        focus=[CUBES[solo.focus(table, colour)] for colour in (pieces.BROWN, pieces.TAN)],
        deck_a=[CARDS[n] for n in range(DECK) if table.deck >> n & 1],
        deck_b=[CARDS[n] for n in range(DECK, 2 * DECK) if table.deck >> n & 1],
        card="" if table.card == NONE else CARDS[table.card],
        deeds=deeds,
    )


# ------------------------------------------------------------------------------------------- recall
def state_from_view(printed: Print, seen: View) -> rules.Undergrove:
    """The same table. `determinize` still has to deal what the seat has not seen."""
    forest = grown(
        tuple([NUMBER[m.kind] for m in seen.forest]),
        tuple([m.x + REACH | m.y + REACH << 8 for m in seen.forest]),
    )
    carbon = vec[i64]([0] * KINDS)
    filled = 0
    for m in seen.forest:
        carbon[NUMBER[m.kind]] = m.carbon
        if m.filled:
            filled += cards(printed.slot[NUMBER[m.kind]], m.filled)
    firs = [recall_fir(printed, forest, seen, seat) for seat in range(len(seen.firs))]
    visible = sum(BIT[m.kind] for m in seen.forest[STARTING:])
    visible += sum(BIT[kind] for kind in seen.discard)
    visible += sum(BIT[kind] for f in seen.firs for kind in f.hand)
    ai = seen.solo
    table = rules.Undergrove()
    table.seats = seen.seats
    table.to_act = sum(1 << s for s in seen.deciding)
    table.reveal_count = seen.reveal_count
    table.printed = printed
    table.forest = forest
    table.carbon = carbon
    table.filled = filled
    table.firs = vec[pieces.Fir](firs)
    table.blocked = sum(1 << CORNERS.index(corner) for corner in seen.blocked)
    table.supply = TILES - visible
    table.in_supply = seen.supply
    table.discard = sum(BIT[kind] for kind in seen.discard)
    table.goals = vec[i64](
        [2 * GOALS.index(goal.card) + "ab".index(goal.side) for goal in seen.goals]
    )
    table.stacks = recall_stacks(printed, seen)
    table.visitors = sum(
        who + 1 << 16 * stone + 4 * n
        for stone, pile in enumerate(seen.stacks)
        for n, who in enumerate(pile.visitors)
    )
    table.spaces = sum(
        (track.NOBODY if who < 0 else who) << 4 * s for s, who in enumerate(seen.spaces)
    )
    table.turn = seen.turn
    table.starter = seen.starter
    table.turns = seen.turns
    table.ending = seen.ending
    table.phase = PHASES.index(seen.phase)
    table.agenda = nothing()
    table.made = seen.made
    table.absorbed = int(seen.absorbed)
    table.placed = sum(cards(kind, n) for kind, n in enumerate(seen.placed))
    table.readied = token_set(seen.readied) + (USED if seen.used_up else 0)
    table.been = seen.been
    table.boosts = boost_set(printed, [kind for f in seen.firs for kind in f.boosts])
    table.here = NUMBER[seen.here] if seen.here else NONE
    table.using = NUMBER[seen.using] if seen.using else NONE
    table.gained = seen.gained
    table.readings = sum(1 << READINGS.index(name) for name in seen.readings)
    if ai:
        table.keep = ai.keep
        table.focus = sum(cards(n, CUBES.index(kind)) for n, kind in enumerate(ai.focus, 1))
        table.deck = sum(1 << CARDS.index(card) for card in ai.deck_a + ai.deck_b)
        table.card = CARDS.index(ai.card) if ai.card else NONE
        table.deeds = sum(deed_number(deed) << 16 * place for place, deed in enumerate(ai.deeds))
    for asked in seen.agenda:
        table.agenda.ask(QUESTIONS.index(asked.what), asked.times, asked.must, asked.where)
    for me in firs:
        for i in range(me.grown()):
            table.claim(corner_of(me.plants[i]))
    for corner in range(4):
        if table.blocked >> corner & 1:
            table.claim(forest.corners[4 * EARTHLOVER + corner])
    return table


@lru_cache(maxsize=256)
def grown(order: tuple[int, ...], places: tuple[int, ...]) -> Forest:
    """The forest with these mushrooms at these places. Forests never change, so they are kept."""
    forest = bare_ground()
    for number, place in zip(order, places, strict=True):
        forest = forest.laid(number, place)
    return forest


def recall_fir(printed: Print, forest: Forest, seen: View, seat: int) -> pieces.Fir:
    f = seen.firs[seat]
    plants = [recall_plant(forest, p) for p in f.plants]
    me = pieces.Fir()
    me.purse = (
        cube(CARBON, f.c) + cube(NITROGEN, f.n) + cube(PHOSPHORUS, f.p) + cube(POTASSIUM, f.k)
    )
    me.ready = token_set(f.ready)
    me.hand = sum(BIT[kind] for kind in f.hand)
    me.size = f.tiles
    me.blanks = 0 if seat == seen.seat else f.tiles
    me.seedlings = f.seedlings
    me.roots = f.roots
    me.trees = f.trees
    me.plants = vec[i64](plants + [NO_PLANT] * (PLANTS - len(plants)))
    me.rooted = mushroom_set([kind for p in f.plants for kind in p.roots])
    me.stone = f.stone
    me.end = SPACES.index(f.space) if f.space else NONE
    me.bonus = recall_bonus(seen, seat)
    me.played = sum(1 << PLACES.index(b.stone) for b in f.bonus if b.played)
    me.marks = sum(cube(goal, n) for goal, n in enumerate(f.marks))
    return me


def recall_plant(forest: Forest, p: Plant) -> int:
    """Its corner is found from a mushroom it touches."""
    spot = p.x + REACH | p.y + REACH << 8
    touched = NUMBER[p.touches[0]]
    side = [forest.place[touched] + step for step in TO_CORNER].index(spot)
    corner = forest.corners[4 * touched + side]
    roots = sum(
        1 << q for q in range(4) if forest.touch[4 * corner + q] in map(NUMBER.get, p.roots)
    )
    return sprout(corner, roots) + (p.carbon << 12) + (pieces.TREE if p.tree else 0)


def recall_bonus(seen: View, seat: int) -> int:
    """A player's row of Bonus tiles. `determinize` draws those that the seat cannot know."""
    row = 0
    taken = {b.stone: b.tile for b in seen.firs[seat].bonus}
    for stone in range(BONUS_STONES):
        came = seen.stacks[stone].visitors
        if PLACES[stone] not in taken:
            tile = AWAY
        elif taken[PLACES[stone]]:
            tile = BONUSES.index(taken[PLACES[stone]])
        elif seen.seat in came and came.index(seen.seat) < came.index(seat):
            tile = dealing.UNSEEN_THERE
        else:
            tile = dealing.UNSEEN
        row |= tile << 4 * stone
    return row


def recall_stacks(printed: Print, seen: View) -> vec[i64]:
    """What the seat knows of each stone; then everything it has not seen."""
    heaps = []
    for stone, pile in enumerate(seen.stacks):
        heap = tile_heap(pile.seen + pile.now)
        if seen.seat in pile.visitors:
            later = pile.visitors[pile.visitors.index(seen.seat) + 1 :]
            heap -= tile_heap(known_tiles(seen, later, PLACES[stone]))
        heaps.append(heap)
    shown = [b.tile for f in seen.firs for b in f.bonus if b.tile]
    heaps.append(printed.bonus_count - tile_heap(shown) - sum(heaps))
    return vec[i64](heaps)


def known_tiles(seen: View, seats: list[int], stone: str) -> list[str]:
    return [b.tile for s in seats for b in seen.firs[s].bonus if b.stone == stone and b.tile]


def deed_number(deed: Deed) -> int:
    if not deed.done:
        return solo.NOTHING
    return solo.result(NUMBER[deed.mushroom], NUMBER[deed.tile] if deed.tile else NONE, deed.n)


# ------------------------------------------------------------------------ numbers and their names
def names(mushrooms: int) -> list[str]:
    found = []
    number = 0
    while mushrooms >> number:
        if mushrooms >> number & 1:
            found.append(MUSHROOMS[number])
        number += 1
    return found


def mushroom_set(kinds: list[str]) -> int:
    found = 0
    for kind in kinds:
        found |= BIT[kind]
    return found


def boost_set(printed: Print, kinds: list[str]) -> int:
    found = 0
    for kind in kinds:
        found |= bit(printed.ongoing[NUMBER[kind]])
    return found


def tokens(mask: int) -> list[str]:
    return [TYPES[kind] for kind in range(TOKENS) if mask >> kind & 1]


def token_set(kinds: list[str]) -> int:
    return sum(1 << TYPES.index(kind) for kind in kinds)


def tiles(heap: int) -> list[str]:
    """Bonus tiles of a heap, by name."""
    return [BONUSES[kind] for kind in range(len(BONUSES)) for _ in range(count(heap, kind))]


def tile_heap(found: list[str]) -> int:
    return sum(cards(BONUSES.index(tile), 1) for tile in found)
