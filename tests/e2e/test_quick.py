"""The main job on real runners, the way a newcomer meets it."""

import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from tests.conftest import ROOT, Wirelab


@pytest.mark.builds
def test_the_quick_study_with_two_rounds(wirelab: Wirelab, tmp_path: Path, jdk: None) -> None:
    """One way, briefly: on a machine that is busy with other tests a longer warm-up settles nothing."""
    study = (ROOT / "studies" / "quick.toml").read_text()
    short = re.sub(r"(?m)^warm_up_max_ms = .*$", "warm_up_max_ms = 300\nturns = 5", study)
    assert short != study
    (tmp_path / "quick.toml").write_text(short)
    ended = wirelab("run", "quick.toml", "--rounds", "2", "--operation", "serialize", "--json", timeout=1200)
    results = json.loads(ended.stdout)
    assert results["losses"] == []
    assert results["not_run"] == []
    own = [finding for finding in results["findings"] if not finding["cell"]["twin"]]
    subjects = {(finding["cell"]["platform"], finding["cell"]["subject"]) for finding in own}
    assert subjects == {
        ("jvm", "jaxb-ri"),
        ("jvm", "jaxb-ri+gzip"),
        ("jvm", "gson"),
        ("jvm", "protobuf-java"),
        ("python", "orjson"),
        ("python", "protobuf-python"),
    }
    assert len(own) == 6
    assert ended.returncode == 0, ended.stderr
    assert all(len(finding["process_times_ns"]) == 2 for finding in own)
    sizes = {finding["cell"]["subject"]: finding["encoded_bytes"] for finding in own}
    assert sizes["protobuf-java"] == sizes["protobuf-python"], "the same values make the same bytes"
    assert 2.9 < sizes["jaxb-ri"] / sizes["protobuf-java"] < 3.1
    assert sizes["jaxb-ri+gzip"] < sizes["protobuf-java"]
    page = (tmp_path / "wirelab-report.html").read_text()
    assert not re.findall(r'(?:src|href)="https?:', page)


@pytest.mark.builds
def test_the_wheel_works_in_an_empty_folder(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(tmp_path)]
    subprocess.run([*build, str(ROOT)], check=True, timeout=300, cwd=tmp_path)
    (wheel,) = tmp_path.glob("wirelab-*.whl")
    home = tmp_path / "fresh"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", str(wheel)], check=True
    )
    # The libraries are those of this environment, so that the test needs no registry; Wirelab itself is the wheel's.
    (site,) = home.glob("lib/python3*/site-packages")
    libraries = next(Path(path) for path in sys.path if path.endswith("site-packages"))
    (site / "libraries.pth").write_text(f"{libraries}\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    words = [
        "-c",
        "from wirelab.cli import main; main()",
        "run",
        "--platform",
        "fake",
        "--codec",
        "steady",
        "--rounds",
        "2",
    ]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ended = subprocess.run(
        [python, *words], cwd=empty, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 0, ended.stderr
    where = subprocess.run(
        [python, "-c", "import wirelab; print(wirelab.__file__)"], cwd=empty, capture_output=True, text=True, check=True
    )
    assert Path(where.stdout.strip()).is_relative_to(home)
    assert sorted(path.name for path in empty.iterdir()) == ["wirelab-report.html", "wirelab.duckdb"]
    page = (empty / "wirelab-report.html").read_text(encoding="utf-8")
    assert 'class="marks"' in page, "commands that tests fork have no figures, this one does"
    assert "could not be drawn" not in page


@pytest.mark.parametrize("word", ["setup", "run", "test", "check", "fix", "clean"])
def test_the_makefile_has_what_the_readme_promises(word: str) -> None:
    ended = subprocess.run(["make", "-n", word], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
