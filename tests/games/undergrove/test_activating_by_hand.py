"""Activating every mushroom of the box: what it costs, what it gives, and to whom."""

from collections import Counter
from typing import Any

import pytest

from tests.games.undergrove.stories import Table, undergrove

START = Counter(C=4, N=2, P=2, K=2)
TYPES = ["ring", "pores", "gills", "other"]

# type, cubes gained, what all others gain, tokens readied; all of them cost a token and one carbon
TRADERS: dict[str, tuple[str, str, str, str]] = {
    "pacific_golden_chanterelle": ("other", "PK", "", "gills"),
    "fly_agaric": ("ring", "NP", "", "pores"),
    "common_deceiver": ("gills", "PK", "", "other"),
    "painted_suillus": ("pores", "NP", "", "ring"),
    "vermilion_waxcap": ("gills", "NKKK", "K", ""),
    "dead_mans_foot": ("other", "NNKK", "N", ""),
    "snyders_black_morel": ("other", "PKKK", "K", ""),
    "black_elfin_saddle": ("other", "PPPK", "P", ""),
    "king_bolete": ("pores", "PPKK", "P", ""),
    "orange_tooth": ("pores", "NPPP", "P", ""),
    "surprise_webcap": ("ring", "NNPP", "N", ""),
    "gooseberry_russula": ("gills", "NNNP", "N", ""),
    "sunshine_amanita": ("ring", "NNNK", "N", ""),
    "red_cracking_bolete": ("pores", "NPK", "", ""),
    "woodland_lepidella": ("ring", "NPK", "", ""),
    "rehms_haircup": ("other", "NPK", "", ""),
    "velvet_milkcap": ("gills", "NPK", "", ""),
}
FOURS = {
    "zellers_bolete": "pores",
    "white_chanterelle": "other",
    "blood_red_webcap": "ring",
    "cowboys_handkerchief": "gills",
}
CHAINS = {
    "red_bleeding_milkcap": ("gills", {"ring", "other"}),
    "bellybutton_hedgehog": ("pores", {"gills", "other"}),
    "scaly_vase": ("other", {"ring", "pores"}),
    "gassy_webcap": ("ring", {"pores", "gills"}),
}
CHOOSERS = {
    "mouse_trich": ("gills", "ring"),
    "yellow_tipped_coral": ("other", "pores"),
    "violet_webcap": ("ring", "gills"),
    "fat_jack": ("pores", "other"),
}
ONGOING = ["candy_cap", "earthfan", "slippery_jack", "smiths_amanita", "brown_roll_rim"]
COPYCATS = {
    "crested_coral": "other",
    "rosy_slime_spike": "ring",
    "golden_waxcap": "gills",
    "suede_bolete": "pores",
}
SOUTH_WEST = ("common_deceiver", "painted_suillus")


def beside(mushroom: str, **keys: Any) -> Table:
    """Seat 0 with a Root on this mushroom; three players."""
    lying = ("pacific_golden_chanterelle", "fly_agaric", *SOUTH_WEST)
    laid = "" if mushroom in lying else f"{mushroom}@1,-1"
    corner = "0,1" if mushroom in SOUTH_WEST else "1,0"
    keys["forest"] = f"{laid} {keys.get('forest', '')}"
    return undergrove(
        seats=3,
        plants=[f"{corner} earthlover {mushroom}"],
        others=[{"plants": ["1,1 earthlover"]}, {"plants": ["0,0 earthlover"]}],
        **keys,
    )


def held(table: Table, seat: int = 0) -> Counter[str]:
    return Counter(table.cubes(seat).split())


def ready(table: Table, seat: int = 0) -> set[str]:
    return set(table.ready(seat).split())


@pytest.mark.parametrize("mushroom", TRADERS)
def test_a_trader_costs_a_token_and_a_carbon(mushroom: str) -> None:
    """Activate; the carbon lies on the mushroom, the cubes come from the supply."""
    kind, gains, others, readied = TRADERS[mushroom]
    table = beside(mushroom)
    before = table.carbon(mushroom)
    table.do(f"activate mushroom={mushroom}")
    assert held(table) == START - Counter("C") + Counter(gains)
    assert table.carbon(mushroom) == before + 1
    assert ready(table) == set(TYPES) - {kind}
    for seat in (1, 2):
        assert held(table, seat) == START + Counter(others)
    assert table.turn == 1
    assert readied != kind


