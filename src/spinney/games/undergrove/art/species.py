"""The mushrooms of Undergrove: 53 drawings, each named by its entry in components.toml.

    python -m spinney.games.undergrove.art.species        prints each into its file beside this one

The board reads the files. After a change here print them again: a test compares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from spinney.drawing.outlines import Plate
from spinney.games.undergrove.art import shapes
from spinney.games.undergrove.art.cover import lid
from spinney.games.undergrove.art.figures import WHITE, Toadstool, stand

HERE = Path(__file__).parent

SINGLE: dict[str, Toadstool] = {
    # mushrooms with a ring or a cortina
    "fly_agaric": Toadstool(
        cap="#b8391f", wide=40, high=38, rim=52, warts="bone", ring="bone", volva="bone",
        stem="bone"
    ),
    "sunshine_amanita": Toadstool(
        cap="#eab83e", wide=38, high=34, rim=52, warts=WHITE, ring=WHITE, volva=WHITE, stem=WHITE
    ),
    "woodland_lepidella": Toadstool(
        cap=WHITE, wide=38, high=36, rim=50, ring=WHITE, stem=WHITE, shag="stone", scales="stone",
        lower=12, bulge=1
    ),
    "smiths_amanita": Toadstool(
        cap="#f1e9d2", shape="flat", wide=36, high=26, rim=40, warts=WHITE, ring=WHITE, stem=WHITE,
        shag="stone", lower=10, bulge=2
    ),
    "yellow_veiled_amanita": Toadstool(
        cap="#6f4a2c", wide=37, high=34, rim=50, warts="#f0d44e", ring="#f0d44e", stem="#f3e6a6",
        shag="ochre"
    ),
    "panthercap": Toadstool(
        cap="#86623d", shape="flat", wide=40, high=30, rim=50, warts=WHITE, ring=WHITE, volva=WHITE,
        stem=WHITE
    ),
    "surprise_webcap": Toadstool(
        cap="#9c6f35", shape="knob", wide=35, high=32, rim=50, below="#b03227", depth=11,
        stem="#dcb35e", upper=4.5, lower=6, cortina="#8c3a24"
    ),
    "gassy_webcap": Toadstool(
        cap="#a895c2", wide=33, high=34, rim=54, below="#a8764a", depth=8, stem="#c9bcdb", upper=7,
        lower=13, cortina="#6d5a8e", fibres="#8272a4"
    ),
    "blood_red_webcap": Toadstool(
        cap="#7e1d1d", shape="bell", wide=33, high=38, rim=54, below="#98241f", stem="#8f2a22",
        upper=4, lower=5, cortina="#e08a6a"
    ),
    "violet_webcap": Toadstool(
        cap="#4a3468", wide=38, high=34, rim=52, below="#6b4f8c", depth=10, stem="#6d5590", upper=7,
        lower=12, cortina="#b7a3d4", scales="#2f2147"
    ),
    "woolly_pine_spike": Toadstool(
        cap="#d39a4c", wide=31, high=30, rim=50, below="#8a6a48", depth=20, stem="#dca95c", upper=6,
        lower=4.5, fibres="#a86c2c", cortina="#f0d9a0"
    ),
    "rosy_slime_spike": Toadstool(
        cap="#d9667a", wide=32, high=26, rim=50, below="#cfc4b4", depth=20, stem=WHITE, upper=6,
        lower=5, shine="#fbd7d8", ring="bone"
    ),
    "western_matsutake": Toadstool(
        cap="#f3ead4", shape="cushion", wide=38, high=30, rim=48, below=WHITE, depth=8, stem=WHITE,
        upper=10, lower=9, ring=WHITE, scales="#b98a54", shag="#c39a67"
    ),
    # mushrooms with pores or teeth
    "painted_suillus": Toadstool(
        cap="#b8503f", shape="flat", wide=38, high=28, rim=50, under="pores", below="#e8c65a",
        depth=11, stem="#e3b95a", upper=6.5, lower=7.5, ring="#e9dcc0", scales="#f2dfae"
    ),
    "king_bolete": Toadstool(
        cap="#a4653a", shape="cushion", wide=37, high=36, rim=50, under="pores", below="#ded08e",
        depth=9, stem="cream", upper=11, lower=19, bulge=3, net="bark", shine="#d9a273"
    ),
    "peppery_bolete": Toadstool(
        cap="#c08648", shape="cushion", wide=31, high=26, rim=54, under="pores", below="#a4502d",
        depth=10, stem="#dfae4e", upper=4, lower=5
    ),
    "red_cracking_bolete": Toadstool(
        cap="#7d6a44", shape="cushion", wide=36, high=30, rim=52, under="pores", below="#d9c75a",
        depth=10, stem="#d8a24e", upper=6, lower=8, cracks="#c64f42", dots="#b23a32"
    ),
    "zellers_bolete": Toadstool(
        cap="#3a2832", shape="cushion", wide=37, high=32, rim=52, under="pores", below="#dfcb57",
        depth=10, stem="#e0c069", upper=8, lower=11, dots="#b2352c", shine="#7d6674"
    ),
    "admirable_bolete": Toadstool(
        cap="#6e2f2a", shape="cushion", wide=32, high=26, rim=38, under="pores", below="#d8c75e",
        depth=9, stem="#8d4b38", upper=7, lower=14, bulge=1, net="#e2bf7e", scales="#4a1d1b"
    ),
    "scarletina_bolete": Toadstool(
        cap="#6b4a2e", shape="cushion", wide=38, high=34, rim=52, under="pores", below="#c8412b",
        depth=12, stem="#e2b54e", upper=9, lower=14, bulge=2, dots="#c33827"
    ),
    "suede_bolete": Toadstool(
        cap="#a08f52", shape="cushion", wide=37, high=30, rim=54, under="pores", below="#ead35e",
        depth=12, stem="#dcc37c", upper=6, lower=7, fibres="#84743f"
    ),
    "slippery_jack": Toadstool(
        cap="#7c4526", shape="flat", wide=38, high=34, rim=52, under="pores", below="#ecd25f",
        depth=10, stem="#efe0a4", upper=7.5, lower=8.5, ring="#9d7f9b", shine="#d9a06d"
    ),
    "fat_jack": Toadstool(
        cap="#cf9a4c", shape="cushion", wide=41, high=32, rim=50, under="pores", below="#e6cf70",
        depth=9, stem="#e6cd86", upper=13, lower=16, bulge=2, ring="bone", fibres="#8c4a26"
    ),
    "orange_tooth": Toadstool(
        cap="#d9702b", shape="funnel", wide=36, high=34, rim=50, under="teeth", below="#9a5a2c",
        depth=11, stem="#c0622c", upper=9, lower=7, zones="#f0b678"
    ),
    # mushrooms with gills and no ring
    "common_deceiver": Toadstool(
        cap="#c98762", shape="wavy", wide=30, high=22, rim=40, below="#e3b3a0", depth=10,
        stem="#b8704e", upper=3.6, lower=4.6, fibres="#a4643f"
    ),
    "amethyst_deceiver": Toadstool(
        cap="#7f5aa8", shape="wavy", wide=30, high=22, rim=40, below="#9c7cc4", depth=10,
        stem="#8e6cb6", upper=3.6, lower=4.6, fibres="#5b3b84"
    ),
    "vermilion_waxcap": Toadstool(
        cap="#d8381c", wide=28, high=26, rim=52, below="#eda04a", depth=9, stem="#e2592a",
        upper=3.6, lower=4.4, shine="#f5a182"
    ),
    "golden_waxcap": Toadstool(
        cap="#edb92f", shape="bell", wide=31, high=32, rim=52, below="#f6de8a", depth=9,
        stem="#f0cd5c", upper=4.5, lower=5.5, shine="#fbeab0"
    ),
    "gooseberry_russula": Toadstool(
        cap="#8c2c48", shape="navel", wide=39, high=28, rim=50, below="#f3ead2", depth=10,
        stem="#dd9aa6", upper=7.5, lower=8.5, shine="#c9798c"
    ),
    "short_stemmed_russula": Toadstool(
        cap="#f4ecd8", shape="funnel", wide=44, high=30, rim=64, below=WHITE, depth=15, stem=WHITE,
        upper=11, lower=10
    ),
    "green_russula": Toadstool(
        cap="#8fa061", shape="navel", wide=40, high=27, rim=50, below=WHITE, depth=10, stem=WHITE,
        upper=8, lower=9, shine="#c6d09c"
    ),
    "velvet_milkcap": Toadstool(
        cap="#4c382e", shape="knob", wide=36, high=25, rim=44, below="#efe0bd", depth=12,
        stem="#5d463a", upper=5.5, lower=6.5
    ),
    "red_bleeding_milkcap": Toadstool(
        cap="#d3844a", shape="funnel", wide=39, high=30, rim=52, below="#e3a878", depth=13,
        stem="#d99a68", upper=7.5, lower=7, zones="#a9522c"
    ),
    "cowboys_handkerchief": Toadstool(
        cap=WHITE, shape="flat", wide=36, high=26, rim=44, below=WHITE, depth=14, stem=WHITE,
        upper=5.5, lower=4, shine="sky"
    ),
    "brown_roll_rim": Toadstool(
        cap="#93693c", shape="navel", wide=41, high=27, rim=52, below="#c6a254", depth=15,
        stem="#a57a49", upper=8, lower=7, fibres="#6b4826"
    ),
    "mouse_trich": Toadstool(
        cap="#77746f", shape="knob", wide=35, high=32, rim=50, below="#e9e4d6", depth=9,
        stem="#efe9da", upper=6, lower=7, scales="#4b4946"
    ),
}  # fmt: skip


def toadstool(it: Toadstool, seed: int) -> Plate:
    return stand(Plate(seed).ground(), it)


def small_group(it: Toadstool, seed: int) -> Plate:
    """One tall, and a young one on either side."""
    plate = Plate(seed).ground()
    stand(plate, it, 26, 0.56, 90)
    stand(plate, it, 76, 0.5, 91)
    return stand(plate, it)


def pair(it: Toadstool, seed: int) -> Plate:
    plate = Plate(seed).ground()
    stand(plate, it, 70, 0.62, 91)
    return stand(plate, it, 42, 0.96, 91)


GROUPS = {"common_deceiver", "amethyst_deceiver", "vermilion_waxcap"}
PAIRS = {"golden_waxcap", "peppery_bolete", "cowboys_handkerchief"}

DRAWN: dict[str, Callable[[], Plate]] = {
    "earthlover": shapes.earthlover,
    "pacific_golden_chanterelle": partial(shapes.trumpets, "honey", "butter", "rust", 11),
    "white_chanterelle": partial(shapes.trumpets, "#efe4c9", "#fbf6e8", "stone", 12),
    "scaly_vase": shapes.scaly_vase,
    "pigs_ears": shapes.pigs_ears,
    "crested_coral": partial(shapes.coral, "#f6f0e2", "#fffdf6", 21),
    "hot_pink_coral": partial(shapes.coral, "#e0487a", "#f58fae", 22),
    "yellow_tipped_coral": partial(shapes.coral, "#e09a86", "#f2cf45", 23),
    "black_elfin_saddle": partial(shapes.saddle, "#33302f", "#a9a097", True),
    "brown_elfin_saddle": partial(shapes.saddle, "#8a5230", "#e3cdb0", False),
    "snyders_black_morel": shapes.black_morel,
    "rehms_haircup": shapes.haircups,
    "dead_mans_foot": shapes.dead_mans_foot,
    "earthfan": shapes.earthfan,
    "bellybutton_hedgehog": shapes.hedgehogs,
    "woolly_owl_eyes": shapes.owl_eyes,
    "red_bleeding_milkcap": partial(shapes.bleeding, SINGLE["red_bleeding_milkcap"], "#a3201c", 37),
    "candy_cap": shapes.candy_caps,
}


def drawings() -> dict[str, Callable[[], Plate]]:
    """Every drawing by its name: the mushrooms, and the lid of the box."""
    drawn: dict[str, Callable[[], Plate]] = {"lid": lid}
    for seed, (name, it) in enumerate(SINGLE.items(), 40):
        build = small_group if name in GROUPS else pair if name in PAIRS else toadstool
        drawn[name] = partial(build, it, seed)
    return drawn | DRAWN


def prints() -> dict[str, str]:
    """Every drawing as the text of its file."""
    return {f"{name}.svg": draw().svg() for name, draw in drawings().items()}


if __name__ == "__main__":
    for name, text in prints().items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name:34} {len(text) / 1000:6.1f} kB")
