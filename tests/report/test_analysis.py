import json
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.report.test_page import HOSTILE, Page
from wirelab.anova.analyse import analyse_factorial
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import FactorialOptions, Transform
from wirelab.report.analyze.analysed import Analysed
from wirelab.report.analyze.figures import MOST_POINTS, levels
from wirelab.report.analyze.report import analysis_report
from wirelab.report.analyze.tables import versus_reference
from wirelab.report.quantities import number, probability
from wirelab.report.render.page import render_page
from wirelab.report.render.terminal import text as plain_text

TYPED = "wirelab analyze t.csv"


def page_of(shown: Analysed, typed: str = TYPED) -> str:
    return render_page(analysis_report(shown, typed))


def analysed(
    transform: Transform = Transform.LN, repeats: int = 4, levels: tuple[str, ...] = ("a", "b", "c")
) -> Analysed:
    """An invented table of two factors that interact, in random order."""
    random = np.random.default_rng(7)
    cells = [(one, other) for one in range(len(levels)) for other in range(2)] * repeats
    order = random.permutation(len(cells))
    labels = [cells[index] for index in order]
    values = np.array([np.exp(0.3 * one + 0.4 * other * one + 0.1 * random.normal()) for one, other in labels])
    factors = (
        Factor.of("library", [levels[one] for one, _ in labels]),
        Factor.of("size", [("small", "large")[other] for _, other in labels]),
    )
    observations = Observations("encode_ms", values, factors)
    found = analyse_factorial(observations, FactorialOptions(transform=transform))
    return Analysed("table times.csv", "CSV", {"os": "any"}, observations, {}, found, ("A note.",))


@pytest.mark.long
def test_the_page_is_well_formed_loads_nothing_and_says_it_all():
    shown = analysed()
    html = page_of(shown)
    page = Page(html)
    text = " ".join("".join(page.text).split())
    groupings = (*shown.analysis.groupings, *shown.analysis.simple_effects)
    assert len(shown.analysis.simple_effects) > 0
    effects, spreads, residuals = len(shown.analysis.factors) + 1, 1, 4
    assert page.count("figure") == 2 * len(groupings) + effects + spreads + residuals
    assert page.count("table") == 2 + 2 * len(groupings) + len(("cells", "checks"))
    for sentence in (
        *shown.analysis.sentences,
        *(check.sentence for check in shown.analysis.checks),
        "encode_ms is in milliseconds, as its name says",
        "Only rows with os = any.",
        "A note.",
    ):
        assert sentence in text
    for tag, attrs in page.tags:
        for name in {"src", "href", "data", "action"} & attrs.keys():
            assert tag == "a", (tag, name)
            assert (attrs[name] or "").startswith("#")
    assert "url(" not in html
    assert "default-src 'none'" in html
    assert "NaN" not in html
    assert "Infinity" not in html


@pytest.mark.long
def test_every_observation_is_a_point_with_its_levels():
    shown = analysed()
    labels = [attrs["aria-label"] or "" for _, attrs in Page(page_of(shown)).tags if "aria-label" in attrs]
    for index, value in enumerate(shown.observations.values, start=1):
        own = [label for label in labels if label.startswith(f"observation {index} (")]
        assert len(own) == 2, "against what is fitted, and in order"
        assert f": {number(float(value), 4)}, residual " in own[0]


@pytest.mark.long
def test_of_many_observations_some_are_drawn_and_it_is_said():
    shown = analysed(repeats=400)
    html = page_of(shown)
    assert len(re.findall(r'aria-label="observation ', html)) <= 2 * MOST_POINTS
    assert "Only the furthest of 2,400 observations and an even sample are drawn." in html
    furthest = int(np.argmax(np.abs(shown.analysis.residuals.studentized))) + 1
    assert f"observation {furthest} (" in html
    assert len(html) < 2_000_000


@pytest.mark.long
@pytest.mark.parametrize("transform", list(Transform))
def test_each_scale_is_shown_in_the_responses_own_unit(transform):
    shown = analysed(transform)
    text = plain_text(analysis_report(shown))
    logarithmic = transform in {Transform.LN, Transform.LOG10}
    assert ("ratio to" in text) == logarithmic
    assert ("difference from" in text) != logarithmic
    assert (f"{shown.analysis.response.label}  encode_ms" in text) == (transform is not Transform.NONE)
    Page(page_of(shown))


