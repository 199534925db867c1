"""What was timed has to be what was verified: by the sink's sums of every process."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.records import CELLS, INFO, lost_of, record_of
from wirelab.app.run.outputs import Outputs
from wirelab.model.cell import Operation
from wirelab.model.run import outputs_kind
from wirelab.store.lab import Lab

CELL = CELLS[3]
KIND = outputs_kind(Operation.SERIALIZE)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    with Lab.open(tmp_path / "lab.duckdb", create=True) as opened:
        opened.begin_run(INFO, CELLS)
        yield opened


def kept(lab: Lab) -> list[tuple[str, bool, str]]:
    return [(check.kind, check.passed, check.detail) for check in lab.checks(1)]


def test_outputs_as_verified_are_one_check_of_a_cell(lab: Lab) -> None:
    outputs = Outputs(lab, 1)
    outputs.keep(record_of(CELL))  # nothing is known of it
    outputs.keep(replace(lost_of(CELL, 1), outputs_as_verified=False))
    assert kept(lab) == []
    for number in (1, 2):
        outputs.keep(replace(record_of(CELL, number), outputs_as_verified=True))
    Outputs(lab, 1).keep(replace(record_of(CELL, 3), outputs_as_verified=True))
    assert kept(lab) == [(KIND, True, "")]


def test_other_outputs_are_a_failed_check_that_stays_one(lab: Lab) -> None:
    outputs = Outputs(lab, 1)
    outputs.keep(replace(record_of(CELL), outputs_as_verified=True))
    outputs.keep(replace(record_of(CELL, 1), outputs_as_verified=False))
    failed = [(KIND, False, "a process of round 2 gave other bytes while it was timed than were verified")]
    assert kept(lab) == failed
    Outputs(lab, 1).keep(replace(record_of(CELL, 2), outputs_as_verified=True))
    assert kept(lab) == failed
