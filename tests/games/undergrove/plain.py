"""Undergrove told a second time, slowly, from what a player sees: the rules must say the same."""

from __future__ import annotations

from collections.abc import Iterable

from spinney.games.undergrove.view_types import Fir, View

Place = tuple[int, int]

TYPES = {
    "ring": (
        "fly_agaric surprise_webcap sunshine_amanita woodland_lepidella gassy_webcap "
        "blood_red_webcap smiths_amanita woolly_pine_spike western_matsutake "
        "yellow_veiled_amanita panthercap violet_webcap rosy_slime_spike"
    ).split(),
    "pores": (
        "painted_suillus king_bolete orange_tooth red_cracking_bolete bellybutton_hedgehog "
        "zellers_bolete slippery_jack admirable_bolete woolly_owl_eyes peppery_bolete fat_jack "
        "scarletina_bolete suede_bolete"
    ).split(),
    "gills": (
        "common_deceiver vermilion_waxcap gooseberry_russula velvet_milkcap red_bleeding_milkcap "
        "cowboys_handkerchief candy_cap brown_roll_rim short_stemmed_russula amethyst_deceiver "
        "green_russula mouse_trich golden_waxcap"
    ).split(),
    "other": (
        "pacific_golden_chanterelle dead_mans_foot snyders_black_morel black_elfin_saddle "
        "rehms_haircup scaly_vase white_chanterelle pigs_ears earthfan hot_pink_coral "
        "brown_elfin_saddle yellow_tipped_coral crested_coral"
    ).split(),
}
TYPE = {kind: name for name, kinds in TYPES.items() for kind in kinds}
ONGOING = "candy_cap earthfan slippery_jack smiths_amanita brown_roll_rim".split()
ABSORB_ANY = "woolly_pine_spike hot_pink_coral admirable_bolete short_stemmed_russula".split()
ABSORB_HERE = "woolly_owl_eyes western_matsutake brown_elfin_saddle amethyst_deceiver".split()
TWO_CARBON = (
    "zellers_bolete white_chanterelle blood_red_webcap cowboys_handkerchief pigs_ears".split()
    + ABSORB_ANY
    + ABSORB_HERE
)
NO_CARBON = (
    "red_bleeding_milkcap bellybutton_hedgehog scaly_vase gassy_webcap mouse_trich "
    "yellow_tipped_coral violet_webcap fat_jack scarletina_bolete"
).split()
COPYCATS = "crested_coral rosy_slime_spike golden_waxcap suede_bolete".split()
FOUR = "red_bleeding_milkcap bellybutton_hedgehog scaly_vase gassy_webcap slippery_jack".split()
FOUR += ["smiths_amanita", "scarletina_bolete"]
TWO = (
    "earthlover red_cracking_bolete woodland_lepidella rehms_haircup velvet_milkcap "
    "zellers_bolete white_chanterelle blood_red_webcap cowboys_handkerchief pigs_ears"
).split()
TWO += ABSORB_ANY + COPYCATS
ONE = ["candy_cap", "earthfan"]
BESIDE = ["mouse_trich", "yellow_tipped_coral", "violet_webcap", "fat_jack"]
SLOTS = {"yellow_veiled_amanita": [0, 2, 4]} | {
    kind: [0, 1, 2, 3, 5] for kind in ("peppery_bolete", "green_russula", "panthercap")
}


def carbon_cost(kind: str) -> int:
    return 2 if kind in TWO_CARBON else 0 if kind in NO_CARBON else 1


def cube_cost(kind: str) -> int:
    return 1 if kind in [*ABSORB_ANY, *ABSORB_HERE, "scarletina_bolete"] else 0


