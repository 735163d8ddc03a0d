"""The sheet of Undergrove: every symbol its board uses, printed with the figures of a box."""

from __future__ import annotations

from pathlib import Path

from spinney.drawing.outlines import Plate, symbol_of
from spinney.games.undergrove.art import signs
from spinney.games.undergrove.art.tiles import Face, back, cover, spore, tile, worth_sign
from spinney.games.undergrove.components import Ability, Bonus, Box, Mushroom, Space

HERE = Path(__file__).parent
BOOSTS = {
    "reproduce_root": ("seedling-sign", "+", "root-sign"),
    "partner_root": ("root-sign", "root-sign", "+", "root-sign"),
    "reproduce_tile": ("seedling-sign", "+", "sheet-sign"),
    "partner_tile": ("root-sign", "root-sign", "+", "sheet-sign"),
    "photosynthesize": ("sun", "+", "cube-c"),
}


def sheet(box: Box, title: str) -> str:
    symbols = [symbol_of(path.stem, path.read_text("utf-8")) for path in sorted(HERE.glob("*.svg"))]
    symbols += signs.symbols()
    faces = [face(kind, mushroom) for kind, mushroom in box.mushrooms.items()]
    for value in sorted({one.value for one in faces}):
        symbols.append(signs.leaf(value).symbol(worth_sign(value)))
    symbols += [tile(one).symbol(f"tile-{one.id}") for one in faces]
    for step, reward in enumerate(box.track.stones, 1):
        symbols.append(signs.stone(step, rewarded(reward)).symbol(f"stone-{step}"))
    for name, space in box.spaces.items():
        symbols.append(signs.space(offered(space)).symbol(f"space-{name}"))
    for name, bonus in box.bonus.items():
        symbols.append(signs.bonus(hidden(bonus)).symbol(f"bonus-{name}"))
    symbols += [plate.symbol(f"action-{name}") for name, plate in actions(box).items()]
    symbols += [spore().symbol("spore"), back().symbol("back"), cover(title).symbol("cover")]
    return "\n".join(symbols)


def face(kind: str, mushroom: Mushroom) -> Face:
    """A tile as it is printed."""
    price, value = mushroom.cost, mushroom.value
    cost: tuple[str, ...] = (f"act-{mushroom.type}",) if price.token else ()
    cost += ("cube-c",) * price.carbon + ("cube-any",) * price.any
    points = str(value.base)
    if value.filled:
        points = f"{value.filled[0]}-{value.filled[-1]}"
    elif value.each:
        points = f"{value.base}+"
    return Face(
        id=kind,
        name=mushroom.name,
        type=mushroom.type,
        cost=cost,
        ability=able(mushroom.type, mushroom.ability),
        value=points,
        ongoing=bool(mushroom.ability.ongoing),
        slots=tuple(value.filled[1:]),
        near=value.each or "",
        marks=("colour",) * mushroom.colour + ("creature",) * mushroom.creature,
    )


def able(kind: str, ability: Ability) -> tuple[str, ...]:
    """What a mushroom does, in signs."""
    if ability.ongoing:
        return BOOSTS[ability.ongoing]
    row = cubes(ability.gain)
    if ability.others:
        row += ("|", "others", *cubes(ability.others))
    row += tuple(f"ready-{token}" for token in ability.ready)
    if ability.again:
        row += ("again",)
    if ability.instead:
        row += ("/", *cubes(ability.instead))
    if ability.absorb:
        row += ("absorb",) + (("x2",) if ability.absorb > 1 else ())
        row += ("here" if ability.source == "here" else "any",)
        row += ("steps",) if ability.free else ()
    if ability.copy:
        row += (f"copy-{kind}",)
    if ability.trade:
        row += ("|", "swap", "x2")
    return row


def cubes(text: str) -> tuple[str, ...]:
    return tuple("cube-any" if one == "?" else f"cube-{one.lower()}" for one in text.split())


def rewarded(reward: str) -> tuple[str, ...]:
    """What a stone of the Carbon Track gives."""
    return {"root": ("root-sign",), "bonus": ("bonus-back",)}.get(reward) or cubes(reward)


def offered(space: Space) -> tuple[str, ...]:
    row = ("root-sign",) * space.roots + ("ready-one",) * space.ready + cubes(space.gain)
    return row + ((f"leaf-{space.points}",) if space.points else ())


def hidden(bonus: Bonus) -> tuple[str, ...]:
    row = cubes(bonus.gain) + (("ready-all",) if bonus.ready else ())
    return row + ((f"leaf-{bonus.points}",) if bonus.points else ())


def actions(box: Box) -> dict[str, Plate]:
    """The actions of the player board that do not begin on the map."""
    play = box.actions
    rows = {
        "reproduce": ("Reproduce", (*cubes(play.reproduce), ">", "seedling-sign", "root-sign")),
        "partner": ("Partner", (*cubes(play.partner), ">", "root-sign", "root-sign")),
        "photosynthesize": (
            "Photosynthesize",
            ("sun", ">", *cubes(play.photosynthesize), "ready-all"),
        ),
    }
    return {name: signs.action(title, row) for name, (title, row) in rows.items()}
