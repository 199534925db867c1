"""First calls of processes, which a recommendation takes from another run of the lab."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.publish.labs import DAY, USUAL, add
from wirelab.app.recommend.recommend import Wanted, checked, recommendation
from wirelab.model.cell import ModeKind


@pytest.mark.parametrize("mode", [ModeKind.STEADY, ModeKind.COLLECTED])
def test_first_calls_count_whatever_the_mode_of_the_run(tmp_path: Path, mode: ModeKind) -> None:
    lab = tmp_path / "wirelab.duckdb"
    add(lab, mode=mode)
    add(lab, {name: (50 * ns, size) for name, (ns, size) in USUAL.items()}, mode=ModeKind.COLD, day=DAY + timedelta(1))
    wanted = Wanted(needs="", messages=1000, reads=1, months=0, copies=1, cold_starts=0.1)
    found = recommendation(lab, None, checked(wanted)).found
    assert found.taken is not None
    assert {each.candidate.lacking for each in found.choices} == {""}