@pytest.mark.parametrize("mushroom", TRADERS)
def test_a_trader_readies_the_token_it_shows_and_no_other(mushroom: str) -> None:
    kind, _, _, readied = TRADERS[mushroom]
    table = beside(mushroom, ready=kind).do(f"activate mushroom={mushroom}")
    assert ready(table) == set(readied.split())


@pytest.mark.parametrize("mushroom", TRADERS)
def test_without_the_token_or_the_carbon_there_is_no_trade(mushroom: str) -> None:
    kind = TRADERS[mushroom][0]
    rest = " ".join(token for token in TYPES if token != kind)
    assert not beside(mushroom, ready=rest).may(f"activate mushroom={mushroom}")
    assert not beside(mushroom, cubes="N*9 P*9 K*9").may(f"activate mushroom={mushroom}")
    assert beside(mushroom, ready=kind, cubes="C").may(f"activate mushroom={mushroom}")


def test_without_a_root_a_mushroom_is_not_activated() -> None:
    """Activation Example 1: Brown may, Green cannot."""
    table = undergrove(plants=["1,0 earthlover fly_agaric"])
    assert table.may("activate mushroom=fly_agaric")
    assert not table.may("activate mushroom=pacific_golden_chanterelle")
    table.do("activate mushroom=fly_agaric")
    assert table.turn == 1
    assert not table.may("activate mushroom=fly_agaric")


def test_a_tree_activates_through_its_roots_too() -> None:
    table = undergrove(plants=["1,0 tree fly_agaric"])
    assert table.may("activate mushroom=fly_agaric")


def test_one_action_a_turn() -> None:
    table = undergrove(plants=["1,0 earthlover fly_agaric"]).do("activate mushroom=fly_agaric")
    assert table.turn == 1


def test_any_amount_of_carbon_may_lie_on_a_mushroom() -> None:
    table = undergrove(plants=["1,0 earthlover fly_agaric"], carbon="fly_agaric*9")
    assert table.do("activate mushroom=fly_agaric").carbon("fly_agaric") == 10


def test_earthlover_costs_nothing_and_needs_no_token() -> None:
    """Activation Example 2."""
    table = undergrove(ready="", cubes="").do("activate mushroom=earthlover", "gain k=1")
    assert table.cubes() == "K"
    table.do("stop")
    assert table.turn == 1
    assert table.carbon("earthlover") == 0


@pytest.mark.parametrize("trades", [0, 1, 2])
def test_earthlover_trades_up_to_two_cubes(trades: int) -> None:
    """They need not match; never carbon."""
    table = undergrove(cubes="C N N").do("activate mushroom=earthlover", "gain p=1")
    assert not any("=c" in move for move in table.moves())
    for trade in ["trade give=n take=k", "trade give=p take=k"][:trades]:
        table.do(trade)
    if trades < 2:
        table.do("stop")
    assert table.cubes() == ["C N N P", "C N P K", "C N K K"][trades]
    assert table.turn == 1


def test_earthlover_trades_what_is_there() -> None:
    table = undergrove(cubes="").do("activate mushroom=earthlover", "gain p=1")
    assert {move for move in table.moves() if move.startswith("trade")} == {
        "trade give=p take=n",
        "trade give=p take=k",
    }


@pytest.mark.parametrize("mushroom", FOURS)
def test_four_cubes_of_choice_for_two_carbon(mushroom: str) -> None:
    """Gain exactly four, of N, P and K only."""
    table = beside(mushroom, cubes="C C").do(f"activate mushroom={mushroom}")
    assert len(table.moves()) == 15
    assert not table.may("gain n=3") and not table.may("gain n=4 p=1")
    table.do("gain n=1 p=1 k=2")
    assert table.cubes() == "N P K K"
    assert table.carbon(mushroom) == 2
    assert ready(table) == set(TYPES) - {FOURS[mushroom]}
    assert not beside(mushroom, cubes="C N N").may(f"activate mushroom={mushroom}")


def test_pigs_ears_readies_the_three_other_tokens() -> None:
    """Ruling 21."""
    table = beside("pigs_ears", cubes="C C", ready="other").do("activate mushroom=pigs_ears")
    table.do("gain p=1")
    assert table.cubes() == "N P P K"
    assert ready(table) == {"ring", "pores", "gills"}
    assert table.carbon("pigs_ears") == 2


