"""Fixtures for tests of servers."""

import signal
from collections.abc import Iterator

import pytest

from tests.drawing import drawn_by_one


@pytest.fixture(autouse=True)
def _can_be_interrupted() -> Iterator[None]:
    """A shell's background job ignores SIGINT, and so would its children; a server that waits does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="package")
def _drawn() -> Iterator[None]:
    """None of these tests is about drawing."""
    with drawn_by_one():
        yield
