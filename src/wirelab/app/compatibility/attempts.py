"""How one codec reads hostile inputs, the largest input of each kind that it reads, and few bytes that become many."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from random import Random

from wirelab.app.compatibility.asking import Bounded
from wirelab.execution.withstand.witness import Witness
from wirelab.model.cell import Cell
from wirelab.model.findings.withstood import CUT_OFF, Attempt, Growth, Limit, Outcome, Unpacking, Withstood, exponent_of
from wirelab.model.measurement import Loss, LossKind
from wirelab.report.quantities import size
from wirelab.schema.objects import Frame, frames_of
from wirelab.workload.compatibility.bombs import packed
from wirelab.workload.compatibility.hostile import Inputs
from wirelab.workload.compatibility.spoiled import FIRST_CUTS, Input, cut_off, spoiled

OUTCOMES = {LossKind.CODEC: Outcome.REFUSED, LossKind.HOST: Outcome.MEMORY, LossKind.HANG: Outcome.SLOW}
_MOST_VALID = 1 << 20  # bytes of the object that others are made of
_BEFORE, _SHOWN = 8, 24  # bytes that are shown before the place of a change, and of both sides
_AT_ONCE, _AT_ONCE_LONG, _ROUNDS, _LARGE_BYTES = 16, 4, 16, 1 << 20
"""Between the largest size that is read and the smallest that is refused, so many sizes are tried at once (fewer if
inputs are large), in so many rounds: down to one level, digit or letter."""


class Tried:
    """One codec's attempts at all inputs."""

    def __init__(self, codec: Bounded, inputs: Inputs, format_: str, watching: Witness) -> None:
        self._codec, self._inputs, self._format, self._watching = codec, inputs, format_, watching

    def withstood(self, cell: Cell, seed: int, only: Collection[int] = ()) -> Withstood | str:
        """All attempts, or why it cannot be tried.

        Args:
            cell: the codec to try, on its platform.
            seed: of the places where valid bytes are changed.
            only: numbers of the inputs to try; empty: all inputs, and growth and unpacking, too.
        """
        written = _own_frames(self._codec)
        if isinstance(written, str):
            return written
        kind, valid = written[0]
        if len(valid) > _MOST_VALID:
            most = size(_MOST_VALID)
            return f"it wrote {size(len(valid))} for the first object, but hostile inputs are made from at most {most}"
        (good,) = self._codec.objects_of(written[:1])
        if isinstance(good, Loss):
            return f"it does not read its own bytes: {good.what}"
        places = {"file": self._watching.file, "url": self._watching.url}
        hostile = chain(cut_off(valid), spoiled(valid, Random(seed)), self._inputs.of(self._format, valid, places))
        numbered = [(number, each) for number, each in enumerate(hostile, start=1) if not only or number in only]
        if not numbered:
            return f"it has no input {' or '.join(map(str, sorted(only)))}"
        asked = _Asked(self._codec, kind, valid, good)
        if only:
            return Withstood(cell.platform, cell.subject, self._format, asked.attempts(numbered), (), len(valid))
        attempts = asked.attempts(numbered[:FIRST_CUTS])
        if any(each.harmful for each in attempts):
            numbered = [(number, each) for number, each in numbered if each.kind != CUT_OFF or number <= FIRST_CUTS]
        attempts += asked.attempts(numbered[FIRST_CUTS:])
        return Withstood(
            cell.platform,
            cell.subject,
            self._format,
            attempts,
            tuple(self._limits(asked, attempts)),
            len(valid),
            tuple(self._growths(kind, valid)),
            tuple(self._unpackings(cell, kind)),
        )

    def _limits(self, asked: "_Asked", attempts: Sequence[Attempt]) -> Iterator[Limit]:
        """The largest input of each kind that is read, if the one with one part more is refused."""
        repeated = {each.kind: each for each in attempts if each.repeats}
        between = {each: found for each in repeated if (found := _refused_behind(attempts, each)) is not None}
        for _ in range(_ROUNDS):
            wanted = [
                (each, repeats)
                for each, (low, high) in between.items()
                for repeats in _within(low, high, _AT_ONCE if high < _LARGE_BYTES else _AT_ONCE_LONG)
            ]
            if not wanted:
                break
            made = [self._inputs.within(self._format, asked.valid, each, repeats) for each, repeats in wanted]
            attempts = (*attempts, *asked.attempts([(0, each) for each in made if each is not None]))
            again: Mapping[str, tuple[int, int] | None] = {each: _refused_behind(attempts, each) for each in between}
            between = {each: found for each, found in again.items() if found is not None}
        yield from (Limit(each, low) for each, (low, high) in between.items() if high == low + 1)

    def _growths(self, kind: int, valid: bytes) -> Iterator[Growth]:
        found = list(self._inputs.growing_in(self._format, valid))
        frames = [(kind, each.content) for _, inputs in found for each in inputs]
        series = [Series(long.kind, long.unit, tuple(each.repeats for each in inputs)) for long, inputs in found]
        yield from growths(series, self._codec.seconds_of(frames) if frames else ())

    def _unpackings(self, cell: Cell, kind: int) -> Iterator[Unpacking]:
        for bomb in self._inputs.bombs_for(cell.subject.compressor or ""):
            for unpacked in bomb.unpacked:
                content = packed(bomb.packing, unpacked)
                loss, peak = self._codec.peak_of((kind, content))
                outcome = Outcome.OTHER if loss is None else OUTCOMES.get(loss.kind, Outcome.ENDED)
                yield Unpacking(len(content), unpacked, outcome, loss.what if loss else "", peak)


