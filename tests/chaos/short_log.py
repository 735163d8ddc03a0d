"""`spinney`, but the store moves its write-ahead log into the database after a few pages.

Usually it does that after 8,000 pages, which no short test reaches. The pages: SHORT_LOG_PAGES.
"""

from __future__ import annotations

import os
import sys

from spinney.cli import main
from spinney.server.store import database

if __name__ == "__main__":
    database.LONGEST_WAL = int(os.environ["SHORT_LOG_PAGES"])
    sys.exit(main())
