"""The values that an older reader that writes again keeps, in the report of evolution."""

from dataclasses import replace

from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.subject import Subject
from wirelab.report.compatibility.evolve import evolution_report
from wirelab.report.document import Medium
from wirelab.report.render.kinds import EVOLUTIONS
from wirelab.report.render.markdown import markdown


def trial(codec: str, change: str, outcome: Outcome, promised: Outcome | None = None) -> Trial:
    return Trial("p", Subject(codec), "F", change, 1, 0, outcome, "b was 1 and is gone", promised)


RELAYS = (
    trial("a", "added", Outcome.SAME, Outcome.SAME),
    trial("a", "renamed", Outcome.LOST, Outcome.SAME),
    trial("b", "added", Outcome.LOST),
    trial("b", "renamed", Outcome.REFUSED),
)
CHANGES = (("added", "a field is added"), ("renamed", "a field gets another name"))
FOUND = Evolution("2 changes of a schema", ("old", "new"), CHANGES, RELAYS, RELAYS, ())


def test_the_sentence_and_where_it_disagrees_with_the_rules() -> None:
    assert (
        evolution_report(FOUND).lead[1].words
        == "An older reader read 4 values and wrote them again, and kept 1, lost 2 and refused 1 of them."
    )
    page = markdown(evolution_report(FOUND), EVOLUTIONS["markdown"].mark)
    assert "- Lost, where the rules say kept, a (p): a field gets another name b was 1 and is gone\n" in page
    assert "| a | p | F | 1 | 1 | – | – | – |" in page
    assert "- Lost, b (p): a field is added" in page


def test_one_value_is_not_several() -> None:
    alone = evolution_report(replace(FOUND, trials=(), relays=RELAYS[1:2], changes=CHANGES[1:])).lead
    assert alone[1].words == "An older reader read 1 value and wrote it again, and lost it."
    assert " 1 small value of " in alone[2].words


def test_without_relays_nothing_is_said_of_them() -> None:
    document = evolution_report(replace(FOUND, relays=()))
    assert len(document.lead) == 2
    assert not {"relays", "relay-rules", "relays-lost"} & {each.key for each in document.on(Medium.ALL)}
