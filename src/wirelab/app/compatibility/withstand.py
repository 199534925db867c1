"""What codecs make of bytes that nobody honest would send, in processes with bounds on memory, time and files."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from wirelab.app.executed.kept import HOSTILE, keep, of_withstanding
from wirelab.app.preparation import Notice, Preparation, prepare
from wirelab.app.programs import formats_of, on_first_platforms, versions_of
from wirelab.app.request import Overrides, asked
from wirelab.app.resources import workload_catalogue
from wirelab.execution.bounds import bounded_process
from wirelab.execution.short_conversations import decode_each, write_each
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Operation
from wirelab.model.findings.withstanding import Attempt, Outcome, Withstanding, Withstood
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.run import NotRun
from wirelab.process.stopping import stop_on_signals
from wirelab.report.quantities import size
from wirelab.schema.objects import frames_of, write_frames
from wirelab.workload.compatibility.hostile import Input, Inputs, load_inputs, spoiled
from wirelab.workload.kept import digest_of

MOST_BYTES, MOST_S = 4 << 30, 10.0
"""Of memory that a process may take, and of time for one input."""
_OUTCOMES = {LossKind.CODEC: Outcome.REFUSED, LossKind.HOST: Outcome.MEMORY, LossKind.HANG: Outcome.SLOW}
_MOST_VALID = 1 << 20  # bytes of the object that others are made of, some 200 of them
_MOST_WRITTEN = 64 << 20  # bytes of a file that a process writes
_SHOWN = 24  # bytes of an input


@stop_on_signals()
def withstanding_of(folder: Path, overrides: Overrides, seed: int, cache: Path, notice: Notice) -> Withstanding:
    """Let every codec read hostile bytes, made of what it writes of the first object of a corpus.

    Args:
        folder: has the inputs of formats.
        overrides: the corpus, platforms, subjects and profile.
        seed: of the places where valid bytes are changed.
        cache: the lab's cache folder.
        notice: told how far it is.

    Raises:
        WirelabError: see `load_inputs`, `asked` and `prepare`; a codec that fails is no error, but what is looked for.
    """
    inputs = load_inputs(folder)
    overrides = replace(overrides, operation=(Operation.SERIALIZE, Operation.DESERIALIZE))
    preparation = prepare(asked(None, overrides), workload_catalogue(), cache, notice)
    readers = [cell for cell in on_first_platforms(preparation) if cell.operation is Operation.DESERIALIZE]
    formats = formats_of(preparation, readers)
    found: list[Withstood] = []
    unable: list[NotRun] = []
    for number, cell in enumerate(readers, start=1):
        notice(f"{cell.subject} on {cell.platform} ({number} of {len(readers)})")
        with scratch() as base:
            attempts = _attempts(preparation, cell, inputs, formats[cell], seed, base)
        if isinstance(attempts, str):
            unable.append(NotRun(f"{cell.subject} on {cell.platform}", attempts))
        else:
            found.append(Withstood(cell.platform, cell.subject, formats[cell], attempts))
    corpus = str(readers[0].corpus) if readers else ""
    withstanding = Withstanding(corpus, seed, MOST_BYTES, MOST_S, tuple(found), (*preparation.not_run, *unable))
    if set(overrides.workload) <= set(workload_catalogue().names):  # of other data, nothing is to be compared
        keep(cache, HOSTILE, of_withstanding(withstanding), versions_of(preparation))
    return withstanding


def _attempts(
    preparation: Preparation, cell: Cell, inputs: Inputs, format_: str, seed: int, base: Path
) -> tuple[Attempt, ...] | str:
    """What a codec makes of all inputs, or why it cannot be tried."""
    connect = partial(bounded_process, preparation.program(cell), MOST_BYTES, _MOST_WRITTEN)
    codec = preparation.open_request(cell)
    (written,) = write_each(connect, preparation.data[cell.corpus], [codec], base, MOST_S)
    if isinstance(written, Loss):
        return f"it wrote nothing: {written.what}"
    frames = frames_of(written.read_bytes())
    if not frames:
        return "it wrote no object"
    kind, valid = frames[0]
    if len(valid) > _MOST_VALID:
        return f"it wrote {size(len(valid))} for the first object, and at most {size(_MOST_VALID)} are changed so often"
    hostile = [Input("as it was written", valid), *spoiled(valid, Random(seed)), *inputs.of(format_, valid)]
    tasks = [(codec, base / f"input-{at}") for at in range(len(hostile))]
    for (_, file), each in zip(tasks, hostile, strict=True):
        file.write_bytes(write_frames([(kind, each.content)]))
    good, *read = decode_each(connect, tasks, base, MOST_S, digest_of)
    if isinstance(good, Loss):
        return f"it does not read what it wrote itself: {good.what}"
    return tuple(_attempt(each, found, good) for each, found in zip(hostile[1:], read, strict=True))


def _attempt(given: Input, found: str | Loss, good: str) -> Attempt:
    """What became of an input: `found` and `good` are digests of what was read of it, and of the valid one."""
    if isinstance(found, Loss):
        outcome, what = _OUTCOMES.get(found.kind, Outcome.ENDED), found.what
    else:
        outcome, what = (Outcome.SAME if found == good else Outcome.OTHER), ""
    return Attempt(given.kind, given.depth, len(given.content), given.content[:_SHOWN].hex(), outcome, what)
