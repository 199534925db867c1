"""The citation of the published folder, by the format's own validator."""

import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tests.conftest import ROOT
from tests.publish.labs import add
from tests.web.invented_labs import HOSTILE
from wirelab.app.publish.publish import About, publish
from wirelab.app.publish.runs import gathered_runs
from wirelab.report.published.citation import citation

# Its package wants an older jsonschema than ours, so it has an environment of its own, by uv's ordinary client.
TOOL = [str(ROOT / ".venv/bin/uv"), "tool", "run", "--quiet", "--from", "cffconvert==2.0.0", "cffconvert"]
ABOUTS = {
    "nothing is said": About(),
    "all is said": About('A: "title" # no comment', ("Ada: L.", "Example Ltd."), "https://formats.example/wire"),
    "hostile": About(HOSTILE[:200], (HOSTILE[:200], "- name: x", "\u202etxt")),
}


@pytest.mark.parametrize("title", ["Formats \N{ROCKET} \xe9 \u20ac \U0010ffff", 'a\\b "c" <d>'])
def test_it_has_any_title_as_it_was_given(tmp_path: Path, title: str) -> None:
    add(tmp_path / "one.duckdb")
    (run,) = gathered_runs([tmp_path / "one.duckdb"], {}).runs
    written = citation(title, [run], [title], "")
    assert written.isascii()
    found = yaml.safe_load(written)
    assert (found["title"], found["authors"][0]["name"]) == (title, title)


def tool(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*TOOL, *words], capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def validator() -> None:
    if not Path(TOOL[0]).exists() or tool("--version").returncode:
        pytest.skip("uv cannot get cffconvert")


@pytest.mark.long
@pytest.mark.usefixtures("validator")
@pytest.mark.parametrize("about", ABOUTS.values(), ids=ABOUTS)
def test_it_is_valid(tmp_path: Path, about: About) -> None:
    labs, out = tmp_path / "labs", tmp_path / "out"
    labs.mkdir()
    add(labs / "one.duckdb", cpu=HOSTILE, study=HOSTILE)
    publish([labs], out, about, force=False)
    done = tool("--validate", "-i", str(out / "CITATION.cff"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "valid according to schema version 1.2.0" in done.stdout


@pytest.mark.long
@pytest.mark.usefixtures("validator")
def test_the_validator_finds_faults(tmp_path: Path) -> None:
    (tmp_path / "CITATION.cff").write_text("cff-version: 1.2.0\ntitle: x\n")
    assert tool("--validate", "-i", str(tmp_path / "CITATION.cff")).returncode
