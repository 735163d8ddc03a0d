"""Collects what the handbook takes from the games: run by `make docs`.

docs/games/NAME.md       the game's rulebook and its moves; made anew each time, not committed
docs/pictures/NAME.svg   its board in the middle of a golden game; committed, for the README
"""

from pathlib import Path

from spinney.core import record, shelf
from spinney.core.game import Game
from spinney.drawing.builder import build_scene
from spinney.drawing.svg import scene_to_svg

DOCS = Path(__file__).parent
EXAMPLES = DOCS.parent / "src" / "spinney" / "games"


def picture(game: Game) -> str:
    """The first golden game, two thirds through, from the seat that is to move."""
    file = sorted((EXAMPLES / game.name / "examples").glob("*.record"))[0]
    found = record.read(file.read_text(encoding="utf-8"))
    match = found.at(len(found.match.log) * 2 // 3)
    seat = match.seats_to_act[0]
    names = [player.name for player in found.players]
    names[seat] = "You"
    scene = build_scene(game, match.view(seat), names)
    return scene_to_svg(scene, game.board.sheet())


def page(game: Game) -> str:
    verbs = game.verbs
    moves = [
        " ".join([f"`{name}`", *(f"{field}{'?' * (field in optional)}" for field in fields)])
        for name, fields, optional in zip(verbs.names, verbs.fields, verbs.optional, strict=True)
    ]
    return "\n".join(
        [
            f"![{game.title}](../pictures/{game.name}.svg)",
            "",
            game.rulebook,
            "## Moves in words",
            "",
            "Fields with a question mark may be left out.",
            "",
            *(f"- {move}" for move in moves),
            "",
        ]
    )


def main() -> None:
    (DOCS / "games").mkdir(exist_ok=True)
    (DOCS / "pictures").mkdir(exist_ok=True)
    for game in shelf.games().values():
        (DOCS / "games" / f"{game.name}.md").write_text(page(game), encoding="utf-8")
        (DOCS / "pictures" / f"{game.name}.svg").write_text(picture(game), encoding="utf-8")


if __name__ == "__main__":
    main()
