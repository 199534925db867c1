"""Windows behind measured batches, in whole runs over scripted subjects."""

import json
from pathlib import Path

import duckdb
import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from wirelab.model.measurement import Phase
from wirelab.store.lab import Lab


@pytest.mark.long
def test_a_codec_that_collects_is_faster_by_medians_and_slower_on_average(wirelab: Wirelab, tmp_path: Path) -> None:
    # `collecting` takes 0.9 of what `steady` takes, and doubles every fourth batch: 1.125 on average.
    study, lab = write_study(tmp_path, "steady", "collecting", rounds=7, window_rounds=2), tmp_path / "wirelab.duckdb"
    ended = wirelab("run", study, "--seed", "2", "--json")
    assert ended.returncode == 0, ended.stderr
    results = json.loads(ended.stdout)
    (usage,) = [each for each in results["usage"] if each["cell"]["subject"] == "collecting"]
    (time_ns,) = [f["time_ns"]["estimate"] for f in results["findings"] if f["cell"]["subject"] == "collecting"]
    assert len(usage["means_ns"]) == 2
    assert usage["collections"] == 6, "three in the window of each process"
    assert usage["gc_share"] == pytest.approx(0.2, abs=0.01)
    assert usage["means_ns"] == pytest.approx([1.25 * time_ns] * 2, rel=0.05)
    assert [(each["cell"]["subject"], each["by"]) for each in results["reversals"]] == [("collecting", "mean time")]
    text, page = wirelab("report").stdout, (tmp_path / "wirelab-report.html").read_text()
    more = f"takes {round(100 * (results['reversals'][0]['ratio'] - 1))} % more time on average, collections included."
    said = f"is faster than steady on fake by medians, but {more}"
    assert said in text
    assert said in page
    assert "Times as they are used" in page
    with Lab.open(lab, create=False, read_only=True) as opened:
        spreads = {spread.batches for spread in opened.spreads(1)}
        windowed = {planned.round for planned in opened.planned(1) if has_window(opened, planned)}
    assert (spreads, windowed) == ({5}, {0, 1}), "windows are in no median, and in the first rounds alone"


def has_window(lab: Lab, planned) -> bool:
    return any(batch.phase is Phase.WINDOW for batch in lab.batches(1, planned))


@pytest.mark.long
def test_a_runner_that_knows_no_window_is_measured_without_one(wirelab: Wirelab, tmp_path: Path) -> None:
    study = write_study(tmp_path, "steady", "chatty", window_rounds=2)
    assert wirelab("run", study, "--seed", "2", "--json").returncode == 0
    with duckdb.connect(tmp_path / "wirelab.duckdb") as connection:
        connection.execute("DELETE FROM batch WHERE phase = 'window'")
        connection.execute("DELETE FROM forecast")
    results = json.loads(wirelab("report", "--json").stdout)
    assert "usage" not in results
    assert all(finding["time_ns"] for finding in results["findings"])


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
