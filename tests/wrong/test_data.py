"""Wrong data of a user's own: each mistake is named, with its place, and nothing is left behind."""

import gzip
import json
import math
from pathlib import Path

import duckdb
import fastavro
import pytest
import zstandard

from tests.wrong.conftest import Typed, contents, refuses

USAGE, DEFINITION, HOST = 2, 3, 7
DEEP = "[" * 300 + "]" * 300
BOTTOMLESS = "[" * 100_000

DATA = [
    ("empty.json", b"", DEFINITION, "data empty.json: it is empty"),
    ("blank.jsonl", b" \n\n", DEFINITION, "it is empty"),
    ("scalar.json", b"42", DEFINITION, "document 1 is the single value 42 … objects with fields"),
    ("scalars.jsonl", b"1\n" * 1000, DEFINITION, "document 1 is the single value 1"),
    ("nothing.json", b"null", DEFINITION, "the single value null"),
    ("deep.json", DEEP.encode(), DEFINITION, "document 1 has more than 100 nested objects and arrays"),
    ("bottomless.json", BOTTOMLESS.encode(), DEFINITION, "line 1, column 101: this is nested too deeply"),
    ("latin.json", b'{"a":\n "gr\xfcn"}', DEFINITION, "line 2, byte 5: this is not UTF-8 … 0xfc … save it as UTF-8"),
    ("cut.json", b'{"a": 1,\n "b": [1, 2', DEFINITION, "line 2, column 12: this is not JSON … may have been cut off"),
    ("cut.jsonl", b'{"a": 1}\n{"a": 2}\n{"a"', DEFINITION, "line 3, column 5: this is not JSON … cut off"),
    ("text.json", b'{"a": "b', DEFINITION, "line 1, column 7: this is not JSON … Unterminated"),
    ("python.json", b"{'a': 1}", DEFINITION, "line 1, column 2: this is not JSON"),
    (
        "half.json",
        rb'{"a": "\ud800"}',
        DEFINITION,
        "document 1 has a text that is not Unicode: half of a surrogate pair",
    ),
    ("key.json", rb'{"\ud800": 1}', DEFINITION, "document 1 has a text that is not Unicode"),
    ("huge.json", b'{"a": 1e999}', DEFINITION, "row 1 has the number 1e999, which is beyond every double"),
    (
        "high.json",
        b'[{"a": 1},\n {"a": 1e999}]',
        DEFINITION,
        "row 2 has the number 1e999, which is beyond every double",
    ),
    ("nan.json", b'{"a": "NaN",\n "b": [NaN]}', DEFINITION, "line 2, column 8: this is not JSON … JSON has no NaN"),
    ("infinity.jsonl", b'{"a": 1}\n{"a": -Infinity}', DEFINITION, "line 2, column 7: this is not JSON … no -Infinity"),
    ("objects.json", b'{"a":' * 99 + b"1" + b"}" * 99, DEFINITION, "document 1 makes more than 100 messages"),
    ("digits.json", b'{"a": ' + b"9" * 5000 + b"}", DEFINITION, "row 1 has an integer of 5,000 digits"),
    ("ragged.csv", b"a,b\n1,2\n3\n", DEFINITION, "1 row does not have 2 cells like the header … line 3"),
    ("twice.csv", b"a,a\n1,2\n", DEFINITION, "'a' names column 1 and column 2"),
    ("header.csv", b"a,b\n", DEFINITION, "it has a header but no rows … at least one row below the names"),
    ("comment.csv", b"\n# made by hand, today\na,b\n1,2\n", DEFINITION, "line 2 is a comment, and CSV has none"),
    ("bad.parquet", b"PAR1 and no more PAR1", DEFINITION, "this Parquet file cannot be read"),
    ("bad.avro", b"Obj\x01 and no more", DEFINITION, "this Avro file cannot be read after record 0"),
    ("bad.json.gz", gzip.compress(b'{"a": 1}' * 99)[:20], DEFINITION, "it is packed, but cannot be unpacked"),
    ("bad.json.zst", b"\x28\xb5\x2f\xfd and no more", DEFINITION, "it is packed, but cannot be unpacked"),
]
COMMANDS = [
    ("run --data nowhere.json", USAGE, "data nowhere.json: there is no such file"),
    ("run --data folder --name mine", USAGE, "data folder: there is no .json file in this folder"),
    ("run --schema-only", USAGE, "option --schema-only … --data"),
    ("run --data x.csv --schema-only --rounds 3", USAGE, "option --rounds: it has no effect with --schema-only"),
    ("run --data x.csv --schema-only --json", USAGE, "option --json: it has no effect with --schema-only"),
    ("run --all-codecs", USAGE, "option --all-codecs … --data"),
    ("run --unit document", USAGE, "option --unit … --data"),
    ("run --data good.json --unit row", USAGE, "unit 'row' … document, collection"),
    ("run --data good.json --resume", USAGE, "option --resume: it cannot be combined with --data"),
    ("run --data good.json --workload school", USAGE, "option --workload: it cannot be combined with --data"),
    ("run --data good.json --name Own", USAGE, "option --name: 'Own' cannot be a workload's name … lower-case"),
    (f"run --data good.json --name {'a' * 101}", USAGE, "cannot be a workload's name … at most 100 lower-case"),
    ("run --data good.json --name folder", USAGE, "folder folder: it already exists … --name"),
    ("run --anonymize", USAGE, "option --anonymize … --data"),
    (
        "run --data good.json --anonymize --schema own.proto",
        USAGE,
        "option --anonymize: it cannot be combined with --schema",
    ),
    ("run --data good.json --message A", USAGE, "option --message … --schema"),
    ("run --data good.json --schema none.proto", USAGE, "schema none.proto: there is no such file"),
    ("run --data good.json --schema import.proto", DEFINITION, "schema import.proto … none.proto … File not found"),
    ("run --data many.json --schema two.proto", DEFINITION, "document 1: … x … document 2:"),
    ("run --data bare.json --schema two.proto", DEFINITION, "document 1: required fields are missing: x"),
    ("run --data good.json --schema edition.proto", DEFINITION, "does not fit message A … document 1: … x field"),
    (
        "run --data good.json --schema own.proto --message A --proto-path nowhere",
        DEFINITION,
        "there is no folder nowhere",
    ),
    ("run --data good.json --proto-path folder", USAGE, "option --proto-path … --schema"),
    ("run --data good.json --schema own.proto", DEFINITION, "the root message is ambiguous"),
    ("run --data good.json --schema öl.proto", DEFINITION, "schema öl.proto: a workload's schema cannot be called so"),
    ("run --data good.json --schema own.txt", DEFINITION, "schema own.txt: a workload's … then .proto"),
    ("run --data good.json --schema own.proto --message C", DEFINITION, "it has no message 'C'"),
    (
        "run --data good.json --schema own.proto --message A",
        DEFINITION,
        "does not fit message A … document 1: … x field … one",
    ),
    ("run --data many.json --schema own.proto --message A", DEFINITION, "document 1: … document 10:"),
    ("run --data good.json --schema own.proto --message B --unit collection", USAGE, "option --unit"),
    ("run --data good.json --data-as text", USAGE, "option --data-as … --schema"),
    ("run --data-as text", USAGE, "option --data-as … --data"),
    ("run --data good.json --schema own.proto --message A --data-as xml", USAGE, "encoding 'xml' … json, text, binary"),
    (
        "run --data good.json --schema own.proto --message A --data-as text",
        DEFINITION,
        "does not fit message A … document 1: 1:",
    ),
    (
        "run --data cut.bin --schema own.proto --message A --data-as binary",
        DEFINITION,
        "does not fit message A … document 1: … --data-as",
    ),
    (
        "run --data cut.bin --schema own.proto --message A --data-as delimited",
        DEFINITION,
        "data cut.bin: it ends 4 bytes before its last message does",
    ),
    (
        "run --data nothing --name mine --schema own.proto --message A --data-as delimited",
        DEFINITION,
        "data nothing: it is empty",
    ),
    (
        "run --data hollow --name mine --schema own.proto --message A --data-as text",
        USAGE,
        "there is no file in this folder",
    ),
    ("run --data spaces.json.gz --max-size 1MB", DEFINITION, "data spaces.json.gz: it has more than 1,000,000 bytes"),
    ("run --data lines.jsonl.zst --max-size 1MiB", DEFINITION, "it has more than 1 MiB, unpacked … --max-size"),
    ("run --data lines.jsonl.zst --max-size 0", USAGE, "'0' is not a number of bytes; write, for example, 500MB"),
    ("run --data lines.jsonl.zst --max-size 1EB", USAGE, "'1EB' is not a number of bytes"),
    ("run --data lines.jsonl.zst --max-size " + "9" * 400, USAGE, "is not a number of bytes"),
    ("run --max-size 1MB", USAGE, "option --max-size … --data"),
    ("sizes school --data good.json", USAGE, "give a workload, or your own data with --data"),
    ("workload add", USAGE, "there is no data … --data"),
]
PROTOS = {
    "import.proto": 'syntax = "proto3"; import "none.proto"; message A { int32 x = 1; }',
    "two.proto": 'syntax = "proto2"; message A { required int32 x = 1; optional group G = 2 {} }',
    "edition.proto": 'edition = "2023"; message A { int32 x = 1; }',
    "öl.proto": 'syntax = "proto3"; message A { string x = 1; }',
    "own.txt": 'syntax = "proto3"; message A { string x = 1; }',
    "own.proto": 'syntax = "proto3"; message A { int32 x = 1; } message B { string x = 1; }',
}


