"""Bytes written by one library are read by another, here or in another runtime, with the same values."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.conftest import ROOT
from wirelab.app.resources import cache_folder
from wirelab.building.build import build_runner, build_types
from wirelab.execution.exchange import decode_file, encode_file
from wirelab.building.program import Program, environment, open_process
from wirelab.building.runners import load_runner
from wirelab.process.transport import ProcessTransport
from wirelab.execution.measuring import Setting
from wirelab.model.measurement import Loss
from wirelab.model.subject import parse_subject
from wirelab.protocol.messages import ANSWER, Answer, Decoded, Encoded, Fixed, Loaded
from wirelab.schema.objects import objects_digest
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Workload, compile_workload, load_workload

SCHOOL = load_workload(ROOT / "workloads" / "school")
TORTURE = load_workload(ROOT / "tests" / "workloads" / "torture")
PAIRS = [
    ("protobuf-java", "protobuf-python"),
    ("protobuf-java+gzip", "protobuf-python+gzip"),
    ("protobuf-java+zstd", "protobuf-python+zstd"),
    ("gson", "json"),
    ("gson", "orjson"),
    ("gson", "msgspec-json"),
    ("org-json", "orjson"),
    ("jackson-json", "msgspec-json"),
    ("fastjson2", "json"),
    ("msgpack-jackson", "msgspec-msgpack"),
]
JAVA_JSON, PYTHON_JSON = ("gson", "org-json", "jackson-json", "fastjson2"), "json"
# What cannot cross, by variant: codecs that are left out, and why.
NOT_READ_BY = {
    "specials": {"org-json", "fastjson2"},  # not written at all; written as text, and bare NaN is not read
    "instant-extremes": {"fastjson2", PYTHON_JSON},  # years beyond 9999
    "extremes": {PYTHON_JSON},  # Java's 64 unsigned bits are a long: numbers beyond its range are written as negative
    "map-keys": {PYTHON_JSON},  # likewise
    "presence": {PYTHON_JSON},  # fields that are keywords of Python have other names there
    "keywords": {PYTHON_JSON},  # likewise
}
EVERYTHING = [variant for variant in TORTURE.variants.values if variant != "instant-extremes"]


@dataclass(frozen=True)
class Bench:
    java: Program
    python: Program


@pytest.fixture(scope="module")
def benches(jdk: None) -> dict[str, Bench]:
    cache = cache_folder()
    homes = {
        name: build_runner(load_runner(ROOT / "runners" / name), cache, lambda _: None) for name in ("jvm", "python")
    }

    def program(name: str, workload: Workload) -> Program:
        return homes[name].program(name, build_types(homes[name], compile_workload(workload), cache, lambda _: None))

    return {w.name: Bench(program("jvm", w), program("python", w)) for w in (SCHOOL, TORTURE)}


def assert_holds(file: Path, made: Corpus, workload: Workload) -> None:
    """The corpus file that a runner wrote holds what `made` does."""
    types = compile_workload(workload)
    assert objects_digest(file, made.digest, types.descriptor_set, types.root) == made.digest


def assert_carried(
    programs: tuple[Program, Program], subjects: tuple[str, str], made: Corpus, workload: Workload, folder: Path
) -> None:
    """What the first writes the other reads."""
    writer, reader = programs
    types = compile_workload(workload)
    setting = Setting(corpora=(made,), types=types, mode=Fixed(warm_up_runs=0, runs=1), folder=folder)
    file, read = folder / "written", folder / "read"
    written = encode_file(lambda: open_process(writer), setting, parse_subject(subjects[0]), file)
    assert not isinstance(written, Loss), written
    decoded = decode_file(lambda: open_process(reader), setting, parse_subject(subjects[1]), file, read)
    assert not isinstance(decoded, Loss), decoded
    assert_holds(read, made, workload)


@pytest.mark.parametrize(("java", "python"), PAIRS)
def test_a_school_crosses_both_ways(benches: dict[str, Bench], tmp_path: Path, java: str, python: str) -> None:
    made = make_corpus(SCHOOL, "110", "random", None, tmp_path, lambda _: None)
    bench = benches["school"]
    assert_carried((bench.java, bench.python), (java, python), made, SCHOOL, tmp_path)
    assert_carried((bench.python, bench.java), (python, java), made, SCHOOL, tmp_path)


@pytest.mark.parametrize("variant", EVERYTHING)
def test_all_that_proto3_can_say_crosses_both_ways(benches: dict[str, Bench], tmp_path: Path, variant: str) -> None:
    made = make_corpus(TORTURE, "1", variant, None, tmp_path, lambda _: None)
    bench, pair = benches["torture"], ("protobuf-java", "protobuf-python")
    assert_carried((bench.java, bench.python), pair, made, TORTURE, tmp_path)
    assert_carried((bench.python, bench.java), pair[::-1], made, TORTURE, tmp_path)


class Talk:
    """A process, asked about the torture's corpora one after the other."""

    def __init__(self, program: Program) -> None:
        self._transport = ProcessTransport(program.command(), environment(program.platform))
        self.ask(type="hello", protocol={"major": 1, "minor": 1})

    def ask(self, **message: Any) -> Answer:
        self._transport.send(TypeAdapter(dict[str, Any]).dump_json(message) + b"\n")
        return self.answer()

    def answer(self) -> Answer:
        """The next answer to what was asked: `measure` has several."""
        return ANSWER.validate_json(self._transport.receive(120))

    def end(self) -> None:
        self._transport.kill()


@pytest.fixture(scope="module")
def talks(benches: dict[str, Bench]) -> Iterator[tuple[Talk, Talk]]:
    java, python = Talk(benches["torture"].java), Talk(benches["torture"].python)
    yield java, python
    java.end()
    python.end()


@pytest.mark.parametrize("variant", TORTURE.variants.values)
def test_json_is_the_same_json_in_every_library(talks: tuple[Talk, Talk], tmp_path: Path, variant: str) -> None:
    made = make_corpus(TORTURE, "1", variant, None, tmp_path, lambda _: None)
    java, python = talks
    by_codec = dict.fromkeys(JAVA_JSON, java) | {PYTHON_JSON: python}
    taking_part = [codec for codec in by_codec if codec not in NOT_READ_BY.get(variant, ())]
    for talk in {by_codec[codec] for codec in taking_part}:
        loaded = talk.ask(type="load", workload="torture", corpora=[str(made.path)])
        assert isinstance(loaded, Loaded), loaded
    for writer in taking_part:
        file = tmp_path / writer
        written = by_codec[writer].ask(type="encode", subject={"codec": writer}, file=str(file))
        assert isinstance(written, Encoded), (writer, written)
        for reader in taking_part:
            into = {"file": str(file), "corpus": str(tmp_path / "read")}
            read = by_codec[reader].ask(type="decode", workload="torture", subject={"codec": reader}, **into)
            assert isinstance(read, Decoded), (writer, reader, read)
            assert_holds(tmp_path / "read", made, TORTURE)
