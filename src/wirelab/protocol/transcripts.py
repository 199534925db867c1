"""Golden transcripts: conversations that every runner must be able to have; their README explains the format.

Pure: reading a transcript, filling in its placeholders, and holding an answer against what is expected.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirelab.model.errors import DefinitionError

Values = Mapping[str, object]
_PLACEHOLDER = re.compile(r"\$([a-z_]+)")
_HEADER = {"check", "says", "for_each", "first"}
_ACTIONS = {
    *("say", "say_raw", "say_hex", "close", "restart", "each"),
    *("expect", "expect_corpus", "expect_measurement", "expect_exit"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a transcript.

    Attributes:
        action: what is done, one of the known words.
        content: the word's value, placeholders not yet filled.
        steps: of `each` alone: what is repeated.
    """

    action: str
    content: Any
    steps: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation.

    Attributes:
        check: its name.
        says: what it shows, one line for people.
        for_each: by what it is repeated, in turns: `codec`, `compressor`; empty: once.
        first: whether it has to be the first conversation of its process.
        steps: in order.
    """

    check: str
    says: str
    for_each: tuple[str, ...]
    first: bool
    steps: tuple[Step, ...]


def read_transcripts(folder: Path) -> tuple[Transcript, ...]:
    """All transcripts of `folder`, by name of file.

    Raises:
        DefinitionError: one is not well formed; with its line.
    """
    return tuple(_read(path) for path in sorted(folder.glob("*.jsonl")))


def _read(path: Path) -> Transcript:
    records = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            records.append(json.loads(line))
        except ValueError as error:
            raise _fault(path, f"line {number}: {error}") from None
    header = records[0] if records else {}
    if set(header) != _HEADER:
        raise _fault(path, f"line 1 must have the keys {', '.join(sorted(_HEADER))}")
    steps = tuple(_step(path, number, record) for number, record in enumerate(records[1:], start=2))
    return Transcript(header["check"], header["says"], tuple(header["for_each"]), header["first"], steps)


def _step(path: Path, number: int, record: dict[str, Any]) -> Step:
    actions = _ACTIONS & record.keys()
    if len(actions) != 1 or record.keys() - _ACTIONS - {"steps"}:
        raise _fault(path, f"line {number} must have one of {', '.join(sorted(_ACTIONS))}")
    action = actions.pop()
    steps = tuple(_step(path, number, each) for each in record.get("steps", ()))
    return Step(action, record[action], steps)


def _fault(path: Path, why: str) -> DefinitionError:
    return DefinitionError(f"transcript {path.name}", "it is not well formed", why=why, remedy="mend that line")


def fill_in(content: Any, values: Values) -> Any:
    """Put `values` in the place of `$name`, in keys and values; a text that is nothing else takes the value's type.

    Raises:
        KeyError: there is no such value.
    """
    match content:
        case str():
            whole = _PLACEHOLDER.fullmatch(content)
            return values[whole[1]] if whole else _PLACEHOLDER.sub(lambda match: str(values[match[1]]), content)
        case dict():
            if _operator(content):
                return content
            return {str(fill_in(key, values)): fill_in(value, values) for key, value in content.items()}
        case list():
            return [fill_in(each, values) for each in content]
    return content


def difference(expected: Any, seen: Any, path: str = "answer") -> str | None:
    """Where `seen` is not what is `expected`, or None.

    Objects may have more keys than expected; `{"$least": 1}`, `{"$contains": "text"}` and `{"$any": true}` say what is
    expected of a value that cannot be known.
    """
    operator = _operator(expected)
    if operator is not None:
        return None if _holds(operator, expected[operator], seen) else f"{path} is {seen!r}, expected {expected}"
    if isinstance(expected, dict) and isinstance(seen, dict):
        missing = [key for key in expected if key not in seen]
        pairs = [(f"{path}.{key}", value, seen[key]) for key, value in expected.items() if key in seen]
        if missing:
            return f"{path} has no '{missing[0]}'"
    elif isinstance(expected, list) and isinstance(seen, list) and len(expected) == len(seen):
        pairs = [(f"{path}[{index}]", *both) for index, both in enumerate(zip(expected, seen, strict=True))]
    else:
        return None if expected == seen else f"{path} is {seen!r}, expected {expected!r}"
    found = (difference(value, other, where) for where, value, other in pairs)
    return next((each for each in found if each is not None), None)


def _operator(content: object) -> str | None:
    if isinstance(content, dict) and len(content) == 1:
        key = str(next(iter(content)))
        return key if key in {"$least", "$contains", "$any"} else None
    return None


def _holds(operator: str, operand: Any, seen: object) -> bool:
    if operator == "$least":
        return isinstance(seen, int | float) and seen >= operand
    if operator == "$contains":
        return isinstance(seen, str) and operand in seen
    return True


def spread(names: Sequence[str], choices: Mapping[str, Sequence[Values]], values: Values) -> list[Values]:
    """All combinations of the choices of `names`, each added to `values`."""
    combined = [values]
    for name in names:
        combined = [{**each, **choice} for each in combined for choice in choices[name]]
    return combined
