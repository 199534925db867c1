"""Outputs in the cache: the durations of their builds."""

import os
from pathlib import Path

from wirelab.building.outputs import ensure, expected_s


def test_who_reads_durations_while_another_is_written_has_them_whole(tmp_path: Path) -> None:
    """Durations are replaced by a new file: whoever has the old one open reads that to its end."""
    (tmp_path / "durations.json").write_text('{"types-school": 7}')
    os.link(tmp_path / "durations.json", tmp_path / "as it was opened")
    ensure(tmp_path / "runner-1", lambda output: (output / "built").touch(), "a program", lambda _: None)
    assert (tmp_path / "as it was opened").read_text() == '{"types-school": 7}'
    assert (expected_s(tmp_path / "types-2"), expected_s(tmp_path / "runner-2")) == (7, 0.0)
