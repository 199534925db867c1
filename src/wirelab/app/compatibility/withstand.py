"""What codecs make of bytes that nobody honest would send, in processes with bounds on memory, time and files."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from wirelab.app.preparation import Notice, Preparation, prepare
from wirelab.app.programs import formats_of, on_first_platforms
from wirelab.app.request import Overrides, asked
from wirelab.app.resources import workload_catalogue
from wirelab.execution.bounds import bounded_process
from wirelab.execution.short_conversations import Connect, decode_each, write_each
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Operation
from wirelab.model.findings.withstanding import Attempt, Outcome, Withstanding, Withstood
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.run import NotRun
from wirelab.process.stopping import stop_on_signals
from wirelab.protocol.messages import Open
from wirelab.schema.objects import frames_of, write_frames
from wirelab.workload.compatibility.hostile import Input, Inputs, load_inputs, spoiled

MOST_BYTES, MOST_S = 4 << 30, 10.0
"""Of memory that a process may take, and of time for one input."""
_OUTCOMES = {LossKind.CODEC: Outcome.REFUSED, LossKind.HOST: Outcome.MEMORY, LossKind.HANG: Outcome.SLOW}
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
    return Withstanding(corpus, seed, MOST_BYTES, MOST_S, tuple(found), (*preparation.not_run, *unable))


def _attempts(
    preparation: Preparation, cell: Cell, inputs: Inputs, format_: str, seed: int, base: Path
) -> tuple[Attempt, ...] | str:
    """What a codec makes of all inputs, or why it cannot be tried."""
    connect, codec = (
        partial(bounded_process, preparation.program(cell), MOST_BYTES, _MOST_WRITTEN),
        preparation.open_request(cell),
    )
    (written,) = write_each(connect, preparation.data[cell.corpus], [codec], base, MOST_S)
    if isinstance(written, Loss):
        return f"it wrote nothing: {written.what}"
    frames = frames_of(written.read_bytes())
    if not frames:
        return "it wrote no object"
    kind, valid = frames[0]
    hostile = [Input("as it was written", valid), *spoiled(valid, Random(seed)), *inputs.of(format_, valid)]
    back = _decoded(connect, codec, [(kind, each.content) for each in hostile], base)
    (good, _), *rest = list(back)
    if good is None:
        return "it does not read what it wrote itself"
    return tuple(_attempt(each, content, loss, good) for each, (content, loss) in zip(hostile[1:], rest, strict=True))


def _decoded(
    connect: Connect, codec: Open, frames: Sequence[tuple[int, bytes]], base: Path
) -> Iterator[tuple[bytes | None, Loss | None]]:
    """What each of the inputs was read as, or why it was not."""
    tasks = []
    for at, frame in enumerate(frames):
        file = base / f"input-{at}"
        file.write_bytes(write_frames([frame]))
        tasks.append((codec, file))
    for each in decode_each(connect, tasks, base, MOST_S):
        yield (None, each) if isinstance(each, Loss) else (each.read_bytes(), None)


def _attempt(given: Input, content: bytes | None, loss: Loss | None, good: bytes) -> Attempt:
    outcome = (
        (Outcome.SAME if content == good else Outcome.OTHER)
        if loss is None
        else _OUTCOMES.get(loss.kind, Outcome.ENDED)
    )
    begins = given.content[:_SHOWN].hex()
    return Attempt(given.kind, given.depth, len(given.content), begins, outcome, "" if loss is None else loss.what)
