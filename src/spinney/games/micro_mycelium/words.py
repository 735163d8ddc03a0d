"""Every sentence of Micro Mycelium: moves, log lines, refusals, the table as text; from views
alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.game import Outcome, Refusal, ScoreLine, ranks
from spinney.games.micro_mycelium.components import Box
from spinney.games.micro_mycelium.pieces import (
    CHOOSE,
    COLUMN,
    FLOWER_POINTS,
    FLOWERS,
    FREE,
    HEADINGS,
    KINDS,
    KNOTS,
    LAY,
    MUSHROOMS,
    PLACE,
    REACH,
    ROW,
    SETS,
    STUMP_POINTS,
    STUMPS,
    Choose,
    Column,
    Lay,
    Place,
    Prints,
    Row,
    tile,
)
from spinney.games.micro_mycelium.rules import Mycelium
from spinney.games.micro_mycelium.text_map import field_in_large
from spinney.games.micro_mycelium.view import state_from_view
from spinney.games.micro_mycelium.view_types import Tiles, View

TITLE = "Micro Mycelium"
MINUS = "\N{MINUS SIGN}"
TURNED = ("", ", turned 60°", ", turned 120°", ", turned 180°", ", turned 240°", ", turned 300°")
SPECIAL = KINDS[MUSHROOMS:]


# ------------------------------------------------------------------------------------- phrases
def number(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def listing(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def signed(n: int) -> str:
    return f"{MINUS}{-n}" if n < 0 else f"+{n}" if n else "0"


def spot(x: int, y: int) -> str:
    """A place in words, as the board names it."""
    return f"{x - REACH},{y - REACH}"


def names_of(box: Box, kinds: Sequence[str]) -> str:
    return listing([box.name(kind) for kind in kinds])


def spread(seen: View) -> int:
    """How far the sets are from being equal."""
    points = [tiles.points for tiles in seen.sets]
    return max(points) - min(points)


# --------------------------------------------------------------------------------------- moves
def prompt(box: Box, seen: View, names: Sequence[str]) -> str:
    match seen.phase:
        case "choosing":
            if seen.seat in seen.deciding:
                return "Choose the special tile you start with; the others do not see it yet."
            return "Waiting until everybody has chosen a special tile."
        case "starting":
            return "Lay the first tiles, one of each set, in any shape you like."
        case "drafting" if seen.deciding:
            return f"Take a whole row or column. {merit_line(seen)}"
        case "placing" if seen.deciding:
            left = sum([len(tiles.hand) for tiles in seen.sets])
            return f"Lay {number(left, 'more tile')} so that all sets score the same."
    if not seen.deciding:
        return "Every tile is laid: the game is over."
    if seen.turn != seen.seat:
        return f"{names[seen.turn]} is choosing a tile."
    if not seen.field:
        return "Your turn: begin the field with a tile of your market."
    return "Your turn: choose a tile and a place, and turn it as you like."


def merit_line(seen: View) -> str:
    return f"{number(len(seen.merits), 'merit')} so far."


def move(box: Box, seen: View, number_: int) -> str:
    option = number_ & 255
    if option == LAY or option == PLACE:
        name = box.name(KINDS[Lay.tile(number_)])
        if option == PLACE:
            name = f"{box.colour(SETS[Place.set_(number_)])} {name}"
        return f"{name} at {spot(Lay.q(number_), Lay.r(number_))}{TURNED[Lay.turn(number_)]}"
    if option == CHOOSE:
        return f"Start with the {box.name(KINDS[Choose.tile(number_)])}"
    if option == ROW:
        return f"Take the {box.colour(SETS[Row.set_(number_)])} row"
    return f"Take column {Column.slot(number_) + 1}"


def drafted(seen: View, number_: int) -> list[tuple[str, str]]:
    """The tiles of a row or a column, each with its set."""
    found = []
    for set_, tiles in zip(SETS, seen.sets, strict=False):
        for slot, kind in enumerate(tiles.market):
            row = number_ & 255 == ROW
            if kind and (SETS[Row.set_(number_)] == set_ if row else slot == Column.slot(number_)):
                found.append((set_, kind))
    return found


class Look:
    """What a move would score. All moves of a view are asked about one after the other, so its
    table is kept until another view comes.
    """

    def __init__(self, box: Box, prints: Prints) -> None:
        self.box = box
        self.prints = prints
        self.last: tuple[View, Mycelium] | None = None

    def table(self, seen: View) -> Mycelium:
        last = self.last
        if last is not None and last[0] is seen:
            return last[1]
        table = state_from_view(self.prints, seen)
        self.last = (seen, table)
        return table

    def gain(self, seen: View, number_: int) -> str:
        option = number_ & 255
        if option == ROW or option == COLUMN:
            found = drafted(seen, number_)
            if option == ROW:
                return ", ".join([self.box.name(kind) for _, kind in found])
            return ", ".join([f"{self.box.colour(s)} {self.box.name(k)}" for s, k in found])
        if option == CHOOSE:
            return ""
        return self.worth(seen, number_)

    def worth(self, seen: View, number_: int) -> str:
        """What laying a tile changes, for everybody; alone, how far apart the sets then are."""
        table = self.table(seen)
        alone = number_ & 255 == PLACE
        mine = Place.set_(number_) if alone else seen.seat
        laid = tile(mine, Lay.tile(number_), Lay.turn(number_))
        field = table.field
        table.field = field.clone()
        table.field.lay(laid, Lay.q(number_), Lay.r(number_))
        after = [table.score(set_) for set_ in range(table.sets)]
        table.field = field
        if alone:
            apart = max(after) - min(after)
            scores = " ".join([str(score) for score in after])
            return f"{scores}: {'equal' if apart == 0 else f'{apart} apart'}"
        parts = [signed(after[mine] - seen.sets[mine].points)]
        for set_ in range(table.sets):
            change = after[set_] - seen.sets[set_].points
            if change and set_ != mine:
                parts.append(f"{self.box.called(set_)} {signed(change)}")
        return ", ".join(parts)


# ---------------------------------------------------------------------------------------- story
def tell(box: Box, before: View, seat: int, number_: int, after: View) -> str:
    option = number_ & 255
    if option == CHOOSE:
        if after.phase == "choosing" and seat != after.seat:
            return "chose a special tile"
        story = "chose a special tile"
        if seat == after.seat:
            story = f"chose the {box.name(KINDS[Choose.tile(number_)])}"
        if after.phase != "choosing":
            shown = [
                f"{box.colour(SETS[s])} {box.name(t.market[0])}" for s, t in enumerate(after.sets)
            ]
            story += f"; now all are shown: {listing(shown)}"
        return story
    if option == ROW or option == COLUMN:
        # the tiles, not the line: at the end a row and a column may be the same single tile
        taken = [f"{box.colour(s)} {box.name(k)}" for s, k in drafted(before, number_)]
        return f"took {listing(taken)}"
    where = spot(Lay.q(number_), Lay.r(number_))
    if option == PLACE:
        name = f"{box.colour(SETS[Place.set_(number_)])} {box.name(KINDS[Lay.tile(number_)])}"
        story = f"laid {name} at {where}{TURNED[Lay.turn(number_)]}"
        if len(after.merits) > len(before.merits):
            story += f"; all sets score {after.merits[-1]}: a merit"
        elif after.rounds > before.rounds:
            story += f"; the sets are {number(spread(after), 'point')} apart"
        return story
    changed = []
    for s in sorted(range(after.seats), key=lambda s: s != seat):  # the mover first
        more = after.sets[s].points - before.sets[s].points
        if more:
            changed.append(signed(more) if s == seat else f"{box.called(s)} {signed(more)}")
    told = f" ({', '.join(changed)})" if changed else ""
    return f"laid {box.name(KINDS[Lay.tile(number_)])} at {where}{TURNED[Lay.turn(number_)]}{told}"


# ------------------------------------------------------------------------------------- refusals
def refuse(box: Box, seen: View, number_: int) -> Refusal:
    option = number_ & 255
    alone = seen.seats == 1
    if not seen.deciding and seen.phase != "choosing":
        return Refusal("the game is over", "R5")
    if option == CHOOSE:
        return refuse_choice(seen, number_)
    if alone and option == LAY:
        return Refusal("alone you say which set: place, not lay", "R9.3")
    if not alone and option != LAY:
        return Refusal("rows, columns and tiles of other sets are for solo games", "R9")
    if seen.phase == "choosing":
        return Refusal("first everybody chooses a special tile", "R2.2")
    if option == LAY:
        if seen.turn != seen.seat:
            return Refusal("it is another player's turn", "R4")
        return refuse_tile(box, seen, seen.sets[seen.seat].market, "your market", number_)
    if option == PLACE:
        return refuse_placing(box, seen, number_)
    if seen.phase != "drafting":
        return Refusal("first lay all the tiles you hold", "R9.3")
    if option == ROW and Row.set_(number_) >= len(seen.sets):
        return Refusal("that set is not in this game", "R9.6")
    return Refusal("there is no tile left in it", "R9.2")


def refuse_choice(seen: View, number_: int) -> Refusal:
    if seen.seats == 1:
        return Refusal("alone, chance deals the markets", "R9.1")
    if seen.phase != "choosing" or seen.seat not in seen.deciding:
        return Refusal("your special tile is chosen", "R2.2")
    return Refusal("choose the stump, the flower or the rock", "R2.2")


def refuse_placing(box: Box, seen: View, number_: int) -> Refusal:
    if seen.phase == "drafting":
        return Refusal("first take a row or a column", "R9.2")
    set_ = Place.set_(number_)
    if set_ >= len(seen.sets):
        return Refusal("that set is not in this game", "R9.6")
    return refuse_tile(box, seen, seen.sets[set_].hand, "what you hold of this set", number_)


def refuse_tile(box: Box, seen: View, there: Sequence[str], where: str, number_: int) -> Refusal:
    """What laying has in common for all: a tile that is there, and a place beside the field."""
    kind = KINDS[Lay.tile(number_)]
    if kind not in there:
        return Refusal(f"{box.name(kind)} is not in {where}", "R4.1")
    q, r = Lay.q(number_) - REACH, Lay.r(number_) - REACH
    taken = {(laid.q, laid.r) for laid in seen.field}
    if (q, r) in taken:
        return Refusal(f"a tile lies at {q},{r} already", "R4.2")
    if not taken and (q or r):
        return Refusal("the first tile lies at 0,0", "R4.2")
    if taken and not any([(q + a, r + b) in taken for a, b in HEADINGS]):
        return Refusal(f"{q},{r} does not touch the field", "R4.2")
    return Refusal(f"turned like that {box.name(kind)} looks as it does with less turning", "R4.2")


# ---------------------------------------------------------------------------------------- score
def outcome(box: Box, table: Mycelium) -> Outcome:
    """R6 to R8, or R9.5: a line for everything that scored."""
    if table.solo():
        return solo_outcome(box, table)
    scores = [table.points(seat) for seat in range(table.seats)]
    standings = [table.rank_key(seat) for seat in range(table.seats)]
    return Outcome(
        scores=scores,
        ranks=ranks(standings),
        lines=[score_lines(table, seat) for seat in range(table.seats)],
        verdict="" if table.to_act else tie_break(table, scores, standings),
    )


def score_lines(table: Mycelium, seat: int) -> list[ScoreLine]:
    field = table.field
    free, stumps = field.count_of(seat, FREE), field.count_of(seat, STUMPS)
    flowers = field.count_of(seat, FLOWERS)
    what = "side" if field.all_sides else "spore side"
    lines = [
        ScoreLine(number(free, f"free {what}"), free * table.side, f"free {what}s"),
        ScoreLine(
            f"{number(stumps, 'spore side')} at the stump", stumps * STUMP_POINTS, "the stump"
        ),
        ScoreLine(
            f"{number(flowers, 'root')} at the flower", flowers * FLOWER_POINTS, "the flower"
        ),
    ]
    if table.advanced:
        knots, network = field.count_of(seat, KNOTS), field.network(seat)
        lines += [
            ScoreLine(number(knots, "spore connection"), knots, "spore connections"),
            ScoreLine("flower network", network, "the flower network"),
        ]
    return lines


def tie_break(table: Mycelium, scores: Sequence[int], standings: Sequence[int]) -> str:
    """R8: what decided between those with the most points, if anything had to."""
    first = [seat for seat in range(table.seats) if scores[seat] == max(scores)]
    if len(first) == 1:
        return ""
    for what, reason in ((KNOTS, "spore connections"), (STUMPS, "stump connections")):
        if len({table.field.count_of(seat, what) for seat in first}) > 1:
            most = max([table.field.count_of(seat, what) for seat in first])
            first = [seat for seat in first if table.field.count_of(seat, what) == most]
            if len(first) == 1:
                return f"Equal points: more {reason} decided."
    if len({table.field.apart(seat) for seat in first}) > 1:
        near = min([table.field.apart(seat) for seat in first])
        if len([seat for seat in first if table.field.apart(seat) == near]) == 1:
            return "Equal points: the shorter way from stump to flower decided."
    return "Equal in everything: a shared victory."


def solo_outcome(box: Box, table: Mycelium) -> Outcome:
    merits = list(table.merits)
    earned = [rank for rank in box.ranks.values() if rank.merits <= len(merits)]
    least = min([rank.merits for rank in box.ranks.values()])
    if earned:
        verdict = f"{earned[-1].title}. {earned[-1].tale}"
    else:
        verdict = f"{number(len(merits), 'merit')}: {least} are needed to win."
    return Outcome(
        scores=[len(merits)],
        ranks=[1],
        lines=[[ScoreLine(f"all sets at {score}", 1, "equal sets") for score in merits]],
        verdict=verdict,
        won=bool(earned),
    )


# ----------------------------------------------------------------------------------------- text
def text(box: Box, seen: View, names: Sequence[str]) -> str:
    """The table for a terminal, and for whoever does not see the picture."""
    lines = field_in_large(box, seen) or field_map(box, seen)
    if seen.seats == 1:
        if seen.deciding:
            lines += ["", f"{merit_line(seen)} The sets are {spread(seen)} apart."]
        return "\n".join(lines + solo_lines(box, seen))
    for seat in sorted(range(seen.seats), key=lambda seat: seat == seen.seat):
        lines += ["", *person(box, seen, seat, names[seat])]
    return "\n".join(lines)


def field_map(box: Box, seen: View) -> list[str]:
    """Three letters a tile: its set, its spores or S, F, R for the special ones, and its turn."""
    if not seen.field:
        return ["The field is empty."]
    marks = {}
    for laid in seen.field:
        sign = laid.tile[1] if laid.tile[0] == "m" else laid.tile[0].upper()
        marks[laid.q, laid.r] = f"{box.colour(laid.set)[0]}{sign}{laid.turn or ' '}"
    edge = {(q + a, r + b) for q, r in marks for a, b in HEADINGS} - set(marks)
    low = min([2 * q + r for q, r in edge])
    lines = [
        "Tiles: set, spores (S stump, F flower, R rock), turn. A dot: free; r is the row,",
        "q counts from its first place.",
    ]
    for r in range(min([r for _, r in edge]), max([r for _, r in edge]) + 1):
        row = sorted([(q, y) for q, y in [*marks, *edge] if y == r])
        line, end = "", low
        for place in row:
            at = 2 * place[0] + r
            line += "  " * (at - end) + f"{marks.get(place, '.'):<4}"
            end = at + 2
        lines.append(f"r={r:<3} q={row[0][0]:<3} {line.rstrip()}")
    return lines


def person(box: Box, seen: View, seat: int, name: str) -> list[str]:
    tiles = seen.sets[seat]
    points = number(tiles.points, "point")
    lines = [f"{name} ({box.called(seat)}): {points}: {counted(seen, tiles)}"]
    if seen.phase == "choosing":
        chosen = tiles.market[0]
        lines.append(f"Market  {box.name(chosen)}" if chosen else "Market  not shown yet")
    else:
        lines.append(f"Market  {market(box, tiles)}; {len(tiles.pile)} in the pile")
    return lines


def counted(seen: View, tiles: Tiles) -> str:
    parts = [
        f"{tiles.free} free",
        f"{tiles.stumps} at the stump",
        f"{tiles.flowers} at the flower",
    ]
    if seen.advanced:
        parts += [f"{tiles.knots} connected", f"{tiles.network} by the network"]
    return ", ".join(parts)


def market(box: Box, tiles: Tiles) -> str:
    return ", ".join([box.name(kind) if kind else "-" for kind in tiles.market])


def solo_lines(box: Box, seen: View) -> list[str]:
    lines = []
    for set_, tiles in zip(SETS, seen.sets, strict=False):
        held = f"; you hold {names_of(box, tiles.hand)}" if tiles.hand else ""
        lines.append(
            f"{box.colour(set_):<7}{number(tiles.points, 'point'):<10} {market(box, tiles)};"
            f" {len(tiles.pile)} in the pile{held}"
        )
    return lines
