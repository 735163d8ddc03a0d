"""spinney play: a game in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom

from spinney.cli import INTERRUPTED
from spinney.cli.hear import Offer, Unheard, beginning, hear, named, offers, plain
from spinney.cli.seating import NOBODY, YOU, Seating, latest, new_file, resumed, seat_all
from spinney.cli.show import Screen
from spinney.cli.wishes import (
    Mistake,
    choices,
    game_of,
    game_options,
    positive,
    record_of,
    target,
    wished,
)
from spinney.cli.wishes import seed as a_seed
from spinney.core import shelf
from spinney.core.match import Refused
from spinney.core.record import save as keep
from spinney.players import PLAYERS, find

HELP = {
    "NUMBER": "make the move of that number",
    "MOVE": "make a move in words: as it is listed, or the start of it",
    "moves [VERB]": "list the moves again, or all of one verb",
    "table": "show the table again",
    "hint": "what a greedy player would do",
    "why MOVE": "why a move is not possible, and which rule says so",
    "undo, redo": "take your last move back, with the replies to it; make it again",
    "score": "how it stands, line by line",
    "rules [R1]": "the rulebook: its sections, or one of them",
    "save FILE": "keep a copy of the game",
    "quit": "leave; the game is saved after every move (Ctrl-D does the same)",
}


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game of the shelf")
    parser.add_argument("--seats", type=positive, metavar="K", help="players at the table")
    parser.add_argument(
        "--seat",
        type=int,
        metavar="K",
        help="where you sit; -1 lets the others play while you watch (0)",
    )
    parser.add_argument(
        "--opponent", metavar="NAME", help=f"your opponents: {' or '.join(PLAYERS)} (greedy)"
    )
    parser.add_argument("--seed", type=a_seed, metavar="S", help="the same deal every time")
    game_options(parser)
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="go on with a saved game; without FILE the last one you left",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="keep the game in this file, not with the others",
    )
    parser.epilog = (
        "examples:\n"
        "  spinney play GAME\n"
        "  spinney play GAME --seed 7 --opponent random\n"
        "  spinney play GAME --resume\n\n"
        "At the table, 'help' lists what you can type."
    )


def run(args: argparse.Namespace) -> int:
    seating = resume(args) if args.resume is not None else begin(args)
    return Evening(seating, args.components).run()


def begin(args: argparse.Namespace) -> Seating:
    """A new game."""
    game = game_of(args.game or choose_game(), args.components)
    seats = args.seats or (2 if 2 in game.seats else game.seats[0])
    seat = 0 if args.seat is None else args.seat
    opponent = args.opponent or "greedy"
    with wished():
        game.check_seats(seats)
        find(opponent)
        options = game.choose(choices(args.option))
    if not NOBODY <= seat < seats:
        raise Mistake(f"--seat {seat}: the seats are 0 to {seats - 1}, or -1 to watch")
    seed = SystemRandom().randrange(1_000_000) if args.seed is None else args.seed
    match, who = seat_all(game, options, seats, seed, seat, opponent)
    if args.record is None:
        return Seating(match, who, new_file(game.name, seed), insist=False)
    path = target(args.record)
    if path.exists() and path.stat().st_size:
        raise Mistake(f"{args.record} is there already; '--resume {args.record}' goes on with it")
    seating = Seating(match, who, path)
    seating.save()  # a file that cannot be written shows now, not in the middle of the game
    return seating


def choose_game() -> str:
    """The only game there is, or the one the person names."""
    games = shelf.games()
    if len(games) == 1:
        return next(iter(games))
    for name, game in games.items():
        print(f"  {name:<16} {game.title}")
    try:
        return input("Which game? ").strip()
    except EOFError:
        raise Mistake("which game? 'spinney games' lists them") from None


def resume(args: argparse.Namespace) -> Seating:
    """A saved game; it knows its own seats, seed and options."""
    given = {
        "--seats": args.seats,
        "--seat": args.seat,
        "--opponent": args.opponent,
        "--seed": args.seed,
        "--option": args.option or None,
    }
    for name, value in given.items():
        if value is not None:
            raise Mistake(f"{name} belongs to a new game; --resume goes on with an old one")
    path = Path(args.resume) if args.resume else latest(args.game)
    if path is None:
        raise Mistake("there is no unfinished game to resume")
    record = record_of(path, args.components)
    if args.game and args.game != record.match.game.name:
        raise Mistake(f"{path} is a game of {record.match.game.name}, not of {args.game}")
    with wished(str(path)):
        return resumed(record, target(args.record or path))


class Evening:
    """The conversation: shows the table, listens, answers."""

    def __init__(self, seating: Seating, components: Path | None) -> None:
        self.seating = seating
        self.match = seating.match
        self.game = seating.match.game
        self.me = seating.me
        self.components = components
        self.screen = Screen(self.game, seating.names)
        self.offered: list[Offer] = []
        self.worried = False  # that the game cannot be saved has been said
        self.echo = not sys.stdin.isatty()  # so that a transcript shows what was typed
        self.answers: dict[str, Callable[[str], bool]] = {
            "moves": self.moves,
            "table": self.table,
            "hint": self.hint,
            "why": self.why,
            "undo": self.undo,
            "redo": self.redo,
            "score": self.score,
            "rules": self.rules,
            "save": self.save,
            "help": self.help,
            "?": self.help,
        }

    def run(self) -> int:
        try:
            return self.play()
        except KeyboardInterrupt:
            self.leave()
            return INTERRUPTED

    def play(self) -> int:
        self.greet()
        while not self.match.over:
            self.others()
            if self.me in self.match.awaited:
                self.show()
                if not self.listen():
                    self.leave()
                    return 0
        self.end()
        return 0

    # -------------------------------------------------------------------------------- showing
    def greet(self) -> None:
        who = [f"{p.name} ({p.kind})" for p in self.seating.who if p.name != YOU]
        against = f" against {' and '.join(who)}" if self.me != NOBODY else f": {', '.join(who)}"
        self.screen.heading(f"{self.game.title}{against}, seed {self.match.seed}")
        if self.me != NOBODY and not self.match.over:
            self.screen.say("Type a number or a move in words; 'help' lists the rest.", "dim")
        if self.match.log:
            self.screen.say(f"Resumed after {len(self.match.moves)} moves.", "dim")

    def others(self) -> None:
        """Whoever is awaited and is a computer player moves first."""
        while told := self.seating.reply():
            self.screen.news([told])
            self.worry()

    def show(self) -> None:
        sight = self.match.sight(self.me)
        self.offered = offers(self.game, sight, self.match.legal(self.me))
        self.screen.line(self.screen.standing(sight))
        self.screen.position(sight, self.offered)

    def worry(self) -> None:
        if self.seating.trouble and not self.worried:
            self.screen.say(f"This game cannot be saved ({self.seating.trouble}).", "red")
            self.worried = True

    def leave(self) -> None:
        """Say how to come back."""
        self.seating.save()
        self.worry()
        if not self.seating.trouble:
            again = ["spinney", "play", "--resume", str(self.seating.path)]
            if self.components:
                again += ["--components", str(self.components)]
            self.screen.say("\nSaved. Go on with:")
            self.screen.command(again)

    def end(self) -> None:
        sight = self.match.sight(self.me)
        self.screen.line(self.game.words.prompt(sight))
        self.screen.table(sight)
        self.screen.line("The score")
        outcome = self.match.outcome()
        self.screen.score(outcome)
        self.screen.say("")
        self.screen.victory(outcome)
        self.seating.save()
        if not self.seating.trouble:
            self.screen.say("See it again with:")
            self.screen.command(["spinney", "replay", str(self.seating.path)])

    # ------------------------------------------------------------------------------ listening
    def listen(self) -> bool:
        """Answer until the table has changed; False if the person leaves.

        A game's own verbs come before our words; `/undo` is always ours.
        """
        while True:
            try:
                line = input("> ").strip()
            except EOFError:
                print()
                return False
            if self.echo:
                print(line)
            if not line:
                continue
            word, _, rest = line.removeprefix("/").partition(" ")
            ours = line.startswith("/") or word.lower() not in self.game.verbs.numbers
            if ours and word.lower() in ("quit", "exit", "q"):
                return False
            answer = self.answers.get(word.lower()) if ours else None
            try:
                if answer(rest.strip()) if answer else self.move(line):
                    return True
            except (Unheard, Refused) as error:
                self.screen.say(sentence(str(error)), "yellow")

    def move(self, said: str) -> bool:
        move = hear(said, self.offered, self.game.verbs)
        try:
            told = self.seating.act(self.me, move)
        except Refused as error:
            near = beginning(plain(said), self.offered)
            hint = f". You could: {named(near)}" if near else ""
            raise Refused(f"{error}{hint}") from None
        self.screen.news([told])
        self.worry()
        return True

    # --------------------------------------------------------------- answers: has anything changed?
    def moves(self, verb: str) -> bool:
        if verb and verb not in {offer.verb for offer in self.offered}:
            raise Unheard(f"there is no move {verb!r} now")
        self.screen.moves(self.offered, verb)
        return False

    def table(self, _: str) -> bool:
        self.show()
        return False

    def hint(self, _: str) -> bool:
        move = self.seating.thought(self.me, "greedy")
        offer = next(offer for offer in self.offered if offer.move == move)
        self.screen.say(f"A greedy player would choose {offer}.")
        return False

    def why(self, said: str) -> bool:
        if not said:
            raise Unheard(f"why which move? Try: why {self.offered[0].words}")
        move = hear(said, self.offered, self.game.verbs)
        offer = next((offer for offer in self.offered if offer.move == move), None)
        if offer:
            self.screen.say(f"You may: {offer}.")
            return False
        refusal = self.game.words.refuse(self.match.sight(self.me), move)
        self.screen.say(sentence(str(refusal)), "yellow")
        self.screen.say(f"'rules {refusal.rule}' shows the rule.", "dim")
        return False

    def undo(self, _: str) -> bool:
        gone = self.seating.undo()
        self.screen.say(f"Your last move is taken back{with_replies(gone - 1)}.")
        return True

    def redo(self, _: str) -> bool:
        again = self.seating.redo()
        self.screen.say(f"Your move is made again{with_replies(again - 1)}.")
        return True

    def score(self, _: str) -> bool:
        self.screen.score(self.screen.outcome(self.match.sight(self.me)))
        return False

    def rules(self, wanted: str) -> bool:
        self.screen.rules(wanted)
        return False

    def save(self, name: str) -> bool:
        if not name:
            raise Unheard("save to which file? Try: save my.record")
        try:
            path = target(Path(name).expanduser())
            keep(path, self.seating.text())
        except (Mistake, OSError) as error:
            raise Unheard(f"cannot save: {error}") from None
        self.screen.say(f"Saved to {path}.")
        return False

    def help(self, _: str) -> bool:
        for word, line in HELP.items():
            self.screen.say(f"  {word:<14}{line}")
        return False


def with_replies(count: int) -> str:
    if count == 0:
        return ""
    return ", with the reply to it" if count == 1 else f", with the {count} replies to it"


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
