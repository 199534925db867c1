"""The texts that language models are given: how a value is written as each, and read again. Pure."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wirelab.anova.tables.delimited import read_delimited
from wirelab.inference.columns import rows_of

JSON, INDENTED, LINES, CSV, YAML, XML, TOON = "JSON", "JSON, indented", "JSON Lines", "CSV", "YAML", "XML", "TOON"


class NoSuchTextError(Exception):
    """A value cannot be written as such a text, for a reason."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of text; `write` raises NoSuchTextError, or any error of its library."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(value: Any) -> str:
    if not isinstance(value, list):
        raise NoSuchTextError("it is one document")
    return "".join(f"{_compact(each)}\n" for each in value)


def _csv(value: Any) -> str:
    if not isinstance(value, list):
        raise NoSuchTextError("it is one document")
    if not all(isinstance(each, dict) for each in value):
        raise NoSuchTextError("it is not a table: documents are not objects")
    if held := next((name for row in value for name, each in row.items() if isinstance(each, list | dict)), None):
        raise NoSuchTextError(f"it is not a table: {held} holds more than one value")
    names = dict.fromkeys(name for row in value for name in row)
    if not names:
        raise NoSuchTextError("it is not a table: no document has a value")
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(row.get(name)) for name in names] for row in value)
    return text.getvalue()


def _cell(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


def _from_csv(text: str) -> Any:
    """As Wirelab reads a table of a user's."""
    columns = read_delimited(text.encode(), "utf-8", CSV).columns
    return list(rows_of({name: [str(cell) for cell in cells] for name, cells in columns.items()}))


def _yaml(value: Any) -> str:
    import yaml

    dumped: str = yaml.dump(value, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
    return dumped


def _from_yaml(text: str) -> Any:
    import yaml

    return yaml.load(text, Loader=yaml.CSafeLoader)


_ROOT, _EACH = "documents", "document"


def _xml(value: Any) -> str:
    import xmltodict

    root = {_ROOT: {_EACH: value}} if isinstance(value, list) else {_EACH: value}
    written: str = xmltodict.unparse(root, full_document=False)
    return written


def _from_xml(text: str) -> Any:
    import xmltodict

    ((root, value),) = xmltodict.parse(text).items()
    if root == _EACH:
        return value
    held = (value or {}).get(_EACH, [])
    return held if isinstance(held, list) else [held]


def _toon(value: Any) -> str:
    import toon_format

    written: str = toon_format.encode(value)
    return written


def _from_toon(text: str) -> Any:
    import toon_format

    return toon_format.decode(text)


KINDS: Mapping[str, Kind] = {
    JSON: Kind(_compact, json.loads),
    INDENTED: Kind(lambda value: json.dumps(value, ensure_ascii=False, indent=2), json.loads),
    LINES: Kind(_lines, lambda text: [json.loads(line) for line in text.split("\n")[:-1]]),
    CSV: Kind(_csv, _from_csv),
    YAML: Kind(_yaml, _from_yaml),
    XML: Kind(_xml, _from_xml),
    TOON: Kind(_toon, _from_toon),
}
