"""The behavior of a process of the Python runner; `check-runner` tests the duties of any runner."""

import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.runners.python.processes import CODECS, RUNNER, Talk, objects, program, subject, types_of
from wirelab.building.program import Program
from wirelab.execution.outputs import output_sum
from wirelab.protocol.lines import encode_request, parse_answer
from wirelab.protocol.messages import REQUEST, Decoded, Loaded, Opened, Ready, Timed
from wirelab.schema.difference import first_difference
from wirelab.schema.objects import frames_of, write_frames

pytestmark = pytest.mark.builds


def school() -> str:
    return objects("school", "110")


def events() -> str:
    return objects("site-events", "1k")


@pytest.fixture
def start(request: pytest.FixtureRequest) -> Any:
    """Start a process that has loaded copies."""

    def start(workload: str, *copies: str) -> Talk:
        talk = Talk(program(workload))
        request.addfinalizer(talk.transport.kill)
        assert isinstance(talk.ask("hello"), Ready)
        if copies:
            assert isinstance(talk.ask("load", copies=copies), Loaded)
        return talk

    return start


def converse(started: Program, *requests: dict[str, Any], options: tuple[str, ...] = ()) -> tuple[list[Any], str]:
    """The answers to all requests up to the end of stdin, and the output to stderr."""
    interpreter, *rest = started.command()
    said = b"".join(encode_request(REQUEST.validate_python(each)) for each in requests)
    ended = subprocess.run([interpreter, *options, *rest], input=said, capture_output=True, check=True, timeout=60)
    return [parse_answer(line, strict=True) for line in ended.stdout.splitlines()], ended.stderr.decode()


def test_it_ends_with_its_input_and_with_bye() -> None:
    for requests in ([], [{"type": "bye"}, {"type": "hello"}]):
        assert converse(program("school"), *requests) == ([], "")


def test_it_states_its_versions() -> None:
    (ready,), _ = converse(program("school"), {"type": "hello"})
    assert ready.runtime.startswith("CPython 3.")
    assert ready.unavailable == {}
    assert set(ready.versions) == {*CODECS, *RUNNER.manifest.compressors}
    assert all(version[0].isdigit() for version in ready.versions.values())


def test_what_others_print_stays_out_of_the_protocol(tmp_path: Path) -> None:
    (tmp_path / "wirelab_types").mkdir()
    chatty = "import os\nprint('printed', flush=True)\nos.write(1, b'written')\nPAYLOADS = ()\n"
    (tmp_path / "wirelab_types" / "classes.py").write_text(chatty)
    (tmp_path / "objects").write_bytes(b"")
    load = {"type": "load", "copies": [str(tmp_path / "objects")]}
    answers, stderr = converse(replace(program("school"), types=tmp_path), load)
    assert answers == [Loaded(objects=0)]
    assert stderr == "printed\nwritten"


def test_a_fault_names_who_is_at_fault_and_the_runner_stays_usable(start: Any, tmp_path: Path) -> None:
    talk, nowhere = start("school", school()), str(tmp_path / "no" / "file")
    talk.open("json")
    assert talk.fault("load", copies=[nowhere]).startswith("host: load: FileNotFoundError")
    assert talk.fault("open", codec="jsno", parameters={}).startswith("runner: ")
    broken = tmp_path / "broken"
    broken.write_bytes(write_frames([(0, b"{")]))
    assert talk.fault("decode", encoded=str(broken), file=nowhere).startswith("codec: 'json' on deserialize: JSON")
    assert isinstance(talk.ask("load", copies=[school()]), Loaded)
    assert talk.fault("encode", copy_index=0, file=nowhere).startswith("host: ")
    assert talk.fault("time", operation="build", calls=1, batches=1).startswith("codec: 'json' on build")
    assert talk.time("serialize").sink > 0


