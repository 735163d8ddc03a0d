"""The twelve laws of every game (docs/laws.md), as functions that raise AssertionError.

Each gets a case and a seed. test_laws.py applies them to every game on the shelf and to the tests'
toy game. test_faults.py plants a fault for each law and shows that the law notices it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import msgspec

from spinney import players
from spinney.core import record
from spinney.core.game import ranks, seats_to_act
from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.core.snapshot import snapshot, state_hash
from spinney.core.state import State
from spinney.drawing.builder import build_scene
from tests.laws.cold import cold_drawing, drawing
from tests.laws.playthroughs import LENGTH, Case, Moment, choices, legal, playthrough, wire

NAMES = ["Ash", "Birch", "Cedar", "Dogwood"]
OTHERS = ["Elder", "Fir", "Gorse", "Hazel"]  # at another table


def law_1_a_seed_determines_the_whole_game(case: Case, seed: int) -> None:
    """Same seed, same moves, same states. The game ends. Every seat that must act has legal moves,
    in a fixed order."""
    playthroughs = [
        [(moment.seat, moment.move, state_hash(moment.after)) for moment in playthrough(case, seed)]
        for _ in range(2)
    ]
    assert playthroughs[0] == playthroughs[1], "the same seed led elsewhere"
    for moment in playthrough(case, seed):
        options = legal(moment.before, moment.seat)
        assert len(set(options)) == len(options), "a move is offered twice"
    assert playthroughs[0] and not moment.after.to_act


def law_2_everything_can_be_encoded_and_decoded(case: Case, seed: int) -> None:
    """Moves as text and JSON, views as JSON and matches as records come back unchanged."""
    game = case.game
    match = MatchLog(game, case.options, case.seats, seed)
    for moment in playthrough(case, seed):
        for move in legal(moment.before, moment.seat):
            assert game.verbs.parse(game.verbs.format(move)) == move, "a move in words"
            assert game.verbs.from_json(game.verbs.to_json(move)) == move, "a move in JSON"
        for seat in range(-1, case.seats):
            seen = game.view(moment.before, seat)
            assert msgspec.json.decode(wire(seen), type=game.view_type) == seen, "a sight"
        match.act(moment.seat, moment.move)
    text = record.write(match, [record.Player(record.PERSON, name) for name in NAMES[: case.seats]])
    again = record.read(text, game=game)
    assert snapshot(again.match.state) == snapshot(match.state), "a state by its record"
    assert record.write(again.match, again.players) == text, "a record"


def law_3_a_clone_shares_nothing_that_changes(case: Case, seed: int) -> None:
    rng = Rng(seed)
    for number, moment in enumerate(playthrough(case, seed)):
        if number % 5:
            continue
        kept, clone = snapshot(moment.before), moment.before.clone()
        assert snapshot(clone) == kept, "a clone differs"
        for _ in range(40):
            if who := seats_to_act(clone):
                options = legal(clone, who[-1])
                clone.apply(who[-1], options[rng.below(len(options))])
        assert snapshot(moment.before) == kept, "playing on a clone touched the original"


def law_4_a_state_made_from_a_view_looks_the_same(case: Case, seed: int) -> None:
    """To its seat it has an equal view and equal moves. It can be played to the end."""
    game = case.game
    for number, moment in enumerate(playthrough(case, seed)):
        for seat in range(-1, case.seats):
            seen = game.view(moment.before, seat)
            table = game.state_from_view(msgspec.json.decode(wire(seen), type=game.view_type))
            table.determinize(Rng(number))
            assert wire(game.view(table, seat)) == wire(seen), "it looks different"
            if seat in seats_to_act(moment.before):
                assert legal(table, seat) == legal(moment.before, seat), "other moves"
            case.pieces(table)
        if number % 9 == 0:
            finish(table, Rng(number))


def finish(table: State, rng: Rng) -> None:
    for _ in range(LENGTH):
        if not (who := seats_to_act(table)):
            return
        options = legal(table, who[0])
        table.apply(who[0], options[rng.below(len(options))])
    raise AssertionError("a recalled table goes on for ever")


def law_5_no_secret_leaks(case: Case, seed: int) -> None:
    """If only things change that a seat cannot know, everything it receives stays the same, byte
    for
    byte."""
    rng = Rng(seed)
    for moment in playthrough(case, seed):
        others = [(move, played(moment, move)) for move in legal(moment.before, moment.seat)]
        for seat in range(-1, case.seats):
            resample_hidden = case.resample_hidden(moment.before.clone(), seat, rng)
            case.pieces(resample_hidden)
            one, two = reaches(case, moment.before, seat), reaches(case, resample_hidden, seat)
            for channel in one:
                assert one[channel] == two[channel], f"{channel} tells seat {seat} a secret"
            if seat != moment.seat:
                log_lines_tell_no_more_than_the_view(case, moment, seat, others)


def played(moment: Moment, move: int) -> State:
    """The state if another move had been made."""
    other = moment.before.clone()
    other.apply(moment.seat, move)
    return other


def log_lines_tell_no_more_than_the_view(
    case: Case, moment: Moment, seat: int, others: list[tuple[int, State]]
) -> None:
    """Moves that look the same to a seat have the same log line, which is built from the move."""
    game = case.game
    before, after = (game.view(state, seat) for state in (moment.before, moment.after))
    told = game.words.tell(before, moment.seat, moment.move, after)
    for move, other in others:
        seen = game.view(other, seat)
        if seen == after:
            line = game.words.tell(before, moment.seat, move, seen)
            assert line == told, f"the log line tells seat {seat} a secret"


def reaches(case: Case, state: State, seat: int) -> dict[str, Any]:
    """Everything that a seat, or a bot in it, receives."""
    game = case.game
    seen = game.view(state, seat)
    found: dict[str, Any] = {
        "the sight": wire(seen),
        "the scene": wire(build_scene(game, seen, NAMES)),
        "the text": game.words.text(seen, NAMES),
        "the prompt": game.words.prompt(seen, NAMES),
        "a refusal": [str(game.words.refuse(seen, move)) for move in improbable(case, state, seat)],
    }
    if seat in seats_to_act(state):
        options = legal(state, seat)
        found["the list of moves"] = options
        found["the undo flag"] = [seals(state, seat, move) for move in options]
        for name in ("random", "greedy"):  # tests/players checks the slow ones
            found[f"the {name} player"] = players.find(name)(game, seen, Rng(1))
    return found


def seals(state: State, seat: int, move: int) -> bool:
    after = state.clone()
    after.apply(seat, move)
    return after.reveal_count != state.reveal_count


def improbable(case: Case, state: State, seat: int) -> list[int]:
    """Well-formed illegal moves of the seat: one or two of each verb."""
    if seat < 0:
        return []
    allowed = set(legal(state, seat)) if seat in seats_to_act(state) else set()
    verbs = case.game.verbs
    moves = []
    for number, fields in enumerate(verbs.fields):
        for value in (0, 1, 5):
            move = number
            for place, field in enumerate(fields, 1):
                move |= min(value, len(verbs.values[field]) - 1) << 8 * place
            if move not in allowed and move not in moves:
                moves.append(move)
    return moves


def law_6_undo_restores_and_never_unsees(case: Case, seed: int) -> None:
    rng = Rng(seed)
    match = MatchLog(case.game, case.options, case.seats, seed)
    for moment in playthrough(case, seed):
        before = snapshot(match.state)
        match.act(moment.seat, moment.move)
        after = snapshot(match.state)
        if match.can_undo(moment.seat) == "free":
            assert moment.after.reveal_count == moment.before.reveal_count, (
                "a free undo of what was learned"
            )
            match.undo(moment.seat)
            assert snapshot(match.state) == before, "undo led elsewhere"
            match.redo(moment.seat)
            assert snapshot(match.state) == after, "redo led elsewhere"
        if moment.after.reveal_count == moment.before.reveal_count:
            assert moment.after.rng_state == moment.before.rng_state, "chance spoke without a seal"
            for seat in range(-1, case.seats):
                taught_nothing(case, moment, seat, rng)


def taught_nothing(case: Case, moment: Moment, seat: int, rng: Rng) -> None:
    """Whether the move looks the same to the seat in every state that it considers possible."""
    game = case.game
    seen = wire(game.view(moment.after, seat))
    if seat != moment.seat and seen == wire(game.view(moment.before, seat)):
        return  # it was not even noticed
    for _ in range(4):
        resample_hidden = case.resample_hidden(moment.before.clone(), seat, rng)
        assert moment.move in legal(resample_hidden, moment.seat), (
            f"the move showed seat {seat} a secret"
        )
        resample_hidden.apply(moment.seat, moment.move)
        assert wire(game.view(resample_hidden, seat)) == seen, f"seat {seat} learned something"


def law_7_simultaneous_decisions_commute(case: Case, seed: int) -> None:
    rng = Rng(seed)
    for moment in playthrough(case, seed):
        who = seats_to_act(moment.before)
        for a, b in pairwise(who):
            one, two = legal(moment.before, a), legal(moment.before, b)
            x, y = one[rng.below(len(one))], two[rng.below(len(two))]
            ab, ba = moment.before.clone(), moment.before.clone()
            ab.apply(a, x)
            ab.apply(b, y)
            ba.apply(b, y)
            ba.apply(a, x)
            assert snapshot(ab) == snapshot(ba), "the order of simultaneous decisions matters"
        if len(who) > 1:
            assert moment.after.reveal_count == moment.before.reveal_count, (
                "a seal inside an open phase"
            )
            for seat in range(-1, case.seats):
                if seat != moment.seat:
                    seen = [wire(case.game.view(s, seat)) for s in (moment.before, moment.after)]
                    assert seen[0] == seen[1], "seen while others still decide"


def law_8_pieces_are_conserved(case: Case, seed: int) -> None:
    """Pieces are counted by the tests, and by the game's own `check`, which the fuzzer relies
    on."""
    case.pieces(case.start(seed))
    for moment in playthrough(case, seed):
        case.pieces(moment.after)
        assert moment.after.check()


def law_10_every_move_can_be_formatted_parsed_and_drawn(case: Case, seed: int) -> None:
    """Sentences are unique, spots are in the scene, refusals cite a rule of the rulebook."""
    game = case.game
    rules = set(re.findall(r"\bR\d+(?:\.\d+)?", game.rulebook))
    for moment in playthrough(case, seed):
        seen = game.view(moment.before, moment.seat)
        scene = build_scene(game, seen, NAMES)
        there = {sprite.spot for panel in scene.panels for sprite in panel.sprites}
        there |= {counter.spot for panel in scene.panels for counter in panel.counters}
        named = {sprite.reveal for panel in scene.panels for sprite in panel.sprites} - {""}
        shown = [reveal.id for panel in scene.panels for reveal in panel.reveals]
        assert named <= set(shown), f"no reveal {named - set(shown)}"
        assert len(shown) == len(set(shown)), "two reveals of one name"
        ids = [sprite.id for panel in scene.panels for sprite in panel.sprites]
        assert len(set(ids)) == len(ids), "two sprites share an id"
        words = [move.words for move in scene.moves]
        assert len(set(words)) == len(words), "two moves sound the same"
        assert [game.verbs.parse(move.id) for move in scene.moves] == legal(
            moment.before, moment.seat
        )
        for offer in scene.moves:
            missing = set(offer.spots) | set(offer.aims)
            assert missing <= there, f"{offer.id}: no spot {missing - there}"
        for seat in range(-1, case.seats):
            story = game.words.tell(
                game.view(moment.before, seat),
                moment.seat,
                moment.move,
                game.view(moment.after, seat),
            )
            assert story and story == story.strip()
        for seat in range(-1, case.seats):
            view = game.view(moment.before, seat)
            assert game.words.prompt(view, NAMES) and game.words.text(view, NAMES)
        adds_up(case, moment.after)
        for move in improbable(case, moment.before, moment.seat):
            refusal = game.words.refuse(seen, move)
            assert refusal.text and refusal.rule in rules, f"{game.verbs.format(move)}: {refusal}"


def adds_up(case: Case, state: State) -> None:
    """Score lines add up to the score, and ranks follow the rank keys."""
    outcome = case.game.outcome(state)
    standings = [state.rank_key(seat) for seat in range(case.seats)]
    assert outcome.ranks == ranks(standings), "ranks that do not follow"
    assert outcome.scores == [state.points(seat) for seat in range(case.seats)]
    sums = [sum(line.points for line in lines) for lines in outcome.lines]
    assert sums == outcome.scores, "lines that do not add up"


def transcript(case: Case, seed: int) -> list[str]:
    """Every move and the state after it. Law 9 compares this between the builds."""
    return [
        f"{moment.seat} {case.game.verbs.format(moment.move)} {state_hash(moment.after)}"
        for moment in playthrough(case, seed)
    ]


def perft(state: State, depth: int) -> int:
    """The number of move sequences of length `depth` (law 11)."""
    if depth == 0 or not state.to_act:
        return 1
    seat = seats_to_act(state)[0]
    options = legal(state, seat)
    if depth == 1:
        return len(options)
    total = 0
    for move in options:
        after = state.clone()
        after.apply(seat, move)
        total += perft(after, depth - 1)
    return total


def law_9_builds_agree(one: list[str], two: list[str]) -> None:
    for a, b in zip(one, two, strict=False):
        assert a == b, f"compiled: {a}; uncompiled: {b}"
    assert len(one) == len(two)


def law_11_golden_games_stay_golden(case: Case, golden: dict[str, str], counts: list[str]) -> None:
    """Records replay to the same bytes, and the move counts are those in perft.txt."""
    for name, text in golden.items():
        try:
            again = record.read(text, game=case.game)
        except record.RecordError as error:
            raise AssertionError(f"{name}: {error}") from error
        assert record.write(again.match, again.players) == text, name
    for line in counts:
        fields = dict(part.split("=") for part in line.split() if "=" in part)
        found = [int(part) for part in line.split() if "=" not in part]
        options = case.game.choose({k: v for k, v in fields.items() if k not in ("seed", "seats")})
        start = case.game.start(options, int(fields["seats"]), int(fields["seed"]))
        assert [perft(start, depth) for depth in range(1, len(found) + 1)] == found, line


def law_12_a_view_is_always_drawn_the_same(case: Case, seed: int) -> None:
    """A viewer gets the same bytes as from a process that draws nothing else, whoever looked
    before,
    in whatever order, at this table or another. Boards cache what they have drawn; this finds a
    cache whose key is incomplete.
    """
    game, rng = case.game, Rng(seed)
    moments = list(playthrough(case, seed))
    states = [moment.before for moment in moments] + [moments[-1].after]
    # Two positions, each with the one before it. Sometimes they include the start or the end.
    last = len(states) - 1
    chosen = [rng.below(last), rng.below(last)]
    if seed % 3 == 0:
        chosen[0] = 0
        look_at_other_tables(case, seed)
    elif seed % 3 == 1:
        chosen[1] = last
    places = sorted({place for one in chosen for place in (max(0, one - 1), one)})
    viewers = range(-1, case.seats)
    looks = [(p, v, names) for p in places for v in viewers for names in (NAMES, OTHERS)]
    drawn: dict[tuple[int, int, str], bytes] = {}
    for order in (looks, shuffled(looks, rng)):
        for place, viewer, names in order:
            now = drawing(game, game.view(states[place], viewer), names)
            before = drawn.setdefault((place, viewer, names[0]), now)
            assert now == before, f"{difference(before, now)} is drawn in two ways for {viewer}"
    for number, place in enumerate(chosen):
        for viewer in viewers:
            names = OTHERS if number + viewer & 1 else NAMES
            cold = cold_drawing(game, game.view(states[place], viewer), names)
            warm, who = drawn[place, viewer, names[0]], f"viewer {viewer}"
            assert warm == cold, f"{difference(cold, warm)} for {who} depends on who looked before"


def look_at_other_tables(case: Case, seed: int) -> None:
    """Draw openings with this seed and other options, or another number of seats."""
    game = case.game
    tables = [(seats, case.options) for seats in game.seats]
    tables += [(case.seats, options) for options in choices(game.options)]
    for seats, options in tables:
        try:
            state = game.start(options, seats, seed)
        except ValueError:
            continue  # options that these seats cannot have
        for viewer in (-1, 0):
            drawing(game, game.view(state, viewer), NAMES)


def shuffled(looks: list[Any], rng: Rng) -> list[Any]:
    left = list(looks)
    return [left.pop(rng.below(len(left))) for _ in looks]


def difference(one: bytes, two: bytes) -> str:
    """The first part of a scene in which two drawings differ."""
    (scene, text), (other, _) = msgspec.json.decode(one), msgspec.json.decode(two)
    for panel, now in zip(scene["panels"], other["panels"], strict=False):
        for field in panel:
            if panel[field] != now.get(field):
                return f"{field} of panel {panel['id']}"
    return next((field for field in scene if scene[field] != other.get(field)), f"the text {text}")


LAWS = [
    law_1_a_seed_determines_the_whole_game,
    law_2_everything_can_be_encoded_and_decoded,
    law_3_a_clone_shares_nothing_that_changes,
    law_4_a_state_made_from_a_view_looks_the_same,
    law_5_no_secret_leaks,
    law_6_undo_restores_and_never_unsees,
    law_7_simultaneous_decisions_commute,
    law_8_pieces_are_conserved,
    law_10_every_move_can_be_formatted_parsed_and_drawn,
    law_12_a_view_is_always_drawn_the_same,
]
