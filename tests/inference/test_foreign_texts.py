"""Texts of JSONTestSuite, which says of each whether JSON has it: 318 that nobody here wrote."""

import re
import tarfile
from functools import cache

import pytest

from tests.conftest import ROOT
from wirelab.inference.differences import NotCarried
from wirelab.inference.json_text import documents_of
from wirelab.model.errors import DefinitionError

ARCHIVE = ROOT.parent / "shared" / "vectors" / "jts.tar.xz"
SINGLE = r"document 1 is the single value"  # JSON, but no document


@cache
def texts() -> dict[str, bytes]:
    if not ARCHIVE.exists():
        pytest.skip(f"{ARCHIVE.name} is not beside the project")
    with tarfile.open(ARCHIVE) as archive:
        members = [one for one in archive if one.isfile() and "test_parsing/" in one.name]
        return {one.name.rpartition("/")[2]: archive.extractfile(one).read() for one in members}  # type: ignore[union-attr]  # they are files


def fault(data: bytes) -> str:
    """The fault of a text, or nothing."""
    try:
        for _ in documents_of(data, "data").read(NotCarried()):
            pass
    except DefinitionError as error:
        return error.what
    return ""


def test_every_text_that_is_json_is_read_or_is_a_single_value() -> None:
    faults = {name: fault(data) for name, data in texts().items() if name.startswith("y_")}
    assert len(faults) == 95
    assert {name: what for name, what in faults.items() if what and not what.startswith(SINGLE)} == {}


def test_every_text_that_is_not_json_is_refused_with_its_place() -> None:
    faults = {name: fault(data) for name, data in texts().items() if name.startswith("n_")}
    assert len(faults) == 188
    placed = re.compile(r"line \d+, (column|byte) \d+: |it is empty$")
    assert {name: what for name, what in faults.items() if not placed.match(what)} == {}


def test_no_text_is_more_than_can_be_said() -> None:
    """For the others, either is right: no fault is anything but an error of ours."""
    assert sum(fault(data) != "" for name, data in texts().items() if name.startswith("i_")) < 35
