"""Before a transfer is measured: which codecs of its platforms read each other on this very data."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from wirelab.app.preparation import Notice, Preparation
from wirelab.app.programs import read_by, written_by
from wirelab.design.transfer import encoding, needed, possible_pairs, qualifying_rounds, useful, ways_of
from wirelab.execution.short_conversations import why_not
from wirelab.files.scratch import scratch
from wirelab.model.cell import Operation
from wirelab.model.errors import MeasurementError, ToolchainError, UsageError
from wirelab.model.measurement import Loss
from wirelab.model.run import NotRun
from wirelab.report.quantities import several
from wirelab.study.definition import Pair, Study, Transfer


def with_pairs(preparation: Preparation, notice: Notice) -> Preparation:
    """A study's transfer with the pairs of codecs that read each other, and only the cells of those.

    Pairs that are in the study already, of a run that is resumed, are not tried again.

    Raises:
        UsageError: there are too few rounds.
        ToolchainError: one of the platforms cannot run here.
        MeasurementError: no format is left.
    """
    transfer = preparation.study.transfer
    if transfer is None:
        return preparation
    _require_platforms(preparation, transfer)
    not_run: tuple[NotRun, ...] = ()
    if not transfer.pairs:
        possible, alone = _possible(preparation, transfer)
        notice(f"trying {several(len(possible), 'pair')} of codecs on the data")
        pairs, failed = _tried(preparation, transfer, possible)
        not_run = (*failed, *alone)
        for each in failed:
            notice(f"leaving out {each.what}: {each.why}")
        transfer = transfer.model_copy(update={"pairs": useful(transfer, pairs)})
        _require_pairs(transfer, failed)
    study = preparation.study.model_copy(update={"transfer": transfer})
    _require_rounds(study, transfer)
    cells = needed(ways_of(transfer, preparation.cells), preparation.cells)
    return replace(preparation, study=study, cells=cells, not_run=(*preparation.not_run, *not_run))


def _require_platforms(preparation: Preparation, transfer: Transfer) -> None:
    here = {each.platform for each in preparation.runners}
    for name in transfer.platforms:
        if name not in here:
            whys = [each for each in preparation.not_run if each.what.endswith(f" on {name}")]
            if not whys:
                what, why = "nothing would be measured on it", "none of the chosen codecs belongs to it"
                remedy = "name its codecs with --codec, or add --all-codecs"
                raise UsageError(f"platform {name}", what, why=why, remedy=remedy)
            why = "\n".join(f"{each.what}: {each.why}" for each in whys)
            remedy = "install the missing tools, or name another platform; `wirelab doctor` checks the tools"
            raise ToolchainError(f"platform {name}", "it cannot run here", why=why, remedy=remedy)


def _require_rounds(study: Study, transfer: Transfer) -> None:
    least = qualifying_rounds(transfer) + 2
    if study.measure.rounds < least:
        what = f"--rounds {study.measure.rounds} is too few to compare formats"
        why = f"{least - 2} rounds choose the codecs of each format, and a comparison needs at least two more"
        raise UsageError("option --rounds", what, why=why if least > 2 else "", remedy=f"give {least} or more")


def _require_pairs(transfer: Transfer, failed: Sequence[NotRun]) -> None:
    if not transfer.pairs:
        what = f"nothing that {transfer.sender} writes is read by {' and '.join(transfer.receivers)} as it was"
        why = "\n".join(f"{each.what}: {each.why}" for each in failed)
        raise MeasurementError("transfer", what, why=why, remedy="name other codecs, or change the data")


def _possible(preparation: Preparation, transfer: Transfer) -> tuple[tuple[Pair, ...], tuple[NotRun, ...]]:
    """The pairs to try, and the formats that one of the platforms lacks."""
    formats = {(each.platform, codec.name): codec.format for each in preparation.runners for codec in each.ready.codecs}
    possible = possible_pairs(transfer, preparation.cells, formats)
    having: dict[str, dict[str, None]] = {name: {} for name in transfer.platforms}
    for cell in preparation.cells:
        having[cell.platform][encoding(formats[cell.platform, cell.subject.codec], cell.subject)] = None
    common = {pair.format for pair in possible}
    alone = {name: [each for each in own if each not in common] for name, own in having.items()}
    if not possible:
        why = "\n".join(f"{name} has {', '.join(own)}" for name, own in alone.items())
        what = f"there is no format that {transfer.sender} writes and {' and '.join(transfer.receivers)} can read"
        remedy = "leave out --codec, or name codecs of one format for each platform; `wirelab list codecs` lists them"
        raise UsageError("transfer", what, why=why, remedy=remedy)
    why = "no chosen codec has this format on each of the other platforms"
    return possible, tuple(NotRun(f"{', '.join(own)} of {name}", why) for name, own in alone.items() if own)


def _tried(
    preparation: Preparation, transfer: Transfer, possible: Sequence[Pair]
) -> tuple[list[Pair], tuple[NotRun, ...]]:
    """The pairs whose programs carry the data, and the reasons why the others do not.

    A writer must also read its own bytes, because every process that is timed is verified in this way.
    """
    cells = {(cell.platform, cell.subject, cell.operation): cell for cell in preparation.cells}
    writers = {pair.writer: cells[transfer.sender, pair.writer, Operation.SERIALIZE] for pair in possible}
    with scratch() as base:
        written = written_by(preparation, list(writers.values()), base)
        made = dict(zip(writers, written, strict=True))
        files = {subject: file for subject, file in made.items() if isinstance(file, Path)}
        left = [pair for pair in possible if pair.writer in files]
        tasks = [(writers[subject], file) for subject, file in files.items()]
        tasks += [(cells[pair.receiver, pair.reader, Operation.DESERIALIZE], files[pair.writer]) for pair in left]
        said = map(why_not, read_by(preparation, tasks, base))
        back = dict(zip(files, said, strict=False))
        differs = dict(zip(left, said, strict=True))

    def why(pair: Pair) -> str:
        if isinstance(lost := made[pair.writer], Loss):
            return f"nothing was written: {lost.what}"
        own = back[pair.writer]
        return f"{pair.writer} does not read its own bytes: {own}" if own else differs[pair]

    failed = tuple(
        NotRun(f"{pair.format} from {pair.writer} on {transfer.sender} to {pair.reader} on {pair.receiver}", what)
        for pair in possible
        if (what := why(pair))
    )
    return [pair for pair in possible if not why(pair)], failed