def _own_frames(codec: Bounded) -> list[Frame] | str:
    """The frames that a codec writes for the objects of its corpus, or why it cannot be tried."""
    written = codec.written()
    if isinstance(written, Loss):
        return f"it wrote nothing: {written.what}"
    return frames_of(written.read_bytes()) or "it wrote no object"


@dataclass(frozen=True, slots=True)
class Series:
    """Inputs of one kind and of growing size: `counts` of `unit`."""

    kind: str
    unit: str
    counts: tuple[int, ...]


def growths(series: Sequence[Series], found: Iterable[float | Loss]) -> Iterator[Growth]:
    """How the measured seconds grow, one series after the other."""
    seconds = iter(found)
    for each in series:
        times: list[tuple[int, float]] = []
        stopped = ""
        for count, taken in zip(each.counts, list(islice(seconds, len(each.counts))), strict=False):
            if isinstance(taken, Loss):
                stopped = stopped or f"{OUTCOMES.get(taken.kind, Outcome.ENDED)} at {count:,}: {taken.what}"
            elif not stopped:
                times.append((count, taken))
        yield Growth(each.kind, each.unit, tuple(times), exponent_of(times), stopped)


class _Asked:
    """One codec that is asked about inputs, with the valid bytes and the file of objects that it reads from them."""

    def __init__(self, codec: Bounded, kind: int, valid: bytes, good: bytes) -> None:
        self._codec, self._kind, self.valid, self._good = codec, kind, valid, good

    def attempts(self, hostile: Sequence[tuple[int, Input]]) -> tuple[Attempt, ...]:
        """Its attempt at each input; inputs have their numbers before them."""
        frames = [(self._kind, each.content) for _, each in hostile]
        read = self._codec.differences_of(frames, self._good)
        touched = self._codec.touched(frames)
        return tuple(
            self._attempt(number, each, found, saw)
            for (number, each), found, saw in zip(hostile, read, touched, strict=True)
        )

    def _attempt(self, number: int, given: Input, found: str | Loss, touched: str) -> Attempt:
        if isinstance(found, Loss):
            outcome, what = OUTCOMES.get(found.kind, Outcome.ENDED), found.what
        else:
            outcome, what = (Outcome.OTHER if found else Outcome.SAME), found
        if touched:
            outcome, what = Outcome.TOUCHED, "; ".join(filter(None, (touched, what)))
        at = _alike(self.valid, given.content)
        start = max(0, at - _BEFORE)
        shown, instead = given.content[start : start + _SHOWN], self.valid[start : start + _SHOWN] if at else b""
        return Attempt(
            given.kind, given.repeats, len(given.content), start, shown.hex(), instead.hex(), outcome, what, number
        )


def _alike(one: bytes, other: bytes) -> int:
    """The number of equal bytes with which both begin."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def _refused_behind(attempts: Sequence[Attempt], kind: str) -> tuple[int, int] | None:
    """The largest that was read, and the smallest that was refused; None if there are no such two, in this order."""
    own = [each for each in attempts if each.kind == kind and each.repeats]
    read = [each.repeats for each in own if each.outcome in (Outcome.SAME, Outcome.OTHER)]
    refused = [each.repeats for each in own if each.outcome is Outcome.REFUSED]
    harmed = [each.repeats for each in own if each.harmful]
    if not read or not refused or max(read) > min(refused) or min(harmed, default=max(refused)) < min(refused):
        return None
    return max(read), min(refused)


def _within(low: int, high: int, parts: int) -> list[int]:
    """Sizes between two."""
    return sorted({low + (high - low) * part // parts for part in range(1, parts)} - {low, high})
