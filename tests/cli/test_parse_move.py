"""What can be typed at the table, and what is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spinney.cli.parse_move import UnknownMove, near, offers, parse_move, reasons, suggestion
from spinney.cli.render import Screen
from spinney.cli.rulebook import look_up, rulings, sections
from spinney.core import shelf
from spinney.core.match import MatchLog, Refused
from spinney.core.record import read
from spinney.core.verbs import Verbs

from .conftest import Run

START = ("play", "morels", "--seed", 7)


@pytest.mark.parametrize(
    "said",
    [
        "2",
        "take place=2",
        "Take Butter (place 2)",
        "TAKE  butter (PLACE 2).",
        "take b",
        "take place=2 ",
        "take place = 2",
        "take PLACE= 2",
        "take 2",
    ],
)
def test_a_move_can_be_said_in_many_ways(spinney: Run, tmp_path: Path, said: str) -> None:
    file = tmp_path / "game.record"
    _, out, _ = spinney(*START, "--record", file, typed=f"{said}\nquit\n")
    assert "You took Butter" in out
    match = read(file.read_text()).match
    assert match.game.verbs.format(match.moves[0].move) == "take place=2"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("take place=8", "Place 8 costs 6 sticks, you have 0 (R3.1)."),
        ("gather", "The decay is empty (R3.2)."),
        ("why take place=8", "Place 8 costs 6 sticks, you have 0 (R3.1).\n'rules R3.1' shows"),
        ("why 1", "You may: 1: Take Hen of the Woods (place 1), free."),
        ("why", "Why which move? Try: why take place=1."),
        ("cook kind=shiitake day=3", "You hold 1 Shiitake, not 3 (R3.3)."),
        (
            "sell kind=tree_ear",
            "It takes 2 or more like mushrooms to sell (R3.4). You could: 3 Sell",
        ),
        ("99", "There is no move 99: they are numbered 1 to 4."),
        ("take", "That could be 1 Take Hen of the Woods (place 1); 2 Take Butter (place 2)."),
        (
            "take morel",
            "No possible move begins with 'take morel'; in full it is 'take place=1…8'.",
        ),
        ("take place=nine", "Take: no place 'nine'; in full"),
        (
            "pass",
            "'pass' is no move here: there are take, gather, cook, sell, pan, discard, lose;\n"
            "'rules' shows the rulebook",
        ),
        ("take 8", "Place 8 costs 6 sticks, you have 0 (R3.1)."),
        ("why take 8", "Place 8 costs 6 sticks, you have 0 (R3.1).\n'rules R3.1' shows"),
        ("why cook shiitake 3", "You hold 1 Shiitake, not 3 (R3.3).\n'rules R3.3' shows"),
        ("why not cook 3 shi?", "You hold 1 Shiitake, not 3 (R3.3).\n'rules R3.3' shows"),
        ("why cook", "It takes 3 or more like mushrooms to cook (R3.3).\n'rules R3.3' shows"),
        ("why gather", "The decay is empty (R3.2).\n'rules R3.2' shows"),
        ("why lose", "A turn is lost only if nothing else is possible (R3.6).\n"),
        ("why take", "You may: 1 Take Hen of the Woods (place 1); 2 Take Butter (place 2)."),
        ("why pass", "'pass' is no move here"),
        ("sell tree", "to sell (R3.4). You could: 3 Sell the night\nTree Ear."),
        ("cook m 3", "That could be cook kind=morel day=3 or cook kind=moon day=3."),
        ("cook", "'why cook' tells more."),
        ("moves dance", "There is no move 'dance' now."),
        ("moves take", "take  1  Take Hen of the Woods (place 1)  free"),
        ("hint", "chance to win "),
        ("undo", "There is no move of yours to take back."),
        ("redo", "There is nothing of yours to play again."),
        ("score", "You"),
        ("rules", "R3.1 Take from the forest"),
        ("rules r3.1", "Places 1 and 2 lie at your feet"),
        ("rules rulings", "May I take a Moon with a full hand?"),
        ("rules R99", "The rulebook has no 'R99'"),
        ("rules 3.1", "R3.1 Take from the forest\n"),
        ("rules #7", "#7 How long does the poison last?\n  As many turns as"),
        ("rule #7", "#7 How long does the poison last?\n"),
        ("rules MOON", "R6.4 Moons\n  #1 May I take a Moon"),
        ("rules moon", "'moon' is in all of these; 'rules R6.4' shows the first.\n"),
        ("rules fir of", "The rulebook has no 'fir of'"),
        ("help", "take your last move back"),
        ("/help", "take your last move back"),
        ("save", "Save to which file?"),
        ("save /dev/null", "Cannot save: /dev/null: not a file"),
        (".", "Type a move, or its number."),
    ],
)
def test_an_answer_that_changes_nothing(
    spinney: Run, tmp_path: Path, said: str, answer: str
) -> None:
    file = tmp_path / "game.record"
    code, out, err = spinney(*START, "--record", file, typed=f"\n{said}\nquit\n")
    assert (code, err) == (0, "")
    assert answer in out.split(f"> {said}\n")[1].replace(" \n", "\n")
    assert not file.exists()


def test_a_whole_move_is_never_taken_for_the_beginning_of_another() -> None:
    """`cook … day=1` is no cook with a night card, even if that is the only one possible."""
    game = shelf.find("morels")
    match = MatchLog(game, game.choose({}), 2, 7)
    offered = offers(game, match.view(0), match.legal(0))
    assert [offer.words for offer in offered][2] == "sell kind=tree_ear night=1"
    move = parse_move("sell kind=tree_ear", offered, game.verbs)
    assert game.verbs.format(move) == "sell kind=tree_ear"
    with pytest.raises(Refused, match=r"R3\.4"):
        match.act(0, move)
    with pytest.raises(UnknownMove):
        parse_move("sell kind=", offered[:2], game.verbs)


def test_many_moves_are_shortened_until_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = shelf.find("underwood")
    match = MatchLog(game, game.choose({}), 2, 7)
    seat = match.seats_to_act[0]
    offered = offers(game, match.view(seat), match.legal(seat))
    screen = Screen(game, ["You", "Juniper"])
    screen.moves(offered)
    assert re.search(r"…  \d\d more +'moves start' lists", capsys.readouterr().out)
    screen.moves(offered, whole=True)
    assert "more" not in capsys.readouterr().out


def test_moves_that_begin_alike_share_a_line(spinney: Run) -> None:
    _, out, _ = spinney("play", "micro_mycelium", "--seed", 5, typed="1\nmoves lay stump\n")
    assert re.search(r"^lay +1-\d+ +\w.* … \(\d+ ways\) +'moves lay \w+'", out, re.M)
    assert re.search(r"^lay +\d+ +Stump at -?\d,-?\d", out.split("> moves lay stump")[1], re.M)


# ------------------------------------------------------------------------------------ bare values
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("take 3", "take place=3"),
        ("cook shiitake 4", "cook kind=shiitake day=4"),
        ("cook 4 shiitake", "cook kind=shiitake day=4"),
        ("sell honey 2", "sell kind=honey_fungus day=2"),
        ("sell Hen of the Woods 2", "sell kind=hen_of_the_woods day=2"),
        ("sell hen of 2 1", "sell kind=hen_of_the_woods day=2 night=1"),
        ("sell lawyer's wig 2", "sell kind=lawyers_wig day=2"),
        ("cook shi night=1 2", "cook kind=shiitake day=2 night=1"),
        ("cook shi 4 butter 1 hand", "cook kind=shiitake day=4 butter=1 pan=hand"),
        ("cook kind = shi day = 3", "cook kind=shiitake day=3"),
        ("discard cider", "discard kind=cider"),
        ("discard ba", "discard kind=basket"),
        ("cook porcini 1", "cook kind=porcini day=1"),
    ],
)
def test_values_in_the_order_of_the_fields(said: str, meant: str) -> None:
    verbs = shelf.find("morels").verbs
    assert verbs.format(parse_move(said, [], verbs)) == meant


@pytest.mark.parametrize(
    "said", ["take", "take 9", "take 3 3", "cook 3", "cook xyz 3", "sell honey pan=hand", "cook m"]
)
def test_what_is_not_understood(said: str) -> None:
    with pytest.raises(UnknownMove):
        parse_move(said, [], shelf.find("morels").verbs)


def test_of_several_meanings_the_possible_one_is_taken() -> None:
    verbs = Verbs({0: "pick bush"}, bush=("hazel", "hawthorn", "holly", "h"))
    game = shelf.find("morels")
    match = MatchLog(game, game.choose({}), 2, 7)
    some = offers(game, match.view(0), match.legal(0))[0]
    import msgspec

    holly = msgspec.structs.replace(
        some, move=verbs.parse("pick bush=holly"), words="", sentence=""
    )
    assert parse_move("pick ho", [], verbs) == holly.move
    with pytest.raises(UnknownMove, match="that could be pick bush=hazel or pick bush=hawthorn"):
        parse_move("pick ha", [holly], verbs)
    assert verbs.format(parse_move("pick h", [holly], verbs)) == "pick bush=h", (
        "a whole value is no part"
    )


def test_the_nearest_possible_moves() -> None:
    game = shelf.find("morels")
    match = MatchLog(game, game.choose({}), 2, 7)
    offered = offers(game, match.view(0), match.legal(0))

    def words(said: str) -> list[str]:
        move = parse_move(said, offered, game.verbs)
        return [offer.words for offer in near(move, offered, game.verbs)]

    assert words("sell tree_ear 2") == ["sell kind=tree_ear night=1"]
    assert words("sell porcini 2") == words("take 8") == words("gather") == []


def test_every_rule_that_forbids_a_verb_is_named_once() -> None:
    game = shelf.find("morels")
    match = MatchLog(game, game.choose({}), 2, 7)
    for verb in game.verbs.names:
        found = [refusal.rule for refusal in reasons(game, match.view(1), verb)]
        assert found == ["R3"], "it is not their turn"


# -------------------------------------------------------------------------------------- rulebooks
@pytest.mark.parametrize("name", shelf.games())
def test_every_entry_of_a_rulebook_can_be_found(name: str) -> None:
    rulebook = shelf.find(name).rulebook
    for title, text in {**sections(rulebook), **rulings(rulebook)}.items():
        number = title.split()[0]
        if re.match(r"(R|#)\d", number):
            assert look_up(rulebook, number.lower()) == {title: text}
        else:
            assert title in look_up(rulebook, title.upper())


def test_words_are_found_across_lines_and_marks() -> None:
    book = "# B\n## R1 One\na **red\nfox**\n## R2 Two\nno\n**#1 A\nhen?** Yes, a red\nfox.\n\nMore."
    assert list(look_up(book, "red fox")) == ["R1 One", "#1 A hen?"]
    assert look_up(book, "hen") == {"#1 A hen?": "Yes, a red\nfox."}
    assert list(look_up(book, "more")) == ["R2 Two"]
    assert look_up(book, "owl") == {}


# ---------------------------------------------------------------------------------------- mistyped
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("tke place=1", "take place=1"),
        ("take plase=1", "take place=1"),
        ("teak 1", "take 1"),
        ("gahter", "gather"),
        ("cook shitake 3", "cook shiitake 3"),
        ("scroe", "score"),
        ("take place=1", ""),
        ("xyzzy", ""),
        ("17 4", ""),
    ],
)
def test_what_a_mistyped_line_was_to_be(said: str, meant: str) -> None:
    game = shelf.find("morels")
    match = MatchLog(game, game.choose({}), 2, 7)
    offered = offers(game, match.view(0), match.legal(0))
    assert suggestion(said, offered, game.verbs, ["score", "undo", "rules"]) == meant
