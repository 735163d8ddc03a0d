"""Undergrove, for one to four Douglas-firs. Read from top to bottom, this file is the rulebook.

    decisions  what a player may do, question by question          R3 to R9
    effects    what each move does                                 R3 to R9
    a turn     what follows an action, and the end                 R3.2, R11
    scoring    what counts                                         R12, R13.10
    set-up     what is on the table before the first turn          R2, R13.1, R14

The numbers R1, R2, ... are those of rulebook.md, #1, #2, ... its rulings. A turn is a row of small
decisions, kept on an agenda. The longer rules are in the other files of this folder:

    forest     the growing map            mushrooms  activating, and what abilities do
    table      all that lies on it        carbon     absorbing, and moving carbon
    paying     tokens and cubes           growing    Reproduce, Partner, laying a mushroom
    supply     the tiles face down        track      stones, Bonus tiles, green spaces
    goals      counting and scoring       solo       Brown and Tan
    dealing    boards, hands, blanks      counting   every piece is somewhere, once
    moves      making a move and reading its fields
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from spinney.core.agenda import nothing
from spinney.core.arrays import append, i64, vec
from spinney.core.packed import cards
from spinney.core.rng import Rng
from spinney.core.state import Moves, bit, first, size
from spinney.core.verbs import verb
from spinney.games.undergrove.pieces import (
    ALL_READY_TURNS,
    ALL_TOKENS,
    ASK_ABSORB,
    ASK_ACTION,
    ASK_ACTION_OR,
    ASK_CLAIM,
    ASK_DISCARD,
    ASK_END,
    ASK_FILL,
    ASK_GAIN,
    ASK_KEEP,
    ASK_LAY,
    ASK_LAY_FREE,
    ASK_PAY,
    ASK_PLANT,
    ASK_READY,
    ASK_ROOT,
    ASK_SETTLE,
    ASK_SHOW,
    ASK_TRADE,
    BONUS_STONES,
    BROWN,
    CARBON,
    DRINK,
    EARTHLOVER,
    KINDS,
    NITROGEN,
    NITROGEN_PAID,
    NONE,
    OUTER,
    PHOSPHORUS,
    PHOTOSYNTHESIS,
    POTASSIUM,
    SAME_TYPE_TURNS,
    SIX_CARBON_TURNS,
    TAN,
    TILES,
    USE,
    Fir,
    cube,
    cubes,
    nutrients,
)
from spinney.games.undergrove.rules import (
    carbon,
    counting,
    dealing,
    goals,
    growing,
    mushrooms,
    paying,
    solo,
    track,
)
from spinney.games.undergrove.rules.forest import starting_tile
from spinney.games.undergrove.rules.moves import (
    ABSORB,
    ACTIVATE,
    BONUS,
    CLAIM,
    DISCARD,
    FILL,
    GAIN,
    KEEP,
    LAY,
    PARTNER,
    PAY,
    PHOTOSYNTHESIZE,
    PLANT,
    READY,
    REPRODUCE,
    ROOT,
    SETTLE,
    SHOW,
    STOP,
    TRADE,
    Absorb,
    Activate,
    Bonus,
    Claim,
    Discard,
    Fill,
    Gain,
    Keep,
    Lay,
    Pay,
    Photosynthesize,
    Plant,
    Ready,
    Root,
    Settle,
    Show,
    Trade,
)
from spinney.games.undergrove.rules.printed import Print
from spinney.games.undergrove.rules.supply import fill_hand
from spinney.games.undergrove.rules.table import Table

SETTLING: Final = 0
ACTING: Final = 1
REWARD: Final = 2
FAREWELL: Final = 3
OVER: Final = 4
PHASES: Final = ("settling", "action", "reward", "farewell", "over")
MANY_CARBON: Final = 6  # R10.1: Silver-haired Bat A
MOST_NITROGEN: Final = 255  # that a move can say


@final
@mypyc_attr(acyclic=True)
class Undergrove(Table):
    """The table, and what may be done at it."""

    # ------------------------------------------------------------------------------------ decisions
    def legal(self, seat: i64, moves: Moves) -> None:
        """R3: the answers to the question on top of the agenda; R6.3: and Bonus tiles, always."""
        fir = self.firs[seat]
        asked = self.agenda.what()
        if asked == ASK_SETTLE:
            growing.legal_starts(self, moves)
            return
        if asked in (ASK_ACTION, ASK_ACTION_OR):
            self.legal_actions(fir, moves)
            if asked == ASK_ACTION_OR:
                moves.add(mushrooms.instead(self))
        elif asked == ASK_PAY:
            paying.legal_payments(fir, self.agenda.spaces(), moves)
        elif asked == ASK_LAY:
            growing.legal_lays(self, fir, moves)
            if not self.agenda.must():  # going on with what comes next declines the mushroom
                self.legal_growth(fir, self.agenda.depth - 2, moves)
        elif asked in (ASK_PLANT, ASK_ROOT):
            self.legal_growth(fir, self.agenda.depth - 1, moves)
        else:
            self.legal_small(fir, asked, moves)
        if not self.agenda.must():
            if asked != ASK_LAY:
                moves.add(STOP)
        track.legal_bonuses(self, fir, mushrooms.would_miss(self, fir), moves)

    def legal_actions(self, fir: Fir, moves: Moves) -> None:
        """R3.1: one of five; Photosynthesize always can be."""
        mushrooms.legal_activations(self, fir, moves)
        steps = paying.steps_in_reach(self, fir, 1, 1)
        carbon.legal_absorbs(self, fir, self.forest.there, steps, moves)
        if growing.can_reproduce(self, fir):
            moves.add(REPRODUCE)
        if growing.can_partner(self, fir):
            moves.add(PARTNER)
        nitrogen: i64 = 0
        most = cubes(fir.purse, NITROGEN)
        while nitrogen <= most and nitrogen <= MOST_NITROGEN:
            moves.add(Photosynthesize.say(nitrogen))
            nitrogen += 1

    def legal_growth(self, fir: Fir, place: i64, moves: Moves) -> None:
        """R7.3, R8.2: a Seedling or a Root, as the question at this place of the agenda says."""
        if self.agenda.asked(place) & 255 == ASK_PLANT:
            growing.legal_seedlings(self, moves)
        else:
            growing.legal_roots(self, fir, self.agenda.where(place), moves)

    def legal_small(self, fir: Fir, asked: i64, moves: Moves) -> None:
        """The small questions of a turn."""
        if asked == ASK_GAIN:
            mushrooms.legal_gains(self.agenda.times(), moves)
        elif asked == ASK_TRADE:
            mushrooms.legal_trades(fir, moves)
        elif asked == ASK_FILL:
            n: i64 = 0
            while n < self.gained and n < self.room(self.using):
                moves.add(Fill.say(n))
                n += 1
        elif asked == ASK_ABSORB:
            steps = paying.steps_in_reach(self, fir, 0, 0) + self.printed.free[self.using]
            carbon.legal_absorbs(self, fir, self.agenda.spaces(), steps, moves)
        elif asked == ASK_LAY_FREE:
            growing.legal_lays(self, fir, moves)
        elif asked == ASK_DISCARD:
            moves.each(DISCARD, fir.hand)
        elif asked == ASK_KEEP:
            track.legal_tiles(self, first(self.agenda.spaces()), moves)
        elif asked == ASK_CLAIM:
            moves.each(CLAIM, self.agenda.spaces())
        elif asked == ASK_READY:
            moves.each(READY, ALL_TOKENS & ~fir.ready)
        elif asked == ASK_SHOW:
            place = first(self.agenda.spaces())
            moves.add(Show.say(place % BONUS_STONES, place // BONUS_STONES))

    # -------------------------------------------------------------------------------------- effects
    def apply(self, seat: i64, move: i64) -> None:
        said = verb(move)
        if said == BONUS:
            track.play_bonus(self, seat, Bonus.stone(move))
        elif said in (ACTIVATE, REPRODUCE, PARTNER, PHOTOSYNTHESIZE):
            self.agenda.stop()
            self.act(seat, said, move)
        elif said == ABSORB:
            self.absorb(seat, move)
        elif said in (PLANT, ROOT):
            if self.agenda.what() == ASK_LAY:
                self.agenda.stop()
            self.agenda.spend()
            if said == PLANT:
                growing.plant(self, seat, Plant.mushroom(move), Plant.corner(move))
                growing.extra_root(self, self.firs[seat])
            else:
                growing.root(self, seat, Root.mushroom(move), Root.corner(move))
        elif said == LAY:
            growing.lay(self, seat, Lay.mushroom(move), Lay.x(move) | Lay.y(move) << 8)
        elif said == PAY:
            paying.pay(self, self.firs[seat], Pay.part(move))
        elif said == GAIN:
            self.agenda.stop()
            self.gain(
                seat,
                cube(NITROGEN, Gain.n(move))
                + cube(PHOSPHORUS, Gain.p(move))
                + cube(POTASSIUM, Gain.k(move)),
            )
        else:
            self.apply_small(seat, said, move)
        self.go_on(seat)

    def act(self, seat: i64, said: i64, move: i64) -> None:
        """R3.1: the action chosen."""
        if said == ACTIVATE:
            mushrooms.activate(self, seat, Activate.mushroom(move), Activate.copy(move))
        elif said == REPRODUCE:
            growing.reproduce(self, seat)
        elif said == PARTNER:
            growing.partner(self, seat)
        else:
            self.photosynthesize(seat, Photosynthesize.nitrogen(move))

    def absorb(self, seat: i64, move: i64) -> None:
        """R5 as an action, with its cost; R4.7 as an ability, where only steps are paid."""
        source, mushroom = Absorb.source(move), Absorb.mushroom(move)
        corner = Absorb.corner(move)
        if self.agenda.what() == ASK_ABSORB:
            free = self.printed.free[self.using]
            self.agenda.spend()
            carbon.absorb(self, seat, source, mushroom, corner, 0, 0, free)
        else:
            self.agenda.stop()
            carbon.absorb(self, seat, source, mushroom, corner, 1, 1, 0)

    def photosynthesize(self, seat: i64, nitrogen: i64) -> None:
        """R9: two carbon, one more for each nitrogen paid; all tokens ready; tiles may go."""
        more: i64 = 1 if self.boosts & bit(PHOTOSYNTHESIS) else 0  # R4.11
        self.firs[seat].purse -= cube(NITROGEN, nitrogen)
        self.gain(seat, self.printed.actions[2] + cube(CARBON, nitrogen + more))
        self.mark(seat, NITROGEN_PAID, nitrogen)
        self.make_ready(seat, ALL_TOKENS)
        self.agenda.ask(ASK_DISCARD, self.printed.start[1], False, 1)

    def apply_small(self, seat: i64, said: i64, move: i64) -> None:
        """The answers to the small questions of a turn."""
        fir = self.firs[seat]
        if said == SETTLE:
            self.settle(seat, Settle.corner(move))
        elif said == TRADE:
            fir.purse += cube(Trade.take(move) + 1, 1) - cube(Trade.give(move) + 1, 1)
            self.agenda.spend()
        elif said == FILL:
            self.agenda.stop()
            mushrooms.put_down(self, seat, Fill.number(move) + 1)
        elif said == DISCARD:
            self.agenda.spend()
            self.reveal_count += 1  # #32: face up
            tile = bit(Discard.mushroom(move))
            fir.hand &= ~tile
            fir.size -= 1
            self.discard |= tile
        elif said == KEEP:
            stone = first(self.agenda.spaces())
            self.agenda.stop()
            track.take_tile(self, seat, stone, Keep.tile(move))
        elif said == CLAIM:
            self.agenda.stop()
            track.claim(self, seat, Claim.space(move))
        elif said == READY:
            self.agenda.spend()
            self.make_ready(seat, bit(Ready.token(move)))
        elif said == SHOW:
            self.agenda.stop()
            self.reveal_count += 1
            solo.turn_over(self, BROWN + Show.tree(move), Show.stone(move))
        else:
            self.agenda.stop()

    # --------------------------------------------------------------------------------------- a turn
    def go_on(self, seat: i64) -> None:
        """R3.2: until somebody must decide: what was paid for happens, questions without an answer
        fall away, and with an empty agenda the turn takes its course: action, track, farewell.
        """
        while self.to_act and seat == self.turn:
            asked = self.agenda.what()
            if asked == -1:
                if self.phase == ACTING:
                    self.phase = REWARD
                    if self.absorbed:
                        track.step_up(self, seat)
                elif self.phase == REWARD:
                    self.phase = FAREWELL
                    self.agenda.ask(ASK_END, 1, False, 1)  # #35
                else:
                    self.end_turn(seat)
                    return
            elif asked == USE:
                self.agenda.stop()
                mushrooms.use(self, seat)
            elif asked == DRINK:
                what = self.agenda.spaces()
                self.agenda.stop()
                carbon.drink(self, seat, what)
            elif asked == ASK_PAY:
                if not paying.pay_the_only_way(self, self.firs[seat]):
                    return
            elif self.pending(self.firs[seat], asked):
                return
            else:
                self.agenda.stop()

    def pending(self, fir: Fir, asked: i64) -> bool:
        """Whether the question on top can be answered, as far as everybody can see."""
        if asked == ASK_TRADE:
            return nutrients(fir.purse) > 0
        if asked == ASK_FILL:
            return self.gained > 0 and self.room(self.using) > 0
        if asked == ASK_ABSORB:
            steps = paying.steps_payable(fir, 0, 0) + self.printed.free[self.using]
            sources = self.agenda.spaces() & self.carbon_set()
            # a tile face down might pay for more steps
            return carbon.in_reach(self, fir, sources, KINDS if fir.held() else steps)
        if asked == ASK_ROOT:
            return self.has_root_spot(fir, self.agenda.spaces())
        if asked in (ASK_LAY_FREE, ASK_DISCARD):
            return fir.size > 0
        if asked == ASK_READY:
            return fir.ready != ALL_TOKENS
        return asked != ASK_END or fir.held() > 0

    def settle(self, seat: i64, corner: i64) -> None:
        """R2.5: a Seedling on a corner of Earthlover, with its Root there; in turn order."""
        self.agenda.stop()
        growing.plant(self, seat, EARTHLOVER, corner)
        following = (seat + 1) % self.seats
        if following != self.starter:
            self.ask_start(following)
            return
        if not self.solo():
            growing.close_corners(self)
        self.begin_round()

    def ask_start(self, seat: i64) -> None:
        self.turn = seat
        self.to_act = bit(seat)
        self.agenda.ask(ASK_SETTLE, 1, True, 1)

    def begin_round(self) -> None:
        """R13.2: in a solo game the AI has the first turn of every round."""
        self.begin_turn(self.starter)
        if self.solo():
            solo.ai_turn(self)
            self.refill()

    def begin_turn(self, seat: i64) -> None:
        fir = self.firs[seat]
        self.turn = seat
        self.to_act = bit(seat)
        self.turns += 1
        self.phase = ACTING
        self.made = 0
        self.absorbed = 0
        self.placed = 0
        self.readied = 0
        self.been = bit(fir.ready)
        self.here = NONE
        self.using = NONE
        self.gained = 0
        self.boosts = 0  # R4.11, #10: from the turn after the Root was placed
        mine = fir.rooted
        while mine:
            kind = self.printed.ongoing[first(mine)]
            mine &= mine - 1
            if kind:
                self.boosts |= bit(kind)
        self.agenda.ask(ASK_ACTION, 1, True, 1)

    def end_turn(self, seat: i64) -> None:
        """R3.2: discs on the goals, tiles in hand, Earthlover; then the next, or the end (R11)."""
        if self.made >= MANY_CARBON:
            self.mark(seat, SIX_CARBON_TURNS, 1)
        if self.placed & 0xEEEE:  # #14: two or more on one type
            self.mark(seat, SAME_TYPE_TURNS, 1)
        if self.readied & ALL_TOKENS == ALL_TOKENS:  # #38
            self.mark(seat, ALL_READY_TURNS, 1)
        fill_hand(self, seat)
        self.refill()
        following = (seat + 1) % self.seats
        if following != self.starter:
            self.begin_turn(following)
        elif self.ending == 2:
            self.to_act = 0
            self.phase = OVER
            solo.turn_over_all(self)
            self.reveal_count += 1  # everything is turned over
        else:
            if self.ending:
                self.ending = 2
            self.begin_round()

    def refill(self) -> None:
        """R3.4, #16: Earthlover's own ability."""
        if not self.carbon_set():
            outer: i64 = OUTER
            while outer:
                self.carbon[first(outer)] += 1
                outer &= outer - 1

    # -------------------------------------------------------------------------------------- scoring
    def points(self, seat: i64) -> i64:
        """R12: as if it ended now; Bonus tiles face down count when they are turned over."""
        return goals.score(self, seat)

    def rank_key(self, seat: i64) -> i64:
        """R12.4: more Trees, then more carbon on Seedlings."""
        grown = self.printed.start[4] - self.firs[seat].trees
        return (self.points(seat) * 64 + grown) * 64 + self.carbon_on_seedlings(seat)

    def score_goal(self, seat: i64, goal: i64) -> i64:
        return goals.goal_points(self, seat, goal)

    def goal_progress(self, seat: i64, goal: i64) -> i64:
        return goals.progress(self, seat, goal)

    def score_plant(self, seat: i64, i: i64) -> i64:
        return goals.plant_points(self, self.firs[seat].plants[i])

    def score_bonus(self, seat: i64) -> i64:
        return goals.bonus_points(self, seat)

    def score_leftovers(self, seat: i64) -> i64:
        return goals.leftover_points(self, seat)

    def ai_points(self, colour: i64) -> i64:
        """R13.10: what Brown (1) or Tan (2) scores."""
        return solo.ai_score(self, colour)

    def ai_focus(self, colour: i64) -> i64:
        return solo.focus_points(self, colour)

    def ai_plants(self, colour: i64) -> i64:
        return solo.kept_points(self, colour)

    def ai_plant(self, colour: i64, i: i64) -> i64:
        return goals.full_value(self, self.firs[colour].plants[i])

    def won(self) -> bool:
        """R13.10: whether the one player beats both; with more players somebody always wins."""
        return not self.solo() or solo.beaten(self, self.points(0))

    # -------------------------------------------------------------------------------------- copying
    def clone(self) -> Undergrove:
        copy = Undergrove()
        copy.copy_from(self)
        return copy

    def determinize(self, rng: Rng) -> None:
        """Deal the blanks of a state built from a view."""
        self.rng_state = rng.fork()
        dealing.deal_blanks(self, rng)

    def check(self) -> bool:
        """Whether every piece is somewhere, once."""
        return counting.sound(self)


