"""How large every codec makes a workload's data: encoded once and read back, nothing timed."""

import csv
import io
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from wirelab.app.preparation import Notice, prepare
from wirelab.app.programs import survived_by
from wirelab.app.ready import ReadyRunner
from wirelab.app.sizes import size_with_dictionary, sizes_by_compressor
from wirelab.app.study.published import PublishedSizes
from wirelab.app.study.shape import in_their_own_words
from wirelab.building.program import open_process
from wirelab.design.cells import expand
from wirelab.execution.data import Data, open_request
from wirelab.execution.short_conversations import Talk
from wirelab.files.outputs import Kind
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.measurement import Loss
from wirelab.model.run import NO_COMPRESSOR, WITH_DICTIONARY, ZSTANDARD, NotRun
from wirelab.protocol.messages import Open
from wirelab.report.quantities import size
from wirelab.report.table import Table, table_of
from wirelab.schema.objects import frames_of
from wirelab.study.definition import Study

RAW = "raw"
_COLUMNS = ("workload", "size", "variant", "platform", "codec", "compressor", "size_bytes", "why")
SIZES = Kind("table of sizes", ",".join(_COLUMNS).encode(), "the sizes are the same the next time")


@dataclass(frozen=True, slots=True)
class SizedCell:
    """A subject's bytes of a corpus by compressor, or why it could not be encoded or did not survive."""

    cell: Cell
    size_bytes: Mapping[str, int]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a study's cells, and the parts that could not be asked at all."""

    cells: tuple[SizedCell, ...]
    not_run: tuple[NotRun, ...]

    @property
    def complete(self) -> bool:
        """Whether every size that was asked for is known."""
        return not any(one.why for one in self.cells) and not any(missing.fault for missing in self.not_run)


def sizes_of(study: Study, cache: Path, notice: Notice) -> Sizes:
    """Encode every corpus of `study` with every subject on every platform, and read it back.

    Raises:
        WirelabError: see `prepare`; a codec that fails is no error, but a row with the reason.
    """
    with scratch() as folder:
        sized: dict[Cell, SizedCell] = {}
        known: dict[bytes, Mapping[str, int]] = {}  # many codecs write the same bytes

        def when_ready(ready: ReadyRunner, data: Mapping[CorpusName, Data]) -> None:
            for cells, own, talk, codecs in _first_asked(study, ready, data, folder):
                files = talk.survived(own, codecs, partial(_say, notice, cells))
                sized.update((cell, _sized(cell, file, known)) for cell, file in zip(cells, files, strict=True))

        preparation = prepare(study, cache, notice, when_ready, timed=False)
        # A profile may give subjects other parameters than they had when their runner became ready.
        late = [cell for cell in preparation.cells if cell not in sized]
        files = survived_by(preparation, late, folder)
        sized.update((cell, _sized(cell, file, known)) for cell, file in zip(late, files, strict=True))
        cells = tuple(sized[cell] for cell in preparation.cells)
        sizes_bytes = {one.cell: one.size_bytes[NO_COMPRESSOR] for one in cells if not one.why}
        otherwise = in_their_own_words(preparation.json_bytes, sizes_bytes)
        return Sizes(cells, (*preparation.not_run, *otherwise))


def _sized(cell: Cell, written: Path | Loss, known: dict[bytes, Mapping[str, int]]) -> SizedCell:
    if isinstance(written, Loss):
        return SizedCell(cell, {}, written.what)
    encoded = written.read_bytes()
    digest = sha256(encoded).digest()
    if digest not in known:
        payloads = [payload for _, payload in frames_of(encoded)]
        sizes = dict(sizes_by_compressor(payloads))
        trained = size_with_dictionary(payloads)
        known[digest] = sizes if trained is None else {**sizes, ZSTANDARD + WITH_DICTIONARY: trained}
    return SizedCell(cell, known[digest])


