"""Labs that older versions wrote: they open, nothing measured is lost, and they report what they reported then.

`labs/version-2.duckdb.gz` is a run over scripted subjects (5 rounds, one subject that crashes) as Wirelab wrote it when
tables were of version 2, with the names of the machine's parts changed; beside it stands what that Wirelab reported.
`labs/version-3.sql` is the tables of version 3, which no user has had.
"""

import gzip
import json
import re
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.store.records import CELLS, INFO, record_of
from wirelab.app.reporting import results_in
from wirelab.model.comparison import Comparison, Question
from wirelab.model.errors import LabError
from wirelab.model.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings import Findings
from wirelab.model.forecast import CostModel, Forecast, Growth
from wirelab.model.run import NotRun
from wirelab.report.as_json import results_json
from wirelab.report.table import plain_text
from wirelab.store import Lab, migration
from wirelab.store.schema import SCHEMA_VERSION, TABLES, schema_statements

LABS = Path(__file__).parent / "labs"
PROCESSES, START_CANARIES, BATCHES = 18, 18 * 5, 310


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "wirelab.duckdb"
    path.write_bytes(gzip.decompress((LABS / "version-2.duckdb.gz").read_bytes()))
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


def reported(path: Path) -> tuple[object, str, list[float]]:
    """The report as JSON, without what was not told then; its tables as text; and its ratios, which are in neither.

    Version 2 kept no findings, so they are worked out anew, with the limits of now: those of times are of the session,
    those of ratios are what verdicts rest on, and what the machine drifts within a round is taken out of them. So
    ratios are told as they were to 0.3 %, and all else as it was.
    """
    results = results_in(path, None)
    results = replace(results, run=replace(results.run, lab=path.name))
    told = json.loads(json.dumps(results_json(results)))
    assert (told.pop("profile"), told.pop("untuned")) == ("default", [])
    assert {codec.pop("input") for codec in told["codecs"]} == {"bytes"}
    assert {(codec.pop("needs_schema"), codec.pop("human_readable")) for codec in told["codecs"]} == {(False, False)}
    assert (told["run"].pop("version"), told["run"].pop("command")) == ("0.1.0", "")
    (unseen,) = told.pop("unseen")
    assert unseen["cell"]["twin"]
    assert told.pop("twins_of_lab") == {"twins": 1, "alarms": 0}
    assert told.pop("fastest")
    ratios = ratios_taken(told)
    return without_limits(told), tables(plain_text(results)), ratios


def tables(text: str) -> str:
    blocks = "\n\n".join(block for block in text.split("\n\n") if "\nsubject " in block)
    return re.sub(r" +", " ", re.sub(r"\d\.\d+×|\[[^]]*\]", "…", blocks))


def ratios_taken(told: Any) -> list[float]:
    """The estimates of ratios, which are there no more afterwards."""
    found = [each["ratio"] for each in (*(finding["ratio"] for finding in told["findings"]), *told["aa"]) if each]
    return [ratio.pop("estimate") for ratio in found if ratio]


def without_limits(told: Any) -> Any:
    """Of intervals, their estimates and on how many processes they rest; of comparisons, all but their checks.

    Numbers to nine digits: the last ones depend on how a processor adds up.
    """
    if isinstance(told, float):
        return float(f"{told:.9g}")
    if isinstance(told, list):
        return [without_limits(each) for each in told]
    if not isinstance(told, dict):
        return told
    left_out = {"low", "high", "calibrated", "checks", "alone", "sessions"}
    return {key: without_limits(each) for key, each in told.items() if key not in left_out}


def then() -> tuple[object, str, Any]:
    written = json.loads((LABS / "version-2.json").read_text())
    ratios = pytest.approx(ratios_taken(written), rel=0.002)
    return without_limits(written), tables((LABS / "version-2.txt").read_text()), ratios


def test_an_old_lab_reports_what_it_reported_then_and_stays_as_it_is(old: Path, temporary: Path) -> None:
    before = old.read_bytes()
    assert reported(old) == then()
    assert old.read_bytes() == before
    assert list(temporary.iterdir()) == []


