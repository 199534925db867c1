"""The costs of collections, in whole runs over scripted subjects."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab


@pytest.mark.long
def test_a_ratio_of_a_codec_that_collects_is_of_means(wirelab: Wirelab, tmp_path: Path) -> None:
    # `collecting` takes 0.9 times as long as `steady`, and doubles every fourth batch: 1.125 on average.
    study = write_study(tmp_path, "steady", "collecting", rounds=3)
    # A warm-up of 20 ms may end before it shows collections, and turns are then as short as without them.
    text = (tmp_path / study).read_text(encoding="utf-8")
    (tmp_path / study).write_text(text.replace("warm_up_max_ms = 20\n", "warm_up_max_ms = 2000\n"), encoding="utf-8")
    ended = wirelab("run", study, "--seed", "2", "--json")
    assert ended.returncode == 0, ended.stderr
    results = json.loads(ended.stdout)
    (found,) = [each for each in results["findings"] if each["cell"]["subject"] == "collecting"]
    assert found["sustained"]
    assert found["ratio"]["sustained"]
    assert found["ratio"]["ratio"]["estimate"] == pytest.approx(1.125, rel=0.04)
    (usage,) = [each for each in results["usage"] if each["cell"]["subject"] == "collecting"]
    least = 3 * (15 * 5 // 4)  # every fourth batch of three rounds, lead-ins included
    assert 4 * least <= usage["collections"] <= 60 * least, "its turns are longer, since collections make them scatter"
    assert usage["gc_share"] == pytest.approx(0.2, abs=0.01)
    text, page = wirelab("report").stdout, (tmp_path / "wirelab-report.html").read_text()
    for shown in (text, page):
        assert "The mean time of a call, garbage collections included" in shown
    assert ">collections</th>" in page


@pytest.mark.long
def test_runtimes_that_report_no_collections_have_medians(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab("run", write_study(tmp_path, "steady", "chatty"), "--seed", "2", "--json")
    assert ended.returncode == 0, ended.stderr
    results = json.loads(ended.stdout)
    assert not any(finding["sustained"] for finding in results["findings"])
    assert all(each["collections"] is None for each in results.get("usage", ()))
    assert "garbage collections included" not in wirelab("report").stdout


@pytest.mark.long
def test_times_may_be_shown_by_object(wirelab: Wirelab, tmp_path: Path) -> None:
    assert wirelab("run", write_study(tmp_path, "steady", rounds=2), "--seed", "2").returncode == 0
    with duckdb.connect(tmp_path / "wirelab.duckdb") as connection:
        connection.execute("UPDATE corpus SET objects = 10, encoded_bytes = 2000")
    lines = wirelab("report", "--per", "object").stdout.splitlines()
    header, row = lines[(at := next(i for i, line in enumerate(lines) if line.startswith("subject"))) : at + 2]
    assert header.split()[2:5] == ["time/object", "interval", "data"]
    assert 80 < float(row.split()[2]) < 120, "an operation takes about 1000 ns"
    assert row.split()[3] == "ns"
    assert " GB/s " in row
