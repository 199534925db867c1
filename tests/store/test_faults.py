"""Lab files that cannot be used: each says what, why and what to do, and nothing measured is lost."""

import errno
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager

import duckdb
import pytest

from tests.again import first
from tests.store.records import CELLS, INFO, record_of
from wirelab.model.errors import HostError, LabError
from wirelab.store.connection import SCHEMA_VERSION, TABLES, schema_statements
from wirelab.store.copied_runs import require_new
from wirelab.store.faults import explain, explained
from wirelab.store.lab import Lab

HOLDER = "import sys; from wirelab.store.lab import Lab; from pathlib import Path\n" \
    "with Lab.open(Path(sys.argv[1]), create=True): print('open', flush=True); sys.stdin.read()"  # fmt: skip


BATCHES = 4000


@pytest.fixture
def path(tmp_path):
    return tmp_path / "wirelab.duckdb"


def make_lab(path, processes=3):
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(INFO, CELLS)
        for number in range(processes):
            lab.record(run, record_of(CELLS[0], number, batches=100))
    return run


def fault_of(path, **how) -> LabError:
    with pytest.raises(LabError) as caught, Lab.open(path, **{"create": True, **how}) as lab:
        lab.summaries(1)
    error = caught.value
    assert error.part == f"lab {path}"
    assert error.what
    assert error.remedy
    return error


@contextmanager
def small_disk(folder, size="8m", options=""):
    """A file system of a few megabytes; only root can make one."""
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}{options}", "tmpfs", folder], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("a small file system needs the right to mount one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("read_only", [False, True])
def test_no_such_file(path, read_only):
    error = fault_of(path, create=False, read_only=read_only)
    assert error.what == "there is no such file"
    assert not path.exists()


@pytest.mark.parametrize("read_only", [False, True])
def test_a_name_that_is_too_long_for_a_file(tmp_path, read_only):
    error = fault_of(tmp_path / ("x" * 300), create=False, read_only=read_only)
    assert (error.what, "File name too long" in error.why) == ("it cannot be used", True)


def test_a_new_lab_or_folder_with_a_name_that_is_too_long(path, tmp_path):
    make_lab(path)
    with pytest.raises(HostError, match="it cannot be written"):
        require_new(tmp_path / ("x" * 300))
    with Lab.open(path, create=False, read_only=True) as lab, pytest.raises(HostError, match="cannot be written there"):
        lab.export_partitions(tmp_path / ("x" * 300))


NAMED = "serializers, read-only, of the quota.duckdb"
SAID = [
    (duckdb.IOException(f'IO Error: Cannot open file "/it\'s/{NAMED}": Too many open files'), "it cannot be used"),
    (OSError(errno.EMFILE, "Too many open files", f"/tmp/{NAMED}"), "it cannot be used"),
    (OSError(errno.EROFS, "Read-only file system", f"/tmp/{NAMED}"), "it cannot be written"),
    (duckdb.SerializationException("Serialization Error: Failed to deserialize: field id mismatch"), "it is damaged"),
]


@pytest.mark.parametrize(("said", "what"), SAID)
def test_a_files_name_is_no_symptom(path, said, what):
    assert explain(path, said).what.startswith(what)


def test_no_such_folder(tmp_path):
    assert "there is no folder" in fault_of(tmp_path / "missing" / "wirelab.duckdb").what


def test_a_folder(tmp_path):
    assert fault_of(tmp_path).why == "it is a folder"


@pytest.mark.parametrize("content", [b"", b"hi", b"name,time\n" * 5000], ids=["empty", "short", "a CSV"])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_that_is_no_database(path, content, read_only):
    path.write_bytes(content)
    error = fault_of(path, read_only=read_only)
    assert (error.what, error.why) == ("this is not a lab file", "it is not a DuckDB file")
    assert path.read_bytes() == content


def test_a_database_of_something_else(path):
    with duckdb.connect(path) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER)")
    assert fault_of(path).why == "it is a DuckDB file, but from another program"
    with duckdb.connect(path) as connection:
        assert connection.execute("SHOW TABLES").fetchall() == [("orders",)]


def test_a_lab_of_a_newer_wirelab(path):
    make_lab(path)
    with duckdb.connect(path) as connection:
        connection.execute("UPDATE meta SET value = ?", [str(SCHEMA_VERSION + 1)])
    error = fault_of(path)
    assert error.what == "a newer Wirelab wrote it"
    assert f"version {SCHEMA_VERSION + 1}" in error.why
    assert "upgrade" in error.remedy


SPOILT = [
    ("UPDATE run SET not_run = repeat('[', 100000)", lambda lab: lab.runs()),
    (
        "CREATE OR REPLACE TABLE process AS SELECT * REPLACE (NULL::BIGINT AS wall_ns) FROM process",
        lambda lab: lab.process_walls_s(1),
    ),
]