@pytest.fixture
def own(folder: Path) -> Path:
    (folder / "good.json").write_text('{"x": "one"}')
    (folder / "many.json").write_text(json.dumps([{"x": f"t{n}"} for n in range(20)]))
    (folder / "bare.json").write_text("{}")
    (folder / "cut.bin").write_bytes(b"\x08\x80\x80\x80\x80")
    (folder / "nothing").write_bytes(b"")
    (folder / "spaces.json.gz").write_bytes(gzip.compress(b"[" + b" " * (1 << 21)))
    (folder / "lines.jsonl.zst").write_bytes(zstandard.compress(b'{"x": 1}\n' * (1 << 18)))
    (folder / "hollow").mkdir()
    for name, text in PROTOS.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(("name", "data", "code", "says"), DATA, ids=[name for name, *_ in DATA])
def test_wrong_data(own: Path, typed: Typed, name: str, data: bytes, code: int, says: str) -> None:
    (own / name).write_bytes(data)
    before = contents(own)
    refuses(typed("workload", "add", "--data", name, "--name", "mine"), code, says)
    assert contents(own) == before


@pytest.mark.parametrize(("words", "code", "says"), COMMANDS, ids=[words for words, *_ in COMMANDS])
def test_wrong_words_about_data(own: Path, typed: Typed, words: str, code: int, says: str) -> None:
    before = contents(own)
    refuses(typed(*words.split()), code, says)
    assert contents(own) == before


