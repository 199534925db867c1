"""What is left out of the pooled results of several sessions, and is said to be."""

from dataclasses import replace
from pathlib import Path

import duckdb

from tests.app.invented_sessions import REFERENCE, session
from tests.report.test_transfer import BINARY, JSON, found
from wirelab.app.lab.session import sessions_in
from wirelab.app.sessions.together import pooled
from wirelab.model.comparison import Comparison, Question
from wirelab.model.findings.finding import Verdict
from wirelab.model.subject import parse_subject


def test_ratios_are_left_out_where_a_cell_or_its_reference_was_not_steady(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day in range(2):
        session(lab, {"orjson": 0.5}, day=day)
    with duckdb.connect(str(lab)) as connection:
        connection.execute("DELETE FROM batch WHERE phase = 'warm-up'")  # too short for the audit
        own = "(SELECT id FROM cell WHERE subject = ?)"
        connection.execute(f"UPDATE process SET steady = false WHERE run = 2 AND cell IN {own}", [REFERENCE])
    first, second = sessions_in([lab])[0]
    assert second.findings is not None
    (ratio,) = second.findings.comparisons
    cell = ratio.comparison.against
    twin = replace(ratio, comparison=Comparison(replace(cell, twin=True), cell, Question.TWIN))
    assert twin.verdict is Verdict.UNSTEADY
    with_twin = replace(second, findings=replace(second.findings, comparisons=(ratio, twin)))
    together = pooled((first, with_twin))
    assert together.left_out == (
        f"The ratio of orjson on python, serialize school/110/random is left out of {lab} run 2: most of its processes,"
        " or of json on python's, still changed their speed there.",
    )
    assert [len(each.sessions) for each in together.ratios] == [1]
    assert {len(each.sessions) for each in together.times} == {2}


def test_sessions_that_compare_formats_with_one_have_one_reference(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day in range(2):
        session(lab, {"orjson": 0.5}, day=day)
    sessions = sessions_in([lab])[0]
    other = sessions[1].study.changed(reference=parse_subject("orjson"))
    carried = []
    for each, study in zip(sessions, (sessions[0].study, other), strict=True):
        assert each.findings is not None
        forecast = replace(each.findings.forecast, transfer=found(JSON, BINARY))
        carried.append(replace(each, study=study, findings=replace(each.findings, forecast=forecast)))
    several = "The sessions have several references"
    assert not any(note.startswith(several) for note in pooled(carried).notes)
    assert any(note.startswith(several) for note in pooled((sessions[0], replace(sessions[1], study=other))).notes)
