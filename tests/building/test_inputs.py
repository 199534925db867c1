"""The inputs of a build."""

import os
from pathlib import Path

from wirelab.building.inputs import copy_inputs, stage_digest


def test_a_link_to_nothing_and_a_pipe_are_no_inputs(tmp_path: Path) -> None:
    """Emacs leaves such a link beside each file that is being changed."""
    own, copy = tmp_path / "own", tmp_path / "copy"
    (own / "src").mkdir(parents=True)
    (own / "src" / "a.py").write_text("a")
    before = stage_digest(own, (".",), {})
    (own / "src" / ".#a.py").symlink_to("user@host.1:2")
    os.mkfifo(own / "src" / "pipe")
    assert stage_digest(own, (".",), {}) == before
    copy_inputs(own, (".",), copy)
    assert [path.name for path in (copy / "src").iterdir()] == ["a.py"]
