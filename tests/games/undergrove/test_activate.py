"""Activate (R4): what it takes, and what it leaves."""

from __future__ import annotations

from tests.games.undergrove.stories import undergrove


def test_a_mushroom_without_a_root_of_yours_cannot_be_activated() -> None:
    table = undergrove(plants=["1,0 earthlover fly_agaric"])
    assert table.may("activate mushroom=fly_agaric")
    assert not table.may("activate mushroom=pacific_golden_chanterelle")
    other = undergrove(turn=1, plants=["1,0 earthlover fly_agaric"])
    assert not other.may("activate mushroom=fly_agaric"), "somebody else's Root does not help"


def test_a_used_token_cannot_be_used_again() -> None:
    table = undergrove(plants=["1,0 fly_agaric"], ready="pores gills other")
    assert not table.may("activate")


def test_carbon_must_be_there() -> None:
    table = undergrove(plants=["1,0 fly_agaric"], cubes="N N P P K K")
    assert not table.may("activate")


def test_any_is_nitrogen_phosphorus_or_potassium_but_never_carbon() -> None:
    forest = "woolly_owl_eyes@1,-1"
    rich = undergrove(forest=forest, plants=["1,0 woolly_owl_eyes"], cubes="C C C C C")
    assert not rich.may("activate")
    for kind in "NPK":
        enough = undergrove(forest=forest, plants=["1,0 woolly_owl_eyes"], cubes=f"C C {kind}")
        enough.do("activate mushroom=woolly_owl_eyes")
        assert enough.cubes() == "" and enough.carbon("woolly_owl_eyes") == 2


def test_one_way_to_pay_is_no_question_and_two_are() -> None:
    forest = "woolly_owl_eyes@1,-1"
    table = undergrove(forest=forest, plants=["1,0 woolly_owl_eyes"], cubes="C C N K K")
    table.do("activate mushroom=woolly_owl_eyes")
    assert table.asked == "pay" and table.moves() == ["pay part=n", "pay part=k"]


def test_a_mushroom_may_hold_any_amount_of_carbon() -> None:
    table = undergrove(plants=["1,0 fly_agaric"], carbon="fly_agaric*20")
    table.do("activate mushroom=fly_agaric")
    assert table.carbon("fly_agaric") == 21


def test_earthlover_needs_no_token() -> None:
    table = undergrove(ready="", cubes="")
    assert table.may("activate mushroom=earthlover")
    table.do("activate mushroom=earthlover", "gain p=1", "stop")
    assert table.cubes() == "P" and table.turn == 1


def test_earthlover_trades_none_one_or_two() -> None:
    for trades in range(3):
        table = undergrove(cubes="N N N").do("activate mushroom=earthlover", "gain n=1")
        for _ in range(trades):
            table.do("trade give=n take=k")
        if trades < 2:
            table.do("stop")
        assert table.cubes() == " ".join(["N"] * (4 - trades) + ["K"] * trades)


def test_trading_a_cube_for_its_like_is_no_trade() -> None:
    table = undergrove(cubes="").do("activate mushroom=earthlover", "gain p=1")
    assert table.moves() == ["trade give=p take=n", "trade give=p take=k", "stop"]


def test_carbon_is_not_traded() -> None:
    table = undergrove(cubes="C C").do("activate mushroom=earthlover", "gain p=1")
    assert not any("give=c" in move or "take=c" in move for move in table.moves())


def test_readying_a_ready_token_changes_nothing() -> None:
    table = undergrove(plants=["1,0 fly_agaric"]).do("activate mushroom=fly_agaric")
    assert table.ready() == "pores gills other"


def test_ongoing_mushrooms_are_not_activated() -> None:
    for kind in ("candy_cap", "earthfan", "slippery_jack", "smiths_amanita", "brown_roll_rim"):
        table = undergrove(forest=f"{kind}@1,-1", plants=[f"1,0 {kind}"])
        assert not table.may("activate")


def test_all_others_gain_exactly_one_each() -> None:
    table = undergrove(seats=4, forest="king_bolete@1,-1", plants=["1,0 king_bolete"])
    table.do("activate mushroom=king_bolete")
    for seat in (1, 2, 3):
        assert table.cubes(seat) == "C C C C N N P P P K K"


