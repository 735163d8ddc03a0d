"""Bonus tiles "at any time" (R6.3), and what a tile may still make possible (#36, #41 to #43)."""

from __future__ import annotations

from typing import Any

from spinney.games.undergrove import GAME
from tests.games.undergrove.stories import Table, undergrove

ABSORB = "absorb source=fly_agaric mushroom=earthlover corner=ne"
READY: dict[str, Any] = dict(stone=2, bonus={"first": "ready"})


def poor(**more: Any) -> Table:
    """One token ready, three nitrogen, carbon one step away: a token, a cube and a step."""
    return undergrove(carbon="fly_agaric", ready="ring", cubes="N N N", **more)


# ------------------------------------------------------------------------------- paying for a step
def test_a_tile_played_between_two_payments_saves_a_cube() -> None:
    """#41: the only token is flipped and a cube paid, then the tile: a token pays for the step."""
    table = poor(**READY).do(ABSORB)
    assert table.asked == "pay" and table.ready() == "" and table.cubes() == "N N"
    assert table.moves() == ["pay part=n", "bonus stone=first"]
    table.do("bonus stone=first", "pay part=gills")
    assert table.ready() == "ring pores other" and table.cubes() == "N N"
    assert table.stone() == 3 and table.plants() == ["1,0 earthlover +1"]


def test_the_step_may_be_paid_with_a_cube_and_the_tile_kept() -> None:
    table = poor(**READY).do(ABSORB, "pay part=n")
    assert table.cubes() == "N" and table.ready() == "" and table.bonus() == {"first": "ready"}


def test_whoever_holds_another_tile_is_asked_too() -> None:
    """#35: a question for those only who have that tile would tell the others what it is."""
    for tile in ("two", "nitrogen"):
        table = poor(stone=2, bonus={"first": tile}).do(ABSORB)
        assert table.asked == "pay" and table.view(1).agenda[-1].what == "pay"
    assert table.may("bonus stone=first")
    assert poor(stone=2).do(ABSORB).asked == "root", "no tile, no question; the third stone's Root"


def test_a_tile_already_played_asks_nothing() -> None:
    table = poor(stone=2, bonus={"first": "ready"}, played="first").do(ABSORB)
    assert table.asked == "root" and table.cubes() == "N"


def test_steps_that_only_tokens_can_pay_are_paid_at_once() -> None:
    """Then the tile loses nothing by being played afterwards."""
    position: dict[str, Any] = dict(carbon="fly_agaric", ready="ring pores", cubes="N")
    table = undergrove(**position, **READY).do(ABSORB)
    assert table.asked == "root" and table.ready() == "" and table.bonus() == {"first": "ready"}


def test_every_further_step_is_a_moment_of_its_own() -> None:
    forest = "king_bolete@2,0 orange_tooth@3,0"
    table = undergrove(
        forest=forest, carbon="orange_tooth", ready="ring", cubes="N N N N N", **READY
    )
    table.do("absorb source=orange_tooth mushroom=earthlover corner=ne")
    assert table.ready() == "" and table.cubes() == "N N N N", "token and cube of the action"
    table.do("pay part=n", "bonus stone=first", "pay part=ring", "pay part=n")
    assert table.ready() == "pores gills other" and table.cubes() == "N N"


def test_steps_of_an_absorbing_mushroom_stop_for_the_tile() -> None:
    """Woolly Owl Eyes: its token was the last one, the step would take a cube."""
    table = undergrove(
        forest="woolly_owl_eyes@1,-1",
        plants=["2,0 tree woolly_owl_eyes", "1,1 earthlover"],
        carbon="fly_agaric",
        cubes="C C N N N",
        ready="pores",
        **READY,
    )
    table.do("activate mushroom=woolly_owl_eyes")
    table.do("absorb source=woolly_owl_eyes mushroom=earthlover corner=se")
    assert table.asked == "pay" and table.moves() == ["pay part=n", "bonus stone=first"]
    table.do("bonus stone=first", "pay part=ring")
    assert table.cubes() == "N N" and table.ready() == "pores gills other"


# ------------------------------------------------------------------------ mushrooms that absorb
FAR = "king_bolete@2,0 orange_tooth@3,0 suede_bolete@4,0 fat_jack@5,0 rosy_slime_spike@6,0"


def scarletina(carbon: str = "suede_bolete", **more: Any) -> Table:
    """Carbon six steps from Scarletina Bolete; two of them are free."""
    return undergrove(
        forest=f"{FAR} scarletina_bolete@-2,0",
        plants=["-1,0 scarletina_bolete"],
        carbon=carbon,
        ready="ring pores",
        **{"cubes": "N", **more},
    )


def test_a_ready_tile_counts_where_a_mushroom_absorbs() -> None:
    """#36: pores is flipped, N paid; ring, then the tile, then three of the four that are ready."""
    assert not scarletina().may("activate mushroom=scarletina_bolete")
    table = scarletina(**READY)
    assert table.may("activate mushroom=scarletina_bolete")
    table.do("activate mushroom=scarletina_bolete")
    table.do("absorb source=suede_bolete mushroom=scarletina_bolete corner=ne")
    assert table.ready() == "ring pores gills other" and table.bonus() == {}
    table.do("pay part=ring", "pay part=pores", "pay part=gills")
    assert table.ready() == "other" and table.plants() == ["-1,0 scarletina_bolete +1"]


def test_what_lies_too_far_even_with_the_tile_cannot_be_begun() -> None:
    table = scarletina("rosy_slime_spike", **READY)
    assert not table.may("activate mushroom=scarletina_bolete"), "eight steps, seven in reach"


