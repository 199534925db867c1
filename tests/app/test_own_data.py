"""A user's own data, as a user types it: over the fake runner, because these tests are not about codecs."""

import gzip
import io
import json
import subprocess
import sys
import tempfile
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb
import fastavro
import pytest
import zstandard

from tests.app.studies import QUICK_MODE
from tests.conftest import Wirelab
from wirelab.app.own_data import workload
from wirelab.app.own_data.files import read_data
from wirelab.app.own_data.messages import as_messages
from wirelab.app.own_data.workload import MOST_BYTES, Asked, OwnWorkload, own_workload
from wirelab.model.data_encoding import DataEncoding
from wirelab.model.errors import DefinitionError, HostError
from wirelab.schema.compile import compile_schema
from wirelab.schema.messages import read_delimited

FAKE = ("--platform", "fake", "--codec", "steady")
LINES = (
    '{"id": 1, "name": "a", "note": null}\n{"id": 2, "name": "b", "note": "x"}\n{"id": 3, "name": "c", "note": null}\n'
)
LOST = "a number has more digits than a double: 0.12345678901234567891 becomes 0.12345678901234568 (in row 2)"
PROTO = """\
syntax = "proto3";
package shop;
import "parts/part.proto";
message Order { int32 id = 1; string name = 2; optional string note = 3; parts.Part part = 4; }
"""


def sizes(wirelab: Wirelab, *words: str) -> dict[str, int]:
    """The raw bytes of each codec."""
    ended = wirelab("sizes", *words, *FAKE, "--json")
    assert ended.returncode == 0, ended.stderr
    return {cell["codec"]: cell["size_bytes"]["none"] for cell in json.loads(ended.stdout)["cells"]}


def avro_file(types: dict[str, Any], lines: str) -> bytes:
    """Documents as an Avro file; a field that is not there is null."""
    schema = {"type": "record", "name": "Own", "fields": [{"name": n, "type": of} for n, of in types.items()]}
    records = [{name: json.loads(line).get(name) for name in types} for line in lines.splitlines()]
    file = io.BytesIO()
    fastavro.writer(file, schema, records, codec="deflate")
    return file.getvalue()


def test_values_of_avros_own_types(tmp_path: Path) -> None:
    types = {"b": "bytes", "at": {"type": "long", "logicalType": "timestamp-millis"}, "f": "float"}
    types |= {"u": {"type": "string", "logicalType": "uuid"}, "d": {"type": "int", "logicalType": "date"}}
    types |= {
        "m": {"type": "map", "values": "long"},
        "x": {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2},
    }
    record = {
        "b": b"\xff\x00",
        "at": datetime(2024, 5, 6, 7, 8, 9, 120_000, tzinfo=UTC),
        "f": 0.5,
        "u": UUID("123e4567-e89b-42d3-a456-426614174000"),
        "d": date(2024, 5, 6),
        "m": {"a": 1},
        "x": Decimal("1.25"),
    }
    schema = {"type": "record", "name": "Own", "fields": [{"name": n, "type": of} for n, of in types.items()]}
    with (tmp_path / "own.avro").open("wb") as file:
        fastavro.writer(file, schema, [record])
    (found,) = read_data(str(tmp_path / "own.avro"), MOST_BYTES).documents.values
    assert found == {
        "b": "/wA=",
        "at": "2024-05-06T07:08:09.120Z",
        "f": 0.5,
        "u": "123e4567-e89b-42d3-a456-426614174000",
        "d": "2024-05-06",
        "m": {"a": 1},
        "x": 1.25,
    }


