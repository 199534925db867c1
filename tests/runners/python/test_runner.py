import hashlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.runners.python.conftest import HELLO, RUNNER, Talk, load_of
from wirelab.building.runners import load_expected_failures, load_runner
from wirelab.protocol.messages import (
    BatchTimed,
    CanaryTimed,
    Decoded,
    Done,
    Encoded,
    Fault,
    Loaded,
    Mismatch,
    Ready,
    Verified,
)
from wirelab.workload.corpus import Corpus
from wirelab.workload.definition import Workload

Start = Callable[..., Talk]
Make = Callable[[str, str, str], Corpus]
MANIFEST = load_runner(RUNNER).manifest
CODECS = tuple(MANIFEST.codecs)
MEMORY = {"kind": "memory"}
ONCE = {"kind": "fixed", "warm_up_runs": 0, "runs": 2, "calls": 3}
COLD = {"kind": "cold"}
CONVERTING = ("build", "write", "parse", "unbuild")


def measure(talk: Talk, **request: Any) -> tuple[list[BatchTimed], Done]:
    """Ask to measure, and take all answers."""
    answer = talk.ask({"type": "measure", "sink": MEMORY, "mode": ONCE} | request)
    batches = []
    while isinstance(answer, BatchTimed):
        batches.append(answer)
        answer = talk.answer()
    assert isinstance(answer, Done), answer
    assert answer.batches == len(batches)
    return batches, answer


def faulted(talk: Talk, request: dict[str, Any] | bytes) -> str:
    answer = talk.ask(request)
    assert isinstance(answer, Fault), answer
    return f"{answer.fault}: {answer.message}"


@pytest.fixture
def school(talk: Start, corpus: Make) -> Talk:
    """A process that has loaded the school of 110."""
    process = talk("school")
    assert isinstance(process.ask(load_of(corpus("school", "110", "random"))), Loaded)
    return process


def test_it_announces_exactly_what_its_manifest_says(talk: Start) -> None:
    ready = talk(greeted=False).ask(HELLO)
    assert isinstance(ready, Ready)
    assert {codec.name for codec in ready.codecs} == set(MANIFEST.codecs)
    assert {compressor.name for compressor in ready.compressors} == set(MANIFEST.compressors)
    assert ready.runtime.startswith("CPython 3.")
    assert all(one.version[0].isdigit() for one in (*ready.codecs, *ready.compressors))
    assert {codec.name for codec in ready.codecs if set(CONVERTING) <= set(codec.operations)} == {"protobuf-python"}


@pytest.mark.parametrize("variant", ["random", "same"])
def test_every_codec_carries_the_school(talk: Start, corpus: Make, variant: str) -> None:
    data = corpus("school", "1100", variant)
    process = talk("school")
    loaded = process.ask(load_of(data))
    assert isinstance(loaded, Loaded)
    assert (loaded.objects, loaded.digest) == (1, data.digest)
    for codec in CODECS:
        for compressor in (None, "gzip", "zstd"):
            verified = process.ask({"type": "verify", "subject": {"codec": codec, "compressor": compressor}})
            assert isinstance(verified, Verified), (codec, verified)
            assert verified.digest == data.digest
            assert (verified.compressed_bytes is None) == (compressor is None)
            assert (verified.compressed_bytes or 0) < verified.encoded_bytes


def test_every_codec_carries_the_torture_but_for_expected_failures(
    talk: Start, corpus: Make, workloads: dict[str, Workload]
) -> None:
    expected = {
        (each.codec or codec, each.variant)
        for each in load_expected_failures(RUNNER)
        for codec in CODECS
        if each.workload == "torture"
    }
    failed = set()
    process = talk("torture")
    for variant in workloads["torture"].variants.values:
        data = corpus("torture", "1", variant)
        loaded = process.ask(load_of(data))
        assert isinstance(loaded, Loaded | Fault)
        assert isinstance(loaded, Fault) or loaded.digest == data.digest
        for codec in CODECS:
            answer = loaded
            if isinstance(loaded, Loaded):
                answer = process.ask({"type": "verify", "subject": {"codec": codec}})
            if isinstance(answer, Verified):
                assert answer.digest == data.digest, (codec, variant)
            else:
                assert isinstance(answer, Fault | Mismatch)
                failed.add((codec, variant))
    assert failed == expected


def test_a_mismatch_names_the_path(talk: Start, corpus: Make) -> None:
    process = talk("torture")
    process.ask(load_of(corpus("torture", "1", "specials")))
    answer = process.ask({"type": "verify", "subject": {"codec": "orjson"}})
    assert isinstance(answer, Mismatch)
    assert (answer.path, answer.expected, answer.actual) == ("[0].implicit.doubleValue", "nan", "None")


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("compressor", [None, "zstd"])
def test_what_one_process_encodes_another_decodes(
    talk: Start, corpus: Make, tmp_path: Path, codec: str, compressor: str | None
) -> None:
    data, subject = corpus("torture", "1", "plain"), {"codec": codec, "compressor": compressor}
    one, other = talk("torture"), talk("torture")
    one.ask(load_of(data))
    encoded = one.ask({"type": "encode", "subject": subject, "file": str(tmp_path / "encoded")})
    assert isinstance(encoded, Encoded)
    assert encoded.digest == hashlib.sha256((tmp_path / "encoded").read_bytes()).hexdigest()
    request = {"type": "decode", "workload": "torture", "subject": subject, "file": str(tmp_path / "encoded")}
    decoded = other.ask(request | {"corpus": str(tmp_path / "corpus")})
    assert decoded == Decoded(objects=data.objects, digest=data.digest)
    assert hashlib.sha256((tmp_path / "corpus").read_bytes()).hexdigest() == data.digest


