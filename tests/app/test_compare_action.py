"""The action for pull requests: its shell step as a runner starts it, with the inputs in its environment."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

ACTION = ROOT / ".github" / "actions" / "compare" / "action.yml"
WORSE, USAGE = 8, 2


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    return found


def _step(action: dict[str, Any], name: str) -> dict[str, Any]:
    return next(step for step in action["runs"]["steps"] if step["name"] == name)


def _compared(action: dict[str, Any], folder: Path, **given: str) -> "subprocess.CompletedProcess[str]":
    """Run the step that compares, with the installed command instead of one that the other step installs."""
    step = _step(action, "Compare")
    inputs = {name: str(each.get("default", "")) for name, each in action["inputs"].items()} | given
    values = {key: inputs[re.fullmatch(r"\$\{\{ inputs\.(\S+) \}\}", text)[1]] for key, text in step["env"].items()}  # type: ignore[index]
    (folder / "wirelab").mkdir(exist_ok=True)
    if not (folder / "wirelab" / "bin").exists():
        (folder / "wirelab" / "bin").symlink_to(Path(sys.executable).parent)
    files = {"GITHUB_STEP_SUMMARY": str(folder / "summary.md"), "GITHUB_OUTPUT": str(folder / "output.txt")}
    environment = {**os.environ, **values, **files, "RUNNER_TEMP": str(folder)}
    script = folder / "step.sh"
    script.write_text(step["run"], encoding="utf-8")
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]  # as GitHub starts `shell: bash`
    return subprocess.run(shell, env=environment, cwd=folder, capture_output=True, text=True, check=False, timeout=300)


def test_inputs_reach_scripts_as_variables_only(action: dict[str, Any]) -> None:
    assert [step["shell"] for step in action["runs"]["steps"]] == ["bash", "bash"]
    assert not any("${{" in step["run"] for step in action["runs"]["steps"])
    used = set(re.findall(r"inputs\.([a-z-]+)", str(action["runs"])))
    assert used == set(action["inputs"]), "every input is used, and no other"


@pytest.mark.long
def test_a_slower_version_fails_the_job(action: dict[str, Any], tmp_path: Path) -> None:
    given = {"workload": "school", "platform": "fake", "budget": "60s"}
    ended = _compared(action, tmp_path, codec="released", old="1.1", new="1.2", **given)
    assert ended.returncode == WORSE, ended.stdout + ended.stderr
    assert "slower by " in (tmp_path / "summary.md").read_text(encoding="utf-8")
    output = dict(line.split("=", 1) for line in (tmp_path / "output.txt").read_text().splitlines())
    assert output == {"report": str(tmp_path / "comparison.md"), "exit-code": str(WORSE)}


@pytest.mark.parametrize("version", ["$(touch caught)", "1.0; touch caught", "`touch caught`", "1.0 --lab x", "' '"])
def test_hostile_inputs_are_refused(action: dict[str, Any], tmp_path: Path, version: str) -> None:
    ended = _compared(action, tmp_path, codec="released", old="1.1", new=version, platform="fake")
    assert ended.returncode == USAGE, ended.stdout + ended.stderr
    assert "not a valid subject" in ended.stderr
    assert not (tmp_path / "caught").exists()
    assert f"exit-code={USAGE}" in (tmp_path / "output.txt").read_text()


@pytest.mark.long
def test_two_revisions_of_a_project(action: dict[str, Any], project: Path, tmp_path: Path) -> None:
    given = {"project": str(project), "workload": "school", "platform": "fake", "budget": "60s"}
    ended = _compared(action, tmp_path, codec="released", old="v1.1", new="HEAD", **given)
    assert ended.returncode == WORSE, ended.stdout + ended.stderr
    assert re.search(r"released@0-g[0-9a-f]+", (tmp_path / "summary.md").read_text(encoding="utf-8"))


@pytest.mark.long
@pytest.mark.parametrize("revision", ["v9", "--help", "$(touch caught)"])
def test_a_revision_that_is_none_is_refused(
    action: dict[str, Any], project: Path, tmp_path: Path, revision: str
) -> None:
    given = {"project": str(project), "platform": "fake"}
    ended = _compared(action, tmp_path, codec="released", old="v1.1", new=revision, **given)
    assert ended.returncode == USAGE, ended.stdout + ended.stderr
    assert f"it has no revision '{revision}'" in ended.stderr
    assert not (tmp_path / "caught").exists()


@pytest.mark.exhaustive
@pytest.mark.builds
@pytest.mark.long
def test_the_step_that_installs(action: dict[str, Any], tmp_path: Path) -> None:
    step = _step(action, "Install Wirelab")
    assert step["env"] == {"SOURCE": "${{ github.action_path }}/../../.."}
    environment = {**os.environ, "SOURCE": str(ACTION.parent / "../../.."), "RUNNER_TEMP": str(tmp_path)}
    script = tmp_path / "step.sh"
    script.write_text(step["run"], encoding="utf-8")
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
    ended = subprocess.run(
        shell, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=280
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    words = [tmp_path / "wirelab" / "bin" / "wirelab", "list", "codecs"]
    shown = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "orjson" in shown.stdout, "its runners travel with it"
