"""spinney with few descriptors: python -m tests.server.few_descriptors 128 serve …"""

import resource
import sys

from spinney.cli import main

if __name__ == "__main__":
    most = int(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (most // 2, most))
    sys.exit(main(sys.argv[2:]))