def test_the_tile_is_saved_where_the_carbon_would_be_out_of_reach_without_it() -> None:
    """#42: seven steps: two free, ring, and four of the tile, but only if ring is flipped first."""
    table = scarletina("fat_jack", **READY).do("activate mushroom=scarletina_bolete")
    assert table.moves() == ["absorb source=fat_jack mushroom=scarletina_bolete corner=ne"]
    assert "(R6.3)" in table.refusal("bonus stone=first")
    table.do("absorb source=fat_jack mushroom=scarletina_bolete corner=ne")
    assert table.ready() == "" and table.plants() == ["-1,0 scarletina_bolete +1"]


def test_it_is_saved_while_the_cube_of_the_mushroom_is_paid() -> None:
    """#42: the same with a choice of cubes before."""
    table = scarletina("rosy_slime_spike", **{**READY, "cubes": "N P"})
    table.do("activate mushroom=scarletina_bolete")
    assert table.moves() == ["pay part=n", "pay part=p"]


def test_a_tile_that_is_not_needed_may_be_played_at_once() -> None:
    table = scarletina(**READY).do("activate mushroom=scarletina_bolete")
    assert table.may("bonus stone=first"), "four tokens and two free steps are six"
    table.do("bonus stone=first")
    assert table.may("absorb source=suede_bolete mushroom=scarletina_bolete corner=ne")


def test_copies_of_absorbing_mushrooms_count_the_tile_too() -> None:
    position: dict[str, Any] = dict(
        forest="suede_bolete@-2,0 scarletina_bolete@0,2 king_bolete@2,0 orange_tooth@3,0",
        plants=["-1,0 suede_bolete"],
        carbon="orange_tooth",
        ready="pores",
        cubes="N",
    )
    move = "activate mushroom=suede_bolete copy=scarletina_bolete"
    assert not undergrove(**position).may(move), "five steps, two are free"
    table = undergrove(**position, **READY).do(move)
    assert table.moves() == ["bonus stone=first"], "no token is ready: first the tile"
    table.do("bonus stone=first")
    table.do("absorb source=orange_tooth mushroom=suede_bolete corner=ne")
    assert table.asked == "pay" and table.moves()[-1] == "pay part=other"
    table.do("pay part=ring", "pay part=pores", "pay part=gills")
    assert table.plants() == ["-1,0 suede_bolete +1"] and table.ready() == "other"


# --------------------------------------------------------------------------------- the second tile
def amanita(hand: str, **more: Any) -> Table:
    """A single plant that touches four mushrooms, all with its Roots; and one with a gap."""
    return undergrove(
        forest="king_bolete@1,-1 smiths_amanita@2,0",
        plants=[
            "1,0 earthlover fly_agaric king_bolete pacific_golden_chanterelle",
            "3,0 smiths_amanita",
        ],
        cubes="C K K N",
        hand=hand,
        **more,
    )


def test_the_first_of_two_tiles_need_not_make_the_room() -> None:
    """#43: Smith's Amanita allows a second tile; one of the two must touch the plant at 3,0."""
    table = amanita("panthercap scaly_vase").do("partner")
    assert not table.may("stop")
    assert table.may("lay mushroom=panthercap x=-2 y=0"), "far away from every plant"
    table.do("lay mushroom=panthercap x=-2 y=0")
    assert table.asked == "lay_free" and not table.may("stop")
    assert "must" in GAME.words.prompt(table.view(0), ("Ash", "Birch"))
    assert {move.split(" ", 2)[2] for move in table.moves()} == {"x=2 y=-1", "x=3 y=0"}
    table.do("lay mushroom=scaly_vase x=3 y=0", "root mushroom=scaly_vase corner=nw")
    assert table.turn == 1


def test_with_one_tile_it_must_make_the_room() -> None:
    table = amanita("panthercap").do("partner")
    assert {move.split(" ", 2)[2] for move in table.moves()} == {"x=2 y=-1", "x=3 y=0"}


def test_where_the_first_makes_the_room_the_second_is_free_to_leave_out() -> None:
    table = amanita("panthercap scaly_vase").do("partner", "lay mushroom=panthercap x=3 y=0")
    assert table.asked == "lay_free" and table.may("stop")


def test_slippery_jack_s_first_tile_need_not_bring_a_corner() -> None:
    """#43 for Reproduce: all sixteen corners are taken. A tile at 1,1 fills a hole between four."""
    low = ["0,-1", "1,-1", *[f"{x},{y}" for y in (0, 1) for x in (-1, 0, 1, 2)]]
    high = ["1,2", "2,2", "0,3", "1,3", "2,3"]

    def table(hand: str) -> Table:
        return undergrove(
            seats=4,
            forest="slippery_jack@0,2 king_bolete@1,2",
            plants=["0,2 slippery_jack"],
            others=[{"plants": low[:5]}, {"plants": low[5:]}, {"plants": high}],
            cubes="C P P N",
            hand=hand,
        ).do("reproduce")

    one, two = table("panthercap"), table("panthercap candy_cap")
    assert not one.may("plant") and not one.may("lay mushroom=panthercap x=1 y=1")
    two.do("lay mushroom=panthercap x=1 y=1")
    assert two.asked == "lay_free" and not two.may("stop")
    two.do("lay mushroom=candy_cap x=2 y=1", "plant mushroom=candy_cap corner=ne")
    assert two.turn == 1


def test_fewer_questions_skip_the_moment() -> None:
    """#41, moments=few: the step is paid with a cube at once."""
    few = "copies_gain same_way all_used"
    assert poor(stone=2, bonus={"first": "ready"}, readings=few).do(ABSORB).asked == "root"
