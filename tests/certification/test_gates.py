"""Gates on new versions in short: docs/operating-characteristics.md has them at length."""

import pytest

from tests.certification.gates import alarms_of_sessions, gate
from tests.certification.noise import MACHINES
from wirelab.app.compare.labs import RATIOS_DIFFER

QUIET, TWO_SPEEDS = MACHINES[:2]


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.parametrize("machine", [QUIET, TWO_SPEEDS], ids=str)
def test_a_gate_is_quiet_and_finds_what_is_slower(machine: object) -> None:
    equal, slower = (gate(50 + at, 60, machine, truth) for at, truth in enumerate((1.0, 1.05)))  # type: ignore[arg-type]
    assert equal.alarms <= 0.08, "5 % are promised; the standard error is 2.8 points"
    assert equal.unchanged >= 0.97
    assert slower.found >= 0.9
    assert slower.rounds < 25


def test_two_sessions_raise_no_false_alarm_with_the_allowance() -> None:
    assert alarms_of_sessions(60, 60, QUIET, RATIOS_DIFFER) <= 0.08
    assert alarms_of_sessions(60, 60, QUIET, 0.0) > 0.15, "which is why there is one"