def test_a_folder_of_the_users_own_is_never_replaced(own: Path, typed: Typed) -> None:
    """Neither a workload that somebody wrote, nor anything else."""
    mine = own / "good"
    mine.mkdir()
    (mine / "workload.toml").write_text('name = "good"\n')
    refuses(typed("workload", "add", "--data", "good.json"), USAGE, "folder good: it already exists")
    assert [path.name for path in mine.iterdir()] == ["workload.toml"]


@pytest.mark.long
def test_a_text_of_50_megabytes_is_data_like_any_other(own: Path, typed: Typed) -> None:
    (own / "long.json").write_text(json.dumps({"text": "é" * 25_000_000, "n": 1}))
    ended = typed("workload", "add", "--data", "long.json")
    assert ended.code == 0, ended.err
    assert (own / "long" / "long.corpus").stat().st_size > 50_000_000


def test_a_number_that_json_has_not_is_refused_in_a_table_too(own: Path, typed: Typed) -> None:
    with duckdb.connect() as connection:  # not the one that all share: another test may have left a result open
        connection.sql("SELECT 1.5 AS x UNION ALL SELECT 'nan'::DOUBLE").write_parquet(str(own / "nan.parquet"))
    schema = {"type": "record", "name": "R", "fields": [{"name": "x", "type": "double"}]}
    with (own / "nan.avro").open("wb") as file:
        fastavro.writer(file, schema, [{"x": 1.5}, {"x": math.nan}])
    for name, column in (("nan.parquet", 6), ("nan.avro", 7)):
        refuses(typed("workload", "add", "--data", name), DEFINITION, f"line 2, column {column} … JSON has no NaN")


@pytest.mark.parametrize("words", ["workload add --data loop", "sizes school --csv loop"])
def test_a_link_that_leads_back_to_itself(own: Path, typed: Typed, words: str) -> None:
    (own / "loop").symlink_to("loop")
    refuses(typed(*words.split()), HOST, "loop … link")


def test_a_folder_is_data_where_it_stands(own: Path, typed: Typed) -> None:
    """Its workload is a folder too, and has another name."""
    (own / "captured").mkdir()
    (own / "captured" / "one.json").write_text('{"x": 1}')
    ended = typed("workload", "add", "--data", "captured/")
    assert ended.code == 0, ended.err
    assert (own / "captured-data" / "workload.toml").exists()
    assert [path.name for path in (own / "captured").iterdir()] == ["one.json"]


def test_a_column_of_mixed_cells_is_text(own: Path, typed: Typed) -> None:
    (own / "mixed.csv").write_text("n,zip\n1,00123\nn/a,94110\n")
    ended = typed("run", "--data", "mixed.csv", "--schema-only")
    assert ended.code == 0, ended.err
    assert "string n = 1;" in ended.out
    assert "string zip = 2;" in ended.out
