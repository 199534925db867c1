"""Bytes written in one runtime are read in the other, with the same values."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT
from wirelab.app.resources import cache_folder
from wirelab.execution.build import build_runner, build_types
from wirelab.execution.exchange import decode_file, encode_file
from wirelab.execution.program import Program, open_process
from wirelab.execution.runners import load_runner
from wirelab.execution.visit import Setting
from wirelab.model.measurement import Loss
from wirelab.model.subject import parse_subject
from wirelab.protocol.messages import Fixed
from wirelab.workload.corpus import make_corpus
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
]
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


def carried(
    writer: Program, reader: Program, subjects: tuple[str, str], corpus: Path, workload: str, digest: str
) -> str:
    """The digest of what `reader` reads from what `writer` wrote."""
    folder = corpus.parent
    mode = Fixed(warm_up_runs=0, runs=1)
    setting = Setting(workload=workload, corpus=corpus, digest=digest, mode=mode, folder=folder)
    file = folder / "written"
    written = encode_file(lambda: open_process(writer), setting, parse_subject(subjects[0]), file)
    assert not isinstance(written, Loss), written
    read = decode_file(lambda: open_process(reader), setting, parse_subject(subjects[1]), file, folder / "read")
    assert not isinstance(read, Loss), read
    return read.digest


@pytest.mark.parametrize(("java", "python"), PAIRS)
def test_a_school_crosses_both_ways(benches: dict[str, Bench], tmp_path: Path, java: str, python: str) -> None:
    made = make_corpus(SCHOOL, "110", "random", None, tmp_path, lambda _: None)
    corpus = tmp_path / "corpus"
    corpus.write_bytes(made.path.read_bytes())
    bench = benches["school"]
    assert carried(bench.java, bench.python, (java, python), corpus, "school", made.digest) == made.digest
    assert carried(bench.python, bench.java, (python, java), corpus, "school", made.digest) == made.digest


@pytest.mark.parametrize("variant", EVERYTHING)
def test_all_that_proto3_can_say_crosses_both_ways(benches: dict[str, Bench], tmp_path: Path, variant: str) -> None:
    made = make_corpus(TORTURE, "1", variant, None, tmp_path, lambda _: None)
    corpus = tmp_path / "corpus"
    corpus.write_bytes(made.path.read_bytes())
    bench, pair = benches["torture"], ("protobuf-java", "protobuf-python")
    assert carried(bench.java, bench.python, pair, corpus, "torture", made.digest) == made.digest
    assert carried(bench.python, bench.java, pair[::-1], corpus, "torture", made.digest) == made.digest
