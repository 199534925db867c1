"""Fixtures for tests of reports."""

from collections.abc import Iterator

import pytest

from tests.drawing import drawn_by_one


@pytest.fixture(autouse=True, scope="package")
def _drawn() -> Iterator[None]:
    """Only `test_drawing_apart.py` is about drawing, and says so."""
    with drawn_by_one():
        yield
