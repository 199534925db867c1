"""TOML documents into frozen values: every mistake at once, each with its key and line."""

import difflib
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from wirelab.model.errors import DefinitionError

_FAULTS = {
    "should be text in quotes": ("string_type", "dataclass_type", "dataclass_exact_type"),
    "should be a whole number": ("int_type", "int_from_float", "int_parsing"),
    "should be a number": ("float_type", "float_parsing"),
    "should be a finite number": ("finite_number",),
    "should be true or false": ("bool_type", "bool_parsing"),
    "should be a list in square brackets": ("tuple_type", "list_type", "set_type"),
    "should be a table": ("dict_type", "model_type", "model_attributes_type"),
    "should be {expected}": ("enum", "literal_error"),
    "at least {min_length} is needed": ("too_short",),
    "should not be empty": ("string_too_short",),
    "should be above {gt}": ("greater_than",),
    "should be at least {ge}": ("greater_than_equal",),
    "should be below {lt}": ("less_than",),
    "should be at most {le}": ("less_than_equal",),
    "needs a key {discriminator} that says which kind it is": ("union_tag_not_found",),
    "{discriminator} should be one of {expected_tags}, not '{tag}'": ("union_tag_invalid",),
}
_WORDS = {fault: words for words, faults in _FAULTS.items() for fault in faults}
_PATTERNS = {
    r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$": "should be lower-case words with hyphens between them",
    r"^[A-Za-z0-9][A-Za-z0-9._-]*$": "should be letters, digits, points, hyphens and underscores",
}


class Table(BaseModel):
    """A table of a document: frozen; unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


number_as_text = BeforeValidator(lambda x: str(x) if isinstance(x, int) and not isinstance(x, bool) else x)
"""Labels that are whole numbers need no quotes."""


def fault_words(detail: ErrorDetails) -> str:
    """The demand on a value, as a clause: `should be a whole number`."""
    context = detail.get("ctx", {})
    if detail["type"] == "string_pattern_mismatch":
        pattern = context["pattern"]
        return _PATTERNS.get(pattern, f"should match the pattern {pattern}")
    words = _WORDS.get(detail["type"])
    if words is not None:
        return words.format(**context)
    message = detail["msg"].removeprefix("Value error, ")
    return message[0].lower() + message[1:]


Key = tuple[int | str, ...]
Mistake = tuple[Key, str]
"""A mistake: its place, and its description."""
Further = Callable[[Mapping[str, Any]], Iterable[Mistake]]
Value = TypeVar("Value", bound=BaseModel)

_MOST_SHOWN = 20
_TABLE = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_ENTRY = re.compile(r"\s*([A-Za-z0-9_\-.\"']+(?:\s*\.\s*[A-Za-z0-9_\-\"']+)*)\s*=")


def parse_document(text: str, kind: type[Value], part: str, further: Further | None = None) -> Value:
    """Parse `text` as TOML and validate it as `kind`, whose configuration forbids unknown keys.

    `further` finds mistakes that values of `kind` do not know of, in the document as it is written.

    Raises:
        DefinitionError: the text is not TOML, or at least one value is wrong; `why` lists all mistakes, one per line.
    """
    data = read_toml(text, part)
    return validated(data, text, kind, part, further(data) if further else ())


def read_toml(text: str, part: str) -> dict[str, Any]:
    """`text` as TOML, or a DefinitionError; also of a text with NUL, which no name of a file can have."""
    try:
        found = tomllib.loads(text)
        if any("\0" in each for each in _texts(found)):
            raise DefinitionError(part, "a text in it has the character NUL", remedy="leave it out")
        return found
    except RecursionError:
        why = "its lists or tables are nested too deeply"
    except ValueError as error:  # also of a number with thousands of digits
        why = str(error)
    raise DefinitionError(part, "it is not TOML", why=why, remedy="fix the line and try again")


def _texts(value: Any) -> Iterator[str]:
    """All keys and texts of a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for each in (*value, *value.values()) if isinstance(value, Mapping) else value:
            yield from _texts(each)


def validated(
    data: Mapping[str, Any], text: str, kind: type[Value], part: str, further: Iterable[Mistake] = ()
) -> Value:
    """`data` as `kind`; `text` is where it was written, for the lines of mistakes. The rest as `parse_document`."""
    mistakes = [(line_of(text, path), f"{written_path(path)}: {what}") for path, what in further]
    try:
        value = kind.model_validate(data)
    except ValidationError as error:
        details = error.errors()
        inner = {detail["loc"][:-1] for detail in details}
        # A list whose only item is wrong is not also too short.
        wrong = [detail for detail in details if not (detail["type"] == "too_short" and detail["loc"] in inner)]
        mistakes += [_mistake(text, data, kind, detail) for detail in wrong]
    else:
        if not mistakes:
            return value
    raise malformed(part, [f"line {line}: {message}" for line, message in sorted(mistakes)])


