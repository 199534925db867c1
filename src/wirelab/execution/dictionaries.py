"""Dictionaries of a study's compressors, trained on a codec's bytes for objects that are not measured."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.building.runners import Runner
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Talk
from wirelab.files.dictionary import number_in, trained
from wirelab.files.outputs import write_whole
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.errors import MeasurementError, UsageError
from wirelab.model.groups import gathered
from wirelab.model.measurement import Loss
from wirelab.model.run import NotRun
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Open
from wirelab.schema.objects import frames_of
from wirelab.study.definition import Study

_LEAVE_OUT = "leave out codecs with a dictionary"


@dataclass(frozen=True, slots=True)
class Writer:
    """A codec without its compressor, which writes the bytes that its dictionary is trained on."""

    corpus: CorpusName
    platform: str
    subject: Subject

    def __str__(self) -> str:
        return f"{self.subject} ({self.platform})"


@dataclass(frozen=True, slots=True)
class Samples:
    """The objects that train a dictionary, and the program and codec that write them."""

    data: Data
    program: Program
    open: Open


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A dictionary in the cache."""

    file: Path
    number: int  # its number in frames
    size_bytes: int
    trained_on: int  # objects


def are_asked(study: Study, known: Sequence[Runner]) -> bool:
    """Whether a subject of `study` has a compressor that takes a dictionary."""
    taking = {name for runner in known for name, each in runner.manifest.compressors.items() if each.dictionary}
    return any(subject.compressor in taking for subject in study.factors.codec)


def writer_of(cell: Cell) -> Writer:
    """The writer of the samples for the dictionary of `cell`."""
    return Writer(cell.corpus, cell.platform, cell.subject.uncompressed)


def train(asked: Mapping[Writer, Samples], slack_s: float) -> dict[Writer, Dictionary]:
    """A dictionary for each of `asked`; equal samples give the same file.

    Raises:
        UsageError: the objects of a corpus are too few.
        MeasurementError: a codec does not write them.
    """
    with scratch() as folder:
        return {writer: _trained(writer, samples, folder, slack_s) for writer, samples in asked.items()}


def _trained(writer: Writer, samples: Samples, folder: Path, slack_s: float) -> Dictionary:
    connect = partial(open_process, samples.program)
    (written,) = Talk(connect, folder, slack_s).written(samples.data, [samples.open])
    part = f"dictionary of {writer}"
    if isinstance(written, Loss):
        what = "the codec does not write the objects that train it"
        raise MeasurementError(part, what, why=written.what, remedy=f"{_LEAVE_OUT}, or this one")
    payloads = [payload for _, payload in frames_of(written.read_bytes())]
    dictionary = trained(payloads)
    if dictionary is None:
        why = f"{len(payloads):,} objects, half of all in {writer.corpus}, have {sum(map(len, payloads)):,} bytes"
        remedy = f"give more messages (a few hundred at least), or {_LEAVE_OUT}"
        raise UsageError(part, "there is too little to train it on", why=why, remedy=remedy)
    content, number = dictionary.as_bytes(), dictionary.dict_id()
    file = samples.data.corpus.path.with_suffix(f".{number}.dictionary")
    write_whole(file, content)
    return Dictionary(file, number, len(content), len(payloads))


def made_with(known: Iterable[Dictionary], encoded: Path) -> Dictionary | None:
    """The one of `known` with which a file of encoded objects was made, by its first frame; None: not known."""
    frames = frames_of(encoded.read_bytes())
    number = number_in(frames[0][1]) if frames else 0
    return next((each for each in known if each.number == number), None)


def unmeasured(dictionaries: Mapping[Writer, Dictionary]) -> list[NotRun]:
    """The objects that train dictionaries, which are not measured, and their dictionaries."""
    by_corpus = gathered((writer.corpus, (writer, each)) for writer, each in dictionaries.items())
    return [NotRun(f"every second object of {corpus}", _words(own)) for corpus, own in by_corpus.items()]


def _words(own: Sequence[tuple[Writer, Dictionary]]) -> str:
    sizes = ", ".join(f"{each.size_bytes:,} bytes for {writer}" for writer, each in own)
    return f"these {own[0][1].trained_on:,} train the dictionaries and are not measured: {sizes}"
