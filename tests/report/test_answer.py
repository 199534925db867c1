"""The answer that is read before any table: it calls nothing faster that was not found to be."""

from dataclasses import replace

import pytest

from tests.report.invented_results import invented_results
from wirelab.model.comparison import Question
from wirelab.model.findings.finding import ComparisonFinding, Verdict
from wirelab.report.quantities import ratio_with_interval
from wirelab.report.run.answer import answer, headline
from wirelab.report.run.ranking import Ranking, rankings
from wirelab.report.run.wording import so_far

REFERENCE = "jaxb-moxy on jvm"


def ranking() -> Ranking:
    return rankings(invented_results())[0]


def told(found: Ranking, **change: object) -> Ranking:
    """`found` with all its ratios changed likewise."""
    return replace(found, ratios={cell: replace(own, **change) for cell, own in found.ratios.items()})


def of_fastest(found: Ranking) -> ComparisonFinding:
    return found.ratios[found.findings[0].cell]


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (Verdict.DIFFERENT, f"It is faster than the reference, {REFERENCE} (0."),
        (Verdict.NEGLIGIBLE, f"It is negligibly faster than the reference, {REFERENCE} (0."),
        (Verdict.EQUIVALENT, f"It is equivalent to the reference, {REFERENCE} (0."),
        (Verdict.UNRESOLVED, f"This run does not show whether it really is faster than the reference, {REFERENCE} (0."),
        (Verdict.UNSTEADY, f"does not show whether it really is faster than the reference, {REFERENCE} (0."),
    ],
)
def test_the_fastest_is_compared_with_the_reference_by_its_verdict(verdict: Verdict, words: str) -> None:
    assert of_fastest(ranking()).ratio is not None
    says = answer(told(ranking(), verdict=verdict))
    assert says.startswith("protobuf-java on jvm took the least time: ")
    assert words in says


def test_all_that_may_be_as_fast_are_named() -> None:
    found = ranking()
    first, second, third, *_ = (each.cell for each in found.findings)
    assert "No other is as fast." in answer(replace(found, may_be_fastest=(first,)))
    says = answer(replace(found, may_be_fastest=(first, second, third)))
    assert f"{second.subject} on cpython and {third.subject} on cpython may be as fast or faster." in says
    assert "as fast" not in answer(found), "an earlier Wirelab did not work it out"


def test_what_was_unsteady_is_not_called_slower() -> None:
    """Cells that changed their speed were compared with none, so they may be as fast as the fastest."""
    found = ranking()
    first, second, third, *others = found.findings
    shaky = replace(second, steady_share=0.0)
    alone = replace(found, findings=(first, shaky, third, *others), may_be_fastest=(first.cell,))
    assert "No other that was steady is as fast." in answer(alone)
    assert headline([alone]).endswith(", and no other that was steady is as fast.")
    assert headline([alone] * 3).endswith(" No other is as fast in 0 of 3 rankings.")


def test_rivals_are_other_cells_than_the_one_of_the_least_time() -> None:
    """The least time may be of a cell that was unsteady, which is not among those that may be the fastest."""
    found = ranking()
    first, second, *others = found.findings
    shaky = replace(found, findings=(replace(first, steady_share=0.0), second, *others), may_be_fastest=(second.cell,))
    assert headline([shaky]).endswith(", and 1 other may be as fast.")
    assert headline([shaky] * 3).endswith(" No other is as fast in 0 of 3 rankings.")


def test_the_next_is_compared_with_the_fastest_and_not_with_a_reference_of_its_own() -> None:
    found = ranking()
    at = next(each for each in found.findings if found.is_reference(each))
    after = next(each for each in found.findings if each.time_ns.estimate > at.time_ns.estimate)  # type: ignore[union-attr]
    own = found.ratios[after.cell]
    other = replace(own, comparison=replace(own.comparison, against=found.findings[0].cell))
    elsewhere = replace(found, findings=(at, after), ratios={**found.ratios, after.cell: other})
    assert " (the next, " in headline([replace(found, findings=(at, after))])
    assert "the next" not in headline([elsewhere])