@pytest.mark.parametrize("mushroom", CHAINS)
def test_another_action(mushroom: str) -> None:
    """Take Another Action: after two tokens are readied, with all its costs."""
    kind, readied = CHAINS[mushroom]
    table = beside(mushroom, ready=kind, cubes="").do(f"activate mushroom={mushroom}")
    assert table.turn == 0
    assert ready(table) == readied
    assert table.may("photosynthesize")
    assert table.may("activate mushroom=earthlover")
    assert not table.may("reproduce") and not table.may("partner")
    assert not table.may("stop")  # ruling 27
    assert table.carbon(mushroom) == 0


def test_the_turn_ends_after_the_other_action() -> None:
    table = beside("scaly_vase", cubes="C K K", hand="king_bolete")
    table.do("activate mushroom=scaly_vase", "partner")
    while table.turn == 0:
        table.do(table.moves()[-1])
    assert table.turn == 1
    assert len(table.hand(0)) == 3


def test_a_chain_of_four_actions() -> None:
    """Each readies the token of the next; the fifth action is Earthlover's."""
    table = undergrove(
        forest="red_bleeding_milkcap@1,-1 gassy_webcap@1,1 "
        "bellybutton_hedgehog@-1,1 scaly_vase@-1,-1",
        plants=[
            "1,0 red_bleeding_milkcap earthlover",
            "1,1 gassy_webcap",
            "0,0 scaly_vase",
            "-1,1 bellybutton_hedgehog",
        ],
        ready="gills",
    )
    assert not table.may("activate mushroom=gassy_webcap")
    table.do("activate mushroom=red_bleeding_milkcap")
    assert ready(table) == {"ring", "other"}
    table.do("activate mushroom=gassy_webcap")
    assert ready(table) == {"pores", "gills", "other"}
    table.do("activate mushroom=bellybutton_hedgehog")
    assert ready(table) == {"gills", "other"}
    table.do("activate mushroom=scaly_vase")
    assert ready(table) == {"gills", "ring", "pores"}
    assert table.turn == 0
    table.do("activate mushroom=earthlover", "gain n=1", "stop")
    assert table.turn == 1


@pytest.mark.parametrize("mushroom", CHOOSERS)
def test_another_action_or_nitrogen(mushroom: str) -> None:
    """Nitrogen ends the turn, an action goes on; the token it shows is readied either way."""
    kind, readied = CHOOSERS[mushroom]
    table = beside(mushroom, ready=kind, cubes="").do(f"activate mushroom={mushroom}")
    assert ready(table) == {readied}
    assert table.may("photosynthesize")
    assert not table.may("gain p=1") and not table.may("gain k=1")
    table.do("gain n=1")
    assert table.cubes() == "N"
    assert table.turn == 1
    table = beside(mushroom, ready=kind, cubes="").do(f"activate mushroom={mushroom}")
    table.do("photosynthesize")
    assert table.cubes() == "C C"
    assert ready(table) == set(TYPES)


@pytest.mark.parametrize("mushroom", ONGOING)
def test_ongoing_mushrooms_are_not_activated(mushroom: str) -> None:
    assert not beside(mushroom).may(f"activate mushroom={mushroom}")


@pytest.mark.parametrize(
    "mushroom, cube", [("peppery_bolete", "K"), ("green_russula", "N"), ("panthercap", "P")]
)
def test_gained_cubes_may_be_put_on_the_scoring_spaces(mushroom: str, cube: str) -> None:
    """Ruling 11: any number of the three, worth 1, 2, 3 and at last 5."""
    for number in range(4):
        table = beside(mushroom, cubes="C").do(f"activate mushroom={mushroom}")
        assert table.value(mushroom) == 0
        table.do(f"fill number={number}" if number else "stop")
        assert table.cubes() == " ".join(cube * (3 - number))
        assert table.filled(mushroom) == number
        assert table.value(mushroom) == number
    full = beside(mushroom, cubes="C", filled=f"{mushroom}*4")
    assert full.value(mushroom) == 5
    full.do(f"activate mushroom={mushroom}")
    assert not full.may("fill number=1")
    almost = beside(mushroom, cubes="C N P K", filled=f"{mushroom}*3")
    almost.do(f"activate mushroom={mushroom}")
    assert not almost.may("fill number=2")
    almost.do("fill number=1")
    assert almost.value(mushroom) == 5