@pytest.mark.parametrize(("change", "read"), SPOILT)
def test_a_lab_with_what_no_wirelab_writes(path, change, read):
    make_lab(path)
    with duckdb.connect(path) as connection:
        connection.execute(change)
    with (
        Lab.open(path, create=False, read_only=True) as lab,
        pytest.raises(LabError, match="something that Wirelab does not write"),
    ):
        read(lab)


@pytest.mark.parametrize(
    "value", ["NULL", "12.5", "'²'", "'" + 5000 * "9" + "'", "DATE '2026-01-01'"], ids=lambda it: it[:9]
)
def test_a_database_with_a_version_that_is_no_number(path, value):
    with duckdb.connect(path) as connection:
        connection.execute(f"CREATE TABLE meta AS SELECT 'schema' AS key, {value} AS value")
    assert fault_of(path).why == "its tables have no version"


@pytest.mark.parametrize("version", ["1", "8"])
def test_a_lab_of_an_older_wirelab(path, version):
    make_lab(path)
    with duckdb.connect(path) as connection:
        connection.execute("UPDATE meta SET value = ?", [version])
    error = fault_of(path)
    assert error.what == "an older Wirelab wrote it"
    assert "export" in error.remedy


@pytest.mark.parametrize("read_only", [False, True])
def test_a_lab_that_another_process_holds(path, read_only):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout.readline() == "open\n"
        error = fault_of(path, read_only=read_only)
        holder.stdin.close()
        assert holder.wait(30) == 0
    assert error.what.startswith(f"process {holder.pid} is using it: ")
    assert "python" in error.what
    assert "wait" in error.remedy
    Lab.open(path, create=False).close()


@pytest.mark.parametrize("share", first(1, [0.5, 0.1]))
@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.long
def test_a_truncated_lab(path, share, read_only):
    make_lab(path, processes=200)
    os.truncate(path, int(path.stat().st_size * share))
    error = fault_of(path, read_only=read_only)
    assert error.what.startswith("it is damaged")


@pytest.mark.long
def test_a_lab_that_lacks_its_end_says_so_when_the_end_is_wanted(path, tmp_path):
    make_lab(path, processes=200)
    os.truncate(path, int(path.stat().st_size * 0.9))
    with pytest.raises(LabError) as caught, Lab.open(path, create=False, read_only=True, exports_to=tmp_path) as lab:
        lab.export(tmp_path / "out")
    assert (caught.value.part, caught.value.what[:13]) == (f"lab {path}", "it is damaged")


@pytest.mark.long
def test_a_lab_with_bytes_changed(path):
    make_lab(path, processes=200)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(12_288)
        file.write(b"\xff" * (size - 12_288))
    assert fault_of(path).what.startswith("it is damaged")


def test_a_read_only_lab_can_be_read_but_not_written(tmp_path):
    with small_disk(tmp_path / "disk") as disk:
        path = disk / "wirelab.duckdb"
        run = make_lab(path)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert fault_of(path).what == "it is read-only"
        with Lab.open(path, create=False, read_only=True) as lab:
            assert len(lab.summaries(run)) == 3
        assert "cannot be written" in fault_of(disk / "new.duckdb").what


def test_a_lab_without_write_permission(path):
    if os.geteuid() == 0:
        pytest.skip("permissions do not bind root")
    run = make_lab(path)
    path.chmod(0o444)
    assert fault_of(path).what == "it is read-only"
    with Lab.open(path, create=False, read_only=True) as lab:
        assert len(lab.summaries(run)) == 3


def test_writing_to_a_lab_opened_read_only(path):
    run = make_lab(path)
    with Lab.open(path, create=False, read_only=True) as lab, pytest.raises(LabError, match="cannot be written"):
        lab.record(run, record_of(CELLS[1]))


def fill(lab, run, first=0) -> tuple[int, LabError]:
    """Record until it fails; how many were recorded, and the fault."""
    for number in range(first, 10_000):
        try:
            lab.record(run, record_of(CELLS[0], number, batches=BATCHES))
        except LabError as error:
            return number, error
    raise AssertionError("the disk never filled")


def check_full(path, run, recorded, error):
    assert "no space left" in error.what
    assert "everything recorded so far is safe" in error.what
    assert "--resume" in error.remedy
    with Lab.open(path, create=False, read_only=True) as lab:
        rounds = [summary.round for summary in lab.summaries(run)]
        assert rounds == list(range(recorded))
        assert all(len(lab.batches(run, planned)) == BATCHES for planned in lab.planned(run))


