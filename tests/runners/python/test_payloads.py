"""Workloads whose codecs encode a payload, and leave the columns beside it alone."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runners.python.conftest import HELLO, RUNNER, Talk, load_of
from tests.runners.python.test_runner import CODECS, COLD, CONVERTING, MEMORY, faulted, measure
from wirelab.building.runners import load_expected_failures
from wirelab.protocol.messages import Decoded, Encoded, Loaded, Verified
from wirelab.schema.messages import message_class, read_delimited
from wirelab.workload.corpus import Corpus
from wirelab.workload.definition import Workload, compile_workload

Start = Callable[..., Talk]
Make = Callable[[str, str, str], Corpus]
STUDIES = ("schools", "microblog", "records", "site", "site-events", "messages")


@pytest.fixture
def events(corpus: Make) -> Corpus:
    """Events of all types."""
    return corpus("site-events", "64k", "random")


@pytest.fixture
def process(talk: Start, events: Corpus) -> Talk:
    """A process that has loaded the events."""
    process = talk("site-events")
    assert isinstance(process.ask(load_of(events)), Loaded)
    return process


def roots(workloads: dict[str, Workload], data: bytes) -> list[Any]:
    compiled = compile_workload(workloads["site-events"])
    root = message_class(compiled.descriptor_set, compiled.root)
    return [root.FromString(one) for one in read_delimited(data)]


def payload(root: Any) -> Any:
    return getattr(root.event, root.event.WhichOneof("event"))


@pytest.mark.parametrize("workload", STUDIES)
def test_every_codec_carries_the_studies_data(
    talk: Start, corpus: Make, workloads: dict[str, Workload], workload: str
) -> None:
    expected = {(each.codec, each.variant) for each in load_expected_failures(RUNNER) if each.workload == workload}
    assert not expected
    sizes = workloads[workload].sizes
    for size in {sizes.default, sizes.values[0]}:
        data, process = corpus(workload, size, "random"), talk(workload)
        loaded = process.ask(load_of(data))
        assert loaded == Loaded(objects=data.objects, digest=data.digest)
        for codec in CODECS:
            verified = process.ask({"type": "verify", "subject": {"codec": codec, "compressor": "zstd"}})
            assert isinstance(verified, Verified), (codec, verified)
            assert verified.digest == data.digest


def test_payloads_of_every_type_survive_every_codec(process: Talk, events: Corpus) -> None:
    for codec in CODECS:
        verified = process.ask({"type": "verify", "subject": {"codec": codec}})
        assert isinstance(verified, Verified), (codec, verified)
        assert verified.digest == events.digest


def test_protobuf_writes_the_bare_payload_behind_its_columns(
    process: Talk, events: Corpus, workloads: dict[str, Workload], tmp_path: Path
) -> None:
    encoded = process.ask({"type": "encode", "subject": {"codec": "protobuf-python"}, "file": str(tmp_path / "e")})
    assert isinstance(encoded, Encoded)
    frames = list(read_delimited((tmp_path / "e").read_bytes()))
    objects = roots(workloads, events.path.read_bytes())
    assert len(frames) == 2 * len(objects)
    assert encoded.bytes == sum(len(frame) for frame in frames[1::2])
    for root, columns, bare in zip(objects, frames[::2], frames[1::2], strict=True):
        assert bare == payload(root).SerializeToString(deterministic=True)
        payload(root).Clear()
        assert columns == root.SerializeToString(deterministic=True)


@pytest.mark.parametrize("codec", CODECS)
def test_what_one_process_encodes_another_decodes(
    process: Talk, talk: Start, events: Corpus, tmp_path: Path, codec: str
) -> None:
    subject, file = {"codec": codec, "compressor": "gzip"}, str(tmp_path / "encoded")
    process.ask({"type": "encode", "subject": subject, "file": file})
    request = {"type": "decode", "workload": "site-events", "subject": subject, "file": file}
    decoded = talk("site-events").ask(request | {"corpus": str(tmp_path / "corpus")})
    assert decoded == Decoded(objects=events.objects, digest=events.digest)
    assert hashlib.sha256((tmp_path / "corpus").read_bytes()).hexdigest() == events.digest


@pytest.mark.parametrize("codec", CODECS)
def test_every_operation_is_measured_on_payloads(talk: Start, corpus: Make, codec: str, tmp_path: Path) -> None:
    data, process = corpus("site-events", "1k", "random"), talk("site-events")
    process.ask(load_of(data))
    for operation in ("serialize", "deserialize", "compress", *(CONVERTING if codec == "protobuf-python" else ())):
        measure(process, subject={"codec": codec, "compressor": "gzip"}, operation=operation)
    file = {"kind": "file", "folder": str(tmp_path)}
    measure(process, subject={"codec": codec}, operation="serialize", sink=file)
    assert len(list(tmp_path.iterdir())) == 2 * data.objects
    measure(process, subject={"codec": codec}, operation="deserialize", sink=file)


@pytest.mark.parametrize("codec", CODECS)
def test_a_cold_call_works_on_all_payloads(talk: Start, corpus: Make, tmp_path: Path, codec: str) -> None:
    data, subject, encoded = corpus("site-events", "1k", "random"), {"codec": codec}, str(tmp_path / "encoded")
    writer = talk("site-events")
    writer.ask(load_of(data))
    writer.ask({"type": "encode", "subject": subject, "file": encoded})
    for operation in ("serialize", "deserialize"):
        reader = talk("site-events")
        reader.ask(load_of(data))
        request = {"type": "measure", "subject": subject, "operation": operation, "mode": COLD, "sink": MEMORY}
        batches, _ = measure(reader, **request, encoded=encoded)
        assert [batch.calls for batch in batches] == [1]


def test_files_that_are_not_of_the_workload_are_its_fault(talk: Start, tmp_path: Path) -> None:
    process, file = talk("site-events", greeted=False), tmp_path / "file"
    process.ask(HELLO)
    request = {"type": "decode", "workload": "site-events", "file": str(file), "subject": {"codec": "json"}}
    timestamp_alone = b"\x02\x18\x05"
    for data, says in (
        (timestamp_alone, "the last columns have no payload behind them"),
        (timestamp_alone + b"\x00", "an object without SiteEventData.event"),
        (b"\x01\xff\x00", "DecodeError"),
    ):
        file.write_bytes(data)
        fault = faulted(process, request | {"corpus": str(tmp_path / "corpus")})
        assert fault.startswith(f"workload: reading {file}"), fault
        assert says in fault


def test_a_corpus_without_payloads_is_the_workloads_fault(talk: Start, tmp_path: Path) -> None:
    (tmp_path / "corpus").write_bytes(b"\x02\x18\x05")
    digest = hashlib.sha256((tmp_path / "corpus").read_bytes()).hexdigest()
    request = {"type": "load", "workload": "site-events", "corpus": str(tmp_path / "corpus"), "digest": digest}
    assert "an object without SiteEventData.event" in faulted(talk("site-events"), request)
