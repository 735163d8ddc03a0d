"""Where the boards and cards of Evergreen come from: who made the box, and what is our
reconstruction."""

from spinney.core.origins import Origins, Reconstruction

CREDITS = (
    "Evergreen was designed by Hjalmar Hach, illustrated by Wenyi Geng and published by Horrible"
    " Guild in 2022."
)
RECONSTRUCTIONS = (
    Reconstruction(
        entries=("board",),
        what="where the lands of the planet lie",
        says="Our reconstruction: no picture shows where the lands of the printed planet lie.",
        panels=("planet*",),
    ),
    Reconstruction(
        entries=("cards.*",),
        what="the icons on the cards",
        says="Our reconstruction: which icons stand on which card could not be read.",
        art=("card-*",),
        panels=("cards",),
    ),
    Reconstruction(
        entries=("powers.*",),
        what="the numbers of the power tracks",
        says="Our reconstruction: most numbers of the printed tracks could not be read.",
        panels=("powers",),
    ),
)

ORIGINS = Origins(
    credits=CREDITS, reconstructions=RECONSTRUCTIONS, told_in="What is known about the components"
)