@pytest.mark.parametrize("filled, after, value", [(0, 1, 2), (1, 2, 4), (2, 2, 4)])
def test_the_amanita_fills_itself_from_the_supply(filled: int, after: int, value: int) -> None:
    """Yellow Veiled Amanita: once full, nothing is added."""
    spaces = f"yellow_veiled_amanita*{filled}" if filled else ""
    table = beside("yellow_veiled_amanita", cubes="C", filled=spaces)
    table.do("activate mushroom=yellow_veiled_amanita", "gain n=1 k=1")
    assert table.cubes() == "N K"
    assert table.filled("yellow_veiled_amanita") == after
    assert table.value("yellow_veiled_amanita") == value
    assert table.turn == 1


@pytest.mark.parametrize("mushroom", COPYCATS)
def test_what_a_copycat_may_copy(mushroom: str) -> None:
    """Ruling 8: its type only, no Root needed; not itself, not Earthlover, nothing ongoing."""
    forest = (
        "king_bolete@2,-1 velvet_milkcap@2,0 rehms_haircup@2,1 woodland_lepidella@3,0 "
        "candy_cap@3,1 earthfan@3,-1 slippery_jack@4,0 smiths_amanita@4,1"
    )
    allowed = {
        "pores": {"painted_suillus", "king_bolete"},
        "gills": {"common_deceiver", "velvet_milkcap"},
        "other": {"pacific_golden_chanterelle", "rehms_haircup"},
        "ring": {"fly_agaric", "woodland_lepidella"},
    }
    table = beside(mushroom, forest=forest)
    copied = {
        move.split("copy=")[1]
        for move in table.moves()
        if move.startswith(f"activate mushroom={mushroom}")
    }
    assert copied == allowed[COPYCATS[mushroom]]


def test_a_copied_cost_is_paid_on_the_copycat() -> None:
    """Copy: the carbon lies on the copycat, and no second token is flipped."""
    table = beside("suede_bolete", forest="king_bolete@2,-1")
    table.do("activate mushroom=suede_bolete copy=king_bolete")
    assert table.carbon("suede_bolete") == 1
    assert table.carbon("king_bolete") == 0
    assert held(table) == START - Counter("C") + Counter("PPKK")
    assert held(table, 1) == held(table, 2) == START + Counter("P")
    assert ready(table) == {"ring", "gills", "other"}


def test_a_copy_readies_what_the_original_readies() -> None:
    table = beside("rosy_slime_spike", ready="ring")
    table.do("activate mushroom=rosy_slime_spike copy=fly_agaric")
    assert ready(table) == {"pores"}


def test_a_copy_needs_the_cost_of_the_original() -> None:
    table = beside("suede_bolete", forest="zellers_bolete@2,-1 fat_jack@2,0", cubes="C")
    assert table.may("activate mushroom=suede_bolete copy=painted_suillus")
    assert table.may("activate mushroom=suede_bolete copy=fat_jack")
    assert not table.may("activate mushroom=suede_bolete copy=zellers_bolete")
    assert not beside("suede_bolete", ready="ring").may(
        "activate mushroom=suede_bolete copy=painted_suillus"
    )


def test_a_copied_filling_goes_on_the_original() -> None:
    """Ruling 8, with the option copies=original."""
    table = beside("suede_bolete", forest="peppery_bolete@2,-1", cubes="C", readings="")
    table.do("activate mushroom=suede_bolete copy=peppery_bolete", "fill number=2")
    assert table.filled("peppery_bolete") == 2
    assert table.cubes() == "K"


def test_a_copied_filling_brings_its_cubes_only() -> None:
    """Ruling 8: three potassium, and no space to put them on."""
    table = beside("suede_bolete", forest="peppery_bolete@2,-1", cubes="C")
    table.do("activate mushroom=suede_bolete copy=peppery_bolete")
    assert table.turn == 1 and table.filled("peppery_bolete") == 0
    assert table.cubes() == "K K K"


def test_a_copied_amanita_brings_two_cubes() -> None:
    """Ruling 8: the third one stays in the supply, as if the spaces were full."""
    table = beside("rosy_slime_spike", forest="yellow_veiled_amanita@2,-1", cubes="C")
    table.do("activate mushroom=rosy_slime_spike copy=yellow_veiled_amanita", "gain p=2")
    assert table.filled("yellow_veiled_amanita") == 0 and table.cubes() == "P P"