def test_the_others_are_counted_by_verdict() -> None:
    says = answer(told(ranking(), verdict=Verdict.DIFFERENT))
    assert "Compared with the reference, 4 of the other 10 are faster and 6 are slower." in says
    assert "the other 10 are all unresolved." in answer(told(ranking(), verdict=Verdict.UNRESOLVED))
    assert "the other 10 are all unsteady." in answer(told(ranking(), verdict=Verdict.UNSTEADY))
    assert "the other 10 are all without a ratio." in answer(told(ranking(), ratio=None))
    assert "negligibly slower" in answer(told(ranking(), verdict=Verdict.NEGLIGIBLE))


def test_a_reference_that_is_the_fastest_is_called_so() -> None:
    found = ranking()
    at = next(each for each in found.findings if found.is_reference(each))
    slower = [each for each in found.findings if each.time_ns.estimate > at.time_ns.estimate]  # type: ignore[union-attr]
    says = answer(replace(found, findings=(at, *slower[:1])))
    assert says.startswith(f"The reference, {REFERENCE}, took the least time: ")
    assert "The other one is " in says


def test_all_that_make_the_fewest_bytes_are_named() -> None:
    found = ranking()
    alike = tuple(replace(each, encoded_bytes=512) for each in found.findings[:3])  # type: ignore[arg-type]
    assert " on cpython and " in answer(replace(found, findings=(*alike, *found.findings[3:])))
    assert answer(replace(found, findings=(*alike, *found.findings[3:]))).endswith(" make the fewest bytes: 512 B.")
    assert answer(replace(found, findings=alike)).endswith("All make the same number of bytes: 512 B.")


def test_where_nothing_was_measured_that_is_said() -> None:
    found = ranking()
    lost = tuple(replace(each, time_ns=None, lost=2) for each in found.findings)
    assert answer(replace(found, findings=lost)) == "Nothing was measured: no process was left that counts."
    says = answer(replace(found, findings=(*found.findings[:-1], lost[-1])))
    assert "of the other 9" in answer(replace(found, findings=(*found.findings[:-1], lost[-1])))
    assert says.endswith(
        "Nothing was measured for orjson:keys=sorted+zstd-19 on cpython: no process was left that counts."
    )


def test_what_has_no_measured_batch_is_no_loss() -> None:
    found = ranking()
    slow = replace(found.findings[-1], time_ns=None, lost=0)
    says = answer(replace(found, findings=(*found.findings[:-1], slow)))
    assert says.endswith(": its processes have no measured batch.")


def test_the_headline_of_many_rankings_counts_who_took_the_least_time() -> None:
    shown = rankings(invented_results())
    assert headline(shown[:1]).startswith("serialize school/110/random: protobuf-java on jvm took the least time, ")
    assert headline(shown) == "protobuf-java on jvm took the least time in all 4 rankings."
    alone = [replace(each, may_be_fastest=(each.findings[0].cell,)) for each in shown]
    assert headline(alone).endswith("rankings. No other is as fast in 4 of 4 rankings.")
    assert headline(alone[:1]).endswith(f" of the time of {REFERENCE}, and no other is as fast.")
    unknown = headline([told(shown[0], verdict=Verdict.UNRESOLVED)])
    assert ", but this run does not show whether it is faster (0." in unknown
    assert unknown.endswith(f" of the time of {REFERENCE}).")
    assert "of the time of" not in headline([told(shown[0], verdict=Verdict.EQUIVALENT)])
    at = next(each for each in shown[0].findings if shown[0].is_reference(each))
    slower = [each for each in shown[0].findings if each.time_ns.estimate > at.time_ns.estimate]  # type: ignore[union-attr]
    assert "µs [" in headline([replace(shown[0], findings=(at, *slower))])
    assert " (the next, jaxb-ri on jvm, 1.0" in headline([replace(shown[0], findings=(at, *slower))])
    two = [replace(each, may_be_fastest=tuple(one.cell for one in each.findings[:2])) for each in shown]
    assert headline(two[:2]).count(", and 1 other may be as fast.") == 2
    mixed = [replace(shown[0], findings=shown[0].findings[1:]), *shown[1:]]
    assert (
        headline(mixed)
        == "protobuf-java on jvm took the least time in 3 of 4 rankings, msgspec-msgpack on cpython in 1."
    )
    assert headline([]) == "Nothing was measured."


