"""What a cross-check keeps: it goes on where it was ended, and adds to no file of something else."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.unit.test_analysis_agreement import CELL, FAST_NS
from wirelab.app.kept_turns import CheckedBy, KeptTurns, Taken, require_place
from wirelab.execution.turns import Side, SideLost, TurnsTaken
from wirelab.model.errors import HostError, UsageError
from wirelab.model.measurement import Batch, HarnessSample, Loss, LossKind, Phase, PlannedProcess, ProcessRecord
from wirelab.model.units import Nanoseconds

OF = CheckedBy(platform="here", harness="H 1", seed=0, cells=("one cell builds digests",))
FIRST, SECOND = (PlannedProcess(round_, 0, 0, CELL, 7) for round_ in (0, 1))
LOST = SideLost(Side.HARNESS, Loss(LossKind.CRASH, "it ended", stderr_tail="oh"))


def turns(planned: PlannedProcess) -> TurnsTaken:
    batch = Batch(Phase.MEASURED, Nanoseconds(5), 3, Nanoseconds(1000), Nanoseconds(FAST_NS))
    now = datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC)
    record = ProcessRecord(planned, now, Nanoseconds(9), Nanoseconds(FAST_NS), 0.1, steady=True, batches=(batch,) * 3)
    return TurnsTaken(record, (HarnessSample(1 / 3, 1.5, 2.5),) * 2)


def never() -> Taken:
    raise AssertionError("it is measured again")


def kept(path: Path, of: CheckedBy = OF) -> KeptTurns:
    require_place(path)
    return KeptTurns(path, of)


def giving(taken: Taken) -> Callable[[], Taken]:
    return lambda: taken


def test_what_was_measured_is_not_measured_again(tmp_path: Path) -> None:
    path = tmp_path / "turns"
    before = kept(path)
    assert len(before) == 0
    assert before.taken(FIRST, giving(turns(FIRST))) == before.taken(FIRST, never) == turns(FIRST)
    before.taken(SECOND, giving(LOST))

    after = kept(path)
    assert len(after) == 2
    assert after.taken(FIRST, never) == turns(FIRST)
    assert after.taken(SECOND, never) == LOST


@pytest.mark.parametrize("left", [1, 40, -1])
def test_a_line_that_was_cut_off_is_measured_again(tmp_path: Path, left: int) -> None:
    path = tmp_path / "turns"
    kept(path).taken(FIRST, giving(turns(FIRST)))
    whole = path.read_bytes()
    kept(path).taken(SECOND, giving(turns(SECOND)))
    line = path.read_bytes()[len(whole) :]
    os.truncate(path, len(whole) + len(line[:left]))

    again = kept(path)
    assert len(again) == 1
    again.taken(SECOND, giving(LOST))
    assert kept(path).taken(SECOND, never) == LOST


def test_nothing_is_kept_where_no_file_is_named() -> None:
    nowhere = KeptTurns(None, OF)
    assert nowhere.taken(FIRST, giving(LOST)) == LOST
    assert nowhere.taken(FIRST, never) == LOST


@pytest.mark.parametrize(
    ("key", "words"),
    [("platform", "platform"), ("harness", "harness"), ("seed", "seed"), ("cells", "set of cells, builds or data")],
)
def test_turns_of_another_cross_check_are_left_alone(tmp_path: Path, key: str, words: str) -> None:
    path = tmp_path / "turns"
    kept(path).taken(FIRST, giving(LOST))
    other = {"platform": "there", "harness": "H 2", "seed": 1, "cells": ()}
    before = path.read_bytes()
    with pytest.raises(UsageError) as raised:
        kept(path, OF.model_copy(update={key: other[key]}))
    assert raised.value.why == f"it holds a cross-check with another {words}"
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"some notes", b"some notes\n", b"\xff\xfe\n\n", b"{}\n", b"\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "notes"
    path.write_bytes(data)
    with pytest.raises(UsageError) as raised:
        kept(path)
    assert "not a file that" in raised.value.why
    assert path.read_bytes() == data


def test_a_place_where_nothing_can_be_kept_is_refused_at_once(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "turns"):
        with pytest.raises(HostError) as raised:
            require_place(path)
        assert "cannot be written" in raised.value.what
