"""Guided first games: a person who does what the guide says, with computer players on the other
chairs.

    python -m tests.games.undergrove.guided        40 seeds, 1 to 4 players, every chair

Every game must lead the person through its four turns and to the review after them. The figures
are how many games could be played to the letter, and how many steps had to be skipped.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import NamedTuple

from spinney import players
from spinney.core.guide import follow, guide_of, guided_move, own_turn
from spinney.core.match import MatchLog
from spinney.core.rng import Rng
from spinney.games.undergrove import GAME
from spinney.players.seeding import player_rng

KINDS = ("random", "greedy", "level1", "level3:rounds")
TURNS = 4
MOST = 400  # decisions; far more than four turns have


class Led(NamedTuple):
    """What became of the guide in one game."""

    reviewed: bool  # four turns were played, and the review came
    followed: int  # steps done as the guide says, spare ones included
    spare: int  # of those
    skipped: int  # times that the guide said a step was skipped
    free: int  # decisions of the person on which the guide said nothing
    strayed: int  # moves of computer players within the four turns that are not in their guide


def lead(seats: int, chair: int, seed: int, careless: int = 0) -> Led:
    """One game. In `careless` of 100 decisions the person does something else."""
    starter = "drawn" if seed % 2 else "seat0"
    options = GAME.choose({"sprout": "true", "starter": starter})
    match = MatchLog(GAME, options, seats, seed, [chair])
    whims = Rng(seed + 1)
    told: Counter[str] = Counter()
    skipped_at = -1
    for number in range(MOST):
        seat = match.seats_to_act[0]
        if seat != chair:
            wanted = guided_move(match, seat)
            if wanted is None and own_turn(GAME, match.view(seat)) <= TURNS:
                told["strayed"] += not only_stops(match, seat)
            match.act(seat, own_choice(match, seat, number) if wanted is None else wanted)
            continue
        said = follow(match, seat)
        assert said is not None
        if said.skipped and said.at != skipped_at:
            skipped_at = said.at
            told["skipped"] += 1
        if said.over:
            assert own_turn(GAME, match.view(seat)) == TURNS + 1 or careless
            review = [step for step in guide_of(match, seat) if not step.moves]
            told["reviewed"] = own_turn(GAME, match.view(seat)) == TURNS + 1
            if told["reviewed"]:
                assert said.read == review
                break
        if said.step is None or whims.below(100) < careless:
            told["free"] += said.step is None and not only_stops(match, seat)
            match.act(seat, match.legal(seat)[whims.below(len(match.legal(seat)))])
            continue
        told["followed"] += 1
        told["spare"] += said.step.spare
        match.act(seat, said.moves[0])
    return Led(bool(told["reviewed"]), *(told[name] for name in Led._fields[1:]))


def only_stops(match: MatchLog, seat: int) -> bool:
    """Whether nothing is asked but to end the turn."""
    return all(GAME.verbs.format(m).split()[0] in ("stop", "bonus") for m in match.legal(seat))


def own_choice(match: MatchLog, seat: int, number: int) -> int:
    rng = player_rng(match.seed, seat, number)
    return players.find(KINDS[(seat + match.seed) % len(KINDS)])(GAME, match.view(seat), rng)


def main(seeds: int = 40) -> int:
    bad = 0
    print("players  games  reviewed  to the letter  steps  spare  skipped  free  strayed")
    for seats in GAME.seats:
        every = [lead(seats, chair, seed) for seed in range(seeds) for chair in range(seats)]
        exact = sum(not (led.spare or led.skipped or led.free or led.strayed) for led in every)
        sums = [sum(column) for column in zip(*every, strict=True)]
        bad += len(every) - sums[0]
        print(
            f"{seats:>7}  {len(every):>5}  {sums[0]:>8}  {exact:>13}  {sums[1]:>5}  "
            f"{sums[2]:>5}  {sums[3]:>7}  {sums[4]:>4}  {sums[5]:>7}"
        )
    return bad


if __name__ == "__main__":
    sys.exit(main() > 0)
