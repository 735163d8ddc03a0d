"""What each move of Undergrove touches on the board, and what it would put down."""

from __future__ import annotations

from spinney.drawing.scene import Spots, Sprite
from spinney.games.undergrove.components import Box
from spinney.games.undergrove.forest_map import PLANT, Frame, T, root_sprite
from spinney.games.undergrove.phrases import vertex
from spinney.games.undergrove.rules.moves import VERBS
from spinney.games.undergrove.view_types import View


def spots(box: Box, seen: View, move: int) -> Spots:
    """What is chosen for a move, where it goes, and what it would put down."""
    said = VERBS.to_json(move)
    match said["verb"]:
        case "settle":
            return Spots(
                {f"quarter:earthlover:{said['corner']}": 1}, ghosts=sprout(seen, "earthlover", said)
            )
        case "activate":
            if "copy" in said:
                return Spots({f"tile:{said['mushroom']}": 1, f"tile:{said['copy']}": 1})
            return Spots({f"tile:{said['mushroom']}": 1})
        case "absorb":
            return absorbing(seen, said)
        case "reproduce" | "partner" | "photosynthesize":
            return Spots({f"act:{said['verb']}": 1})
        case "lay":
            place = f"place:{said['x']},{said['y']}"
            x, y = Frame(seen).middle(int(said["x"]), int(said["y"]))
            art = f"tile-{said['mushroom']}"
            ghost = Sprite("forest/ghost", art, x=x, y=y, w=T - 4, h=T - 4, z=2, look="ghost")
            return Spots({f"hand:{said['mushroom']}": 1, place: 1}, ghosts=[ghost])
        case "plant":
            spot = f"quarter:{said['mushroom']}:{said['corner']}"
            return Spots({spot: 1}, ghosts=sprout(seen, said["mushroom"], said))
        case "root":
            spot = f"quarter:{said['mushroom']}:{said['corner']}"
            return Spots({spot: 1}, ghosts=sprout(seen, said["mushroom"], said)[:1])
        case _:
            return small_spots(seen, said)


def small_spots(seen: View, said: dict[str, str]) -> Spots:
    match said["verb"]:
        case "pay":
            part = said["part"]
            return Spots({f"cube:{part}" if part in "npk" else f"token:{part}": 1})
        case "gain":
            return Spots({f"cube:{kind}": 1 for kind in ("n", "p", "k") if kind in said})
        case "trade":
            return Spots({f"cube:{kind}": 1 for kind in (said["give"], said["take"])})
        case "fill":
            return Spots({f"tile:{seen.using}": 1})
        case "discard":
            return Spots({f"hand:{said['mushroom']}": 1})
        case "bonus":
            return Spots({f"bonus:{said['stone']}": 1})
        case "show":
            return Spots({f"show:{said['tree']}:{said['stone']}": 1})
        case "keep":
            return Spots({f"keep:{said['tile']}": 1})
        case "claim":
            return Spots({f"space:{said['space']}": 1})
        case "ready":
            return Spots({f"token:{said['token']}": 1})
        case _:
            return Spots()


def absorbing(seen: View, said: dict[str, str]) -> Spots:
    """The mushroom the carbon comes from and the Seedling that drinks it, with the way between."""
    source, mushroom = f"tile:{said['source']}", f"tile:{said['mushroom']}"
    x, y = vertex(seen, said["mushroom"], said["corner"])
    plant = f"plant:{x},{y}"
    aims = [mushroom] if mushroom != source else []
    lines = [(source, mushroom)] if mushroom != source else []
    return Spots({source: 1, plant: 1}, aims, lines=[*lines, (mushroom, plant)])


def sprout(seen: View, kind: str, said: dict[str, str]) -> list[Sprite]:
    """The Root and the Seedling that a move would put down."""
    corner = said["corner"]
    x, y = Frame(seen).corner(*vertex(seen, kind, corner))
    root = root_sprite("forest/root", x, y, corner, seen.seat)
    art = f"seedling-{seen.seat}"
    plant = Sprite(
        "forest/plant", art, x=x, y=y, w=PLANT, h=PLANT, z=9, owner=seen.seat, look="ghost"
    )
    return [root, plant]
