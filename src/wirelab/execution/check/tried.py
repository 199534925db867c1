"""The subjects of checks: codecs, with every value of each parameter, before every compressor, by each operation."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wirelab.model.cell import Operation, Sink
from wirelab.model.subject import Subject
from wirelab.protocol.codecs import Announcement, CodecInfo, CompressorInfo


@dataclass(frozen=True, slots=True)
class Turn:
    """The subject of a check: a codec with its settings, or the runner as a whole; and an operation, if any."""

    subject: Subject | None = None
    operation: Operation | None = None

    @property
    def name(self) -> str:
        """For people; empty if the check is made once."""
        return ", ".join(str(each) for each in (self.subject, self.operation) if each is not None)

    @property
    def codec(self) -> str:
        """The codec's name; empty if there is none."""
        return "" if self.subject is None else self.subject.codec

    @property
    def parameters(self) -> str:
        """The part of the subject after the codec's name."""
        return "" if self.subject is None else settings(self.subject)

    def timed(self) -> tuple[Subject, Operation]:
        """Both, of a turn that has both."""
        assert self.subject is not None
        assert self.operation is not None
        return self.subject, self.operation


def subjects_of(codec: CodecInfo) -> Iterator[Subject]:
    """A codec by its defaults, with every other value of each parameter, and tuned."""
    yield Subject(codec.name)
    for parameter in codec.parameters:
        for value in parameter.values:
            if value != parameter.default:
                yield Subject(codec.name, ((parameter.name, value),))
    if len(codec.tuned) > 1:
        yield Subject(codec.name, tuple(codec.tuned.items()))


def settings(subject: Subject) -> str:
    """The part of a subject after the codec's name: `style=default`, `+gzip-9`; empty if there is none."""
    return str(subject).removeprefix(subject.codec).removeprefix(":")


def once(_: Announcement) -> Iterable[Turn]:
    """The runner as a whole."""
    return [Turn()]


def codecs(offered: Announcement) -> Iterable[Turn]:
    """Every codec."""
    return (Turn(Subject(codec.name)) for codec in offered.codecs)


def all_settings(offered: Announcement) -> Iterable[Turn]:
    """Every codec with every value of each parameter; the first one before every compressor at three levels."""
    yield from (Turn(subject) for codec in offered.codecs for subject in subjects_of(codec))
    yield from (Turn(subject) for each in offered.compressors for subject in _levels(offered, each))


def _levels(offered: Announcement, compressor: CompressorInfo) -> Iterator[Subject]:
    low, high = compressor.min_level, compressor.max_level
    for level in sorted({low, compressor.default_level, high}):
        yield Subject(offered.codecs[0].name, compressor=compressor.name, level=level)


def operations(offered: Announcement) -> Iterable[Turn]:
    """Every operation of every codec; those that compressors have, too, before each one."""
    for codec in offered.codecs:
        for operation in codec.operations:
            if operation is not Operation.REPLAY:  # the specimen's objects add up to nothing
                yield Turn(Subject(codec.name), operation)
    for compressor in offered.compressors:
        for operation in Operation:
            if operation.compresses or Sink.FILE.holds(operation):
                yield Turn(Subject(offered.codecs[0].name, compressor=compressor.name), operation)


def whole_operations(offered: Announcement) -> Iterable[Turn]:
    """The operations whose bytes may be in files."""
    return (turn for turn in operations(offered) if offered.holds(Sink.FILE, turn.timed()[1]))


def cold_operations(offered: Announcement) -> Iterable[Turn]:
    """One whole operation of every codec whose first call in a process can be timed.

    One codec writes, the next one reads: each takes a process, and whether the codec is open afterwards does not
    depend on the operation.
    """
    can = (codec for codec in offered.codecs if not codec.never_cold)
    whole = ((codec, [operation for operation in codec.operations if Sink.FILE.holds(operation)]) for codec in can)
    for at, (codec, own) in enumerate((codec, own) for codec, own in whole if own):
        yield Turn(Subject(codec.name), own[at % len(own)])
