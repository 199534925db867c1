"""Outputs in the cache: the durations of their builds, and who waits for another process's."""

import os
import time
from pathlib import Path
from threading import Event

import pytest

from wirelab.building.outputs import ensure, expected_s
from wirelab.files.held import held
from wirelab.process.side_by_side import side_by_side


def test_who_reads_durations_while_another_is_written_has_them_whole(tmp_path: Path) -> None:
    """Durations are replaced by a new file: whoever has the old one open reads that to its end."""
    (tmp_path / "durations.json").write_text('{"types-school": 7}')
    os.link(tmp_path / "durations.json", tmp_path / "as it was opened")
    ensure(tmp_path / "runner-1", lambda output: (output / "built").touch(), "a program", lambda _: None)
    assert (tmp_path / "as it was opened").read_text() == '{"types-school": 7}'
    assert (expected_s(tmp_path / "types-2"), expected_s(tmp_path / "runner-2")) == (7, 0.0)


def test_who_waits_for_a_build_ends_with_a_fault_beside_it(tmp_path: Path) -> None:
    waits = Event()

    def make(at: int) -> None:
        if at == 0:
            waits.wait(10)
            raise ValueError("a fault")
        ensure(tmp_path / "runner-1", lambda output: (output / "built").touch(), "a program", lambda _: waits.set())

    with held(tmp_path / "runner-1.lock"), pytest.raises(ValueError, match="a fault"):
        list(side_by_side([[0], [1]], make))
    time.sleep(0.3)
    assert not (tmp_path / "runner-1").exists()