@pytest.mark.parametrize(
    "name", ["own.jsonl", "own.json", "own.jsonl.gz", "own.jsonl.zst", "own.parquet", "own.avro", "own"]
)
@pytest.mark.long
def test_the_same_documents_in_every_format_are_the_same_workload(wirelab: Wirelab, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    match name:
        case "own.json":
            path.write_text(f"[{','.join(LINES.splitlines())}]")
        case "own.jsonl.gz":
            path.write_bytes(gzip.compress(LINES.encode()))
        case "own.jsonl.zst":
            path.write_bytes(zstandard.compress(LINES.encode()))
        case "own.parquet":
            (tmp_path / "lines.jsonl").write_text(LINES.replace(', "note": null', ""))
            with duckdb.connect() as connection:
                connection.execute(f"COPY (FROM read_json('{tmp_path}/lines.jsonl')) TO '{path}' (FORMAT parquet)")
        case "own.avro":
            path.write_bytes(avro_file({"id": "int", "name": "string", "note": ["null", "string"]}, LINES))
        case "own":
            path.mkdir()
            for at, line in enumerate(LINES.splitlines()):
                (path / f"{at}.json").write_text(line)
        case _:
            path.write_text(LINES)
    found = wirelab("workload", "add", "--data", name, "--name", "mine", "--unit", "document")
    assert found.returncode == 0, found.stderr
    message = (tmp_path / "mine" / "mine.proto").read_text().split("\n\n", 4)[4]
    note = "optional string note = 3 [(wirelab.missing) = NULL];"
    assert message == f"message Mine {{\n  int32 id = 1;\n  string name = 2;\n  {note}\n}}\n"
    corpus = (tmp_path / "mine" / "mine.corpus").read_bytes()
    assert corpus == bytes.fromhex("05 0801 1201 61 08 0802 1201 62 1a01 78 05 0803 1201 63")


@pytest.mark.long
@pytest.mark.parametrize("named", [("--data", "-"), ("-",)])
def test_standard_input_and_a_table(tmp_path: Path, named: tuple[str, ...]) -> None:
    words = [sys.executable, "-m", "wirelab", "run", *named, "--schema-only"]
    ended = subprocess.run(words, cwd=tmp_path, input="id,name\n1,a\n2,\n", capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "message Data {\n  int32 id = 1;\n  optional string name = 2;\n}\n" in ended.stdout
    assert ended.stdout == (tmp_path / "data" / "data.proto").read_text() + "\n"


def test_data_may_be_named_where_a_study_is(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    (tmp_path / "quick").write_text(LINES)
    ended = wirelab("run", "orders.jsonl", "--schema-only")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == wirelab("run", "--data", "orders.jsonl", "--schema-only").stdout
    for words, why in [
        (("quick", "--schema-only"), "give it with --data"),  # the name of a study
        (("order.jsonl",), "there is no such study"),
    ]:
        refused = wirelab("run", *words)
        assert refused.returncode == 2, refused.stderr
        assert why in refused.stderr


@pytest.mark.long
def test_a_run_on_data_reports_what_is_not_carried(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text('{"n": [0.5]}\n{"n": [0.12345678901234567891]}\n')
    ended = wirelab("run", "--data", "orders.jsonl", *FAKE, "--codec", "slower-5", "--rounds", "1", "--json")
    told = json.loads(ended.stdout)
    assert ended.returncode == 0, ended.stderr
    assert "orders" in told["question"]
    assert {"what": "data of orders", "why": LOST} in [
        {key: each[key] for key in ("what", "why")} for each in told["not_run"]
    ]
    assert f"not carried: {LOST}" in ended.stderr
    assert "repeated double n = 1;" in ended.stderr
    assert LOST in (tmp_path / "wirelab-report.html").read_text()
    assert "Which format for this data?" in (tmp_path / "wirelab-report.html").read_text()
    again = wirelab("report")
    assert LOST in again.stdout + again.stderr
    assert "Formats that each question leaves" in again.stdout


@pytest.mark.long
def test_a_folder_is_a_workload_like_any_other(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    assert wirelab("workload", "add", "--data", "orders.jsonl").returncode == 0
    (tmp_path / "mine.toml").write_text(
        'name = "mine"\nquestion = "?"\n[factors]\nworkload = ["./orders"]\nplatform = ["fake"]\ncodec = ["steady"]\n'
        f"[measure]\nrounds = 1\n{QUICK_MODE}"
    )
    assert wirelab("run", "mine.toml").returncode == 0
    assert sizes(wirelab, "./orders") == sizes(wirelab, "--data", "orders.jsonl")
    checked = wirelab("workload", "check", "orders", *FAKE)
    assert checked.returncode == 0, checked.stderr


def test_anonymized_data_has_the_same_size_and_none_of_its_values(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(
        '{"name": "Josephine Baker", "born": "1906-06-03", "n": 1.00000000000000001}\n'
    )
    assert wirelab("workload", "add", "--data", "orders.jsonl").returncode == 0
    ended = wirelab("workload", "add", "--data", "orders.jsonl", "--name", "shown", "--anonymize")
    assert ended.returncode == 0, ended.stderr
    plain, shown = ((tmp_path / name / f"{name}.corpus").read_bytes() for name in ("orders", "shown"))
    assert len(plain) == len(shown)
    assert b"Josephine Baker" in plain
    everything = b"".join(path.read_bytes() for path in (tmp_path / "shown").iterdir()) + ended.stderr.encode()
    assert not any(known in everything for known in (b"Josephine", b"Baker", b"1.00000000000000001"))
    assert b"anonymized" in everything
    assert "a value that is not named because it is replaced (in row 1)" in ended.stderr


@pytest.mark.long
def test_changed_data_replaces_the_folder(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    assert wirelab("workload", "add", "--data", "orders.jsonl").returncode == 0
    before = sizes(wirelab, "./orders")
    (tmp_path / "orders.jsonl").write_text(LINES + '{"id": 4, "name": "d", "more": true}\n')
    assert wirelab("workload", "add", "--data", "orders.jsonl").returncode == 0
    assert sizes(wirelab, "./orders")["steady"] > before["steady"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["orders", "orders.jsonl"]


SHOP = 'syntax = "proto3"; package shop; message Item { int32 id = 1; string name = 2; }'


@pytest.mark.long
def test_a_schema_of_ones_own_with_its_imports(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "part.proto").write_text(
        'syntax = "proto3"; package parts; message Order { int32 x = 1; } message Part { Order order = 1; }'
    )
    (tmp_path / "mine.proto").write_text(PROTO)
    (tmp_path / "orders.jsonl").write_text('{"id": 1, "name": "a", "part": {"order": {"x": 5}}}\n')
    words = ("--data", "orders.jsonl", "--schema", "mine.proto", "--message", "shop.Order")
    assert wirelab("workload", "add", *words).returncode == 0
    assert (tmp_path / "orders" / "parts" / "part.proto").is_file()
    assert sizes(wirelab, "./orders") == sizes(wirelab, *words)


def test_a_schema_in_proto2_among_folders_of_imports(wirelab: Wirelab, tmp_path: Path) -> None:
    """As protoc has it: the schema itself and its imports are below folders, which are named in order."""
    files = {
        "one/shop/order.proto": 'syntax = "proto2"; package shop; import "common/money.proto";'
        " message Order { required int32 id = 1; optional group Total = 2 { optional common.Money money = 1; } }",
        "two/common/money.proto": 'edition = "2023"; package common; message Money { int64 units = 1; }',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "orders.bin").write_bytes(bytes([0x08, 0x07, 0x13, 0x0A, 0x02, 0x08, 0x05, 0x14]))
    words = ("--schema", "one/shop/order.proto", "--proto-path", "one", "-I", "two", "--data-as", "binary")
    added = wirelab("workload", "add", "--data", "orders.bin", *words)
    assert added.returncode == 0, added.stderr
    assert (tmp_path / "orders" / "common" / "money.proto").is_file()
    assert (tmp_path / "orders" / "orders.corpus").read_bytes() == bytes([8, 8, 7, 0x12, 4, 0x0A, 2, 8, 5])
    shown = wirelab("sizes", "./orders", *FAKE)
    assert shown.returncode == 0, shown.stderr


def objects_of(made: OwnWorkload) -> list[bytes]:
    assert made.addition.corpus is not None
    made.addition.corpus.seek(0)
    return list(read_delimited(made.addition.corpus.read()))


def test_messages_of_a_schema_may_come_in_any_encoding(tmp_path: Path) -> None:
    (tmp_path / "mine.proto").write_text(SHOP)
    first, second = b"\x08\x05\x12\x02\xc3\x96", b"\x08\x07"
    texts = {"a": b'id: 5 name: "\xc3\x96"', "b": b"id: 7"}
    for folder, files in (("text", texts), ("binary", {"a": first, "b": second})):
        (tmp_path / folder).mkdir()
        for name, data in files.items():
            (tmp_path / folder / name).write_bytes(data)
    (tmp_path / "json").write_bytes('{"id": 5, "name": "Ö"}\n{"id": 7}'.encode())
    (tmp_path / "delimited").write_bytes(gzip.compress(b"\x06" + first + b"\x02" + second))
    for encoding in DataEncoding:
        asked = Asked(str(tmp_path / encoding), schema=str(tmp_path / "mine.proto"), data_as=encoding)
        made = own_workload(asked, print)
        assert objects_of(made) == [first, second], encoding
        assert made.addition.not_carried == ()


def test_fields_that_the_schema_does_not_have_are_told(tmp_path: Path) -> None:
    (tmp_path / "mine.proto").write_text(SHOP)
    (tmp_path / "one.bin").write_bytes(b"\x08\x05\x1d\x00\x00\x80\x3f")
    asked = Asked(str(tmp_path / "one.bin"), schema=str(tmp_path / "mine.proto"), data_as=DataEncoding.BINARY)
    made = own_workload(asked, print)
    assert tuple(objects_of(made)) == (b"\x08\x05",)
    assert made.notices[0] == "1 message of one.bin, as message shop.Item of mine.proto"
    assert made.notices[1:] == ("not carried: fields that the schema does not have: 5 bytes in message 1",)


@pytest.mark.parametrize("drops", [False, True])
def test_digits_that_a_schema_does_not_keep_are_told_and_extensions_are_fields(tmp_path: Path, drops: bool) -> None:
    (tmp_path / "mine.proto").write_text(
        'syntax = "proto2"; package shop; message Item { optional float price = 1; optional State state = 2;'
        " extensions 5; } extend Item { optional float weight = 5; } enum State { NEW = 0; SENT = 1; }"
    )
    (tmp_path / "items.jsonl").write_text(
        '{"price": 0.1, "[shop.weight]": 1.5, "state": "1"}\n{"price": 3.14159265358}'
    )
    made = own_workload(Asked(str(tmp_path / "items.jsonl"), schema=str(tmp_path / "mine.proto"), drops=drops), print)
    assert made.notices[1:] == ("not carried: price: a number has more digits than a float (in row 2)",)


def test_a_text_of_proto2_that_is_no_utf_8_does_not_fit(tmp_path: Path) -> None:
    (tmp_path / "mine.proto").write_text('syntax = "proto2"; package shop; message Item { optional string name = 1; }')
    (tmp_path / "one.bin").write_bytes(b"\x0a\x01\xff")
    asked = Asked(str(tmp_path / "one.bin"), schema=str(tmp_path / "mine.proto"), data_as=DataEncoding.BINARY)
    with pytest.raises(DefinitionError, match="it does not fit message") as caught:
        own_workload(asked, print)
    assert caught.value.why.startswith("document 1: 'utf-8' codec can't decode byte 0xff")


def test_a_schema_alone_is_written_and_replaced(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    ended = wirelab("run", "--data", "orders.jsonl", "--schema-only", "--enum", "name")
    assert ended.returncode == 0, ended.stderr
    assert [path.name for path in (tmp_path / "orders").iterdir()] == ["orders.proto"]
    assert "enum Name {\n  NAME_A = 0;\n  NAME_B = 1;\n  NAME_C = 2;\n}" in ended.stdout
    assert "enum Name: JSON codecs write 'A' for 'a', and 2 more in the same way" in ended.stderr
    assert wirelab("workload", "add", "--data", "orders.jsonl").returncode == 0
    assert (tmp_path / "orders" / "orders.corpus").exists()
    (tmp_path / "orders" / "workload.toml").unlink()
    refused = wirelab("run", "--data", "orders.jsonl", "--schema-only")
    assert refused.returncode == 2
    assert "is not a workload that was made from data" in refused.stderr


@pytest.mark.long
def test_an_inferred_schema_may_be_edited_and_handed_over(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    assert wirelab("run", "--data", "orders.jsonl", "--schema-only").returncode == 0
    schema = (tmp_path / "orders" / "orders.proto").read_text().replace("int32 id", "int64 id")
    (tmp_path / "mine.proto").write_text(schema)
    ended = wirelab("run", "--data", "orders.jsonl", "--schema", "mine.proto", "--schema-only")
    assert ended.returncode == 0, ended.stderr
    assert "int64 id = 1;" in (tmp_path / "orders" / "mine.proto").read_text()
    assert not (tmp_path / "orders" / "orders.proto").exists()


@pytest.mark.long
def test_names_that_collide_after_a_change_of_case_stay_apart(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text(
        '{"fooBar": 1, "foo_bar": "x", "FooBar": [true], "foo-bar": 2.5, "FOO_BAR": {"a": 1}}'
    )
    ended = wirelab("sizes", "--data", "own.json", "--platform", "python", "--json")
    assert [cell["why"] for cell in json.loads(ended.stdout)["cells"] if cell["why"]] == []


def test_the_usual_codecs_unless_all_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    from wirelab.app.platforms import runners
    from wirelab.app.request import Overrides, asked

    monkeypatch.delenv("WIRELAB_RESOURCES", raising=False)
    usual = {subject for runner in runners() for subject in runner.manifest.usual}
    every = {codec for runner in runners() for codec in runner.manifest.codecs}
    data = Overrides(workload=("school",))
    assert {str(each) for each in asked(None, data, usual=True).factors.codec} <= usual
    assert len(asked(None, data, usual=True).factors.codec) > 10
    assert {str(each) for each in asked(None, data).factors.codec} <= every
    assert asked(None, data, usual=True).default  # one that is not here is no fault


def test_the_first_verdict_is_on_a_usual_codec_that_is_not_the_reference() -> None:
    from wirelab.app.request import Overrides, asked

    study = asked(None, Overrides(workload=("school",), platform=("python",)), usual=True)
    assert len(study.measure.early) == 1
    assert study.reference_subject not in study.measure.early


def test_forms_that_only_protobufs_own_json_has_are_named(tmp_path: Path) -> None:
    (tmp_path / "span.proto").write_text(
        'syntax = "proto3"; package t; import "google/protobuf/timestamp.proto";'
        "message Span { string name = 1; google.protobuf.Timestamp start = 2; Within within = 3; }"
        "message Within { int32 depth = 1; }"
    )
    (said,) = as_messages(compile_schema("span", tmp_path / "span.proto", "Span").schema)
    assert said.startswith("t.Span.start: google.protobuf.Timestamp is written as an ordinary message")


def test_a_folder_for_temporary_files_that_takes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    with pytest.raises(HostError, match="the messages cannot be kept"):
        workload.spooled((), workload._HowFar(""))


def test_sizes_of_a_folder_are_of_its_files_unless_a_workload_has_its_name(wirelab: Wirelab, tmp_path: Path) -> None:
    for folder in ("captured", "school"):
        (tmp_path / folder).mkdir()
    ended = wirelab("sizes", "captured")
    assert (ended.returncode, "data captured: there is no .json file in this folder" in ended.stderr) == (2, True)
    ended = wirelab("sizes", "school", "--size", "110", "--platform", "fake", "--codec", "steady")
    assert (ended.returncode, "school/110/random, bytes" in ended.stdout) == (0, True), ended.stderr