class Forest:
    """The mushrooms by their places, and what follows from that."""

    def __init__(self, seen: View) -> None:
        self.at: dict[Place, str] = {(m.x, m.y): m.kind for m in seen.forest}
        self.place = {kind: place for place, kind in self.at.items()}
        self.carbon = {m.kind: m.carbon for m in seen.forest}
        self.filled = {m.kind: m.filled for m in seen.forest}

    def touched(self, corner: Place) -> list[str]:
        x, y = corner
        around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]
        return [self.at[place] for place in around if place in self.at]

    def corners(self) -> set[Place]:
        return {(x + dx, y + dy) for x, y in self.at for dx in (0, 1) for dy in (0, 1)}

    def free_places(self) -> set[Place]:
        return {near for place in self.at for near in beside(place)} - set(self.at)

    def steps(self, start: str) -> dict[str, int]:
        """How many steps it is from a mushroom to every other."""
        found = {start: 0}
        edge = [start]
        while edge:
            kind = edge.pop(0)
            for place in beside(self.place[kind]):
                near = self.at.get(place)
                if near and near not in found:
                    found[near] = found[kind] + 1
                    edge.append(near)
        return found

    def value(self, kind: str) -> int:
        if kind in SLOTS:
            return SLOTS[kind][self.filled[kind]]
        if kind in BESIDE:
            near = [self.at.get(place, "") for place in beside(self.place[kind])]
            return 2 + sum(TYPE.get(name) == TYPE[kind] for name in near)
        return 4 if kind in FOUR else 2 if kind in TWO else 1 if kind in ONE else 3


def beside(place: Place) -> list[Place]:
    x, y = place
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def absorbs(
    forest: Forest, fir: Fir, tokens: int, cubes: int, sources: Iterable[str], free: int = 0
) -> set[tuple[str, Place]]:
    """Sources and corners of Seedlings that so many tokens and cubes can bring together."""
    found = set()
    for source in sources:
        steps = forest.steps(source)
        for plant in fir.plants:
            if plant.tree or plant.carbon >= (4 if not fir.trees else 3) or not plant.roots:
                continue
            nearest = min(steps[root] for root in plant.roots)
            if max(nearest - free, 0) <= tokens + cubes:
                found.add((source, (plant.x, plant.y)))
    return found


def spots(forest: Forest, fir: Fir) -> set[tuple[str, Place]]:
    """Where a Root may go: mushroom and corner."""
    return {
        (kind, (plant.x, plant.y))
        for plant in fir.plants
        for kind in forest.touched((plant.x, plant.y))
        if kind not in plant.roots
    }


def may_activate(forest: Forest, fir: Fir, kind: str, copied: str = "") -> bool:
    """Cost, and for an absorbing ability somebody to absorb; the Root is looked at elsewhere."""
    if kind == "earthlover":
        return True
    ability = copied or kind
    cubes = fir.n + fir.p + fir.k - cube_cost(ability)
    carbon = carbon_cost(ability)
    if TYPE[kind] not in fir.ready or fir.c < carbon or cubes < 0 or ability in ONGOING:
        return False
    tokens = len(fir.ready) - 1
    paid = {kind} if carbon else set()
    lying = {name for name, number in forest.carbon.items() if number} | paid
    if ability in ABSORB_HERE:
        return bool(absorbs(forest, fir, tokens, cubes, [kind]))
    if ability in ABSORB_ANY:
        return bool(absorbs(forest, fir, tokens, cubes, lying))
    if ability == "scarletina_bolete":
        return bool(absorbs(forest, fir, tokens, cubes, lying, 2))
    return True


def claimed(seen: View) -> set[Place]:
    names = {"nw": (0, 0), "ne": (1, 0), "sw": (0, 1), "se": (1, 1)}
    return {(p.x, p.y) for fir in seen.firs for p in fir.plants} | {names[c] for c in seen.blocked}


