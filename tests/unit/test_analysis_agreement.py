"""The lab's times against another harness's."""

from datetime import UTC, datetime

import pytest

from wirelab.analysis.agreement import agree, agreement, enough_fast
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.finding import Agreement, Agrees
from wirelab.model.measurement import Batch, HarnessSample, Phase, PlannedProcess, ProcessRecord
from wirelab.model.subject import Subject
from wirelab.model.units import Nanoseconds

CELL = Cell(CorpusName("w", "1", "plain"), "here", Subject("one"), Operation.SERIALIZE)
FAST_NS, SLOW_NS = 100, 200


def process(*batches: tuple[float, int], steady: bool = True, last_canary_ns: int = FAST_NS) -> ProcessRecord:
    """A process with measured batches of one call: time, and canary before."""
    made = tuple(Batch(Phase.MEASURED, Nanoseconds(0), 1, Nanoseconds(ns), Nanoseconds(c)) for ns, c in batches)
    planned = PlannedProcess(round=0, order=0, attempt=0, cell=CELL, environment_bytes=0)
    last = Nanoseconds(last_canary_ns)
    now = datetime.now(UTC)
    return ProcessRecord(planned, now, Nanoseconds(1), last_canary_ns=last, steady=steady, batches=made)


def sample(ns: float, canary_ns: int = FAST_NS, next_canary_ns: int = FAST_NS) -> HarnessSample:
    return HarnessSample(ns, canary_ns, next_canary_ns)


def of(*rounds: tuple[float, float], fast_ns: float | None = None, confidence: float = 0.95) -> Agreement:
    """Rounds of one batch and one value."""
    taken = {number: (process((lab, FAST_NS)), [sample(ns)]) for number, (lab, ns) in enumerate(rounds)}
    return agreement(CELL, None, taken, fast_ns=fast_ns, band=0.05, confidence=confidence)


@pytest.mark.parametrize(
    ("ratios", "verdict"),
    [
        ([100] * 6, Agrees.WITHIN),
        ([96, 104, 100, 100, 99, 101], Agrees.WITHIN),
        ([105, 105, 105, 105, 105, 105], Agrees.WITHIN),
        ([100, 100, 100, 100, 100, 106], Agrees.UNRESOLVED),
        ([94, 100, 100, 100, 100, 100], Agrees.UNRESOLVED),
        ([100, 100, 100, 100, 100, 100, 100, 100, 300], Agrees.WITHIN),  # one of nine may lie out
        ([106, 107, 108, 106, 107, 108], Agrees.OUTSIDE),
        ([94, 93, 94, 92, 94, 94], Agrees.OUTSIDE),
        ([94, 93, 94, 92, 94, 96], Agrees.UNRESOLVED),
        ([100], Agrees.UNRESOLVED),
        ([], Agrees.UNRESOLVED),
    ],
)
def test_the_verdict_is_by_the_whole_interval(ratios: list[float], verdict: Agrees) -> None:
    assert of(*((ratio, 100) for ratio in ratios)).verdict is verdict


def test_a_rounds_ratio_is_of_the_fastest() -> None:
    lab = process(*((ns, FAST_NS) for ns in (900, 110, 100, 500)))
    found = agreement(CELL, "ByHand", {0: (lab, [sample(90), sample(10)])}, fast_ns=None, band=0.05, confidence=0.95)
    assert (found.lab_ns, found.harness_ns, found.ratio, found.benchmark) == (100, 10, None, "ByHand")


@pytest.mark.parametrize("fast", [20, 19])
def test_twenty_in_the_fast_state_are_enough_and_fewer_are_not(fast: int) -> None:
    theirs = [*[sample(10)] * fast, *[sample(9, SLOW_NS)] * 30]  # a fast one may stand beside a slow canary
    # The batch before the first slow canary is not in the fast state either.
    lab = process(*[(100, FAST_NS)] * (fast + 1), *[(500, SLOW_NS)] * 30)
    for sides in ((lab, [sample(9)] * 40), (process(*[(100, FAST_NS)] * 40), theirs)):
        found = agreement(CELL, None, {0: sides}, fast_ns=150, band=0.05, confidence=0.95)
        assert (found.lab_ns, found.harness_ns) == ((100, 9) if fast == 20 else (None, None))


@pytest.mark.parametrize(
    ("fast", "slow", "fast_ns", "enough"),
    [(20, 100, 150, True), (19, 100, 150, False), (0, 20, None, True), (0, 19, None, False)],
)
def test_the_harness_has_enough_values_when_twenty_were_made_in_the_fast_state(
    fast: int, slow: int, fast_ns: float | None, *, enough: bool
) -> None:
    canaries_ns = [(FAST_NS, FAST_NS)] * fast + [(FAST_NS, SLOW_NS), (SLOW_NS, FAST_NS)] * (slow // 2)
    assert enough_fast(canaries_ns + [(SLOW_NS, SLOW_NS)] * (slow % 2), fast_ns) is enough


@pytest.mark.parametrize(
    ("lab", "theirs"),
    [
        (process((100, SLOW_NS)), [sample(10)]),
        (process((100, FAST_NS), last_canary_ns=SLOW_NS), [sample(10)]),
        (process((100, FAST_NS)), [sample(10, SLOW_NS)]),
        (process(), [sample(10)]),
        (process((100, FAST_NS)), []),
    ],
)
def test_a_round_without_the_fast_state_on_both_sides_does_not_count(
    lab: ProcessRecord, theirs: list[HarnessSample]
) -> None:
    good = (process((100, FAST_NS)), [sample(100)])
    found = agreement(CELL, None, {0: good, 1: good, 2: (lab, theirs)}, fast_ns=150, band=0.05, confidence=0.95)
    assert found.ratio is not None
    assert (found.ratio.processes, found.processes) == (2, 3)


@pytest.mark.parametrize(
    ("others", "of_all", "enough"),
    [(2, 24, True), (3, 24, False), (1, 10, True), (2, 10, False), (0, 3, True), (1, 3, False)],
)
@pytest.mark.parametrize("other", [of(*[(200, 100)] * 6), of((100, 100), (90, 100))])
def test_nine_of_ten_are_enough(other: Agreement, others: int, of_all: int, enough: bool) -> None:
    same = of(*[(100, 100)] * 6)
    assert agree([*[other] * others, *[same] * (of_all - others)]) is enough


def test_steady_processes_are_counted() -> None:
    taken = {0: (process((1, 1)), [sample(1)]), 1: (process((1, 1), steady=False), [sample(1)])}
    found = agreement(CELL, None, taken, fast_ns=None, band=0.05, confidence=0.95)
    assert (found.steady, found.processes) == (1, 2)
