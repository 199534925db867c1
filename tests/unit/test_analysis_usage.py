"""What windows tell, where the truth is known."""

from dataclasses import replace

import pytest

from wirelab.analysis.usage import used
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import CellFinding, ComparisonFinding, Interval, Verdict
from wirelab.model.findings import Findings
from wirelab.model.measurement import Batch, Phase, Window
from wirelab.model.subject import parse_subject
from wirelab.model.usage import Costing, Usage

CELL, OTHER = (
    Cell(CorpusName("school", "1", "random"), "jvm", parse_subject(name), Operation.SERIALIZE)
    for name in ("quick", "thrifty")
)
CALLS, FAST, SLOW = 10, 100, 200


def batch(ns: int, gc_ns: int | None = 0, phase: Phase = Phase.WINDOW, canary_ns: int = FAST) -> Batch:
    gc_count = None if gc_ns is None else int(gc_ns > 0)
    return Batch(phase, 0, CALLS, ns, canary_ns, gc_count=gc_count, gc_ns=gc_ns, process_cpu_ns=2 * ns)


def window(*batches: Batch, cell: Cell = CELL) -> Window:
    return Window(cell, (batch(1000, phase=Phase.MEASURED), *batches), FAST)


def findings(ratio: float = 0.9, verdict: Verdict = Verdict.DIFFERENT) -> Findings:
    times = {CELL: 90.0, OTHER: 90.0 / ratio}
    cells = [
        CellFinding(cell, Interval(ns, ns, ns, 0.95, 5, "t"), (ns,) * 5, None, None, None, None, 0)
        for cell, ns in times.items()
    ]
    found = Interval(ratio, ratio, ratio, 0.95, 5, "t")
    compared = ComparisonFinding(Comparison(CELL, OTHER, Question.REFERENCE), found, verdict, 0.02, True)
    return Findings(tuple(cells), (compared,))


def usage(*windows: Window, fast_ns: float | None = None) -> tuple[Usage, ...]:
    return used(findings(), windows, {} if fast_ns is None else {"jvm": fast_ns}).forecast.usage


def test_the_mean_is_over_whole_cycles_and_scaled_to_the_cells_time() -> None:
    # Two cycles of two batches, each with a pause of half a batch; the rest of the third tells nothing.
    own = window(batch(1500, 500), batch(1000), batch(1500, 500), batch(9000))
    assert usage(own) == (Usage(CELL, 2, 1000 / 5000, (pytest.approx(90 * 1.25),), (pytest.approx(90 * 2.5),)),)


def test_without_a_collection_every_batch_is_taken() -> None:
    (found,) = usage(window(batch(1000), batch(1300)))
    assert (found.collections, found.gc_share) == (0, 0)
    assert found.means_ns == (pytest.approx(90 * 1.1),)


def test_processes_without_a_collection_do_not_count_beside_those_with_one() -> None:
    assert len(usage(window(batch(1500, 500)), window(batch(1000)))[0].means_ns) == 1


def test_a_runtime_that_tells_nothing_has_a_mean_all_the_same() -> None:
    silent = replace(batch(1200), gc_count=None, gc_ns=None, process_cpu_ns=None)
    (found,) = usage(window(silent))
    assert (found.collections, found.gc_share, found.cpus_ns) == (None, None, ())
    assert found.means_ns == (pytest.approx(90 * 1.1),)


def test_times_are_of_the_fast_state_and_collections_keep_their_weight() -> None:
    # Two of five batches collect, one of these at the slow state; the batch before it ends there.
    own = window(batch(1700), batch(2400, 800, canary_ns=SLOW), batch(1000), batch(1500, 500))
    (found,) = usage(own, fast_ns=FAST)
    assert found.means_ns == (pytest.approx(90 * (3 / 5 * 1.0 + 2 / 5 * 1.5)),)


def test_a_process_whose_collections_were_all_made_at_the_slow_state_tells_nothing() -> None:
    assert usage(window(batch(1000), batch(2400, 800, canary_ns=SLOW)), fast_ns=FAST) == ()


PAUSING = [window(batch(1000 + pause, pause)) for pause in (500, 600)]
THRIFTY = [window(batch(1000 + pause, pause), cell=OTHER) for pause in (5, 10)]


def test_a_decided_pair_that_means_order_otherwise_is_named() -> None:
    found = used(findings(), [*PAUSING, *THRIFTY], {}).forecast.reversals
    assert [(each.cell, each.other, each.by) for each in found] == [
        (CELL, OTHER, Costing.MEAN),
        (CELL, OTHER, Costing.CPU),
    ]
    assert found[0].ratio == pytest.approx(0.9 * (1.25 * 1.3) ** 0.5, rel=0.01)


@pytest.mark.parametrize(
    ("ratio", "verdict", "own"),
    [
        (0.9, Verdict.UNRESOLVED, PAUSING),
        (0.7, Verdict.DIFFERENT, PAUSING),
        (0.9, Verdict.DIFFERENT, PAUSING[:1]),
        (0.9, Verdict.DIFFERENT, [PAUSING[0], window(batch(1010, 10))]),
    ],
    ids=["not decided", "not reversed", "one process", "one process against it"],
)
def test_no_pair_is_named_without_reason(ratio: float, verdict: Verdict, own: list[Window]) -> None:
    assert used(findings(ratio, verdict), [*own, *THRIFTY], {}).forecast.reversals == ()
