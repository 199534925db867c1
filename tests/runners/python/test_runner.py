"""What the Python runner alone has; what all runners must do, `tests/runners/test_every_runner.py` tells."""

import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runners.places import WORKLOADS, Bench, Place, Talk
from wirelab.protocol.lines import OURS, encode_request, parse_answer
from wirelab.protocol.messages import (
    BatchTimed,
    Cold,
    Decode,
    Done,
    Encode,
    Encoded,
    Fault,
    Fixed,
    Hello,
    Load,
    Loaded,
    Measure,
    Mismatch,
    Request,
    SinkSpec,
    SubjectSpec,
    Verified,
    Verify,
)
from wirelab.schema.messages import message_class, read_delimited

PYTHON = Place("python", "python")
SCHOOL, TORTURE, EVENTS = (WORKLOADS[name] for name in ("school", "torture", "site-events"))
CODECS = tuple(PYTHON.found.manifest.codecs)
MEMORY = SinkSpec(kind="memory")
CONVERTING = ("build", "write", "parse", "unbuild")
TREES_AND_MESSAGES = {"protobuf-python", "lxml"}
Start = Callable[..., Talk]

pytestmark = pytest.mark.builds


@pytest.fixture
def start(bench: Bench, request: pytest.FixtureRequest) -> Start:
    """Start a process of its own that has loaded a corpus."""

    def start(workload: str, size: str, variant: str = "random") -> Talk:
        talk = Talk(bench.program(PYTHON, WORKLOADS[workload]), 60.0)
        request.addfinalizer(talk.end)
        assert talk.load(bench.corpus(WORKLOADS[workload], size, variant)) == ""
        return talk

    return start


def measure(talk: Talk, subject: SubjectSpec, operation: str, **request: Any) -> tuple[list[BatchTimed], Done]:
    """Ask to measure, and take all answers."""
    given = {"mode": Fixed(warm_up_runs=0, runs=2, calls=3), "sink": MEMORY} | request
    answer = talk.ask(Measure.model_validate({"subject": subject, "operation": operation, **given}))
    batches = []
    while isinstance(answer, BatchTimed):
        batches.append(answer)
        answer = talk.answer()
    assert isinstance(answer, Done), answer
    return batches, answer


def faulted(talk: Talk, request: Request) -> str:
    answer = talk.ask(request)
    assert isinstance(answer, Fault), answer
    return f"{answer.fault}: {answer.message}"


def test_it_says_its_versions(bench: Bench) -> None:
    ready = bench.ready(PYTHON)
    assert ready.runtime.startswith("CPython 3.")
    assert all(one.version[0].isdigit() for one in (*ready.codecs, *ready.compressors))
    assert {codec.name for codec in ready.codecs if set(CONVERTING) <= set(codec.operations)} == TREES_AND_MESSAGES


def test_a_mismatch_names_the_path(start: Start, tmp_path: Path) -> None:
    verify = Verify(subject=SubjectSpec(codec="orjson"), decoded=str(tmp_path / "decoded"))
    answer = start("torture", "1", "specials").ask(verify)
    assert isinstance(answer, Mismatch)
    assert (answer.path, answer.expected, answer.actual) == ("[0].implicit.doubleValue", "nan", "None")


def test_parameters_change_what_is_written(start: Start, tmp_path: Path) -> None:
    talk, sizes = start("school", "110"), []
    for style in ("compact", "default"):
        subject = SubjectSpec(codec="json", parameters={"style": style})
        verified = talk.ask(Verify(subject=subject, decoded=str(tmp_path / "decoded")))
        assert isinstance(verified, Verified)
        sizes.append(verified.encoded_bytes)
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("codec", ["msgspec-json", "msgspec-msgpack"])
def test_one_process_holds_structs_of_every_make(start: Start, tmp_path: Path, codec: str) -> None:
    """Their classes have one name, and differ by what they were made with."""
    talk, sizes = start("site", "1k"), {}
    makes = [{}, {"nulls": "written"}, {"objects": "dataclasses"}, {"gc": "off"}, {"layout": "arrays", "gc": "off"}, {}]
    for parameters in makes:
        subject = SubjectSpec(codec=codec, parameters=parameters)
        verified = talk.ask(Verify(subject=subject, decoded=str(tmp_path / "decoded")))
        assert isinstance(verified, Verified), (parameters, verified)
        sizes[" ".join(parameters)] = verified.encoded_bytes
    assert sizes["layout gc"] < sizes[""] == sizes["gc"] < sizes["nulls"] == sizes["objects"]


LIBRARIES = {
    "json": "json",
    "orjson": "orjson",
    "msgspec-json": "msgspec",
    "pickle": "pickle",
    "protobuf-python": "google.protobuf",
    "cbor2": "cbor2",
    "lxml": "lxml",
}