def test_json_codecs_read_each_other(talk: Start, corpus: Make, tmp_path: Path) -> None:
    data, process = corpus("torture", "1", "logical"), talk("torture")
    process.ask(load_of(data))
    for writer in ("json", "orjson", "msgspec-json"):
        process.ask({"type": "encode", "subject": {"codec": writer}, "file": str(tmp_path / writer)})
        for reader in ("json", "orjson", "msgspec-json"):
            request = {"type": "decode", "workload": "torture", "file": str(tmp_path / writer)}
            answer = process.ask(request | {"subject": {"codec": reader}, "corpus": str(tmp_path / "corpus")})
            assert answer == Decoded(objects=data.objects, digest=data.digest), (writer, reader)


@pytest.mark.parametrize("codec", CODECS)
def test_every_operation_of_every_codec_is_measured(school: Talk, codec: str, tmp_path: Path) -> None:
    operations = ("serialize", "deserialize", "compress", "decompress")
    operations += CONVERTING if codec == "protobuf-python" else ()
    for operation in operations:
        batches, done = measure(school, subject={"codec": codec, "compressor": "gzip"}, operation=operation)
        assert [batch.calls for batch in batches] == [3, 3]
        assert all(batch.ns > 0 and batch.cpu_ns is not None and batch.allocated_bytes is None for batch in batches)
        assert batches[0].start_ns + batches[0].ns <= batches[1].start_ns
        assert int(done.sink) > 0
    file = {"kind": "file", "folder": str(tmp_path)}
    _, through_file = measure(school, subject={"codec": codec}, operation="serialize", sink=file)
    _, in_memory = measure(school, subject={"codec": codec}, operation="serialize")
    assert through_file.sink == in_memory.sink
    assert len(list(tmp_path.iterdir())) == 2  # one object, two copies
    measure(school, subject={"codec": codec}, operation="deserialize", sink=file)


def test_steady_mode_reaches_its_target(school: Talk) -> None:
    warm_up = {"window": 3, "tolerance": 0.5, "min_ns": 5_000_000, "max_ns": 500_000_000}
    mode = {"kind": "steady", "batch_ns": 1_000_000, "batches": 4, "warm_up": warm_up}
    batches, done = measure(school, subject={"codec": "orjson"}, operation="serialize", mode=mode)
    measured = [batch for batch in batches if batch.phase == "measured"]
    assert len(measured) == 4
    assert len({batch.calls for batch in measured}) == 1
    assert measured[0].calls > 1
    assert done.steady is not None
    assert all(one.start_ns + one.ns <= other.start_ns for one, other in pairwise(batches))


@pytest.mark.parametrize("codec", CODECS)
def test_cold_is_the_first_call_of_a_process(talk: Start, corpus: Make, tmp_path: Path, codec: str) -> None:
    data, subject = corpus("school", "110", "random"), {"codec": codec, "compressor": "zstd"}
    encoded = str(tmp_path / "encoded")
    writer = talk("school")
    writer.ask(load_of(data))
    writer.ask({"type": "encode", "subject": subject, "file": encoded})
    for operation in ("serialize", "deserialize", *(CONVERTING if codec == "protobuf-python" else ())):
        process = talk("school")
        process.ask(load_of(data))
        request = {"type": "measure", "subject": subject, "operation": operation, "mode": COLD, "sink": MEMORY}
        if operation in {"deserialize", "parse"}:
            assert faulted(talk("school"), request).startswith("request: 'load' comes first")
            request["encoded"] = encoded
        batches, done = measure(process, **request)
        assert [(batch.phase, batch.calls) for batch in batches] == [("measured", 1)]
        assert done.steady is None
        assert "before any other use" in faulted(process, request)


def test_a_process_imports_the_library_asked_for_alone(talk: Start, corpus: Make) -> None:
    process = talk("school", "-X", "importtime")
    process.ask(load_of(corpus("school", "110", "random")))
    imported = {line.split("|")[-1].strip() for line in process.stderr().splitlines() if "import time" in line}
    assert not imported & {"json", "orjson", "msgspec", "cbor2", "lxml", "zstandard", "gzip"}
    assert "google.protobuf" in imported  # so the list is not empty; with it comes pickle, as its contract says


def test_the_canary_does_not_need_a_corpus(talk: Start) -> None:
    answer = talk().ask({"type": "canary", "repetitions": 3})
    assert isinstance(answer, CanaryTimed)
    assert len(answer.ns) == 3
    assert min(answer.ns) > 10_000


