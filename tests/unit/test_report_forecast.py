"""What is said of steadiness, scatter, growth and the next run."""

import math
from dataclasses import replace

import pytest
from invented_results import invented_results

from wirelab.model.comparison import Comparison, Question
from wirelab.model.finding import ComparisonFinding, Interval, RatioChecks, Steadiness, Verdict
from wirelab.model.findings import Findings
from wirelab.model.forecast import (
    BatchPlan,
    Component,
    CostComparison,
    CostModel,
    Crossing,
    Forecast,
    Growth,
    NearLoop,
    Needed,
    RoundsNeeded,
)
from wirelab.report.as_json import results_json
from wirelab.report.forecast import advice_notes, answers, checks_words, growth_words
from wirelab.report.page import render_page
from wirelab.report.ranking import rankings
from wirelab.report.results import Results
from wirelab.report.rows import rows
from wirelab.report.table import plain_text


def limits(estimate: float, processes: int = 12) -> Interval:
    return Interval(estimate, 0.98 * estimate, 1.02 * estimate, 0.95, processes, "t")


MODEL = CostModel(limits(5000.0), limits(2.0), limits(0.9), 1e3, 1e6, lack_of_fit=0.5)


def results() -> Results:
    plain = invented_results()
    own, other = plain.findings.cells[0].cell, plain.findings.cells[2].cell
    compared = Comparison(other, own, Question.REFERENCE)
    forecast = Forecast(
        components=(Component("round", 0.01, 4), Component("process", 0.0004, 20), Component("batch", -0.1, 60)),
        runs=2,
        batches=BatchPlan(batches=9, fewest=4, most=20, measured=5),
        needed=(
            Needed(
                compared,
                20,
                (
                    RoundsNeeded(1.02, 120, None, 0.8),
                    RoundsNeeded(1.1, 7, None, 0.8),
                    RoundsNeeded(1.101, 7, None, 0.8),
                ),
            ),
        ),
        growth=(Growth(other, MODEL, own, CostComparison(Crossing.CROSSES, 2e4, 1.5e4, 2.5e4)),),
    )
    settled = Steadiness(audited=4, flat=2, warm_up=1, slowdown=1, unsettled=0, too_early=0)
    early = Steadiness(audited=4, flat=2, warm_up=0, slowdown=0, unsettled=2, too_early=1)
    cells = [replace(finding, steadiness=settled) for finding in plain.findings.cells]
    cells[2] = replace(cells[2], steadiness=early)
    return replace(plain, findings=Findings(tuple(cells), plain.findings.comparisons, forecast))


def test_every_question_is_answered_in_table_and_page():
    said = [sentence for answer in answers(results()) for sentence in answer.sentences]
    assert len(answers(results())) == 5
    text, page = plain_text(results()), render_page(results())
    for sentence in said:
        assert sentence in text
        assert sentence in page.replace("&#39;", "'")


def test_what_is_said():
    said = " ".join(sentence for answer in answers(results()) for sentence in answer.sentences)
    for words in (
        "194 of 196 audited processes were steady before they were measured; 48 of them had been faster earlier on.",
        "the speed of 2 of 4 processes still changed during measurement (the warm-up rule had passed 1 of them).",
        "Variation (SD): 10 % between rounds, 2 % between processes, 0 % between batches",
        ", over 2 runs of these cells in the lab file.",
        "Next time use 9 batches per process instead of 5 (`--batches auto` does); cell by cell, the best number is 4"
        " to 20.",
        "120 for 2 %, 7 (already run) for 10 %; to show that two equals are equivalent: more than 1000.",
        "it and jaxb-moxy on jvm change places at 20.0 kB [15.0 kB, 25.0 kB].",
    ):
        assert words in said, said


@pytest.mark.parametrize(
    ("measured", "before", "advised"), [(5, None, True), (5, 8, True), (9, None, False), (5, 5, False)]
)
def test_batches_are_advised_unless_the_run_had_them_or_did_as_the_run_before_advised(measured, before, advised):
    plain = results()
    plan = BatchPlan(batches=9, fewest=9, most=9, measured=measured)
    findings = replace(plain.findings, forecast=replace(plain.findings.forecast, batches=plan))
    said = list(advice_notes(replace(plain, findings=findings, advised_batches=before)))
    assert any(
        "Next time use 9 batches per process instead of 5 (`--batches auto` does)." in line for line in said
    ) == (advised)


