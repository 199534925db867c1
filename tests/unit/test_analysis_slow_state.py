"""Ratios in the machine's slower state."""

import math

import pytest

from wirelab.analysis.slow_state import FEWEST_ROUNDS, slow_ratios
from wirelab.analysis.states import slow_limits
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.machine import MachineKind, MachineStates, SlowRatio
from wirelab.model.measurement import ProcessSummary
from wirelab.model.subject import parse_subject
from wirelab.report.machine import slow_words

CELL, REFERENCE = (
    Cell(CorpusName("school", "1", "random"), "jvm", parse_subject(name), Operation.SERIALIZE)
    for name in ("own", "other")
)


def told(ratio: float, rounds: int, fast: float = 2.0) -> list[SlowRatio]:
    """What is said where the slower state's ratio is `ratio` and the fast one's `fast` [0.99, 1.01]."""
    compared = Comparison(CELL, REFERENCE, Question.REFERENCE)
    shown = Interval(fast, 0.99 * fast, 1.01 * fast, 0.95, 20, "t")
    processes = [
        ProcessSummary(cell, b, time_ns=ns * math.exp(0.001 * (b % 3) * (cell == CELL)))
        for b in range(rounds)
        for cell, ns in ((CELL, 100 * ratio), (REFERENCE, 100.0))
    ] + [ProcessSummary(CELL, 99, time_ns=7.0)]
    return list(slow_ratios([ComparisonFinding(compared, shown, Verdict.DIFFERENT, 0.02, True)], processes, 0.95))


def test_a_ratio_is_shown_from_five_rounds_on_that_both_have() -> None:
    assert told(2.0, FEWEST_ROUNDS - 1) == []
    (found,) = told(2.0, FEWEST_ROUNDS)
    assert found.slow.estimate == pytest.approx(2.0, rel=0.001)
    assert (found.slow.processes, found.fast.estimate) == (5, 2.0)


@pytest.mark.parametrize(("ratio", "differs"), [(2.0, False), (2.015, False), (2.5, True), (1.5, True)])
def test_ratios_differ_whose_intervals_exclude_each_other(ratio: float, differs: bool) -> None:
    assert told(ratio, 6)[0].differs is differs


def test_what_differs_is_named_and_agreement_said_once() -> None:
    (said,) = slow_words(told(2.5, 6))
    assert said.startswith("own on jvm, serialize school/1/random, takes 2.50")
    assert said.endswith(
        "the time of other on jvm while the machine is slow, and 2.00× [1.98, 2.02] in its fast state."
    )
    assert list(slow_words(told(2.0, 6) * 2)) == [
        "Neither of the 2 ratios that could be measured in the machine's slower state was shown to differ"
        " from that of the fast state."
    ]
    assert list(slow_words([])) == []


def test_the_slower_state_is_the_level_next_to_the_fast_one() -> None:
    levels = MachineStates(MachineKind.LEVELS, (100.0, 150.0, 190.0), (0.5, 0.2, 0.2), 106.0, 0.2, 500)
    low, high = slow_limits(levels) or (0, 0)
    assert (low, high) == (pytest.approx(150 * math.exp(-0.06)), pytest.approx(159))
    near = MachineStates(MachineKind.LEVELS, (100.0, 110.0), (0.5, 0.4), 106.0, 0.2, 500)
    assert slow_limits(near) == (106.0, pytest.approx(116.6)), "states do not overlap"
    one = MachineStates(MachineKind.ONE, (100.0, 150.0), (0.95, 0.04), None, 0.01, 500)
    assert slow_limits(one) is None