def test_means_beyond_a_scale_are_not_drawn():
    shown = analysed(Transform.BOX_COX)
    grouping = shown.analysis.groupings[0]
    beyond = [replace(mean, centre=np.inf, centre_high=np.inf) for mean in grouping.means]
    figure = levels(shown, replace(grouping, means=(beyond[0], *grouping.means[1:])))
    assert figure is not None
    assert "∞, letters" not in json.dumps(figure, ensure_ascii=False)
    assert levels(shown, replace(grouping, means=tuple(beyond))) is None


@pytest.mark.long
def test_hostile_labels_stay_text():
    html = page_of(
        replace(analysed(levels=(HOSTILE, "b", "c")), part=f"table {HOSTILE}", notes=(HOSTILE,)),
        HOSTILE,
    )
    page = Page(html)
    assert page.count("script") == 1
    assert page.count("img") == 0
    assert "".join(page.text).count("<script>alert(1)</script>") > 5


def test_a_comparison_reads_the_same_both_ways_round():
    grouping = analysed().analysis.groupings[0]
    first, last = grouping.means[0], grouping.means[-1]
    there, back = versus_reference(grouping, first, last), versus_reference(grouping, last, first)
    assert there is not None
    assert back is not None
    assert there.ratio is not None
    assert back.ratio is not None
    assert back.difference == -there.difference
    assert (back.low, back.high) == (-there.high, -there.low)
    assert back.ratio.estimate == pytest.approx(1 / there.ratio.estimate)
    assert (back.ratio.low, back.ratio.high) == pytest.approx((1 / there.ratio.high, 1 / there.ratio.low))
    assert versus_reference(grouping, first, first) is None


@pytest.mark.parametrize(
    ("value", "digits", "says"),
    [
        (None, 3, "–"),
        (0.0, 3, "0"),
        (17.03207412643016, 6, "17.0321"),
        (-0.03333345, 6, "-0.0333335"),
        (1190987.0, 4, "1,191,000"),
        (0.00001234, 3, "1.23e-05"),
        (1.5e13, 3, "1.50e+13"),
        (999.9996, 6, "1,000.00"),
        (float("inf"), 3, "∞"),
        (float("-inf"), 3, "−∞"),
    ],
)
def test_numbers_as_people_read_them(value, digits, says):
    assert number(value, digits) == says


@pytest.mark.parametrize(("p", "says"), [(None, "–"), (0.57238, "0.5724"), (0.00001, "<0.0001"), (1.0, "1.0000")])
def test_probabilities(p, says):
    assert probability(p) == says


@pytest.mark.long
def test_many_combinations_are_on_the_page_alone():
    few, many = analysed(), analysed(levels=tuple(f"library-{number}" for number in range(21)), repeats=2)
    assert "Observations of encode_ms" in plain_text(analysis_report(few))
    text = plain_text(analysis_report(many))
    assert "Observations of encode_ms" not in text
    assert "The 42 combinations of levels are not described here" in text
    assert "Observations of encode_ms" in "".join(Page(page_of(many)).text)
    assert "or there are more than 40." in "".join(Page(page_of(many)).text)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("encode_ns", "encode_ns is in nanoseconds, as its name says"),
        ("time_per_call_ns", "time_per_call_ns is in nanoseconds, as its name says"),
        ("throughput_ops_per_s", "throughput_ops_per_s is shown in the table's own unit"),
        ("latency_min", "latency_min is shown in the table's own unit"),
        ("s", "s is shown in the table's own unit"),
    ],
)
def test_a_name_says_a_unit_only_at_its_end_and_not_behind_per(name, says):
    shown = analysed()
    assert replace(shown, observations=replace(shown.observations, response=name)).unit_words == says


def test_no_interval_is_said_to_be_sure():
    found = analyse_factorial(analysed().observations, FactorialOptions(alpha=0.0001))
    text = plain_text(analysis_report(replace(analysed(), analysis=found)))
    assert "99.98 % interval" in text
    assert "(99.98% interval" in text
    assert "Intervals are at 99.99 %" in text
    assert "100 %" not in text
