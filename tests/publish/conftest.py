"""Fixtures for tests of publishing: trials executed on this machine are none of their business."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drawing import drawn_by_one


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIRELAB_CACHE", str(tmp_path / "cache"))


@pytest.fixture(autouse=True, scope="package")
def _drawn() -> Iterator[None]:
    """None of these tests is about drawing."""
    with drawn_by_one():
        yield
