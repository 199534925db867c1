"""Bytes that are broken: a codec refuses them or reads something, and the process lives on, in a heap of 256 MB."""

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.conftest import ROOT
from wirelab.app.resources import cache_folder
from wirelab.execution.build import build_runner, build_types
from wirelab.execution.program import Program, environment
from wirelab.execution.runners import RunnerHome, load_expected_failures, load_runner
from wirelab.execution.transport import ProcessTransport
from wirelab.protocol.messages import ANSWER, Answer, Decoded, Encoded, Fault, Loaded, Verified
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import compile_workload, load_workload

RUNNERS = sorted(path.parent.name for path in ROOT.glob("runners/jvm*/runner.toml"))
FEEDER = ROOT / "runners" / "jvm-core" / "src" / "test" / "java" / "wirelab" / "hostile" / "HostileInput.java"
TORTURE = load_workload(ROOT / "tests" / "workloads" / "torture")
MOST_INPUTS = 2_000
CHECK = "broken bytes"

pytestmark = [pytest.mark.usefixtures("jdk"), pytest.mark.timeout(900)]


@pytest.fixture(scope="module", params=RUNNERS)
def home(request: pytest.FixtureRequest) -> RunnerHome:
    return load_runner(ROOT / "runners" / request.param)


@pytest.fixture(scope="module")
def program(jdk: None, home: RunnerHome) -> Program:
    built = build_runner(home, cache_folder(), lambda _: None)
    types = build_types(built, compile_workload(TORTURE), cache_folder(), lambda _: None)
    made = built.program("jvm", types)
    java, *rest = made.platform.start
    return replace(made, platform=made.platform.model_copy(update={"start": (java, "-Xmx256m", *rest)}))


def corpus(variant: str) -> Corpus:
    return make_corpus(TORTURE, "1", variant, None, cache_folder(), lambda _: None)


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
    home: RunnerHome, program: Program, feeder: list[str]
) -> None:
    """Without the protocol between: thousands of inputs a codec, one process for all of them.

    Libraries that go around the language's checks may take the process down, where `expected-failures.toml` says so:
    which input does depends on what lies where in memory. Another process goes on behind them.
    """
    files = [str(corpus(variant).path) for variant in ("plain", "maps", "logical")]
    fatal = {each.codec for each in load_expected_failures(home.folder) if each.check == CHECK}
    left = [*home.manifest.codecs]
    while left:
        command = [*feeder, str(MOST_INPUTS), ",".join(left), *files]
        ended = subprocess.run(
            command, env=environment(program.platform), capture_output=True, text=True, timeout=600, check=False
        )
        for text in ended.stdout.splitlines():
            line = json.loads(text)
            assert line["codec"] == left.pop(0)
            assert_borne(line)
        if ended.returncode < 0 and left and left[0] in fatal:
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


def broken(file: bytes) -> Iterator[bytes]:
    """Files of one frame that is nothing, noise, or a piece of what was encoded."""
    middle = len(file) // 2
    for payload in (b"", b"\0" * 64, b"\xff" * 64, file[2:100], file[middle : middle + 100]):
        yield bytes([len(payload)]) + payload


def test_a_runner_answers_and_goes_on(home: RunnerHome, program: Program, tmp_path: Path) -> None:
    transport = ProcessTransport(program.command(), environment(program.platform))

    def ask(**message: Any) -> Answer:
        transport.send(TypeAdapter(dict[str, Any]).dump_json(message) + b"\n")
        return ANSWER.validate_json(transport.receive(60))

    try:
        ask(type="hello", protocol={"major": 1, "minor": 1})
        plain = corpus("plain")
        loaded = ask(type="load", workload="torture", corpora=[str(plain.path)])
        assert isinstance(loaded, Loaded), loaded
        for codec in home.manifest.codecs:
            subject, file = {"codec": codec}, tmp_path / codec
            assert isinstance(ask(type="encode", subject=subject, file=str(file)), Encoded)
            for one in broken(file.read_bytes()):
                file.write_bytes(one)
                decode = {"workload": "torture", "file": str(file), "corpus": str(tmp_path / "read")}
                answer = ask(type="decode", subject=subject, **decode)
                if isinstance(answer, Fault):
                    assert answer.fault == "codec" or "no memory left" in answer.message, answer
                else:
                    assert isinstance(answer, Decoded), answer
            assert isinstance(ask(type="verify", subject=subject, decoded=str(tmp_path / "decoded")), Verified), codec
    finally:
        transport.kill()
