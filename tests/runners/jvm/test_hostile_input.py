"""Bytes that are broken: a codec refuses them or reads something, and the process lives on, in a heap of 256 MB."""

import json
import os
import subprocess
from dataclasses import replace
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.runners.places import WORKLOADS, Bench, Place
from wirelab.building.program import Program, environment
from wirelab.execution.expected import BROKEN_BYTES, Case, expectation_of, load_expected_failures

FEEDER = ROOT / "runners" / "jvm-core" / "src" / "test" / "java" / "wirelab" / "hostile" / "HostileInput.java"
TORTURE = WORKLOADS["torture"]
MOST_INPUTS = 1_000  # of each of three corpora
SMALL_HEAP = ("-Xms256m", "-Xmx256m")  # the last of two counts

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def program(place: Place, bench: Bench) -> Program:
    made = bench.program(place, TORTURE)
    *before, main = made.platform.start
    start = (*before, *SMALL_HEAP, main)
    return replace(made, platform=made.platform.model_copy(update={"start": start}))


@pytest.fixture(scope="module")
def feeder(program: Program, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What starts the feeder in the runner's virtual machine, but for its arguments."""
    *machine, _main = program.command()
    classes = str(tmp_path_factory.mktemp("classes"))
    place = machine.index("-cp") + 1
    subprocess.run(["javac", "--release", "17", "-cp", machine[place], "-d", classes, str(FEEDER)], check=True)
    machine[place] += f"{os.pathsep}{classes}"
    return [*machine, "wirelab.hostile.HostileInput"]


def test_bytes_cut_off_or_flipped_anywhere_are_refused_or_read(
    place: Place, bench: Bench, program: Program, feeder: list[str]
) -> None:
    """Without the protocol between: thousands of inputs a codec, one process for all of them.

    Libraries that go around the language's checks may take the process down, where `expected-failures.toml` says so:
    which input does depends on what lies where in memory. Another process goes on behind them.
    """
    files = [str(bench.corpus(TORTURE, "1", variant).path) for variant in ("plain", "maps", "logical")]
    expected = load_expected_failures(place.found.folder)
    left = [*place.found.manifest.codecs]
    while left:
        command = [*feeder, str(MOST_INPUTS), ",".join(left), *files]
        ended = subprocess.run(
            command, env=environment(program.platform), capture_output=True, text=True, timeout=600, check=False
        )
        for text in ended.stdout.splitlines():
            if not text.startswith("{"):
                break  # the virtual machine tells of its own end
            line = json.loads(text)
            assert line["codec"] == left.pop(0)
            assert_borne(line)
        if ended.returncode < 0 and left and expectation_of(expected, Case(BROKEN_BYTES, left[0])):
            left.pop(0)
        else:
            assert (ended.returncode, left) == (0, []), (ended.stdout[-2000:], ended.stderr[-2000:])


def assert_borne(line: dict[str, Any]) -> None:
    """All inputs came to a good end, and the codec still read whole bytes behind them."""
    assert line["inputs"] > MOST_INPUTS, line
    assert line["refused"] > 0, line
    assert line["escaped"] == [], line
    assert line["ailing"] == 0, line
    assert line["decoded"] + line["refused"] + line["out_of_memory"] + line["out_of_stack"] == line["inputs"], line
