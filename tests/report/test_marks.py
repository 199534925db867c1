"""Letters of formats: each has one of its own, whatever its colour."""

from tests.report.invented_results import invented_results
from wirelab.report.run.marks import letters_of, marks_of, point_keys


def test_formats_share_no_letter() -> None:
    formats = [f"{first} {second}" for first in ("Alpha", "Alpine", "Beta", "BETA") for second in ("text", "tree", "x")]
    letters = letters_of(formats)
    assert len(set(letters.values())) == len(formats) == 12
    assert (letters["Alpha text"], letters["Beta text"]) == ("A", "B")
    assert all(letter.isalnum() for letter in letters.values())


def test_there_are_as_many_letters_as_there_are_letters_and_digits() -> None:
    letters = letters_of([f"format {number}" for number in range(40)])
    assert len(set(letters.values()) - {""}) == 36
    assert list(letters.values()).count("") == 4


def test_legends_show_them() -> None:
    marks = marks_of(invented_results())
    keys = {key.says: key.letter for key in point_keys(marks, compressed=True)}
    assert {name: keys[name] for name in marks.letters} == marks.letters
    assert keys["compressed"] == ""
