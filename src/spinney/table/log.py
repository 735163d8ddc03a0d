"""Events that an operator may want to read. Whoever runs the process decides where they go."""

from __future__ import annotations

import logging
from typing import Any

NAME = "spinney.server"  # of the logger; operators may have filters for it

logger = logging.getLogger(NAME)


def log_event(
    event: str, *, level: int = logging.INFO, trouble: bool = False, **fields: Any
) -> None:
    """Log an event with named fields. `trouble` adds the exception that is being handled."""
    logger.log(level, event, extra={"fields": fields}, exc_info=trouble)
