"""Which codecs read each other's bytes: every two codecs of one format, on the same verified values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from wirelab.app.compatibility.asking import Asking
from wirelab.app.compatibility.journal import Trying, kept_answers
from wirelab.app.executed.kept import keep, of_interop
from wirelab.app.preparation import Notice, prepare
from wirelab.app.programs import formats_of, on_first_platforms, versions_of
from wirelab.app.resources import workload_catalogue
from wirelab.execution.short_conversations import why_not
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Operation
from wirelab.model.findings.interop import Interop, Outcome, Reading, Written
from wirelab.model.groups import gathered
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.units import ByteCount
from wirelab.report.executed import INTEROPERATES
from wirelab.report.quantities import several
from wirelab.schema.map_order import with_maps_reversed
from wirelab.schema.objects import frames_of
from wirelab.study.definition import Study
from wirelab.workload.kept import digest_of

_SHOWN = 24  # bytes


def interop_of(study: Study, trying: Trying) -> Interop:
    """Let every codec of `study` write each corpus, and every other of its format read that.

    Where a study names no platform, each runner's codecs are tried on the first that it has here.

    Raises:
        WirelabError: see `prepare`; a codec that fails is no error, but part of the findings.
    """
    preparation = prepare(study, trying.cache, trying.notice, exchanging=True, timed=False)
    cells = on_first_platforms(preparation)
    question = str([*map(str, cells)])
    with scratch() as base, kept_answers(trying, "interop", question) as journal:
        found = _tried(Asking(preparation, journal), cells, base, trying.notice)
    if set(study.factors.workload) <= set(workload_catalogue().names):  # other data are not comparable
        keep(trying.cache, INTEROPERATES, of_interop(found), versions_of(preparation))
    return found


def _tried(asking: Asking, cells: Sequence[Cell], base: Path, notice: Notice) -> Interop:
    preparation = asking.preparation
    writers = [cell for cell in cells if cell.operation is Operation.SERIALIZE]
    readers = [cell for cell in cells if cell.operation is Operation.DESERIALIZE]
    format_of = formats_of(preparation, cells)
    notice(f"writing {several(len(writers), 'time')}, once more in other processes, and with maps in another order")
    first, again = (asking.written(writers, preparation.data, why) for why in ("first", "again"))
    turned = _turned(asking, writers, base)
    files = {cell: file for cell, file in zip(writers, first, strict=True) if isinstance(file, Path)}
    digests = {cell: digest_of(file) for cell, file in files.items()}
    alike = gathered(((cell.corpus, format_of[cell]), cell) for cell in files)
    tasks = {  # the same bytes are read once, whoever wrote them
        (reader, digests[writer]): (reader, files[writer])
        for reader in readers
        for writer in alike.get((reader.corpus, format_of[reader]), ())
    }
    notice(f"reading {several(len(tasks), 'time')}")
    found = dict(zip(tasks, asking.read(list(tasks.values())), strict=True))
    written = tuple(
        replace(
            _written(cell, format_of[cell], file, other, found),
            keeps_order=_keeps_order(file, turned.get(cell)),
            promised=preparation.contract(cell).deterministic,
        )
        for cell, file, other in zip(writers, first, again, strict=True)
    )
    of_format = gathered((format_of[reader], reader) for reader in readers)
    return Interop(written, tuple(_readings(written, of_format, found)), preparation.not_run)


def _turned(asking: Asking, writers: Sequence[Cell], base: Path) -> dict[Cell, Path | Loss]:
    """The files written for the same values with the entries of maps in the opposite order, for data with maps."""
    data = dict(asking.preparation.data)
    for name, own in asking.preparation.data.items():
        objects = own.copies[0].objects.read_bytes()
        other = objects if own.types is None else with_maps_reversed(objects, own.types)
        if other != objects:
            file = base / f"turned-{len(list(base.iterdir()))}"
            file.write_bytes(other)
            data[name] = replace(own, copies=(replace(own.copies[0], objects=file),))
    able = [cell for cell in writers if data[cell.corpus] is not asking.preparation.data[cell.corpus]]
    return dict(zip(able, asking.written(able, data, "turned"), strict=True))


def _keeps_order(file: Path | Loss, turned: Path | Loss | None) -> bool | None:
    """Whether maps in another order gave other bytes; None if that is not known."""
    if not isinstance(file, Path) or not isinstance(turned, Path):
        return None
    return file.read_bytes() != turned.read_bytes()


Found = Mapping[tuple[Cell, str], str | Loss]
"""Each reader's answer to bytes, by their digest."""


def _written(cell: Cell, format_: str, file: Path | Loss, again: Path | Loss, found: Found) -> Written:
    if isinstance(file, Loss):
        return Written(cell, format_, why=f"nothing was written: {file.what}")
    digest, content = digest_of(file), file.read_bytes()
    own = why_not(found.get((replace(cell, operation=Operation.DESERIALIZE), digest), ""))
    frames = frames_of(content)
    size_bytes = ByteCount(sum(len(payload) for _, payload in frames))
    begins = frames[0][1][:_SHOWN].hex() if frames else ""
    why = own and f"it does not read its own bytes: {own}"
    if isinstance(again, Loss):
        why, repeats = why or f"nothing was written in another process: {again.what}", False
    else:
        repeats = again.read_bytes() == content
    return Written(cell, format_, digest, size_bytes, repeats, why, begins=begins)


def _readings(written: Sequence[Written], of_format: Mapping[str, Sequence[Cell]], found: Found) -> Iterator[Reading]:
    """The readings of pairs both of which carry the corpus; a codec that only reads counts as one that does.

    Codecs of two formats may write the same bytes, so that a reader has answers to those of another format, too.
    """
    unable = {each.cell for each in written if each.why}
    for each in written:
        for reader in of_format.get(each.format, ()):
            own = replace(reader, operation=Operation.SERIALIZE)
            if each.cell not in unable and own not in (unable | {each.cell}) and (reader, each.digest) in found:
                answer = found[reader, each.digest]
                yield Reading(each.format, each.cell, reader, _outcome(answer), why_not(answer))


def _outcome(answer: str | Loss) -> Outcome:
    if isinstance(answer, Loss):
        return Outcome.REFUSED if answer.kind is LossKind.CODEC else Outcome.ENDED
    return Outcome.CHANGED if answer else Outcome.SAME