def sizes_tables(sized: Sequence[SizedCell], published: PublishedSizes | None) -> tuple[Table, ...]:
    """A table for each corpus, a row for each codec: the smallest first, failed ones last.

    Sizes that were `published` have columns of their own beside ours.
    """
    tables: dict[CorpusName, list[dict[str, str]]] = {one.cell.corpus: [] for one in sized}
    for one in sorted(sized, key=lambda one: one.size_bytes.get(NO_COMPRESSOR, float("inf"))):
        tables[one.cell.corpus].append(_row(one, published))
    made = []
    for corpus, rows in tables.items():
        columns = dict.fromkeys(key for row in rows for key in row)
        del columns["why"]  # last
        filled = [{column: row.get(column, "") for column in (*columns, "why")} for row in rows]
        made.append(table_of(f"{corpus}, bytes", filled))
    return tuple(made)


def _row(one: SizedCell, published: PublishedSizes | None) -> dict[str, str]:
    cell = one.cell
    row = {"codec": str(cell.subject), "platform": cell.platform}
    for compressor, size_bytes in one.size_bytes.items():
        column = RAW if compressor == NO_COMPRESSOR else compressor
        row[column] = f"{size_bytes:,}"
        if published is not None:
            found = published.size_bytes(cell.corpus, cell.subject, compressor)
            row[f"{column} published"] = "" if found is None else f"{found:,}"
    return row | {"why": one.why}


def sizes_json(sizes: Sizes) -> dict[str, list[dict[str, object]]]:
    """Sizes as values that `json.dumps` takes: cells, with bytes by compressor, and the parts that were not run."""
    cells = [{**_named(one.cell), "size_bytes": dict(one.size_bytes), "why": one.why} for one in sizes.cells]
    return {"cells": cells, "not_run": [asdict(missing) for missing in sizes.not_run]}


def sizes_csv(sized: Sequence[SizedCell]) -> str:
    """Every size as a row of `SIZES`: corpus, platform, codec, compressor and bytes. Failed codecs have no bytes."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    for one in sized:
        what = _named(one.cell).values()
        writer.writerows([*what, *size, ""] for size in one.size_bytes.items())
        if one.why:
            writer.writerow([*what, "", "", one.why])
    return text.getvalue()


def _named(cell: Cell) -> dict[str, str]:
    corpus, subject = cell.corpus, str(cell.subject)
    levels = {"workload": corpus.workload, "size": corpus.size, "variant": corpus.variant}
    return {**levels, "platform": cell.platform, "codec": subject}


def first_sizes(study: Study, ready: ReadyRunner, data: Mapping[CorpusName, Data]) -> str:
    """The sizes of each corpus by a runner's codecs, the smallest first, as a line for people; nothing without any.

    The bytes are not read back here: every codec is verified later, before it is timed.
    """
    with scratch() as folder:
        asked = _first_asked(study, ready, data, folder)
        lines = [_in_words(cells, talk.written(own, codecs)) for cells, own, talk, codecs in asked]
    return "\n".join(filter(None, lines))


def _say(notice: Notice, cells: Sequence[Cell], written: Sequence[Path | Loss]) -> None:
    if line := _in_words(cells, written):
        notice(line)


def _first_asked(
    study: Study, ready: ReadyRunner, data: Mapping[CorpusName, Data], base: Path
) -> Iterator[tuple[Sequence[Cell], Data, Talk, Sequence[Open]]]:
    """For each corpus: cells of a runner's codecs, the data, the talk, and each codec's request. Files go to `base`."""
    for name, own in data.items():
        expanded = expand(study, (name,), [(ready.platform, ready.ready)], (), ())
        cells = {
            cell.subject: cell
            for cell in reversed(expanded)
            if cell.operation is Operation.SERIALIZE and not ready.ready.takes_dictionary(cell.subject.compressor)
        }
        if cells:
            connect = partial(open_process, ready.programs.typed[name.workload])
            talk = Talk(connect, Path(tempfile.mkdtemp(dir=base)), study.measure.slack_s)
            yield (*cells.values(),), own, talk, [open_request(subject, ready.ready) for subject in cells]


def _in_words(cells: Sequence[Cell], written: Sequence[Path | Loss]) -> str:
    files = {cell: file for cell, file in zip(cells, written, strict=True) if isinstance(file, Path)}
    sizes = {cell: sum(len(payload) for _, payload in frames_of(file.read_bytes())) for cell, file in files.items()}
    in_order = ", ".join(f"{cell.subject} {size(sizes[cell])}" for cell in sorted(sizes, key=sizes.__getitem__))
    return in_order and f"sizes of {cells[0].corpus} on {cells[0].platform}: {in_order}"
