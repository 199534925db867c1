"""Where `wirelab analyze` takes its table from, and what a part of its rows says."""

import os
import threading
from dataclasses import replace
from pathlib import Path

from tests.app.invented_sessions import session
from tests.store.records import lost_of, record_of
from wirelab.app.analyze.analysis import Question, analyze_each
from wirelab.model.subject import parse_subject
from wirelab.store.lab import Lab

ROWS = [f"{'ab'[at % 2]},{1 + at % 2 + 0.01 * (at % 7)}" for at in range(3_000)]


def test_a_pipe_has_its_bytes_only_once() -> None:
    """As of `wirelab analyze <(zcat times.csv.gz)`."""
    taken, given = os.pipe()

    def write() -> None:
        with os.fdopen(given, "w") as file:
            file.write("\n".join(["lib,t_s", *ROWS]))

    threading.Thread(target=write).start()
    (found,) = analyze_each(f"/dev/fd/{taken}", Question(factors=("lib",)), ("t_s",))
    os.close(taken)
    assert found.analysis.n == len(ROWS)


def test_cells_that_a_stopped_round_lacks_did_not_leave(tmp_path: Path) -> None:
    """Nor did a cell of which no process ever counted: it was given up."""
    path = tmp_path / "stopped.duckdb"
    run = session(path, {"cbor": 2.0}, rounds=3, finished=False)
    with Lab.open(path, create=False) as lab:
        first = lab.planned(run)[0].cell
        never = replace(first, subject=parse_subject("lost"))
        lab.record(run, record_of(first, 3), *(lost_of(never, number) for number in range(2)))
    (found,) = analyze_each(str(path), Question(), (None,))
    assert not [note for note in found.notes if "left before" in note]


def test_a_column_varies_only_if_it_does_in_the_rows_chosen(tmp_path: Path) -> None:
    path = tmp_path / "two.duckdb"
    run = session(path, {"cbor": 2.0})
    with Lab.open(path, create=False) as lab:
        cells = [replace(each.cell, platform="jvm") for each in lab.planned(run)[:2]]
        larger = [replace(cell, corpus=replace(cell.corpus, size="1100")) for cell in cells]
        lab.record(run, *(record_of(cell, number) for cell in (*cells, *larger) for number in range(4)))
    for platform, varies in (("python", False), ("jvm", True)):
        asked = Question(factors=("subject",), where=(("platform", platform),))
        (found,) = analyze_each(str(path), asked, ("order",))
        assert any(note.startswith("size varies but is not a factor here") for note in found.notes) is varies
