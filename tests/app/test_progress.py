"""How far a run is, where no bar can be drawn."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wirelab.cli import progress
from wirelab.cli.progress import Progress
from wirelab.model.units import NS_PER_S


@pytest.mark.parametrize(("every_s", "lines"), [(-1.0, 3), (3600.0, 0)])
def test_off_a_terminal_lines_say_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], every_s: float, lines: int
) -> None:
    monkeypatch.setattr(progress, "_EVERY_S", every_s)
    ended: Any = SimpleNamespace(loss=None, wall_ns=3 * NS_PER_S)
    with Progress(Path("wirelab.duckdb")) as drawn:
        drawn.begins(4, 0)
        for _ in range(3):
            drawn.process_ended(ended)
    said = [line for line in capsys.readouterr().err.splitlines() if "processes, about" in line]
    assert len(said) == lines
    assert [line.strip("· ") for line in said] == [
        f"round 1: {done} of 4 processes, about {left} left" for done, left in ((1, "9 s"), (2, "6 s"), (3, "3 s"))
    ][:lines]
