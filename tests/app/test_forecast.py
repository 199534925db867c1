"""What whole runs over scripted subjects say of the next one, and that the next one can take it."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from wirelab.app.reporting import results_in
from wirelab.store.lab import Lab


def batches_of(lab: Path, run: int) -> set[int]:
    with Lab.open(lab, create=False, read_only=True) as opened:
        return {spread.batches for spread in opened.spreads(run)}


@pytest.mark.long
def test_the_next_run_takes_its_number_of_batches_from_the_lab(wirelab: Wirelab, tmp_path: Path) -> None:
    study, lab = write_study(tmp_path, "steady", "chatty"), tmp_path / "wirelab.duckdb"
    first = wirelab("run", study, "--seed", "1", "--batches", "auto", "--json")
    assert first.returncode == 0, first.stderr
    assert "no finished run" in first.stderr
    assert batches_of(lab, 1) == {5}
    plan = json.loads(first.stdout)["outlook"]["batches"]
    assert plan["measured"] == 5
    second = wirelab("run", study, "--seed", "2", "--batches", "auto", "--json")
    assert second.returncode == 0, second.stderr
    assert len(batches_of(lab, 2)) == 1
    assert f"{batches_of(lab, 2).pop()} batches per process, as an earlier run" in second.stderr
    assert json.loads(second.stdout)["outlook"]["runs"] == 2
    advised = {run: results_in(lab, run).advised_batches for run in (1, 2)}
    assert advised == {1: None, 2: plan["batches"]}
    assert "Next time use" not in wirelab("report").stdout, "it did as the run before advised"


@pytest.mark.long
def test_other_data_of_the_same_name_are_another_cell(wirelab: Wirelab, tmp_path: Path) -> None:
    study, lab = write_study(tmp_path, "steady", "chatty"), tmp_path / "wirelab.duckdb"
    assert wirelab("run", study, "--seed", "1", "--json").returncode == 0
    with duckdb.connect(lab) as connection:
        connection.execute("UPDATE corpus SET digest = repeat('0', 64)")
    second = wirelab("run", study, "--seed", "2", "--batches", "auto", "--json")
    assert second.returncode == 0, second.stderr
    assert "no finished run" in second.stderr
    assert json.loads(second.stdout)["outlook"]["runs"] == 1


@pytest.mark.long
def test_a_number_of_batches_and_a_precision_may_be_asked_for(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=12)
    ended = wirelab("run", study, "--seed", "1", "--batches", "3", "--precision", "0.9", "--json")
    assert ended.returncode == 0, ended.stderr
    assert batches_of(tmp_path / "wirelab.duckdb", 1) == {3}
    assert json.loads(ended.stdout)["run"]["rounds"] <= 10, "an interval of ±90 % is soon narrow enough"


def test_no_number_of_batches_is_named(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab("run", write_study(tmp_path, "steady"), "--batches", "many")
    assert ended.returncode == 2
    assert "'many' is neither a number" in ended.stderr
    assert "Traceback" not in ended.stderr