@pytest.mark.parametrize("codec", LIBRARIES)
def test_a_library_is_imported_in_the_first_call_of_its_codec(bench: Bench, codec: str) -> None:
    """The carrier imports protobuf, and pickle with it; a codec of these imports its own all the same."""
    interpreter, *rest = bench.program(PYTHON, SCHOOL).command()
    asked = {"subject": SubjectSpec(codec=codec), "operation": "serialize", "mode": Cold(), "sink": MEMORY}
    corpus = str(bench.corpus(SCHOOL, "110", "random").path)
    greeting: list[Request] = [Hello(protocol=OURS), Load(workload="school", corpora=[corpus])]
    times = []
    for requests in (greeting, [*greeting, Measure.model_validate(asked)]):
        said = b"".join(map(encode_request, requests))
        command = [interpreter, "-X", "importtime", *rest]
        ended = subprocess.run(command, input=said, capture_output=True, check=True, timeout=60)
        assert isinstance(parse_answer(ended.stdout.splitlines()[-1]), Loaded | Done)
        imported = [line.split("|")[-1].strip() for line in ended.stderr.decode().splitlines() if "import time" in line]
        times.append(Counter(imported))
    loaded, called = times
    assert {library for library in {*LIBRARIES.values(), "gzip", "zstandard"} if loaded[library]} == {
        "google.protobuf",
        "pickle",
    }
    assert called[LIBRARIES[codec]] == loaded[LIBRARIES[codec]] + 1


def test_without_types_it_greets_and_no_more(bench: Bench) -> None:
    talk = Talk(bench.programs(PYTHON).bare, 60.0)
    fault = faulted(talk, Load(workload="school", corpora=["corpus"]))
    talk.end()
    assert fault.startswith("workload: no types are rendered")


def test_through_files_the_sink_takes_what_it_takes_in_memory(start: Start, tmp_path: Path) -> None:
    talk = start("site-events", "1k")
    for codec in CODECS:
        subject, file = SubjectSpec(codec=codec), SinkSpec(kind="file", folder=str(tmp_path))
        _, through_file = measure(talk, subject, "serialize", sink=file)
        _, in_memory = measure(talk, subject, "serialize")
        assert through_file.sink == in_memory.sink
        measure(talk, subject, "deserialize", sink=file)


def test_a_cold_reader_behind_a_compressor_takes_what_encode_wrote(start: Start, tmp_path: Path) -> None:
    subject, file = SubjectSpec(codec="protobuf-python", compressor="zstd"), str(tmp_path / "encoded")
    assert isinstance(start("school", "110").ask(Encode(subject=subject, file=file)), Encoded)
    for operation in ("deserialize", "parse", "decompress", "unbuild", "compress"):
        batches, _ = measure(start("school", "110"), subject, operation, mode=Cold(), encoded=file)
        assert [batch.calls for batch in batches] == [1]


# --- payloads beside columns ------------------------------------------------------------------------------------------


def test_every_operation_works_on_payloads_of_every_type(start: Start) -> None:
    talk, once = start("site-events", "64k"), Fixed(warm_up_runs=0, runs=1)
    for codec in CODECS:
        subject = SubjectSpec(codec=codec, compressor="gzip")
        for operation in ("serialize", "deserialize", "compress", *(CONVERTING if codec in TREES_AND_MESSAGES else ())):
            measure(talk, subject, operation, mode=once)


def test_a_cold_call_works_on_all_payloads(start: Start, tmp_path: Path) -> None:
    writer, encoded = start("site-events", "1k"), str(tmp_path / "encoded")
    for subject in [SubjectSpec(codec=codec) for codec in CODECS]:
        assert isinstance(writer.ask(Encode(subject=subject, file=encoded)), Encoded)
        for operation in ("serialize", "deserialize"):
            batches, _ = measure(start("site-events", "1k"), subject, operation, mode=Cold(), encoded=encoded)
            assert [batch.calls for batch in batches] == [1]


def test_protobuf_writes_the_bare_payload_behind_its_columns(bench: Bench, start: Start, tmp_path: Path) -> None:
    request = Encode(subject=SubjectSpec(codec="protobuf-python"), file=str(tmp_path / "encoded"))
    encoded = start("site-events", "64k").ask(request)
    assert isinstance(encoded, Encoded)
    frames = list(read_delimited((tmp_path / "encoded").read_bytes()))
    types = bench.compiled(EVENTS)
    root_type: Any = message_class(types.descriptor_set, types.root)
    roots = [
        root_type.FromString(one) for one in read_delimited(bench.corpus(EVENTS, "64k", "random").path.read_bytes())
    ]
    assert len(frames) == 2 * len(roots)
    assert encoded.bytes == sum(len(frame) for frame in frames[1::2])
    for root, columns, bare in zip(roots, frames[::2], frames[1::2], strict=True):
        payload = getattr(root.event, root.event.WhichOneof("event"))
        assert bare == payload.SerializeToString(deterministic=True)
        payload.Clear()
        assert columns == root.SerializeToString(deterministic=True)


def test_files_that_are_not_of_the_workload_are_its_fault(start: Start, tmp_path: Path) -> None:
    talk, file = start("site-events", "1k"), tmp_path / "file"
    names = {"workload": "site-events", "subject": SubjectSpec(codec="json")}
    request = Decode.model_validate({**names, "file": str(file), "corpus": str(tmp_path / "corpus")})
    timestamp_alone = b"\x02\x18\x05"
    for data, says in (
        (timestamp_alone, "the last columns have no payload behind them"),
        (timestamp_alone + b"\x00", "an object without SiteEventData.event"),
        (b"\x01\xff\x00", "DecodeError"),
        (b"\x09abc", "object 0 says 9 bytes"),
    ):
        file.write_bytes(data)
        fault = faulted(talk, request)
        assert fault.startswith(f"workload: reading {file}"), fault
        assert says in fault
    file.write_bytes(timestamp_alone)
    load = Load(workload="site-events", corpora=[str(file)])
    assert "an object without SiteEventData.event" in faulted(talk, load)
