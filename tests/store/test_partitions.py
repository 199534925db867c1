"""A lab as a folder of Parquet files: it is read as the lab that it was, from only the files that are needed."""

import shutil
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest

from tests.store.records import CELLS, INFO, SCHOOL, lost_of, record_of
from tests.store.test_lab import CORPUS, OFFERED
from wirelab.app.lab.export import export_partitions
from wirelab.app.sessions.merge import merged
from wirelab.model.errors import HostError, LabError, UsageError
from wirelab.model.run import NO_COMPRESSOR, Check, EncodedSize
from wirelab.store.lab import Lab
from wirelab.store.reader import Contents

READS = ("summaries", "warm_ups", "costs", "planned", "losses", "canary", "announcements", "corpora", "sizes", "checks")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A lab of three runs: with turns, with processes that measured alone and a loss, and with nothing measured."""
    lab = tmp_path / "wirelab.duckdb"
    with Lab.open(lab, create=True) as opened:
        first = opened.begin_run(INFO, CELLS, [("jvm", OFFERED)], [CORPUS])
        opened.record(first, *(record_of(cell, r, group=0, batches=4) for r in range(3) for cell in CELLS))
        opened.record_sizes(first, [EncodedSize(SCHOOL, "jvm", CELLS[0].subject, NO_COMPRESSOR, 10)])
        opened.record_checks(first, [Check(SCHOOL, "jvm", CELLS[0].subject, "round trip", True, "")])
        opened.finish_run(first, "every comparison was decided")
        second = opened.begin_run(replace(INFO, study="other"), CELLS)
        opened.record(second, record_of(CELLS[3], batches=9), lost_of(CELLS[1]))
        opened.begin_run(replace(INFO, study="nothing"))
    return lab


@pytest.mark.long
def test_a_folder_is_read_as_the_lab_that_it_was(path: Path, tmp_path: Path) -> None:
    folder = export_partitions(path, tmp_path / "it's [a] {folder}*" / "of parts?")
    with (
        Lab.open(path, create=False, read_only=True) as lab,
        Lab.open(folder, create=False, read_only=True) as parts,
    ):
        assert parts.runs() == lab.runs()
        assert list(parts.cells.values()) == list(lab.cells.values())
        for run in (1, 2, 3):
            assert parts.contents(run) == lab.contents(run)
            for read in READS:
                assert getattr(parts, read)(run) == getattr(lab, read)(run), read
            for planned in lab.planned(run):
                assert parts.batches(run, planned) == lab.batches(run, planned)


@pytest.mark.long
def test_what_was_exported_can_be_exported(path: Path, tmp_path: Path) -> None:
    folder = export_partitions(path, tmp_path / "parts")
    again = export_partitions(folder, tmp_path / "again")
    names = [sorted(str(file.relative_to(each)) for file in each.rglob("*.parquet")) for each in (folder, again)]
    assert names[0] == names[1]
    with Lab.open(folder, create=False, read_only=True) as parts:
        parts.export(tmp_path / "tables", "csv")
    with duckdb.connect() as connection:
        (count,) = connection.execute(f"SELECT count(*) FROM '{tmp_path}/tables/batch.csv'").fetchone() or (0,)
    with Lab.open(path, create=False, read_only=True) as lab:
        assert count == sum(lab.contents(run).batches for run in (1, 2, 3)) > 0


def test_a_summary_opens_the_files_of_its_turns_and_no_other(path: Path, tmp_path: Path) -> None:
    folder = export_partitions(path, tmp_path / "parts")
    with Lab.open(path, create=False, read_only=True) as lab:
        expected = lab.summaries(1)
    own = folder / "batch" / "run=1"
    assert sorted(part.name for part in own.iterdir()) == ["phase=lead-in", "phase=measured", "phase=warm-up"]
    assert not (folder / "batch" / "run=3").exists()
    for part in (own / "phase=warm-up", folder / "batch" / "run=2" / "phase=measured"):
        (part / "batches.parquet").write_bytes(b"damaged")
    with Lab.open(folder, create=False, read_only=True) as parts:
        assert parts.summaries(1) == expected
        with pytest.raises(LabError):
            parts.warm_ups(1)
        with pytest.raises(LabError):
            parts.summaries(2)


def test_what_is_asked_of_a_run_opens_no_file_of_another(path: Path, tmp_path: Path) -> None:
    folder = export_partitions(path, tmp_path / "parts")
    (folder / "batch" / "run=2" / "phase=measured" / "batches.parquet").write_bytes(b"damaged")
    with (
        Lab.open(path, create=False, read_only=True) as lab,
        Lab.open(folder, create=False, read_only=True) as parts,
    ):
        for read in ("summaries", "warm_ups", "costs"):
            assert getattr(parts, read)(1) == getattr(lab, read)(1), read


def test_a_lab_without_batches(tmp_path: Path) -> None:
    with Lab.open(tmp_path / "empty.duckdb", create=True) as lab:
        lab.begin_run(INFO, CELLS)
        lab.export_partitions(tmp_path / "parts")
    with Lab.open(tmp_path / "parts", create=False, read_only=True) as parts:
        assert (parts.summaries(1), parts.contents(1)) == ((), Contents(0, 0, 0))


@pytest.mark.parametrize("name", ["day=1", "run=7", "calls=1", "process=9", "phase=lead-in", "back\\slash"])
def test_a_folder_below_one_that_is_named_like_a_partition(path: Path, tmp_path: Path, name: str) -> None:
    """DuckDB would take `calls=1` for a column of each table, instead of the one that was measured."""
    folder = export_partitions(path, tmp_path / name / "parts")
    with (
        Lab.open(path, create=False, read_only=True) as lab,
        Lab.open(folder, create=False, read_only=True) as parts,
    ):
        assert parts.runs() == lab.runs()
        assert parts.contents(1) == lab.contents(1)
        assert parts.summaries(1) == lab.summaries(1)


def test_a_folder_is_not_written_to(path: Path, tmp_path: Path) -> None:
    folder = export_partitions(path, tmp_path / "parts")
    for create in (True, False):
        with pytest.raises(LabError, match="nothing can be added to it"):
            Lab.open(folder, create=create)
    with pytest.raises(LabError, match="only lab files can be merged"):
        merged([path, folder], tmp_path / "all.duckdb")
    assert not (tmp_path / "all.duckdb").exists()


@pytest.mark.parametrize("there", ["a folder", "a file", "a dangling link"])
def test_nothing_that_is_there_is_replaced(path: Path, tmp_path: Path, there: str) -> None:
    folder = tmp_path / "parts"
    {
        "a folder": folder.mkdir,
        "a file": folder.touch,
        "a dangling link": lambda: folder.symlink_to(tmp_path / "nowhere"),
    }[there]()
    with pytest.raises(UsageError, match="it already exists"):
        export_partitions(path, folder)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["parts", "wirelab.duckdb"]


def test_a_place_where_nothing_can_be_written(path: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(HostError, match="cannot be written there"):
        export_partitions(path, tmp_path / "taken" / "parts")


def _version(folder: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 'schema' AS key, '8' AS value) TO '{folder}/meta.parquet' (FORMAT parquet)")


def _other_columns(folder: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT 1 AS key, 2 AS other) TO '{folder}/meta.parquet' (FORMAT parquet)")


@pytest.mark.parametrize(
    ("harm", "says"),
    [
        (_version, "an older Wirelab wrote it"),
        (_other_columns, "lab"),
        (lambda folder: (folder / "cell.parquet").unlink(), "cannot be used"),
        (lambda folder: (folder / "cell.parquet").write_bytes(b"PAR1"), "lab"),
        (lambda folder: (folder / "meta.parquet").unlink(), "this is not a lab file"),
        (lambda folder: shutil.rmtree(folder / "batch" / "run=1" / "phase=measured"), ""),
    ],
)
def test_a_folder_that_others_changed(path: Path, tmp_path: Path, harm: object, says: str) -> None:
    folder = export_partitions(path, tmp_path / "parts")
    assert callable(harm)
    harm(folder)
    if says:
        with pytest.raises(LabError, match=says):
            Lab.open(folder, create=False, read_only=True)
        return
    with Lab.open(folder, create=False, read_only=True) as parts:
        assert all(each.time_ns is None for each in parts.summaries(1)), "their turns are gone"
