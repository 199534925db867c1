"""Users' own documents, and the parts that codecs write in another shape or in other words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from wirelab.app.platforms import PlacedRunner
from wirelab.app.ready import ReadyRunner
from wirelab.inference.written import in_bytes
from wirelab.model.cell import Cell
from wirelab.model.run import NotRun
from wirelab.protocol.codecs import CodecInfo
from wirelab.schema.rendering.shapes import Means
from wirelab.study.definition import Study
from wirelab.workload.definition import Workload, first_said
from wirelab.workload.vectors.json_cases import FORMAT


def agreed(study: Study, chosen: Sequence[PlacedRunner]) -> frozenset[Means]:
    """Means by which types write documents unchanged: those that all codecs of one format have, or none of them."""
    said: dict[str, list[Set[str]]] = {}
    for manifest in (state.runner.manifest for state in chosen):
        for codec in (manifest.codecs[each.codec] for each in study.factors.codec if each.codec in manifest.codecs):
            if not codec.contract.needs_schema:
                said.setdefault(codec.format, []).append(manifest.build.types.said - {*codec.unlike})
    return frozenset(
        one for one in Means if all(len({one in each for each in codecs}) == 1 for codecs in said.values())
    )


def written_otherwise(
    workload: Workload, cells: Sequence[Cell], ready: Sequence[ReadyRunner], means: Set[Means]
) -> list[NotRun]:
    """The parts of the user's JSON that codecs without a schema write otherwise, with these codecs."""
    found: dict[tuple[str, ...], list[str]] = {}
    for lacked, sentences in workload.written.items():
        names = dict.fromkeys(_named(cell) for cell, _, said in _schemaless(cells, ready, means) if lacked not in said)
        found.setdefault(tuple(names), []).extend(sentences)
    return [
        _otherwise(workload.name, names, each) for names, said in found.items() if names for each in first_said(said)
    ]


@dataclass(frozen=True, slots=True)
class JsonBytes:
    """The bytes that a JSON codec would write for the user's documents, judged only by their shapes."""

    size_bytes: int
    as_documents: bool  # whether it writes every shape as the documents have it


def json_bytes(
    workload: Workload, cells: Sequence[Cell], ready: Sequence[ReadyRunner], means: Set[Means]
) -> dict[Cell, JsonBytes]:
    """The bytes that each JSON codec would write if it wrote numbers and texts like the documents."""
    lacked = {
        cell: [more for each, more in workload.more_bytes.items() if each not in said]
        for cell, codec, said in _schemaless(cells, ready, means)
        if codec.format == FORMAT
        if workload.json_bytes and cell.corpus.size == workload.sizes.default and cell.subject.compressor is None
    }
    return {cell: JsonBytes(workload.json_bytes + sum(more), not any(more)) for cell, more in lacked.items()}


_WORDS = {
    True: "numbers or texts, such as 3 for 3.0, or escapes",
    False: "the text around such values, or numbers, texts or escapes",
}


def in_their_own_words(expected: Mapping[Cell, JsonBytes], written: Mapping[Cell, int]) -> list[NotRun]:
    """The JSON codecs whose bytes differ from those that the documents' shapes give, and by how many in all."""
    found: dict[tuple[str, bool, int], list[str]] = {}
    for cell, own in expected.items():
        if more := written.get(cell, own.size_bytes) - own.size_bytes:
            found.setdefault((cell.corpus.workload, own.as_documents, more), []).append(_named(cell))
    return [
        _otherwise(
            workload,
            dict.fromkeys(names),
            f"{_WORDS[as_documents]} ({in_bytes(more)} in JSON)",
        )
        for (workload, as_documents, more), names in found.items()
    ]


def _schemaless(
    cells: Sequence[Cell], ready: Sequence[ReadyRunner], means: Set[Means]
) -> Iterator[tuple[Cell, CodecInfo, Set[str]]]:
    """Cells of codecs without a schema, with the codec and the means by which it writes documents unchanged."""
    for cell in cells:
        for each in ready:
            codec = each.ready.codec(cell.subject.codec) if each.platform == cell.platform else None
            if codec is not None and not codec.contract.needs_schema:
                yield cell, codec, means & each.programs.runner.manifest.build.types.said - {*codec.unlike}


def _named(cell: Cell) -> str:
    return f"{cell.subject.codec} ({cell.platform})"


def _otherwise(workload: str, names: Iterable[str], says: str) -> NotRun:
    return NotRun(f"data of {workload} by {', '.join(names)}", f"written differently: {says}", fault=False)
