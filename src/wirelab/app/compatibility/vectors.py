"""How codecs answer public suites: each case is in a document of a schema that its value fits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from google.protobuf.message import DecodeError
from google.protobuf.text_format import MessageToString

from wirelab.app.compatibility.asking import Asking, Bounded
from wirelab.app.compatibility.journal import Trying, kept_answers
from wirelab.app.platforms import runners
from wirelab.app.preparation import Notice, prepare
from wirelab.app.programs import formats_of, on_first_platforms
from wirelab.app.request import Overrides, asked
from wirelab.files.scratch import scratch
from wirelab.files.trees import read_tree
from wirelab.model.cell import Cell, Operation
from wirelab.model.errors import DefinitionError, UsageError
from wirelab.model.findings.vectors import Answer, Outcome, Says, Vectors
from wirelab.model.groups import gathered
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.run import NotRun
from wirelab.model.visible import shortened
from wirelab.report.quantities import listed, several
from wirelab.schema.compile import compile_schema
from wirelab.schema.difference import classes_of, first_difference
from wirelab.schema.fill import fill
from wirelab.schema.messages import message_class, serialize
from wirelab.schema.objects import Frame, frames_of, write_frames
from wirelab.study.definition import Study
from wirelab.workload.addition import add_messages
from wirelab.workload.vectors import avro_cases
from wirelab.workload.vectors.avro_cases import Records
from wirelab.workload.vectors.case import ANY, Vector
from wirelab.workload.vectors.kinds import Format, Kind, Kinds, holding, load_kinds, why_unheld
from wirelab.workload.vectors.suites import WELL_FORMED, suites_in

_RECORDS, _PROTO = "vectors-of-records", "kinds.proto"


def vectors_of(named: Path, folder: Path, overrides: Overrides, trying: Trying) -> Vectors:
    """Let every codec with the format of a suite read its cases.

    Args:
        named: the folder with the suites, or an archive.
        folder: has the kinds of values, and is the workload with one of each.
        overrides: platforms, subjects and profile.
        trying: how they are tried.

    Raises:
        WirelabError: see `_asked_of`, `asked`, `prepare` and `kept_answers`; a codec that fails is no error, but part
            of the findings.
    """
    question = str([str(named.absolute()), overrides])
    with scratch() as base, kept_answers(trying, "vectors", question) as journal:
        groups = _asked_of(named, folder, base)
        studies = [_study_of(each, overrides) for each in groups]
        if not any(study.factors.codec for study in studies):
            formats = listed(sorted(name for each in groups for name in each.cases))
            what = f"no chosen codec has their format, {formats}"
            raise UsageError("suites", what, remedy="name others; `wirelab list codecs` shows each one's format")
        answers: list[Answer] = []
        not_run: list[NotRun] = []
        for group, study in zip(groups, studies, strict=True):
            if study.factors.codec:
                preparation = prepare(study, trying.cache, trying.notice, timed=False)
                not_run += preparation.not_run
                answers += _answers(Asking(preparation, journal), group, trying.notice)
    tried = {each for study in studies for each in study.factors.codec}
    not_run += [NotRun(str(each), "no suite has its format") for each in overrides.codec if each not in tried]
    counted = gathered(
        ((each.suite, each.format), each) for group in groups for own in group.cases.values() for each in own
    )
    suites = tuple((name, format_, len(own)) for (name, format_), own in counted.items())
    return Vectors(suites, tuple(answers), tuple(dict.fromkeys(not_run)))


@dataclass(frozen=True, slots=True)
class _Asked:
    """Cases by format, and the workload with an example of each of their kinds."""

    folder: Path
    kinds: Kinds
    cases: Mapping[str, Sequence[Vector]]


def _asked_of(named: Path, folder: Path, base: Path) -> tuple[_Asked, ...]:
    """The suites that a user names.

    Args:
        named: a folder or an archive.
        folder: the workload with the kinds of values, for formats that have no schema.
        base: a folder for workloads that are made of schemas.

    Raises:
        WirelabError: see `read_tree`, `suites_in` and `load_kinds`.
    """
    part = f"suites {named}"
    suites = suites_in(read_tree(named, part), part)
    cases = gathered((each.format, each) for each in suites.vectors)
    groups = tuple(_groups(cases, suites.records, folder, base))
    if not groups:
        raise UsageError(part, "no case has a value that a schema can describe", remedy="name another folder")
    return groups


def _groups(cases: Mapping[str, Sequence[Vector]], records: Records, folder: Path, base: Path) -> Iterator[_Asked]:
    kinds = load_kinds(folder)
    own = {format_: each for format_, each in cases.items() if format_ in kinds.formats}
    if own:
        yield _Asked(folder, kinds, own)
    if records.examples:
        yield _Asked(_workload_of(records, base), _kinds_of(records), {avro_cases.FORMAT: cases[avro_cases.FORMAT]})


def _kinds_of(records: Records) -> Kinds:
    """A kind for each schema: its cases are documents themselves."""
    kinds = tuple(
        Kind(member=member, says=f"a {name}", whole=True, holds={}, written={avro_cases.FORMAT: data.hex()})
        for member, (name, _, data) in records.examples.items()
    )
    return Kinds(formats={avro_cases.FORMAT: Format(hex=True, within=(("", ""),))}, kinds=kinds)


def _workload_of(records: Records, base: Path) -> Path:
    """The folder of a workload with the schemas, and an example of each."""
    proto = records.proto.encode()
    (base / _PROTO).write_bytes(proto)
    compiled = compile_schema(_RECORDS, base / _PROTO, avro_cases.ROOT, avro_cases.PAYLOAD, roots=(base,))
    made, examples = message_class(compiled.descriptor_set, compiled.root), []
    for member, (_, value, _) in records.examples.items():
        examples.append(made())
        fill(examples[-1], {avro_cases.PAYLOAD: {member: value}})
    folder, says = base / _RECORDS, "A record of each schema of suites"
    add_messages(folder, says, {_PROTO: proto}, _PROTO, made, examples, payload=avro_cases.PAYLOAD)
    return folder


def _answers(asking: Asking, group: _Asked, notice: Notice) -> Iterator[Answer]:
    readers = on_first_platforms(asking.preparation)
    formats = formats_of(asking.preparation, readers)
    for number, cell in enumerate(readers, start=1):
        own = group.cases[formats[cell]]
        notice(f"{cell.subject} on {cell.platform} ({number} of {len(readers)}): {several(len(own), 'case')}")
        with scratch() as base:
            yield from _Codec(asking, cell, formats[cell], group.kinds, base).answers(own)


def _study_of(group: _Asked, overrides: Overrides) -> Study:
    """The study of the codecs that have a format of the group; there may be none."""
    study = asked(None, replace(overrides, workload=(str(group.folder),), operation=(Operation.DESERIALIZE,)))
    known = {
        name: codec.format for each in runners(study.factors.platform) for name, codec in each.manifest.codecs.items()
    }
    chosen = tuple(
        each for each in study.factors.codec if known.get(each.name) in group.cases and each.compressor is None
    )
    return study.changed({"codec": chosen}, reference=chosen[0] if chosen else None)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A document with a case in it, its kind, and the object that it should become, or None for any object."""

    kind: int
    document: bytes
    expected: bytes | None = None