OUT_OF_ORDER = [
    (b"", "request: a line is not JSON"),
    (b"\xff\xfe", "request: a line is not JSON"),
    (b'{"type":"hello"', "request: a line is not JSON"),
    (b'{"type":"canary","repetitions":NaN}', "request: "),
    (b"[" * 100_000, "request: a line is not JSON"),
    ({"type": "fly"}, "request: there is no request of type 'fly'"),
    (
        {"type": "hello", "protocol": {"major": 2, "minor": 7}},
        "request: this runner speaks version 1.0 of the protocol, not 2.7",
    ),
    ({"type": "canary"}, "request: 'hello' comes first"),
    ({"type": "load", "workload": "school", "corpus": "x", "digest": "0" * 64}, "request: 'hello' comes first"),
]


def test_it_answers_what_it_cannot_take_and_stays_usable(talk: Start) -> None:
    process = talk(greeted=False)
    for request, says in OUT_OF_ORDER:
        assert faulted(process, request).startswith(says)
    assert isinstance(process.ask(HELLO), Ready)
    assert faulted(process, {"type": "verify", "subject": {"codec": "json"}}) == "request: 'load' comes first"


FAULTS = [
    ({"codec": "jsno"}, "codec: there is no codec 'jsno'; there are json, orjson"),
    ({"codec": "json", "parameters": {"stile": "x"}}, "codec: 'json' has no parameter 'stile'; it has style"),
    ({"codec": "json", "parameters": {"style": "x"}}, "codec: 'json': 'style' is one of compact, default, not 'x'"),
    ({"codec": "json", "compressor": "zip"}, "codec: there is no compressor 'zip'; there are gzip, zstd"),
    ({"codec": "json", "compressor": "gzip", "level": 10}, "codec: 'gzip' has levels 1 to 9, not 10"),
    ({"codec": "json", "level": 1}, "codec: a level needs a compressor"),
]


def test_a_subject_that_is_not_there_is_the_codecs_fault(school: Talk) -> None:
    for subject, says in FAULTS:
        assert faulted(school, {"type": "verify", "subject": subject}).startswith(says)
        request = {"type": "measure", "subject": subject, "operation": "serialize", "mode": COLD, "sink": MEMORY}
        assert faulted(school, request).startswith(says)
    request = {"type": "measure", "mode": ONCE, "sink": MEMORY, "subject": {"codec": "json"}}
    assert faulted(school, request | {"operation": "build"}).startswith("codec: 'json' has no operation build")
    assert faulted(school, request | {"operation": "compress"}).startswith("codec: compress needs a subject with")
    assert isinstance(school.ask({"type": "verify", "subject": {"codec": "json"}}), Verified)


def test_parameters_change_what_is_written(school: Talk) -> None:
    default = {"codec": "json", "parameters": {"style": "default"}}
    sizes = [school.ask({"type": "verify", "subject": subject}) for subject in (default, {"codec": "json"})]
    assert all(isinstance(size, Verified) for size in sizes)
    assert sizes[0].encoded_bytes > sizes[1].encoded_bytes  # type: ignore[union-attr]


def test_a_corpus_that_cannot_be_read_says_why(talk: Start, corpus: Make, tmp_path: Path) -> None:
    process, load = talk("school"), load_of(corpus("school", "110", "random"))
    assert faulted(process, load | {"digest": "0" * 64}).startswith("workload: the digest of ")
    assert faulted(process, load | {"corpus": str(tmp_path / "none")}).startswith("host: reading ")
    assert faulted(process, load | {"workload": "torture"}).startswith(
        "workload: this process has the types of 'school'"
    )
    broken = tmp_path / "broken"
    for data in (b"\x05abc", b"\x03\xff\xff\xff"):
        broken.write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        assert faulted(process, load | {"corpus": str(broken), "digest": digest}).startswith("workload: ")
    assert "'load' comes first" in faulted(process, {"type": "verify", "subject": {"codec": "json"}})


def test_bytes_that_are_none_of_the_codecs_are_its_fault(talk: Start, tmp_path: Path) -> None:
    process, file = talk("school"), tmp_path / "file"
    request = {"type": "decode", "workload": "school", "file": str(file), "corpus": str(tmp_path / "corpus")}
    for data, whose in ((b"\x04\xff\xfe\xfd\xfc", "codec"), (b"\x09abc", "workload")):
        file.write_bytes(data)
        for codec in CODECS:
            assert faulted(process, request | {"subject": {"codec": codec}}).startswith(whose), (codec, data)


def test_without_types_it_greets_and_no_more(built: Any, talk: Start, corpus: Make) -> None:
    process = Talk(built.program("python"))
    assert isinstance(process.ask(HELLO), Ready)
    assert faulted(process, load_of(corpus("school", "110", "random"))).startswith("workload: no types are rendered")
    assert process.end() == 0


@pytest.mark.parametrize("farewell", [b'{"type":"bye"}', None], ids=["bye", "end of stdin"])
def test_it_exits_with_status_0(talk: Start, farewell: bytes | None) -> None:
    process = talk()
    if farewell is not None:
        process._transport.send(farewell + b"\n")
    assert process.end() == 0
