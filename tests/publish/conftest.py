"""What tests of publishing share: what was executed on this machine is none of their business."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WIRELAB_CACHE", str(tmp_path / "cache"))
