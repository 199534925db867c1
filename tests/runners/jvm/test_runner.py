"""The JVM's runners as the lab starts them. Shared parts have tests of their own, in Java, run by Maven from here."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from pydantic import TypeAdapter

from wirelab.execution.build import BuiltRunner, build_runner, build_types
from wirelab.execution.program import Program, environment
from wirelab.execution.runners import load_expected_failures, load_runner
from wirelab.execution.transport import ProcessTransport
from wirelab.protocol.messages import ANSWER, Answer, Fault, Loaded, Mismatch, Ready, Verified
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import Workload, compile_workload, load_workload

ROOT = Path(__file__).parents[3]
RUNNERS = ROOT / "runners"
SIZED = ["jaxb-moxy", "jaxb-ri", "protobuf-java"]
NAMES = ["jvm", "jvm-pickling"]
SCHOOL = ROOT / "workloads" / "school"
TORTURE = ROOT / "tests" / "workloads" / "torture"
Ask = Callable[[dict[str, Any]], Answer]
Talk = Callable[[Workload, str, str], tuple[Ask, str]]

pytestmark = [pytest.mark.usefixtures("jdk"), pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def cache() -> Path:
    """The lab's cache, so that the runner is built once for all tests and for later runs."""
    return Path(os.environ.get("WIRELAB_CACHE") or platformdirs.user_cache_dir("wirelab"))


@pytest.fixture(scope="module", params=NAMES)
def built(jdk: None, cache: Path, request: pytest.FixtureRequest) -> BuiltRunner:
    return build_runner(load_runner(RUNNERS / request.param), cache, lambda _: None)


@pytest.fixture
def talk(built: BuiltRunner, cache: Path, request: pytest.FixtureRequest) -> Talk:
    """Start a process that has loaded a corpus; what asks it, and the corpus's digest."""

    def start(workload: Workload, size: str, variant: str) -> tuple[Ask, str]:
        corpus = make_corpus(workload, size, variant, None, cache, lambda _: None)
        types = build_types(built, compile_workload(workload), cache, lambda _: None)
        ask = asking(built.program("jvm", types), request)
        ask({"type": "hello", "protocol": {"major": 1, "minor": 0}})
        load = {"type": "load", "workload": workload.name, "corpus": str(corpus.path), "digest": corpus.digest}
        loaded = ask(load)
        assert isinstance(loaded, Loaded), loaded
        assert loaded.digest == corpus.digest
        return ask, corpus.digest

    return start


def asking(program: Program, request: pytest.FixtureRequest) -> Ask:
    transport = ProcessTransport(program.command(), environment(program.platform))
    request.addfinalizer(transport.kill)

    def ask(message: dict[str, Any]) -> Answer:
        transport.send(TypeAdapter(dict[str, Any]).dump_json(message) + b"\n")
        return ANSWER.validate_json(transport.receive(120))

    return ask


def test_it_announces_exactly_what_its_manifest_says(built: BuiltRunner, request: pytest.FixtureRequest) -> None:
    ready = asking(built.program("jvm"), request)({"type": "hello", "protocol": {"major": 1, "minor": 0}})
    assert isinstance(ready, Ready)
    manifest = built.home.manifest
    assert {codec.name for codec in ready.codecs} == set(manifest.codecs)
    assert {compressor.name for compressor in ready.compressors} == set(manifest.compressors)
    assert "G1" in ready.details["collectors"]


@pytest.mark.parametrize("variant", ["random", "same"])
def test_every_codec_carries_the_school(talk: Talk, built: BuiltRunner, variant: str) -> None:
    ask, digest = talk(load_workload(SCHOOL), "1100", variant)
    for codec in built.home.manifest.codecs:
        for compressor in (None, *built.home.manifest.compressors):
            verified = ask({"type": "verify", "subject": {"codec": codec, "compressor": compressor}})
            assert isinstance(verified, Verified), (codec, verified)
            assert verified.digest == digest


@pytest.mark.parametrize("built", ["jvm"], indirect=True)
def test_xml_is_about_four_times_the_size_of_protobuf_as_published(talk: Talk) -> None:
    ask, _ = talk(load_workload(SCHOOL), "1100", "random")
    verified = {codec: ask({"type": "verify", "subject": {"codec": codec}}) for codec in SIZED}
    encoded = {codec: answer.encoded_bytes for codec, answer in verified.items() if isinstance(answer, Verified)}
    assert 3.4 < encoded["jaxb-moxy"] / encoded["protobuf-java"] < 4.2
    assert 3.8 < encoded["jaxb-ri"] / encoded["protobuf-java"] < 4.2


@pytest.mark.parametrize("variant", load_workload(TORTURE).variants.values)
def test_every_codec_carries_the_torture_but_for_expected_failures(
    talk: Talk, built: BuiltRunner, variant: str
) -> None:
    ask, digest = talk(load_workload(TORTURE), "1", variant)
    failed = set()
    for codec in built.home.manifest.codecs:
        answer = ask({"type": "verify", "subject": {"codec": codec}})
        if isinstance(answer, Verified):
            assert answer.digest == digest
        else:
            assert isinstance(answer, Mismatch) or (isinstance(answer, Fault) and answer.fault == "codec"), answer
            failed.add(codec)
    expected = {
        failure.codec
        for failure in load_expected_failures(built.home.folder)
        if failure.workload == "torture" and failure.variant == variant
    }
    assert failed == expected


@pytest.mark.parametrize("name", NAMES)
def test_its_own_tests_pass_and_its_sources_are_formatted(tmp_path: Path, name: str) -> None:
    for folder in ("jvm-core", name):
        shutil.copytree(RUNNERS / folder, tmp_path / folder, ignore=shutil.ignore_patterns("target"))
    command = ["mvn", "-B", "-ntp", "-q", "spotless:check", "test"]
    ended = subprocess.run(command, cwd=tmp_path / name, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:]
