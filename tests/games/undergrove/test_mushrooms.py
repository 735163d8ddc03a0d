"""Every one of the 53 mushrooms does what is printed on it (R4), one test each.

The rows below are written from the list of tiles, not from the code. Everybody begins with 4 C and
2 of each other cube, so what an activation changes can be read off.
"""

from __future__ import annotations

from typing import Any

import pytest

from spinney.games.undergrove.pieces import MUSHROOMS
from tests.games.undergrove.stories import Table, undergrove

START = "C C C C N N P P K K"
FULL = "ring pores gills other"


def cubes(change: str) -> str:
    """The starting cubes with a change: "-C +N +K +K"."""
    found = {letter: START.split().count(letter) for letter in "CNPK"}
    for word in change.split():
        found[word[1]] += 1 if word[0] == "+" else -1
    return " ".join(letter for letter in "CNPK" for _ in range(found[letter]))


def used(*kinds: str) -> str:
    """The tokens that are ready when these are used."""
    return " ".join(kind for kind in FULL.split() if kind not in kinds)


def beside(mushroom: str, *, ready: str = FULL, seats: int = 3, **more: Any) -> Table:
    """Seat 0 has a Root on the mushroom, which lies north-east of Earthlover; nobody else has."""
    return undergrove(
        seats=seats,
        forest=f"{mushroom}@1,-1",
        plants=[f"1,0 earthlover {mushroom}"],
        ready=ready,
        **more,
    )


# -------------------------------------------------------------------------------- the starting five
def test_earthlover() -> None:
    """No cost; 1 cube of choice; then up to 2 cubes traded one for one."""
    table = undergrove(ready="")
    table.do("activate mushroom=earthlover", "gain k=1")
    assert table.cubes() == cubes("+K") and table.asked == "trade"
    table.do("trade give=k take=p", "trade give=n take=p")
    assert table.cubes() == cubes("+P +P -N") and table.turn == 1


OUTER = {
    "pacific_golden_chanterelle": ("1,0", "other", "+P +K", "gills"),
    "fly_agaric": ("1,0", "ring", "+N +P", "pores"),
    "common_deceiver": ("0,1", "gills", "+P +K", "other"),
    "painted_suillus": ("0,1", "pores", "+N +P", "ring"),
}


@pytest.mark.parametrize("mushroom", OUTER)
def test_an_outer_mushroom(mushroom: str) -> None:
    """Token and 1 C; two cubes; one other token ready again."""
    corner, kind, gain, readied = OUTER[mushroom]
    table = undergrove(
        plants=[f"{corner} {mushroom}"],
        ready=kind,
        others=[{"plants": ["0,0 earthlover"]}],
    )
    table.do(f"activate mushroom={mushroom}")
    assert table.cubes() == cubes(f"-C {gain}")
    assert table.ready() == readied
    assert table.carbon(mushroom) == 2
    assert table.cubes(1) == START and table.turn == 1


# ------------------------------------------------------------------------------------------ traders
OTHERS_GAIN = {
    "vermilion_waxcap": ("gills", "+N +K +K +K", "+K"),
    "dead_mans_foot": ("other", "+N +N +K +K", "+N"),
    "snyders_black_morel": ("other", "+P +K +K +K", "+K"),
    "black_elfin_saddle": ("other", "+P +P +P +K", "+P"),
    "king_bolete": ("pores", "+P +P +K +K", "+P"),
    "orange_tooth": ("pores", "+N +P +P +P", "+P"),
    "surprise_webcap": ("ring", "+N +N +P +P", "+N"),
    "gooseberry_russula": ("gills", "+N +N +N +P", "+N"),
    "sunshine_amanita": ("ring", "+N +N +N +K", "+N"),
}


@pytest.mark.parametrize("mushroom", OTHERS_GAIN)
def test_a_mushroom_that_feeds_all_others(mushroom: str) -> None:
    """Token and 1 C; four cubes; exactly one cube for each of the others."""
    kind, gain, theirs = OTHERS_GAIN[mushroom]
    table = beside(mushroom).do(f"activate mushroom={mushroom}")
    assert table.cubes(0) == cubes(f"-C {gain}")
    assert table.cubes(1) == table.cubes(2) == cubes(theirs)
    assert table.ready() == used(kind) and table.carbon(mushroom) == 1
    assert table.value(mushroom) == 3


NPK = {
    "red_cracking_bolete": "pores",
    "woodland_lepidella": "ring",
    "rehms_haircup": "other",
    "velvet_milkcap": "gills",
}


