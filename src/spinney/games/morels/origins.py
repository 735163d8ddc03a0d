"""Where the cards of Morels come from: who made the box, and what of it is our reconstruction."""

from spinney.core.origins import Origins, Reconstruction

CREDITS = (
    "Morels was designed by Brent Povis, illustrated by Vince Dorse and published by Two Lanterns"
    " Games in 2012."
)
COUNTED = "how many Butter and Destroying Angel cards lie in the deck"
RECONSTRUCTIONS = (
    Reconstruction(
        entries=("cards.butter",),
        what=COUNTED,
        says="Our reconstruction: how many Butter cards there are. No printed deck could be"
        " counted.",
        art=("card-butter",),
    ),
    Reconstruction(
        entries=("cards.destroying_angel",),
        what=COUNTED,
        says="Our reconstruction: how many Destroying Angels there are. No printed deck could be"
        " counted.",
        art=("card-destroying_angel",),
    ),
)

ORIGINS = Origins(
    credits=CREDITS, reconstructions=RECONSTRUCTIONS, told_in="What is known about the components"
)
