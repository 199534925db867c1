"""The lab and the platforms' own harnesses measure the same work; only a quiet machine shows whether they agree."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.crosscheck.cells import HERE, Harness
from benchmarks.crosscheck.verdict import ROUNDS, Verdict, interval, verdict

from tests.conftest import ROOT
from wirelab.app.platforms import runners
from wirelab.app.resources import workload_catalogue
from wirelab.files.toml import parse_document
from wirelab.model.subject import parse_subject
from wirelab.report.quantities import several

HARNESSES = sorted(HERE.glob("*/harness.toml"))


@pytest.mark.parametrize(
    ("log_ratios", "expected"),
    [
        ([], Verdict.OPEN),
        ([0.0], Verdict.OPEN),
        ([0.01, -0.01, 0.0, 0.01, -0.01, 0.0], Verdict.AGREES),
        ([0.2, 0.21, 0.19, 0.2, 0.21, 0.19], Verdict.DIFFERS),
        ([-0.2, -0.21, -0.19, -0.2, -0.21, -0.19], Verdict.DIFFERS),
        ([0.2, -0.2, 0.1, -0.1, 0.0, 0.05], Verdict.OPEN),
        ([0.05, 0.051, 0.049, 0.05, 0.051, 0.049], Verdict.OPEN),
    ],
)
def test_a_verdict_needs_the_whole_interval_on_one_side_of_the_band(log_ratios: list[float], expected: Verdict) -> None:
    assert verdict(interval(log_ratios, last=False)) is expected


def test_the_last_look_may_use_the_error_that_earlier_looks_left() -> None:
    logs = [0.0, 0.05, -0.04, 0.01, 0.02]
    early, last = interval(logs, last=False), interval(logs, last=True)
    assert early is not None
    assert last is not None
    assert last.high < early.high
    full = (logs * ROUNDS)[:ROUNDS]
    assert interval(full, last=False) == interval(full, last=True)


@pytest.mark.parametrize("path", HARNESSES, ids=lambda path: path.parent.name)
def test_the_cells_of_a_harness_exist(path: Path) -> None:
    harness = parse_document(path.read_text(), Harness, str(path))
    codecs = {
        codec
        for runner in runners((harness.platform,))
        if any(platform.name == harness.platform for platform in runner.manifest.platforms)
        for codec in runner.manifest.codecs
    }
    assert len(set(harness.cells)) == len(harness.cells) >= 12
    for cell in harness.cells:
        workload = workload_catalogue().find(cell.workload)
        workload.corpus_name(cell.size, cell.variant or workload.variants.default)
        assert parse_subject(cell.subject).codec in codecs
        assert not cell.benchmark or cell.benchmark.rpartition(".")[2] in _user_code(path.parent)


def test_benchmarks_that_users_wrote_share_no_code_with_the_runner() -> None:
    assert not re.search(r"import wirelab\.", _user_code(HERE / "jvm"))
    assert not re.search(r"using Wirelab|Wirelab\.Runner", _user_code(HERE / "dotnet"))


def _user_code(folder: Path) -> str:
    paths = [*folder.glob("src/**/user/*.java"), *folder.glob("User.cs")]
    return "\n".join(path.read_text() for path in paths)


@pytest.mark.exhaustive
@pytest.mark.timeout(900)
@pytest.mark.builds
@pytest.mark.parametrize(
    ("platform", "codec"),
    # Rust's harness compiles the runner again, with optimizations: minutes.
    [("python", "cbor2"), ("jvm", "java-serialization"), ("dotnet-console", "bson-newtonsoft")],
)
def test_a_cross_check_measures_both_sides_and_goes_on_where_it_ended(
    platform: str, codec: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if platform == "jvm":
        request.getfixturevalue("jdk")
    kept = tmp_path / "rounds.jsonl"
    for rounds in (1, 2):
        command = [sys.executable, "-m", "benchmarks.crosscheck", platform, "--codec", codec, "--rounds", str(rounds)]
        ended = subprocess.run(
            [*command, "--keep", str(kept)], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False
        )
        assert ended.returncode in (0, 1), ended.stderr
        assert f"| {several(rounds, 'round')}, " in ended.stdout, ended.stderr
        found = [json.loads(line) for line in kept.read_text().splitlines()]
        assert len(found) == rounds
    for each in found:
        # The same work on both sides: wide enough for a machine that is busy with other tests.
        assert 0.02 < each["lab_ns"] / each["harness_ns"] < 50