@pytest.mark.parametrize("mushroom", NPK)
def test_one_cube_of_each(mushroom: str) -> None:
    """Token and 1 C; N, P and K."""
    table = beside(mushroom).do(f"activate mushroom={mushroom}")
    assert table.cubes() == cubes("-C +N +P +K")
    assert table.cubes(1) == START
    assert table.ready() == used(NPK[mushroom]) and table.carbon(mushroom) == 1
    assert table.value(mushroom) == 2


FOUR = {
    "zellers_bolete": "pores",
    "white_chanterelle": "other",
    "blood_red_webcap": "ring",
    "cowboys_handkerchief": "gills",
}


@pytest.mark.parametrize("mushroom", FOUR)
def test_four_cubes_of_choice(mushroom: str) -> None:
    """Token and 2 C; any four cubes."""
    table = beside(mushroom).do(f"activate mushroom={mushroom}")
    assert len(table.moves()) == 15
    table.do("gain n=1 p=3")
    assert table.cubes() == cubes("-C -C +N +P +P +P")
    assert table.ready() == used(FOUR[mushroom]) and table.carbon(mushroom) == 2
    assert table.value(mushroom) == 2


def test_pigs_ears() -> None:
    """Token and 2 C; N, P, K and a cube of choice; the three other tokens ready (#21)."""
    table = beside("pigs_ears", ready="other").do("activate mushroom=pigs_ears", "gain k=1")
    assert table.cubes() == cubes("-C -C +N +P +K +K")
    assert table.ready() == used("other") and table.carbon("pigs_ears") == 2
    assert table.value("pigs_ears") == 2


# ------------------------------------------------------------------------------------ extra actions
AGAIN = {
    "red_bleeding_milkcap": ("gills", ("ring", "other")),
    "bellybutton_hedgehog": ("pores", ("gills", "other")),
    "scaly_vase": ("other", ("ring", "pores")),
    "gassy_webcap": ("ring", ("pores", "gills")),
}


@pytest.mark.parametrize("mushroom", AGAIN)
def test_two_tokens_and_another_action(mushroom: str) -> None:
    """Token only; two tokens ready; another action."""
    kind, readied = AGAIN[mushroom]
    table = beside(mushroom, ready=kind).do(f"activate mushroom={mushroom}")
    assert table.ready().split() == [k for k in FULL.split() if k in readied]
    assert table.cubes() == START and table.carbon(mushroom) == 0
    assert table.turn == 0 and table.asked == "action"
    assert table.value(mushroom) == 4


NEIGHBOURS = {
    "mouse_trich": ("gills", "ring", "velvet_milkcap"),
    "yellow_tipped_coral": ("other", "pores", "rehms_haircup"),
    "violet_webcap": ("ring", "gills", "woodland_lepidella"),
    "fat_jack": ("pores", "other", "red_cracking_bolete"),
}


@pytest.mark.parametrize("mushroom", NEIGHBOURS)
def test_a_token_and_an_action_or_nitrogen(mushroom: str) -> None:
    """Token only; one token ready; another action or N; worth 2 and 1 for each like neighbour."""
    kind, readied, like = NEIGHBOURS[mushroom]
    table = beside(mushroom, ready=kind).do(f"activate mushroom={mushroom}")
    assert table.ready() == readied and table.asked == "action_or"
    assert table.may("partner") and table.may("photosynthesize")
    table.do("gain n=1")
    assert table.cubes() == cubes("+N") and table.turn == 1
    # north-east of Earthlover its neighbours are Chanterelle (other) and Fly Agaric (ring)
    by_itself = 2 + (kind in ("other", "ring"))
    assert table.value(mushroom) == by_itself
    wider = undergrove(forest=f"{mushroom}@1,-1 {like}@2,-1")
    assert wider.value(mushroom) == by_itself + 1


# ---------------------------------------------------------------------------------------- absorbing
ABSORB_ANY = {
    "woolly_pine_spike": "ring",
    "hot_pink_coral": "other",
    "admirable_bolete": "pores",
    "short_stemmed_russula": "gills",
}


@pytest.mark.parametrize("mushroom", ABSORB_ANY)
def test_absorb_two_from_anywhere(mushroom: str) -> None:
    """Token, 2 C and a cube; two carbon from anywhere, moving them still costs."""
    table = beside(mushroom, cubes="C C N K", ready=ABSORB_ANY[mushroom])
    table.do(f"activate mushroom={mushroom}", "pay part=n")
    assert table.carbon(mushroom) == 2 and table.cubes() == "K" and table.ready() == ""
    table.do(f"absorb source={mushroom} mushroom={mushroom} corner=sw")
    assert table.asked == "absorb" and table.may("stop")
    table.do("absorb source=fly_agaric mushroom=earthlover corner=ne")  # one step: K, the only way
    assert table.cubes() == "N" and table.stone() == 1  # the first stone of the track gave N
    assert table.plants() == [f"1,0 earthlover {mushroom} +2"]
    assert (table.carbon(mushroom), table.carbon("fly_agaric")) == (1, 0)
    assert table.value(mushroom) == 2


