"""Where the tiles of Micro Mycelium come from: who made the box, and what is our reconstruction."""

from spinney.core.origins import Origins, Reconstruction

CREDITS = (
    "Micro Mycelium was designed by Floyd Yu and first offered on Kickstarter. The rulebook does"
    " not name who drew it."
)
RECONSTRUCTIONS = (
    *(
        Reconstruction(
            entries=(f"tiles.{kind}",),
            what="which sides of Mushrooms 2, 3 and 4 have spores",
            says="Our reconstruction: how many sides have spores is printed, which ones we could"
            " not see.",
            art=tuple(f"tile-{set_}-{kind}*" for set_ in range(4)),
        )
        for kind in ("m2", "m3", "m4")
    ),
    Reconstruction(
        entries=("sets.*",),
        what="the colours of the four sets",
        says="Our reconstruction: the sets have other colours in the box.",
        art=("back-*",),
    ),
)

ORIGINS = Origins(credits=CREDITS, reconstructions=RECONSTRUCTIONS, told_in="R1.1")