def test_a_copied_amanita_fills_the_original() -> None:
    """Ruling 8, copies=original: the carbon lies on the copycat, the cube on the original."""
    table = beside("rosy_slime_spike", forest="yellow_veiled_amanita@2,-1", cubes="C", readings="")
    table.do("activate mushroom=rosy_slime_spike copy=yellow_veiled_amanita", "gain p=2")
    assert table.filled("yellow_veiled_amanita") == 1
    assert table.carbon("rosy_slime_spike") == 1
    assert table.cubes() == "P P"


def test_a_copied_choice_is_a_choice() -> None:
    table = beside("golden_waxcap", forest="mouse_trich@2,-1", ready="gills", cubes="")
    table.do("activate mushroom=golden_waxcap copy=mouse_trich")
    assert ready(table) == {"ring"}
    assert table.may("gain n=1") and table.may("photosynthesize")


def test_a_copied_pigs_ears_readies_the_same_three() -> None:
    table = beside("crested_coral", forest="pigs_ears@2,-1", ready="other", cubes="C C")
    table.do("activate mushroom=crested_coral copy=pigs_ears", "gain n=1")
    assert ready(table) == {"ring", "pores", "gills"}
    assert table.carbon("crested_coral") == 2
    assert table.cubes() == "N N P K"


def test_a_copied_scarletina_absorbs_through_any_root() -> None:
    """A token of the copycat and a cube; two steps are free."""
    table = beside(
        "suede_bolete",
        forest="scarletina_bolete@2,-1",
        ready="pores",
        cubes="K",
        carbon="fly_agaric",
    )
    table.do("activate mushroom=suede_bolete copy=scarletina_bolete")
    table.do("absorb source=fly_agaric mushroom=earthlover corner=ne")
    assert table.plants()[0].endswith("+1")
    assert table.cubes() == "N"


def test_a_copied_action_is_another_action() -> None:
    table = beside("golden_waxcap", forest="red_bleeding_milkcap@2,-1", ready="gills")
    table.do("activate mushroom=golden_waxcap copy=red_bleeding_milkcap")
    assert table.turn == 0
    assert ready(table) == {"ring", "other"}
    assert table.may("photosynthesize")


def test_a_copied_here_is_the_copycat() -> None:
    """Ruling 7: the two carbon just paid lie on the copycat."""
    table = beside("rosy_slime_spike", forest="western_matsutake@2,-1", cubes="C C N", carbon="")
    table.do("activate mushroom=rosy_slime_spike copy=western_matsutake")
    assert table.carbon("rosy_slime_spike") == 2
    assert {move.split()[1] for move in table.moves()} == {"source=rosy_slime_spike"}


SAME = {
    "ring": ["woodland_lepidella", "surprise_webcap", "gassy_webcap", "panthercap"],
    "pores": ["king_bolete", "orange_tooth", "zellers_bolete", "slippery_jack"],
    "gills": ["velvet_milkcap", "candy_cap", "green_russula", "golden_waxcap"],
    "other": ["rehms_haircup", "scaly_vase", "earthfan", "pigs_ears"],
}


@pytest.mark.parametrize("mushroom", CHOOSERS)
@pytest.mark.parametrize("number", range(5))
def test_neighbours_of_its_own_kind_raise_its_value(mushroom: str, number: int) -> None:
    """Variable Scoring: 2 points, and 1 for each of them."""
    kind = CHOOSERS[mushroom][0]
    strangers = SAME["pores" if kind != "pores" else "ring"]
    around = [*SAME[kind][:number], *strangers[number:]]
    places = ["3,0", "4,-1", "4,1", "5,0"]
    near = [f"{name}@{place}" for name, place in zip(around, places, strict=True)]
    way = "blood_red_webcap@2,0" if kind != "ring" else "white_chanterelle@2,0"
    table = undergrove(forest=" ".join([way, near[0], f"{mushroom}@4,0", *near[1:]]))
    assert table.value(mushroom) == 2 + number


def test_aslant_neighbours_do_not_count() -> None:
    """Variable Scoring: of two gilled mushrooms only the one beside it."""
    forest = "scaly_vase@2,0 mouse_trich@2,1 velvet_milkcap@3,0 candy_cap@3,1"
    assert undergrove(forest=forest).value("mouse_trich") == 2 + 1
