"""What the tests of runners share."""

from collections.abc import Iterator

import pytest

from tests.runners.places import Bench
from wirelab.app.resources import cache_folder


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Every runner here, in the lab's cache: built once for all tests and for later runs."""
    bench = Bench(cache_folder(), tmp_path_factory.mktemp("runners"))
    yield bench
    bench.end()
