"""What a codec carries of data made to be hard: every variant, with every value of each of its parameters."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.expected import CARRIED, Case
from wirelab.model.conformance import Check, Outcome
from wirelab.model.measurement import LossKind
from wirelab.protocol.messages import CodecInfo, Load, Loaded, Mismatch, Ready, SubjectSpec, Verify
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.objects import objects_digest
from wirelab.workload.corpus import Corpus

_SAYS = "what is decoded is what was encoded"
_STILL_TALKS = {LossKind.CODEC, LossKind.WORKLOAD}


@dataclass(frozen=True, slots=True)
class HardData:
    """What the codecs that are named are tried on.

    Attributes:
        codecs: their names.
        program: the runner's, with the types of the workload.
        types: the workload's.
        corpora: one for each variant.
        answer_s: an answer that takes longer is none.
    """

    codecs: tuple[str, ...]
    program: Program
    types: CompiledSchema
    corpora: tuple[Corpus, ...]
    answer_s: float

    def differs(self, decoded: Path, corpus: Corpus) -> bool:
        """Whether the corpus file that a runner wrote holds other objects."""
        return objects_digest(decoded, corpus.digest, self.types.descriptor_set, self.types.root) != corpus.digest


def carrying(ready: Ready, data: HardData, scratch: Path) -> Iterator[tuple[Case, Check]]:
    """Try each of the codecs on every corpus, a process for each corpus.

    Args:
        ready: what the runner announces.
        data: what is tried.
        scratch: a folder for what runners write.
    """
    for one in ready.unavailable:
        if one.name in data.codecs:
            yield Case(CARRIED, one.name), Check(_name(one.name), _SAYS, Outcome.FAILED, f"unavailable: {one.reason}")
    subjects = [subject for codec in ready.codecs if codec.name in data.codecs for subject in subjects_of(codec)]
    for corpus in data.corpora:
        conversation: Conversation | None = None
        for subject in subjects:
            settings = written(subject)
            case = Case(CARRIED, subject.codec, corpus.name.workload, corpus.name.variant, settings)
            name = _name(f"{subject.codec}:{settings}" if settings else subject.codec, str(corpus.name))
            try:
                conversation = conversation or _loaded(data, corpus)
                what = _verified(conversation, data, subject, corpus, scratch / "decoded")
                yield case, Check(name, _SAYS, Outcome.FAILED if what else Outcome.PASSED, what)
            except LostError as error:
                stderr = ""
                if conversation is not None and error.loss.kind not in _STILL_TALKS:
                    conversation.kill()
                    stderr, conversation = conversation.with_stderr(error.loss).stderr_tail, None
                yield case, Check(name, _SAYS, Outcome.FAILED, error.loss.what, error.loss.seen, stderr)
        if conversation is not None:
            conversation.kill()


def subjects_of(codec: CodecInfo) -> Iterator[SubjectSpec]:
    """A codec by its defaults, with every value of each parameter, and tuned."""
    yield SubjectSpec(codec=codec.name)
    for parameter in codec.parameters:
        for value in parameter.values:
            yield SubjectSpec(codec=codec.name, parameters={parameter.name: value})
    if len(codec.tuned) > 1:
        yield SubjectSpec(codec=codec.name, parameters=codec.tuned)


def written(subject: SubjectSpec) -> str:
    """Its parameters as they are written; empty if it has none."""
    return ",".join(f"{name}={value}" for name, value in subject.parameters.items())


def _name(*of: str) -> str:
    return f"{CARRIED}[{', '.join(of)}]"


def _loaded(data: HardData, corpus: Corpus) -> Conversation:
    conversation = Conversation(lambda: open_process(data.program))
    try:
        conversation.hello(data.answer_s)
        conversation.ask(Load(workload=corpus.name.workload, corpora=[str(corpus.path)]), Loaded, data.answer_s)
    except BaseException:
        conversation.kill()
        raise
    return conversation


def _verified(conversation: Conversation, data: HardData, subject: SubjectSpec, corpus: Corpus, decoded: Path) -> str:
    """What is wrong with the round trip: where, what was there, and what came; empty if nothing is."""
    request = Verify(subject=subject, decoded=str(decoded))
    answer = next(conversation.answers(request, data.answer_s))
    if isinstance(answer, Mismatch):
        return f"{answer.path} was {answer.expected} and came back as {answer.actual}"
    if data.differs(decoded, corpus):
        return "the runner finds no difference, but it wrote other objects to the file `decoded`"
    return ""
