"""Documents are encoded in their own shape: compact JSON has their bytes, or each difference is named by its path."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings

from tests.conftest import Wirelab, require
from tests.inference.inferring import Inferred, inferred, more_bytes, of_values
from tests.inference.rendered import PYTHON, rendered
from tests.inference.shaped import SHAPED
from tests.inference.test_round_trips import DOCUMENTS
from wirelab.schema.rendering.shapes import Means

MEANS = PYTHON.manifest.build.types.shapes


HAVE_MAPS = ("catalogue",)  # in Protocol Buffers their entries have no order


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def assert_in_its_shape(found: Inferred, documents: list[Any]) -> None:
    python, written = rendered(found), []
    for data in found.objects:
        root = python.read(data)
        text = python.encode(root)
        assert python.write(root) == data
        assert python.write(python.decode(text)) == data
        written.append(text)
    assert found.written.given == sum(len(compact(each)) for each in documents)
    more = more_bytes(found.written, MEANS)
    assert sum(map(len, written)) == found.written.given + more, found.written.sentences()


@settings(max_examples=60, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(DOCUMENTS)
@example([[[-(2**80)]], [[{}, {"type": "2024-05-06"}]]])  # a member whose name has digits between underscores
@pytest.mark.long
def test_documents_are_written_in_their_own_shape_or_what_differs_is_told(documents: list[Any]) -> None:
    found = of_values(tuple(documents), as_one=False)
    assert_in_its_shape(found, documents)


@pytest.mark.parametrize("name", SHAPED)
@pytest.mark.parametrize("as_one", [False, True])
def test_a_shape_of_the_real_world_is_written_to_the_byte(name: str, as_one: bool) -> None:
    document = SHAPED[name]
    documents = document if as_one and isinstance(document, list) else [document]
    found = of_values(tuple(documents), as_one=as_one)
    assert found.not_carried == ()
    assert not found.written.sentences().keys() - set(Means), found.written.sentences()
    python = rendered(found)
    texts = [python.encode(python.read(data)) for data in found.objects]
    whole = [documents] if as_one else documents
    assert [json.loads(text) for text in texts] == whole
    assert list(map(len, texts)) == [len(compact(each)) for each in whole]
    if name not in HAVE_MAPS:
        assert texts == [compact(each) for each in whole]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"a": [1] + 6 * [None]}, "a[]: a value that may be null is wrapped in a message (as many bytes in JSON)"),
        ({"a": [1] + 5 * [None]}, "a[]: a value that may be null is wrapped in a message (2 bytes more in JSON)"),
        ({"a": ["x"] + 4 * [None]}, "a[]: a value that may be null is wrapped in a message (1 byte more in JSON)"),
        ({"e": "sent"}, "e: an enum's text is written as its name (as many bytes in JSON)"),
        ({"e": "SENT"}, None),
    ],
)
def test_a_difference_is_named_even_if_it_costs_nothing(document: Any, said: str | None) -> None:
    found = inferred(json.dumps(document), enums={*document} & {"e"})
    assert [each for sentences in found.written.sentences().values() for each in sentences] == [said] * (
        said is not None
    )


def test_a_document_of_a_hundred_levels_is_written_in_its_shape() -> None:
    deep: Any = 1
    for _ in range(99):
        deep = [deep]
    assert_in_its_shape(of_values((deep,), as_one=False), [deep])


@pytest.mark.builds
def test_who_writes_numbers_otherwise_is_named_with_the_bytes(wirelab: Wirelab, tmp_path: Path) -> None:
    document = {"values": [1e16, 2e-7, 0.5]}
    (tmp_path / "numbers.json").write_text(json.dumps(document))
    words = ("--codec", "json", "--codec", "orjson", "--platform", "python", "--json")
    ended = wirelab("sizes", "--data", "numbers.json", *words)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    sizes = {cell["codec"]: cell["size_bytes"]["none"] for cell in found["cells"]}
    fewer = len(compact(document)) - sizes["orjson"]
    assert sizes["json"] - fewer == sizes["orjson"] < sizes["json"]
    assert fewer == 1
    (missing,) = found["not_run"]
    assert missing["what"] == "data of numbers by orjson (python)"
    assert missing["why"].endswith("numbers or texts, such as 3 for 3.0, or escapes (1 byte fewer in JSON)")


WHOLE = ("json", "orjson", "json-v8")
OTHERWISE = "figures.figures[]: an object of several kinds is in the member that holds it"


@pytest.mark.builds
def test_json_of_every_shape_has_the_bytes_of_the_document(wirelab: Wirelab, tmp_path: Path) -> None:
    """All shapes at once, since types take a while to build. The one codec that cannot say one of them is named."""
    (tmp_path / "shapes.json").write_text(json.dumps(SHAPED, ensure_ascii=False), encoding="utf-8")
    words = [word for codec in (*WHOLE, "msgspec-json") for word in ("--codec", codec)]
    ended = wirelab("sizes", "--data", "shapes.json", *words, "--platform", "python", "--platform", "node", "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    sizes = {cell["codec"]: cell["size_bytes"]["none"] for cell in found["cells"]}
    size, more = len(compact(SHAPED)), sizes.pop("msgspec-json") - len(compact(SHAPED))
    assert sizes == dict.fromkeys(WHOLE, size)
    (missing,) = found["not_run"]
    assert missing["what"] == "data of shapes by msgspec-json (python)"
    assert missing["why"] == f"written differently: {OTHERWISE} ({more} bytes more in JSON)"


SPAN = """
syntax = "proto3";
package t;
import "google/protobuf/duration.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
message Span {
  string name = 1;
  google.protobuf.Timestamp start = 2;
  google.protobuf.Duration took = 3;
  google.protobuf.Struct attributes = 4;
  google.protobuf.StringValue parent = 5;
  google.protobuf.Int64Value retries = 6;
  uint64 start_unix_nano = 7;
  bytes trace_id = 8;
  Kind kind = 9;
  repeated google.protobuf.Value links = 10;
}
enum Kind { NONE = 0; SERVER = 1; }
"""
A_SPAN = {
    "name": "größe",
    "start": "2026-11-27T12:00:00.250Z",
    "took": "1.500s",
    "attributes": {"http": {"load": 0.75, "ok": True, "tags": ["a", None, 0.5]}},
    "parent": "",
    "retries": "3",
    "startUnixNano": "1795780800000000000",
    "traceId": "3q2+7w==",
    "kind": "SERVER",
    "links": ["b", {}],
}


@pytest.mark.builds
def test_protobufs_own_json_has_the_bytes_of_the_document(wirelab: Wirelab, tmp_path: Path) -> None:
    """Python's library puts spaces between, and escapes all characters beyond ASCII, as `json.dumps` does."""
    (tmp_path / "span.proto").write_text(SPAN)
    (tmp_path / "span.json").write_text(json.dumps(A_SPAN, ensure_ascii=False), encoding="utf-8")
    codecs = [word for codec in ("protobuf-es-json", "protobuf-python-json", "json") for word in ("--codec", codec)]
    words = ("--data", "span.json", "--schema", "span.proto", "--platform", "python", "--platform", "node")
    ended = wirelab("sizes", *words, *codecs, "--json")
    assert ended.returncode == 0, ended.stderr
    sizes = {cell["codec"]: cell["size_bytes"]["none"] for cell in json.loads(ended.stdout)["cells"]}
    assert sizes.pop("json") > sizes["protobuf-es-json"]
    assert sizes == {"protobuf-es-json": len(compact(A_SPAN)), "protobuf-python-json": len(json.dumps(A_SPAN))}


