"""Fixtures for the tests of runners."""

import os
from collections.abc import Iterator

import pytest

from tests.runners.places import Bench
from wirelab.app.resources import cache_folder


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Every runner here, in the lab's cache: built once for all tests and for later runs."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    bench = Bench(cache_folder(), tmp_path_factory.mktemp("runners"), shared / "kept")
    yield bench
    bench.end()
