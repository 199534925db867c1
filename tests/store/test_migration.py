"""Labs of the version before: they open, and nothing measured is lost.

`labs/version-8.sql` is the tables as Wirelab made them before the processes of a round took turns; findings of
that time are worked out anew.
"""

import json
import re
import shutil
import tempfile
from pathlib import Path

import duckdb
import pytest

from tests.store.records import CELLS, record_of
from wirelab.app.lab.report import results_in
from wirelab.model.errors import LabError
from wirelab.model.findings.finding import Verdict
from wirelab.report.render.terminal import text
from wirelab.report.run.report import run_report
from wirelab.store import Lab, migration
from wirelab.store.schema import SCHEMA_VERSION, TABLES, schema_statements

VERSION_8 = Path(__file__).parent / "labs" / "version-8.sql"
STUDY = {
    "name": "old",
    "question": "Which?",
    "factors": {"workload": ["school"], "codec": ["plain", "slow"], "operation": ["serialize"]},
    "measure": {"rounds": 6, "wait_ms": 1000.0, "window_rounds": 2},
}
MEASURED = {
    "process": "SELECT id, run, round, cell, place, started_at, wall_ns, loss, loss_stderr FROM process ORDER BY id",
    "batch": "SELECT process, place, phase, start_ns, calls, ns, canary_ns FROM batch ORDER BY process, place",
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Six rounds of a codec, one 1.5 times as slow, and a twin; a lost process with its retry, windows, canaries."""
    path = tmp_path / "wirelab.duckdb"
    cell = "'school', '110', 'random', 'fake', '{0}', '{0}', NULL, 'serialize', 'steady', 'memory', {1}"
    with duckdb.connect(path) as connection:
        connection.execute(VERSION_8.read_text())
        connection.execute(
            "INSERT INTO run VALUES (1, 'old', ?, '[]', 3, TIMESTAMP '2026-01-01', '0.1.0', 'wirelab run old',"
            " TIMESTAMP '2026-01-02', 'all 6 rounds were done')",
            [json.dumps(STUDY)],
        )
        for number, (name, twin) in enumerate((("plain", False), ("slow", False), ("plain", True)), start=1):
            key = f"school/110/random/fake/{name}/serialize/steady/memory{'/twin' * twin}"
            connection.execute(f"INSERT INTO cell VALUES ({number}, '{key}', {cell.format(name, twin)})")
            connection.execute(f"INSERT INTO finding (run, cell, lost) VALUES (1, {number}, 0)")
        for number, question in ((2, "against the reference"), (3, "twin")):
            ratio = "1.5, 1.4, 1.6, 0.95, 0.99, 6, 't', 'different', 0.02, true"
            checks = f"{', '.join(['NULL'] * 7)}, true"
            connection.execute(f"INSERT INTO comparison VALUES (1, {number}, 1, '{question}', {ratio}, {checks})")
        connection.execute("INSERT INTO forecast VALUES (1, '{\"components\": []}')")
        processes = [(b, number, 0, number) for b in range(6) for number in (1, 2, 3)]
        processes.insert(3, (1, 2, 1, 4))  # the retry of round 1, in the next one
        for process, (b, number, attempt, place) in enumerate(processes, start=1):
            lost = "'crash', 'it ended', '', ''" if (b, number) == (0, 2) else "NULL, NULL, NULL, NULL"
            connection.execute(
                f"INSERT INTO process VALUES ({process}, 1, {b}, {number}, {attempt}, {place}, 7,"
                f" TIMESTAMP '2026-01-01', 1000, 90, 2.5, 5, 0, 777, true, {lost})"
            )
            for at, phase in enumerate(["warm-up"] * 9 + ["measured"] * 5 + ["window"] * 2):
                ns = 1000 * (3 if number == 2 else 2) + 10 * b + at
                connection.execute(
                    f"INSERT INTO batch VALUES ({process}, {at}, '{phase}', {at}, 10, {10 * ns}, {100 + at},"
                    " 640, 1, 5, NULL, NULL)"
                )
    return path


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def asked(path: Path, question: str) -> list[tuple[object, ...]]:
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute(question).fetchall()


def test_an_old_lab_is_reported_anew_and_stays_as_it_is(old: Path, temporary: Path) -> None:
    before = old.read_bytes()
    results = results_in(old, None)
    assert results.reanalysed
    ratio = next(found for found in results.findings.comparisons if not found.comparison.cell.twin)
    assert ratio.ratio is not None
    assert ratio.ratio.estimate == pytest.approx(1.5, rel=0.01)
    assert (ratio.ratio.processes, ratio.verdict, ratio.sustained) == (3, Verdict.DIFFERENT, False)
    assert "An earlier Wirelab measured this run." in text(run_report(results))
    assert [(loss.round, loss.cell.subject.codec) for loss in results.losses] == [(0, "slow")]
    assert old.read_bytes() == before
    assert list(temporary.iterdir()) == []


def test_a_file_that_cannot_be_written_is_read_all_the_same(old: Path) -> None:
    old.chmod(0o400)
    assert results_in(old, None).reanalysed


def test_what_a_killed_process_left_beside_an_old_lab_counts(old: Path, tmp_path: Path, temporary: Path) -> None:
    killed = tmp_path / "killed" / old.name
    killed.parent.mkdir()
    with duckdb.connect(old) as connection:
        connection.execute("UPDATE run SET ending = 'it was written last'")
        for suffix in ("", ".wal"):
            shutil.copyfile(f"{old}{suffix}", f"{killed}{suffix}")
    assert killed.with_name(f"{old.name}.wal").stat().st_size > 0
    assert results_in(killed, None).run.ending == "it was written last"
    assert killed.with_name(f"{old.name}.wal").stat().st_size > 0
    with Lab.open(killed, create=False) as lab:
        assert lab.run(1).ending == "it was written last"
    assert list(temporary.iterdir()) == []


def test_opened_for_writing_an_old_lab_is_brought_to_this_version_where_it_is(old: Path, temporary: Path) -> None:
    before = {table: asked(old, question) for table, question in MEASURED.items()}
    with Lab.open(old, create=False) as lab:
        assert lab.findings(1) is None
        assert lab.twins(1) == (1, 1)
        assert {round(ns) for _, _, ns in lab.canary(1)} == {108}, "the median of those beside batches"
        run = lab.begin_run(lab.run(1).info)
        lab.record(run, record_of(CELLS[0], group=0))
        assert lab.batches(run, record_of(CELLS[0], group=0).planned) == record_of(CELLS[0], group=0).batches
    assert asked(old, "SELECT value FROM meta WHERE key = 'schema'") == [(str(SCHEMA_VERSION),)]
    for table, question in MEASURED.items():
        assert asked(old, question)[: len(before[table])] == before[table]
    assert list(temporary.iterdir()) == []


def test_a_migrated_lab_has_the_tables_and_columns_of_a_fresh_one(old: Path, tmp_path: Path) -> None:
    columns = "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() WHERE NOT internal"
    with Lab.open(old, create=False):
        pass
    with Lab.open(tmp_path / "fresh.duckdb", create=True):
        pass
    assert sorted(asked(old, columns)) == sorted(asked(tmp_path / "fresh.duckdb", columns))


def test_an_export_of_an_old_lab_has_all_that_was_measured(old: Path, tmp_path: Path) -> None:
    with Lab.open(old, create=False, read_only=True) as lab:
        files = lab.export(tmp_path / "export", "csv")
    assert [file.stem for file in files] == list(TABLES)
    lines = {file.stem: len(file.read_text().splitlines()) - 1 for file in files}
    assert (lines["process"], lines["batch"], lines["comparison"]) == (19, 19 * 16, 1)


def test_a_migration_that_fails_leaves_the_file_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = asked(old, MEASURED["batch"])
    with monkeypatch.context() as patch:
        patch.setattr(migration, "_AFTER", f"{migration._AFTER} SELECT no_such_column FROM finding;")
        with pytest.raises(LabError):
            Lab.open(old, create=False)
    assert asked(old, "SELECT value FROM meta WHERE key = 'schema'") == [("8",)]
    assert asked(old, MEASURED["batch"]) == before
    assert results_in(old, None).reanalysed


@pytest.mark.parametrize("version", ["2", "7"])
def test_labs_of_before_that_are_refused_by_name(old: Path, version: str) -> None:
    with duckdb.connect(old) as connection:
        connection.execute("UPDATE meta SET value = ?", [version])
    with pytest.raises(LabError, match="an older Wirelab wrote it"):
        Lab.open(old, create=False)


def test_versions_are_counted_in_one_way() -> None:
    assert re.findall(r"'schema', '(\d+)'", schema_statements()) == [str(SCHEMA_VERSION)]
    assert set(re.findall(r'CREATE (?:TABLE|VIEW) "?(\w+)', schema_statements())) == {*TABLES, "meta"}
