"""How large every codec makes a workload's data: encoded once and read back, nothing timed."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from wirelab.app.preparation import Notice, Preparation, prepare
from wirelab.app.ready import ReadyRunner
from wirelab.app.resources import workload_catalogue
from wirelab.app.sizes import encoded_sizes, size_with_dictionary
from wirelab.app.study.published import PublishedSizes
from wirelab.building.program import open_process
from wirelab.design.cells import expand
from wirelab.execution.data import Data, open_request
from wirelab.execution.short_conversations import read_each, why_not, write_each
from wirelab.files.scratch import scratch
from wirelab.files.writing import Kind
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.measurement import Loss
from wirelab.model.run import NO_COMPRESSOR, WITH_DICTIONARY, ZSTANDARD, NotRun
from wirelab.process.stopping import stop_on_signals
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
    """The sizes of a study's cells, and what could not be asked at all."""

    cells: tuple[SizedCell, ...]
    not_run: tuple[NotRun, ...]

    @property
    def complete(self) -> bool:
        """Whether every size that was asked for is known."""
        return not any(one.why for one in self.cells) and not any(missing.fault for missing in self.not_run)


@stop_on_signals()
def sizes_of(study: Study, cache: Path, notice: Notice) -> Sizes:
    """Encode every corpus of `study` with every subject on every platform, and read it back.

    Raises:
        WirelabError: see `prepare`; a codec that fails is no error, but a row with the reason.
    """
    preparation = prepare(study, workload_catalogue(), cache, notice)
    return Sizes(tuple(_sized(preparation, cell) for cell in preparation.cells), preparation.not_run)


def _sized(preparation: Preparation, cell: Cell) -> SizedCell:
    data, program, codec = preparation.data[cell.corpus], preparation.program(cell), preparation.open_request(cell)
    slack_s = preparation.study.measure.slack_s
    with scratch() as folder:
        (written,) = write_each(lambda: open_process(program), data, [codec], folder, slack_s)
        if isinstance(written, Loss):
            return SizedCell(cell, {}, written.what)
        (read,) = read_each(lambda: open_process(program), data, [(codec, written)], folder, slack_s)
        if differs := why_not(read):
            return SizedCell(cell, {}, differs)
        payloads = [payload for _, payload in frames_of(written.read_bytes())]
    sizes = {size.compressor: int(size.size_bytes) for size in encoded_sizes(cell, payloads)}
    trained = size_with_dictionary(payloads)
    return SizedCell(cell, sizes if trained is None else {**sizes, ZSTANDARD + WITH_DICTIONARY: trained})


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
    """Sizes as what `json.dumps` takes: cells, each with its bytes by compressor, and what was not run."""
    cells = [{**_named(one.cell), "size_bytes": dict(one.size_bytes), "why": one.why} for one in sizes.cells]
    return {"cells": cells, "not_run": [asdict(missing) for missing in sizes.not_run]}


def sizes_csv(sized: Sequence[SizedCell]) -> str:
    """Every size as a row of `SIZES`: corpus, platform, codec, compressor and bytes; a failed codec without bytes."""
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
    """What a runner's codecs make of each corpus, the smallest first, as one line for people; nothing without any.

    The values are not compared with what comes back: whatever is measured is verified later.
    """
    cells = expand(study, tuple(data), [(ready.platform, ready.ready)], (), ())
    subjects = dict.fromkeys(cell.subject for cell in cells if cell.operation is Operation.SERIALIZE)
    codecs = [open_request(subject, ready.ready) for subject in subjects]
    lines = []
    for name, own in data.items():
        program = ready.programs.typed[name.workload]
        with scratch() as folder:
            written = write_each(lambda: open_process(program), own, codecs, folder, study.measure.slack_s)  # noqa: B023
            sizes = {
                str(subject): sum(len(payload) for _, payload in frames_of(file.read_bytes()))
                for subject, file in zip(subjects, written, strict=True)
                if not isinstance(file, Loss)
            }
        if sizes:
            found = (f"{subject} {size(sizes[subject])}" for subject in sorted(sizes, key=sizes.__getitem__))
            lines.append(f"sizes of {name} on {ready.platform}: {', '.join(found)}")
    return "\n".join(lines)
