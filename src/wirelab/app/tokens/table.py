"""Tokens of texts as a table and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from wirelab.app.tokens.texts import JSON
from wirelab.app.tokens.tokenizers import VOCABULARIES, Text
from wirelab.report.quantities import MISSING, count, ratio, several
from wirelab.report.table import Column, Table, numbers

_SAYS = (
    "Each text holds all documents. Ratios compare its tokens with those of compact JSON. The vocabularies are "
    "byte-pair encodings published under these names; models with other vocabularies count differently.",
    "Each text is read again and compared with the data, value by value. CSV is read as Wirelab reads tables, YAML "
    "as version 1.1. XML has one element per key and no schema, so its values come back as text.",
)


def tokens_table(says: str, texts: Sequence[Text]) -> Table:
    """A row for each text, those with the fewest tokens first; those that cannot be written come last."""
    base = next(each.tokens for each in texts if each.kind == JSON)
    first = VOCABULARIES[0]
    ordered = sorted(texts, key=lambda each: float("inf") if each.tokens is None else each.tokens[first])
    columns = [Column("text"), *numbers("bytes")]
    for name in VOCABULARIES:
        columns += numbers(name, "ratio")
    columns.append(Column("comes back", least=24))
    rows = []
    for each in ordered:
        cells = [each.kind, count(each.size_bytes) if each.tokens else MISSING]
        for name in VOCABULARIES:
            tokens = None if each.tokens is None else each.tokens[name]
            own = None if tokens is None or not base or not base[name] else tokens / base[name]
            cells += [MISSING if tokens is None else count(tokens), ratio(own)]
        rows.append((*cells, _comes_back(each)))
    return Table(f"{says}, tokens", tuple(columns), tuple(rows), _SAYS)


def _comes_back(text: Text) -> str:
    if text.tokens is None:
        return f"not written: {text.why}"
    if text.changed is None:
        return f"not read: {text.why}"
    if text.same:
        return "every value"
    path, what = next(iter(text.changed.items()))
    more = len(text.changed) - 1
    return f"{path or 'the data'}: {what}" + (f"; {several(more, 'more path')}" if more else "")


def tokens_json(says: str, texts: Sequence[Text]) -> dict[str, Any]:
    """The tokens as values that `json.dumps` takes."""
    return {"data": says, "texts": [asdict(each) for each in texts]}