ABSORB_HERE = {
    "woolly_owl_eyes": "pores",
    "western_matsutake": "ring",
    "brown_elfin_saddle": "other",
    "amethyst_deceiver": "gills",
}


@pytest.mark.parametrize("mushroom", ABSORB_HERE)
def test_absorb_two_from_here(mushroom: str) -> None:
    """Token, 2 C and a cube; two carbon that lie here, those just paid among them."""
    table = beside(mushroom, cubes="C C K", ready=ABSORB_HERE[mushroom])
    table.do(f"activate mushroom={mushroom}")
    assert table.carbon(mushroom) == 2 and table.cubes() == ""
    assert table.moves() == [f"absorb source={mushroom} mushroom={mushroom} corner=sw"]
    table.do(f"absorb source={mushroom} mushroom={mushroom} corner=sw")
    table.do(f"absorb source={mushroom} mushroom={mushroom} corner=sw")
    assert table.carbon(mushroom) == 0 and table.stone() == 1
    assert table.plants() == [f"1,0 earthlover {mushroom} +2"]
    assert table.value(mushroom) == 3


@pytest.mark.parametrize(
    ("source", "paid"),
    [("scarletina_bolete", 0), ("fly_agaric", 0), ("earthlover", 0), ("common_deceiver", 1)],
)
def test_scarletina_bolete(source: str, paid: int) -> None:
    """Token and a cube; one carbon from anywhere, its first two steps for nothing."""
    table = undergrove(
        forest="scarletina_bolete@1,-1",
        carbon=source,
        plants=["2,-1 scarletina_bolete"],
        cubes="K K",
        ready="pores",
    )
    table.do("activate mushroom=scarletina_bolete")
    assert table.moves() == [f"absorb source={source} mushroom=scarletina_bolete corner=ne"]
    table.do(f"absorb source={source} mushroom=scarletina_bolete corner=ne")
    assert table.cubes() == "N" + " K" * (1 - paid)  # N is what the first stone gives
    assert table.stone() == 1 and table.value("scarletina_bolete") == 4


# ----------------------------------------------------------------------------------- scoring spaces
def test_yellow_veiled_amanita() -> None:
    """Token and 1 C; two cubes of choice, and one more from the supply onto its next space."""
    table = beside("yellow_veiled_amanita")
    assert table.value("yellow_veiled_amanita") == 0
    table.do("activate mushroom=yellow_veiled_amanita", "gain n=1 p=1")
    assert table.cubes() == cubes("-C +N +P") and table.ready() == used("ring")
    assert table.filled("yellow_veiled_amanita") == 1
    assert table.value("yellow_veiled_amanita") == 2
    full = beside("yellow_veiled_amanita", filled="yellow_veiled_amanita*2")
    assert full.value("yellow_veiled_amanita") == 4
    full.do("activate mushroom=yellow_veiled_amanita", "gain k=2")
    assert full.filled("yellow_veiled_amanita") == 2, "once full, the cube stays in the supply"


SPACES = {
    "peppery_bolete": ("pores", "K"),
    "green_russula": ("gills", "N"),
    "panthercap": ("ring", "P"),
}


@pytest.mark.parametrize("mushroom", SPACES)
def test_three_cubes_that_may_stay_on_it(mushroom: str) -> None:
    """Token and 1 C; three like cubes, any number of them onto its four spaces."""
    kind, letter = SPACES[mushroom]
    table = beside(mushroom).do(f"activate mushroom={mushroom}")
    assert table.cubes() == cubes(f"-C +{letter} +{letter} +{letter}")
    assert table.moves() == ["fill number=1", "fill number=2", "fill number=3", "stop"]
    table.do("fill number=2")
    assert table.cubes() == cubes(f"-C +{letter}") and table.ready() == used(kind)
    values = [beside(mushroom, filled=f"{mushroom}*{n}").value(mushroom) for n in range(5)]
    assert values == [0, 1, 2, 3, 5]
    last = beside(mushroom, filled=f"{mushroom}*3").do(f"activate mushroom={mushroom}")
    assert last.moves() == ["fill number=1", "stop"]
    last.do("stop")
    assert last.filled(mushroom) == 3
    full = beside(mushroom, filled=f"{mushroom}*4").do(f"activate mushroom={mushroom}")
    assert full.turn == 1, "nothing to be asked"