def test_a_file_that_cannot_be_written_is_read_all_the_same(old: Path) -> None:
    old.chmod(0o400)
    assert reported(old) == then()


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
    assert results_in(killed, None).run.ending == "it was written last"
    assert list(temporary.iterdir()) == []


def test_opened_for_writing_an_old_lab_is_brought_to_this_version_where_it_is(old: Path, temporary: Path) -> None:
    measured = {
        "process": "SELECT id, run, round, cell, started_at, wall_ns, loss, loss_stderr FROM process ORDER BY id",
        "batch": "SELECT process, place, phase, start_ns, calls, ns, cpu_ns FROM batch ORDER BY process, place",
    }
    before = {table: asked(old, question) for table, question in measured.items()}
    canaries = asked(old, "SELECT id, canary_ns FROM process WHERE len(canary_ns) > 0 ORDER BY id")
    assert len(before["process"]) == PROCESSES
    assert len(before["batch"]) == BATCHES
    with Lab.open(old, create=False) as lab:
        run = lab.begin_run(lab.run(1).info)
        lab.record(run, record_of(CELLS[0]))
        assert lab.batches(run, record_of(CELLS[0]).planned) == record_of(CELLS[0]).batches
        assert [round(ns) for _, _, ns in lab.canary(1)] == [sorted(own)[2] for _, own in canaries]
    assert asked(old, "SELECT value FROM meta WHERE key = 'schema'") == [(str(SCHEMA_VERSION),)]
    for table, question in measured.items():
        assert asked(old, question)[: len(before[table])] == before[table]
    kept = asked(old, "SELECT process, list(ns ORDER BY place) FROM start_canary GROUP BY process ORDER BY process")
    assert kept == canaries
    assert sum(len(own) for _, own in canaries) == START_CANARIES
    with Lab.open(old, create=False) as lab:
        lab.finish_run(run, "enough was measured")
    (written, *_), told = then(), results_json(results_in(old, 1))
    ratios_taken(told)
    assert without_limits(told["aa"]) == written["aa"]
    assert list(temporary.iterdir()) == []


def test_a_migrated_lab_has_the_tables_and_columns_of_a_fresh_one(old: Path, tmp_path: Path) -> None:
    columns = "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() WHERE NOT internal"
    with Lab.open(old, create=False):
        pass
    with Lab.open(tmp_path / "fresh.duckdb", create=True):
        pass
    assert sorted(asked(old, columns)) == sorted(asked(tmp_path / "fresh.duckdb", columns))


def test_an_export_of_an_old_lab_has_all_that_was_measured_and_found(old: Path, tmp_path: Path) -> None:
    with Lab.open(old, create=False, read_only=True) as lab:
        files = lab.export(tmp_path / "export", "csv")
    assert [file.stem for file in files] == list(TABLES)
    lines = {file.stem: len(file.read_text().splitlines()) - 1 for file in files}
    assert (lines["batch"], lines["start_canary"], lines["finding"]) == (BATCHES, START_CANARIES, 4)
    with duckdb.connect() as connection:
        compared = connection.execute(
            "SELECT question, verdict, decided FROM read_csv(?) ORDER BY ALL", [str(tmp_path / "export/comparison.csv")]
        ).fetchall()
    assert compared == [
        ("against the reference", "different", True),
        ("against the reference", "unresolved", False),
        ("twin", "unresolved", False),
    ]


