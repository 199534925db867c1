"""The words of a comparison: each effect, the answer of a whole report, and its table in Markdown."""

from dataclasses import replace
from math import inf

import pytest

from wirelab.model.cell import Cell, CorpusName, Operation, Sink
from wirelab.model.findings.bisection import Bisection, Step
from wirelab.model.findings.change import Change, Changes, Effect
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.run import Exchange, NotRun
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount
from wirelab.report.compare.bisect import answer as answer_of_search
from wirelab.report.compare.bisect import bisect_report
from wirelab.report.compare.report import answer, compare_report, effect_words
from wirelab.report.render.kinds import COMPARISONS
from wirelab.report.render.markdown import markdown

CORPUS = CorpusName("school", "110", "random")
OLD, NEW = Subject("orjson@3.10.0"), Subject("orjson@3.11.0")
BEFORE = Cell(CORPUS, "python", OLD, Operation.SERIALIZE)
AFTER = replace(BEFORE, subject=NEW)


def change(low: float, high: float, verdict: Verdict, **more: object) -> Change:
    interval = Interval((low * high) ** 0.5, low, high, 0.95, 10, "t")
    return replace(Change(BEFORE, AFTER, interval, verdict, 0.05, 10), **more)  # type: ignore[arg-type]


SLOWER = change(1.0421, 1.0678, Verdict.DIFFERENT)
FASTER = change(0.9, 0.9501, Verdict.DIFFERENT)
SMALL = change(0.981, 1.029, Verdict.UNRESOLVED)
OPEN = change(0.98, 1.09, Verdict.UNRESOLVED, needed_s=700.0)


@pytest.mark.parametrize(
    ("found", "effect", "words"),
    [
        (SLOWER, Effect.SLOWER, "slower by 4.2 to 6.8 %"),
        (FASTER, Effect.FASTER, "faster by 4.9 to 10 %"),
        (SMALL, Effect.SMALL, "no change beyond ±2.9 %"),
        (change(0.99, 1.01, Verdict.EQUIVALENT), Effect.SMALL, "no change beyond ±1.1 %"),
        (change(1.001, 1.015, Verdict.NEGLIGIBLE), Effect.SMALL, "no change beyond ±1.5 %"),
        (OPEN, Effect.OPEN, "undecided: between 2 % faster and 9 % slower; would need about 11 min 40 s"),
        (change(1.05, 1.3, Verdict.UNSTEADY), Effect.OPEN, "undecided: most processes still changed their speed"),
        (change(0.001, 900.0, Verdict.UNRESOLVED), Effect.OPEN, "undecided: nearly nothing is excluded"),
        (
            replace(SMALL, ratio=Interval(1.1, 0.0, inf, 0.95, 2, "t")),
            Effect.OPEN,
            "undecided: nearly nothing is excluded",
        ),
        (replace(OPEN, ratio=None), Effect.OPEN, "undecided: too little was measured"),
    ],
)
def test_a_change_in_words(found: Change, effect: Effect, words: str) -> None:
    assert found.effect is effect
    assert effect_words(found) == words


def _changes(*found: Change) -> Changes:
    return Changes(str(OLD), str(NEW), in_turns=True, changes=found)


def test_instructions_are_beside_times_where_they_were_counted() -> None:
    counted = replace(SMALL, instructions_before=2_000_000, instructions_after=2_100_000)
    report = markdown(compare_report(_changes(counted, SLOWER)), COMPARISONS["markdown"].mark)
    assert "2,000,000 → 2,100,000 (+5.0 %)" in report
    assert "Instructions are of one warm call, counted by an emulator of the processor." in report
    assert "instructions" not in markdown(compare_report(_changes(SLOWER)), COMPARISONS["markdown"].mark)


def test_cells_of_another_sink_have_other_words() -> None:
    filed = replace(SLOWER, **{side: replace(getattr(SLOWER, side), sink=Sink.FILE) for side in ("before", "after")})
    report = markdown(compare_report(_changes(filed, SLOWER)), COMPARISONS["markdown"].mark)
    assert "| school/110/random (to and from a file) |" in report
    assert "serialize school/110/random (to and from a file) (slower by" in report


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ((), "Nothing was compared."),
        ((SMALL,), "Nothing was found to be slower. 1 of 1 comparison is without a change beyond ±2.9 %."),
        (
            (SLOWER, SMALL),
            "1 of 2 comparisons is slower: orjson@3.11.0 on python, serialize school/110/random (slower by 4.2 to "
            "6.8 %). 1 of 2 comparisons is without a change beyond ±2.9 %.",
        ),
        (
            (OPEN, OPEN),
            "Nothing was found to be slower. 2 of 2 comparisons are undecided: about 11 "
            "min 40 s of measuring would probably decide.",
        ),
    ],
)
def test_the_answer(found: tuple[Change, ...], words: str) -> None:
    assert answer(_changes(*found)) == words


def test_a_report_has_all_of_it() -> None:
    sizes = {"bytes_before": ByteCount(17_200), "bytes_after": ByteCount(17_201)}
    found = replace(
        _changes(SMALL, replace(SLOWER, **sizes)),  # type: ignore[arg-type]
        exchanges=(Exchange(CORPUS, "python", OLD, NEW, same_bytes=False, why_one="it <refuses>"),),
        not_run=(NotRun("runner python with orjson@9", "there is none"),),
        notes=("Of another day.",),
        only_after=(replace(AFTER, subject=Subject("json")),),
    )
    text = markdown(compare_report(found, "wirelab compare"), COMPARISONS["markdown"].mark)
    assert text.index("slower by 4.2") < text.rindex("no change beyond"), "the slower ones come first"
    for part in (
        "17,200 B → 17,201 B",
        "orjson@3.10.0 and orjson@3.11.0 write different bytes",
        "orjson@3.10.0 does not read the bytes of orjson@3.11.0: it &lt;refuses&gt;",
        "Not run: runner python with orjson@9 (there is none)",
        "Of another day.",
        "Only in orjson@3.11.0: json on python",
    ):
        assert part in text, part


SEARCH = Bisection("orjson", ("1", "2", "3", "4"), (Step("4", (SLOWER,), True),), "2", "3", (), SLOWER, 0.05)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (SEARCH, "orjson 3 is the first release that is slower than 1: slower by 4.2 to 6.8 % ("),
        (
            replace(SEARCH, last_before="1", between=("2",)),
            "orjson became slower after 1, at the latest in 3, and nothing is known of 2: slower by",
        ),
        (replace(SEARCH, change=None, last_before="4"), "orjson 4 is not slower than 1: there is nothing to look for."),
        (
            replace(SEARCH, change=None, last_before="1"),
            "This measurement does not show whether orjson 4 is slower than",
        ),
    ],
)
def test_which_release_it_was(found: Bisection, words: str) -> None:
    assert answer_of_search(found).startswith(words)
    steps = replace(found, steps=(*found.steps, Step("2", (), None, "it does not compile")))
    text = markdown(bisect_report(steps), COMPARISONS["markdown"].mark)
    assert "2 could not be measured: it does not compile" in text
