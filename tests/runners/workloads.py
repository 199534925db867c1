"""Workloads that runners are tried on: Wirelab's own, one of these tests, and the protocol's hard data."""

from tests.conftest import ROOT
from wirelab.workload.catalogue import Catalogue
from wirelab.workload.definition import Workload

_FOLDERS = tuple(map(Catalogue, (ROOT / "workloads", ROOT / "tests" / "workloads", ROOT / "protocol/v2/workloads")))


def workload_named(name: str) -> Workload:
    return next(each for each in _FOLDERS if name in each.names).find(name)


def of_every_folder() -> list[Workload]:
    """All of them, by name."""
    return [workload_named(name) for name in sorted(name for each in _FOLDERS for name in each.names)]