# ------------------------------------------------------------------------------------------ set-up
def setup(
    printed: Print,
    seats: i64,
    starter: i64,
    goals: list[int],
    sprout: bool,
    keep: i64,
    deck: i64,
    rng: Rng,
) -> Undergrove:
    """R2; R13.1 for one player; R14 with the Quick Sprout hands."""
    firs = vec[Fir]()
    for _ in range(seats):
        firs = append(firs, dealing.newcomer(printed))
    focus: i64 = 0
    if keep:
        for colour in range(BROWN, TAN + 1):
            firs = append(firs, dealing.ai_tree(printed))
            focus |= cards(colour, 1 + rng.below(3))
    table = Undergrove()
    table.seats = seats
    table.rng_state = rng.fork()
    table.printed = printed
    table.forest = starting_tile(printed)
    table.carbon = vec[i64]([0] * KINDS)
    table.firs = firs
    table.supply = TILES
    table.in_supply = size(TILES)
    table.goals = vec[i64](goals)
    table.stacks = vec[i64]([0, 0, 0, printed.bonus_count])
    table.turn = starter
    table.starter = starter
    table.agenda = nothing()
    table.keep = keep
    table.focus = focus
    table.deck = deck
    dealing.deal_carbon(table)
    dealing.deal_hands(table, sprout)
    dealing.deal_bonuses(table)
    table.ask_start(starter)
    return table
