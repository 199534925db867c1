"""The report of public suites: disagreements first, by case and codec."""

import pytest

from wirelab.model.findings.vectors import Answer, Outcome, Says, Vectors
from wirelab.model.subject import Subject
from wirelab.report.compatibility.vectors import vectors_report
from wirelab.report.document import Medium
from wirelab.report.render.kinds import INTEROPS
from wirelab.report.render.markdown import markdown


def answer(codec: str, case: str, outcome: Outcome, what: str = "", says: Says = Says.VALID) -> Answer:
    read = outcome in (Outcome.SAID, Outcome.CHANGED) and says is not Says.MALFORMED
    return Answer("p", Subject(codec), "F", "s", case, says, outcome, what, read)


FOUND = Vectors(
    (("s", "F", 5),),
    (
        answer("a", "y1", Outcome.SAID),
        answer("b", "y1", Outcome.CHANGED, "[0].value was 1 and came back as 2"),
        answer("a", "n1", Outcome.ACCEPTED, "read as a text: value: x", Says.MALFORMED),
        answer("b", "n1", Outcome.ACCEPTED, "read as a text: value: y", Says.MALFORMED),
        answer("a", "n2", Outcome.ACCEPTED, "read as a text: value: z", Says.MALFORMED),
        answer("b", "n2", Outcome.ACCEPTED, "read as a text: value: z", Says.MALFORMED),
        answer("a", "i1", Outcome.SAID, says=Says.EITHER),
        answer("b", "i1", Outcome.ENDED, "it ended at `decode` with signal 11", Says.EITHER),
        answer("a", "y2", Outcome.UNASKED, "no schema has tags"),
        answer("b", "y2", Outcome.UNASKED, "no schema has tags"),
    ),
    (),
)


def test_the_answer_first() -> None:
    answer_, basis = vectors_report(FOUND).lead
    assert answer_.words == (
        "2 of 8 answers to cases of public suites are as the suite says; 1 another value without an error, "
        "4 malformed and read without an error and 1 the end of a process, no answer, or no memory left."
    )
    assert basis.words.startswith("Tried on 2 codecs: cases of suites, 5 of F.")


@pytest.mark.parametrize("medium", [Medium.TERMINAL, Medium.MARKDOWN])
def test_disagreements_before_what_was_not_asked(medium: Medium) -> None:
    keys = [each.key for each in vectors_report(FOUND).on(medium)]
    assert keys[:4] == ["codecs", "changed", "ended", "accepted"]
    assert "unasked" in keys


def test_cases_with_the_same_codecs_are_together() -> None:
    page = markdown(vectors_report(FOUND, "wirelab interop --vectors s"), INTEROPS["markdown"].mark)
    assert "- a, b (p), s: n1, n2 (read as a text: value: x)\n" in page
    assert "- b (p), s: y1 ([0].value was 1 and came back as 2)\n" in page
    assert "- No schema has tags: s, 1: y2 (a, b (p))\n" in page
    assert "| b | p | F | s | – | – | 2 | 1 | 1 | 1 | 0 of 1 |" in page


def test_all_as_the_suite_says() -> None:
    found = Vectors((("s", "F", 1),), (answer("a", "y1", Outcome.SAID),), ())
    assert vectors_report(found).lead[0].words == "1 of 1 answer to cases of public suites is as the suite says."


def test_nothing_was_asked() -> None:
    answer_, basis = vectors_report(Vectors((("s", "F", 1),), (), ())).lead
    assert answer_.words.startswith("Nothing was asked")
    assert basis.words.startswith("Tried on 0 codecs: cases of suites, none.")
