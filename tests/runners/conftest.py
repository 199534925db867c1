"""What the tests of runners share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runners.places import Bench
from wirelab.app.resources import cache_folder
from wirelab.workload.definition import Workload


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests on one workload stand beside each other, so that they find its processes alive.

    The longest happen to be last in the alphabet, and go first.
    """
    here = Path(__file__).parent
    at = [place for place, item in enumerate(items) if here in item.path.parents]
    ordered = sorted((items[place] for place in at), key=_workload_name, reverse=True)
    for place, item in zip(at, ordered, strict=True):
        items[place] = item


def _workload_name(item: pytest.Item) -> str:
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return next((each.name for each in parameters.values() if isinstance(each, Workload)), "")


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Every runner here, in the lab's cache: built once for all tests and for later runs."""
    bench = Bench(cache_folder(), tmp_path_factory.mktemp("runners"))
    yield bench
    bench.end()
