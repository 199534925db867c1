"""`wirelab sizes`, as a user types it."""

import csv
import json
from pathlib import Path

import pytest

from tests.conftest import Wirelab

MEASUREMENT = 5


def test_every_codec_of_a_platform_has_a_row(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab("sizes", "school", "--platform", "fake", "--size", "110", "--codec", "steady", "--csv", "out.csv")
    assert ended.returncode == 0, ended.stderr
    assert "school/110/random" in ended.stdout
    (row,) = [line.split() for line in ended.stdout.splitlines() if line.split()[:1] == ["steady"]]
    found = list(csv.DictReader((tmp_path / "out.csv").open(encoding="utf-8")))
    assert [one["compressor"] for one in found] == ["none", "gzip-6", "deflate-6", "zstd-3"]
    assert row == ["steady", "fake", *(f"{int(one['size_bytes']):,}" for one in found)]
    assert not (tmp_path / "wirelab.duckdb").exists()


@pytest.mark.long
def test_all_sizes_of_the_workload_without_any(wirelab: Wirelab) -> None:
    ended = wirelab("sizes", "school", "--platform", "fake", "--codec", "steady")
    assert [line for line in ended.stdout.splitlines() if line.startswith("school/")] != []
    for size in ("110", "1100", "11000"):
        assert f"school/{size}/random, bytes" in ended.stdout


def test_what_fails_is_shown_with_its_reason_beside_the_rest(wirelab: Wirelab) -> None:
    platforms = ("--platform", "fake", "--platform", "fake-refuses-load")
    ended = wirelab("sizes", "school", *platforms, "--size", "110", "--codec", "steady")
    assert ended.returncode == MEASUREMENT, ended.stderr
    rows = [line.split() for line in ended.stdout.splitlines() if line.split()[:1] == ["steady"]]
    assert [row[1] for row in rows] == ["fake", "fake-refuses-load"]
    assert len(rows[0]) == 6
    assert "these data are not to my taste" in " ".join(rows[1][2:])
    assert "Traceback" not in ended.stderr


def test_only_what_is_read_back_has_a_size(wirelab: Wirelab) -> None:
    """Sizes are said as soon as all are written; a codec that ends its process costs those after it nothing."""
    whys = {
        "mismatch": "and came back as",
        "crashes:when=decode": "ended at `decode`",
        "refuses:when=decode": "prefer not",
    }
    codecs = [word for codec in ("steady", *whys, "slower-2") for word in ("--codec", codec)]
    ended = wirelab("sizes", "school", "--platform", "fake", "--size", "110", *codecs, "--json")
    assert ended.returncode == MEASUREMENT, ended.stderr
    (line,) = [line for line in ended.stderr.splitlines() if line.startswith("sizes of school/110/random on fake: ")]
    assert line.count(" kB") == 5
    cells = {cell["codec"]: cell for cell in json.loads(ended.stdout)["cells"]}
    assert {name: bool(cell["size_bytes"]) for name, cell in cells.items()} == {
        "steady": True,
        **dict.fromkeys(whys, False),
        "slower-2": True,
    }
    assert all(why in cells[name]["why"] for name, why in whys.items())


@pytest.mark.long
def test_sizes_for_machines_and_for_pull_requests(wirelab: Wirelab, tmp_path: Path) -> None:
    words = ("sizes", "school", "--platform", "fake", "--size", "110", "--codec", "steady")
    told = json.loads(wirelab(*words, "--json").stdout)
    (cell,) = told["cells"]
    assert (cell["workload"], cell["size"], cell["codec"], cell["platform"]) == ("school", "110", "steady", "fake")
    assert list(cell["size_bytes"]) == ["none", "gzip-6", "deflate-6", "zstd-3"]
    lines = wirelab(*words, "--markdown").stdout.splitlines()
    assert lines[0] == "## school/110/random, bytes"
    assert f"| steady | fake | {cell['size_bytes']['none']:,} |" in lines[4]
    piped = wirelab(*words, "--csv", "-")
    assert piped.stdout.splitlines()[0].startswith("workload,size,variant,platform,codec")
    assert "school/110/random, bytes" in piped.stderr
