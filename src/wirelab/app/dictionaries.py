"""Dictionaries of compressors: which are asked for, trained on what a codec writes of objects that are not measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.building.runners import Runner
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import Talk
from wirelab.files.dictionary import trained
from wirelab.files.outputs import write_whole
from wirelab.files.scratch import scratch
from wirelab.model.cell import CorpusName
from wirelab.model.errors import MeasurementError, UsageError
from wirelab.model.groups import gathered
from wirelab.model.measurement import Loss
from wirelab.model.run import NotRun
from wirelab.protocol.messages import Open
from wirelab.schema.objects import frames_of
from wirelab.study.definition import Study

_LEAVE_OUT = "leave out codecs with a dictionary"


@dataclass(frozen=True, slots=True)
class Samples:
    """The objects that a dictionary is trained on, and the codec that writes them."""

    corpus: CorpusName
    format: str  # what has the dictionary: every codec of the format, so that they read each other
    data: Data
    writer: str  # the codec and its platform, for people
    program: Program
    open: Open


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A dictionary in the cache."""

    samples: Samples
    file: Path
    size_bytes: int


def are_asked(study: Study, known: Sequence[Runner]) -> bool:
    """Whether a subject of `study` has a compressor that takes a dictionary."""
    taking = {name for runner in known for name, each in runner.manifest.compressors.items() if each.dictionary}
    return any(subject.compressor in taking for subject in study.factors.codec)


def train(asked: Sequence[Samples], slack_s: float) -> dict[tuple[CorpusName, str], Dictionary]:
    """A dictionary for each of `asked`, by corpus and format. Equal samples give the same file.

    Raises:
        UsageError: the objects of a corpus are too few.
        MeasurementError: a codec does not write them.
    """
    with scratch() as folder:
        return {(each.corpus, each.format): _trained(each, folder, slack_s) for each in asked}


def _trained(samples: Samples, folder: Path, slack_s: float) -> Dictionary:
    connect = partial(open_process, samples.program)
    (written,) = Talk(connect, folder, slack_s).written(samples.data, [samples.open])
    part = f"dictionary of {samples.format}"
    if isinstance(written, Loss):
        what = f"{samples.writer} does not write the objects that train it"
        raise MeasurementError(part, what, why=written.what, remedy=f"{_LEAVE_OUT}, or that codec")
    payloads = [payload for _, payload in frames_of(written.read_bytes())]
    dictionary = trained(payloads)
    if dictionary is None:
        why = f"{len(payloads):,} objects of {samples.corpus}, half of them all, have {sum(map(len, payloads)):,} bytes"
        remedy = f"give more messages (a few hundred at least), or {_LEAVE_OUT}"
        raise UsageError(part, "there is too little to train it on", why=why, remedy=remedy)
    content = dictionary.as_bytes()
    file = samples.data.corpus.path.with_suffix(f".{dictionary.dict_id()}.dictionary")
    write_whole(file, content)
    return Dictionary(samples, file, len(content))


def unmeasured(dictionaries: Mapping[tuple[CorpusName, str], Dictionary]) -> list[NotRun]:
    """The objects that train dictionaries, which are not measured, and what they train."""
    by_corpus = gathered((each.samples.corpus, each) for each in dictionaries.values())
    return [NotRun(f"every second object of {corpus}", _words(own)) for corpus, own in by_corpus.items()]


def _words(own: Sequence[Dictionary]) -> str:
    trained_on = (
        f"{each.samples.format}'s dictionary of {each.size_bytes:,} bytes, as {each.samples.writer} writes them"
        for each in own
    )
    return f"these {own[0].samples.data.corpus.objects:,} are not measured, because they train {'; '.join(trained_on)}"
