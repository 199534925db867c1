"""Bytes per document in growing batches: which codecs become smaller, and from which batch on."""

from collections.abc import Mapping, Sequence
from typing import Any

from wirelab.app.sizes_table import SizedCell
from wirelab.model.groups import gathered
from wirelab.model.run import NO_COMPRESSOR
from wirelab.report.quantities import count, listed, number
from wirelab.report.table import Column, Table, numbers

Place = tuple[str, str]
"""A codec and its platform."""


def batches_table(named: str, sized: Sequence[SizedCell]) -> Table:
    """Bytes per document: a row for each codec, by the bytes of the largest batch, and a column for each batch."""
    per_document, whys = _per_document(sized)
    sizes = sorted({size for own in per_document.values() for size in own})
    last = sizes[-1] if sizes else 0
    ordered = sorted(per_document, key=lambda place: per_document[place].get(last, float("inf")))
    rows = tuple(
        (*place, *(number(per_document[place].get(size)) for size in sizes), whys.get(place, "")) for place in ordered
    )
    columns = (Column("codec"), Column("platform"), *numbers(*map(count, sizes)), Column("why", least=24))
    title = f"{named}, bytes per document by documents in one message"
    return Table(title, columns, rows, tuple(_begins(per_document, sizes)))


def batches_json(sized: Sequence[SizedCell]) -> dict[str, Any]:
    """The sizes as values that `json.dumps` takes."""
    cells = [
        {
            "codec": str(each.cell.subject),
            "platform": each.cell.platform,
            "documents": int(each.cell.corpus.size),
            "size_bytes": dict(each.size_bytes),
            "why": each.why,
        }
        for each in sized
    ]
    return {"batches": cells}


def _per_document(sized: Sequence[SizedCell]) -> tuple[dict[Place, dict[int, float]], dict[Place, str]]:
    found: dict[Place, dict[int, float]] = {}
    whys: dict[Place, str] = {}
    for each in sized:
        place, documents = (str(each.cell.subject), each.cell.platform), int(each.cell.corpus.size)
        own = found.setdefault(place, {})
        if NO_COMPRESSOR in each.size_bytes:
            own[documents] = each.size_bytes[NO_COMPRESSOR] / documents
        if each.why:
            whys.setdefault(place, each.why)
    return found, whys


def _begins(per_document: Mapping[Place, Mapping[int, float]], sizes: Sequence[int]) -> list[str]:
    """At which batches other codecs are smaller than the smallest codec of the first batch."""
    first = {place: own[sizes[0]] for place, own in per_document.items() if sizes[0] in own} if sizes else {}
    if len(sizes) < 2 or len(first) < 2:
        return []
    best = min(first, key=first.__getitem__)
    least = per_document[best]
    if len(least) < len(sizes):
        return []
    fewer = [
        (tuple(size for size in sizes if own.get(size, least[size]) < least[size]), _name(place, first))
        for place, own in per_document.items()
    ]
    at = {where: names for where, names in sorted(gathered(fewer).items()) if where}
    if not at:
        return [f"{_name(best, first)} makes the fewest bytes of every batch."]
    others = "; ".join(f"{_where(sizes, where)}, {listed(names)}" for where, names in at.items())
    return [
        f"{_name(best, first)} makes the fewest bytes of a batch of {count(sizes[0])}. Others make fewer: {others}."
    ]


def _where(sizes: Sequence[int], where: tuple[int, ...]) -> str:
    if where == tuple(sizes[-len(where) :]):
        return f"from {count(where[0])} documents on"
    return f"with {listed([*map(count, where)])} documents"


def _name(place: Place, whole: Mapping[Place, object]) -> str:
    codec, platform = place
    return f"{codec} on {platform}" if len({at for _, at in whole}) > 1 else codec