def test_advice_comes_last():
    text = plain_text(results())
    assert text.index("Not run: ") < text.index("is unresolved after") < text.index("Next time use 9 batches")


def test_the_row_of_a_cell_says_that_the_rule_stopped_too_early():
    steady = {(row.subject, row.steady) for row in rows(rankings(results())[0])}
    assert ("jaxb-ri", "75 % (1 not)") in steady
    assert ("gson", "yes") in steady


def test_nothing_is_said_where_nothing_is_known():
    assert answers(invented_results()) == ()
    assert 'id="forecast"' not in render_page(invented_results())


def test_json_has_the_forecast():
    written = results_json(replace(results(), advised_batches=5))
    assert "advised_batches" not in written
    written = written["outlook"]
    assert written["batches"] == {"batches": 9, "fewest": 4, "most": 20, "measured": 5}
    assert written["growth"][0]["model"]["fixed_ns"]["processes"] == 12
    assert [part["source"] for part in written["components"]] == ["round", "process", "batch"]


@pytest.mark.parametrize(
    ("comparison", "words"),
    [
        (
            CostComparison(Crossing.FASTER, None, None, None),
            "is faster than jaxb-moxy on jvm at every size in this range",
        ),
        (
            CostComparison(Crossing.SLOWER, None, 1e3, 2e3),
            "except between 1.00 kB and 2.00 kB, where the two cannot be told apart.",
        ),
        (CostComparison(Crossing.OPEN, None, 1e3, 1e6), "it cannot be told apart from jaxb-moxy on jvm"),
        (CostComparison(Crossing.CROSSES, 2e4, None, None), "it and jaxb-moxy on jvm change places at 20.0 kB."),
        (None, "of data"),
    ],
)
def test_how_two_lines_compare(comparison, words):
    growth = results().findings.forecast.growth[0]
    assert words in growth_words(replace(growth, comparison=comparison))
    bent = replace(MODEL, lack_of_fit=0.001)
    assert "does not fit" in growth_words(replace(growth, model=bent, comparison=comparison))


def with_checks(
    found: ComparisonFinding, arithmetic: tuple[float, float], bootstrap: tuple[float, float]
) -> ComparisonFinding:
    fieller, resampled = (
        Interval(1.0, *limits, 0.95, 20, method)
        for limits, method in ((arithmetic, "fieller"), (bootstrap, "bootstrap"))
    )
    paired = Interval(1.0, 0.995, 1.005, 0.95, 20, "t")
    checks = RatioChecks(fieller, resampled, 0.0012)
    return replace(found, ratio=paired, verdict=Verdict.EQUIVALENT, checks=checks)


def test_checks_that_agree_are_counted_and_those_that_do_not_are_shown():
    compared = invented_results().findings.comparisons
    agreeing = with_checks(compared[0], (0.99, 1.01), (0.99, 1.01))
    contrary = with_checks(compared[1], (1.001, 1.01), (-math.inf, math.inf))

    first, *others = checks_words([agreeing, contrary])

    assert first.startswith(
        "1 of 2 intervals agrees with Fieller's method on arithmetic means and with a bootstrap of rounds"
    )
    assert any("[0.995, 1.005] in the table, but [1.001, 1.010] by Fieller's method" in words for words in others)
    assert sum("within 2 % give p = 0.0012." in words for words in others) == 2
    assert list(checks_words([replace(agreeing, ratio=None)])) == []
    assert next(checks_words([agreeing, agreeing])).startswith("Both intervals agree with ")
    assert next(checks_words([agreeing] * 3)).startswith("All 3 intervals agree with ")


def test_a_cell_near_the_loops_own_cost_is_named() -> None:
    results = invented_results()
    findings = results.findings
    near = replace(findings.forecast, near_loop=(NearLoop(findings.cells[0].cell, 3.14),))
    shown = replace(results, findings=Findings(findings.cells, findings.comparisons, near))

    (own,) = [
        each for each in answers(shown) if each.question == "Is any cell so fast that the measuring loop matters?"
    ]

    assert own.sentences[0].endswith(
        "takes only 3.1 times as long as an empty measuring loop, so about 32 % of its time is the loop's own."
    )
    assert own.sentences[0] in plain_text(shown)
    assert results_json(shown)["near_loop"][0]["times"] == 3.14
    assert "near_loop" not in results_json(results)