class _Codec:
    """One codec that is asked, in processes of its own with bounds on memory, time and files."""

    def __init__(self, asking: Asking, cell: Cell, format_: str, kinds: Kinds, base: Path) -> None:
        self._cell, self._format, self._kinds = cell, format_, kinds
        self._bounded, preparation = Bounded(asking, cell, base), asking.preparation
        self._types = preparation.types[cell.corpus.workload]
        self._classes = classes_of(self._types)
        members = [each.member for each in self._types.schema.payload_types]
        if members != [each.member for each in kinds.kinds]:
            why = f"the payload has {listed(members)}"
            raise DefinitionError("kinds of vectors", "they are not the members of the payload, in order", why=why)
        self._examples = frames_of(preparation.data[cell.corpus].copies[0].objects.read_bytes())
        self._ways = self._known()

    def _known(self) -> Mapping[int, int]:
        """The kinds whose example it reads, and the way in which an example must be put into a document."""
        tried = [
            (kind, way, document)
            for kind, each in enumerate(self._kinds.kinds)
            if self._format in each.written
            for way, document in enumerate(self._documents(each, each.written[self._format]))
        ]
        found = self._read([_Attempt(kind, document) for kind, _, document in tried])
        ways: dict[int, int] = {}
        for (kind, way, _), answer in zip(tried, found, strict=True):
            if not isinstance(answer, Loss) and not self._differs(answer, self._examples[kind]):
                ways.setdefault(kind, way)
        return ways

    def _documents(self, kind: Kind, written: str | bytes) -> Sequence[bytes]:
        form = self._kinds.formats[self._format]
        return list(form.documents(form.encoded(written) if isinstance(written, str) else written, kind))

    def answers(self, vectors: Sequence[Vector]) -> Iterator[Answer]:
        """Its answer to each case."""
        planned = [self._planned(each) for each in vectors]
        found = iter(
            self._read([attempt for attempts in planned if not isinstance(attempts, str) for attempt in attempts])
        )
        for vector, attempts in zip(vectors, planned, strict=True):
            if isinstance(attempts, str):
                yield self._answer(vector, Outcome.UNASKED, attempts)
            else:
                yield self._judged(vector, attempts, [next(found) for _ in attempts])

    def _planned(self, vector: Vector) -> list[_Attempt] | str:
        """The documents with a case, or why it is not asked."""
        if vector.value is not ANY:
            return self._with_value(vector)
        is_well_formed = WELL_FORMED.get(self._format) if vector.says is Says.MALFORMED else None
        attempts = [
            _Attempt(kind, self._document(kind, vector))
            for kind in self._ways
            if not self._kinds.kinds[kind].whole or self._is_alike(kind, vector)  # else it cannot be the document
        ]
        left = [each for each in attempts if is_well_formed is None or not is_well_formed(each.document)]
        if not attempts:
            return "it reads none of the examples"
        return left or "within a document it is well-formed"

    def _with_value(self, vector: Vector) -> list[_Attempt] | str:
        holds = False
        for kind, made in enumerate(self._classes):
            if vector.kind not in ("", self._kinds.kinds[kind].member):
                continue
            message = holding(made, vector.value, whole=bool(vector.kind))
            if message is not None and kind in self._ways:
                return [_Attempt(kind, self._document(kind, vector), serialize(message))]
            holds = holds or message is not None
        return "it does not read an example of the kind" if holds else why_unheld(vector.value)

    def _is_alike(self, kind: int, vector: Vector) -> bool:
        """Whether a case begins as the example of a kind does."""
        own = self._kinds.kinds[kind]
        example = self._kinds.formats[self._format].encoded(own.written[self._format])
        return _begin(vector.content) == _begin(example)

    def _document(self, kind: int, vector: Vector) -> bytes:
        return self._documents(self._kinds.kinds[kind], vector.content)[self._ways[kind]]

    def _judged(self, vector: Vector, attempts: Sequence[_Attempt], found: Sequence[bytes | Loss]) -> Answer:
        losses = [each for each in found if isinstance(each, Loss)]
        read = [(attempt, each) for attempt, each in zip(attempts, found, strict=True) if not isinstance(each, Loss)]
        ended = next((each for each in losses if each.kind is not LossKind.CODEC), None)
        if ended is not None:
            return self._answer(vector, Outcome.ENDED, ended.what)
        if not read:
            is_wrong = vector.says is Says.VALID
            return self._answer(vector, Outcome.REFUSED if is_wrong else Outcome.SAID, losses[0].what)
        attempt, objects = max(reversed(read), key=lambda each: self._is_alike(each[0].kind, vector))
        if vector.says is Says.MALFORMED:
            return self._answer(vector, Outcome.ACCEPTED, self._shown(attempt.kind, objects), read=True)
        expected = attempt.expected
        what = "" if expected is None else self._differs(objects, (attempt.kind, expected))
        return self._answer(vector, Outcome.CHANGED if what else Outcome.SAID, what, read=True)

    def _answer(self, vector: Vector, outcome: Outcome, what: str, *, read: bool = False) -> Answer:
        cell = self._cell
        where = (cell.platform, cell.subject, self._format, vector.suite, vector.name)
        return Answer(*where, vector.says, outcome, what, read)

    def _read(self, attempts: Sequence[_Attempt]) -> list[bytes | Loss]:
        """The files of objects that it makes of documents."""
        return self._bounded.objects_of([(each.kind, each.document) for each in attempts])

    def _differs(self, objects: bytes, expected: Frame) -> str:
        found = first_difference(write_frames([expected]), objects, self._types)
        return "" if found is None else str(found)

    def _shown(self, kind: int, objects: bytes) -> str:
        """The value that was read from a malformed case."""
        try:
            text = " ".join(
                MessageToString(self._classes[type_].FromString(data), as_one_line=True, as_utf8=True)
                for type_, data in frames_of(objects)
            )
        except (DecodeError, DefinitionError, IndexError):
            text = "something that is not an object of its schema"
        return f"read as {self._kinds.kinds[kind].says}: {shortened(text) or 'nothing in it'}"


def _begin(content: bytes) -> bytes:
    """The first character, which shows the type of a value; it is the same for all numbers."""
    first = content.lstrip()[:1]
    return b"0" if first.isdigit() or first == b"-" else first
