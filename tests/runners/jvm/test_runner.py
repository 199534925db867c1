"""The JVM's runners as the lab starts them. Their own parts have tests in Java, run by Maven from here."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from pydantic import TypeAdapter

from tests.conftest import require
from wirelab.execution.build import BuiltRunner, build_runner, build_types
from wirelab.execution.program import Program, environment
from wirelab.execution.runners import RunnerHome, load_expected_failures, load_runner
from wirelab.execution.tools import probe
from wirelab.execution.transport import ProcessTransport
from wirelab.protocol.messages import ANSWER, Answer, Fault, Loaded, Mismatch, Ready, Verified
from wirelab.schema.objects import objects_digest
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import Workload, compile_workload, load_workload

ROOT = Path(__file__).parents[3]
RUNNERS = sorted(path.parent.name for path in ROOT.glob("runners/jvm*/runner.toml"))
SCHOOL = ROOT / "workloads" / "school"
TORTURE = ROOT / "tests" / "workloads" / "torture"
# As published: XML is about four times the size of protobuf. Compact Thrift is as small as protobuf.
SIZES_IN_BYTES = {
    "protobuf-java": (84_000, 84_500),
    "jaxb-moxy": (285_000, 355_000),
    "jaxb-ri": (318_000, 355_000),
    "thrift-java-binary": (116_000, 121_000),
    "thrift-java-compact": (83_500, 85_500),
    "avro": (75_000, 78_000),
    "flatbuffers": (135_000, 143_000),
    "scalapb": (84_000, 84_500),
    "scrooge-binary": (116_000, 121_000),
    "scrooge-compact": (83_500, 85_500),
    "scala-pickling-json": (320_000, 330_000),
    "scala-pickling-binary": (127_500, 129_000),
}
Ask = Callable[[dict[str, Any]], Answer]
Talk = Callable[[Workload, str, str], tuple[Ask, Ask]]

pytestmark = [pytest.mark.usefixtures("jdk"), pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def cache() -> Path:
    """The lab's cache, so that the runner is built once for all tests and for later runs."""
    return Path(os.environ.get("WIRELAB_CACHE") or platformdirs.user_cache_dir("wirelab"))


@pytest.fixture(scope="module", params=RUNNERS)
def home(request: pytest.FixtureRequest, cache: Path) -> RunnerHome:
    """Each runner whose build has the tools it needs here."""
    found = load_runner(ROOT / "runners" / request.param)
    build = found.manifest.build
    for tool in found.tools((*build.runner.requires, *build.types.requires)):
        require(tool.command, probe(tool, cache).ok, f"no {tool.command} for runner {found.name}")
    return found


@pytest.fixture(scope="module")
def built(jdk: None, home: RunnerHome, cache: Path) -> BuiltRunner:
    return build_runner(home, cache, lambda _: None)


@pytest.fixture
def talk(built: BuiltRunner, cache: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Talk:
    """Start a process that has loaded a corpus; what asks it, and what verifies a subject on that corpus."""

    def start(workload: Workload, size: str, variant: str) -> tuple[Ask, Ask]:
        corpus = make_corpus(workload, size, variant, None, cache, lambda _: None)
        schema = compile_workload(workload)
        ask = asking(built.program("jvm", build_types(built, schema, cache, lambda _: None)), request)
        ask({"type": "hello", "protocol": {"major": 1, "minor": 1}})
        loaded = ask({"type": "load", "workload": workload.name, "corpora": [str(corpus.path)]})
        assert isinstance(loaded, Loaded), loaded

        def verify(subject: dict[str, Any]) -> Answer:
            answer = ask({"type": "verify", "subject": subject, "decoded": str(tmp_path / "decoded")})
            if isinstance(answer, Verified):
                found = objects_digest(tmp_path / "decoded", corpus.digest, schema.descriptor_set, schema.root)
                assert found == corpus.digest, subject
            return answer

        return ask, verify

    return start


def asking(program: Program, request: pytest.FixtureRequest) -> Ask:
    transport = ProcessTransport(program.command(), environment(program.platform))
    request.addfinalizer(transport.kill)

    def ask(message: dict[str, Any]) -> Answer:
        transport.send(TypeAdapter(dict[str, Any]).dump_json(message) + b"\n")
        return ANSWER.validate_json(transport.receive(600))  # the slowest codec reads a megabyte in most of a minute

    return ask


def test_it_announces_exactly_what_its_manifest_says(
    home: RunnerHome, built: BuiltRunner, request: pytest.FixtureRequest
) -> None:
    ready = asking(built.program("jvm"), request)({"type": "hello", "protocol": {"major": 1, "minor": 1}})
    assert isinstance(ready, Ready)
    assert {codec.name for codec in ready.codecs} == set(home.manifest.codecs)
    assert {compressor.name for compressor in ready.compressors} == set(home.manifest.compressors)
    assert "G1" in ready.details["collectors"]


@pytest.mark.parametrize("variant", ["random", "same"])
def test_every_codec_carries_the_school(home: RunnerHome, talk: Talk, variant: str) -> None:
    _, verify = talk(load_workload(SCHOOL), "1100", variant)
    encoded = {}
    for codec in home.manifest.codecs:
        for compressor in (None, *home.manifest.compressors):
            verified = verify({"codec": codec, "compressor": compressor})
            assert isinstance(verified, Verified), (codec, verified)
            encoded[codec] = verified.encoded_bytes
    for codec, (least, most) in SIZES_IN_BYTES.items():
        if codec in encoded:
            assert least < encoded[codec] < most, codec


def test_every_value_of_a_parameter_carries_the_school(talk: Talk) -> None:
    ask, verify = talk(load_workload(SCHOOL), "110", "random")
    ready = ask({"type": "hello", "protocol": {"major": 1, "minor": 1}})
    assert isinstance(ready, Ready)
    for codec in ready.codecs:
        for parameter in codec.parameters:
            for value in parameter.values:
                subject = {"codec": codec.name, "parameters": {parameter.name: value}}
                verified = verify(subject)
                assert isinstance(verified, Verified), (subject, verified)


@pytest.mark.parametrize("variant", load_workload(TORTURE).variants.values)
def test_every_codec_carries_the_torture_but_for_expected_failures(home: RunnerHome, talk: Talk, variant: str) -> None:
    _, verify = talk(load_workload(TORTURE), "1", variant)
    failed = set()
    for codec in home.manifest.codecs:
        answer = verify({"codec": codec})
        if not isinstance(answer, Verified):
            assert isinstance(answer, Mismatch) or (isinstance(answer, Fault) and answer.fault == "codec"), answer
            failed.add(codec)
    expected = {
        failure.codec
        for failure in load_expected_failures(home.folder)
        if failure.workload == "torture" and failure.variant == variant
    }
    assert failed == expected


def test_its_own_tests_pass_and_its_sources_are_formatted(home: RunnerHome, tmp_path: Path) -> None:
    for name in ("jvm-core", home.name):
        shutil.copytree(home.folder.parent / name, tmp_path / name, ignore=shutil.ignore_patterns("target"))
    command = ["mvn", "-B", "-ntp", "-q", "spotless:check", "test"]
    ended = subprocess.run(command, cwd=tmp_path / home.name, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:]
