"""Collecting light and the biggest forest, worked out on lines and small groups."""

import pytest

from tests.games.evergreen.stories import Table, evergreen

KINDS = {"s": "small", "B": "big", "u": "bush", "l": "lake", "p": "sprout"}
# four straight lines of eight spaces without a crevice, from the sun inwards
LINES = {
    "left": "a4 b4 c4 d4 e4 f4 g4 h4".split(),
    "right": "h5 g5 f5 e5 d5 c5 b5 a5".split(),
    "top": "d1 d2 d3 d4 d5 d6 d7 d8".split(),
    "bottom": "e8 e7 e6 e5 e4 e3 e2 e1".split(),
}


def line(pieces: str, sun: str) -> str:
    places = zip(pieces, LINES[sun], strict=False)
    return " ".join(f"{KINDS[piece]}@{space}" for piece, space in places if piece != ".")


def planted(planet: str, sun: str = "left") -> Table:
    return evergreen(planet=planet, sun=sun)


# small (s) and big (B) trees, bushes (u), lakes (l), sprouts (p), gaps; the sun stands to the left
CASES = [
    ("s", "1"),
    ("B", "2"),
    ("p", "0"),
    ("u", "0"),
    ("l", "0"),
    ("ss", "10"),
    ("sB", "12"),
    ("Bs", "20"),
    ("BB", "20"),
    ("s.s", "1.1"),
    ("s.B", "1.2"),
    ("B.s", "2.0"),
    ("B.B", "2.0"),
    ("B..s", "2..1"),
    ("B..B", "2..2"),
    ("sss", "100"),
    ("ssB", "102"),
    ("BsB", "200"),
    ("sBs", "120"),
    ("Bs.s", "20.1"),
    ("BB.s", "20.0"),
    ("BB..s", "20..1"),
    ("sBBs", "1200"),
    ("BsBs", "2000"),
    ("sBsB", "1200"),
    ("sBs.B", "120.2"),
    ("Bus", "200"),
    ("Bps", "200"),
    ("Bls", "200"),
    ("sus", "101"),
    ("sps", "101"),
    ("sls", "101"),
    ("usB", "012"),
    ("BBBBBBBB", "20000000"),
    ("ssssssss", "10000000"),
    ("sBsBsBsB", "12000000"),
    # the rulebook's lines A, B, C and E
    ("sBss.B", "1200.2"),
    ("ssus", "1001"),
    ("BBss", "2000"),
    ("lspsss", "010100"),
]


@pytest.mark.parametrize("sun", LINES)
@pytest.mark.parametrize("pieces, points", CASES)
def test_the_points_of_a_line(pieces: str, points: str, sun: str) -> None:
    """Collect Light: from each of the four sides alike."""
    table = planted(line(pieces, sun), sun)
    assert table.light() == sum(int(point) for point in points if point != ".")
    lit = {space for space, point in zip(LINES[sun], points, strict=False) if point in "12"}
    assert table.lit() == lit


@pytest.mark.parametrize(
    "planet, sun, lit",
    [
        # line D of the rulebook: a crevice counts as a space of the shadow
        ("small@b3 small@d3 big@e3 small@g3", "left", "b3 d3 e3"),
        ("small@b3 small@d3", "left", "b3 d3"),
        ("big@b3 small@d3", "left", "b3"),
        ("big@b3 big@d3", "left", "b3"),
        ("big@b3 small@e3", "left", "b3 e3"),
        ("big@a3 small@d3", "left", "a3 d3"),
        ("big@g6 small@e6", "right", "g6"),
        ("small@g6 small@e6", "right", "g6 e6"),
        ("big@c2 small@c4", "top", "c2"),
        ("big@c2 small@c5", "top", "c2 c5"),
        ("small@c2 small@c4", "top", "c2 c4"),
        ("big@f7 big@f5", "bottom", "f7"),
    ],
)
def test_crevices_have_a_length_and_nothing_else(planet: str, sun: str, lit: str) -> None:
    """Crevices: regular spaces for the length of shadows only."""
    assert planted(planet, sun).lit() == set(lit.split())


