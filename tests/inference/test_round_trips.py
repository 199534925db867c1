"""Documents through inference, a corpus and every Python codec, and back."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Wirelab, require
from tests.inference.inferring import of_values
from wirelab.app.own_data.files import read_data
from wirelab.app.own_data.workload import MOST_BYTES
from wirelab.inference.differences import differences

SHAPES = sorted((Path(__file__).parent / "shapes").iterdir())
TEXTS = st.text(max_size=6) | st.sampled_from(
    ["2024-05-06", "2024-05-06T07:08:09Z", "123e4567-e89b-12d3-a456-426614174000", "\0", "😀"]
)
KEYS = st.sampled_from(
    ["a", "b", "type", "@id", "class", "foo_bar", "fooBar", "Foo", "1", "2024-05-06", "value", ""]
) | (st.text(max_size=4))
NUMBERS = st.integers() | st.integers(-(2**65), 2**65) | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
DOCUMENTS = st.lists(st.dictionaries(KEYS, VALUES, max_size=5) | st.lists(VALUES, max_size=3), min_size=1, max_size=5)


@settings(max_examples=200, deadline=None)
@given(DOCUMENTS, st.booleans())
@pytest.mark.long
def test_every_value_comes_back(documents: list[Any], as_one: bool) -> None:
    assert of_values(tuple(documents), as_one=as_one).not_carried == ()


@pytest.mark.parametrize(
    "document",
    [
        {"": {"": {"": False, "0": None}}},  # keys that are data, where a record is elsewhere
        {"a": {"a": {"1": 5}}},
        {"": None, "type": {"": {"": None, "type": None}}},  # one that was taken in had others taken from it before
        {"b": {"b": {"b": {}, "type": None, "a": None}, "a": {"b": 2.5}}, "0": {"type": []}},  # a tree in a tree
        {"": {"": {"2024-01-02": "x"}}},  # a map among its own values
    ],
)
@pytest.mark.parametrize("before", [(), ({},)])
@pytest.mark.parametrize("as_one", [False, True])
def test_objects_below_themselves_come_back(document: Any, before: tuple[Any, ...], as_one: bool) -> None:
    assert of_values((*before, document), as_one=as_one).not_carried == ()


@given(VALUES)
def test_a_value_does_not_differ_from_itself(value: Any) -> None:
    assert list(differences(value, json.loads(json.dumps(value)))) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (0, False), (0.0, -0.0), (None, {}), ([], {}), ([1], [1, 2]), ({"a": None}, {}), ("1", 1), (1, 2)],
)
def test_what_differs_is_found(one: object, other: object) -> None:
    assert len(list(differences(one, other))) == 1
    assert len(list(differences({"a": [one]}, {"a": [other]}))) == 1


@pytest.mark.parametrize("file", SHAPES, ids=[file.name for file in SHAPES])
def test_a_shape_of_the_real_world(file: Path) -> None:
    documents = read_data(str(file), MOST_BYTES).documents
    found = of_values(documents.values, as_one=documents.are_one)
    assert [loss for loss in found.not_carried if "comes back" in loss] == []


def everything(folder: Path, cases: int) -> str:
    """All shapes and many random documents as one: a runner's types take a while to build."""
    draw = random.Random(17)
    many = {f"case{number}": [_value(draw, 3) for _ in range(4)] for number in range(cases)}
    shapes = {file.stem.split(".")[0]: list(read_data(str(file), MOST_BYTES).documents.values) for file in SHAPES}
    (folder / "all.json").write_text(json.dumps(many | shapes))
    return "all.json"


@pytest.mark.builds
def test_every_codec_carries_documents_and_tells_what_it_cannot(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab("sizes", "--data", everything(tmp_path, 60), "--platform", "python", "--json")
    cells = json.loads(ended.stdout)["cells"]
    failed = {cell["codec"]: cell["why"] for cell in cells if cell["why"]}
    # XML has no NUL, and the logs have one; Arrow has no types that hold themselves, and a tree is among them.
    assert list(failed) == ["lxml", "arrow-ipc", "parquet-pyarrow"], failed
    assert len(cells) > 6
    assert not (tmp_path / "all").exists()


@pytest.mark.exhaustive
@pytest.mark.builds
@pytest.mark.timeout(900)  # it builds types for two runtimes, beside other builds
def test_codecs_of_other_runtimes_carry_documents(wirelab: Wirelab, tmp_path: Path) -> None:
    codecs = ["protobuf-java", "jackson-json", "google-protobuf", "newtonsoft-json", "system-text-json"]
    named = [word for codec in codecs for word in ("--codec", codec)]
    platforms = [word for name in ("jvm", "dotnet-console") for word in ("--platform", name)]
    words = ["--data", everything(tmp_path, 20), "--enum", "awkward[].status", *platforms, *named]
    ended = wirelab("sizes", *words, "--json", timeout=600)
    cells = json.loads(ended.stdout)["cells"]
    require("jdk", any(cell["platform"] == "jvm" for cell in cells), ended.stderr)
    require("dotnet", any(cell["platform"] == "dotnet-console" for cell in cells), ended.stderr)
    assert [cell for cell in cells if cell["why"]] == []
    assert "JSON codecs write the key '' as 'field2'" in ended.stderr
    assert "JSON codecs write 'IN_TRANSIT' for 'in-transit'" in ended.stderr


@pytest.mark.long
def test_json_is_the_data_to_the_byte(wirelab: Wirelab, tmp_path: Path) -> None:
    """Where the input has no quirk: names, order, numbers, texts, UUIDs and instants are as they were."""
    documents = [
        {
            "@id": n,
            "foo_bar": f"größe {n}",
            "fooBar": n / 8,
            "class": [],
            "at": f"2024-05-06T07:08:{n:02}Z",
            "x": {"1st": n > 2},
        }
        for n in range(10)
    ]
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in documents]
    (tmp_path / "plain.jsonl").write_text("\n".join(lines))
    ended = wirelab(
        "sizes", "--data", "plain.jsonl", "--codec", "json", "--codec", "orjson", "--codec", "msgspec-json", "--json"
    )
    sizes = {cell["codec"]: cell["size_bytes"]["none"] for cell in json.loads(ended.stdout)["cells"]}
    assert sizes == dict.fromkeys(("json", "orjson", "msgspec-json"), sum(len(line.encode()) for line in lines))


def _value(draw: random.Random, depth: int) -> Any:
    kind = draw.randrange(9 if depth else 6)
    if kind < 6:
        return (None, draw.random() < 0.5, draw.randrange(-(10 ** draw.randrange(1, 25)), 10), draw.random(), "é", "")[
            kind
        ]
    if kind == 6:
        return [_value(draw, depth - 1) for _ in range(draw.randrange(4))]
    keys = ["a", "b", "type", "@id", "class", "foo_bar", "fooBar", "1", "None", "1st", "ä"]
    return {key: _value(draw, depth - 1) for key in draw.sample(keys, draw.randrange(5))}
