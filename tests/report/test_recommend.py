"""The words of a recommendation, sentence by sentence."""

from dataclasses import replace

from tests.choice.labs import candidate, prices
from tests.report.recommended import QUICK, SMALL, recommended
from wirelab.choice.candidates import Candidate
from wirelab.choice.decision import recommend
from wirelab.choice.use import Use
from wirelab.model.findings.finding import Interval
from wirelab.report.recommend.report import recommendation_report
from wirelab.report.recommend.wording import money_with_interval, use_words
from wirelab.report.render.markdown import markdown


def written(*lab: Candidate, use: Use, **cost: float) -> str:
    """The report of a recommendation at these prices."""
    found = recommend(lab, (), use, prices(**cost), confidence=0.95, band=0.02)
    return markdown(recommendation_report(replace(recommended(*lab), found=found)), b"mark")


def test_a_limit_that_is_nearly_nothing_has_no_sign() -> None:
    assert money_with_interval(Interval(500.0, -0.001, 1000.0, 0.95, 3, "t"), "USD") == ("500 USD", "[0, 1,000]")


def test_costs_beyond_all_counting_have_powers_of_ten() -> None:
    least, most = (Interval(cost, 0.9 * cost, 1.1 * cost, 0.95, 3, "t") for cost in (1.23456e-9, 3.378e24))
    assert money_with_interval(least, "USD") == ("1.23e-09 USD", "[1.11e-09, 1.36e-09]")
    assert money_with_interval(most, "USD") == ("3.38e+24 USD", "[3.04e+24, 3.72e+24]")


def test_what_costs_nothing_is_known_to_cost_nothing_more() -> None:
    page = written(QUICK, SMALL, use=Use(), processor=0, traffic=0, storage=0)
    assert "With quick instead, a year costs nothing, too." in page
    assert "too few rounds" not in page


def test_one_message_and_one_month_are_not_many() -> None:
    assert use_words(Use(messages_per_s=1, months=1)) == (
        "1 message per second, each written once and read once, kept 1 month in one copy"
    )


def test_a_tie_is_not_said_to_stay_whatever_changes() -> None:
    """At 100 times the price of a processor, `packed` costs clearly more than `plain`, with which it now ties."""
    plain = candidate("plain", [1e6, 1.3e6, 0.9e6], [1e6, 0.9e6, 1.05e6], 100)
    packed = candidate("packed", [1.5e6, 1.7e6, 1.3e6], [1.5e6, 1.3e6, 1.6e6], 99)
    tie = written(plain, packed, use=Use(), traffic=5)
    assert "A tie. Take plain" in tie
    assert "No other value of these inputs would make one outside the tie as cheap: processor price" in tie
    clear = written(plain, packed, use=Use(), traffic=5, processor=3.6)
    assert "A tie." not in clear
    assert "No other value of these inputs would change it: " in clear
