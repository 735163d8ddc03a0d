from collections.abc import Iterator

import pytest

from tests.server.living import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that need none of their own."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