def test_what_differs_before_it_is_known_precisely() -> None:
    found = invented_results().findings
    asked = [each for each in found.comparisons if each.comparison.question is not Question.TWIN]
    differing = [replace(each, decided=False) for each in asked if each.verdict.differs]
    twins = [replace(each, verdict=Verdict.DIFFERENT, decided=False) for each in found.asked(Question.TWIN)]
    assert len(differing) > 6
    *said, more = so_far(replace(found, comparisons=(*twins, *differing)), 3)
    assert len(said) == 6
    ratio, interval = ratio_with_interval(differing[0].ratio)
    assert said[0].endswith(f" so far, {ratio} {interval}")
    assert more == f"round 3: {len(differing) - 6} more differ so far"
    assert so_far(found, 3) == (), "decided comparisons are named elsewhere"
    assert len(so_far(replace(found, comparisons=tuple(differing[:2])), 3)) == 2


def test_a_reference_that_is_the_fastest_is_compared_only_with_the_next() -> None:
    found = ranking()
    at = next(each for each in found.findings if found.is_reference(each))
    near, far = [each for each in found.findings if each.time_ns.estimate > at.time_ns.estimate][:2]  # type: ignore[union-attr]
    own = found.ratios[near.cell]

    def said(next_: ComparisonFinding | None) -> str:
        kept = {far.cell: found.ratios[far.cell], **({near.cell: next_} if next_ else {})}
        return headline([replace(found, findings=(at, near, far), ratios=kept)])

    assert f" (the next, {near.cell.subject} on {near.cell.platform}, " in said(own)
    elsewhere = replace(own, comparison=replace(own.comparison, against=far.cell))
    for without in (None, replace(own, ratio=None), elsewhere):
        assert "the next" not in said(without), "its ratio to the fastest is not known"


def test_cells_that_were_not_steady_were_not_compared_for_the_least_time() -> None:
    found = ranking()
    first, second, third = found.findings[:3]
    shaky = replace(first, steady_share=0.0)
    one = replace(found, findings=(shaky, second, third), may_be_fastest=(second.cell,))
    assert f"{second.cell.subject} on cpython may be as fast or faster." in answer(one)
    assert headline([one]).endswith(", and 1 other may be as fast.")
    three = [one, replace(one, may_be_fastest=(second.cell, third.cell)), replace(one, may_be_fastest=())]
    assert headline(three).endswith(" rankings. No other is as fast in 0 of 3 rankings.")
    two = replace(one, findings=(replace(shaky, steady_share=1.0), second, replace(third, steady_share=0.0)))
    left = replace(two, may_be_fastest=(first.cell,))
    assert "No other that was steady is as fast." in answer(left)
    assert headline([left]).endswith(", and no other that was steady is as fast.")
    assert headline([left] * 3).endswith(" rankings. No other is as fast in 0 of 3 rankings.")


def test_a_least_time_that_a_guard_doubts_is_called_so() -> None:
    found = ranking()
    first = replace(found, flagged=frozenset({found.findings[0].cell}))
    later = replace(found, flagged=frozenset({found.findings[1].cell}))
    assert "took the least time: 41.6 µs [41.2, 42.1], which a guard doubts (!). It is " in answer(first)
    assert "took the least time, 41.6 µs [41.2, 42.1], which a guard doubts (!), 0.168×" in headline([first])
    assert headline([first, later, later]).endswith(" rankings. A guard doubts 1 of these times (!).")
    for one in (answer(later), headline([later]), headline([later] * 3)):
        assert "guard" not in one
