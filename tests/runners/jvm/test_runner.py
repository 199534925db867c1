"""The behavior of a process of the JVM's runners; `check-runner` tests the duties of any runner."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runners.jvm.processes import Talk, converse, copy, load, program, runner, subject, types_of, written
from tests.runners.kept import kept
from wirelab.protocol.messages import Loaded
from wirelab.schema.objects import frames_of, write_frames

pytestmark = [pytest.mark.builds, pytest.mark.timeout(1800)]
Start = Callable[[str, str], Talk]


def test_it_says_what_it_is(name: str) -> None:
    (ready,), _ = converse(program(name, "school"), {"type": "hello"}, {"type": "bye"}, {"type": "hello"})
    assert (ready.protocol, ready.runner, ready.unavailable) == (2, name, {})
    assert "G1" in ready.details["collectors"]
    manifest = runner(name).manifest
    assert set(ready.versions) == {*manifest.codecs, *manifest.compressors}
    assert all(version[0].isdigit() for version in ready.versions.values())


@pytest.mark.exhaustive
def test_its_own_tests_pass(name: str) -> None:
    """Those of the parts that only Java has; `make check` checks that sources are formatted."""
    folder = runner(name).folder
    if not (folder / "src" / "test").is_dir():
        pytest.skip(f"{name} has no tests of its own")
    with kept([folder.parent / "jvm-core", folder]) as copies:
        command = ["mvn", "-B", "-ntp", "-q", "test"]
        ended = subprocess.run(command, cwd=copies / name, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout[-4000:]


def test_operations_on_files_do_what_they_do_in_memory(name: str, start: Start, tmp_path: Path) -> None:
    talk, school = start(name, "school"), copy("school", "110")
    talk.ask(load(school, school))
    talk.open(next(iter(runner(name).manifest.codecs)))
    for operation in ("serialize", "deserialize"):
        in_memory = talk.time(operation, calls=3)
        assert talk.time(operation, calls=3, files=str(tmp_path)).sink == in_memory.sink > 0
    assert {file.name for file in tmp_path.iterdir()} == {"serialized", "copy-0", "copy-1"}


def test_a_fault_names_who_is_at_fault_and_the_runner_stays_usable(start: Start, tmp_path: Path) -> None:
    talk, nowhere, school = start("jvm", "school"), str(tmp_path / "no" / "file"), copy("school", "110")
    talk.open("gson")
    assert talk.fault(type="load", copies=[nowhere]).startswith("host: java.nio.file.NoSuchFile")
    assert talk.fault(type="load", copies=[written(tmp_path, write_frames([(0, b"\xff")]))]).startswith(
        "runner: object 0"
    )
    assert talk.fault(type="open", codec="json", parameters={}).startswith("runner: ")
    broken = written(tmp_path, write_frames([(0, b"{")]))
    assert talk.fault(type="decode", encoded=broken, file=nowhere).startswith("codec: object 0: it cannot be decoded: ")
    assert talk.ask(load(school)) == Loaded(objects=school.corpus.objects)
    assert talk.fault(type="encode", copy_index=0, file=nowhere).startswith("host: ")
    assert talk.fault(type="time", operation="build", calls=1, batches=1).startswith("codec: ")
    assert talk.time("serialize").sink > 0


def test_what_is_decoded_has_to_be_of_the_domain_types(start: Start, tmp_path: Path) -> None:
    """Java's own serialization reads any object that the bytes name."""
    talk = start("jvm", "school")
    talk.open("java-serialization")
    text = bytes.fromhex("aced0005740001") + b"a"  # a String
    fault = talk.fault(type="decode", encoded=written(tmp_path, write_frames([(0, text)])), file=str(tmp_path / "out"))
    assert fault.startswith("codec: object 0: what it decoded is not of the domain types: java.lang.ClassCastException")


def test_json_as_the_service_sent_it(start: Start, tmp_path: Path) -> None:
    """With its names, with null for values that it did not know, and with more escapes than JSON demands."""
    talk, encoded = start("jvm", "microblog-as-sent"), tmp_path / "encoded"
    talk.ask(load(copy("microblog-as-sent", "20")))
    talk.open("jackson-json", nulls="written", escapes="slash-and-non-ascii")
    talk.ask({"type": "encode", "copy_index": 0, "file": str(encoded)})
    ((_, text),) = frames_of(encoded.read_bytes())
    assert text.isascii()
    assert 0 < text.count(b"/") == text.count(b"\\/")
    statuses = json.loads(text)["statuses"]
    messages = types_of("microblog-as-sent").schema.messages
    names = {message.name: {field.name for field in message.fields} for message in messages}
    assert [set(each) for each in (statuses[0], statuses[0]["user"][0])] == [names["Update"], names["UserMessage"]]
    assert None in {status["in_reply_to_status_id_str"] for status in statuses}
    assert any("今日は" in status["text"] for status in statuses)


def test_scalapb_of_2016_has_the_protobuf_of_its_time(tmp_path: Path) -> None:
    """And files of objects have today's, in the same process."""
    name, school, file = "jvm-scala-2016", copy("school", "110"), tmp_path / "log"
    requests = (load(school), {"type": "open", **subject(name, "scalapb-2016")})
    encoded = str(tmp_path / "encoded")
    encode = {"type": "encode", "copy_index": 0, "file": encoded}
    decode = {"type": "decode", "encoded": encoded, "file": str(tmp_path / "decoded")}
    converse(program(name, "school"), *requests, encode, decode, options=[f"-Xlog:class+load:file={file}"])
    readers = [line for line in file.read_text().splitlines() if " com.google.protobuf.CodedInputStream " in line]
    assert sorted("/then/protobuf-java.jar" in line for line in readers) == [False, True], readers
