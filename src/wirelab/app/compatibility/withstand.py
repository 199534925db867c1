"""What codecs make of bytes that nobody honest would send, in processes with bounds on memory, time and files."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

from wirelab.app.compatibility.asking import MOST_BYTES, MOST_S, Asking, Bounded
from wirelab.app.compatibility.journal import kept_answers
from wirelab.app.executed.kept import HOSTILE, keep, of_withstanding
from wirelab.app.preparation import Notice, prepare
from wirelab.app.programs import formats_of, on_first_platforms, versions_of
from wirelab.app.request import Overrides, asked
from wirelab.app.resources import workload_catalogue
from wirelab.execution.withstand.witness import Witness, witness
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Operation
from wirelab.model.errors import HostError
from wirelab.model.findings.withstood import Attempt, Limit, Outcome, Withstanding, Withstood
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.run import NotRun
from wirelab.process.signals import stop_on_signals
from wirelab.report.quantities import size
from wirelab.schema.objects import frames_of
from wirelab.workload.compatibility.hostile import Input, Inputs, load_inputs, spoiled
from wirelab.workload.kept import digest_of

_OUTCOMES = {LossKind.CODEC: Outcome.REFUSED, LossKind.HOST: Outcome.MEMORY, LossKind.HANG: Outcome.SLOW}
_MOST_VALID = 1 << 20  # bytes of the object that others are made of, some 200 of them
_SHOWN = 24  # bytes of an input
_AT_ONCE, _ROUNDS = 16, 6
"""Between two depths that differ, so many parts are tried at once, and so often: down to one level of a million."""


@stop_on_signals()
def withstanding_of(
    folder: Path, overrides: Overrides, seed: int, cache: Path, notice: Notice, *, resume: bool = False
) -> Withstanding:
    """Let every codec read hostile bytes, made of what it writes of the first object of a corpus.

    Args:
        folder: has the inputs of formats.
        overrides: the corpus, platforms, subjects and profile.
        seed: of the places where valid bytes are changed.
        cache: the lab's cache folder.
        notice: told how far it is.
        resume: whether answers of a command that was ended count.

    Raises:
        WirelabError: see `load_inputs`, `asked`, `prepare` and `kept_answers`; a codec that fails is no error, but what
            is looked for.
    """
    inputs = load_inputs(folder)
    overrides = replace(overrides, operation=(Operation.SERIALIZE, Operation.DESERIALIZE))
    preparation = prepare(asked(None, overrides), workload_catalogue(), cache, notice)
    readers = [cell for cell in on_first_platforms(preparation) if cell.operation is Operation.DESERIALIZE]
    formats = formats_of(preparation, readers)
    found: list[Withstood] = []
    unable: list[NotRun] = []
    with ExitStack() as stack:
        base = stack.enter_context(scratch())
        question = f"{[*map(str, readers)]} {seed}"
        journal = stack.enter_context(kept_answers(cache, "withstand", question, notice, resume=resume))
        watching = _watching(stack, base)
        for number, cell in enumerate(readers, start=1):
            notice(f"{cell.subject} on {cell.platform} ({number} of {len(readers)})")
            own = Path(tempfile.mkdtemp(dir=base))
            tried = _Tried(Bounded(Asking(preparation, journal), cell, own, watching), inputs, formats[cell], watching)
            withstood = tried.withstood(cell, seed)
            if isinstance(withstood, str):
                unable.append(NotRun(f"{cell.subject} on {cell.platform}", withstood))
            else:
                found.append(withstood)
    corpus = str(readers[0].corpus) if readers else ""
    withstanding = Withstanding(corpus, seed, MOST_BYTES, MOST_S, tuple(found), (*preparation.not_run, *unable))
    if set(overrides.workload) <= set(workload_catalogue().names):  # of other data, nothing is to be compared
        keep(cache, HOSTILE, of_withstanding(withstanding), versions_of(preparation))
    return withstanding


def _watching(stack: ExitStack, base: Path) -> Witness:
    folder = base / "witness"
    try:
        folder.mkdir()
        return stack.enter_context(witness(folder))
    except OSError as error:
        what = "nothing can be watched"
        raise HostError(f"folder {folder}", what, why=str(error), remedy="set TMPDIR to a local folder") from error


class _Tried:
    """What one codec makes of all inputs."""

    def __init__(self, codec: Bounded, inputs: Inputs, format_: str, watching: Witness) -> None:
        self._codec, self._inputs, self._format, self._watching = codec, inputs, format_, watching

    def withstood(self, cell: Cell, seed: int) -> Withstood | str:
        """All attempts, or why it cannot be tried."""
        written = self._codec.written()
        if isinstance(written, Loss):
            return f"it wrote nothing: {written.what}"
        frames = frames_of(written.read_bytes())
        if not frames:
            return "it wrote no object"
        kind, valid = frames[0]
        if len(valid) > _MOST_VALID:
            most = size(_MOST_VALID)
            return f"it wrote {size(len(valid))} for the first object, and at most {most} are changed so often"
        places = {"file": self._watching.file, "url": self._watching.url}
        own = self._inputs.of(self._format, valid, places)
        hostile = [Input("as it was written", valid), *spoiled(valid, Random(seed)), *own]
        good, *_ = self._codec.text_of([(kind, valid)], digest_of)
        if isinstance(good, Loss):
            return f"it does not read what it wrote itself: {good.what}"
        attempts = self._attempts(kind, hostile[1:], good)
        limits = tuple(self._limits(kind, valid, good, attempts))
        return Withstood(cell.platform, cell.subject, self._format, attempts, limits)

    def _attempts(self, kind: int, hostile: Sequence[Input], good: str) -> tuple[Attempt, ...]:
        frames = [(kind, each.content) for each in hostile]
        read = self._codec.text_of(frames, digest_of)
        touched = self._codec.touched(frames)
        return tuple(_attempt(each, found, good, saw) for each, found, saw in zip(hostile, read, touched, strict=True))

    def _limits(self, kind: int, valid: bytes, good: str, attempts: Sequence[Attempt]) -> Iterator[Limit]:
        """The deepest input of each kind that is read where one that is deeper by 1 is refused."""
        nested = {each.kind: each for each in attempts if each.depth}
        between = {each: found for each in nested if (found := _refused_behind(attempts, each)) is not None}
        for _ in range(_ROUNDS):
            wanted = [(each, depth) for each, (low, high) in between.items() for depth in _within(low, high)]
            if not wanted:
                break
            made = [self._inputs.within(self._format, valid, each, depth) for each, depth in wanted]
            attempts = (*attempts, *self._attempts(kind, made, good))
            again: Mapping[str, tuple[int, int] | None] = {each: _refused_behind(attempts, each) for each in between}
            between = {each: found for each, found in again.items() if found is not None}
        yield from (Limit(each, low) for each, (low, high) in between.items() if high == low + 1)


def _refused_behind(attempts: Sequence[Attempt], kind: str) -> tuple[int, int] | None:
    """The deepest that was read, and the least deep that was refused; None: there are no such two, in this order."""
    own = [each for each in attempts if each.kind == kind and each.depth]
    read = [each.depth for each in own if each.outcome in (Outcome.SAME, Outcome.OTHER)]
    refused = [each.depth for each in own if each.outcome is Outcome.REFUSED]
    harmed = [each.depth for each in own if each.harmful]
    if not read or not refused or max(read) > min(refused) or min(harmed, default=max(refused)) < min(refused):
        return None
    return max(read), min(refused)


def _within(low: int, high: int) -> list[int]:
    """Depths between two."""
    return sorted({low + (high - low) * part // _AT_ONCE for part in range(1, _AT_ONCE)} - {low, high})


def _attempt(given: Input, found: str | Loss, good: str, touched: str) -> Attempt:
    """What became of an input: `found` and `good` are digests of what was read of it, and of the valid one."""
    if isinstance(found, Loss):
        outcome, what = _OUTCOMES.get(found.kind, Outcome.ENDED), found.what
    else:
        outcome, what = (Outcome.SAME if found == good else Outcome.OTHER), ""
    if touched:
        outcome, what = Outcome.TOUCHED, "; ".join(filter(None, (touched, what)))
    return Attempt(given.kind, given.depth, len(given.content), given.content[:_SHOWN].hex(), outcome, what)
