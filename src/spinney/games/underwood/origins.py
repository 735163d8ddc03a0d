"""Where the tiles of Underwood come from: who made the box, and what is our reconstruction."""

from spinney.core.origins import Origins, Reconstruction

CREDITS = (
    "Underwood was designed by Andrea Mainini and Remo Conzadori, illustrated by Claus and Antje"
    " Stephan and published by dlp games in 2026."
)
RECONSTRUCTIONS = (
    Reconstruction(
        entries=("tiles.*", "trail.*", "boards.*"),
        what="the shapes of all tiles, and the ready boards",
        says="Our reconstruction: no picture shows the shapes of the printed tiles or the ready"
        " boards.",
        panels=("board", "bag"),
    ),
)

ORIGINS = Origins(
    credits=CREDITS, reconstructions=RECONSTRUCTIONS, told_in="What is known about the components"
)
