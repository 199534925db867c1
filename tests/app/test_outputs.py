"""Processes of one cell must give the same bytes while they measure, and those that `encode` writes."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.records import CELLS, INFO, lost_of, record_of
from wirelab.app.outputs import Outputs
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


def failed(lab: Lab) -> list[str]:
    return [check.detail for check in lab.checks(1) if not check.passed]


def test_the_same_bytes_are_fine_in_any_process_also_after_a_stop(lab: Lab) -> None:
    outputs = Outputs(lab, 1)
    outputs.compare(replace(record_of(CELL), checksums=(1, 2)))
    outputs.compare(replace(record_of(CELLS[2]), checksums=(1, 2)))  # its twin
    outputs.compare(record_of(CELL, 1))  # says nothing
    outputs.compare(replace(lost_of(CELL, 1), checksums=(3, 4)))
    Outputs(lab, 1).compare(replace(record_of(CELL, 2), checksums=(1, 2)))
    assert [(check.kind, check.detail) for check in lab.checks(1)] == [(KIND, "00000001 00000002")]
    assert failed(lab) == []


def test_other_bytes_are_a_failed_check_that_stays_one(lab: Lab) -> None:
    Outputs(lab, 1).compare(replace(record_of(CELL), checksums=(1, 2)))
    outputs = Outputs(lab, 1)
    outputs.compare(replace(record_of(CELL, 1), checksums=(1, 3)))
    outputs.compare(replace(record_of(CELL, 2), checksums=(1, 2)))
    assert failed(lab) == ["a process of round 2 gave other bytes than one before it"]


def test_what_is_measured_has_to_be_what_encode_writes(lab: Lab) -> None:
    outputs = Outputs(lab, 1)
    outputs.encoded(CELL, [b"one", b"two"])
    outputs.compare(replace(record_of(CELL), checksums=(zlib.crc32(b"onetwo"), 7)))
    assert failed(lab) == []
    outputs = Outputs(lab, 1)
    outputs.encoded(CELL, [b"one", b"three"])
    outputs.compare(replace(record_of(CELL, 1), checksums=(zlib.crc32(b"onetwo"), 7)))
    assert failed(lab) == ["a process of round 2 gave other bytes while it measured than were verified"]
