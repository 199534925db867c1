"""Sentences on steadiness, growth and the next run."""

from dataclasses import replace

import pytest

from tests.report.invented_results import invented_results
from wirelab.model.cell import Sink
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import Interval, Steadiness
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import (
    CostComparison,
    CostModel,
    Crossing,
    Forecast,
    Growth,
    NearLoop,
    Needed,
    RoundsNeeded,
    SlowMode,
)
from wirelab.report.as_json import results_json
from wirelab.report.render.page import render_page
from wirelab.report.render.terminal import text
from wirelab.report.run.forecast import advice, basis, growth_words, near_loop_words
from wirelab.report.run.ranking import rankings
from wirelab.report.run.report import run_report
from wirelab.report.run.results import Results
from wirelab.report.run.tables import ranking_table


def limits(estimate: float, processes: int = 12) -> Interval:
    return Interval(estimate, 0.98 * estimate, 1.02 * estimate, 0.95, processes, "t")


MODEL = CostModel(limits(5000.0), limits(2.0), limits(0.9), 1e3, 1e6, lack_of_fit=0.5)


def results() -> Results:
    plain = invented_results()
    own, other = plain.findings.cells[0].cell, plain.findings.cells[2].cell
    compared = Comparison(other, own, Question.REFERENCE)
    forecast = Forecast(
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
        slow_modes=(SlowMode(other, 2, 20, 1.44),),
    )
    settled = Steadiness(audited=4, flat=2, warm_up=1, slowdown=1, unsettled=0, too_early=0)
    early = Steadiness(audited=4, flat=2, warm_up=0, slowdown=0, unsettled=2, too_early=1)
    cells = [replace(finding, steadiness=settled) for finding in plain.findings.cells]
    cells[2] = replace(cells[2], steadiness=early)
    return replace(plain, findings=Findings(tuple(cells), plain.findings.comparisons, forecast))


def answers(results: Results) -> dict[str, tuple[str, ...]]:
    asked = {question: tuple(sentences) for question, sentences in (*basis(results), *advice(results))}
    return {question: sentences for question, sentences in asked.items() if sentences}


def plain_text(results: Results) -> str:
    return text(run_report(results))


@pytest.mark.long
def test_every_question_is_answered_in_table_and_page():
    said = [sentence for sentences in answers(results()).values() for sentence in sentences]
    assert len(answers(results())) == 4
    text, page = plain_text(results()), render_page(run_report(results()))
    for sentence in said:
        assert sentence in text
        assert sentence in page.replace("&#39;", "'")


def test_what_is_said():
    said = " ".join(sentence for sentences in answers(results()).values() for sentence in sentences)
    for words in (
        "194 of 196 audited processes were steady before they were measured; 48 of them had been faster earlier on.",
        "the speed of 2 of 4 processes still changed during measurement (the warm-up rule had passed 1 of them).",
        "jaxb-ri on jvm, serialize school/110/random: 2 of 20 processes took about 1.4 times as long as the others",
        "jaxb-ri on jvm against jaxb-moxy on jvm, serialize school/110/random, is unresolved after 20 rounds.",
        "7 (already run) for 10 %. Rounds needed to show that two equal cells are equivalent: more than 1000.",
        "It and jaxb-moxy on jvm change places at 20.0 kB [15.0 kB, 25.0 kB].",
    ):
        assert words in said, said


def test_advice_comes_last():
    text = plain_text(results())
    assert text.index("Not run: ") < text.index("is unresolved after")


def test_steady_means_the_same_in_rows_as_in_sentences():
    """The audit's result, or the warm-up rule's where there was none."""
    steady = {row["subject"]: row["steady"] for row in ranking_table(rankings(results())[0]).records}
    assert (steady["jaxb-ri"], steady["gson"]) == ("50 %", "yes")
    unaudited = {row["subject"]: row["steady"] for row in ranking_table(rankings(invented_results())[0]).records}
    assert unaudited["jaxb-ri"] == "75 %"


@pytest.mark.long
def test_nothing_is_said_where_nothing_is_known():
    assert answers(invented_results()) == {}
    assert 'id="next"' not in render_page(run_report(invented_results()))


def test_json_has_the_forecast():
    written = results_json(results())
    assert written["outlook"]["growth"][0]["model"]["fixed_ns"]["processes"] == 12
    assert written["outlook"]["needed"][0]["reference"]["subject"] == "jaxb-moxy"
    assert written["slow_modes"][0]["slow"] == 2


def test_no_more_than_all_of_a_time_is_the_loops_own():
    near = NearLoop(invented_results().findings.cells[0].cell, 0.8)
    assert near_loop_words(near).endswith(
        " only 0.8 times as long as an empty measuring loop, so all of its time may be the loop's own."
    )
    assert "about 80 % of its time" in near_loop_words(replace(near, times=1.25))


def test_growth_in_files_is_not_taken_for_growth_in_memory():
    growth = results().findings.forecast.growth[0]
    in_files = replace(growth, cell=replace(growth.cell, sink=Sink.FILE))
    assert growth_words(growth).startswith("jaxb-ri on jvm, serialize school (random): ")
    assert growth_words(in_files).startswith("jaxb-ri on jvm, serialize school (random) (to and from a file): ")


@pytest.mark.parametrize(
    ("comparison", "words"),
    [
        (
            CostComparison(Crossing.FASTER, None, None, None),
            "is faster than jaxb-moxy on jvm at every size in this range",
        ),
        (
            CostComparison(Crossing.SLOWER, None, 1e3, 2e3),
            "but at some sizes between 1.00 kB and 2.00 kB, the two do not differ significantly.",
        ),
        (CostComparison(Crossing.OPEN, None, 1e3, 1e6), "It does not differ significantly from jaxb-moxy on jvm"),
        (CostComparison(Crossing.CROSSES, 2e4, None, None), "It and jaxb-moxy on jvm change places at 20.0 kB."),
        (None, "of data"),
    ],
)
def test_how_two_lines_compare(comparison, words):
    growth = results().findings.forecast.growth[0]
    assert words in growth_words(replace(growth, comparison=comparison))
    bent = replace(MODEL, lack_of_fit=0.001)
    assert "does not fit" in growth_words(replace(growth, model=bent, comparison=comparison))


def test_a_cell_near_the_loops_own_cost_is_named() -> None:
    results = invented_results()
    findings = results.findings
    near = replace(findings.forecast, near_loop=(NearLoop(findings.cells[0].cell, 3.14),))
    shown = replace(results, findings=Findings(findings.cells, findings.comparisons, near))

    own = answers(shown)["Is any cell so fast that the measuring loop matters?"]

    assert own[0].endswith(
        "takes only 3.1 times as long as an empty measuring loop, so about 32 % of its time is the loop's own."
    )
    assert own[0] in plain_text(shown)
    assert results_json(shown)["near_loop"][0]["times"] == 3.14
    assert "near_loop" not in results_json(results)
