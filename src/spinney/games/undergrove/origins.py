"""Where the pieces of Undergrove come from: who made the box, and what is our reconstruction."""

from spinney.core.origins import Origins, Reconstruction

CREDITS = (
    "Undergrove was designed by Elizabeth Hargrave and Mark Wootton, illustrated by Beth Sobel and"
    " published by AEG in 2024."
)
POINTS = "the points of four of the goals"
SAYS = "Our reconstruction: the points on the printed card could not be read."
GOALS = (
    ("banana_slug", "Banana Slug"),
    ("douglas_squirrel", "Douglas Squirrel"),
    ("douglas_fir_moth", "Douglas-fir Moth"),
    ("sooty_grouse", "Sooty Grouse"),
)
COMPARED = (  # goals that compare players: a fourth place is one of four players
    ("silver_haired_bat", "Silver-haired Bat", "b"),
    ("whiskey_jack", "Whiskey Jack", "b"),
    ("douglas_fir_spittlebug", "Douglas-fir Spittlebug", "b"),
    ("flying_squirrel", "Flying Squirrel", "a"),
    ("flying_squirrel", "Flying Squirrel", "b"),
    ("red_crossbill", "Red Crossbill", "a"),
    ("red_crossbill", "Red Crossbill", "b"),
)
RECONSTRUCTIONS = (
    *(
        Reconstruction(
            entries=(f"goals.{name}.{side}",),
            what=POINTS,
            says=SAYS,
            notes=(f"{title} {side.upper()}",),
            art=(f"goal-{name}-{side}",),
        )
        for name, title in GOALS
        for side in ("a", "b")
    ),
    *(
        Reconstruction(
            entries=(f"goals.{name}.{side}",),
            what="the point of a fourth place",
            says="Our reconstruction: the point of the fourth place rests on one source.",
            notes=(f"{title} {side.upper()}",),
        )
        for name, title, side in COMPARED
    ),
    Reconstruction(
        entries=("mushrooms.pigs_ears",),
        what="a detail of Pig's Ears",
        says="Our reconstruction: nobody could tell us whether it readies its own token too.",
        art=("tile-pigs_ears",),
    ),
    Reconstruction(
        entries=("cards.*", "solo"),
        what="the cards of Brown and Tan",
        says="Our reconstruction: the printed cards of Brown and Tan could not be read.",
        panels=("card",),
    ),
)

ORIGINS = Origins(
    credits=CREDITS, reconstructions=RECONSTRUCTIONS, told_in="What is known about the components"
)
