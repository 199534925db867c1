"""Objects that are made in a process of their own come back, and so do its faults."""

from collections.abc import Iterator

import pytest

from wirelab.model.errors import DefinitionError, HostError
from wirelab.workload.apart import run_apart


def made(count: int) -> Iterator[bytes]:
    """So many objects, and then a fault of the machine if it is an odd number."""
    yield from (bytes([at]) for at in range(count))
    if count % 2:
        raise HostError("disk", "it is full", why="no space left", remedy="make room")


def leaves() -> Iterator[bytes]:
    """No object, and no generator any more."""
    raise SystemExit(7)


@pytest.mark.long
def test_objects_and_faults_come_back() -> None:
    assert list(run_apart(made, (2,), "own")) == [b"\0", b"\1"]
    with pytest.raises(HostError, match="it is full") as caught:
        list(run_apart(made, (1,), "own"))
    assert (caught.value.part, caught.value.why, caught.value.remedy) == ("disk", "no space left", "make room")
    with pytest.raises(DefinitionError, match="own: its generator ended early") as ended:
        list(run_apart(leaves, (), "own"))
    assert ended.value.why == "its process ended with status 7"
