"""The starting points of several tests of use cases."""

import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project of the library `released`, with a tag for each of two versions; its parent is no repository."""
    folder = tmp_path / "project"
    folder.mkdir()

    def git(*words: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True)

    git("init", "-q")
    for version in ("1.1", "1.2"):
        (folder / "released.txt").write_text(version)
        git("add", "-A")
        git("commit", "-qm", version)
        git("tag", f"v{version}")
    return folder
