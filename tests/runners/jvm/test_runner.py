"""What the JVM's runners alone have; what all runners must do, `tests/runners/test_every_runner.py` tells."""

import subprocess

import pytest

from tests.runners.kept import kept
from tests.runners.places import Bench, Place

pytestmark = pytest.mark.timeout(900)


def test_it_says_which_collectors_it_has(place: Place, bench: Bench) -> None:
    assert "G1" in bench.ready(place).details["collectors"]


def test_its_own_tests_pass(place: Place) -> None:
    """Those of what Java alone has; that sources are formatted, `make check` says."""
    if not (place.found.folder / "src" / "test").is_dir():
        pytest.skip(f"{place.runner} has no tests of its own: the suite for every runner has them all")
    command = ["mvn", "-B", "-ntp", "-q", "test"]
    with kept([place.found.folder.parent / "jvm-core", place.found.folder]) as copies:
        folder = copies / place.runner
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:]