# --- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("codec", CODECS)
def test_a_codec_reads_what_it_wrote(start: Any, tmp_path: Path, codec: str) -> None:
    """Also in a process that has loaded nothing."""
    talk, reader = start("site-events", events()), start("site-events")
    talk.open(codec, "zstd")
    reader.open(codec, "zstd")
    talk.encode(tmp_path / "encoded")
    for each in (talk, reader):
        decoded = tmp_path / "decoded"
        answer = each.ask("decode", encoded=str(tmp_path / "encoded"), file=str(decoded))
        assert isinstance(answer, Decoded), answer
        assert first_difference(Path(events()).read_bytes(), decoded.read_bytes(), types_of("site-events")) is None


CONVERTED = [
    (b'"boolValue":', b"1", "bool"),
    (b'"stringValue":', b"null", "TypeError"),
]


@pytest.mark.parametrize(("field", "value", "wanted"), CONVERTED)
def test_a_value_of_another_type_is_the_codecs_fault(
    start: Any, tmp_path: Path, field: bytes, value: bytes, wanted: str
) -> None:
    """Protobuf's library would take a number for a truth value."""
    talk = start("torture", objects("torture", "1", "plain"))
    talk.open("json")
    ((kind, text),) = frames_of(talk.encode(tmp_path / "encoded"))[:1]
    head, _, tail = text.partition(field)
    end = min(at for at in (tail.find(b","), tail.find(b"}")) if at >= 0)
    (tmp_path / "encoded").write_bytes(write_frames([(kind, head + field + value + tail[end:])]))
    fault = talk.fault("decode", encoded=str(tmp_path / "encoded"), file=str(tmp_path / "decoded"))
    assert fault.startswith("codec: 'json' on deserialize: ")
    assert wanted in fault


def test_protobuf_encodes_the_objects_that_it_loads(start: Any, tmp_path: Path) -> None:
    talk = start("site-events", events())
    talk.open("protobuf-python")
    encoded = talk.encode(tmp_path / "encoded")
    assert first_difference(Path(events()).read_bytes(), encoded, types_of("site-events")) is None


def test_a_parameter_changes_what_is_written(start: Any, tmp_path: Path) -> None:
    talk, sizes = start("school", school()), []
    for style in ("compact", "default"):
        talk.open("json", style=style)
        sizes.append(len(talk.encode(tmp_path / "encoded")))
    assert sizes[0] < sizes[1]


@pytest.mark.parametrize("codec", ["msgspec-json", "msgspec-msgpack"])
def test_one_process_holds_structs_of_every_make(start: Any, tmp_path: Path, codec: str) -> None:
    """Their classes have one name, and differ by their settings."""
    talk, sizes = start("site", objects("site", "1k")), {}
    makes = [{}, {"nulls": "written"}, {"objects": "dataclasses"}, {"gc": "off"}, {"layout": "arrays", "gc": "off"}, {}]
    for parameters in makes:
        talk.open(codec, **parameters)
        sizes[" ".join(parameters)] = len(talk.encode(tmp_path / "encoded"))
        assert talk.time("deserialize", calls=1, batches=1).sink == 1
    assert sizes["layout gc"] < sizes[""] == sizes["gc"] < sizes["nulls"] == sizes["objects"]


# --- timing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("codec", CODECS)
def test_every_operation_gives_what_the_core_expects(start: Any, tmp_path: Path, codec: str) -> None:
    """The sink has the sums of the copies that calls rotate over, in memory and through files."""
    talk = start("site-events", events(), objects("site-events", "2k"))
    talk.open(codec)
    copies = [[data for _, data in frames_of(talk.encode(tmp_path / "encoded", at))] for at in (0, 1)]
    written, objects_given = ([sum(map(each, copy)) for copy in copies] for each in (output_sum, lambda _: 1))
    folder = {"files": str(tmp_path)}
    for operation in RUNNER.manifest.codecs[codec].operations:
        first, second = written if operation in ("serialize", "write") else objects_given
        assert talk.time(operation, calls=1, batches=1).sink == first
        assert talk.time(operation, calls=2, batches=2, collect=True).sink == 2 * (first + second)
        if operation in ("serialize", "deserialize"):
            assert talk.time(operation, calls=1, batches=1, **folder).sink == second
            assert talk.time("nothing", calls=1, batches=1).sink > 0
    assert talk.time("canary").sink == 0