@pytest.mark.parametrize(
    "planet, sun, points",
    [
        ("big@h4 small@a4", "left", 3),
        ("big@h4 small@a5", "left", 3),
        ("big@a4 small@h4", "right", 3),
        ("big@a4 small@h3", "right", 3),
        ("big@d8 small@d1", "top", 3),
        ("big@d1 small@d8", "bottom", 3),
        ("big@f1 small@b2", "left", 3),
        ("big@f8 small@e1", "top", 3),
    ],
)
def test_shadows_end_at_the_edge_of_the_planet(planet: str, sun: str, points: int) -> None:
    assert planted(planet, sun).light() == points


def test_shadows_fall_straight_away_from_the_sun_only() -> None:
    """Neither sideways, nor towards the sun, nor aslant."""
    table = planted("big@d4 small@d3 small@d5 small@c4 small@c3 small@c5", "left")
    assert table.lit() == {"d4", "c4", "c3", "c5"}
    assert planted("big@d4 small@d3 small@d5 small@c4", "left").light() == 2 + 1 + 1 + 1


ROWS = (
    "small@a4 big@b4 small@c4 small@d4 big@f4 "
    "small@b2 small@c2 bush@d2 small@e2 "
    "big@b7 big@c7 small@d7 small@e7 "
    "small@b3 small@d3 big@e3 small@g3 "
    "lake@a5 small@b5 sprout@c5 small@d5 small@e5 small@f5"
)


def test_the_five_lines_of_the_rulebook_together_are_fifteen() -> None:
    """How to count Light Points: A 5, B 2, C 2, D 4, E 2."""
    table = planted(ROWS, "left")
    assert table.light() == 5 + 2 + 2 + 4 + 2 == 15
    assert table.lit() == set("a4 b4 f4 b2 e2 b7 b3 d3 e3 b5 d5".split())


FORESTS = (
    "small@b2 small@c2 small@b7 big@c7 small@e7 small@f7 "
    "small@b4 big@c4 bush@d4 small@d5 big@e5 sprout@d7"
)


def test_the_forests_of_the_rulebook() -> None:
    """Biggest Forest: D has 5; a bush joins A; the sprout grown joins B and C; a bush joins all."""
    assert planted(FORESTS).forest() == 5
    with_a = FORESTS + " bush@b3"
    assert planted(with_a).forest() == 2 + 5 + 1
    with_bc = with_a.replace("sprout@d7", "small@d7")
    assert planted(with_bc).forest() == 8
    assert planted(with_bc + " bush@e6").forest() == 8 + 5 + 1


@pytest.mark.parametrize(
    "planet, size",
    [
        ("", 0),
        ("sprout@a4 lake@b4", 0),
        ("bush@a4", 1),
        ("small@a4", 1),
        ("big@a4", 1),
        ("small@a4 big@b4 bush@c4", 3),
        ("small@b4 small@c5", 1),  # aslant
        ("small@a4 sprout@b4 small@c4", 1),
        ("small@a4 lake@b4 small@c4", 1),
        ("small@b3 small@d3", 1),  # a crevice lies between
        ("small@b3 small@d3 small@b4 small@c4 small@d4", 5),  # the way round it
        ("small@a4 small@b4 small@e4 small@f4", 2),  # tied forests score once
        ("small@h4 small@a5", 1),  # no way round the planet
        ("small@d4 small@e4 small@d5 small@e5", 4),
        ("small@c1 small@c2 small@c4", 2),
    ],
)
def test_the_size_of_the_biggest_forest(planet: str, size: int) -> None:
    """Trees of either size and bushes, side by side; ruling R8."""
    assert planted(planet).forest() == size


def test_a_full_planet_is_one_forest_of_forty_eight() -> None:
    rows = ["cdef", "bcdefg", "abdegh", "abcdefgh", "abcdefgh", "abdegh", "bcdefg", "cdef"]
    spaces = [f"{column}{row}" for row, columns in enumerate(rows, 1) for column in columns]
    assert len(spaces) == 48
    table = planted(" ".join(f"big@{space}" for space in spaces), "left")
    assert table.forest() == 48
    assert table.lit() == {f"{columns[0]}{row}" for row, columns in enumerate(rows, 1)}
    assert table.light() == 16
