"""Faults of labs, disks and tools: a clear message, the right exit code, no traceback.

Wrong command lines, studies and workloads are in tests/wrong.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab

TOOLCHAIN, MEASUREMENT, LAB, HOST = 4, 5, 6, 7


@pytest.mark.parametrize("damage", ["text", "empty", "truncated", "newer"])
@pytest.mark.long
def test_a_lab_file_that_cannot_be_used(wirelab: Wirelab, tmp_path: Path, damage: str) -> None:
    study = write_study(tmp_path, "steady", rounds=1)
    lab = tmp_path / "wirelab.duckdb"
    if damage in {"truncated", "newer"}:
        assert wirelab("run", study).returncode == 0
    if damage == "newer":
        make_newer(lab)
    contents = {
        "text": b"not a lab" * 1000,
        "truncated": lab.read_bytes()[:5000] if lab.exists() else b"",
        "empty": b"",
    }
    if damage in contents:
        lab.write_bytes(contents[damage])
    for command in (["run", study], ["report"], ["export"]):
        ended = wirelab(*command)
        if damage == "empty" and command[0] == "run":
            assert ended.returncode in {0, LAB}  # an empty file may become a lab
            continue
        assert ended.returncode == LAB, (command, ended.stderr)
        assert "wirelab.duckdb" in ended.stderr
        assert "Traceback" not in ended.stderr
    if damage == "text":
        assert lab.read_bytes() == contents["text"], "a file that is no lab is left alone"


def make_newer(lab: Path) -> None:
    import duckdb

    with duckdb.connect(str(lab)) as connection:
        tables = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert "meta" in tables, tables
        connection.execute("UPDATE meta SET value = CAST(CAST(value AS INT) + 1 AS VARCHAR) WHERE key = 'schema'")


@pytest.mark.long
def test_the_second_run_on_a_lab_says_who_holds_it(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=200, precision=1e-6)
    first = subprocess.Popen(
        [sys.executable, "-m", "wirelab", "run", study],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "wirelab.duckdb").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(1.0)
        second = wirelab("run", study)
        assert second.returncode == LAB
        assert str(first.pid) in second.stderr
    finally:
        first.terminate()
        assert first.wait(timeout=20) == 130


@pytest.mark.long
def test_a_truncated_corpus_is_made_again_and_said_so(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", rounds=1)
    cache = tmp_path / "cache"
    assert wirelab("run", study, WIRELAB_CACHE=str(cache)).returncode == 0
    corpus = min(cache.glob("corpora/school/*/110.*.corpus"), key=lambda path: len(path.name))  # the others are copies
    whole = corpus.read_bytes()
    corpus.write_bytes(whole[:1000])
    ended = wirelab("run", study, WIRELAB_CACHE=str(cache))
    assert ended.returncode == 0
    assert "school/110/random" in ended.stderr
    assert corpus.read_bytes() == whole


@pytest.mark.long
def test_no_space_for_temporary_files(wirelab: Wirelab, tmp_path: Path, root: None) -> None:
    study = write_study(tmp_path, "steady", rounds=1)
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)], check=True)
    try:
        ended = wirelab("run", study, TMPDIR=str(small))
    finally:
        subprocess.run(["umount", str(small)], check=True)
    assert ended.returncode == HOST
    assert "TMPDIR" in ended.stderr


def test_a_folder_of_temporary_files_that_is_missing_is_named(wirelab: Wirelab, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    ended = wirelab("run", write_study(tmp_path, "steady", rounds=1), TMPDIR=str(missing))
    assert ended.returncode == HOST
    assert f"folder {missing}: temporary files cannot be written" in ended.stderr


@pytest.mark.long
def test_a_lab_on_a_full_disk_keeps_what_was_measured(wirelab: Wirelab, tmp_path: Path, root: None) -> None:
    study = write_study(tmp_path, "steady", "chatty", rounds=500)
    small = tmp_path / "small"
    small.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(small)], check=True)
    try:
        assert (
            wirelab(
                *("run", write_study(tmp_path, "steady", rounds=1, name="first")),
                *("--lab", "small/lab.duckdb", "--report", "first.html"),
            ).returncode
            == 0
        )
        free = os.statvfs(small).f_bavail * os.statvfs(small).f_frsize
        (small / "ballast").write_bytes(bytes(max(0, free - 40_000)))
        ended = wirelab("run", study, "--lab", "small/lab.duckdb", "--report", "second.html")
        assert ended.returncode == LAB, ended.stderr
        assert "Traceback" not in ended.stderr
        (small / "ballast").unlink()
        listed = wirelab("list", "runs", "--lab", "small/lab.duckdb", "--json")
        assert '"study": "first"' in listed.stdout
        assert wirelab("report", "--run", "1", "--lab", "small/lab.duckdb", "--out", "r.html").returncode == 0
    finally:
        subprocess.run(["umount", str(small)], check=True)


@pytest.mark.long
def test_a_read_only_lab_can_be_reported_and_not_run(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", rounds=1)
    assert wirelab("run", study).returncode == 0
    lab = tmp_path / "wirelab.duckdb"
    lab.chmod(0o444)
    assert wirelab("report", "--out", "r.html").returncode == 0
    if os.geteuid() != 0:  # root may write anything
        assert wirelab("run", study).returncode == LAB


@pytest.mark.builds
def test_without_a_jdk_the_others_run_on(wirelab: Wirelab, tmp_path: Path) -> None:
    bare = tmp_path / "bin"
    bare.mkdir()
    words = ["run", "--rounds", "1", "--codec", "gson", "--codec", "orjson", "--size", "110"]
    ended = wirelab(*words, PATH=str(bare), timeout=300)
    assert ended.returncode == MEASUREMENT, ended.stdout + ended.stderr
    assert "skipping runner jvm on jvm" in ended.stderr
    assert "orjson" in ended.stdout
    assert "Not run" in ended.stdout
    alone = wirelab("run", "--codec", "gson", PATH=str(bare))
    assert alone.returncode == TOOLCHAIN
    assert "wirelab doctor" in alone.stderr
    doctor = wirelab("doctor", PATH=str(bare))
    assert doctor.returncode == 0
    assert "apt-get install" in doctor.stdout