# ------------------------------------------------------------------------------------------ ongoing
def test_candy_cap() -> None:
    """Ongoing: with Reproduce another Root, of the same new Seedling; worth 1."""
    table = beside("candy_cap").do("reproduce", "plant mushroom=fly_agaric corner=ne")
    assert table.asked == "root"
    assert sorted(table.moves()) == ["root mushroom=candy_cap corner=se", "stop"]
    table.do("root mushroom=candy_cap corner=se")
    assert table.plants()[1] == "2,0 fly_agaric candy_cap"
    assert table.value("candy_cap") == 1


def test_earthfan() -> None:
    """Ongoing: with Partner a third Root; worth 1."""
    table = undergrove(forest="earthfan@1,-1", plants=["1,0 earthlover earthfan", "0,0 earthlover"])
    table.do("partner", "root mushroom=fly_agaric corner=nw")
    assert not table.may("stop")
    table.do("root mushroom=pacific_golden_chanterelle corner=se")
    assert table.may("stop")
    table.do("root mushroom=painted_suillus corner=ne")
    assert table.turn == 1 and table.state.fir(0).roots == 12
    assert table.value("earthfan") == 1


def test_slippery_jack() -> None:
    """Ongoing: with Reproduce, who pays for a mushroom may lay a second for nothing; worth 4."""
    hand = "velvet_milkcap king_bolete orange_tooth"
    table = beside("slippery_jack", cubes="C P P K", hand=hand).do("reproduce")
    table.do("lay mushroom=velvet_milkcap x=1 y=1")
    assert table.asked == "lay_free" and table.cubes() == ""
    table.do("lay mushroom=king_bolete x=2 y=0", "plant mushroom=king_bolete corner=ne")
    assert set(table.forest()) > {"velvet_milkcap", "king_bolete"}
    assert len(table.hand()) == 3 and table.value("slippery_jack") == 4


def test_smiths_amanita() -> None:
    """Ongoing: with Partner, who pays for a mushroom may lay a second for nothing; worth 4."""
    hand = "velvet_milkcap king_bolete orange_tooth"
    table = beside("smiths_amanita", cubes="C K K N", hand=hand).do("partner")
    table.do("lay mushroom=velvet_milkcap x=1 y=1")
    assert table.asked == "lay_free"
    table.do("stop")
    assert table.asked == "root" and table.value("smiths_amanita") == 4
    other = beside("smiths_amanita", cubes="C P P K", hand=hand).do("reproduce")
    other.do("lay mushroom=velvet_milkcap x=1 y=1")
    assert other.asked == "plant", "it does not help Reproduce"


def test_brown_roll_rim() -> None:
    """Ongoing: Photosynthesize brings 3 C; worth 3."""
    table = beside("brown_roll_rim").do("photosynthesize nitrogen=1")
    assert table.cubes() == cubes("+C +C +C +C -N")
    assert table.value("brown_roll_rim") == 3
    without = undergrove(forest="brown_roll_rim@1,-1").do("photosynthesize nitrogen=1")
    assert without.cubes() == cubes("+C +C +C -N")


# ------------------------------------------------------------------------------------------ copying
COPY = {
    "crested_coral": ("other", "dead_mans_foot", "+N +N +K +K"),
    "rosy_slime_spike": ("ring", "surprise_webcap", "+N +N +P +P"),
    "golden_waxcap": ("gills", "vermilion_waxcap", "+N +K +K +K"),
    "suede_bolete": ("pores", "king_bolete", "+P +P +K +K"),
}


@pytest.mark.parametrize("mushroom", COPY)
def test_a_copycat(mushroom: str) -> None:
    """Token; does what another of its type does, its carbon paid onto the copycat; worth 2."""
    kind, original, gain = COPY[mushroom]
    table = undergrove(
        seats=3,
        forest=f"{mushroom}@1,-1 {original}@2,-1",
        plants=[f"1,0 earthlover {mushroom}"],
    )
    table.do(f"activate mushroom={mushroom} copy={original}")
    assert table.cubes() == cubes(f"-C {gain}") and table.ready() == used(kind)
    assert (table.carbon(mushroom), table.carbon(original)) == (1, 0)
    assert table.cubes(1) == table.cubes(2) != START
    assert table.value(mushroom) == 2


def test_no_mushroom_was_left_out() -> None:
    by_name = {
        "earthlover",
        "pigs_ears",
        "scarletina_bolete",
        "yellow_veiled_amanita",
        "candy_cap",
        "earthfan",
        "slippery_jack",
        "smiths_amanita",
        "brown_roll_rim",
    }
    rows = (OUTER, OTHERS_GAIN, NPK, FOUR, AGAIN, NEIGHBOURS, ABSORB_ANY, ABSORB_HERE, SPACES, COPY)
    tested = [*by_name, *[mushroom for row in rows for mushroom in row]]
    assert sorted(tested) == sorted(MUSHROOMS) and len(tested) == 53
