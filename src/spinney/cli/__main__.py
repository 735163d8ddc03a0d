"""`python -m spinney.cli` is `spinney`."""

import sys

from spinney.cli import main

if __name__ == "__main__":
    sys.exit(main())