@pytest.mark.long
@pytest.mark.parametrize("size", ["4m", "18m"])
def test_a_disk_that_fills_up_loses_nothing(tmp_path, size):
    """At 4 MB the log does not fit; at 18 MB the log fits, and the checkpoint fails."""
    with small_disk(tmp_path / "disk", size) as disk:
        path = disk / "wirelab.duckdb"
        with Lab.open(path, create=True) as lab:
            run = lab.begin_run(INFO)
            recorded, error = fill(lab, run)
        assert recorded > 5
        check_full(path, run, recorded, error)


@pytest.mark.long
def test_a_full_disk_that_got_space_goes_on(tmp_path):
    with small_disk(tmp_path / "disk", "12m") as disk:
        path = disk / "wirelab.duckdb"
        with Lab.open(path, create=True) as lab:
            run = lab.begin_run(INFO)
            recorded, _ = fill(lab, run)
        subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
        with Lab.open(path, create=False) as lab:
            lab.record(run, record_of(CELLS[0], recorded, batches=BATCHES))
            assert len(lab.planned(run)) == recorded + 1


FILLER = """
import resource, signal, sys
from pathlib import Path
from tests.store.records import CELLS, INFO, record_of
from tests.store.test_faults import fill
from wirelab.store.lab import Lab
from wirelab.store.faults import explained
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Lab.open(Path(sys.argv[1]), create=True) as lab:
    run = lab.begin_run(INFO)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6_000_000, 6_000_000))
    recorded, error = fill(lab, run)
    print(recorded, error.what, flush=True)
"""


@pytest.mark.long
def test_a_file_that_may_grow_no_further_loses_nothing(path):
    done = subprocess.run(
        [sys.executable, "-c", FILLER, path], capture_output=True, text=True, check=False, timeout=120
    )
    recorded, _, what = done.stdout.strip().partition(" ")
    assert "no space left" in what, done.stderr
    with Lab.open(path, create=False) as lab:
        assert len(lab.planned(1)) == int(recorded) > 5


def test_no_space_for_a_new_lab(tmp_path):
    with small_disk(tmp_path / "disk", "1m") as disk:
        path = disk / "wirelab.duckdb"
        (disk / "ballast").write_bytes(bytes(1_000_000))
        assert "no space left" in fault_of(path).what
        assert [file.name for file in disk.iterdir()] == ["ballast"]


def test_an_export_folder_that_is_a_file(path, tmp_path):
    make_lab(path)
    (tmp_path / "taken").write_text("a file")
    with Lab.open(path, create=False, read_only=True) as lab, pytest.raises(HostError) as caught:
        lab.export(tmp_path / "taken")
    assert caught.value.part == f"folder {tmp_path / 'taken'}"


def test_an_export_folder_that_is_full(path, tmp_path):
    make_lab(path, processes=50)
    with (
        small_disk(tmp_path / "disk", "64k") as disk,
        Lab.open(path, create=False, read_only=True, exports_to=disk) as lab,
        pytest.raises(HostError) as caught,
    ):
        lab.export(disk, "csv")
    assert (caught.value.part, caught.value.what) == (f"folder {disk}", "the tables cannot be written there")
    assert "No space left" in caught.value.why


def test_a_copy_of_a_lab_with_its_log_is_whole(path, tmp_path):
    """A backup of a running lab has the file and the log beside it."""
    with Lab.open(path, create=True) as lab:
        run = lab.begin_run(INFO)
        lab.record(run, record_of(CELLS[0]))
        for file in path.parent.glob("wirelab.duckdb*"):
            shutil.copy(file, tmp_path / file.name.replace("wirelab", "copy"))
    for read_only in (True, False):
        with Lab.open(tmp_path / "copy.duckdb", create=False, read_only=read_only) as lab:
            assert len(lab.planned(run)) == 1


INTERRUPTED = """
import os, signal, sys, threading
from pathlib import Path
from wirelab.process.signals import stop_on_signals
from wirelab.store.lab import Lab
with Lab.open(Path(sys.argv[1]), create=False, read_only=True) as lab, stop_on_signals():
    lab._connection.execute("SET threads = 1")  # others may have all the work, and the main one waits for them
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGTERM)).start()
    try:
        lab._rows("SELECT count(*) FROM range(10000000) AS a, range(10000000) AS b")
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_an_interrupt_that_duckdb_swallows_is_an_interrupt_at_once(path):
    make_lab(path)
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, path], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
    with pytest.raises(RuntimeError, match="something else"), explained(path):
        raise RuntimeError("something else")


def test_versions_are_counted_in_one_way():
    assert re.findall(r"'schema', '(\d+)'", schema_statements()) == [str(SCHEMA_VERSION)]
    assert set(re.findall(r'CREATE (?:TABLE|VIEW) "?(\w+)', schema_statements())) == {*TABLES, "meta"}
