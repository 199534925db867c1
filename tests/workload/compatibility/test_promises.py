"""The promises of Protocol Buffers' rules between versions of a schema, against its own library's readings."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import ROOT
from tests.workload.compatibility.test_survival import message
from wirelab.model.findings.evolution import Outcome
from wirelab.workload.compatibility.changes import load_changes
from wirelab.workload.compatibility.promises import promise
from wirelab.workload.compatibility.survival import Became, Identity, fates

BY_NUMBER = Identity(by_number=True)
RULES = load_changes(ROOT / "evolution").rules["Protocol Buffers"]
SAME, LOST, CHANGED = Outcome.SAME, Outcome.LOST, Outcome.CHANGED


@pytest.mark.parametrize(
    ("one", "value", "other", "promised"),
    [
        ("int32 a = 1;", {"a": 5}, "int64 a = 1;", SAME),
        ("int32 a = 1;", {"a": 5}, "sint32 a = 1;", None),
        ("int32 a = 1;", {"a": 5}, "string a = 1;", LOST),
        ("int32 a = 1;", {"a": 5}, "string b = 1;", LOST),
        ("float a = 1; int32 b = 2;", {"a": 5}, "int32 b = 1; double a = 3;", LOST),
        ("float a = 1; int32 b = 2;", {"a": 5}, "int32 b = 1;", SAME),
        ("int32 a = 1;", {"a": 5}, "int32 b = 1;", SAME),
        ("int32 a = 1;", {"a": 5}, "int32 a = 2;", LOST),
        ("int32 a = 1;", {"a": 5}, "int32 b = 2;", SAME),
        ("int32 a = 1; int32 b = 2;", {"a": 5}, "int32 b = 1;", CHANGED),
        ("int32 a = 1; int32 b = 2;", {"b": 5}, "int32 b = 1;", LOST),
        ("repeated int32 a = 1;", {"a": [5]}, "int32 a = 1;", None),
        ("Point a = 1;", {"a": {"x": 1}}, "Point a = 1;", SAME),
        ("Point a = 1;", {"a": {"x": 1}}, "bytes a = 1;", None),
        ("map<string, int32> a = 1;", {"a": {"k": 1}}, "map<string, int64> a = 1;", SAME),
        ("map<string, int32> a = 1;", {"a": {"k": 1}}, "map<string, sint32> a = 1;", None),
    ],
)
def test_what_is_promised(tmp_path: Path, one, value, other, promised) -> None:
    written, reader = message(tmp_path, "one", one, value), message(tmp_path, "other", other, {})
    assert promise(written, reader, RULES, BY_NUMBER) is promised


_NAMES, _NUMBERS = ("a", "b", "c"), (1, 2, 3)
_TYPES = {
    "int32": 5,
    "int64": 6,
    "sint32": 7,
    "bool": True,
    "fixed32": 8,
    "string": "x",
    "bytes": "eA==",
    "double": 0.5,
}


@st.composite
def _fields(draw: st.DrawFn) -> dict[str, tuple[str, int]]:
    names = draw(st.lists(st.sampled_from(_NAMES), min_size=1, unique=True))
    numbers = draw(st.permutations(_NUMBERS))
    return {name: (draw(st.sampled_from([*_TYPES])), number) for name, number in zip(names, numbers, strict=False)}


@settings(max_examples=60, deadline=None)
@given(_fields(), _fields(), st.data())
@pytest.mark.long
def test_what_is_promised_is_what_its_library_does(one, other, data) -> None:
    own = data.draw(st.sampled_from(sorted(one)))
    texts = ["".join(f"{kind} {name} = {number};" for name, (kind, number) in side.items()) for side in (one, other)]
    with tempfile.TemporaryDirectory() as name:
        written = message(Path(name), "one", texts[0], {own: _TYPES[one[own][0]]})
        reader = message(Path(name), "other", texts[1], {})
    promised = promise(written, reader, RULES, BY_NUMBER)
    if promised is None:
        return
    read = type(reader).FromString(written.SerializeToString())
    became = {fate.became for fate in fates(written, read, BY_NUMBER)}
    seen = CHANGED if Became.CHANGED in became else LOST if Became.LOST in became else SAME
    assert seen is promised
