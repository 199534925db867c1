"""Forecasts for sizes that a run did not measure and for the next run, from its processes and findings."""

import math
from dataclasses import replace
from statistics import stdev

import pytest

from wirelab.analysis.decide.fastest import ByRound
from wirelab.analysis.decide.intervals import differences
from wirelab.analysis.decide.power import power_to_find, rounds_needed
from wirelab.analysis.forecast import ASKED_RATIOS, growth, needed, unseen
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import Forecast, RoundsNeeded
from wirelab.model.subject import parse_subject

SIZES = {"1": 1_000, "2": 10_000, "3": 100_000}


def cell(subject: str, size: str = "1") -> Cell:
    return Cell(CorpusName("school", size, "random"), "jvm", parse_subject(subject), Operation.SERIALIZE)


PLAIN, ZIPPED = cell("plain"), cell("plain+gzip")
TWIN = replace(PLAIN, twin=True)


def compared(of: Cell, against: Cell, question: Question, verdict: Verdict = Verdict.UNRESOLVED) -> ComparisonFinding:
    ratio = Interval(1.3, 1.0, 1.7, 0.95, 6, "t")
    logs = differences(TIMES.get(of, {}), TIMES.get(against, {}))
    return ComparisonFinding(Comparison(of, against, question), ratio, verdict, 0.02, decided=False, logs=logs)


TIMES: ByRound = {
    PLAIN: {b: 100.0 + b for b in range(6)},
    ZIPPED: {b: 130.0 + 9 * (b % 2) for b in range(6)},
    TWIN: {b: 100.0 + 3 * (b % 2) for b in range(6)},
}


def of(findings: Findings, times: ByRound = TIMES) -> Forecast:
    corpus_bytes = {cell("plain", size).corpus: encoded for size, encoded in SIZES.items()}
    return Forecast(
        needed=tuple(needed(findings, Schedule(6, 2))),
        growth=growth(findings, times, corpus_bytes, 0.95),
        unseen=tuple(unseen(findings, Schedule(6, 2))),
    )


def test_rounds_are_counted_for_what_is_unresolved_whatever_its_question_but_for_twins() -> None:
    findings = Findings(
        (),
        (
            compared(ZIPPED, PLAIN, Question.REFERENCE),
            compared(ZIPPED, PLAIN, Question.REFERENCE, Verdict.DIFFERENT),
            compared(TWIN, PLAIN, Question.TWIN),
            compared(PLAIN, ZIPPED, Question.REFERENCE),
            replace(compared(ZIPPED, PLAIN, Question.REFERENCE), decided=True),
        ),
    )
    told = of(findings).needed
    assert [(each.comparison.question, each.rounds) for each in told] == [
        (Question.REFERENCE, 6),
        (Question.REFERENCE, 6),
    ]
    assert [answer.ratio for answer in told[0].answers] == [*ASKED_RATIOS, 1.3]


def test_differences_that_were_found_leave_no_error_for_showing_equivalence() -> None:
    """The sequential rule has an error for each of the two questions."""
    asked = compared(ZIPPED, PLAIN, Question.REFERENCE)
    different, alike = (replace(asked, verdict=each, decided=True) for each in (Verdict.DIFFERENT, Verdict.EQUIVALENT))
    schedule, sd = Schedule(20, 8), stdev(log for _, log in asked.logs)

    def answer(*others: ComparisonFinding) -> RoundsNeeded:
        ((first, *_),) = [each.answers for each in needed(Findings((), (asked, *others)), schedule)]
        return first

    assert answer() == rounds_needed(sd, 1.02, band=0.02, schedule=schedule)
    found, equated = answer(*[different] * 7), answer(*[alike] * 7)
    assert (found.to_equate, equated.to_find) == (answer().to_equate, answer().to_find)
    assert found.to_find == alone(sd).to_find < answer().to_find
    assert equated.to_equate == alone(sd).to_equate < answer().to_equate


def alone(sd: float) -> RoundsNeeded:
    return rounds_needed(sd, 1.02, band=0.02, schedule=Schedule(20, 1))


def test_a_twin_without_an_alarm_says_what_it_would_have_missed() -> None:
    verdicts = (Verdict.UNRESOLVED, Verdict.DIFFERENT, Verdict.UNSTEADY)
    silent, alarmed, unsteady = (compared(TWIN, PLAIN, Question.TWIN, said) for said in verdicts)
    (missed,) = of(Findings((), (silent, compared(ZIPPED, PLAIN, Question.REFERENCE)))).unseen
    assert missed.comparison == silent.comparison
    sd, alpha = stdev(log for _, log in silent.logs), Schedule(6, 1).level_to_differ(6)
    assert power_to_find(sd, 6, math.log(missed.ratio), alpha) == pytest.approx(0.8)
    precise = Schedule(6, 2, precision=0.05)  # which is no matter to twins
    assert list(unseen(Findings((), (silent,)), precise)) == [missed]
    assert of(Findings((), (alarmed, unsteady))).unseen == ()


def test_a_subject_grows_over_its_sizes_and_is_held_against_its_reference() -> None:
    costs = {"plain": lambda size: 500 + 2.0 * size, "plain+gzip": lambda size: 100 + 9.0 * size}
    times = {
        cell(subject, size): {b: cost(encoded) * wobble for b, wobble in enumerate((0.99, 1.0, 1.01, 1.0))}
        for subject, cost in costs.items()
        for size, encoded in SIZES.items()
    }
    versus = tuple(
        compared(cell("plain+gzip", size), cell("plain", size), Question.REFERENCE, Verdict.DIFFERENT) for size in SIZES
    )
    plain, zipped = of(Findings((), versus), times).growth
    assert (plain.cell, plain.reference, plain.comparison) == (PLAIN, None, None)
    assert (zipped.cell, zipped.reference) == (ZIPPED, PLAIN)
    assert zipped.comparison is not None
    assert zipped.model.per_byte_ns.estimate == pytest.approx(9.0, rel=0.01)


@pytest.mark.parametrize(("own", "others"), [("345", "123"), ("123", "345")])
def test_a_subject_and_its_reference_may_have_been_lost_at_different_sizes(own: str, others: str) -> None:
    corpus_bytes = {cell("plain", size).corpus: 1_000 * 10**at for at, size in enumerate("12345")}
    times = {
        cell(subject, size): {
            b: (500 + 2.0 * corpus_bytes[cell("plain", size).corpus]) * wobble
            for b, wobble in enumerate((0.99, 1.0, 1.01, 1.0))
        }
        for subject, sizes in (("plain", others), ("plain+gzip", own))
        for size in sizes
    }
    versus = tuple(compared(cell("plain+gzip", size), cell("plain", size), Question.REFERENCE) for size in own)
    found = {each.cell.subject: each for each in growth(Findings((), versus), times, corpus_bytes, 0.95)}
    assert found[ZIPPED.subject].comparison is None


def test_two_sizes_show_no_growth() -> None:
    times = {cell("plain", size): {b: (500 + 2.0 * SIZES[size]) * (1 + b / 100) for b in range(4)} for size in "12"}
    assert of(Findings((), ()), times).growth == ()
