"""What tests of publishing share: what was executed on this machine is none of their business."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one_draws: None) -> None:
    monkeypatch.setenv("WIRELAB_CACHE", str(tmp_path / "cache"))


@pytest.fixture(autouse=True, scope="package")
def _drawn(one_draws: None) -> None:
    """None of these tests is about drawing."""
