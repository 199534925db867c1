"""What tests of servers share."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _can_be_interrupted(one_draws: None) -> Iterator[None]:
    """A shell's background job ignores SIGINT, and so would what it starts; a server that waits does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True, scope="package")
def _drawn(one_draws: None) -> None:
    """None of these tests is about drawing."""