def value_at(document: Any, *keys: str) -> Any:
    """The value below these keys of a document that nobody has validated; None if there is none."""
    for key in keys:
        document = document.get(key) if isinstance(document, Mapping) else None
    return document


def items_at(document: Any, *keys: str) -> list[Any]:
    """The items of the list below these keys; none if it is no list."""
    found = value_at(document, *keys)
    return found if isinstance(found, list) else []


def malformed(part: str, mistakes: Sequence[str]) -> DefinitionError:
    """The mistakes in a document, one per line; of many, the first are shown and the others counted."""
    count = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    more = [f"and {len(mistakes) - _MOST_SHOWN} more"] if len(mistakes) > _MOST_SHOWN else []
    why = "\n".join([*mistakes[:_MOST_SHOWN], *more])
    return DefinitionError(part, f"it has {count}", why=why, remedy="fix them and try again")


def _mistake(text: str, data: Mapping[str, Any], kind: type[BaseModel], detail: ErrorDetails) -> tuple[int, str]:
    path, tags = _aswritten_path(data, detail["loc"], is_key=detail["type"] in ("missing", "extra_forbidden"))
    key = written_path(path)
    if detail["type"] == "extra_forbidden":
        known = _keys_at(kind, path[:-1], tags)
        near = difflib.get_close_matches(str(path[-1]), known, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known here: {', '.join(known)}"
        return line_of(text, path), f"{key}: unknown key; {hint}"
    if detail["type"] == "missing":
        return line_of(text, path[:-1]), f"{key}: is missing"
    message = fault_words(detail)
    given = detail["input"]
    shown = "" if isinstance(given, dict | list) else f", not {_toml(given)}"
    return line_of(text, path), f"{key}: {message}{shown}"


def _toml(value: object) -> str:
    """A value as TOML has it, for messages."""
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)


def _aswritten_path(data: Mapping[str, Any], path: Key, *, is_key: bool) -> tuple[Key, frozenset[str]]:
    """`path` without the tags of the unions it goes through, which are not in the document; and those tags.

    If it `is_key`, missing or unknown, its last step is no tag.
    """
    written: list[int | str] = []
    tags: set[str] = set()
    place: Any = data
    for step in path[:-1] if is_key else path:
        # One text may stand for a list of one, whose place is the text's.
        of_list = isinstance(place, list) and isinstance(step, int)
        there = place.get(step) if isinstance(place, Mapping) else place[step] if of_list else None
        if there is None and isinstance(step, str) and isinstance(place, Mapping) and step in place.values():
            tags.add(step)
            continue
        written.append(step)
        place = there
    return (*written, *(path[-1:] if is_key else ())), frozenset(tags)


def written_path(path: Key) -> str:
    """A place in a document as people write it: `claim[2].of.codec`."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text or "the document"


def _keys_at(kind: type[BaseModel], path: Key, tags: Collection[str]) -> list[str]:
    """The keys that `kind` allows in the table at `path`; empty where the path leaves models."""
    model: type[BaseModel] | None = kind
    for step in path:
        if model is None:
            return []
        if isinstance(step, int):
            continue
        entry = model.model_fields.get(step)
        found = [] if entry is None else list(_models_in(entry.annotation))
        model = next((one for one in found if _is_tagged(one, tags)), found[0] if found else None)
    return sorted(model.model_fields) if model else []


def _is_tagged(model: type[BaseModel], tags: Collection[str]) -> bool:
    literals = (tag for field in model.model_fields.values() for tag in getattr(field.annotation, "__args__", ()))
    return any(isinstance(tag, str) and tag in tags for tag in literals)


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in getattr(annotation, "__args__", ()):
        yield from _models_in(argument)


def line_of(text: str, path: Key) -> int:
    """The line (from 1) where `path` is written, or its nearest parent that is; 1 if none.

    Follows table headers and keys, which covers documents as people write them; a value inside a list or an inline
    table counts as being on its key's line.
    """
    places = _places(text)
    while path:
        if path in places:
            return places[path]
        path = path[:-1]
    return 1


def _places(text: str) -> dict[Key, int]:
    places: dict[Key, int] = {}
    table: Key = ()
    counts: dict[Key, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _split(header[2])
            if header[1] == "[[":
                index = counts[table] = counts.get(table, -1) + 1
                places.setdefault(table, number)
                table = (*table, index)
            places.setdefault(table, number)
        elif entry := _ENTRY.match(line):
            places.setdefault((*table, *_split(entry[1])), number)
    return places


def _split(dotted: str) -> Key:
    return tuple(step.strip().strip("\"'") for step in dotted.split("."))
