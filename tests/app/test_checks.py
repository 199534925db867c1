"""Values survive, and the timed outputs are those that were verified, by the sink's sums of every process."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.records import CELLS, INFO, lost_of, record_of
from wirelab.app.run.rounds import Checks
from wirelab.model.cell import Operation
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.run import ROUND_TRIP, outputs_kind
from wirelab.store.lab import Lab

CELL = CELLS[3]
KIND = outputs_kind(Operation.SERIALIZE)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    with Lab.open(tmp_path / "lab.duckdb", create=True) as opened:
        opened.begin_run(INFO, CELLS)
        yield opened


def kept(lab: Lab, kind: str) -> list[tuple[bool, str]]:
    return [(check.passed, check.detail) for check in lab.checks(1) if check.kind == kind]


def test_outputs_as_verified_are_one_check_of_a_cell(lab: Lab) -> None:
    checks = Checks(lab, 1)
    checks.keep(record_of(CELL), "digest")  # nothing is known of its outputs
    checks.keep(replace(lost_of(CELL, 1), outputs_as_verified=False), "digest")
    assert kept(lab, KIND) == []
    for number in (1, 2):
        checks.keep(replace(record_of(CELL, number), outputs_as_verified=True), "digest")
    Checks(lab, 1).keep(replace(record_of(CELL, 3), outputs_as_verified=True), "digest")
    assert kept(lab, KIND) == [(True, "")]


def test_other_outputs_are_a_failed_check_that_stays_one(lab: Lab) -> None:
    checks = Checks(lab, 1)
    checks.keep(replace(record_of(CELL), outputs_as_verified=True), "digest")
    checks.keep(replace(record_of(CELL, 1), outputs_as_verified=False), "digest")
    failed = [(False, "a process of round 2 wrote different bytes while it was timed than when it was verified")]
    assert kept(lab, KIND) == failed
    Checks(lab, 1).keep(replace(record_of(CELL, 2), outputs_as_verified=True), "digest")
    assert kept(lab, KIND) == failed


def test_values_that_do_not_survive_once_have_not_survived(lab: Lab) -> None:
    checks = Checks(lab, 1)
    checks.keep(record_of(CELL), "digest")
    assert kept(lab, ROUND_TRIP) == [(True, "digest")]
    mismatch = replace(lost_of(CELL, 1), loss=Loss(LossKind.MISMATCH, "decode(encode(x)) is not x"))
    checks.keep(mismatch, "digest")
    checks.keep(record_of(CELL, 2), "digest")
    Checks(lab, 1).keep(record_of(CELL, 3), "digest")
    assert kept(lab, ROUND_TRIP) == [(False, "decode(encode(x)) is not x")]
