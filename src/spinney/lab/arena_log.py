"""A file with the deals that an arena has played, so that a long arena can be interrupted.

The first line says what is compared; every other line is a deal. A deal counts when its line is
complete. A deal whose line was cut off is played again. Bots such as `level5` depend on the code,
so deals that were played with other code do not count.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

import spinney
from spinney.lab.arena import DealResult, Setting
from spinney.lab.simulate import load_game


class Heading(msgspec.Struct, frozen=True):
    """What must be the same for the deals of a file to count."""

    game: str
    version: int
    components: str  # hash
    seats: int
    players: list[str]
    seed: int
    options: dict[str, str]
    code: str  # hash of the rules and the players


class ArenaLog:
    """`played` has the deals of the setting that are in the file. `write` adds one."""

    def __init__(self, path: Path, setting: Setting) -> None:
        """Raises a ValueError with a readable reason if the file is about something else."""
        heading = heading_of(setting)
        content = path.read_bytes() if path.exists() else b""
        if msgspec.json.encode(heading).startswith(content):
            content = b""  # not even the heading is complete
        whole = content[: content.rfind(b"\n") + 1]
        found = read(path, content, heading) if content else []
        self.played = [one for one in found if one.deal < setting.deals]
        self.there = {(one.one, one.other, one.deal) for one in self.played}
        self.file = path.open("ab")
        self.file.truncate(len(whole))
        if not whole:
            self.line(heading)

    def write(self, one: DealResult) -> None:
        if (one.one, one.other, one.deal) not in self.there:
            self.line(one)

    def line(self, what: Heading | DealResult) -> None:
        self.file.write(msgspec.json.encode(what) + b"\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def read(path: Path, content: bytes, heading: Heading) -> list[DealResult]:
    """The deals of a file whose heading is this one."""
    first, *lines = content.split(b"\n")[:-1] or [b""]  # without the last line, which is incomplete
    try:
        there = msgspec.json.decode(first, type=Heading)
        found = [msgspec.json.decode(line, type=DealResult) for line in lines]
    except (msgspec.MsgspecError, ValueError):
        raise ValueError(f"{path} was not written by an arena") from None
    if there != heading:
        raise ValueError(f"{path} is about another arena: {differences(there, heading)}")
    return found


def heading_of(setting: Setting) -> Heading:
    game = load_game(setting.game, setting.components)
    return Heading(
        game.name,
        game.version,
        game.components,
        setting.seats,
        setting.players,
        setting.seed,
        setting.options,
        made_of(setting),
    )


def made_of(setting: Setting) -> str:
    """A hash of everything that a move depends on: the code of the game and of the bots, and
    nets."""
    package = Path(spinney.__file__).parent
    files = [
        file
        for folder in ("core", "players", f"games/{setting.game}")
        for file in sorted((package / folder).rglob("*"))
        if file.suffix in (".py", ".net")
    ]
    files += [Path(name[4:]) for name in setting.players if name.startswith("net:")]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def differences(there: Heading, here: Heading) -> str:
    """What differs between two headings, in words."""
    old, new = msgspec.structs.asdict(there), msgspec.structs.asdict(here)
    names = [name for name in old if old[name] != new[name]]
    return ", ".join(f"{name} {old[name]}, not {new[name]}" for name in names)