def actions(seen: View, seat: int) -> set[str]:
    """Everything the seat may begin its turn with, an absorb as source and corner."""
    forest, fir = Forest(seen), seen.firs[seat]
    found = {f"photosynthesize nitrogen={n}" if n else "photosynthesize" for n in range(fir.n + 1)}
    rooted = {root for plant in fir.plants for root in plant.roots}
    for kind in rooted:
        if kind in COPYCATS:
            for other in forest.place:
                if other != kind and TYPE.get(other) == TYPE[kind]:
                    if may_activate(forest, fir, kind, other):
                        found.add(f"activate mushroom={kind} copy={other}")
        elif may_activate(forest, fir, kind):
            found.add(f"activate mushroom={kind}")
    cubes = fir.n + fir.p + fir.k
    if fir.ready and cubes:
        lying = [kind for kind, number in forest.carbon.items() if number]
        for source, (x, y) in absorbs(forest, fir, len(fir.ready) - 1, cubes - 1, lying):
            found.add(f"absorb {source} {x},{y}")
    tile = bool(fir.hand) and cubes >= 3
    if fir.c and fir.p >= 2 and fir.seedlings and fir.roots:
        if tile or forest.corners() - claimed(seen):
            found.add("reproduce")
    if fir.c and fir.k >= 2 and fir.roots:
        bare = [
            place
            for plant in fir.plants
            for place in around(plant.x, plant.y)
            if place in forest.free_places()
        ]
        if spots(forest, fir) or (tile and bare):
            found.add("partner")
    return found


def around(x: int, y: int) -> list[Place]:
    return [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)]


def plant_points(seen: View, seat: int) -> list[int]:
    forest = Forest(seen)
    found = []
    for plant in seen.firs[seat].plants:
        values = sorted((forest.value(root) for root in plant.roots), reverse=True)
        found.append(sum(values if plant.tree else values[: plant.carbon]))
    return found


def progress(seen: View, seat: int, card: str, side: str) -> int | None:
    """What a goal that is read off the forest counts; None for one that is tracked."""
    forest, fir = Forest(seen), seen.firs[seat]
    roots = [root for plant in fir.plants for root in plant.roots]
    touching = [forest.touched((plant.x, plant.y)) for plant in fir.plants]
    types = [len({TYPE[kind] for kind in near if kind in TYPE}) for near in touching]
    counted: dict[str, int] = {
        "whiskey_jack/a": len({plant.x for plant in fir.plants}),
        "whiskey_jack/b": len({kind for near in touching for kind in near}),
        "red_vole/a": sum(plant.tree for plant in fir.plants),
        "red_vole/b": sum(len(plant.roots) >= 2 for plant in fir.plants),
        "douglas_fir_spittlebug/b": len(roots),
        "flying_squirrel/a": sum(forest.value(root) % 2 == 0 for root in roots),
        "flying_squirrel/b": sum(forest.value(root) % 2 for root in roots),
        "banana_slug/a": sum(number == 4 for number in types),
        "banana_slug/b": sum(number == 2 for number in types),
        "douglas_squirrel/a": sum(any(cube_cost(kind) for kind in near) for near in touching),
    }
    return counted.get(f"{card}/{side}")


TABLES = {
    "silver_haired_bat/a": [0, 3, 5, 9],
    "whiskey_jack/a": [0, 0, 0, 1, 3, 6, 10],
    "red_vole/a": [0, 1, 2, 4],
    "red_vole/b": [0, 0, 0, 0, 1, 5, 10],
}
EACH = {
    "douglas_fir_spittlebug/a": 2,
    "banana_slug/a": 3,
    "banana_slug/b": 2,
    "douglas_squirrel/a": 2,
    "douglas_squirrel/b": 2,
}


def goal_points(name: str, everybody: list[int], seat: int) -> int:
    mine = everybody[seat]
    if name in TABLES:
        return TABLES[name][min(mine, len(TABLES[name]) - 1)]
    if name in EACH:
        return EACH[name] * mine
    ahead = sum(other > mine for other in everybody)
    tied = sum(other == mine for other in everybody)
    return sum([9, 5, 3, 1][ahead : ahead + tied]) // tied