def test_the_compressors_operations_work_beside_the_whole(start: Any) -> None:
    talk = start("school", school())
    talk.open("lxml", "gzip")
    for operation in ("parse", "compress", "unbuild", "decompress", "write", "build", "deserialize", "serialize"):
        assert talk.time(operation).sink > 0
    assert talk.time("compress").sink == talk.time("serialize").sink


LIBRARIES = {
    "json": "json",
    "orjson": "orjson",
    "msgspec-json": "msgspec",
    "pickle": "pickle",
    "protobuf-python": "google.protobuf",
    "cbor2": "cbor2",
    "lxml": "lxml",
    "pydantic-json": "pydantic",
}


def test_a_library_is_imported_in_the_first_call_of_its_codec() -> None:
    """The carrier imports protobuf, and pickle with it; a codec of these imports its own all the same."""
    load = {"type": "load", "copies": [school()]}
    loaded = _imported(load)
    held = {library for library in {*LIBRARIES.values(), "gzip", "zstandard"} if loaded[library]}
    assert held == {"google.protobuf", "pickle"}
    for codec, library in LIBRARIES.items():
        called = _imported(load, {"type": "cold", **subject(codec), "operation": "serialize"})
        assert called[library] == loaded[library] + 1, codec


@pytest.mark.parametrize("codec", LIBRARIES)
def test_the_import_is_in_the_time_of_a_first_call(codec: str) -> None:
    """Of codecs that take their library's own objects, too, which cannot be made before."""
    requests = {"type": "load", "copies": [school()]}, {"type": "cold", **subject(codec), "operation": "serialize"}
    answers, lines = _importing(*requests)
    assert isinstance(answers[-1], Timed)
    microseconds = [int(line.split("|")[1]) for line in lines if line.split("|")[-1].strip() == LIBRARIES[codec]]
    assert answers[-1].ns[0] > 1000 * microseconds[-1] > 0


def _imported(*requests: dict[str, Any]) -> Counter[str]:
    answers, lines = _importing(*requests)
    assert isinstance(answers[-1], Loaded | Timed)
    return Counter(line.split("|")[-1].strip() for line in lines)


def _importing(*requests: dict[str, Any]) -> tuple[list[Any], list[str]]:
    """The answers, and a line for each import, with the time that it took together with what it imports itself."""
    answers, stderr = converse(program("school"), *requests, options=("-X", "importtime"))
    return answers, [line for line in stderr.splitlines() if line.startswith("import time:")]


@pytest.mark.parametrize("codec", ["protobuf-python", "msgspec-json"])
def test_a_cold_call_works_on_all_objects_and_leaves_the_codec_open(start: Any, tmp_path: Path, codec: str) -> None:
    writer, encoded = start("site-events", events()), str(tmp_path / "encoded")
    writer.open(codec, "zstd")
    frames = frames_of(writer.encode(Path(encoded)))
    gives = {"serialize": sum(output_sum(data) for _, data in frames), "deserialize": len(frames)}
    for operation, sum_of_all in gives.items():
        talk = start("site-events", events())
        timed = talk.ask("cold", **subject(codec, "zstd"), operation=operation, encoded=encoded)
        assert isinstance(timed, Timed), timed
        assert (len(timed.ns), timed.sink) == (1, sum_of_all)
        warm = talk.time(operation, calls=1, batches=3)
        assert warm.sink == 3 * sum_of_all
        assert min(warm.ns) < timed.ns[0] / 2, "the first call imports the library"


def test_a_process_opens_one_codec_after_another(start: Any) -> None:
    talk = start("school", school())
    for codec in CODECS:
        assert isinstance(talk.ask("open", **subject(codec)), Opened)
        assert talk.time("deserialize", calls=1, batches=1).sink == 1
