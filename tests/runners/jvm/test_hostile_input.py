"""Bytes that are broken: a codec refuses them or reads something, and the process lives on, in a heap of 256 MB."""

import json
import os
import subprocess
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.runners.jvm.processes import copy, programs, runner
from tests.runners.places import SLOW, quick_compiler
from wirelab.building.program import environment
from wirelab.execution.check.expected import BROKEN_BYTES, Case, expectation_of, load_expected_failures

FEEDER = ROOT / "runners" / "jvm-core" / "src" / "test" / "java" / "wirelab" / "hostile" / "HostileInput.java"
MOST_INPUTS, MOST_IF_SLOW = 1_000, 100  # of each of three files
SMALL_HEAP = ("-Xms256m", "-Xmx256m")  # the last of two sizes counts

pytestmark = [pytest.mark.builds, pytest.mark.exhaustive, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def feeder(name: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that starts the feeder in the runner's virtual machine, but for its arguments."""
    *machine, _main = programs(name, "torture").typed["torture"].command()
    classes = str(tmp_path_factory.mktemp("classes"))
    place = machine.index("-cp") + 1
    subprocess.run(["javac", "--release", "17", "-cp", machine[place], "-d", classes, str(FEEDER)], check=True)
    machine[place] += f"{os.pathsep}{classes}"
    return [*machine, *SMALL_HEAP, *quick_compiler(name), "wirelab.hostile.HostileInput"]


def test_bytes_cut_off_or_flipped_anywhere_are_refused_or_read(name: str, feeder: list[str]) -> None:
    """Without the protocol between: thousands of inputs per codec, one process for all of them.

    Libraries that go around the language's checks may take the process down, where `expected-failures.toml` says so:
    which input does depends on the layout of memory. Another process continues behind them.
    """
    files = [str(copy("torture", "1", variant).objects) for variant in ("plain", "maps", "logical")]
    expected = load_expected_failures(runner(name).folder)
    started = programs(name, "torture").typed["torture"]
    most = MOST_IF_SLOW if name in SLOW else MOST_INPUTS
    left = [*runner(name).manifest.codecs]
    while left:
        command = [*feeder, str(most), ",".join(left), *files]
        ended = subprocess.run(
            command, env=environment(started.platform), capture_output=True, text=True, timeout=600, check=False
        )
        for text in ended.stdout.splitlines():
            if not text.startswith("{"):
                break  # the virtual machine's own words about its end
            line = json.loads(text)
            assert line["codec"] == left.pop(0)
            assert_borne(line, most)
        if ended.returncode < 0 and left and expectation_of(expected, Case(BROKEN_BYTES, left[0])):
            left.pop(0)
        else:
            assert (ended.returncode, left) == (0, []), (ended.stdout[-2000:], ended.stderr[-2000:])


def assert_borne(line: dict[str, Any], most: int) -> None:
    """All inputs came to a good end, and the codec still read whole bytes behind them."""
    assert line["inputs"] > most, line
    assert line["refused"] > 0, line
    assert line["escaped"] == [], line
    assert line["ailing"] == 0, line
    assert line["decoded"] + line["refused"] + line["out_of_memory"] + line["out_of_stack"] == line["inputs"], line
