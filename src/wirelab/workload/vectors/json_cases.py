"""Suites of JSON with a file for each case: the beginning of its name shows its kind (JSONTestSuite, JSON_checker)."""

import json
import re
from collections.abc import Iterator
from typing import Any

from wirelab.model.findings.vectors import Says
from wirelab.workload.vectors.case import ANY, Files, Vector, json_files, stem_of

FORMAT = "JSON"
_SAYS = ((r"(?:y_|pass\d)", Says.VALID), (r"(?:n_|fail\d)", Says.MALFORMED), (r"i_", Says.EITHER))
_TRANSFORMED = "test_transform"
"""A folder of files that all parsers read, but not all as the same value: any reading is right."""


def json_cases(files: Files) -> Iterator[Vector]:
    """The cases of such suites; a valid one has the value that RFC 8259 gives it."""
    for name, content in json_files(files):
        folder = name.rpartition("/")[0]
        if folder.rpartition("/")[2] == _TRANSFORMED:
            yield Vector(folder, stem_of(name), FORMAT, content, Says.EITHER)
        elif says := next((says for begin, says in _SAYS if re.match(begin, stem_of(name))), None):
            value = _value(content) if says is Says.VALID else ANY
            yield Vector(folder, stem_of(name), FORMAT, content, says, value)


def is_json(document: bytes) -> bool:
    """Whether bytes are a JSON document, by RFC 8259."""
    try:
        json.loads(document.decode("utf-8"), parse_constant=_refused)
    except (ValueError, RecursionError):
        return False
    return True


def _value(content: bytes) -> Any:
    try:
        return json.loads(content.decode("utf-8"), object_pairs_hook=_object)
    except (ValueError, RecursionError):
        return ANY


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key appears twice, and no standard says which counts")
    return found


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no number")
