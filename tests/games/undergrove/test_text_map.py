"""The forest as a map of letters."""

from __future__ import annotations

from spinney.games.undergrove import GAME
from tests.games.undergrove.stories import Table, undergrove

SMALL = """\
          -1          0          1
                 +----------+
 -1              |Pacif Chan|
                 |3         |
      +----------#----------H2---------+
  0   |Paint Suil|Earthlover|Fly Agaric|
      |3         |2         |3         |
      +----------A0---------#----------H*
  1              |Commo Dece|King Bolet|
                 |3         |3       2C|
                 +----------+----------+
H Hazel, A Ash: plants with their carbon, * a Tree, # closed. In a mushroom: value, carbon."""


def drawn(table: Table, *names: str) -> str:
    return GAME.words.text(table.view(0), names).partition("\n\n")[0]


def test_mushrooms_and_plants_lie_where_they_are() -> None:
    table = undergrove(
        forest="king_bolete@1,1",
        blocked="nw se",
        plants=["1,0 earthlover +2", "2,1 tree king_bolete"],
        carbon="king_bolete*2",
    )
    assert drawn(table, "Hazel", "Ash") == SMALL


def test_a_wide_forest_fits_into_a_window() -> None:
    row = "king_bolete orange_tooth candy_cap fat_jack pigs_ears mouse_trich violet_webcap"
    table = undergrove(forest=" ".join(f"{one}@{x},0" for x, one in enumerate(row.split(), 2)))
    lines = drawn(table, "Hazel", "Holly").splitlines()
    assert max(map(len, lines[:-1])) < 80
    assert "|Earth|FlAg |KiBo |" in lines[5]
    assert "A0" in lines[4] and "B0" in lines[7]  # their first letters are the same
