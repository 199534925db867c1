from pathlib import Path

import pytest

from wirelab.model.errors import DefinitionError
from wirelab.protocol.transcripts import difference, fill_in, read_transcripts, spread

FOLDER = Path(__file__).parents[2] / "protocol" / "v1" / "transcripts"

DIFFERENCES = [
    ({"a": 1}, {"a": 1, "b": 2}, None),
    ({"a": 1}, {"b": 2}, "answer has no 'a'"),
    ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, "answer.a.b[1] is 3, expected 2"),
    ({"a": [1]}, {"a": [1, 1]}, "answer.a is [1, 1], expected [1]"),
    ({"a": {"$least": 1}}, {"a": 1}, None),
    ({"a": {"$least": 1}}, {"a": 0}, "answer.a is 0, expected {'$least': 1}"),
    ({"a": {"$contains": "x"}}, {"a": "xyz"}, None),
    ({"a": {"$contains": "x"}}, {"a": "abc"}, "answer.a is 'abc', expected {'$contains': 'x'}"),
    ({"a": {"$any": True}}, {"a": None}, None),
    ({"a": {"$any": True}}, {}, "answer has no 'a'"),
]


@pytest.mark.parametrize(("expected", "seen", "where"), DIFFERENCES)
def test_differences(expected: object, seen: object, where: str | None) -> None:
    assert difference(expected, seen) == where


def test_placeholders_keep_their_type_when_alone() -> None:
    values = {"level": 3, "folder": "/here", "name": "n"}

    filled = fill_in({"level": "$level", "file": "$folder/a-$level", "$name": ["$level"]}, values)

    assert filled == {"level": 3, "file": "/here/a-3", "n": [3]}


def test_choices_multiply() -> None:
    choices = {"a": [{"a": 1}, {"a": 2}], "b": [{"b": 3}, {"b": 4}], "none": []}

    assert len(spread(["a", "b"], choices, {"c": 5})) == 4
    assert spread([], choices, {"c": 5}) == [{"c": 5}]
    assert spread(["a", "none"], choices, {}) == []


def test_all_transcripts_are_well_formed_and_named_as_their_files() -> None:
    names = [transcript.check for transcript in read_transcripts(FOLDER)]

    assert names == [path.stem for path in sorted(FOLDER.glob("*.jsonl"))]
    assert len(names) >= 20


@pytest.mark.parametrize("line", ["{", '{"sing": 1}', '{"say": {}, "expect": {}}'])
def test_a_line_that_is_not_well_formed_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.jsonl").write_text('{"check": "x", "says": "x", "for_each": [], "first": false}\n' + line + "\n")

    with pytest.raises(DefinitionError, match="line 2"):
        read_transcripts(tmp_path)