def test_a_lab_of_version_3_opens(tmp_path: Path) -> None:
    path = tmp_path / "wirelab.duckdb"
    cell = "'school', '110', 'random', 'fake', '{0}', '{0}', NULL, 'serialize', 'steady', 'memory', {1}"
    with duckdb.connect(path) as connection:
        connection.execute((LABS / "version-3.sql").read_text())
        connection.execute(
            "INSERT INTO run VALUES (1, 'scripted', '{}', '{\"platform x\": \"no program\"}', 3,"
            " TIMESTAMP '2026-01-01', '0.1.0', TIMESTAMP '2026-01-02', 'all was done')"
        )
        for number, (name, twin) in enumerate((("plain", False), ("fast", False), ("plain", True)), start=1):
            connection.execute(f"INSERT INTO cell VALUES ({number}, '{number}', {cell.format(name, twin)})")
            ratio = f"{'NULL' if number == 1 else 1}, 0.5, 0.4, 0.6, 0.95, 5, 't', 'different', 0.02, true"
            connection.execute(f"INSERT INTO finding VALUES (1, {number}, 9, 8, 10, 0.95, 5, 64, 10, 7, 1, 0, {ratio})")
    with Lab.open(path, create=False, read_only=True) as lab:
        assert lab.run(1).info.not_run == (NotRun("platform x", "no program"),)
        assert lab.findings(1) is None, "not all of them was kept then"
        assert [file.stem for file in lab.export(tmp_path / "export", "csv")] == list(TABLES)
    with Lab.open(path, create=False):
        pass
    assert asked(path, "SELECT cell, against, question, verdict FROM comparison ORDER BY cell") == [
        (2, 1, str(Question.REFERENCE), str(Verdict.DIFFERENT)),
        (3, 1, str(Question.TWIN), str(Verdict.DIFFERENT)),
    ]


def test_findings_that_version_6_kept_are_reported_as_they_were(tmp_path: Path) -> None:
    """Its intervals were of each ratio alone, and its cost models said what each size adds to their error."""
    path = tmp_path / "wirelab.duckdb"
    limits = Interval(1.3, 1.1, 1.5, 0.95, 5, "t", calibrated=0.96)
    compared = Comparison(CELLS[0], CELLS[3], Question.REFERENCE)
    kept = ComparisonFinding(compared, limits, Verdict.UNRESOLVED, 0.02, decided=False, alone=True)
    cost = Interval(5.0, 4.0, 6.0, 0.95, 6, "t")
    grown = Growth(CELLS[0], CostModel(cost, cost, cost, 1e3, 1e5, 0.4))
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        lab.record_all(run, [record_of(cell) for cell in CELLS])
        lab.record_findings(run, Findings((), (kept,), Forecast(growth=(grown,))))
        lab.finish_run(run, "all was done")
    with duckdb.connect(path) as connection:
        connection.execute("ALTER TABLE comparison DROP COLUMN of_verdict")
        connection.execute("ALTER TABLE run DROP COLUMN command")
        ((document,),) = connection.execute("SELECT document FROM forecast").fetchall()
        forecast = json.loads(document)
        forecast["growth"][0]["model"]["shares"] = [{"fixed": 1.0, "per_byte": 2.0, "variance": 0.1, "freedom": 3.0}]
        del forecast["fastest"]
        connection.execute("UPDATE forecast SET document = ?", [json.dumps(forecast)])
        connection.execute("UPDATE meta SET value = '6' WHERE key = 'schema'")
    with Lab.open(path, create=False, read_only=True) as lab:
        assert lab.findings(run) == Findings((), (kept,), Forecast(growth=(grown,)))


def test_a_migration_that_fails_leaves_the_file_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute("ALTER TABLE finding DROP COLUMN verdict")
        connection.execute("SELECT no_such_column FROM finding")

    with monkeypatch.context() as patch:
        patch.setattr(migration, "_STEPS", (*migration._STEPS[:1], failing))
        with pytest.raises(LabError):
            Lab.open(old, create=False)
    assert asked(old, "SELECT value FROM meta WHERE key = 'schema'") == [("2",)]
    assert reported(old) == then()


def test_versions_are_counted_in_one_way() -> None:
    assert migration.OLDEST + len(migration._STEPS) == SCHEMA_VERSION
    assert re.findall(r"'schema', '(\d+)'", schema_statements()) == [str(SCHEMA_VERSION)]
    assert set(re.findall(r'CREATE TABLE "?(\w+)', schema_statements())) == {*TABLES, "meta"}
