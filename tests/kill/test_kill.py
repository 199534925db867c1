"""A few commands of each kind that writes are killed; `.ci/run` kills for two minutes, a person for an hour."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.kill.families import FAMILIES

SOME = ("run", "resume", "export", "report as Markdown", "sizes", "workload add", "doctor")


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.timeout(600)
def test_some_commands_are_killed_and_nothing_is_lost_or_left() -> None:
    assert {family.name for family in FAMILIES} > set(SOME)
    words = [sys.executable, "-m", "tests.kill", "--seed", "20261125", "--kills", "8"]
    families = [word for name in SOME for word in ("--family", name)]
    ended = subprocess.run([*words, *families], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
