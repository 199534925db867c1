"""The changes between two runs: each cell by its ratio to the reference that both have."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.app.invented_sessions import REFERENCE, session
from wirelab.app.compare.labs import RATIOS_DIFFER, compared_sessions
from wirelab.app.lab.session import Session, session_in
from wirelab.app.sessions.merge import merged
from wirelab.model.cell import CorpusName, Operation
from wirelab.model.errors import UsageError
from wirelab.report.compare.report import effect_words


def test_the_twin_of_the_reference_does_not_stand_for_it(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day in range(2):
        session(lab, {"orjson": 0.5}, day=day)
    before, after = session_in(lab, 1), session_in(lab, 2)
    twins = tuple(
        replace(each, cell=replace(each.cell, twin=True), turns_ns=tuple(2 * ns for ns in each.turns_ns))
        for each in after.summaries
        if each.cell.subject.codec == REFERENCE
    )
    later = replace(after, summaries=(*after.summaries, *twins))
    (change,) = compared_sessions(before, later, tolerated=0.05, allowed=None).changes
    assert change.ratio is not None
    assert change.ratio.estimate == pytest.approx(1, rel=0.05)


def test_a_run_is_not_compared_with_its_copy(tmp_path: Path) -> None:
    labs = [tmp_path / name for name in ("monday.duckdb", "tuesday.duckdb", "all.duckdb")]
    for day, lab in enumerate(labs[:2]):
        session(lab, {"orjson": 0.5}, day=day)
    merged(labs[:2], labs[2])
    with pytest.raises(UsageError, match=r"a run cannot be compared with itself .*all\.duckdb run 2 are copies of one"):
        compared_sessions(session_in(labs[1], None), session_in(labs[2], None), tolerated=0.05, allowed=None)


def test_cells_with_other_data_in_both_runs_are_not_only_in_one(tmp_path: Path) -> None:
    lab, other = tmp_path / "wirelab.duckdb", CorpusName("school", "110", "same")
    before, after = (session_in(lab, session(lab, {"orjson": 0.5}, day=day)) for day in range(2))
    cells = {each.cell: replace(each.cell, corpus=other) for each in before.summaries}
    twice = [
        replace(
            each,
            summaries=(*each.summaries, *(replace(own, cell=cells[own.cell]) for own in each.summaries)),
            digests={**each.digests, other: digest},
        )
        for each, digest in ((before, "a"), (after, "b"))
    ]
    found = compared_sessions(*twice, tolerated=0.05, allowed=None)
    assert (found.only_before, found.only_after) == ((), ())
    left_out = "Left out, because the two runs have different data under the same name: school/110/same."
    assert left_out in found.notes


def moved(lab: Path, codec: str, **condition: Any) -> list[Session]:
    """Two runs of a lab, as if a codec had been measured in another condition."""
    found = []
    for own in (session_in(lab, 1), session_in(lab, 2)):
        cells = {
            each.cell: replace(each.cell, **condition) for each in own.summaries if each.cell.subject.codec == codec
        }
        summaries = tuple(replace(each, cell=cells.get(each.cell, each.cell)) for each in own.summaries)
        found.append(replace(own, summaries=summaries))
    return found


def test_a_platform_without_the_reference_is_compared_with_that_of_another(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day in range(2):
        session(lab, {"orjson": 0.5}, day=day)
    before, after = moved(lab, "orjson", platform="elsewhere")
    (change,) = compared_sessions(before, after, tolerated=0.05, allowed=None).changes
    assert change.after.platform == "elsewhere"
    assert change.ratio is not None
    assert change.ratio.estimate == pytest.approx(1, rel=0.05)


def test_the_reference_on_a_further_platform_of_one_run_is_of_no_matter(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    before, after = (session_in(lab, session(lab, {"orjson": 0.5}, day=day)) for day in range(2))
    further = replace(before, versions={**before.versions, ("elsewhere", REFERENCE): "0.9"})
    found = compared_sessions(further, after, tolerated=0.05, allowed=None)
    assert (found.notes[1][:14], found.between_sessions) == ("Ratios to json", RATIOS_DIFFER)


@pytest.mark.parametrize("run", [1, 2])
@pytest.mark.parametrize("codec", ["orjson", REFERENCE])
def test_cells_that_were_not_steady_in_either_run_get_no_verdict(tmp_path: Path, run: int, codec: str) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day, level in enumerate((0.5, 0.9)):
        session(lab, {"orjson": level, "msgspec-json": 1.0}, day=day)
    with duckdb.connect(str(lab)) as connection:
        connection.execute("DELETE FROM batch WHERE phase = 'warm-up'")  # too short for the audit
        own = "(SELECT id FROM cell WHERE subject = ?)"
        connection.execute(f"UPDATE process SET steady = false WHERE run = ? AND cell IN {own}", [run, codec])
    found = compared_sessions(session_in(lab, 1), session_in(lab, 2), tolerated=0.05, allowed=None)
    effects = {str(each.after.subject): effect_words(each) for each in found.changes}
    assert effects["orjson"] == "undecided: most processes still changed their speed"
    assert ("still changed" in effects["msgspec-json"]) is (codec == REFERENCE)


def test_cells_in_whose_conditions_the_reference_was_not_measured_are_counted(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day in range(2):
        session(lab, {"orjson": 0.5, "msgspec-json": 1.0}, day=day)
    before, after = moved(lab, "orjson", operation=Operation.BUILD)
    found = compared_sessions(before, after, tolerated=0.05, allowed=None)
    assert [str(each.after.subject) for each in found.changes] == ["msgspec-json"]
    assert (
        "The reference was not measured in the conditions of 1 cell (build), so no change is shown there."
        in found.notes
    )
