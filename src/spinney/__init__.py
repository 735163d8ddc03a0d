"""One table for the forest games."""

from spinney.core.build import compiled as compiled  # first: it decides which modules may load

__version__ = "0.2.0"
