"""The changes between two runs: each cell by its ratio to the reference that both have."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.invented_sessions import REFERENCE, session
from wirelab.app.compare.labs import compared_sessions
from wirelab.app.lab.session import session_in
from wirelab.model.measurement import ProcessSummary


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


def test_a_platform_without_the_reference_is_compared_with_that_of_another(tmp_path: Path) -> None:
    lab = tmp_path / "wirelab.duckdb"
    for day in range(2):
        session(lab, {"orjson": 0.5}, day=day)
    sessions = [
        replace(own, summaries=tuple(_elsewhere(each, "orjson") for each in own.summaries))
        for own in (session_in(lab, 1), session_in(lab, 2))
    ]
    (change,) = compared_sessions(*sessions, tolerated=0.05, allowed=None).changes
    assert change.after.platform == "elsewhere"
    assert change.ratio is not None
    assert change.ratio.estimate == pytest.approx(1, rel=0.05)


def _elsewhere(summary: ProcessSummary, codec: str) -> ProcessSummary:
    own = summary.cell.subject.codec == codec
    return replace(summary, cell=replace(summary.cell, platform="elsewhere")) if own else summary