# The tool that a platform needs and the platform, with codecs of its runners.
COMPILED = {
    ("jdk", "jvm"): (
        "protobuf-java-json",
        "flatbuffers",
        "avro",
        "scalapb",
        "scrooge-binary",
        "kotlinx-json",
        "jackson-json",
    ),
    ("dotnet", "dotnet-console"): ("google-protobuf", "google-protobuf-json", "flatbuffers-csharp"),
    ("go", "go"): ("protobuf-go", "encoding-json", "flatbuffers-go", "thrift-go-binary"),
    ("cargo", "rust"): ("prost", "serde-json", "postcard", "borsh"),
    ("g++", "cpp"): ("protobuf-cpp", "nlohmann-json", "cereal-binary"),
}


@pytest.mark.exhaustive
@pytest.mark.builds
@pytest.mark.timeout(1500)  # it builds runners and types for a runtime, beside other builds
@pytest.mark.parametrize(("needed", "platform"), COMPILED)
def test_protobufs_own_types_come_back_where_types_are_compiled(
    needed: str, platform: str, wirelab: Wirelab, tmp_path: Path
) -> None:
    (tmp_path / "span.proto").write_text(SPAN)
    (tmp_path / "span.json").write_text(json.dumps(A_SPAN), encoding="utf-8")
    names = COMPILED[needed, platform]
    codecs = [word for codec in names for word in ("--codec", codec)]
    words = ("--data", "span.json", "--schema", "span.proto", "--platform", platform)
    ended = wirelab("sizes", *words, *codecs, "--json", timeout=1200)
    require(needed, ended.stdout != "", ended.stderr)
    cells = json.loads(ended.stdout)["cells"]
    assert {cell["codec"]: cell["why"] for cell in cells} == dict.fromkeys(names, "")
