"""The AI's turns in whole solo games, compared with its cards done by hand one after another."""

from __future__ import annotations

import random

import pytest

from spinney.games.undergrove.view_types import View
from tests.games.undergrove.plain import TYPE, Forest
from tests.games.undergrove.stories import Table, new_game
from tests.games.undergrove.test_told_twice import choose

CARDS = """
a01 tile right other right; seed brown top pores; add bottom ring
a02 tile bottom other left; seed tan bottom pores; add bottom other
a03 tile bottom pores bottom; seed brown left other
a04 tile top ring left; seed tan top other
a05 seed brown left pores; take brown 1 top pores
a06 seed tan bottom other; take tan 1 right ring
a07 tile top gills top; seed brown bottom ring; take brown 1 left ring
a08 tile left gills bottom; seed tan right pores; take tan 1 bottom ring
a09 seed brown right ring; add top other
a10 seed tan left ring; add bottom gills
a11 add left ring; take brown 2 right gills
a12 add left gills; take tan 2 left pores
a13 tile left ring left; take brown 1 top ring
a14 tile left other top; take tan 1 right pores
a15
b01 tile left pores left; take brown 2 left gills
b02 tile top other right; take tan 2 bottom pores
b03 seed brown right other; take brown 1 left other
b04 seed tan right gills; take tan 1 top gills
b05 add right gills; take brown 2 bottom gills
b06 add top ring; take tan 2 top other
b07 tile top pores top; take brown 1 right other; add right other
b08 tile bottom gills right; take tan 1 bottom other; add top gills
b09 add left pores; take brown 1 right pores
b10 add right ring; take tan 1 left ring
b11 tile right pores right; seed brown top gills; take brown 2 left gills
b12 tile right gills top; seed tan left gills; take tan 2 top gills
b13 add left other; take brown 1 bottom ring; take tan 1 right ring
b14
b15
"""
ACTIONS = {line[:3]: line[4:].split("; ") for line in CARDS.strip().splitlines()}
EDGES = {"right": (1, 0), "left": (-1, 0), "top": (0, -1), "bottom": (0, 1)}
AROUND = "pacific_golden_chanterelle fly_agaric common_deceiver painted_suillus".split()
COLOURS = {"brown": 1, "tan": 2}


class Mat:
    """The forest and the two colours, before the card and after it."""

    def __init__(self, seen: View) -> None:
        self.forest = Forest(seen)
        self.refill()  # at the end of the turn before
        self.claimed = {(plant.x, plant.y) for fir in seen.firs for plant in fir.plants}
        self.seeds = {n: [(p.x, p.y) for p in seen.firs[n].plants] for n in (1, 2)}
        self.stones = {n: seen.firs[n].stone for n in (1, 2)}
        self.carbon = {n: seen.firs[n].c for n in (1, 2)}
        self.failed = False

    def refill(self) -> None:
        if not any(self.forest.carbon.values()):
            for kind in AROUND:
                self.forest.carbon[kind] += 1

    def found(self, find: str, kind: str) -> list[str]:
        """Mushrooms of a type, the first one first."""
        keys = {
            "top": lambda at: (at[1], at[0]),
            "bottom": lambda at: (-at[1], at[0]),
            "left": lambda at: (at[0], at[1]),
            "right": lambda at: (-at[0], at[1]),
        }
        places = [at for at, name in self.forest.at.items() if TYPE.get(name) == kind]
        return [self.forest.at[at] for at in sorted(places, key=keys[find])]

    def do(self, action: str, tile: str) -> None:
        verb, *words = action.split()
        if verb == "tile":
            self.lay(words[0], words[1], words[2], tile)
        elif verb == "seed":
            self.seed(*words)
        elif verb == "add":
            self.forest.carbon[self.found(*words)[0]] += 2
        elif verb == "take":
            self.take(*words)

    def lay(self, find: str, kind: str, edge: str, tile: str) -> None:
        ordered = [*self.found(find, kind)[:1], *self.found("top", kind)]
        for name in ordered:
            x, y = self.forest.place[name]
            at = (x + EDGES[edge][0], y + EDGES[edge][1])
            if at not in self.forest.at:
                self.forest.at[at] = tile
                self.forest.place[tile] = at
                self.forest.carbon[tile] = 0
                return
        self.failed = True

    def seed(self, colour: str, find: str, kind: str) -> None:
        mine = self.seeds[COLOURS[colour]]
        for name in self.found(find, kind) if len(mine) < 6 else []:
            x, y = self.forest.place[name]
            corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
            free = [corner for corner in corners if corner not in self.claimed]
            if free:
                best = max(free, key=lambda corner: len(self.forest.touched(corner)))
                mine.append(best)
                self.claimed.add(best)
                return
        self.failed = True

    def take(self, colour: str, number: str, find: str, kind: str) -> None:
        who = COLOURS[colour]
        lying = [name for name in self.found(find, kind) if self.forest.carbon[name]]
        if lying:
            taken = min(int(number), self.forest.carbon[lying[0]])
            self.forest.carbon[lying[0]] -= taken
            self.carbon[who] += taken
        else:
            self.failed = True
        if self.stones[who] < 9:
            self.stones[who] += 1
            self.carbon[who] += self.stones[who] == 8


def compare(before: View, table: Table) -> None:
    seen = table.view(0)
    assert seen.solo is not None
    mat = Mat(before)
    known = {mushroom.kind for mushroom in before.forest}
    new = [mushroom.kind for mushroom in seen.forest if mushroom.kind not in known]
    for action in ACTIONS[seen.solo.card]:
        if action:
            mat.do(action, new[0] if new else "nothing")
    mat.refill()
    after = Forest(seen)
    assert after.at == mat.forest.at
    assert after.carbon == mat.forest.carbon
    for who in (1, 2):
        fir = seen.firs[who]
        assert [(plant.x, plant.y) for plant in fir.plants] == mat.seeds[who]
        assert fir.stone == mat.stones[who]
        if fir.stone < 9 and not fir.bonus:
            assert fir.c == mat.carbon[who]
    if not table.over:
        assert (table.asked == "gain") == mat.failed


@pytest.mark.parametrize(
    "seed", [0, 1, *[pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12)]]
)
def test_every_card_does_what_is_written_on_it(seed: int) -> None:
    """AI Cards and AI Actions; looked at after turns in which you only photosynthesize."""
    rng = random.Random(seed)
    table = new_game(1, seed)
    compared = 0
    while not table.over:
        if table.asked == "action" and rng.random() < 0.6:
            before, turns = table.view(0), table.state.turns
            table = table.do("photosynthesize")
            while not table.over and table.state.turns == turns and table.may("stop"):
                table = table.do("stop")
            if table.over and before.ending:
                break  # your last turn: no card is drawn after it
            compare(before, table)
            compared += 1
        else:
            table.do(choose(table.moves(), rng))
    assert compared >= 4
