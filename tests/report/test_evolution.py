"""A sentence for each codec, and why something is not as rules say, in the report of evolution."""

from dataclasses import replace

from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.subject import Subject
from wirelab.report.compatibility.evolve import evolution_report
from wirelab.report.compatibility.sentences import codec_sentences
from wirelab.report.render.kinds import EVOLUTIONS
from wirelab.report.render.markdown import markdown

CHANGES = (("field-added", "a field is added"), ("field-removed", "a field is removed"), ("renamed", "another name"))


def both(codec: str, change: str, forward: Outcome, backward: Outcome, promised: Outcome | None = None) -> list[Trial]:
    return [
        Trial("p", Subject(codec), "F", change, at, 1 - at, outcome, "a is gone", promised)
        for at, outcome in enumerate((forward, backward))
    ]


TRIALS = (
    *both("a", "field-added", Outcome.SAME, Outcome.SAME, Outcome.SAME),
    *both("a", "field-removed", Outcome.SAME, Outcome.REFUSED),
    *both("a", "renamed", Outcome.LOST, Outcome.REFUSED, Outcome.SAME),
    *both("b", "field-added", Outcome.REFUSED, Outcome.SAME),
    *both("b", "field-removed", Outcome.REFUSED, Outcome.REFUSED),
    *both("b", "renamed", Outcome.REFUSED, Outcome.ENDED),
)
FOUND = Evolution("3 changes of a schema", ("old", "new"), CHANGES, TRIALS, (), (), (("F", "https://f"),))


def test_a_sentence_for_each_codec() -> None:
    assert [each.text for each in codec_sentences(FOUND)] == [
        "a (p): safe both ways: field added; only new readers of old data are safe: field removed; "
        "wrong without an error: renamed",
        "b (p): no change is safe both ways; only old readers of new data are safe: field added; "
        "refused both ways: 2 others",
    ]


def test_rules_are_beside_outcomes_and_known_reasons_come_after_what_nobody_knows() -> None:
    page = markdown(evolution_report(FOUND), EVOLUTIONS["markdown"].mark)
    assert "| a field is added | same / same |" in page
    assert "| a field is removed | |" in page.replace("|  |", "| |")
    assert "## Not as the format's own rules say\n" in page
    assert "for known reasons" not in page
    known = tuple(replace(each, why="it does so") if each.disagrees else each for each in TRIALS)
    page = markdown(evolution_report(replace(FOUND, trials=known)), EVOLUTIONS["markdown"].mark)
    assert "## Not as the format's own rules say\n" not in page
    assert "lost, where the rules of F say same, a (p): it does so (1 value)" in page
