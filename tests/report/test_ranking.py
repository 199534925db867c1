from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.report.invented_results import CORPORA, invented_results
from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.findings.finding import CellFinding, Interval
from wirelab.model.findings.findings import Findings
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount
from wirelab.report.run.ranking import pareto_front, rankings


def finding(name: str, time_ns: float | None, size: int | None) -> CellFinding:
    cell = Cell(CorpusName("school", "1100", "random"), "jvm", Subject(name), Operation.SERIALIZE)
    time = None if time_ns is None else Interval(time_ns, time_ns, time_ns, 0.95, 1, "t")
    return CellFinding(cell, time, (), None, None if size is None else ByteCount(size), None, None, 0)


def test_rankings_follow_the_corpora_as_listed_then_the_operations_and_leave_twins_out():
    results = invented_results()
    found = rankings(results)
    assert [(ranking.corpus, ranking.operation) for ranking in found] == [
        (corpus, operation) for corpus in CORPORA for operation in (Operation.SERIALIZE, Operation.DESERIALIZE)
    ]
    assert all(len(ranking.findings) == 12 for ranking in found)
    assert not any(f.cell.twin for ranking in found for f in ranking.findings)
    shuffled = replace(results, findings=replace(results.findings, cells=results.findings.cells[::-1]))
    assert rankings(shuffled) == found


def test_cells_are_ranked_by_time_and_those_without_one_stand_last():
    results = invented_results()
    lost = replace(finding("gone", None, None), lost=2)
    ranking = rankings(
        replace(results, findings=Findings((lost, finding("slow", 9, 1), finding("fast", 3, 1))), corpora=())
    )[0]
    assert [str(f.cell.subject) for f in ranking.findings] == ["fast", "slow", "gone"]
    assert ranking.references == ()


def test_each_ranking_knows_its_reference():
    for ranking in rankings(invented_results()):
        (reference,) = ranking.references
        assert str(reference.subject) == "jaxb-moxy"
        assert [f.cell for f in ranking.findings if ranking.is_reference(f)] == [reference]


def test_cells_of_another_mode_or_sink_are_not_compared_and_the_title_says_which():
    steady = finding("gson", 3, 1)
    cold = replace(steady, cell=replace(steady.cell, mode=ModeKind.COLD, sink=Sink.FILE))
    found = rankings(replace(invented_results(), findings=Findings((cold, steady)), corpora=()))
    assert [ranking.title for ranking in found] == [
        "serialize school/1100/random",
        "serialize school/1100/random (cold, to and from a file)",
    ]


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=12))
def test_the_pareto_front_is_what_no_other_point_beats(points):
    unbeaten = sorted(
        one for one in points if not any(other[0] <= one[0] and other[1] <= one[1] and other != one for other in points)
    )
    front = pareto_front(points)
    assert len(front) == len(set(front))
    assert [points[at] for at in front] == unbeaten
