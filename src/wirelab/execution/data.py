"""The data of a process: files of objects, and the codec that is opened for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wirelab.model.subject import Subject
from wirelab.protocol.codecs import Announcement
from wirelab.protocol.messages import Load, Open
from wirelab.schema.compile import CompiledSchema
from wirelab.workload.corpus import Corpus
from wirelab.workload.objects import Copy


@dataclass(frozen=True, slots=True)
class Data:
    """The data of a process."""

    copies: tuple[Copy, ...]  # calls rotate over these; the first is the corpus that is named
    types: CompiledSchema | None  # the workload's types; None: objects are compared byte by byte
    replayed: Path | None = None  # file with the object that the first copy adds up to; None: none, or not checked

    @property
    def corpus(self) -> Corpus:
        """The corpus of the first copy."""
        return self.copies[0].corpus

    @property
    def bytes(self) -> int:
        """The size of all copies together."""
        return sum(copy.corpus.bytes for copy in self.copies)

    def load(self, extensions: Sequence[str]) -> Load:
        """The request to load it; columns only where an extension of the platform needs them."""
        columns = [str(copy.columns) for copy in self.copies if copy.columns is not None]
        wanted = bool(columns) and not {"replay", "table"}.isdisjoint(extensions)
        return Load(copies=[str(copy.objects) for copy in self.copies], columns=columns if wanted else None)


def open_request(subject: Subject, offered: Announcement, dictionary: Path | None = None) -> Open:
    """The request to open `subject`: with a value for every parameter, and the compressor's level and `dictionary`."""
    codec = offered.codec(subject.codec)
    compressor = None if subject.compressor is None else offered.compressor(subject.compressor)
    level = subject.level
    if compressor is not None and level is None:
        level = compressor.default_level
    given = dict(subject.parameters)
    parameters = given if codec is None else codec.all_parameters(given)
    return Open(
        codec=subject.name,
        parameters=parameters,
        compressor=subject.compressor,
        level=level,
        dictionary=None if dictionary is None else str(dictionary),
    )
