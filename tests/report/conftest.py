"""What tests of reports share."""

import pytest


@pytest.fixture(autouse=True, scope="package")
def _drawn(one_draws: None) -> None:
    """Only `test_drawing_apart.py` is about drawing, and says so."""
