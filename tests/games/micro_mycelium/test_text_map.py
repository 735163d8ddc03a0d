"""The field as a map of letters."""

from __future__ import annotations

from spinney.games.micro_mycelium import GAME
from tests.games.micro_mycelium.stories import mycelium

NAMES = ["Ann", "Ben"]
DRAWN = """\
      0,-1    1,-1    2,-1
 
          ~   ~
  -1,0   ~ G1  *   GS      2,0
          ~   ~
              ~   ~
      -1,1   ~ B2  ~   1,1
              *   *
 
          -1,2     0,2
 
* spores, ~ roots; S stump, F flower, R rock; free places: q,r."""


def test_every_tile_shows_its_sides() -> None:
    table = mycelium("green m1 0,0; blue m2 0,1 1; green stump 1,0")
    assert GAME.words.text(table.view(0), NAMES).startswith(f"{DRAWN}\n\n")


def test_a_wide_field_is_drawn_smaller() -> None:
    table = mycelium("; ".join(f"green m1 {q},0" for q in range(-5, 5)))
    text = GAME.words.text(table.view(0), NAMES)
    assert "r=0   q=-6  .   G1  G1  G1" in text
    assert max(map(len, text.splitlines())) <= 80
