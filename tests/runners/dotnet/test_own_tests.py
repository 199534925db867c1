"""Tests of the parts that only C# has, in `runners/dotnet/tests`; and how its sources are written."""

import re
import subprocess

import pytest

from tests.conftest import ROOT, require
from tests.runners.kept import kept

QUIET = ("-nologo", "-nodeReuse:false", "-maxCpuCount:1", "-verbosity:quiet")
NOT_THERE = re.compile(r"NU110[123]: .*")


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.builds
def test_its_own_tests_pass(dotnet: str) -> None:
    command = [dotnet, "test", "tests", *QUIET]
    with kept([ROOT / "runners" / "dotnet"]) as place:
        folder = place / "dotnet"
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=500, check=False)
    if (missing := NOT_THERE.search(ended.stdout)) is not None:
        require("dotnet", found=False, why=f"xunit is not in the configured sources: {missing[0]}")
    assert ended.returncode == 0, ended.stdout[-4000:]
    passed = re.search(r"Passed: +(\d+)", ended.stdout)
    assert passed is not None, ended.stdout[-4000:]
    assert int(passed[1]) > 25