# ------------------------------------------------------------------------------------------ copying
def test_a_copied_mushroom_needs_no_root() -> None:
    table = undergrove(forest="golden_waxcap@1,-1", plants=["1,0 golden_waxcap"])
    assert table.moves()[0] == "activate mushroom=golden_waxcap copy=common_deceiver"
    table.do("activate mushroom=golden_waxcap copy=common_deceiver")
    assert table.cubes() == "C C C N N P P P K K K"
    assert table.carbon("golden_waxcap") == 1 and table.carbon("common_deceiver") == 1


def test_a_copycat_copies_its_own_type_only_and_never_itself() -> None:
    table = undergrove(
        forest="golden_waxcap@1,-1 king_bolete@2,-1 velvet_milkcap@3,-1",
        plants=["1,0 golden_waxcap earthlover"],
    )
    copies = [move for move in table.moves() if "mushroom=golden_waxcap copy" in move]
    assert copies == [
        "activate mushroom=golden_waxcap copy=common_deceiver",
        "activate mushroom=golden_waxcap copy=velvet_milkcap",
    ]


def test_ongoing_mushrooms_and_earthlover_are_not_copied() -> None:
    table = undergrove(forest="golden_waxcap@1,-1 candy_cap@2,-1", plants=["1,0 golden_waxcap"])
    copies = [move for move in table.moves() if "mushroom=golden_waxcap copy" in move]
    assert copies == ["activate mushroom=golden_waxcap copy=common_deceiver"]


def test_copied_here_is_the_copycat() -> None:
    table = undergrove(
        forest="golden_waxcap@1,-1 amethyst_deceiver@2,-1",
        carbon="amethyst_deceiver*3",
        plants=["1,0 golden_waxcap"],
        cubes="C C N",
        ready="gills",
    )
    table.do("activate mushroom=golden_waxcap copy=amethyst_deceiver")
    assert table.carbon("golden_waxcap") == 2
    assert table.moves() == ["absorb source=golden_waxcap mushroom=golden_waxcap corner=sw"]


def test_a_copy_has_no_cube_spaces() -> None:
    """#8: as if it were printed on the copying mushroom, which has none."""
    table = undergrove(forest="golden_waxcap@1,-1 green_russula@2,-1", plants=["1,0 golden_waxcap"])
    table.do("activate mushroom=golden_waxcap copy=green_russula")
    assert table.turn == 1 and table.filled("green_russula") == 0
    assert table.cubes() == "C C C N N N N N P P K K"


def test_the_other_reading_fills_the_spaces_of_the_original() -> None:
    """#8, copies=original"""
    table = undergrove(
        forest="golden_waxcap@1,-1 green_russula@2,-1", plants=["1,0 golden_waxcap"], readings=""
    )
    table.do("activate mushroom=golden_waxcap copy=green_russula", "fill number=3")
    assert table.filled("green_russula") == 3 and table.value("golden_waxcap") == 2
    assert table.cubes() == "C C C N N P P K K"


def test_a_copied_ability_readies_its_tokens() -> None:
    table = undergrove(forest="golden_waxcap@1,-1", plants=["1,0 golden_waxcap"], ready="gills")
    table.do("activate mushroom=golden_waxcap copy=common_deceiver")
    assert table.ready() == "other"


def test_a_copied_extra_action_is_an_extra_action() -> None:
    table = undergrove(
        forest="golden_waxcap@1,-1 red_bleeding_milkcap@2,-1", plants=["1,0 golden_waxcap"]
    )
    table.do("activate mushroom=golden_waxcap copy=red_bleeding_milkcap")
    assert table.turn == 0 and table.asked == "action" and table.ready() == "ring pores other"


# -------------------------------------------------------------------------------------- cube spaces
def test_only_cubes_gained_now_may_be_put_down() -> None:
    table = undergrove(
        forest="peppery_bolete@1,-1", plants=["1,0 peppery_bolete"], cubes="C K K K K K"
    )
    table.do("activate mushroom=peppery_bolete")
    assert table.moves() == ["fill number=1", "fill number=2", "fill number=3", "stop"]


def test_filled_spaces_count_for_everybody_with_a_root_there() -> None:
    table = undergrove(
        forest="peppery_bolete@1,-1",
        plants=["1,0 peppery_bolete +1"],
        others=[{"plants": ["2,0 tree peppery_bolete"], "cubes": ""}],
        cubes="C",
    )
    before = table.points(1)
    table.do("activate mushroom=peppery_bolete", "fill number=3")
    assert table.points(1) == before + 3
