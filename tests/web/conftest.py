"""What tests of servers share."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _can_be_interrupted() -> Iterator[None]:
    """A shell's background job ignores SIGINT, and so would what it starts; a server that waits does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
