"""A match in the terminal: shows the position, and handles what the person types."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from spinney.cli import INTERRUPTED
from spinney.cli.arguments import UsageError, target
from spinney.cli.line_input import LineInput
from spinney.cli.local_match import NOBODY, YOU, LocalMatch, shelf_of_records
from spinney.cli.parse_move import (
    Offer,
    Unheard,
    UnknownMove,
    beginning,
    named,
    near,
    offers,
    parse_move,
    plain,
    reasons,
    suggestion,
)
from spinney.cli.render import Screen
from spinney.core.game import Refusal
from spinney.core.guide import Guidance, follow, guide_of
from spinney.core.match import Refused
from spinney.core.record import save as keep
from spinney.players.hints import advise

HELP = {
    "NUMBER": "make the move with that number",
    "MOVE": "make a move in words: as it is listed, its start, or its verb and values",
    "moves [WORDS]": "list the moves again, or all with these words: their verb, a piece",
    "table": "show the table again",
    "hint": "a few good moves, with the chances of each and a reason",
    "why MOVE": "whether a move is possible, and if not, why and by which rule (or a verb)",
    "undo, redo": "take your last move back, with the replies to it; make it again",
    "score": "the score, line by line",
    "rules [WORD]": "the rulebook: its sections, rule R1, ruling #1, or where a word is",
    "guide [off]": "in a guided first game: what the guide says now; leave the guide",
    "save FILE": "save a copy of the game",
    "quit": "leave; every move is saved already (Ctrl-D does the same)",
}


class TerminalGame:
    """Shows the table, reads a line, and answers it, until the match is over."""

    def __init__(self, seating: LocalMatch, components: Path | None) -> None:
        self.seating = seating
        self.match = seating.match
        self.game = seating.match.game
        self.me = seating.me
        self.components = components
        self.input = LineInput(self.phrases, shelf_of_records() / "history")
        self.screen = Screen(
            self.game, seating.names, self.input.ask if self.input.edited else None
        )
        self.offered: list[Offer] = []
        self.news: list[str] = []  # what happened since the person was last asked
        self.guided = self.me != NOBODY and bool(guide_of(self.match, self.me))
        self.passed = -1  # the step of the guide that was last said to be skipped
        self.worried = False  # the person was warned that the game cannot be saved
        self.answers: dict[str, Callable[[str], bool]] = {
            "moves": self.moves,
            "table": self.table,
            "hint": self.hint,
            "why": self.why,
            "undo": self.undo,
            "redo": self.redo,
            "score": self.score,
            "rules": self.rules,
            "rule": self.rules,
            "guide": self.guide,
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
        finally:
            self.input.close()

    def play(self) -> int:
        self.greet()
        while not self.match.over:
            self.others()
            if self.me in self.match.seats_to_act:
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
        against = against if who else ", alone"
        self.screen.heading(f"{self.game.title}{against}, seed {self.match.seed}")
        if self.me != NOBODY and not self.match.over:
            self.screen.say("Type a number or a move in words; 'help' lists the rest.", "dim")
            if self.game.origins.summary:
                self.screen.say(self.game.origins.summary, "dim")
            if self.guided:
                self.screen.say("A guide leads you; 'guide off' leaves it.", "dim")
        if self.match.log:
            self.screen.say(f"Resumed at position {self.match.position}.", "dim")
            self.news = self.seating.last_lines()

    def others(self) -> None:
        """Let all bots move that must act."""
        while line := self.seating.reply():
            self.news.append(line)
            self.worry()
            if self.me == NOBODY:
                self.tell()

    def tell(self) -> None:
        """Show what has happened."""
        self.screen.news(self.news)
        self.news = []

    def show(self, whole: bool = False) -> None:
        view = self.match.view(self.me)
        self.offered = offers(self.game, view, self.match.legal(self.me))
        self.screen.line(f"Position {self.match.position}")
        self.screen.position(view, self.offered, self.news, whole)
        told = follow(self.match, self.me) if self.guided else None
        if told:
            self.coach(told)

    def coach(self, told: Guidance) -> None:
        """What the guide says, below everything else."""
        if told.skipped and told.at != self.passed:
            self.screen.coach("A step of the guide cannot be taken any more. It is skipped.")
        self.passed = told.at if told.skipped else self.passed
        for step in told.read:
            self.screen.coach(step.says, step.why)
        if told.step:
            numbers = [offer.number for offer in self.offered if offer.move in told.moves]
            self.screen.coach(told.step.says, told.step.why, numbers)
        elif told.over:
            self.screen.coach("That was the guide. From here on you know the way.")
            self.guided = False
        else:
            self.screen.coach("Choose for yourself here. The guide goes on afterwards.")

    def worry(self) -> None:
        if self.seating.trouble and not self.worried:
            self.news.append(f"This game cannot be saved ({self.seating.trouble}).")
            self.worried = True

    def leave(self) -> None:
        """Show how to resume the game."""
        if not self.match.log:
            self.screen.say("\nNothing was played, so nothing is saved.")
            return
        self.seating.save()
        if not self.seating.trouble:
            self.screen.say("\nSaved. Continue with:")
            self.screen.command(["play", "--resume", str(self.seating.path), *self.box()])

    def box(self) -> list[str]:
        """The option for another components file, which commands need to read this game."""
        return ["--components", str(self.components.resolve())] if self.components else []

    def end(self) -> None:
        view = self.match.view(self.me)
        self.screen.line(self.game.words.prompt(view, self.screen.names))
        self.screen.table(view)
        self.screen.line("The score")
        outcome = self.match.outcome()
        self.screen.score(outcome)
        self.screen.say("")
        self.tell()
        self.screen.victory(outcome)
        self.seating.save()
        if not self.seating.trouble:
            self.screen.say("See it again with:")
            self.screen.command(["replay", str(self.seating.path), *self.box()])

    # ------------------------------------------------------------------------------ listening
    def listen(self) -> bool:
        """Answer lines until the position has changed. Returns False if the person leaves.

        The verbs of a game come before the words in HELP. With a slash, as in `/undo`, it is always
        one of those.
        """
        while True:
            try:
                line = self.input.read()
            except EOFError:
                print()
                return False
            if not line:
                continue
            word, _, rest = line.removeprefix("/").partition(" ")
            no_verb = line.startswith("/") or word.lower() not in self.game.verbs.numbers
            if no_verb and word.lower() in ("quit", "exit", "q"):
                return False
            answer = self.answers.get(word.lower()) if no_verb else None
            try:
                if answer(rest.strip()) if answer else self.move(line):
                    return True
            except Unheard as error:
                near = suggestion(line, self.offered, self.game.verbs, list(self.answers))
                text = f"{line!r}? Did you mean {near!r}?" if near else sentence(str(error))
                self.screen.say(text, "yellow")
            except (UnknownMove, Refused) as error:
                self.screen.say(sentence(str(error)), "yellow")

    def move(self, typed: str) -> bool:
        move = parse_move(typed, self.offered, self.game.verbs)
        try:
            line = self.seating.act(self.me, move)
        except Refused as error:
            like = beginning(plain(typed), self.offered)
            like = like or near(move, self.offered, self.game.verbs)
            hint = f". You could: {named(like)}" if like else ""
            raise Refused(f"{error}{hint}") from None
        self.news = [line]
        self.worry()
        return True

    # ------------------------------------------- answers: each returns whether the position changed
    def moves(self, wanted: str) -> bool:
        some = [offer for offer in self.offered if has_words(offer, wanted)]
        if not some:
            raise UnknownMove(f"there is no move {wanted!r} now")
        self.screen.moves(some, bool(wanted))
        return False

    def phrases(self) -> list[str]:
        """All that may be typed now, for the completion of words."""
        about = [f"{word} {name}" for word in ("why", "moves") for name in self.game.verbs.names]
        said = [text for offer in self.offered for text in (offer.words, offer.sentence)]
        return [*said, *self.answers, "quit", *about]

    def table(self, _: str) -> bool:
        self.show(whole=True)
        self.screen.reconstructed(self.match.view(self.me))
        return False

    def hint(self, _: str) -> bool:
        self.screen.hint(advise(self.game, self.match.view(self.me)), self.offered)
        return False

    def why(self, typed: str) -> bool:
        if not typed:
            raise UnknownMove(f"why which move? Try: why {self.offered[0].words}")
        typed = typed.removeprefix("not ")
        if plain(typed) in self.game.verbs.numbers:
            return self.why_any(plain(typed))
        move = parse_move(typed, self.offered, self.game.verbs)
        offer = next((offer for offer in self.offered if offer.move == move), None)
        if offer:
            self.screen.say(f"You may: {offer}.")
        else:
            self.refuse([self.game.words.refuse(self.match.view(self.me), move)])
        return False

    def why_any(self, verb: str) -> bool:
        """Which moves of a verb are possible, or why none is."""
        possible = [offer for offer in self.offered if offer.verb == verb]
        if possible:
            self.screen.say(f"You may: {named(possible)}.")
        else:
            self.refuse(reasons(self.game, self.match.view(self.me), verb))
        return False

    def refuse(self, refusals: list[Refusal]) -> None:
        for refusal in refusals:
            self.screen.say(sentence(str(refusal)), "yellow")
        self.screen.say(f"'rules {refusals[0].rule}' shows the rule.", "dim")

    def undo(self, _: str) -> bool:
        gone = self.seating.undo()
        self.news = [f"Your last move is taken back{with_replies(gone - 1)}."]
        return True

    def redo(self, _: str) -> bool:
        self.news = ["Your move is made again.", *self.seating.redo()]
        return True

    def score(self, _: str) -> bool:
        self.screen.score(self.screen.outcome(self.match.view(self.me)))
        return False

    def rules(self, wanted: str) -> bool:
        self.screen.rules(wanted)
        return False

    def guide(self, wish: str) -> bool:
        if self.me == NOBODY or not guide_of(self.match, self.me):
            raise UnknownMove("there is no guide in this game")
        self.guided = wish != "off"
        told = follow(self.match, self.me)
        if self.guided and told:
            self.coach(told)
        elif not self.guided:
            self.screen.say("You are on your own now. 'guide' calls the guide back.", "dim")
        return False

    def save(self, name: str) -> bool:
        if not name:
            raise UnknownMove("save to which file? Try: save my.record")
        try:
            path = target(Path(name).expanduser())
            if path.is_file() and not self.seating.holds(path.read_text("utf-8", "replace")):
                raise UnknownMove(f"{path} exists already, and is not a record of this game")
            keep(path, self.seating.text())
        except (UsageError, OSError, RuntimeError) as error:  # RuntimeError: an unknown ~user
            raise UnknownMove(f"cannot save: {error}") from None
        self.screen.say(f"Saved to {path}.")
        return False

    def help(self, _: str) -> bool:
        for word, line in HELP.items():
            self.screen.say(f"  {word:<14}{line}")
        return False


def has_words(offer: Offer, wanted: str) -> bool:
    """Whether all these words are in a move, or begin one of its words."""
    there = plain(offer.words).split()
    there += [part.partition("=")[2] for part in there] + plain(offer.sentence).split()
    return all(
        part in there if "=" in part else any(word.startswith(part) for word in there)
        for part in plain(wanted).split()
    )


def with_replies(count: int) -> str:
    if count == 0:
        return ""
    return ", with the reply to it" if count == 1 else f", with the {count} replies to it"


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
