"""Findings of all runs of a lab, added up and exported without holding those of all runs at once."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.publish.labs import add
from wirelab.store import export
from wirelab.store.lab import Lab

RUNS, SHOWN = 40, 300


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """A lab with the findings of many runs, each with five twins: two alarms, and two without a sound ratio."""
    path = tmp_path / "wirelab.duckdb"
    add(path)
    with duckdb.connect(path) as connection:
        ((text,),) = connection.execute("SELECT document FROM findings").fetchall()
        document = json.loads(text)
        found = document["comparisons"][0]
        twin = {**found, "comparison": {**found["comparison"], "question": "twin"}}
        verdicts = ("different", "different", "equivalent", "unsteady", "unresolved")
        twins = [
            {**twin, "verdict": each, "ratio": None if each == "unresolved" else found["ratio"]} for each in verdicts
        ]
        document["comparisons"] = [found] * SHOWN + twins
        for run in range(2, RUNS + 2):
            connection.execute("INSERT INTO findings VALUES (?, ?)", [run, json.dumps({**document, "run": run})])
    return path


def test_the_twins_of_many_runs_are_counted_in_little_memory(lab: Path) -> None:
    with Lab.open(lab, create=False, read_only=True) as opened:
        opened._connection.execute("SET memory_limit = '40MB'")
        assert opened.twins(1) == (0, 0)
        assert opened.twins(11) == (3 * 10, 2 * 10)
        assert opened.twins(RUNS + 1) == (3 * RUNS, 2 * RUNS)


def test_the_findings_of_many_runs_are_exported_in_little_memory(
    lab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_PART_BYTES", 500_000, raising=False)
    with Lab.open(lab, create=False, read_only=True, exports_to=tmp_path) as opened:
        opened._connection.execute("SET memory_limit = '100MB'")
        opened.export(tmp_path / "out")
    with duckdb.connect(lab, read_only=True) as connection:
        ((first,),) = connection.execute("SELECT count(*) FROM comparison WHERE run = 1").fetchall()
        rows = first + RUNS * (SHOWN + 5)
        asked = f"SELECT count(*), count(DISTINCT run), count(cell) FROM '{tmp_path}/out/comparison.parquet'"
        assert connection.execute(asked).fetchall() == [(rows, RUNS + 1, rows)]
