"""Small values in which everything that a report can show occurs, for snapshots of reports; all invented."""

from dataclasses import replace

from tests.report.invented_results import invented_results
from tests.report.test_transfer import BINARY, JSON, PACKED, found
from tests.report.test_transfer import results as transferred
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.diagnostics import Flag, Guard, MachineSpeed, Reversal, Usage
from wirelab.model.findings.finding import CellFinding, Interval, Steadiness, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import (
    CostComparison,
    CostModel,
    Crossing,
    Fastest,
    Forecast,
    Growth,
    NearLoop,
    Needed,
    RoundsNeeded,
    SlowMode,
    Unseen,
)
from wirelab.model.subject import Profile, parse_subject
from wirelab.report.run.results import Results, TwinTally

SUBJECTS = {"jaxb-moxy", "jaxb-ri", "gson", "protobuf-java+gzip", "lxml", "orjson", "protobuf-python"}


def small_results() -> Results:
    """The cells of one corpus, with twin, loss and subjects that did not run."""
    plain = invented_results(processes=5)
    corpus = plain.findings.cells[0].cell.corpus
    cells = [each for each in plain.findings.cells if _kept(each, corpus.size)]
    known = {each.cell for each in cells}
    compared = tuple(each for each in plain.findings.comparisons if each.comparison.cell in known)
    codecs = tuple(each for each in plain.codecs if each.name in SUBJECTS)
    run = replace(plain.run, command="wirelab run school-formats", version="9.9")
    return replace(plain, run=run, findings=Findings(tuple(cells), compared), codecs=codecs, corpora=plain.corpora[:1])


def _kept(finding: CellFinding, size: str) -> bool:
    return finding.cell.corpus.size == size and str(finding.cell.subject) in SUBJECTS


def results_with_everything() -> Results:
    """Every kind of verdict, mark and forecast, and a reference on each platform."""
    plain = small_results()
    by_name = {str(each.cell.subject): each.cell for each in reversed(plain.findings.cells) if not each.cell.twin}
    own, other, gson = by_name["jaxb-moxy"], by_name["jaxb-ri"], by_name["gson"]
    lxml, orjson, python = by_name["lxml"], by_name["orjson"], by_name["protobuf-python"]
    twin = plain.twins[0]

    def near_one(estimate: float, low: float, high: float) -> Interval:
        return Interval(estimate, low, high, 0.95, 5, "t", 0.999)

    compared = [_changed(each, lxml) for each in plain.findings.comparisons]
    made = {
        other: (near_one(1.01, 1.005, 1.015), Verdict.NEGLIGIBLE),
        gson: (near_one(0.9, 0.5, 1.6), Verdict.UNRESOLVED),
        python: (near_one(0.17, 0.1, 0.3), Verdict.UNSTEADY),
    }
    compared = [
        replace(each, ratio=made[each.comparison.cell][0], verdict=made[each.comparison.cell][1], decided=False)
        if each.comparison.cell in made
        else replace(each, ratio=None)
        if each.comparison.cell.subject.compressor
        else replace(each, sustained=each.comparison.cell == orjson)
        for each in compared
    ]
    settled = Steadiness(audited=5, flat=3, warm_up=1, slowdown=1, unsettled=0, too_early=0)
    early = Steadiness(audited=5, flat=2, warm_up=0, slowdown=0, unsettled=3, too_early=1)
    cells = [
        replace(
            each,
            steadiness=early if each.cell == python else settled,
            sustained=each.cell == orjson,
            best_ns=0.9 * each.time_ns.estimate if each.time_ns else None,
        )
        for each in plain.findings.cells
        if each.cell.subject.compressor is None
    ] + [
        replace(each, time_ns=None, process_times_ns=(), lost=2, steady_share=None)
        for each in plain.findings.cells
        if each.cell.subject.compressor is not None
    ]
    forecast = Forecast(
        needed=(
            Needed(
                Comparison(gson, own, Question.REFERENCE),
                5,
                (RoundsNeeded(1.02, 120, None, 0.8), RoundsNeeded(1.1, 7, 40, 0.8)),
            ),
        ),
        growth=(
            Growth(
                gson,
                CostModel(*(_limits(each) for each in (-5000.0, 2.0, 0.9)), 1e3, 1e6, lack_of_fit=0.5),
                own,
                CostComparison(Crossing.CROSSES, 2e4, 1.5e4, 2.5e4),
            ),
        ),
        machine={"jvm": MachineSpeed(1.3, 120), "cpython": MachineSpeed(1.02, 60)},
        near_loop=(NearLoop(orjson, 3.14),),
        copy_bytes_per_ns=12.0,
        flags=(
            Flag(orjson, Guard.COPY, 10.0, 900.0, 21_500),
            Flag(lxml, Guard.OUTPUTS, detail="two processes made different bytes"),
        ),
        usage=(Usage(own, 40, 0.0312, (3e5, 3.1e5)), Usage(gson, None, None, (2e5,)), Usage(lxml, 3, 0.001, ())),
        reversals=(Reversal(gson, own, 1.23),),
        unseen=(Unseen(twin.comparison, 1.034, 0.8),),
        fastest=(Fastest((orjson, python), 0.95),),
        slow_modes=tuple(SlowMode(each, 2, 5, 1.44) for each in (own, other, gson, lxml, orjson)),
    )
    codecs = tuple(replace(each, input="dict") if each.name == "orjson" else each for each in plain.codecs)
    return replace(
        plain,
        codecs=codecs,
        findings=Findings(tuple(cells), tuple(compared), forecast),
        losses=plain.losses * 12,
        profile=Profile.TUNED,
        untuned=("gson", "lxml"),
        twins_of_lab=TwinTally(20, 2),
        reanalysed=True,
    )


def _changed(found, reference):
    """A reference of its own for each platform."""
    comparison = found.comparison
    if comparison.question is Question.TWIN or comparison.cell.platform == "jvm":
        return found
    against = replace(comparison.cell, subject=parse_subject("lxml"))
    return found if comparison.cell.subject == reference.subject else _against(found, against)


def _against(found, cell):
    return replace(found, comparison=replace(found.comparison, against=cell))


def _limits(estimate: float) -> Interval:
    low, high = sorted((0.98 * estimate, 1.02 * estimate))
    return Interval(estimate, low, high, 0.95, 5, "t")


def nothing_measured() -> Results:
    """A run that measured nothing."""
    return replace(
        small_results(), findings=Findings(), losses=(), not_run=(), codecs=(), corpora=(), runtimes={}, host={}
    )


def transfer_results() -> Results:
    """A transfer from one platform to another, with a format whose readers read other bytes."""
    transfer = found(JSON, BINARY, PACKED, may_be=("Protocol Buffers",))
    made = transferred(transfer)
    small = small_results()
    findings = replace(small.findings, forecast=made.findings.forecast)
    return replace(made, run=small.run, findings=findings, corpora=small.corpora, rounds=small.rounds)
