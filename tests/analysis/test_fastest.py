"""Which cells may be the fastest."""

from dataclasses import replace

from tests.certification.printed import CELLS
from wirelab.analysis.decide.fastest import fastest_of, may_be_fastest
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Interval, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import Fastest

MACHINE = (1.0, 1.3, 0.9, 1.1, 1.2)
FIRST, SECOND, THIRD = CELLS[:3]
TIMES = {
    cell: {b: ns * speed * (1 + wobble * (-1) ** b) for b, speed in enumerate(MACHINE)}
    for cell, ns, wobble in ((FIRST, 100, 0.0), (SECOND, 101, 0.02), (THIRD, 150, 0.02))
}


def finding(cell, time=True, steady=None) -> CellFinding:
    interval = Interval(1.0, 0.9, 1.1, 0.95, 5, "t") if time else None
    return CellFinding(cell, interval, (), None, None, None, steady, 0)


def test_what_no_other_is_found_faster_than_may_be_the_fastest():
    assert fastest_of((FIRST, SECOND, THIRD), TIMES, 0.95) == (FIRST, SECOND)
    assert fastest_of((FIRST, THIRD), TIMES, 0.95) == (FIRST,)


def test_cells_stand_beside_their_like_and_twins_and_unsteady_ones_do_not_count():
    twin, other = replace(FIRST, twin=True), replace(THIRD, operation="deserialize")
    times = {**TIMES, twin: TIMES[FIRST], other: TIMES[THIRD]}
    cells = (FIRST, SECOND, THIRD, twin, other)
    said = Fastest((FIRST, SECOND), 0.95)
    assert list(may_be_fastest(Findings(tuple(map(finding, cells))), times, 0.95)) == [said]
    lost = Findings((finding(FIRST), finding(SECOND, time=False), finding(THIRD)))
    assert list(may_be_fastest(lost, times, 0.95)) == [Fastest((FIRST,), 0.95)]
    # A comparison with an unsteady reference is unsteady, too; the other cell need not be.
    for shaky, left in ((SECOND, (FIRST,)), (FIRST, (SECOND,))):
        compared = Comparison(SECOND, FIRST, Question.REFERENCE)
        unsteady = ComparisonFinding(compared, None, Verdict.UNSTEADY, 0.02, True)
        found = Findings(tuple(finding(each, steady=float(each != shaky)) for each in cells), (unsteady,))
        assert list(may_be_fastest(found, times, 0.95)) == [Fastest(left, 0.95)]


def test_what_a_verdict_does_not_tell_apart_may_be_as_fast():
    times = {FIRST: TIMES[FIRST], THIRD: TIMES[THIRD]}
    cells = (finding(FIRST), finding(THIRD))
    apart = ComparisonFinding(Comparison(THIRD, FIRST, Question.REFERENCE), None, Verdict.DIFFERENT, 0.02, True)
    assert list(may_be_fastest(Findings(cells, (apart,)), times, 0.95)) == [Fastest((FIRST,), 0.95)]
    for verdict in (Verdict.UNRESOLVED, Verdict.EQUIVALENT):
        found = Findings(cells, (replace(apart, verdict=verdict),))
        assert list(may_be_fastest(found, times, 0.95)) == [Fastest((FIRST, THIRD), 0.95)]
