"""A sentence for each codec, and why something is not as rules say, in the report of evolution."""

from dataclasses import replace

from wirelab.model.findings.evolution import Evolution, Judged, Outcome, Trial
from wirelab.model.subject import Subject
from wirelab.report.compatibility.evolve import codec_sentences, evolution_report
from wirelab.report.render.kinds import EVOLUTIONS
from wirelab.report.render.markdown import markdown
from wirelab.report.render.page import render_page

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
        "refused, or the process ended, both ways: 2 others",
    ]
    one_way = tuple(each for each in TRIALS if each.change == "field-removed" and not each.forward)
    assert [each.text for each in codec_sentences(replace(FOUND, trials=one_way))] == [
        f"{codec} (p): no change is safe both ways; refused the one way that was tried: 1 other" for codec in "ab"
    ]


def test_rules_are_beside_outcomes_and_known_reasons_come_after_what_nobody_knows() -> None:
    page = markdown(evolution_report(FOUND), EVOLUTIONS["markdown"].mark)
    assert "| a field is added | same / same |" in page
    assert "| a field is removed | |" in page.replace("|  |", "| |")
    assert "## Against the format's own rules\n" in page
    assert "for known reasons" not in page
    known = tuple(replace(each, why="it does so") if each.disagrees else each for each in TRIALS)
    page = markdown(evolution_report(replace(FOUND, trials=known)), EVOLUTIONS["markdown"].mark)
    assert "## Against the format's own rules\n" not in page
    assert "lost, where the rules of F say same, a (p): it does so (1 value)" in page


JUDGED = (
    Judged("buf WIRE", "F", "renamed", 0, 1, ()),
    Judged("buf WIRE", "F", "renamed", 1, 0, ()),
    Judged("strict", "F", "field-added", 0, 1, ("ADDED (a)",)),
    Judged("strict", "G", "field-added", 0, 1, ("ADDED (a)",)),
)


def test_what_a_checker_lets_through_and_what_it_stops_for_nothing() -> None:
    of_one = tuple(each for each in TRIALS if str(each.subject) == "a")
    page = markdown(evolution_report(replace(FOUND, trials=of_one, judged=JUDGED)), EVOLUTIONS["markdown"].mark)
    assert "- buf WIRE: another name, old → new: lost by a (p) (F) a is gone\n" in page
    assert "- strict: a field is added (F) ADDED (a)\n" in page
    assert "(G)" not in page, "no codec has the format"
    both_codecs = markdown(evolution_report(replace(FOUND, judged=JUDGED)), EVOLUTIONS["markdown"].mark)
    assert "- strict: a field is added" not in both_codecs, "b refuses it"


def test_chains_are_of_all_versions_between() -> None:
    chains = tuple(replace(each, writer=0, reader=2, promised=None) for each in (TRIALS[0], TRIALS[4]))
    found = replace(FOUND, versions=("v1", "v2", "v3"), chains=chains)
    page = markdown(evolution_report(found), EVOLUTIONS["markdown"].mark)
    assert "## Through every version between" in page
    assert "| a | p | F | 1 | 1 | – | – | – |" in page
    assert "- Lost, a (p): another name a is gone\n" in page


def test_a_click_shows_the_bytes_and_the_command() -> None:
    trials = tuple(replace(each, begins="0a03") for each in TRIALS)
    page = render_page(evolution_report(replace(FOUND, trials=trials), "wirelab evolve --platform p --out e.html"))
    detail = "a is gone; written as 0x0a03…; to repeat it: wirelab evolve --platform p --codec a --change renamed"
    assert f"old → new: {detail}" in page


def test_a_change_looks_as_its_worst_direction() -> None:
    trials = tuple(both("a", "renamed", Outcome.REFUSED, Outcome.CHANGED))
    (matrix,) = (each for each in evolution_report(replace(FOUND, trials=trials)).sections if each.key == "matrix")
    (table,) = matrix.blocks
    entry = table.rows[2][1]
    assert (entry.text, entry.look) == ("refused / changed", "slower"), "a silent change is worse than a refusal"


def test_one_value_and_one_pair_of_versions_are_not_many() -> None:
    (lost,) = (each for each in TRIALS if each.outcome is Outcome.LOST)
    says = evolution_report(replace(FOUND, trials=(lost,))).lead[0].words
    assert says == "1 value was read with another version of their schema: 1 was lost without an error."
    four = tuple(replace(lost, reader=at, promised=None) for at in range(1, 5))
    page = markdown(
        evolution_report(replace(FOUND, versions=("v0", "v1", "v2", "v3", "v4"), trials=four)),
        EVOLUTIONS["markdown"].mark,
    )
    assert "- another name, v0 → v1, v0 → v2, v0 → v3, and 1 other pair: a (p) a is gone\n" in page


def test_processes_that_ended_are_counted_apart_from_refusals() -> None:
    page = markdown(evolution_report(FOUND), EVOLUTIONS["markdown"].mark)
    assert "| new → old: refused | new → old: ended |" in page
    assert "| b | p | F | – | – | 3 | – | 1 | – | 1 | 1 |" in page
    none = tuple(each for each in TRIALS if each.outcome is not Outcome.ENDED)
    page = markdown(evolution_report(replace(FOUND, trials=none)), EVOLUTIONS["markdown"].mark)
    assert ": ended |" not in page
